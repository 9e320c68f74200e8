// Messages of the commands that ask the geometry alone: half-spaces and cells.
#include "scene/codes/codes.hpp"

namespace scree {
namespace {

constexpr CodeInfo kGeometryCodes[] = {
    {"E0590", "rows and limits that do not match",
     "A system R x <= f needs one number of f for each row of R."},
    {"E0591", "a half-space with a number that is not finite",
     "Rows and limits must be finite numbers. A row that is to limit nothing is left out; a cell "
     "may be open, its volume is then told to be infinite."},
    {"E0592", "a file of half-spaces that cannot be read",
     "`scree volume` takes a JSON object with a list `systems`; each system has `R`, a list of "
     "rows "
     "of three numbers, and `f`, a list of one number per row: the points with R x <= f."},
    {"E0593", "walls that leave no space to divide",
     "Cells of grains fill what the walls leave if that is closed and convex: planes, boxes, "
     "cylinders, cones and convex meshes from inside, plates and discs that cover all grains. An "
     "hourglass, a hopper with its bin or an open beaker is not such a space: `container = "
     "\"grains\"` divides the bounding box of the grains, and a box, a cylinder or a cone can be "
     "given with the measure."},
    {"E0594", "a bulk modulus that is too low for compaction",
     "The pressure of a cell rises as its voids close and goes on with the bulk modulus of the "
     "solid where its slope has grown to it. The modulus must be above pressure * from^2 / (1 - "
     "from), the slope at the beginning."},
    {"E0595", "grains that compaction cannot take",
     "Cells are those of balls: clumps and other shapes have none of their own. Grains must not "
     "enter or leave during the run: the cells of the others would jump."},
    {"E0596", "compaction without a closed space",
     "Pressure from cell volumes needs cells: the walls must close around the grains and leave a "
     "convex space, or the space must be periodic. A die needs its punch from the start."},
    {"E0597", "a volume that no number holds",
     "The cell is bounded, but its volume, or a derivative of it, is above 1.8e308 or below "
     "4.9e-324: measure lengths in another unit."},
};

constexpr CodeExample kGeometryExamples[] = {
    {"E0590",
     "$ scree volume system.json   # {\"systems\": [{\"R\": [[1,0,0], [0,1,0]], \"f\": [1]}]}",
     "{\"R\": [[1,0,0], [0,1,0]], \"f\": [1, 1]}"},
    {"E0591", "# halfspace_volume(rows, limits)   // limits[2] is NaN", "leave the row out"},
    {"E0592", "$ scree volume system.json   # {\"system\": {\"R\": [], \"f\": []}}",
     "{\"systems\": [{\"R\": [[x, y, z], ...], \"f\": [limit, ...]}]}"},
    {"E0593",
     "[output]\n"
     "measures = [{ kind = \"voronoi\", container = \"walls\" }]   # the only wall is a floor\n",
     "container = \"grains\""},
    {"E0594",
     "[material.salt]\n"
     "compaction = { pressure = \"100 MPa\", bulk_modulus = \"200 MPa\" }\n",
     "bulk_modulus = \"10 GPa\""},
    {"E0595",
     "[material.salt]\n"
     "compaction = { pressure = \"10 MPa\", bulk_modulus = \"10 GPa\" }\n"
     "[[fill]]\n"
     "kind = \"pour\"   # grains that enter during the run\n"
     "centre = [0, 0.1, 0]\nwidth = \"5 cm\"\nrate = 100\ndiameter = \"5 mm\"\n",
     "fill first, in a run of its own, and compact what lies there"},
    {"E0596",
     "[material.salt]\n"
     "compaction = { pressure = \"10 MPa\", bulk_modulus = \"10 GPa\" }\n"
     "[[wall]]\n"
     "shape = \"plane\"   # the only wall\n",
     "close the die: add walls around the grains and a punch"},
    {"E0597", "$ scree volume system.json   # a cube of 1e200", "a cube of 1, in units of 1e200"},
};

}  // namespace

std::span<const CodeInfo> geometry_codes() { return kGeometryCodes; }
std::span<const CodeExample> geometry_code_examples() { return kGeometryExamples; }

}  // namespace scree
