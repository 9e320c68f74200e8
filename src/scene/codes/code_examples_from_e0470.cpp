// Wrong input for every code, and how to fix it. A text that begins with `$` is a command; one
// that begins with `#` tells what only a program can do wrong; the others are scenes or files. The
// tests read the scenes and compare the code of the answer.
#include "scene/codes/codes.hpp"

namespace scree {
namespace {

constexpr CodeExample kExamplesFromE0470[] = {
    {"E0470", "$ scree plot runs/friction-sweep",
     "name one of its runs: scree plot runs/friction-sweep/001"},
    {"E0471", "$ scree plot runs/drum-001 kinetik", "scree plot runs/drum-001 kinetic"},
    {"E0489",
     "# soft pressure, strong dashpots\n"
     "[[cell]]\nstress = { xx = \"100 Pa\", yy = \"100 Pa\", zz = \"100 Pa\" }\n"
     "max_rate = \"100 1/s\"\n",
     "give a lower `max_rate`, for example \"1 1/s\""},
    {"E0490", "# the lid keeps a pressure, and a side wall moves inwards below it\n",
     "compute the pressure from the force on the lid and the area between the walls"},
    {"E0491", "# polyhedra of a material of the library that has rolling friction\n",
     "material.NAME = { like = \"sand\", rolling = \"none\" }"},
    {"E0488", "$ scree plot runs/simple_shear-001 'cell.stress_xy /'",
     "scree plot runs/simple_shear-001 'abs(cell.stress_xy) / cell.stress_yy'"},
    {"E0690", "$ scree view runs/drum-001 --port 80", "scree view runs/drum-001 --port 8080"},
    {"E0691", "$ curl .../api/frame?k=newest   # of a run that has ended\n",
     "ask for a number: k=0 is the first frame"},
    {"E0692", "$ scree view runs/drum-001   # a fresh clone\n", "make viewer, once"},
    {"E0693",
     "$ curl .../api/control -d '{\"ask\": \"set\", \"key\": \"gravity\", \"value\": 0}'\n",
     "change it in the scene, and begin a new run"},
    {"E0694",
     "$ curl .../api/control -d '{\"ask\": \"set\", \"key\": \"duration\", \"value\": \"5 mm\"}'\n",
     "\"value\": \"5 s\""},
    {"E0695",
     "$ curl .../api/control -d '{\"ask\": \"set\", \"key\": \"duration\", \"value\": \"5 s\"}'\n",
     "stop it, then: scree run --resume runs/silo_stages-001 --set duration='5 s'"},
    {"E0696", "$ curl .../api/control -d '{\"ask\": \"faster\"}'\n", "{\"ask\": \"go\"}"},
    {"E0697", "$ curl .../api/control -d '{\"ask\": \"pause\"}'   # after its last step\n",
     "scree run --resume runs/drum-001 --set duration='20 s'"},
    {"E0698", "$ curl .../api/cells?k=0   # of a million grains\n",
     "scree tessellate runs/drum-001/frames/000000.vtp --polygons cells.vtp"},
    {"E0496", "$ scree plot runs/piston-001 'kinetic + time'",
     "scree plot runs/piston-001 'kinetic + rotational'"},
    {"E0497", "$ scree plot runs/piston-001 kinetic --fit 'a * b * x'",
     "scree plot runs/piston-001 kinetic --fit 'a * x'"},
    {"E0498", "$ scree plot runs/piston-001 'kinetic / (time - time)'",
     "scree plot runs/piston-001 'kinetic / time' --where 'time > 0'"},
    {"E0499", "$ scree plot runs/piston-001 kinetic -o plot.jpg",
     "scree plot runs/piston-001 kinetic -o plot.pdf"},
    {"E0472", "# results.csv of a sweep was edited, so that it does not fit sweep.json\n",
     "start the sweep again: finished runs stay, and the table is rewritten"},
    {"E0473", "$ scree check cup.toml   # a mesh in millimetres, without `scale`\n",
     "scale = 0.001 for the mesh"},
    {"E0474", "$ scree check heap --set material.glass.normal.young=70",
     "give the unit: young = \"70 GPa\""},
    {"E0475", "$ scree check heap --set material.glass.tangential.friction=30",
     "tan 30° is friction = 0.58"},
    {"E0476", "$ scree check heap --set material.glass.density=2.5",
     "density = \"2.5 g/cm^3\", or 2500"},
    {"E0477", "$ scree check floor.toml   # a floor with normal = [0, 0, 1], y still up\n",
     "gravity = [0, 0, -9.81]"},
    {"E0478", "$ scree check heap --set duration=1e9", "shorten `duration`"},
    {"E0479", "$ scree check heap --set output.frames='1 us'", "output.frames = \"10 ms\""},
    {"E0480", "$ scree check plate.toml   # grains away from the plate\n",
     "add a floor, or an [[outlet]] below"},
    {"E0481",
     "[material.glass]\n"
     "[material.rough]\n"
     "like = \"glas\"\n"
     "[[fill]]\n"
     "kind = \"lattice\"\n"
     "material = \"rough\"\n"
     "diameter = \"4 mm\"\n"
     "count = 8\n",
     "name a material of the scene: like = \"glass\""},
    {"E0482",
     "[material.a]\n"
     "like = \"b\"\n"
     "[material.b]\n"
     "like = \"a\"\n"
     "[[fill]]\n"
     "kind = \"lattice\"\n"
     "material = \"a\"\n"
     "diameter = \"4 mm\"\n"
     "count = 8\n",
     "let one of them have values of its own"},
    {"E0483", "[[fill]]\nkind = \"run\"\nfrom = \"runs/packing-099\"\n",
     "name the folder of a run: from = \"runs/packing-001\""},
    {"E0484",
     "# a scene with a fill of a run\n[[fill]]\nkind = \"run\"\nfrom = \"runs/packing-001\"\n"
     "frame = \"4000\"\n",
     "frame = \"last\", a number that the run has, or a time: \"0.5 s\""},
    {"E0485",
     "# grains of the run are polyhedra\n[[fill]]\nkind = \"run\"\nfrom = \"runs/cubes-001\"\n"
     "frame = \"3\"\n",
     "frame = \"last\""},
    {"E0486", "# grains of the run are glued\n[[fill]]\nkind = \"run\"\nfrom = \"runs/rock-001\"\n",
     "copy its [bond.NAME] to this scene"},
    {"E0487",
     "# the region is elsewhere\n[[fill]]\nkind = \"run\"\nfrom = \"runs/packing-001\"\n"
     "region = { kind = \"sphere\", centre = [9, 9, 9], diameter = 1 }\n",
     "move the region to where the grains are"},
    {"E0500", "# a program that runs an empty World\n", "add a [[fill]]"},
    {"E0501", "# a program that adds a grain of radius 0 to a World\n", "give a positive radius"},
    {"E0502", "# a program that adds a grain at (nan, 0, 0) to a World\n", "give finite numbers"},
    {"E0503", "# a program that adds a grain of material 3 to a World with two\n",
     "use a material that exists"},
    {"E0504",
     "[box]\n"
     "min = [0, 0, 0]\n"
     "max = [\"10 mm\", \"10 mm\", \"10 mm\"]\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "grains = [{ position = [0.005, 0.005, 0.005], diameter = \"4 mm\" }]\n",
     "make the box longer than 3.3 diameters: max = [\"20 mm\", \"20 mm\", \"20 mm\"]"},
    {"E0505",
     "[box]\n"
     "min = [0, 0, 0]\n"
     "max = [1, 1, 1]\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "grains = [{ position = [2, 0.5, 0.5], diameter = \"4 mm\" }]\n",
     "place the grain inside, or make the box larger"},
    {"E0506", "# a program that adds a grain below the floor of a World\n",
     "move the grain or the wall; a plane's `normal` points to the grains"},
    {"E0507", "# a program that adds a grain half in the floor of a World\n",
     "start grains clear of walls"},
    {"E0508", "# a program that adds two grains at the same position to a World\n",
     "start grains apart"},
    {"E0509", "# a program that sets material.density = 0\n",
     "give a positive density: density = \"2500 kg/m^3\""},
    {"E0510", "# a program that sets world.damping = -1\n",
     "give a positive number, or 0 for none"},
    {"E0511", "# a program with an inlet whose smallest diameter is 0\n", "give positive sizes"},
    {"E0512",
     "[[outlet]]\n"
     "region = \"box\"\n"
     "min = [0, 0, 0]\n"
     "max = [1, 0, 1]   # no height\n",
     "let `max` lie above `min` in every direction: max = [1, 0.1, 1]"},
    {"E0513",
     "[[outlet]]\n"
     "region = \"below\"\n"
     "height = 1   # above the only grain\n",
     "move the outlet below the grains: height = -0.1, or open it later: from = \"1 s\""},
    {"E0514", "# a program that calls particles.xr.pop_back()\n",
     "add grains with Particles::add and remove them with Particles::remove"},
    {"E0515", "# a program that adds a grain to a World with a density of 0\n",
     "add it with the density of its material"},
    {"E0516", "# a program that adds a Wall without a shape\n",
     "make the shape from the catalogue: find_wall_shape(\"plane\")"},
    {"E0520", "# a program with a stiffness that overflows\n",
     "give a stiffness that a material can have"},
    {"E0521", "# a program that sets world.steps_per_contact = 0\n", "leave it out to have 50"},
    {"E0522", "# a program that sets world.dt = -1\n", "leave dt out to have it derived"},
    {"E0523", "dt = \"1 ms\"   # the shortest contact lasts 0.5 ms\n",
     "leave `dt` out to have it derived, or choose a longer contact_time (softer grains)"},
    {"E0530", "# a program that asks for options.instruction_set = \"avx1024\"\n",
     "leave it at \"auto\""},
    {"E0531", "# a program that sets world.integrator = \"leapfrog\"\n",
     "take one of `scree list integrators`"},
    {"E0532", "# a program that sets world.detect.method = \"octree\"\n",
     "take one of `scree list detectors`, or \"auto\""},
    {"E0533", "# a program that sets world.detect.skin = -1\n", "leave it out to have it chosen"},
    {"E0534", "# a program that calls world.particles.add_field({\"position\", \"m\"}, 3)\n",
     "choose another name"},
    {"E0535", "# a program that calls Simulation::create(world, {.engine = \"tyles\"})\n",
     "take one of `scree list engines`, or \"auto\""},
    {"E0536", "$ scree run heap --engine gpu   # on a machine without a card\n", "--engine auto"},
    {"E0537", "$ scree run heap --engine gpu --set integrator=gear\n",
     "--set integrator=verlet, or --engine auto"},
    {"E0538", "$ scree run heap --engine gpu   # another program has all of the card's memory\n",
     "end that program, or --engine auto"},
    {"E0540", "# a program that calls add_body(world, BodySpec{})\n",
     "give it at least one primitive"},
    {"E0541", "# a program that clears world.bodies, but not their grains\n",
     "add bodies with add_body()"},
    {"E0542", "# a program with a shape of its own and no CollideEntry for it\n",
     "add one for each pair of kinds to world.collisions"},
    {"E0543", "# a program with bodies and an integrator of its own without predict_body\n",
     "take \"verlet\", or write its predict_body and correct_body"},
    {"E0544", "# a program that calls simulation.remove(ParticleId{99}) of 10 grains\n",
     "ask for ids that particles() has"},
    {"E0550", "# a program that sets world.bond_types[0].kind = \"rope\"\n",
     "take one of `scree list bonds`"},
    {"E0551", "# a program that calls world.bonds.add(ParticleId{0}, ParticleId{99}, 0)\n",
     "take ids of grains that are there"},
    {"E0552", "# a program that bonds two balls of walls\n", "bond at least one that can move"},
    {"E0553", "# a program with a periodic box of 3 cm and a bond of 2 cm\n",
     "make the box longer, or the bond shorter"},
    {"E0601",
     "allow_unstable_dt = true\n"
     "dt = \"0.4 ms\"   # the shortest contact lasts 0.5 ms\n",
     "leave `dt` out; raise steps_per_contact; for Hertz set reference_speed to the "
     "fastest impact"},
    {"E0602", "", "report it to the authors, with the scene; detect.method = \"brute\" avoids it"},
    {"E0603",
     "# a grain falls out of the bounds of the scene\n"
     "[[outlet]]\n"
     "region = \"outside\"\n"
     "min = [-1, -1, -1]\n"
     "max = [1, 1, 1]\n"
     "treat_as = \"failure\"\n",
     "close the gap that it went through, widen the bounds, or only count: treat_as = \"lost\""},
    {"E0604", "", "report it to the authors, with the scene and the step that the message names"},
    {"E0605", "$ scree run heap --engine gpu   # the driver was reset meanwhile\n",
     "scree run --resume runs/heap-001 --engine auto"},
    {"E0606", "# the law of the plugin takes the root of a number that becomes negative",
     "correct the law; `scree plot law mine --plugin mine.so` shows it in one contact"},
    {"E0701",
     "[[fill]]\n"
     "kind = \"lattice\"\n"
     "diameter = \"1 cm\"\n"
     "count = 5\n"
     "region = { kind = \"box\", min = [0, 0, 0], max = [0.01, 0.01, 0.02] }\n",
     "ask for fewer or smaller grains, or give them more room"},
    {"E0702", "title = \"nothing\"\n", "add grains: [[fill]] with `kind`, `diameter` and `count`"},
    {"E0703",
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "grains = [\n"
     "  { position = [0, 0, 0], diameter = \"4 mm\" },\n"
     "  { position = [0.003, 0, 0], diameter = \"4 mm\" },\n"
     "]\n",
     "move the grains apart: position = [0.004, 0, 0]"},
    {"E0704",
     "[[wall]]\n"
     "shape = \"plane\"\n"
     "[[fill]]\n"
     "kind = \"lattice\"\n"
     "diameter = \"4 mm\"\n",
     "give a `region`, or a wall that is a container"},
    {"E0705",
     "x,y,z,r\n"
     "0,0,zero,0.002\n",
     "write a number: 0,0,0,0.002"},
    {"E0706",
     "[[fill]]\n"
     "kind = \"random\"\n"
     "count = 5\n"
     "diameter = \"4 mm\"\n"
     "size = { kind = \"uniform\", min = \"3 mm\", max = \"5 mm\" }\n"
     "region = { kind = \"box\", min = [0, 0, 0], max = [0.1, 0.1, 0.1] }\n",
     "keep one of the two"},
    {"E0707",
     "[[wall]]\n"
     "shape = \"plane\"\n"
     "[[fill]]\n"
     "kind = \"grains\"\n"
     "grains = [{ position = [0, -1, 0], diameter = \"4 mm\" }]\n",
     "place the grain on the side that the normal points to"},
    {"E0708",
     "[[fill]]\n"
     "kind = \"random\"\n"
     "count = 10\n"
     "size = { kind = \"sieve\", passing = [[\"1 mm\", 0], [\"2 mm\", 30], [\"4 mm\", 100]] }\n"
     "region = { kind = \"box\", min = [0, 0, 0], max = [1, 1, 1] }\n",
     "shares from 0 to 1: passing = [[\"1 mm\", 0], [\"2 mm\", 0.3], [\"4 mm\", 1]]"},
    {"E0709",
     "$ scree check scene.toml   # size = { kind = \"sieve\", file = \"curve.csv\" }: \"1,5;20\"",
     "a decimal point and a unit: 1.5 mm; 20 %"},
    {"E0710", "", "report it to the authors"},
    {"E0711", "$ scree run hourglas", "write the suggested name: scree run hourglass"},
    {"E0712", "$ scree list lows", "write the suggested name: scree list laws"},
    {"E0713", "$ scree info runs/drum-001/resolved.toml",
     "give the folder of the run: scree info runs/drum-001"},
    {"E0714", "$ scree new hoper", "write the suggested name: scree new hopper"},
    {"E0715", "$ scree new heap      # heap.toml is already there",
     "choose another file with --out, or overwrite it with --force"},
    {"E0716", "$ scree explain E9999", "give the code as it stands in the message"},
    {"E0717", "$ scree runn hopper", "scree run hopper"},
    {"E0718",
     "$ scree check scene.toml   # kind = \"packing\", file = \"packing.data\": \"1 1 0 2500 0 0 "
     "0\"",
     "a diameter greater than 0: 1 1 0.002 2500 0 0 0"},
    {"E0720", "$ scree run drum", "free some memory, or ask for a smaller picture"},
    {"E0721", "$ scree run drum --color hue", "choose what a grain has: --color speed"},
    {"E0722", "# an export with width = 1000000\n", "choose a smaller picture"},
    {"E0730", "$ scree run scene_with_sweep.toml",
     "run the table, `scree sweep SCENE`, or one run of it: --set sweep.run=1"},
    {"E0731",
     "[sweep]\n"
     "material.default.tangential.friction = 0.5\n",
     "give a list: material.default.tangential.friction = [0.3, 0.5]"},
    {"E0732",
     "[sweep]\n"
     "seed = []\n",
     "give values: seed = [1, 2, 3]"},
    {"E0733",
     "[sweep]\n"
     "# two lists of 200 values each: 40000 runs\n",
     "give fewer values, or `zip = true` to go through the lists side by side"},
    {"E0734",
     "[sweep]\n"
     "zip = true\n"
     "seed = [1, 2, 3]\n"
     "duration = [\"1 s\", \"2 s\"]\n",
     "make the lists equally long, or leave `zip` out to combine each with each"},
    {"E0735", "$ scree sweep changed.toml -o the_folder_of_another_sweep",
     "choose another folder with -o"},
    {"E0736",
     "[sweep]\n"
     "run = 7\n"
     "seed = [1, 2, 3]\n",
     "choose a number from 1 to the number of runs"},
    {"E0737", "$ scree sweep drum", "add a table [sweep], or use --vary KEY=[...]"},
    {"E0738",
     "$ scree sweep table.toml &\n"
     "$ scree sweep table.toml",
     "wait for the first one, or choose another folder with -o"},
    {"E0739", "$ scree sweep table.toml --jobs 4000", "fewer at a time: --jobs 4"},
    {"E0740",
     "[box]\n"
     "min = [-1, -1, -1]\n"
     "max = [1, 1, 1]\n"
     "[output]\n"
     "measures = [{ kind = \"rings\", radius = 0.5, count = 5, axis = [1, 1, 0] }]\n",
     "give the rings a height, or an axis along x, y or z"},
    {"E0741",
     "[box]\n"
     "min = [-1, -1, -1]\n"
     "max = [1, 1, 1]\n"
     "[output]\n"
     "measures = [{ kind = \"mass\", region = \"sphere\", radius = \"1 km\" }]\n",
     "choose a region about as large as the box; `region = \"all\"` is one period"},
    {"E0742",
     "[output]\n"
     "measures = [{ kind = \"flow\", average = \"50 ms\" }]\n",
     "name what has a mean: columns = \"mass_rate number_rate\""},
    {"E0756", "$ scree export runs/heap-001 --format csv --param part=contacts",
     "run the scene with them: scree run heap --set output.contacts=true"},
    {"E0757",
     "[[result]]\n"
     "name = \"time\"\n"
     "of = \"coordination\"\n",
     "a name of its own: name = \"mean_coordination\""},
    {"E0765",
     "[[wall]]\n"
     "shape = \"plane\"\n"
     "position = [0, -1, 0]\n"
     "motion = { kind = \"free\", control = \"servo\", pressure = 100, max_speed = 0.1 }\n",
     "say what the pressure acts on: area = \"10 cm^2\" in `motion`"},
    {"E0766",
     "[box]\n"
     "min = [-1, -1, -1]\n"
     "max = [1, 1, 1]\n"
     "periodic = \"x\"\n"
     "[[wall]]\n"
     "shape = \"plane\"\n"
     "position = [0, -1, 0]\n"
     "normal = [0.1, 1, 0]\n",
     "let the plane lie along x: normal = [0, 1, 0]; tilt gravity instead"},
    {"E0767",
     "[box]\n"
     "min = [-1, -1, -1]\n"
     "max = [1, 1, 1]\n"
     "periodic = \"x\"\n"
     "[[wall]]\n"
     "shape = \"rectangle\"\n"
     "position = [0, -1, 0]\n"
     "width = 10\n"
     "length = 1\n",
     "make it as long as the box: width = 2"},
    {"E0768",
     "[box]\n"
     "min = [-1, -1, -1]\n"
     "max = [1, 1, 1]\n"
     "periodic = \"x\"\n"
     "[[wall]]\n"
     "shape = \"rectangle\"\n"
     "position = [0, -1, 0]\n"
     "width = 1\n"
     "length = 1\n"
     "motion = { kind = \"body\", mass = 1, inertia = [0.1, 0.2, 0.1] }\n",
     "let it turn about one axis: rotation = \"axis\""},
    {"E0770", "$ scree check drum --set 'duration=1e30 s'",
     "give the duration that is meant: --set 'duration=10 s'"},
    {"E0771",
     "[[wall]]\n"
     "shape = \"disc\"\n"
     "radius = \"10 cm\"\n"
     "[[fill]]\n"
     "kind = \"pour\"\n"
     "diameter = \"4 mm\"\n"
     "centre = [1, 1, 0]   # outside of the disc\n"
     "width = \"4 cm\"\n"
     "rate = 100\n",
     "pour over the wall: centre = [0, 1, 0]"},
    {"E0772",
     "[[wall]]\n"
     "name = \"stone\"\n"
     "shape = \"sphere\"\n"
     "radius = \"10 cm\"\n"
     "side = \"outside\"\n"
     "[[fill]]\n"
     "kind = \"lattice\"\n"
     "diameter = \"1 cm\"\n"
     "inside = \"stone\"\n",
     "name a container, or fill a part of space: region = { kind = \"box\", min = [...], max = "
     "[...] "
     "}"},
    {"E0773", "# a program that adds two observers with one name() to a run\n",
     "give each observer that remembers a name of its own, without `/`"},
    {"E0801",
     "x,y,z,r\n"
     "0,0,nan,1\n",
     "give finite numbers"},
    {"E0802", "# a program that gives ids {4, 4} for two sites\n",
     "give each site an id of its own"},
    {"E0803", "# a program with more sites than 32 bits can count\n",
     "divide the sites into parts"},
    {"E0901", "$ scree run drum -o /proc/drum", "choose a folder that you may write to: -o"},
    {"E0902", "$ scree run drum -o /media/full_disk/drum",
     "make room, or choose another disk with -o"},
    {"E0903", "$ scree new heap --out a_folder_of_that_name", "choose another name"},
    {"E0904", "$ scree run drum -o scene.toml/drum", "choose a folder that can be made: -o"},
    {"E0905", "$ scree run drum -o runs/drum-001",
     "choose a new folder with -o, or leave -o out to have one numbered"},
    {"E0906", "$ scree info no_such_run", "give the folder of a run"},
    {"E0970",
     "$ cp other_run/checkpoints/* runs/drum-001/checkpoints; scree run --resume runs/drum-001",
     "put the run's own checkpoints back, or begin a new run with -o"},
    {"E0980", "$ scree list laws > /dev/full", "write to a disk with space"},
    {"E0981", "", "report it to the authors, with the command and the scene"},
    {"E0982", "$ scree run ten_thousand_million_grains.toml",
     "fewer grains, or a machine with more memory"},
    {"E0983", "$ scree run drum -o r & sleep 5; rm -r r", "leave the folder of a run where it is"},
    {"E0984", "$ ulimit -s 64 -v 20000; scree check drum", "ulimit -s 8192"},
    {"E0985", "$ scree verify --spoil frictoin=1.1", "write the suggested word: friction=1.1"},
    {"E0987", "$ ln -s ~/documents runs/r/frames; scree run --resume runs/r",
     "remove the link: rm runs/r/frames"},
    {"E0986", "$ scree run folder_named_in_latin_1/scene.toml", "give the folder a name in UTF-8"},
};

}  // namespace

std::span<const CodeExample> code_examples_from_e0470() { return kExamplesFromE0470; }

}  // namespace scree
