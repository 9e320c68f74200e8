// Convex bodies that have a name: the four of Nezami et al. 2006 (fig. 14), boxes, prisms, the
// Platonic solids, and random ones.
//
// A form has its centre of volume at the origin and its farthest corner at the distance 1/2: it
// fits a ball of diameter 1 that turns about its centre, and is scaled to the size that a grain
// has. Coordinates come from sqrt and exact::sin_cos alone: the same bits on every machine.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/result.hpp"
#include "geometry/convex/polyhedron.hpp"

namespace scree::geometry {

// What a form may be told. Each form reads the numbers that FormInfo names for it.
struct FormSpec {
  Vec3 sides{1, 1, 1};    // of a box, in any unit
  int corners = 6;        // of the base of a prism
  double height = 1;      // of a prism: its length in diameters of the circle around its base
  int vertices = 14;      // of a random form
  double elongation = 1;  // of a random form: length over width, at least 1
  double flatness = 1;    // of a random form: width over thickness, at least 1
  std::uint64_t seed = 0;
};

struct FormInfo {
  std::string_view name, text;
  std::string_view reads;  // members of FormSpec, with commas
  Result<Polyhedron> (*make)(const FormSpec&) = nullptr;
};
std::span<const FormInfo> form_catalog();
const FormInfo* find_form(std::string_view name);

Polyhedron tetrahedron_form();  // regular
Polyhedron pyramid_form();      // square base, equal edges
Polyhedron cube_form();
// The corners of a cube and one over each of its faces, all on one ball: 24 triangles.
Polyhedron fourteen_form();
Polyhedron octahedron_form();
Polyhedron dodecahedron_form();
Polyhedron icosahedron_form();
// E0576: a number out of range.
Result<Polyhedron> box_form(const Vec3& sides);
Result<Polyhedron> prism_form(int corners, double height);
// Vertices on an ellipsoid, each the one of eight random places that is farthest from those before
// it. The box around it has the sides length : width : thickness = elongation * flatness :
// flatness : 1, along x, y and z.
Result<Polyhedron> random_form(const FormSpec& spec);

// Any body, moved and scaled as a form.
Polyhedron as_form(const Polyhedron& body);

}  // namespace scree::geometry
