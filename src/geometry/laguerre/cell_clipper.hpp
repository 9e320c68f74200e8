// One Laguerre cell, clipped to a box: every face as a polygon of its own.
//
// The face towards neighbour j lies in the plane p_j . y = g_j, y from the origin of the cell. It
// is bounded by the planes of the neighbours around the edge and by the box. It is projected along
// the greatest component of p_j, where four sides of the box are the rectangle to start from, and
// cut by one line after another: a cut of a convex polygon cannot fail, whatever the rounding.
//
// The box's own faces follow from the others, because the area vectors of a closed surface add up
// to zero. So a face that lies in a side of the box, or nearly, counts once however it is rounded.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "geometry/laguerre/cell_corners.hpp"
#include "geometry/laguerre/laguerre.hpp"
#include "geometry/triangulation/star.hpp"

namespace scree::geometry {

// A convex polygon in a plane, turning from u to v.
class ClipPolygon {
 public:
  void start(double u0, double v0, double u1, double v1, std::size_t cuts);  // a rectangle
  // The polygon whose sides lie in these lines, in turn. False, and nothing useful, where that is
  // not a convex polygon beyond doubt, or one that reaches farther than `far`.
  struct Line {
    double a, b, c;  // a u + b v <= c
  };
  bool enclose(std::span<const Line> lines, double far);
  void cut(double a, double b, double c);  // keeps a u + b v <= c
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  double u(std::size_t k) const { return u_[k]; }
  double v(std::size_t k) const { return v_[k]; }
  double area() const;
  struct Moments {
    double area = 0, u = 0, v = 0;  // integrals of 1, u, v
  };
  Moments moments() const;

 private:
  void reserve(std::size_t corners);
  std::size_t size_ = 0;
  std::vector<double> u_, v_, side_, new_u_, new_v_;
};

// Scratch of one thread.
class CellClipper {
 public:
  using Vertex = Triangulation::Vertex;

  // The volume; faces (all that are not empty) and polygons are appended where wanted.
  // Preconditions: v is not hidden, the box not empty.
  double clip(const Triangulation& t, Vertex v, const ClipBox& box,
              std::vector<LaguerreFace>* faces = nullptr,
              std::vector<std::vector<Vec3>>* polygons = nullptr);
  // With the moment of each face between cells, the integral of y - x over it, x the site. Faces of
  // the box come after those in `faces` and have none. Where no polygons are wanted and the box
  // does not touch the cell, from its corners (cell_corners.hpp).
  double clip_with_moments(const Triangulation& t, Vertex v, const ClipBox& box,
                           std::vector<LaguerreFace>& faces, std::vector<Vec3>& moments,
                           std::vector<std::vector<Vec3>>* polygons = nullptr);

  // Of the last cell: its star in any order, and a distance from the site that no corner is beyond;
  // infinite where it touches the box.
  std::span<const Vertex> neighbours() const { return star_.neighbours(); }
  double reach() const { return std::sqrt(reach2_); }

 private:
  struct Plane {
    Vec3 p;
    double g = 0;
  };
  void set_planes(const Triangulation& t, Vertex v, const ClipBox& box);
  // The plane of a face, projected along axis d: y_d = level - slope_u u - slope_v v.
  struct Projected {
    int d, u, v;
    double slope_u, slope_v, level;
  };
  Projected projected(std::size_t j) const;
  ClipPolygon::Line line(const Projected& at, std::uint32_t k) const;
  bool face_from_ring(const Projected& at, std::size_t j);
  void face_from_rectangle(const Projected& at, std::size_t j);
  void cut_face(std::size_t j, bool keep);
  void add_face(std::size_t j);
  void add_sides();
  void add_opposite_sides();
  Vec3 face_moments(std::size_t j) const;
  Vec3 moment_from_site(std::size_t j) const;
  void cut_side(int axis, bool high, bool without_coincident = false);
  void add_side(int axis, bool high, double area);
  bool holds_corner(int axis, bool high) const;
  void keep_polygon(int axis, double level, double slope_u, double slope_v, bool outward);

  Star star_;
  CellCorners corners_;
  std::vector<Plane> planes_;
  ClipPolygon polygon_;
  std::vector<ClipPolygon::Line> ring_;
  Vec3 origin_, low_, high_;  // low and high as seen from the origin
  Vec3 area_vectors_;         // sum over the faces between cells
  bool touched_[3][2] = {};
  double volume_ = 0, coincident_ = 0, reach2_ = 0;
  std::vector<LaguerreFace>* faces_ = nullptr;
  std::vector<std::vector<Vec3>>* polygons_ = nullptr;
  std::vector<Vec3>* moments_ = nullptr;
  Vec3 shift_;  // from the site to the origin
};

}  // namespace scree::geometry
