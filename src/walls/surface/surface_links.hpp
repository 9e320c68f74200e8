// Which triangles of a surface meet, and where: along a shared edge, at a vertex that joins two
// fans, or without sharing anything (a T-junction, a fin on a plate, a crossing), along a segment.
#pragma once

#include <cstdint>
#include <vector>

#include "walls/surface/surface.hpp"

namespace scree {

class SurfaceLinker {
 public:
  explicit SurfaceLinker(Surface& s) : s_(s) {}
  void run();

 private:
  struct Pair {
    std::uint32_t higher;
    Surface::Link link;
  };
  void link(std::uint32_t a, std::uint32_t b, Surface::LinkKind kind, std::uint32_t index,
            bool smooth);
  void shared_edges();
  void fans_at_vertices();
  void touching();
  void touching_pair(std::uint32_t a, std::uint32_t b);
  void common_points(std::uint32_t a, std::uint32_t b, std::vector<Vec3>& out) const;
  void join(std::uint32_t a, std::uint32_t b, const std::vector<Vec3>& points);
  bool turns_little(const Vec3& into_a, const Vec3& into_b) const;
  Vec3 into(std::uint32_t t, const Vec3& at, const Vec3& along) const;
  bool contains(const Surface::Triangle& t, const Vec3& x) const;
  std::uint32_t add_segment(const Vec3& a, const Vec3& b);

  Surface& s_;
  double tolerance_ = 0;
  std::vector<Pair> pairs_;
};

}  // namespace scree
