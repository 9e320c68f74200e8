#include "geometry/laguerre/container_rows.hpp"

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

// Cuts the clipped cell by the planes of the container, the nearest first: most others have nothing
// left to cut then, though the cell of a grain at the hull reaches far beyond them. Labels: faces_,
// then the planes. False where no plane cuts.
bool ContainerRows::carve(const Triangulation& t, Vertex v, const ConvexContainer& c) {
  const Vec3& x = t.site(v).x;
  carver_.start();
  const auto faces = static_cast<std::uint32_t>(faces_.size());
  for (std::uint32_t k = 0; k < faces; ++k)
    if (polygons_[k].size() >= 3)
      carver_.add_face(towards(t, v, faces_[k].neighbour, c), k, polygons_[k], -x);
  near_.clear();
  for (std::size_t k = 0; k < c.planes.size(); ++k) {
    const double distance = c.planes[k].d - dot(c.planes[k].r, x);
    if (distance < carver_.reach()) near_.push_back({distance, static_cast<std::uint32_t>(k)});
  }
  std::sort(near_.begin(), near_.end(), [](const Near& a, const Near& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.plane < b.plane;
  });
  bool changed = false;
  for (const Near& n : near_) {
    if (carver_.empty() || n.distance >= carver_.reach()) break;
    changed |= carver_.cut({c.planes[n.plane].r, n.distance}, faces + n.plane);
  }
  return changed;
}

// Faces with some area become slopes and sides of the row. label(k): in faces_, then the planes.
template <class Label, class Area, class Moment>
void ContainerRows::add_faces(const Triangulation& t, Vertex v, std::size_t count, Label label,
                              Area area, Moment moment, CellRow& row) {
  double surface = 0;
  for (std::size_t k = 0; k < count; ++k) surface += area(k);
  Vec3 own;
  for (std::size_t k = 0; k < count; ++k) {
    if (!(area(k) > least_face * surface)) continue;
    const std::size_t n = label(k);
    if (n >= faces_.size())
      row.sides.push_back({static_cast<std::uint32_t>(6 + n - faces_.size()), area(k),
                           moment(k) + area(k) * t.site(v).x});
    else if (faces_[n].of_box())
      row.sides.push_back({faces_[n].neighbour - LaguerreFace::box_face, area(k), {}});
    else
      add_slopes(t, v, faces_[n].neighbour, area(k), moment(k), row, own);
  }
  row.sites.push_back({v, own});
}

void ContainerRows::add_whole(const Triangulation& t, Vertex v, CellRow& row) {
  add_faces(
      t, v, faces_.size(), [](std::size_t k) { return k; },
      [this](std::size_t k) { return faces_[k].area; },
      [this](std::size_t k) { return moments_[k]; }, row);
}

template <class Label>
void ContainerRows::add_integrals(const Triangulation& t, Vertex v, Label label, CellRow& row) {
  add_faces(
      t, v, integrals_.size(), label, [this](std::size_t k) { return integrals_[k].area; },
      [this](std::size_t k) { return integrals_[k].moment; }, row);
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

// Where the carved cell is not closed beyond doubt.
void ContainerRows::add_projected(const Triangulation& t, Vertex v, const ConvexContainer& c,
                                  CellRow& row) {
  const Vec3& x = t.site(v).x;
  find_faces_left(c, x);
  planes_.clear();
  for (const std::uint32_t k : cutting_)
    planes_.push_back({c.planes[k].r, c.planes[k].d - dot(c.planes[k].r, x)});
  for (const std::uint32_t k : left_) planes_.push_back(towards(t, v, faces_[k].neighbour, c));
  integrals_.resize(planes_.size());
  row.volume = std::clamp(scheme_.integrate(planes_, integrals_), 0.0, row.volume);
  const auto label = [this](std::size_t k) -> std::size_t {
    return k < cutting_.size() ? faces_.size() + cutting_[k] : left_[k - cutting_.size()];
  };
  add_integrals(t, v, label, row);
}

void ContainerRows::find(const Triangulation& t, Vertex v, const ConvexContainer& c, CellRow& row) {
  row.volume = 0;
  row.reach = 0;
  row.sites.clear(), row.sides.clear(), row.star.clear();
  if (t.hidden(v) || !(c.box.volume() > 0)) return;
  faces_.clear(), moments_.clear(), polygons_.clear();
  row.volume = clipper_.clip_with_moments(t, v, c.box, faces_, moments_);
  row.reach = clipper_.reach();
  row.star.assign(clipper_.neighbours().begin(), clipper_.neighbours().end());
  std::sort(row.star.begin(), row.star.end());
  bool carved = false;
  if (!none_is_near(c, t.site(v).x, row.reach)) {
    // Corners are only wanted near a side: few cells.
    faces_.clear(), moments_.clear();
    row.volume = clipper_.clip_with_moments(t, v, c.box, faces_, moments_, &polygons_);
    carved = carve(t, v, c);
  }
  if (carved && carver_.empty()) {
    row.volume = 0;
    return;
  }
  if (!carved) {
    add_whole(t, v, row);
  } else if (const double volume = carver_.integrate(integrals_);
             carver_.is_closed(integrals_, volume)) {
    row.volume = std::clamp(volume, 0.0, row.volume);
    add_integrals(
        t, v, [this](std::size_t k) { return carver_.faces()[k].label; }, row);
  } else if (find_cutting(c)) {
    add_projected(t, v, c, row);
  } else {
    row.volume = 0;
    return;
  }
  std::sort(row.sides.begin(), row.sides.end(),
            [](const auto& a, const auto& b) { return a.side < b.side; });
  std::sort(row.sites.begin(), row.sites.end(),
            [](const auto& a, const auto& b) { return a.site < b.site; });
}

void ContainerRows::polygons(const Triangulation& t, Vertex v, const ConvexContainer& c,
                             std::vector<std::vector<Vec3>>& faces, std::vector<Vertex>& behind) {
  faces.clear(), behind.clear();
  if (t.hidden(v) || !(c.box.volume() > 0)) return;
  faces_.clear(), polygons_.clear();
  clipper_.clip(t, v, c.box, &faces_, &polygons_);
  const Vec3& x = t.site(v).x;
  carve(t, v, c);
  for (const CellCarver::Face& f : carver_.faces()) {
    faces.emplace_back();
    for (const Vec3& corner : carver_.corners(f)) faces.back().push_back(x + corner);
    behind.push_back(f.label < faces_.size() ? faces_[f.label].neighbour
                                             : LaguerreFace::box_face + 6);
  }
}

}  // namespace scree::geometry
