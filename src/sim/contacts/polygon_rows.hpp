// The polygons of two dimensions, row by row, as their pairs need them: looked up once per list and
// turned once per step instead of once per pair.
#pragma once

#include <cstdint>
#include <vector>

#include "shapes/polygon.hpp"
#include "sim/world/world.hpp"

namespace scree {

// Two cache lines; pairs whose circles are apart need the first alone.
struct alignas(64) PolygonRow {
  geometry::Vec2 x;
  double r = 0;
  double path = 0;  // no point of it has moved farther since the list was made
  geometry::Turn2 turn;
  double inv_mass = 0;
  double omega = 0;

  geometry::Vec2 v;
  geometry::Vec2 offset;  // from the body's centre of mass to the row
  double inertia = 0;     // of the body about z
  const geometry::Vec2* corner = nullptr;
  const geometry::Vec2* outward = nullptr;
  std::uint32_t corners = 0;  // 0: no polygon
  std::uint16_t material = 0;
  bool sharp : 1 = false, by_area : 1 = false, potential : 1 = false;
};
static_assert(sizeof(PolygonRow) == 128);

class PolygonRows {
 public:
  // Rows have changed: who is a polygon; paths begin at 0.
  void look_up(const World& world);
  void clear() { row_.clear(), source_.clear(), expired_ = false; }
  // Rows have left: they are looked up again before the next step.
  void expire() { expired_ = true; }
  bool empty() const { return row_.empty(); }
  // After every step.
  void follow(const World& world, int threads);

  const PolygonRow& operator[](std::uint32_t row) const { return row_[row]; }
  bool polygon(std::uint32_t row) const { return row_[row].corners > 0; }
  const PolygonShape& shape(std::uint32_t row) const { return *source_[row].shape; }

 private:
  struct Source {
    const PolygonShape* shape = nullptr;
    std::uint32_t body = 0;  // place in Bodies
    bool turned = false;     // against the body
    Vec3 x{};                // on the body
  };
  void place(const World& world, std::size_t row, bool first);
  std::vector<PolygonRow> row_;
  std::vector<Source> source_;
  bool expired_ = false;
};

}  // namespace scree
