// The codes of motions from tables, groups of walls and stages. A code is never reused for
// something else.
#include "scene/codes.hpp"

namespace scree {
namespace {

constexpr CodeInfo kStageCodes[] = {
    {"E0630", "a table of motion that cannot be followed",
     "A motion of kind `table` has a list `time` that rises, and lists of the same length: one "
     "kind "
     "of translation (`displacement` or `speed` along `direction`, `displacements` or `velocities` "
     "as vectors), one of a turn (`angle` or `angular_velocity`), or both. Displacements and "
     "angles "
     "are joined by lines or smoothly; only speeds can be held in steps."},
    {"E0631", "a file of motion that cannot be read",
     "The first line names the columns: `time`, then `displacement` or `speed`, or `x`, `y`, `z`, "
     "or "
     "`vx`, `vy`, `vz`, and `angle` or `angular_velocity`. Each other line has one number per "
     "column, "
     "in SI units and radians."},
    {"E0632", "a wall under a torque lacks its drive",
     "Under control of a torque a wall needs its `inertia` about the axis; a servo needs a "
     "`torque` "
     "that is not zero and a `max_rate`."},
    {"E0633", "a group of walls that cannot be",
     "`group` of a wall names a table [group.NAME]; at least one wall names each group. A group "
     "has "
     "no area: a servo of its motion says what the pressure acts on."},
};

constexpr CodeExample kStageExamples[] = {
    {"E0630",
     "[[wall]]\n"
     "shape = \"plane\"\n"
     "position = [0, -1, 0]\n"
     "motion = { kind = \"table\", time = [0, 1, 1], displacement = [0, \"5 mm\", \"8 mm\"] }\n",
     "let a little time pass: time = [0, 1, 1.001]"},
    {"E0631",
     "# motion.csv of a `table` has a header `t,x`: the column of times is called `time`\n",
     "write the header time,x,y,z"},
    {"E0632",
     "[[wall]]\n"
     "shape = \"plane\"\n"
     "position = [0, -1, 0]\n"
     "motion = { kind = \"torque\", torque = 0.1 }\n",
     "say how heavy it turns: inertia = \"1e-3 kg m^2\""},
    {"E0633",
     "[group.bucket]\n"
     "motion = { kind = \"translate\", velocity = [0.1, 0, 0] }\n"
     "[[wall]]\n"
     "shape = \"plane\"\n"
     "position = [0, -1, 0]\n"
     "group = \"buckett\"\n",
     "write the name as it is defined: group = \"bucket\""},
};

}  // namespace

std::span<const CodeInfo> stage_codes() { return kStageCodes; }
std::span<const CodeExample> stage_code_examples() { return kStageExamples; }

}  // namespace scree
