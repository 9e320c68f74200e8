// Codes about clusters, and wrong input for each.
#include "scene/codes/codes.hpp"

namespace scree {
namespace {

constexpr CodeInfo kClusterCodes[] = {
    {"E0440", "a cluster that cannot be made",
     "The parameters of a [cluster.NAME] leave it no ball, or too many of them, or contradict each "
     "other."},
    {"E0441", "a fill that places balls only",
     "Most fills place clusters where they would place balls; this kind makes something of balls "
     "that a cluster cannot replace."},
    {"E0442", "an unknown cluster",
     "A fill names a cluster that no [cluster.NAME] of the scene defines."},
    {"E0443", "a mixture of clusters that is not clear",
     "A fill has either `cluster` or `mixture`, and at least one share of a mixture is above 0."},
    {"E0444", "a mesh that encloses no solid",
     "A cluster from a mesh fills what is inside: the mesh must be closed and its triangles "
     "oriented alike, or mass and inertia mean nothing."},
    {"E0445", "a bonded cluster that no bond holds",
     "A cluster of `kind = \"bonded\"` names a [bond.NAME] of the scene, and its balls are so near "
     "each other (`bond_gap`) that bonds join all of them."},
    {"E0448", "a table of bonds that cannot be used",
     "`bonds` of the fill `csv` names a table whose first row names its columns: i and j are "
     "grains by their rows in the table of grains, counted from 0; `bond` is the name of a "
     "[bond.NAME]."},
    {"E0460", "corners that enclose no area",
     "A polygon is a ring of three corners at least that are not in line."},
    {"E0461", "a corner that cannot be used",
     "Which features of two polygons are closest is decided exactly; coordinates must be finite, "
     "and 0 or of a size between 1e-44 and 1e60."},
    {"E0462", "a polygon that is not convex",
     "Every corner of a polygon turns to the left, once around. Corners that lie on a side or are "
     "given twice are dropped; those that point inwards are not."},
    {"E0463", "a polygon that goes round clockwise",
     "Corners are listed counter-clockwise: the inside is to the left of every side."},
    {"E0464", "a method for the other dimension",
     "`scree distance` knows the methods gjk, slm, fcp and cp for polyhedra, and with `--dimension "
     "2` the method `features` for polygons."},
    {"E0465", "a file of pairs of polygons that cannot be read",
     "`scree distance --dimension 2` takes a JSON object with a list `pairs`; each pair has the "
     "bodies `a` and `b`: lists of corners, each of two numbers, or objects with `vertices` or a "
     "`radius`, and `position`, `angle` and `rounding`."},
    {"E0560", "a cluster without balls", "A cluster needs balls with a size and a location."},
    {"E0561", "a body that is too long for the periodic box",
     "A body that reaches half around a periodic box could meet itself on the other side, and "
     "balls of one body never touch."},
    {"E0570", "vertices without a volume",
     "A convex body is the hull of its vertices; fewer than four, or all in one plane, enclose "
     "nothing."},
    {"E0571", "a vertex that cannot be used",
     "Whether a vertex is a corner of the hull is decided exactly; coordinates must be finite, and "
     "0 or of a size between 1e-44 and 1e60."},
    {"E0576", "a form with a number out of range",
     "Named convex forms (box, prism, random) have ranges for their sides, corners and ratios, so "
     "that the body has a volume."},
    {"E0580", "a file of pairs that cannot be read",
     "`scree distance` takes a JSON object with a list `pairs`; each pair has the bodies `a` and "
     "`b`, each a list of vertices of three numbers, or an object with `vertices` or a `form`."},
};

constexpr CodeExample kClusterExamples[] = {
    {"E0440",
     "[cluster.log]\n"
     "shape = \"cylinder\"\n"
     "diameter = \"4 mm\"\n"
     "width = \"3 mm\"\n"
     "layers = 5\n",
     "make it wider than a ball: width = \"12 mm\""},
    {"E0441",
     "[cluster.pair]\n"
     "shape = \"rod\"\n"
     "balls = 2\n"
     "diameter = \"4 mm\"\n"
     "[[fill]]\n"
     "kind = \"wall_of_balls\"\n"
     "cluster = \"pair\"\n"
     "diameter = \"4 mm\"\n"
     "outlet = \"2 cm\"\n"
     "hopper_height = \"2 cm\"\n"
     "cylinder_diameter = \"4 cm\"\n"
     "cylinder_height = \"4 cm\"\n",
     "take another fill for the clusters: kind = \"random\""},
    {"E0442",
     "[cluster.rod]\n"
     "shape = \"rod\"\n"
     "balls = 5\n"
     "diameter = \"4 mm\"\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "cluster = \"rods\"\n"
     "grains = [{ position = [0, 0, 0] }]\n",
     "write the suggested word: cluster = \"rod\""},
    {"E0443",
     "[cluster.rod]\n"
     "shape = \"rod\"\n"
     "balls = 5\n"
     "diameter = \"4 mm\"\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "mixture = [{ cluster = \"rod\", share = 0 }]\n"
     "grains = [{ position = [0, 0, 0] }]\n",
     "give it a share: share = 1"},
    {"E0444", "$ scree run scene_with_a_cluster_of_an_open_mesh.toml",
     "close the mesh, or join points that should be one with `weld`"},
    {"E0445",
     "[cluster.rod]\n"
     "shape = \"rod\"\n"
     "balls = 5\n"
     "diameter = \"4 mm\"\n"
     "kind = \"bonded\"\n",
     "add a bond: [bond.glue] with its kind, and bond = \"glue\""},
    {"E0448", "# bonds.csv of a csv fill: i,j\\n0,99\n",
     "name grains that the table of grains has"},
    {"E0560", "# a program that calls make_cluster(\"empty\", {})\n", "give it balls"},
    {"E0460",
     "$ scree distance pairs.json --dimension 2   # {\"pairs\": [{\"a\": [[0,0], [1,0], [2,0]], "
     "...",
     "give a corner off the line: [[0,0], [1,0], [1,1]]"},
    {"E0461",
     "$ scree distance pairs.json --dimension 2   # {\"pairs\": [{\"a\": [[0,0], [1e300,0], ...",
     "give lengths in metres"},
    {"E0462",
     "$ scree distance pairs.json --dimension 2   # {\"pairs\": [{\"a\": [[0,0], [2,0], [1,0.5], "
     "[2,2]], ...",
     "leave out the corner that points inwards"},
    {"E0463",
     "$ scree distance pairs.json --dimension 2   # {\"pairs\": [{\"a\": [[0,0], [0,1], [1,0]], "
     "...",
     "list the corners in the other order: [[0,0], [1,0], [0,1]]"},
    {"E0464", "$ scree distance pairs.json --dimension 2 --method gjk", "leave --method out"},
    {"E0465", "$ scree distance pairs.json --dimension 2   # {\"pairs\": [{\"a\": [[0,0,0], ...",
     "{\"pairs\": [{\"a\": [[x, y], ...], \"b\": [[x, y], ...]}]}"},
    {"E0561",
     "[box]\n"
     "min = [0, 0, 0]\n"
     "max = [\"40 mm\", \"40 mm\", \"40 mm\"]\n"
     "[cluster.rod]\n"
     "shape = \"rod\"\n"
     "balls = 10\n"
     "diameter = \"4 mm\"\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "cluster = \"rod\"\n"
     "grains = [{ position = [0.02, 0.02, 0.02] }]\n",
     "make the box longer: max = [\"60 mm\", \"60 mm\", \"60 mm\"]"},
    {"E0570",
     "$ scree distance pairs.json   # {\"pairs\": [{\"a\": [[0,0,0], [1,0,0], [0,1,0]], ...",
     "give a vertex out of the plane as well"},
    {"E0571", "$ scree distance pairs.json   # {\"pairs\": [{\"a\": [[0,0,1e300], ...",
     "give lengths in metres"},
    {"E0576",
     "$ scree distance pairs.json   # {\"pairs\": [{\"a\": {\"form\": \"box\", \"sides\": [1, 1, "
     "0]}, ...",
     "give a plate a thickness: \"sides\": [1, 1, 0.05]"},
    {"E0580", "$ scree distance pairs.json   # {\"paris\": []}",
     "{\"pairs\": [{\"a\": [[x, y, z], ...], \"b\": [[x, y, z], ...]}]}"},
};

}  // namespace

std::span<const CodeInfo> cluster_codes() { return kClusterCodes; }
std::span<const CodeExample> cluster_code_examples() { return kClusterExamples; }

}  // namespace scree
