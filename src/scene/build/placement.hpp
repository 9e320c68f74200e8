// Which space is taken: balls in hashed cells, one grid for each power of two of the radius, so
// that size ratios of a thousand cost nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/vec3.hpp"
#include "state/box.hpp"

namespace scree {

class Placement {
 public:
  void set_box(const PeriodicBox& box) { box_ = box; }
  // The balls that follow are of this fill: "fill `sand`".
  void begin_fill(std::string name) { fills_.push_back({std::move(name), balls_.size()}); }
  // "grain 3 of fill `sand`": a ball in the order of add(), counted within its fill.
  std::string name_of(std::uint32_t ball) const;
  // `owner`: number of the fill, for messages.
  void add(const Vec3& x, double radius, int owner);

  struct Hit {
    std::uint32_t ball = 0;  // in the order of add()
    int owner = 0;
    double overlap = 0;  // length
    double radius = 0;   // of that ball
  };
  // By how much the given ball overlaps what ball number `ball` stands for, where that may be a
  // solid inside it; `overlap` is that of the balls.
  using TrueOverlap = std::function<double(std::uint32_t ball, double overlap)>;
  // The ball that overlaps most with the given one; the first of equals.
  std::optional<Hit> deepest(const Vec3& x, double radius,
                             const TrueOverlap& true_overlap = {}) const;
  // Calls visit(ball) for the balls that are nearer than `gap`, until it says false; false then.
  bool each_near(const Vec3& x, double radius, double gap,
                 const std::function<bool(std::uint32_t ball)>& visit) const;
  // No ball is nearer than `gap`, up to rounding.
  bool is_free(const Vec3& x, double radius, double gap = 0) const;
  std::size_t size() const { return balls_.size(); }

 private:
  struct Ball {
    Vec3 x;
    double r = 0;
    int owner = 0;
    std::uint32_t next = 0;  // in the same cell; kNone ends
  };
  struct Level {
    double cell = 0;
    double largest = 0;
    std::unordered_map<std::uint64_t, std::uint32_t> head;
    std::vector<std::uint32_t> all;
  };
  static constexpr std::uint32_t kNone = 0xffffffffu;

  template <class Visit>
  bool visit_near(const Level& level, const Vec3& x, double reach, Visit&& visit) const;
  template <class Visit>
  bool visit(const Vec3& x, double radius, double gap, Visit&& visit) const;
  template <class Visit>
  bool visit_image(const Vec3& x, double radius, double gap, Visit&& visit) const;

  struct Fill {
    std::string name;
    std::size_t first = 0;  // of its balls
  };

  PeriodicBox box_;
  std::vector<Fill> fills_;
  std::vector<Ball> balls_;
  std::map<int, Level> levels_;
};

}  // namespace scree
