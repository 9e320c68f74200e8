// The codes of motions from tables, groups of walls and stages. A code is never reused for
// something else.
#include "scene/codes/codes.hpp"

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
    {"E0633", "an invalid group of walls",
     "`group` of a wall names a table [group.NAME]; at least one wall names each group. A group "
     "has "
     "no area: a servo of its motion says what the pressure acts on."},
    {"E0634", "a stage without an end, or with two",
     "A stage lasts for its `duration`, or `until` something is true, and then `at_most` so long: "
     "what is waited for may never come."},
    {"E0635", "stages that contradict the scene",
     "Each stage has a name of its own. The stages say how long a run lasts, so the scene needs no "
     "`duration`; a shorter one ends the run before its stages, a longer one is a mistake."},
    {"E0636", "a stage changes what does not exist",
     "[stage.wall.NAME], [stage.group.NAME], [stage.fill.NAME], [stage.outlet.NAME], "
     "[stage.material.NAME] and [stage.pair.A.B] name things of the scene. Only a fill that pours "
     "can be switched."},
    {"E0637", "an end of a stage names what does not exist",
     "`until` asks for a wall, a fill that pours or an outlet by the name that the scene gives "
     "it."},
    {"E0638", "an end of a stage that is not complete",
     "A value is crossed from one side: `above` or `below`. A wall moves by a `distance` or an "
     "`angle`, and a fill that pours for ever needs a `mass`."},
    {"E0639", "a measure that cannot end a stage",
     "A stage ends by the state of one instant: the measure must not remember what was before "
     "(flow, "
     "moving averages), and `column` says which of its values is meant."},
    {"E0640", "a stage begins with too deep an overlap",
     "A wall appeared where grains are, or a softer material lets them sink into each other. Let "
     "walls "
     "appear in free space and move them to the grains."},
    {"E0641", "a motion that is under way when its stage begins",
     "The times of a motion in a stage begin with the stage, and it starts from where the wall is: "
     "`start` is not negative, and a table begins with displacement 0."},
    {"E0642", "a stage cannot change this of a material or a pair",
     "Contacts keep their memory over a change, so the laws stay; their values may change. The "
     "density "
     "stays, since it is in the masses of the grains."},
    {"E0657", "a motion along a freedom that is locked",
     "A grain whose `freedoms` leave out an axis does not move along it, or turn about it: it "
     "cannot begin with a velocity there."},
    {"E0658", "no such freedom",
     "`freedoms` names the axes of the world along which grains may move, x y z, and about which "
     "they may turn, rx ry rz; in two dimensions x, y and rz."},
    {"E0659", "freedoms that a cluster or a shape cannot have",
     "The inertia of a body that is not a ball changes about axes of the world while it turns. It "
     "may "
     "turn about all of them, about one, or not at all; and what lacks freedoms along axes of the "
     "world cannot be turned when it is taken over from a run."},
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
    {"E0634",
     "[[stage]]\n"
     "name = \"settle\"\n"
     "until = \"at_rest\"\n",
     "say how long to wait at most: at_most = \"2 s\""},
    {"E0635",
     "duration = \"5 s\"\n"
     "[[stage]]\n"
     "duration = \"1 s\"\n",
     "leave the first `duration` out"},
    {"E0636",
     "[[stage]]\n"
     "duration = \"1 s\"\n"
     "[stage.wall.gate]\n"
     "present = false\n",
     "write the name of a wall of the scene"},
    {"E0637",
     "[[stage]]\n"
     "until = { kind = \"wall_force\", wall = \"lid\", above = \"10 N\" }\n"
     "at_most = \"1 s\"\n",
     "write the name of a wall of the scene"},
    {"E0638",
     "[[wall]]\n"
     "name = \"lid\"\n"
     "shape = \"plane\"\n"
     "[[stage]]\n"
     "until = { kind = \"wall_force\", wall = \"lid\" }\n"
     "at_most = \"1 s\"\n",
     "say which force: above = \"10 N\""},
    {"E0639",
     "[[stage]]\n"
     "until = { kind = \"measure\", measure = \"energy\", above = 1 }\n"
     "at_most = \"1 s\"\n",
     "say which of its values: column = \"kinetic\""},
    {"E0640", "# [stage.wall.lid] with present = true, while grains lie where the lid is\n",
     "let it appear above them, and give it a motion towards them"},
    {"E0641",
     "[[wall]]\n"
     "name = \"lid\"\n"
     "shape = \"plane\"\n"
     "[[stage]]\n"
     "duration = \"1 s\"\n"
     "[stage.wall.lid]\n"
     "motion = { kind = \"translate\", velocity = [0, 0.1, 0], start = -1 }\n",
     "let it start with the stage: start = 0"},
    {"E0642",
     "[material.glass]\n"
     "[[stage]]\n"
     "duration = \"1 s\"\n"
     "[stage.material.glass]\n"
     "density = 3000\n",
     "leave the density as it is"},
    {"E0657",
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "grains = [{ position = [0, 0, 0], diameter = \"1 cm\" }]\n"
     "velocity = [0, 0, 1]\n"
     "freedoms = \"x y\"\n",
     "velocity = [0, 0, 0]"},
    {"E0658",
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "grains = [{ position = [0, 0, 0], diameter = \"1 cm\" }]\n"
     "freedoms = \"x y r\"\n",
     "freedoms = \"x y rz\""},
    {"E0659",
     "[cluster.rod]\n"
     "shape = \"rod\"\n"
     "balls = 3\n"
     "diameter = \"4 mm\"\n"
     "[[fill]]\n"
     "kind = \"lattice\"\n"
     "cluster = \"rod\"\n"
     "count = 2\n"
     "region = { kind = \"box\", min = [0, 0, 0], max = [\"10 cm\", \"10 cm\", \"10 cm\"] }\n"
     "freedoms = \"x y rx ry\"\n",
     "freedoms = \"x y rz\""},
};

}  // namespace

std::span<const CodeInfo> stage_codes() { return kStageCodes; }
std::span<const CodeExample> stage_code_examples() { return kStageExamples; }

}  // namespace scree
