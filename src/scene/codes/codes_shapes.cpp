// Codes about shapes of grains, and wrong input for each.
#include "scene/codes/codes.hpp"

namespace scree {
namespace {

constexpr CodeInfo kShapeCodes[] = {
    {"E0450", "a shape that cannot be made",
     "The keys of a [shape.NAME] contradict each other, or one is missing: a polyhedron is given "
     "by "
     "`vertices`, by a `file`, as a `form` with a name, or as `parts`. Its hull has at most 10 000 "
     "corners."},
    {"E0451", "a shape without a size",
     "A form such as a cube has no size of its own. The fill gives one (`diameter`, `size`), or "
     "the "
     "[shape.NAME] does (`diameter`): that of the ball around it."},
    {"E0452", "an unknown shape",
     "A fill names a shape that no [shape.NAME] or [cluster.NAME] of the scene defines."},
    {"E0453", "a shape and a cluster of one name",
     "Fills take shapes and clusters by one key, `shape`: the name must say which is meant."},
    {"E0454", "an unknown method for polyhedra",
     "`detect.narrow` is one of gjk, slm, fcp and cp. The result is the same with any."},
    {"E0572", "an invalid rounding",
     "The rounding of a polyhedron is a length of 0 or more, and less than half of its diameter "
     "where one is given."},
    {"E0573", "a vertex that is not a point", "Every vertex has three coordinates."},
};

constexpr CodeExample kShapeExamples[] = {
    {"E0450",
     "[shape.gravel]\n"
     "kind = \"polyhedron\"\n"
     "diameter = \"1 cm\"\n",
     "say which: form = \"cube\""},
    {"E0451",
     "[shape.dice]\n"
     "kind = \"polyhedron\"\n"
     "form = \"cube\"\n"
     "[[fill]]\n"
     "kind = \"random\"\n"
     "shape = \"dice\"\n"
     "count = 5\n"
     "region = { kind = \"box\", min = [0, 0, 0], max = [\"10 cm\", \"10 cm\", \"10 cm\"] }\n",
     "give the fill a size: diameter = \"1 cm\""},
    {"E0452",
     "[shape.dice]\n"
     "kind = \"polyhedron\"\n"
     "form = \"cube\"\n"
     "diameter = \"1 cm\"\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "shape = \"dicce\"\n"
     "grains = [{ position = [0, 0, 0] }]\n",
     "write the suggested word: shape = \"dice\""},
    {"E0453",
     "[cluster.dice]\n"
     "shape = \"rod\"\n"
     "balls = 2\n"
     "diameter = \"4 mm\"\n"
     "[shape.dice]\n"
     "kind = \"polyhedron\"\n"
     "form = \"cube\"\n"
     "diameter = \"1 cm\"\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "shape = \"dice\"\n"
     "grains = [{ position = [0, 0, 0] }]\n",
     "rename one of them: [cluster.pair]"},
    {"E0454", "# a program that sets world.detect.narrow = \"epa\"\n",
     "take \"gjk\", which is the fastest"},
    {"E0572",
     "[shape.pebble]\n"
     "kind = \"polyhedron\"\n"
     "form = \"cube\"\n"
     "diameter = \"1 cm\"\n"
     "rounding = \"6 mm\"\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "shape = \"pebble\"\n"
     "grains = [{ position = [0, 0, 0] }]\n",
     "less than half of the diameter: rounding = \"1 mm\""},
    {"E0573",
     "[shape.wedge]\n"
     "kind = \"polyhedron\"\n"
     "vertices = [[0, 0], [1, 0], [0, 1], [1, 1]]\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "shape = \"wedge\"\n"
     "grains = [{ position = [0, 0, 0] }]\n",
     "three numbers each: vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]"},
};

}  // namespace

std::span<const CodeInfo> shape_codes() { return kShapeCodes; }
std::span<const CodeExample> shape_code_examples() { return kShapeExamples; }

}  // namespace scree
