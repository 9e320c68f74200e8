// Wrong input for every code, and how to fix it. A text that begins with `$` is a command; one
// that begins with `#` tells what only a program can do wrong; the others are scenes or files. The
// tests read the scenes and compare the code of the answer.
#include "scene/codes/codes.hpp"

namespace scree {
namespace {

constexpr CodeExample kFirstExamples[] = {
    {"E0001", "$ scree run hourglas.toml",
     "give the path of a file that exists; `scree list scenes` shows those that come with "
     "Scree"},
    {"E0002", "$ scree run ten_million_grains.toml",
     "keep the grains in a CSV file: kind = \"csv\", file = \"grains.csv\""},
    {"E0003", "$ scree run runs/drum-001/picture.png",
     "give the scene: scree run runs/drum-001/scene.toml"},
    {"E0004", "# a comment and nothing else\n", "add grains, or begin with `scree new heap`"},
    {"E0005", "duration = 6 s\n", "put values with a unit in quotes: duration = \"6 s\""},
    {"E0006", "$ scree run drum --set duration",
     "name the value and what to put there: --set duration=2"},
    {"E0007", "$ scree run drum --set duration.long=2",
     "name a value of the scene: --set duration=2"},
    {"E0008",
     "[[fill]]\n"
     "kind = \"csv\"\n"
     "file = \"grians.csv\"\n",
     "write the name as it is on the disk, relative to the scene's folder"},
    {"E0009", "$ scree check scene_with_80_mistakes.toml",
     "correct the first ones; the others will be shown then"},
    {"E0010", "", "report it to the authors, with the scene"},
    {"E0101", "duratoin = \"2 s\"\n", "write the suggested word: duration = \"2 s\""},
    {"E0102",
     "[[wall]]\n"
     "shape = \"sphere\"\n",
     "add what is missing: radius = \"12 cm\""},
    {"E0103", "duration = [1, 2]\n", "give one value: duration = \"1 s\""},
    {"E0104",
     "[[fill]]\n"
     "kind = \"lattice\"\n"
     "diameter = \"-4 mm\"\n",
     "give a value in the range that the message names: diameter = \"4 mm\""},
    {"E0105",
     "[[wall]]\n"
     "shape = \"plain\"\n",
     "take one of the words that exist: shape = \"plane\""},
    {"E0106",
     "# 65536 tables [material.NAME]\n"
     "# ...\n",
     "use one material for grains that are alike"},
    {"E0110", "duration = \"two s\"\n", "begin with a number: duration = \"2 s\""},
    {"E0111", "duration = \"2 sec\"\n", "use a unit that is known: duration = \"2 s\""},
    {"E0112", "duration = \"2 kg\"\n", "use a unit of the right kind: duration = \"2 s\""},
    {"E0113", "duration = \"2\"\n", "add the unit, \"2 s\", or leave the quotes out: 2"},
    {"E0120", "duration = \"{t} / / 2\"\n[let]\nt = \"1 s\"\n",
     "one sign between two values: duration = \"{t} / 2\""},
    {"E0121", "duration = \"2 * {tiem}\"\n[let]\ntime = \"1 s\"\n",
     "write the name as in [let]: duration = \"2 * {time}\""},
    {"E0122", "duration = \"{a}\"\n[let]\na = \"{b} / 2\"\nb = \"2 * {a}\"\n",
     "give one of them a value of its own: b = \"2 s\""},
    {"E0123", "duration = \"{t} + 3\"\n[let]\nt = \"1 s\"\n",
     "give the number a unit: duration = \"{t} + 3 s\""},
    {"E0124", "duration = \"{t} / 0\"\n[let]\nt = \"1 s\"\n",
     "divide by something else than 0: duration = \"{t} / 2\""},
    {"E0125", "$ scree run hopper --set let.outlett='20 mm'",
     "name a variable that the scene uses: --set let.outlet='20 mm'"},
    {"E0126", "duration = \"sqr({t})\"\n[let]\nt = \"1 s\"\n",
     "take a function that exists: duration = \"sqrt({t} * 1 s)\""},
    {"E0127", "duration = \"{t}\"\n[let]\nt = [1, 2]\n", "one value for each name: t = \"1 s\""},
    {"E0201",
     "[material.glass]\n"
     "[[wall]]\n"
     "shape = \"plane\"\n"
     "material = \"galss\"\n",
     "name a material that is defined: material = \"glass\""},
    {"E0202",
     "[[fill]]\n"
     "kind = \"lattice\"\n"
     "diameter = \"4 mm\"\n"
     "inside = \"drumm\"\n",
     "name a wall by its `name`, or leave `inside` out"},
    {"E0203",
     "[material.a]\n"
     "[material.b]\n"
     "[pair.a.b]\n"
     "[pair.b.a]\n",
     "write the pair once"},
    {"E0204",
     "[[wall]]\n"
     "name = \"floor\"\n"
     "shape = \"plane\"\n"
     "[[wall]]\n"
     "name = \"floor\"\n"
     "shape = \"plane\"\n",
     "give each wall a name of its own"},
    {"E0205",
     "[output]\n"
     "measures = [{ kind = \"flow\", name = \"out\" }, { kind = \"speed\", name = \"out\" }]\n",
     "give each measure a name of its own, or leave `name` out"},
    {"E0206",
     "[[outlet]]\n"
     "name = \"bin\"\n"
     "region = \"below\"\n"
     "height = -1\n"
     "[[outlet]]\n"
     "name = \"bin\"\n"
     "region = \"below\"\n"
     "height = -2\n",
     "give each outlet a name of its own"},
    {"E0301",
     "# a program that fills a World by hand:\n"
     "material.normal.law = \"herz\";\n",
     "take one of `scree list laws`: \"hertz\""},
    {"E0302",
     "[material.glass]\n"
     "normal = { law = \"hertz\", young = \"70 GPa\", poisson = 0.2, restitution = 0.9 }\n"
     "[material.rubber]\n"
     "normal = { law = \"linear\", contact_time = \"1 ms\", restitution = 0.5 }\n"
     "[[wall]]\n"
     "shape = \"plane\"\n"
     "material = \"rubber\"\n"
     "position = [0, -1, 0]\n"
     "[[fill]]\n"
     "kind = \"random\"\n"
     "material = \"glass\"\n"
     "diameter = \"4 mm\"\n"
     "count = 5\n"
     "region = { kind = \"box\", min = [0, 0, 0], max = [0.1, 0.1, 0.1] }\n",
     "say what holds between the two: [pair.glass.rubber] with normal = { law = \"linear\", "
     "... }"},
    {"E0303", "", "leave one part out, or raise kMaxHistory in src/sim/kernel/kernel.hpp"},
    {"E0304", "# a program that adds a part of its own to a World and calls it `linear`\n",
     "give it a name of its own"},
    {"E0310",
     "[material.m]\n"
     "normal = { law = \"linear\", contact_time = \"1 ms\" }\n",
     "add the restitution: { law = \"linear\", contact_time = \"1 ms\", restitution = 0.5 }"},
    {"E0311", "# a program that fills a World by hand and leaves `friction` out\n",
     "give the parameter that the message names"},
    {"E0312",
     "# a program that fills a World by hand:\n"
     "material.normal.params.set(\"restitution\", 1.5);\n",
     "give a value in the range that `scree list laws` shows"},
    {"E0313",
     "[material.m]\n"
     "tangential = { law = \"viscous\", friction = 0.5, damping = 1, damping_ratio = 0.5 }\n",
     "keep one of the two"},
    {"E0314",
     "[material.m]\n"
     "normal = { law = \"linear\", contact_time = \"1 ms\", restitution = 0.5 }\n"
     "cohesion = { law = \"lazarevic\", max_force = \"1 mN\" }\n",
     "add it: cohesion = { law = \"lazarevic\", max_force = \"1 mN\", stiffness = \"100 N/m\" }"},
    {"E0315",
     "[material.m]\n"
     "normal = { law = \"walton-braun\", contact_time = \"1 ms\", slope = 1e3 }\n",
     "a slope goes with the stiffness: { law = \"walton-braun\", stiffness = \"1e4 N/m\", slope = "
     "1e3 }"},
    {"E0316",
     "[material.m]\n"
     "normal = { law = \"luding\", stiffness = \"1e4 N/m\", plastic_stiffness = \"1e3 N/m\", "
     "adhesion_stiffness = \"100 N/m\" }\n",
     "make it the larger one: plastic_stiffness = \"5e4 N/m\""},
    {"E0317",
     "[material.m]\n"
     "normal = { law = \"restitution-curve\", contact_time = \"1 ms\", speeds = [0.1, 1], "
     "restitutions = [0.9] }\n",
     "give one restitution per speed: restitutions = [0.9, 0.6]"},
    {"E0318",
     "[material.m]\n"
     "normal = { law = \"pournin\", contact_time = \"1 ms\", restitution = 0.8, "
     "reload_restitution = 0.5 }\n",
     "leave it out, or give a value between the restitution and 1"},
    {"E0330", "$ scree plot law herz", "write the suggested name: scree plot law hertz ..."},
    {"E0331", "$ scree plot law spring", "say which: scree plot law rolling/spring"},
    {"E0332", "$ scree plot law hertz --set young='10 MPa'",
     "give what is missing as well: --set restitution=0.5"},
    {"E0333", "$ scree plot law hertz --set yuong='10 MPa'",
     "write the suggested word: --set young='10 MPa'"},
    {"E0334", "$ scree plot law hertz --motion shear --set young='10 MPa' --set restitution=0.5",
     "add the part that the motion asks for: --with tangential=spring"},
    {"E0335", "$ scree plot law hertz --motion table --set young='10 MPa' --set restitution=0.5",
     "give the file: --table motion.csv, with rows of time,overlap"},
    {"E0336", "$ scree plot law --scene hourglass --pair glass.stel",
     "name a material of the scene: --pair glass.glass"},
    {"E0337", "$ scree plot law --scene hourglass --y forse",
     "name a column of the CSV file: --y force"},
    {"E0338", "$ scree plot law --scene hourglass --speed '0 m/s'",
     "give a value greater than 0: --speed '1 m/s'"},
    {"E0340", "plugins = [\"mine.so\"]\n", "build it: scree plugin build mine.cpp"},
    {"E0341", "$ scree list laws --plugin mine.cpp",
     "build it and name what comes out: scree plugin build mine.cpp; scree list laws --plugin "
     "mine.so"},
    {"E0342", "$ scree run heap.toml   # with a plugin that was built before the last update",
     "build it again: scree plugin build mine.cpp"},
    {"E0343", "$ scree view heap.toml   # with plugins = [\"mine.so\"]",
     "read its source, then: scree view --plugins heap.toml"},
    {"E0344", "# make() of the plugin has: throw std::runtime_error(\"too soft\");",
     "return an Error from make(), and throw nowhere"},
    {"E0345", "# the law of the plugin has: std::sqrt(-c.delta)",
     "give finite numbers for every overlap greater than 0"},
    {"E0346", "$ CXX=g++-99 scree plugin build mine.cpp", "sudo apt install g++"},
    {"E0347", "$ scree plugin build mine.cpp   # which lacks a semicolon",
     "correct the line that the message names"},
    {"E0348", "# Python: a plugin is built again under the same name after a scene has used it",
     "start Python again, or give the new one another name"},
    {"E0349",
     "# the plugin has: ParamInfo{.name = \"stiffness\", .dim = dim::stiffness, .fallback = "
     "\"2 mm\"}",
     "write the default as a scene would: .fallback = \"2 kN/m\""},
    {"E0401",
     "[[wall]]\n"
     "shape = \"plane\"\n"
     "normal = [0, 0, 0]\n",
     "give a direction: normal = [0, 1, 0]"},
    {"E0402",
     "[[wall]]\n"
     "shape = \"annulus\"\n"
     "inner_radius = 2\n"
     "outer_radius = 1\n",
     "make the outer radius the larger one"},
    {"E0403",
     "[[wall]]\n"
     "shape = \"box\"\n"
     "size = [1, 1, 1]\n"
     "open = \"lid\"\n",
     "name faces that a box has: open = \"top\""},
    {"E0404",
     "[[wall]]\n"
     "shape = \"hourglass\"\n"
     "height = \"2 cm\"\n"
     "diameter = \"10 cm\"\n"
     "neck = \"1 cm\"\n"
     "angle = \"80 deg\"\n",
     "make the glass higher, the neck wider or the cones flatter"},
    {"E0411", "$ scree run scene_with_a_mesh_that_may_not_be_read.toml",
     "look at the rights of the file: ls -l"},
    {"E0412",
     "[[wall]]\n"
     "shape = \"mesh\"\n"
     "file = \"hopper.step\"\n",
     "export the part as STL, OBJ or PLY from the program that drew it"},
    {"E0413",
     "solid hopper\n"
     "  facet normal 0 0\n",
     "write the file again with the program that made it"},
    {"E0414", "v 0 nan 0\n", "write the file again with the program that made it"},
    {"E0415",
     "v 0 0 0\n"
     "v 1 0 0\n"
     "v 0 1 0\n"
     "f 1 2 4\n",
     "refer to vertices that exist: f 1 2 3"},
    {"E0416",
     "solid hopper\n"
     "  facet normal 0 0 1\n"
     "    outer loop\n",
     "copy the file again"},
    {"E0417",
     "solid hopper\n"
     "endsolid hopper\n",
     "export the surface, not only points or lines"},
    {"E0421",
     "[[wall]]\n"
     "shape = \"plane\"\n"
     "position = [0, -1, 0]\n"
     "motion = { kind = \"translate\", velocity = [0, 0.1, 0], start = 2, stop = 1 }\n",
     "let it stop after it starts: start = 1, stop = 2"},
    {"E0422",
     "[[wall]]\n"
     "shape = \"plane\"\n"
     "position = [0, -1, 0]\n"
     "motion = { kind = \"sinusoid\", frequency = \"5 Hz\" }\n",
     "say how far: amplitude = [0, \"1 mm\", 0]"},
    {"E0423",
     "[[wall]]\n"
     "shape = \"plane\"\n"
     "position = [0, -1, 0]\n"
     "motion = { kind = \"free\" }\n",
     "give a mass, or control = \"servo\" with pressure and max_speed"},
    {"E0424",
     "[[wall]]\n"
     "shape = \"plane\"\n"
     "position = [0, -1, 0]\n"
     "motion = { kind = \"free\", mass = 1, lowest = 0.1 }\n",
     "let the stops lie around the start: lowest = -0.1"},
    {"E0425",
     "[[wall]]\n"
     "shape = \"plane\"\n"
     "position = [0, -1, 0]\n"
     "motion = { kind = \"body\", mass = 1 }\n",
     "a wall that turns needs an inertia: inertia = [0.1, 0.1, 0.2], or rotation = \"none\""},
    {"E0430",
     "[bond.glue]\n"
     "kind = \"lennard-jones\"\n"
     "beta = 4\n",
     "say how strong: stiffness = \"20 kN/m\""},
    {"E0431",
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "bond = \"glue\"\n"
     "grains = [{ position = [0, 0, 0], diameter = \"1 cm\" }]\n",
     "add [bond.glue] with young = \"10 MPa\""},
    {"E0432",
     "[bond.glue]\n"
     "young = \"10 MPa\"\n"
     "[[fill]]\n"
     "kind = \"pour\"\n"
     "diameter = \"4 mm\"\n"
     "count = 100\n"
     "rate = 1000\n"
     "centre = [0, \"10 cm\", 0]\n"
     "width = \"5 cm\"\n"
     "bond = \"glue\"\n",
     "take kind = \"lattice\", whose grains are there at the start"},
    {"E0433",
     "[bond.glue]\n"
     "young = \"10 MPa\"\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "bond = \"glue\"\n"
     "grains = [{ position = [0, 0, 0], diameter = \"1 cm\" }, { position = [1, 0, 0], diameter = "
     "\"1 cm\" }]\n",
     "place them side by side: position = [\"1 cm\", 0, 0]"},
};

}  // namespace

std::span<const CodeExample> first_code_examples() { return kFirstExamples; }

}  // namespace scree
