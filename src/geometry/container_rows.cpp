#include "geometry/container_rows.hpp"

#include <algorithm>
#include <cmath>

namespace scree::geometry {
namespace {

using Vertex = Triangulation::Vertex;

// Seen from the site.
UnitPlane towards(const Triangulation& t, Vertex v, Vertex neighbour, const ConvexContainer& c) {
  const Site& i = t.site(v);
  if (neighbour >= LaguerreFace::box_face) {
    UnitPlane side = side_of(c, neighbour - LaguerreFace::box_face);
    side.d -= dot(side.r, i.x);
    return side;
  }
  const Site& j = t.site(neighbour);
  const Vec3 p = j.x - i.x;
  const double length = norm(p);
  return {p / length, 0.5 * (norm2(p) + (i.w - j.w)) / length};
}

// dV_i/dx_j from area and moment of the face, y from site i.
void add_slopes(const Triangulation& t, Vertex v, Vertex neighbour, double area, const Vec3& moment,
                CellRow& row, Vec3& own) {
  const Vec3 e = t.site(neighbour).x - t.site(v).x;
  const double share = 1 / norm(e);
  row.sites.push_back({neighbour, share * (area * e - moment)});
  own += share * moment;
}

// Keeps the part of a convex polygon behind the plane.
void cut(std::vector<Vec3>& polygon, const UnitPlane& p) {
  std::vector<Vec3> kept;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec3 &a = polygon[k], &b = polygon[(k + 1) % polygon.size()];
    const double da = dot(p.r, a) - p.d, db = dot(p.r, b) - p.d;
    if (da <= 0) kept.push_back(a);
    if ((da < 0 && db > 0) || (da > 0 && db < 0)) kept.push_back(a + (da / (da - db)) * (b - a));
  }
  polygon.swap(kept);
}

// The side that a plane has in the cell, from a polygon in it that is larger than the cell.
std::vector<Vec3> large_square(const UnitPlane& p, const Vec3& near, double size) {
  const Vec3 u = any_perpendicular(p.r), v = cross(p.r, u);
  const Vec3 foot = near - (dot(p.r, near) - p.d) * p.r;
  return {foot - size * u - size * v, foot + size * u - size * v, foot + size * u + size * v,
          foot - size * u + size * v};
}

}  // namespace

UnitPlane side_of(const ConvexContainer& c, std::uint32_t side) {
  if (side >= 6) return c.planes[side - 6];
  const int axis = static_cast<int>(side / 2);
  const bool high = side % 2 == 1;
  Vec3 r;
  r[axis] = high ? 1 : -1;
  return {r, high ? c.box.high[axis] : -c.box.low[axis]};
}

bool is_behind(const UnitPlane& p, const Vec3& x, double reach) {
  const double at = dot(p.r, x);
  const double rounding = 1e-12 * (std::abs(x.x) + std::abs(x.y) + std::abs(x.z) + reach);
  return at + (reach + rounding) <= p.d;
}

bool ContainerRows::none_is_near(const ConvexContainer& c, const Vec3& x, double reach) const {
  return std::all_of(c.planes.begin(), c.planes.end(),
                     [&](const UnitPlane& p) { return is_behind(p, x, reach); });
}

// The planes that a corner of the clipped cell is beyond; false where all of it is beyond one.
bool ContainerRows::find_cutting(const ConvexContainer& c) {
  cutting_.clear();
  for (std::size_t k = 0; k < c.planes.size(); ++k) {
    bool beyond = false, behind = false;
    for (const auto& polygon : polygons_)
      for (const Vec3& corner : polygon)
        (dot(c.planes[k].r, corner) > c.planes[k].d ? beyond : behind) = true;
    if (beyond && !behind) return false;
    if (beyond) cutting_.push_back(static_cast<std::uint32_t>(k));
  }
  return true;
}

void ContainerRows::add_whole(const Triangulation& t, Vertex v, CellRow& row) {
  double surface = 0;
  for (const LaguerreFace& f : faces_) surface += f.area;
  Vec3 own;
  for (std::size_t k = 0; k < faces_.size(); ++k) {
    if (!(faces_[k].area > least_face * surface)) continue;
    if (faces_[k].of_box())
      row.sides.push_back({faces_[k].neighbour - LaguerreFace::box_face, faces_[k].area, {}});
    else
      add_slopes(t, v, faces_[k].neighbour, faces_[k].area, moments_[k], row, own);
  }
  row.sites.push_back({v, own});
}

