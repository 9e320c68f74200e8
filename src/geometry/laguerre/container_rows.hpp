// How the volume of one cell within a container changes when sites, walls or the sides of the box
// move: dV_i/dx_j as in laguerre_gradient.hpp, and for each flat side r . y = d that bounds the
// cell
//
//   dV = A dd - M . dr       A area of the cell's face in it, M integral of y over that face
//
// A cell at a side is cut face by face (cell_carver.hpp); where that does not close, because faces
// coincide, its half-spaces are projected (halfspaces/projection.hpp).
#pragma once

#include "geometry/laguerre/cell_carver.hpp"
#include "geometry/laguerre/cell_clipper.hpp"
#include "geometry/laguerre/container.hpp"
#include "geometry/laguerre/laguerre_gradient.hpp"

namespace scree::geometry {

struct ContainerSide {
  std::uint32_t side = 0;  // 0 to 5: of the box (2 axis, + 1 at the high end); 6 + k: plane k
  double area = 0;
  Vec3 moment{};  // in the world; not of the box: its sides keep their directions
};

struct CellRow {
  double volume = 0;
  std::vector<LaguerreGradient::Entry> sites;  // ascending, the cell's own among them
  std::vector<ContainerSide> sides;
  std::vector<Triangulation::Vertex> star;  // all neighbours that it was found with, ascending
  double reach = 0;  // no corner is farther from the site; infinite where it touches the box
};

// All within `reach` of x is behind the plane, whatever the rounding.
bool is_behind(const UnitPlane& plane, const Vec3& x, double reach);

// d of side k of a container, and its direction.
UnitPlane side_of(const ConvexContainer& container, std::uint32_t side);

// Scratch of one thread.
class ContainerRows {
 public:
  // The row of one cell; empty for a hidden site. It depends on sites and container alone, not on
  // how the triangulation came about.
  void find(const Triangulation& t, Triangulation::Vertex v, const ConvexContainer& c,
            CellRow& row);
  // Faces of the cell as polygons, counter-clockwise from outside, and what is behind each: a site,
  // or LaguerreFace::box_face + 0 to 5, the sides of the box, + 6 for a plane of the container.
  void polygons(const Triangulation& t, Triangulation::Vertex v, const ConvexContainer& c,
                std::vector<std::vector<Vec3>>& faces, std::vector<Triangulation::Vertex>& behind);

 private:
  bool none_is_near(const ConvexContainer& c, const Vec3& x, double reach) const;
  bool carve(const Triangulation& t, Triangulation::Vertex v, const ConvexContainer& c);
  void add_whole(const Triangulation& t, Triangulation::Vertex v, CellRow& row);
  template <class Label>
  void add_integrals(const Triangulation& t, Triangulation::Vertex v, Label label, CellRow& row);
  template <class Label, class Area, class Moment>
  void add_faces(const Triangulation& t, Triangulation::Vertex v, std::size_t count, Label label,
                 Area area, Moment moment, CellRow& row);
  bool find_cutting(const ConvexContainer& c);
  void find_faces_left(const ConvexContainer& c, const Vec3& x);
  void add_projected(const Triangulation& t, Triangulation::Vertex v, const ConvexContainer& c,
                     CellRow& row);

  CellClipper clipper_;
  CellCarver carver_;
  ProjectionScheme scheme_;
  std::vector<LaguerreFace> faces_;
  std::vector<Vec3> moments_;
  std::vector<std::vector<Vec3>> polygons_;
  struct Near {
    double distance;  // from the site
    std::uint32_t plane;
  };
  std::vector<Near> near_;              // planes of the container that may cut
  std::vector<std::uint32_t> cutting_;  // those that do
  std::vector<std::uint32_t> left_;     // faces that they leave something of
  std::vector<UnitPlane> planes_;
  std::vector<FaceIntegrals> integrals_;
};

}  // namespace scree::geometry
