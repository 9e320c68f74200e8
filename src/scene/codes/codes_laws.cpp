// The codes of contact laws, worlds and runs. A code is never reused for something else.
#include "scene/codes/codes.hpp"

namespace scree {
namespace {

constexpr CodeInfo kLawCodes[] = {
    {"E0301", "unknown contact law",
     "No part of that name exists for this kind (normal, tangential, rolling, twisting, cohesion). "
     "`scree list laws` shows all."},
    {"E0302", "two laws that cannot be mixed",
     "Two materials with the same law mix by themselves; with different laws (say "
     "`linear` against `hertz`) it is not defined which force would be right between them. "
     "The same holds for the other kinds. `none` on one side means "
     "that the pair has none."},
    {"E0303", "a law keeps too much history",
     "The parts of one pair together store more numbers per contact than the kernels have "
     "room for. Only new parts in src/laws/catalog can cause this."},
    {"E0304", "a part of a contact law has a name that is taken",
     "A program (api/law.hpp) or a plugin brings parts of contact laws of its own: each needs "
     "a name "
     "that no other part of its kind has, in the program, in the plugins or in the catalogue."},
    {"E0310", "a linear law is given by too much or too little",
     "Stiffness and damping follow either from `contact_time` and `restitution`, or from "
     "`stiffness` with `restitution` or `damping`. Both materials of a pair must be given "
     "in the same way, else their mixture is not defined."},
    {"E0311", "a law lacks a parameter",
     "The law needs a value that neither the scene nor a default gives."},
    {"E0312", "a parameter of a law is out of its range",
     "The value is not a number or is not possible for this law."},
    {"E0313", "viscous friction is given twice",
     "The dashpot is either an absolute `damping` or a `damping_ratio` of the normal one, "
     "not both; and both materials of a pair in the same way."},
    {"E0314", "cohesion lacks a stiffness",
     "The reach of this cohesion is max_force / stiffness. A normal law that is given by "
     "its contact time has a stiffness that depends on the grains' masses, so it cannot "
     "be used here."},
    {"E0315", "a law is given by too much or too little",
     "The stiffness follows from `contact_time` or is given as `stiffness`, not both; "
     "`walton-braun` takes `restitution` with either, or `stiffness` with `slope`; `luding` takes "
     "`lowest_restitution` with either, or `stiffness` with `plastic_stiffness`. Both materials of "
     "a pair "
     "must be given in the same way, else their mixture is not defined."},
    {"E0316", "a plastic contact that is not plastic",
     "The law `luding` unloads more steeply than it loads: `plastic_stiffness` is greater than "
     "`stiffness`."},
    {"E0317", "points that make no curve",
     "A curve of restitution needs rising speeds and one restitution for each; a pair of "
     "materials, whose curves are mixed at the speeds of both, at most eight different ones."},
    {"E0318", "a reloading that loses more than a first loading",
     "In `pournin` the share that a further loading loses is at most that of the first: "
     "`reload_restitution` lies between `restitution` and 1."},
    {"E0330", "a law to be plotted that does not exist",
     "`scree plot law` takes the name of a part of a contact law, alone or with its kind "
     "(`rolling/spring`), or a scene with `--scene`. `scree list laws` shows all."},
    {"E0331", "a law whose name has two meanings",
     "Parts of different kinds may share a name: `spring` resists sliding and, as another part, "
     "rolling. The kind before the name says which."},
    {"E0332", "a law to be plotted lacks parameters",
     "The parameters without a default must be given; the message names each with its unit and "
     "proposes values."},
    {"E0333", "a word that is not a part or parameter of the law",
     "`--with` takes KIND=NAME, `--set` takes KEY=VALUE of the named law or KIND.KEY=VALUE of "
     "another part of it."},
    {"E0334", "a motion that the contact cannot make",
     "The motion does not exist, or it moves what the law does not resist: shear needs a "
     "tangential part, rolling a rolling part."},
    {"E0335", "a table of motion that cannot be read",
     "A motion from a file has rows of time, overlap and, if wanted, slide, in seconds and metres; "
     "the times grow."},
    {"E0336", "a pair of materials that the scene does not have",
     "`--pair A.B` names two materials of the scene, at least one of which grains are made of."},
    {"E0337", "a column that the table does not have",
     "Each motion has its own columns; they are the header of the CSV file."},
    {"E0338", "a motion with impossible values",
     "Speeds, amplitudes and time steps are finite and positive, a cycle unloads below what it "
     "loads to, and a motion has at most two million steps."},
    {"E0340", "a plugin that is not there",
     "`plugins` names shared libraries, relative to the folder of the scene. `scree plugin build "
     "mine.cpp` makes mine.so from its source. A run that is resumed needs the plugins that it "
     "began with."},
    {"E0341", "a file that is not a plugin",
     "A plugin is a shared library for this kind of machine, made by `scree plugin build` from a "
     "source that ends with SCREE_PLUGIN(...)."},
    {"E0342", "a plugin of another build of Scree",
     "A plugin is compiled with the headers of one build of Scree and works with this build alone: "
     "after an update it must be built again from its source, which takes seconds."},
    {"E0343", "a scene with plugins where plugins are not loaded",
     "A plugin is code that runs with the rights of the user. What reads scenes from a browser "
     "does not load it unless it was told to: `scree view --plugins SCENE`."},
    {"E0344", "a law of a plugin that throws",
     "Laws answer with numbers; what cannot be is refused by make(), which returns an Error. An "
     "exception has no one who could catch it in the middle of a step."},
    {"E0345", "a law of a plugin that does not answer with numbers",
     "Before a run each law of a plugin is asked about one usual contact. Forces, stored energy "
     "and rates must be finite, the contact time greater than 0, the range not negative."},
    {"E0346", "nothing to compile plugins with",
     "A plugin is C++: its source needs a compiler (g++ 10 or newer, clang++ 12 or newer) and the "
     "headers that are installed with Scree."},
    {"E0347", "a plugin that cannot be compiled",
     "What the compiler says, at the lines of the source. Mistakes that it found inside headers of "
     "Scree are told at the line that led there."},
    {"E0348", "a plugin that changed while it was in use",
     "A process keeps the code that it has loaded. A plugin that was built again under the same "
     "name counts from the next start."},
    {"E0349", "a plugin whose table of parameters is wrong",
     "Names of laws and parameters are single visible words, each parameter has its own, and "
     "defaults can be read as a scene would have them."},
    {"E0500", "no grains",
     "A simulation needs grains at the start, or an inlet that pours some in."},
    {"E0501", "a grain without a size", "Radii are positive and finite."},
    {"E0502", "a grain without a usable position",
     "Positions, velocities and spins must be finite numbers, positions at most 1e100 m from the "
     "origin (farther out the "
     "square of a distance is not a number)."},
    {"E0503", "a material that does not exist",
     "A grain or wall refers to a material that the world lacks, or there are more than "
     "1000 of them."},
    {"E0504", "a periodic box is too short",
     "Along a periodic direction a grain must never meet two images of one neighbour: the "
     "box must be longer than 3.3 of the largest diameters."},
    {"E0505", "a grain outside of the periodic box",
     "Centres lie in [lo, hi) of every periodic direction."},
    {"E0506", "a grain behind a wall",
     "The centre is on the side that the wall forbids. A plane's normal points to where "
     "grains may be; containers hold them inside unless `side` says otherwise."},
    {"E0507", "a grain sticks in a wall",
     "It would be thrown out with the energy of that overlap. `max_start_overlap` is the "
     "greatest depth that is accepted, as a share of the radius."},
    {"E0508", "two grains overlap at the start",
     "They would fly apart with the energy of that overlap. `max_start_overlap` is the "
     "greatest depth that is accepted, as a share of the smaller radius."},
    {"E0509", "a density that is impossible", "Densities are positive and finite."},
    {"E0510", "background damping, gravity or another number of the world is impossible",
     "Damping is not negative; gravity is a finite vector; all numbers are finite."},
    {"E0511", "the sizes or the rates of an inlet are impossible",
     "The distribution has no positive smallest size, or its shares do not add up; a rate, a mass "
     "or a place is not a finite number."},
    {"E0512", "an outlet that cannot work",
     "Its region has no inside (a box whose `max` is not above its `min`, a plane or cylinder "
     "without "
     "a direction), or it would never look or never be open."},
    {"E0513", "an outlet takes what has just come",
     "All grains start inside the outlet, or an inlet pours into it: they would leave at the next "
     "look and nothing would be left to simulate. Where only some do, a warning says how many. An "
     "outlet that stops the run (`treat_as = \"failure\"`) must not hold any grain at the start."},
    {"E0514", "the rows of the grains do not fit together",
     "A program has changed the arrays of the grains by hand: they have different lengths, or ids "
     "that are not those of their rows."},
    {"E0515", "a grain has no usable mass, inertia or orientation",
     "Masses and moments of inertia are positive and finite, orientations are unit quaternions."},
    {"E0516", "a wall that a program has left unfinished",
     "It has no shape, or its pose, velocity or area is not a finite number."},
    {"E0520", "a contact has no duration",
     "From stiffness and mass follows a contact time of zero or infinity. Look at the "
     "stiffness, the density and the sizes."},
    {"E0521", "too few steps in a contact",
     "`steps_per_contact` must be at least 1; 50 is the default."},
    {"E0522", "a time step that is impossible", "`dt` is positive and finite."},
    {"E0523", "an unstable time step",
     "A step longer than a tenth of the shortest contact, or half of the time that a "
     "Rayleigh wave needs across the smallest grain, gains energy until the run blows up. "
     "The shortest contact belongs to the smallest and lightest grains. `scree check` "
     "shows every limit and the margin."},
    {"E0530", "an instruction set that is not here",
     "The machine lacks it, or there is none of that name. `auto` takes the best; the "
     "result is the same with any."},
    {"E0531", "unknown integrator", "`scree list integrators` shows all."},
    {"E0532", "unknown detection method",
     "`scree list detectors` shows all; `auto` chooses. The result is the same with any."},
    {"E0533", "a negative skin or audit", "Both are 0 (chosen by the program, never) or positive."},
    {"E0534", "a field that cannot be added",
     "A program gives grains a field of its own: its name must be free and made of letters, "
     "digits, "
     "`_`, `-` and single spaces; it has 1, 3 or 4 numbers per grain; what is hashed must be "
     "saved."},
    {"E0535", "unknown engine",
     "`scree list engines` shows all; `auto` chooses. The result is the same with any."},
    {"E0536", "an engine that is not on this machine",
     "The engine `gpu` needs a graphics card, its driver and the library of the package "
     "scree-cuda. "
     "The message says which is missing; `scree list engines` shows the cards that are found."},
    {"E0537", "an engine that cannot compute this",
     "The engine `gpu` runs `verlet` and `ferrez`, and contact laws of the catalogue; the grains "
     "have to fit into the memory of the card. The processor runs everything, with the same bits."},
    {"E0538", "a graphics card that failed at the start",
     "The card or its driver said no before the first step: often its memory is in use by another "
     "program. `nvidia-smi` shows who uses it."},
    {"E0540", "an invalid body",
     "A body needs primitives with sizes, locations and materials of the world, a position, a "
     "unit quaternion, a positive mass and three positive moments of inertia."},
    {"E0541", "bodies and grains that do not fit together",
     "The grains of a body name it, and it names them. `add_body` keeps that in order."},
    {"E0542", "two shapes whose contacts are not supported",
     "Where two shapes touch is said by a function for the pair of their kinds. The catalogue "
     "has some, a program can add others (World::collisions)."},
    {"E0543", "an integrator that moves balls only",
     "Bodies of several balls or of other shapes turn about three axes with different moments. All "
     "integrators of the catalogue can do that; one that was added without `predict_body` and "
     "`correct_body` cannot."},
    {"E0544", "an edit between steps that is not possible",
     "A program asked for a grain that is not there, a material without a contact law in this "
     "run, or a number that is not finite. Nothing was changed."},
    {"E0546", "a name that nothing has",
     "A program named a material, wall, kind of bond or entry of a catalogue that is not there. "
     "What a part of a world names is added before it; `scree list` shows the catalogues."},
    {"E0547", "a name that is empty or taken",
     "Materials, walls, inlets, outlets, stages and kinds of bonds of a world have names, each its "
     "own."},
    {"E0548", "an invalid part of a world",
     "A program gave a number that is not possible there; the message says which. The world is as "
     "it was."},
    {"E0549", "a run that cannot be started now",
     "A callback asked its own simulation to run, or a run on disk was started twice."},
    {"E0550", "an invalid type of bond",
     "Its kind is not in the catalogue, or a parameter is missing, unknown or out of range. "
     "`scree list bonds` shows the kinds with their parameters."},
    {"E0551", "a bond to a grain that does not exist",
     "A bond joins two grains of the world, once, and has a type of the world. Ids are those that "
     "`Particles::add` gave."},
    {"E0552", "two grains that cannot be bonded",
     "Both are fixed, both belong to one rigid body, their centres coincide, or two shapes overlap "
     "so deeply that no face between them can be seen."},
    {"E0553", "a bond that is too long for the periodic box",
     "The nearest image of the other grain must be the one that the bond holds: a periodic "
     "direction is at least three times as long as a bond."},
    {"E0601", "the run blew up",
     "A grain moved farther than a radius in one step, or two grains went through each "
     "other. Almost always the time step is too long for the stiffest contact, a fast "
     "wall or grain hits harder than expected, or grains started in one another. The "
     "message names the grain, its neighbours and walls."},
    {"E0602", "a contact was missed",
     "The audit found two grains, or a grain and a wall, that touch, or may soon, and that were "
     "not "
     "listed. This is a mistake in Scree, not in the scene: for two grains another `detect.method` "
     "goes on, for a wall a small `detect.skin`."},
    {"E0603", "a grain came where none may come",
     "The scene has an outlet with `treat_as = \"failure\"`, and a grain came into it. The message "
     "names the grain, the step and the position; the black box replays its path."},
    {"E0604", "a contact of the wrong depth",
     "The audit asked all corners, edges and faces of two bodies, or of a body and a wall, how "
     "deep "
     "they press into each other, and the step had found another depth. This is a mistake in "
     "Scree, not in the scene: please report it with the scene."},
    {"E0605", "the graphics card failed",
     "The card or its driver stopped in the middle of a run: no memory was left for longer lists, "
     "another program took it, or the hardware is at fault. The checkpoints of the run are whole: "
     "`scree run --resume RUN --engine auto` goes on with the same bits."},
    {"E0606", "a law of a plugin failed during the run",
     "In the middle of the run a law threw an exception or gave a number that is not finite, and "
     "the run blew up. The message names the law and, where it is known, the contact; the black "
     "box replays the last steps."},
};

}  // namespace

std::span<const CodeInfo> law_codes() { return kLawCodes; }

}  // namespace scree