// The faces that are not as a whole beyond one of the cutting planes. Those that are have no part
// in the cell, and a plane without a face bounds nothing. Cells at the hull have many: their
// neighbours along it meet them far outside.
void ContainerRows::find_faces_left(const ConvexContainer& c, const Vec3& x) {
  double size = 0;
  for (const auto& polygon : polygons_)
    for (const Vec3& corner : polygon) size = std::max(size, norm2(corner - x));
  const double margin = 1e-9 * std::sqrt(size);
  left_.clear();
  for (std::size_t k = 0; k < faces_.size(); ++k) {
    const bool gone = std::any_of(cutting_.begin(), cutting_.end(), [&](std::uint32_t p) {
      const UnitPlane& plane = c.planes[p];
      return !polygons_[k].empty() &&
             std::all_of(polygons_[k].begin(), polygons_[k].end(), [&](const Vec3& corner) {
               return dot(plane.r, corner) > plane.d + margin;
             });
    });
    if (!gone) left_.push_back(static_cast<std::uint32_t>(k));
  }
}

void ContainerRows::add_cut(const Triangulation& t, Vertex v, const ConvexContainer& c,
                            CellRow& row) {
  const Vec3& x = t.site(v).x;
  find_faces_left(c, x);
  planes_.clear();
  for (const std::uint32_t k : cutting_)
    planes_.push_back({c.planes[k].r, c.planes[k].d - dot(c.planes[k].r, x)});
  for (const std::uint32_t k : left_) planes_.push_back(towards(t, v, faces_[k].neighbour, c));
  integrals_.resize(planes_.size());
  row.volume = std::clamp(scheme_.integrate(planes_, integrals_), 0.0, row.volume);
  double surface = 0;
  for (const FaceIntegrals& f : integrals_) surface += f.area;
  Vec3 own;
  for (std::size_t k = 0; k < planes_.size(); ++k) {
    const FaceIntegrals& f = integrals_[k];
    if (!(f.area > least_face * surface)) continue;
    if (k < cutting_.size()) {
      row.sides.push_back({6 + cutting_[k], f.area, f.moment + f.area * x});
      continue;
    }
    const Vertex neighbour = faces_[left_[k - cutting_.size()]].neighbour;
    if (neighbour >= LaguerreFace::box_face)
      row.sides.push_back({neighbour - LaguerreFace::box_face, f.area, {}});
    else
      add_slopes(t, v, neighbour, f.area, f.moment, row, own);
  }
  row.sites.push_back({v, own});
}

void ContainerRows::find(const Triangulation& t, Vertex v, const ConvexContainer& c, CellRow& row) {
  row.volume = 0;
  row.reach = 0;
  row.sites.clear(), row.sides.clear(), row.star.clear();
  if (t.hidden(v) || !(c.box.volume() > 0)) return;
  faces_.clear(), moments_.clear(), polygons_.clear(), cutting_.clear();
  row.volume = clipper_.clip_with_moments(t, v, c.box, faces_, moments_);
  row.reach = clipper_.reach();
  row.star.assign(clipper_.neighbours().begin(), clipper_.neighbours().end());
  std::sort(row.star.begin(), row.star.end());
  if (!none_is_near(c, t.site(v).x, row.reach)) {
    // Corners are only wanted near a side: few cells.
    faces_.clear(), moments_.clear();
    row.volume = clipper_.clip_with_moments(t, v, c.box, faces_, moments_, &polygons_);
    if (!find_cutting(c)) {
      row.volume = 0;
      return;
    }
  }
  if (cutting_.empty())
    add_whole(t, v, row);
  else
    add_cut(t, v, c, row);
  std::sort(row.sites.begin(), row.sites.end(),
            [](const auto& a, const auto& b) { return a.site < b.site; });
}

void ContainerRows::polygons(const Triangulation& t, Vertex v, const ConvexContainer& c,
                             std::vector<std::vector<Vec3>>& faces, std::vector<Vertex>& behind) {
  faces.clear(), behind.clear();
  if (t.hidden(v) || !(c.box.volume() > 0)) return;
  faces_.clear(), polygons_.clear();
  clipper_.clip(t, v, c.box, &faces_, &polygons_);
  if (!find_cutting(c)) return;
  const double size = norm(c.box.high - c.box.low);
  for (std::size_t k = 0; k < polygons_.size(); ++k) {
    for (const std::uint32_t p : cutting_) cut(polygons_[k], c.planes[p]);
    if (polygons_[k].size() < 3) continue;
    faces.push_back(polygons_[k]), behind.push_back(faces_[k].neighbour);
  }
  const Vec3& x = t.site(v).x;
  for (const std::uint32_t p : cutting_) {
    std::vector<Vec3> side = large_square(c.planes[p], x, size);
    for (const std::uint32_t other : cutting_)
      if (other != p) cut(side, c.planes[other]);
    for (const LaguerreFace& f : faces_) {
      UnitPlane plane = towards(t, v, f.neighbour, c);
      plane.d += dot(plane.r, x);
      cut(side, plane);
    }
    if (side.size() < 3) continue;
    faces.push_back(std::move(side)), behind.push_back(LaguerreFace::box_face + 6);
  }
}

}  // namespace scree::geometry
