// Messages about cells that deform.
#include "scene/codes/codes.hpp"

namespace scree {
namespace {

constexpr CodeInfo kCellCodes[] = {
    {"E0650", "a cell that deforms and is not periodic",
     "[[cell]] changes the lengths and tilts of the periodic box, and the grains move with it. "
     "That "
     "needs a [box] that is periodic in x, y and z."},
    {"E0651", "what does not go with a cell that deforms",
     "In a deforming cell every place is like every other: velocities are counted from the flow of "
     "the cell. Gravity, walls, inlets, outlets, fixed grains and forces at single grains single "
     "out a place. Clumps, other shapes and bonds are not supported yet."},
    {"E0652", "a phase of a cell that contradicts itself",
     "Each of the components xx, yy, zz, xy, xz, yz has a rate, a strain or a stress, or is held. "
     "A "
     "strain needs the duration of its phase, and only the last phase may do without a duration."},
    {"E0653", "a servo of a cell that cannot work",
     "A stress is kept by a servo: rate = max_rate gain (stress - target)/scale, at most max_rate; "
     "the scale is the greatest target of the phase. It needs `max_rate`, a positive gain and a "
     "target that is not 0."},
    {"E0654", "a cell that deforms too fast for the time step",
     "A cell may change by 0.1% in a step. A faster one would carry grains through each other."},
    {"E0655", "a cell that has become too narrow",
     "A periodic direction must stay longer than 3.3 diameters of the largest grain: otherwise a "
     "grain would meet two images of another. Use more grains, or stop the deformation earlier."},
    {"E0656", "a measure that needs an upright box",
     "Regions of space (boxes, cylinders, balls), flows and Voronoi cells are found with images in "
     "an upright periodic box. In a cell that is sheared their images are shifted. Measures of the "
     "whole cell (cell, stress, fabric, coordination, energy, layers, density) work."},
};

constexpr CodeExample kCellExamples[] = {
    {"E0650",
     "gravity = [0, 0, 0]\n"
     "[box]\n"
     "min = [0, 0, 0]\n"
     "max = [\"4 cm\", \"4 cm\", \"4 cm\"]\n"
     "periodic = \"xy\"\n"
     "[[cell]]\n"
     "rate = { xx = \"-0.1 1/s\" }\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "grains = [{ position = [0.01, 0.01, 0.01], diameter = \"4 mm\" }]\n",
     "periodic = \"xyz\", which is the default"},
    {"E0651",
     "[box]\n"
     "min = [0, 0, 0]\n"
     "max = [\"4 cm\", \"4 cm\", \"4 cm\"]\n"
     "[[cell]]\n"
     "rate = { xx = \"-0.1 1/s\" }\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "grains = [{ position = [0.01, 0.01, 0.01], diameter = \"4 mm\" }]\n",
     "gravity = [0, 0, 0]"},
    {"E0652",
     "gravity = [0, 0, 0]\n"
     "[box]\n"
     "min = [0, 0, 0]\n"
     "max = [\"4 cm\", \"4 cm\", \"4 cm\"]\n"
     "[[cell]]\n"
     "strain = { xx = -0.1 }\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "grains = [{ position = [0.01, 0.01, 0.01], diameter = \"4 mm\" }]\n",
     "duration = \"0.5 s\" beside the strain"},
    {"E0653",
     "gravity = [0, 0, 0]\n"
     "[box]\n"
     "min = [0, 0, 0]\n"
     "max = [\"4 cm\", \"4 cm\", \"4 cm\"]\n"
     "[[cell]]\n"
     "stress = { xx = \"1 kPa\" }\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "grains = [{ position = [0.01, 0.01, 0.01], diameter = \"4 mm\" }]\n",
     "max_rate = \"1 1/s\" beside the stress"},
    {"E0654",
     "dt = \"1 us\"\n"
     "gravity = [0, 0, 0]\n"
     "[box]\n"
     "min = [0, 0, 0]\n"
     "max = [\"4 cm\", \"4 cm\", \"4 cm\"]\n"
     "[[cell]]\n"
     "rate = { xx = \"-1e5 1/s\" }\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "grains = [{ position = [0.01, 0.01, 0.01], diameter = \"4 mm\" }]\n",
     "a slower rate"},
    {"E0655", "$ scree run isotropic_compression --set duration='1 min'",
     "a larger box, or an end of the deformation: strain = { xx = -0.3 } with a duration"},
    {"E0656",
     "gravity = [0, 0, 0]\n"
     "[box]\n"
     "min = [0, 0, 0]\n"
     "max = [\"4 cm\", \"4 cm\", \"4 cm\"]\n"
     "[[cell]]\n"
     "rate = { xy = \"1 1/s\" }\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "grains = [{ position = [0.01, 0.01, 0.01], diameter = \"4 mm\" }]\n"
     "[output]\n"
     "measures = [\"voronoi\"]\n",
     "measures = [\"cell\", \"density\"]"},
};

}  // namespace

std::span<const CodeInfo> cell_codes() { return kCellCodes; }
std::span<const CodeExample> cell_code_examples() { return kCellExamples; }

}  // namespace scree
