// The codes of walls, wall motions and meshes. A code is never reused for something else.
#include "scene/codes/codes.hpp"

namespace scree {
namespace {

constexpr CodeInfo kWallCodes[] = {
    {"E0401", "a direction that is zero", "Axes and normals need a length; it is scaled to 1."},
    {"E0402", "a wall's sizes are impossible",
     "Radii, heights and widths are positive, and the inner one is smaller than the outer "
     "one."},
    {"E0403", "a box has no such face",
     "The faces are left, right, bottom, top, back and front; not all of them can be open."},
    {"E0404", "an hourglass does not close",
     "Two cones of that angle between `diameter` and `neck` are higher than the glass."},
    {"E0411", "a mesh file cannot be read", "The file is missing or may not be read."},
    {"E0412", "an unknown mesh format",
     "STL (text or binary), OBJ and PLY are read; the ending or the content must tell "
     "which."},
    {"E0413", "a mesh file that is wrong",
     "The line or byte that is named is not what the format has there."},
    {"E0414", "a coordinate that is not a number",
     "Vertices of meshes are finite, and small enough to be squared."},
    {"E0415", "a triangle without its corner",
     "A face refers to a vertex that the file does not have. OBJ counts from 1, PLY from "
     "0."},
    {"E0416", "a mesh file that ends too early", "It was cut off, perhaps while it was copied."},
    {"E0417", "a mesh without triangles", "At least one triangle must have a positive area."},
    {"E0421", "a motion that stops before it starts",
     "`stop` must not be before `start`, a `ramp` needs time at both ends, and `ramp_steps` need a "
     "`ramp`."},
    {"E0422", "a motion without motion",
     "Frequencies and amplitudes are positive; velocities are finite."},
    {"E0423", "a free wall lacks its drive",
     "Under control of a force a wall needs a `mass`; a servo needs a `pressure` to keep "
     "and a `max_speed`."},
    {"E0424", "a free wall starts beyond its stops",
     "It starts at displacement 0, so `lowest` is at most 0 and `highest` at least 0."},
    {"E0425", "a wall cannot be this rigid body",
     "A motion of kind `body` needs a `mass`, and an `inertia` if the wall can turn. Velocities "
     "lie "
     "along what is free, and a `pivot` away from the centre of mass is for a wall that turns "
     "about "
     "one axis and does not move."},
    {"E0430", "a bond whose parameters do not fit together",
     "Its kind needs another parameter, or one of two, or a relation between two of them. "
     "`scree list bonds` shows the kinds."},
    {"E0431", "no such bond", "`bond` names a table [bond.NAME] of the scene."},
    {"E0432", "grains that come later cannot be glued",
     "`bond` glues grains that lie at rest side by side at the start; a fill that pours has none."},
    {"E0433", "nothing to glue",
     "`bond` joins grains of a fill that touch, or that are nearer than `bond_gap`; here no two "
     "are."},
};

}  // namespace

std::span<const CodeInfo> wall_codes() { return kWallCodes; }

}  // namespace scree
