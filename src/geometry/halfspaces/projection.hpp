// The projection scheme of Lasserre (1983) for the cell r_k . x <= d_k, as in Frenning (2015): face
// areas and moments from projected edges, without ever putting a corner or a polygon together.
//
//   volume     V = 1/3 sum_k d_k A_k                                         (5)
//   a face     in two coordinates: s_j . y <= g_j                            (8) to (10)
//   its area   A'_k = 1/2 sum_j g_j L''_j / |s_jb|                           (14)
//   an edge    in one coordinate: t_i z <= h_i, between two bounds           (15) to (17)
//   moments    integral of x over the face, from the same edges              (22) to (27)
//
// Rows are unit vectors here, so d_k is the distance of a plane and A'_k / |r_k_gamma| the area.
// The price is n^3 for n planes, with a small factor: 14 planes take some microseconds.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/vec3.hpp"

namespace scree::geometry {

struct UnitPlane {
  Vec3 r;        // unit, out of the cell
  double d = 0;  // r . x of its points
};

struct FaceIntegrals {
  double area = 0;
  Vec3 moment{};  // integral of x
};

// Scratch that is used again: no allocation once it has grown.
class ProjectionScheme {
 public:
  // Two directions closer than this angle are one: their planes are told apart by distance alone.
  static constexpr double least_angle = 1e-8;

  // Integrals of all faces, 0 for planes that bound nothing; the volume is returned. Of planes that
  // coincide the first has the face. Precondition: the cell is bounded.
  double integrate(std::span<const UnitPlane> planes, std::span<FaceIntegrals> faces,
                   bool moments = true);
  // The volume alone.
  double volume(std::span<const UnitPlane> planes) { return integrate(planes, {}, false); }

  // What the edges tell about the cell before its volume is asked for. Tolerant: an edge whose
  // length is 0 within rounding counts.
  struct Survey {
    bool any = false;      // the cell has an edge, so it is not empty
    bool endless = false;  // an edge runs to infinity
    Vec3 low, high;        // box of the corners
  };
  Survey survey(std::span<const UnitPlane> planes);

 private:
  struct Line {  // of one plane in the face at hand: (8)
    double s[2];
    double g;
    double length;  // |s|
    double error;   // sum of the terms of g, for ties
  };
  struct Edge {
    std::size_t line = 0;      // in lines_
    int a = 0, b = 1;          // kept and eliminated coordinate
    double low = 0, high = 0;  // infinite where it has no end
    bool is_open() const { return !(high - low < std::numeric_limits<double>::infinity()); }
  };
  void drop_parallel(std::span<const UnitPlane> planes);
  bool project(std::span<const UnitPlane> planes, std::size_t k);
  void add_line(const Line& l);
  bool edge(std::size_t line, Edge& e);
  double doubt(const Edge& e) const;
  void add_edge(const Edge& e, double& area, double (&moment)[2]) const;

  std::vector<std::uint32_t> kept_;  // planes of which no two are parallel, the inner ones
  std::vector<Line> lines_;
  std::vector<double> above_, below_;  // bounds of the edge at hand
  int gamma_ = 0, axis_[2] = {};       // of the face at hand
};

}  // namespace scree::geometry
