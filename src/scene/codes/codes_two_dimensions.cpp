// Messages of scenes in two dimensions.
#include "scene/codes/codes.hpp"

namespace scree {
namespace {

constexpr CodeInfo kTwoDimensionsCodes[] = {
    {"E0466", "a polygon that is not described",
     "A [shape.NAME] of kind `polygon` is given by `vertices`, a `file` with one corner per line, "
     "a "
     "`form` or `parts`, by one of them; keys of the others do not belong to it."},
    {"E0467", "a rounding that does not fit the polygon",
     "The rounding is a length, at most half of `diameter`. Polygons that push by the area of "
     "their overlap have sharp corners."},
    {"E0468", "a polygon as a wall that is not described",
     "A wall of shape `polygon` has `vertices`, or is a bar with `from`, `to` and `thickness`."},
    {"E0469", "an arc that does not go round",
     "An arc goes counter-clockwise from the angle `from` to a greater angle `to`, less than a "
     "whole turn. A whole circle is a `cylinder`."},
    {"E0620", "something outside of the plane z = 0",
     "With `dimension = 2` all grains move in the plane z = 0 and turn about z. Positions, "
     "velocities and gravity have z = 0, spins and rotations only z, and space is not periodic "
     "along z. Vectors may be written with two numbers."},
    {"E0621", "a wall shape of other dimensions",
     "Walls of two dimensions are planes, boxes, cylinders (circles), polygons and arcs. A cone or "
     "an hourglass cut by the plane would not be met as its section; put hoppers together from "
     "polygons. Polygons and arcs need `dimension = 2`."},
    {"E0622", "a wall that is not parallel to z",
     "In two dimensions walls are prisms along z: normals lie in x and y, cylinders have the axis "
     "z, positions have z = 0, and walls are turned about z only."},
    {"E0623", "a wall that leaves the plane z = 0",
     "In two dimensions walls move along x and y and turn about z."},
    {"E0624", "a grain of other dimensions",
     "Polyhedra and clusters of balls that do not lie in one plane need three dimensions, polygons "
     "two."},
    {"E0625", "a measure of other dimensions",
     "Rings, Voronoi cells, profiles, fields and pair correlations are measured in three "
     "dimensions. "
     "A cylinder as a region of two dimensions has the axis z."},
    {"E0627", "a fill of other dimensions",
     "Regions of two dimensions are boxes and spheres (circles); the silo of fixed balls is one of "
     "three."},
    {"E0628", "a law of other dimensions",
     "Liquid bridges are necks between balls: there are none between discs."},
};

constexpr CodeExample kTwoDimensionsExamples[] = {
    {"E0466",
     "dimension = 2\n"
     "[shape.hex]\n"
     "kind = \"polygon\"\n"
     "corners = 6\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "shape = \"hex\"\n"
     "grains = [{ position = [0, 0] }]\n",
     "form = \"regular\" and corners = 6"},
    {"E0467",
     "dimension = 2\n"
     "[shape.hex]\n"
     "kind = \"polygon\"\n"
     "form = \"regular\"\n"
     "diameter = \"1 cm\"\n"
     "rounding = \"6 mm\"\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "shape = \"hex\"\n"
     "grains = [{ position = [0, 0] }]\n",
     "less than half of the diameter: rounding = \"1 mm\""},
    {"E0468",
     "dimension = 2\n"
     "[[wall]]\n"
     "shape = \"polygon\"\n"
     "from = [0, 0]\n"
     "to = [1, 0]\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "grains = [{ position = [0, 1], diameter = 0.1 }]\n",
     "thickness = \"1 cm\""},
    {"E0469",
     "dimension = 2\n"
     "[[wall]]\n"
     "shape = \"arc\"\n"
     "radius = 1\n"
     "from = \"340 deg\"\n"
     "to = \"200 deg\"\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "grains = [{ position = [0, 0], diameter = 0.1 }]\n",
     "from = \"200 deg\", to = \"340 deg\""},
    {"E0620",
     "dimension = 2\n"
     "gravity = [0, 0, -9.81]\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "grains = [{ position = [0, 0], diameter = 0.1 }]\n",
     "gravity = [0, -9.81]"},
    {"E0621",
     "dimension = 2\n"
     "[[wall]]\n"
     "shape = \"sphere\"\n"
     "radius = 1\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "grains = [{ position = [0, 0], diameter = 0.1 }]\n",
     "shape = \"cylinder\": a circle"},
    {"E0622",
     "dimension = 2\n"
     "[[wall]]\n"
     "shape = \"plane\"\n"
     "normal = [0, 0, 1]\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "grains = [{ position = [0, 1], diameter = 0.1 }]\n",
     "normal = [0, 1]"},
    {"E0623",
     "dimension = 2\n"
     "[[wall]]\n"
     "shape = \"box\"\n"
     "size = [1, 1]\n"
     "motion = { kind = \"rotate\", angular_velocity = \"1 rad/s\", axis = [0, 1, 0] }\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "grains = [{ position = [0, 0], diameter = 0.1 }]\n",
     "axis = [0, 0, 1]"},
    {"E0624",
     "[shape.hex]\n"
     "kind = \"polygon\"\n"
     "form = \"regular\"\n"
     "diameter = \"1 cm\"\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "shape = \"hex\"\n"
     "grains = [{ position = [0, 0, 0] }]\n",
     "dimension = 2 at the top of the scene"},
    {"E0625",
     "dimension = 2\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "grains = [{ position = [0, 0], diameter = 0.1 }]\n"
     "[output]\n"
     "measures = [{ kind = \"rings\", radius = 1, count = 4 }]\n",
     "`mass` with region = \"sphere\", once per ring"},
    {"E0627",
     "dimension = 2\n"
     "[[fill]]\n"
     "kind = \"random\"\n"
     "diameter = 0.1\n"
     "count = 3\n"
     "region = { kind = \"cylinder\", diameter = 1, height = 1 }\n",
     "region = { kind = \"box\", min = [0, 0], max = [1, 1] }"},
    {"E0628",
     "dimension = 2\n"
     "[material.wet]\n"
     "cohesion = { law = \"liquid-bridge\", surface_tension = 0.07, film = 0.01 }\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "grains = [{ position = [0, 0], diameter = 0.1 }]\n",
     "a law without liquid, `jkr` for example"},
};

}  // namespace

std::span<const CodeInfo> two_dimensions_codes() { return kTwoDimensionsCodes; }
std::span<const CodeExample> two_dimensions_code_examples() { return kTwoDimensionsExamples; }

}  // namespace scree
