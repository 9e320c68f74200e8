// The codes of commands, sweeps, pictures, geometry and files. A code is never reused for something
// else.
#include "scene/codes/codes.hpp"

namespace scree {
namespace {

constexpr CodeInfo kFileCodes[] = {
    {"E0470", "no series to draw",
     "`scree plot` and `scree report` draw series.csv of a run, which is written every "
     "output.series and when the run ends. `output.series = 0` switches it off. A sweep has no "
     "series of its own; its runs have."},
    {"E0471", "no such column",
     "The first line of series.csv names its columns; `scree plot RUN --list` shows them. Columns "
     "of measures are called MEASURE.COLUMN, those of outlets OUTLET.mass_out."},
    {"E0489", "a servo of a cell that would oscillate (warning)",
     "A servo moves the cell in proportion to the stress that is missing. A part of the stress "
     "comes from the dashpots of the contacts and follows the rate of the cell at once; where it "
     "is greater than the target, every step undoes the last one, stresses jump between nothing "
     "and twice the target, and the energy budget does not close. Lower `max_rate` or `gain`."},
    {"E0490", "a servo that another wall moves across (warning)",
     "A servo that keeps a pressure divides the force on its wall by one area, that of its shape "
     "or "
     "`area` of its motion. Where another wall moves across it, grains press on less or more of "
     "it, "
     "and the pressure there is another: 10 kPa become 15 kPa when a third of the area is gone. "
     "Compute the pressure from the force on the wall and the real area, move the walls so that "
     "the area stays, or deform a periodic [[cell]] by `stress`."},
    {"E0491", "rolling friction of grains that are not balls (warning)",
     "Rolling friction stands for the shape of grains that are simulated as balls; the materials "
     "of "
     "the library have it for that reason. Polyhedra, polygons and other shapes resist rolling by "
     "their corners: with rolling friction they do so twice."},
    {"E0488", "not an expression of columns",
     "`scree plot` draws columns and arithmetic of columns: names, numbers with units or in SI, "
     "+ - * / ^, parentheses, and functions like abs(), sqrt(), min() and log(). `--where` takes a "
     "comparison of two such expressions: <, <=, >, >=, = "
     "or !=. What begins with a dash needs parentheses around it, or it would be an option."},
    {"E0496", "units that do not go together",
     "A sum, a difference, min() and max() need values of one dimension; sin(), exp() and log() a "
     "plain number. Curves of one panel need one unit, also where they come from several runs. A "
     "bare number has the unit of what it is added to, and is a plain number where it multiplies: "
     "write `0.03 m` for a length."},
    {"E0497", "a curve that cannot be fitted",
     "A fit needs more points than parameters, points at different x, a curve with finite values "
     "where it begins (`--start`), and parameters that the points determine: `a * b * x` has one "
     "too many. Of a power law all x must be above 0. In an expression x is the horizontal axis; "
     "every other word that is no function is a parameter."},
    {"E0498", "a curve without a value to draw",
     "The column or the arithmetic has no finite value in any row (division by zero, the root or "
     "the logarithm of a negative value), or a logarithmic axis has nothing above 0 to show."},
    {"E0499", "a kind of picture that plots are not written as",
     "`scree plot -o` writes SVG with PNG, PDF, and a Python script for matplotlib, by the ending "
     "of the file. Other kinds come from these."},
    {"E0472", "not the folder of a sweep",
     "A sweep has the files sweep.json (what was asked for) and results.csv (what came out)."},
    {"E0473", "a wall of another order than the grains (warning)",
     "A finite wall is more than 10 000 times as wide as the largest grain, or smaller than every "
     "grain. Mostly a mesh that was drawn in millimetres and read in metres (`scale = 0.001`), or "
     "a "
     "length without its unit."},
    {"E0474", "a Young's modulus that no solid has (warning)",
     "Below 10 kPa (jelly) or above 2 TPa (diamond has 1.2). Mostly a unit is missing: 70 are 70 "
     "Pa, "
     "not 70 GPa."},
    {"E0475", "a friction like an angle or a percentage (warning)",
     "Friction is the ratio of tangential to normal force, 0.1 to 1 for most materials: an angle "
     "of "
     "30 degrees is tan 30° = 0.58. Values above 100 are taken as the wish that nothing slides."},
    {"E0476", "a density that no solid has (warning)",
     "Below 10 kg/m^3 or above that of any metal. Mostly a value in g/cm^3: write it with its "
     "unit, "
     "\"2.5 g/cm^3\"."},
    {"E0477", "gravity along another axis than the walls suggest (warning)",
     "All grains that were looked at fall past every wall along gravity, and all would be caught "
     "along another axis. y is up unless `gravity` says otherwise; drawings often have z up: "
     "gravity = [0, 0, -9.81]."},
    {"E0478", "a run that takes years (warning)",
     "Number of steps times grains, at ten million grain-steps per second and thread, or more than "
     "10^11 steps. The step follows the shortest contact: softer grains, or a shorter `duration`."},
    {"E0479", "more than 100 GB of frames (warning)",
     "Frames are written every output.frames, each with all grains. A larger interval, or 0."},
    {"E0480", "grains that can leave every wall (warning)",
     "Along gravity there is neither a wall nor an outlet below some of the grains: they will fall "
     "for ever, and detection must follow them. Walls are looked at as they stand at the start."},
    {"E0481", "no such material to be like",
     "`like` names another material of the scene, or one of the library (`scree list materials`), "
     "whose values hold where the material gives none. "
     "`material.beads = \"glass\"` is short for a table with `like` alone."},
    {"E0482", "materials that are like each other in a circle",
     "Following `like` from material to material must come to one that has values of its own."},
    {"E0483", "not a run to start from",
     "A fill of kind `run` takes its grains from the folder of a run (with resolved.toml, and "
     "checkpoints or frames in it), or from one checkpoint (.h5) or frame (.vtp) of it. The path "
     "is relative to the scene, or to where the program runs."},
    {"E0484", "the run has no such frame",
     "`frame` is \"last\", the number of a frame from \"0\", or a time with its unit. A time must "
     "be within half an interval of a frame."},
    {"E0485", "a frame does not hold all that the grains are",
     "Frames keep balls and clumps of balls. Shapes, and bonds where output.contacts was not set, "
     "are in checkpoints alone: `frame = \"last\"`."},
    {"E0486", "bonds of a run that this scene does not know",
     "Grains that bonds hold keep them: the scene must have a [bond.NAME] of the same name and "
     "kind as that of the run."},
    {"E0487", "no grains to take over",
     "The run has no grains at that time, or none of their centres lies in the `region` of the "
     "fill, which is applied after shift, turn and scale."},
    {"E0710", "a frame contradicts itself",
     "The arrays of a frame differ in length. This is a mistake in Scree, or in a program "
     "that uses it."},
    {"E0711", "no such scene",
     "Scenes are named by the path of a TOML file, or by the name of one that comes with "
     "Scree (`scree list scenes`)."},
    {"E0712", "no such catalogue",
     "`scree list` shows laws, bonds, walls, motions, detectors, integrators, fills, outlets, "
     "ends, "
     "measures, "
     "exporters and scenes."},
    {"E0713", "not a run",
     "summary.json is not a JSON object. It is written when a run ends; a run that was "
     "killed has none."},
    {"E0714", "no such starter", "`scree new` alone lists what it can write."},
    {"E0715", "the file exists", "`scree new` never overwrites a file unless it is told to."},
    {"E0716", "no such code",
     "Codes are the letter E and four digits, as at the end of the first line of a "
     "message. `scree explain` alone lists all."},
    {"E0717", "no such command", "`scree --help` lists the commands."},
    {"E0720", "a picture could not be compressed", "The compressor found no memory."},
    {"E0721", "nothing to colour grains by",
     "A picture is coloured by speed, spin, radius, diameter, mass, id, type, body, "
     "force, height, rank, or a field of the frame."},
    {"E0722", "a picture of an impossible size",
     "Pictures are 16 to 16384 pixels wide and high, with 1 to 4 rays per pixel along each "
     "direction."},
    {"E0723", "the force network is not known",
     "Contacts are stored with the frames only on request: output.contacts = true in the scene, or "
     "--set output.contacts=true."},
    {"E0724", "a VTP or PVD file is damaged, or not ours",
     "Frames are read back exactly as Scree writes them: little endian, base64, UInt64 headers, no "
     "compressor. A file that was cut short, changed or written by another program is refused, and "
     "nothing of it is used."},
    {"E0730", "a scene that is a table of runs",
     "[sweep] stands for many runs, and `scree run` makes one."},
    {"E0731", "a value of [sweep] is not a list",
     "Each key of [sweep] is the path of a value of the scene, as for --set; its value is "
     "the list of what to put there."},
    {"E0732", "an empty list in [sweep]", "A list without values makes no run."},
    {"E0733", "too many runs",
     "The lists of [sweep] are combined each with each: their lengths multiply. At most "
     "10000 runs are accepted."},
    {"E0734", "lists of differing lengths",
     "With `zip = true` the first values of all lists make the first run, the second ones "
     "the second: all lists need the same length."},
    {"E0735", "the folder holds another sweep",
     "A sweep goes on where it stopped when it is started again with the same scene, "
     "overrides and folder. This folder was made by another one, and results of the two "
     "would mix."},
    {"E0736", "no such run of the sweep",
     "`sweep.run` chooses one run of the table by its number, from 1."},
    {"E0737", "a scene without [sweep]", "There is nothing to vary."},
    {"E0738", "a sweep is already at work here",
     "Two processes on one folder would take each other's unfinished runs away."},
    {"E0739", "no process for a run",
     "The system refuses to start another process: too many of them, or too little memory."},
    {"E0740", "a region with infinitely many images",
     "In a periodic space a region counts every image that it meets. An endless cylinder or plane "
     "along one of x, y, z counts one period; oblique to two periodic directions it passes every "
     "grain again and again."},
    {"E0741", "a region much larger than the periodic box",
     "In a periodic space a region counts every image that it meets, one by one unless it is a "
     "box. At most a million images of each grain are accepted."},
    {"E0742", "the average of a sum over the run",
     "What passed or what was lost since the start grows with the run. Its mean over a window is "
     "no property of the window: half a window ago it was so much. Average rates and values of the "
     "instant."},
    {"E0801", "a site that is not a number",
     "Coordinates and weights of a triangulation are finite numbers."},
    {"E0802", "ids that are not one per site",
     "There is exactly one id for each site, and none appears twice."},
    {"E0803", "too many sites", "The triangulation counts its cells with 32 bits."},
    {"E0750", "not the folder of a run",
     "`scree export`, `measure` and `film` read a folder that `scree run` wrote, with at least one "
     "frame (output.frames)."},
    {"E0690", "the port of the viewer cannot be opened",
     "Another program listens on it, or ports below 1024 are not allowed. Without --port any that "
     "is free is taken."},
    {"E0691", "the viewer has no such frame",
     "Frames of a run are counted from 0; `newest` exists only where the run itself is in the "
     "same program (scree run SCENE --live)."},
    {"E0692", "the page of the viewer is missing",
     "The page is built by `make viewer`, which needs node and npm; it is part of the Debian "
     "package. Everything else of Scree works without it."},
    {"E0693", "a setting that does not change while a run goes on",
     "From the page of a live run one can change when it writes and when it ends: duration, "
     "output.frames, output.series, output.checkpoint. Anything else would make it another run."},
    {"E0694", "a time that does not fit the live run",
     "An interval of output is 0 (never) or at least a step; a duration lies in the run's "
     "future. Units are as in scenes: \"5 ms\"."},
    {"E0695", "the stages say when a live run ends",
     "A run with stages ends with its last one. Stopped, it can be resumed with another duration."},
    {"E0696", "nothing that can be asked of a live run",
     "The page can ask to pause, to go on, for a step, a stop, a frame, and for another setting."},
    {"E0697", "the live run has ended", "What has ended can be resumed, from the command line."},
    {"E0698", "cells that cannot be drawn",
     "The page draws the Laguerre cells of up to 20000 grains; `scree tessellate` has no such "
     "limit."},
    {"E0751", "no such frames",
     "--frames takes all, last, first, a number from 0, or A:B:STEP as slices of Python lists: B "
     "is "
     "excluded, and negative numbers count from the end."},
    {"E0752", "no such exporter", "`scree list exporters` shows all formats and their parameters."},
    {"E0753", "grains of a stored frame contradict each other",
     "Two grains have the same id, or an id is greater than any run could give."},
    {"E0754", "ffmpeg is not installed",
     "`scree film` draws the pictures itself and calls ffmpeg to make a video of them. Install it "
     "(sudo apt-get install ffmpeg) or use the pictures in RUN/film with another program."},
    {"E0755", "ffmpeg failed", "Its own message stands above; the pictures are in RUN/film."},
    {"E0756", "a frame without its contacts",
     "Contacts are written with frames only where the scene asks for it: `output.contacts = "
     "true`."},
    {"E0757", "a result that cannot be told",
     "[[result]] gives a number a name of its own, a column or arithmetic of columns, and a window "
     "that ends after it begins."},
    {"E0760", "not NAME=FACTOR",
     "`scree verify --spoil` multiplies a parameter of every law: --spoil restitution=1.02."},
    {"E0761", "no such case", "`scree verify --list` shows the cases."},
    {"E0762", "no black box", "The run failed before its first step was kept."},
    {"E0765", "a servo without an area",
     "It keeps a pressure, which is a force over an area. An endless wall (a plane) has none of "
     "its own: without one the servo would feel nothing and move for ever."},
    {"E0766", "a wall without end that does not fit the periodic box",
     "One box length further on an endless wall must be the same wall: a plane lies along every "
     "periodic direction, a cylinder without a height has its axis along it, and a motion that "
     "turns the wall must not change that. Else its images would fill the box."},
    {"E0767", "a wall too long for the periodic box",
     "A wall is repeated every box length. A closed container may be one box long, any other wall "
     "two: longer ones would lie in their own images."},
    {"E0768", "a wall that turns freely in a periodic box",
     "Which images of a wall can be touched is known for walls that keep their direction or turn "
     "about one axis. A wall of motion `body` may do so: rotation = \"axis\" or \"none\"."},
    {"E0901", "a file cannot be created",
     "The folder does not exist or may not be written. Files are written under "
     "another name first and then renamed, so the folder itself must be writable."},
    {"E0902", "a file cannot be written",
     "Most often the disk is full. What was there before is still there."},
    {"E0903", "a file cannot be renamed",
     "The new file is complete but could not be renamed; perhaps a folder has that name."},
    {"E0904", "a folder cannot be made",
     "A file has that name, or the folder above may not be written."},
    {"E0905", "the folder exists", "A run never overwrites anything: it makes its own folder."},
    {"E0906", "a file cannot be read", "The file does not exist or may not be read."},
    {"E0911", "not a checkpoint", "The file is empty or was not written by `scree run`."},
    {"E0912", "a damaged checkpoint",
     "The file is cut or its content does not have the hash that was written with it: a fault of "
     "the disk or of a copy. A run keeps two checkpoints; resuming takes the older one."},
    {"E0913", "a checkpoint of another version",
     "Its layout is not that of this program. Resume with the version that wrote it."},
    {"E0914", "a checkpoint cannot be made",
     "HDF5 or the memory failed: a checkpoint is put together in memory, in about three times the "
     "space of its file."},
    {"E0915", "a checkpoint that contradicts itself",
     "An array is missing, has another form or does not fit to the others."},
    {"E0916", "a checkpoint of another world",
     "The state does not fit to the scene: other walls, inlets, integrator, memory of contacts or "
     "time step. --force cannot help here."},
    {"E0917", "the scene has changed since the run began",
     "Resuming promises the result of the undisturbed run, so the scene must be the same. Harmless "
     "are duration, output, title, threads, engine, detect and verdict. --force goes on with any "
     "change "
     "that "
     "the state can follow; the verdict is then doubtful, and summary.json says what was changed."},
    {"E0918", "no good checkpoint",
     "None of the run's checkpoints can be used; the reasons follow. Begin again in another "
     "folder."},
    {"E0919", "two processes for one run",
     "Another process is writing this folder. Its lock ends with the process."},
    {"E0920", "not a run", "The folder has neither checkpoints nor a resolved.toml."},
    {"E0970", "a checkpoint of another scene",
     "The newest checkpoint was not written by the run whose scene the folder holds "
     "(resolved.toml): files of two runs were mixed, or a forced resume was killed before its "
     "first checkpoint. --force goes on with the checkpoint's state; the verdict is then "
     "doubtful."},
    {"E0980", "standard output cannot be written",
     "The disk behind it is full, it was closed, or the program that read it has ended. What the "
     "command wrote into files is there all the same."},
    {"E0981", "a defect of the program",
     "Something happened that must not: an exception reached the end of the program. What was "
     "written before is whole."},
    {"E0982", "not enough memory", "`scree check` says how much memory a scene needs."},
    {"E0983", "the folder of the run is gone",
     "It was removed, moved or replaced while the run was at work. The run stops instead of making "
     "a new one that lacks everything before."},
    {"E0984", "the stack is too small",
     "The limit for stacks is below 1 MB and there is no memory for another one."},
    {"E0985", "a parameter that `--spoil` does not know",
     "--spoil takes a parameter of a contact law, density, gravity, dt "
     "or lever."},
    {"E0987", "a part of a run is a link",
     "A run writes only into its own folder. A folder from elsewhere may hold links that lead to "
     "your files: `frames`, `checkpoints`, `control.log` and the like must be there themselves."},
    {"E0986", "a path that is not UTF-8",
     "Names of files may be any bytes, but a TOML file is UTF-8: resolved.toml, from which a run "
     "is "
     "resumed, cannot name the file."},
};

}  // namespace

std::span<const CodeInfo> file_codes() { return kFileCodes; }

}  // namespace scree
