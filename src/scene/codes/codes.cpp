// The codes of mistakes in a scene. A code is never reused for something else.
#include "scene/codes/codes.hpp"

#include <algorithm>
#include <vector>

namespace scree {
namespace {

constexpr CodeInfo kSceneCodes[] = {
    {"E0001", "a file cannot be read",
     "The file does not exist, is a folder, or may not be read. Relative paths on the command line "
     "start from "
     "the current folder; paths inside a scene start from the scene's own folder."},
    {"E0002", "a file is too large",
     "Scenes are read up to 64 MB and CSV files up to 4 GB. A scene with that many values usually "
     "lists grains; "
     "keep them in a CSV file and refer to it with a fill of kind `csv`."},
    {"E0003", "a file is not a text",
     "A scene is a TOML text in UTF-8. A checkpoint (.h5) is resumed with `scree run SCENE "
     "--resume`, not read as "
     "a scene. A text in another encoding can be converted: iconv -f latin1 -t utf8."},
    {"E0004", "the scene is empty",
     "Everything has a default but the grains: a scene needs at least one [[fill]]. `scree new "
     "NAME` writes a "
     "commented start."},
    {"E0005", "TOML syntax",
     "The text is not valid TOML. Most often: a value with a unit without quotes (write \"4 mm\"), "
     "a text without "
     "quotes, a key given twice, an unclosed bracket or quote, or a table header that appears "
     "twice (use [[wall]] "
     "with two brackets for a list). Only the first such mistake can be shown."},
    {"E0006", "an override is not `key.path=value`",
     "--set takes the path of a value as in the scene, then `=`, then the value as TOML: --set "
     "duration=2, "
     "--set material.glass.density=\"2.6 g/cm3\", --set wall.0.height=0.1. Items of lists are "
     "named by their "
     "number from 0 or by their `name`. A value that is not TOML is taken as a text, so that --set "
     "'duration=2 s' works. Blanks around `=` do not matter."},
    {"E0007", "an override of something that does not exist",
     "The path goes through a value that is not a table, or to an item of a "
     "list that does not exist. The item after the last one may be set: it is appended."},
    {"E0008", "a file that the scene names is missing",
     "Paths inside a scene are relative to the scene's own folder, so that a scene and its files "
     "can be moved "
     "together."},
    {"E0009", "more mistakes than are shown",
     "Only the first 50 mistakes are shown; correct them and run again."},
    {"E0010", "a built-in default is wrong",
     "A catalogue entry declares a default that does not pass its own check. "
     "This is a mistake in Scree, not in the scene."},
    {"E0101", "unknown key",
     "The key does not exist in this table, or not for the chosen shape, law, motion or fill. "
     "Nothing is ever "
     "ignored silently: a misspelt key is refused, and the nearest valid one is suggested."},
    {"E0102", "something is missing", "A value without a sensible default is absent."},
    {"E0103", "wrong kind of value",
     "A text where a number belongs, a list of the wrong length, a table where a "
     "value belongs, or the like."},
    {"E0104", "out of range",
     "The value is not possible for this quantity: a negative radius, a restitution above 1, "
     "not a number, or the like."},
    {"E0105", "no such choice",
     "The word is not one of those that are possible here. `scree list` shows what "
     "catalogues hold."},
    {"E0106", "too many", "A limit of the program is exceeded."},
    {"E0110", "not a number",
     "A quantity begins with a number with a decimal point: 0.5, 2e-3, 2x10^-3."},
    {"E0111", "unknown unit",
     "Units: m g s N Pa J W Hz bar L with the prefixes n u m c d k M G; t min h in ft deg rad rpm "
     "and %. They "
     "combine with spaces, * and / and take powers: kg/m^3, kg m^-3, N s/m. A slash divides by the "
     "next unit "
     "only. Capitals matter: mPa is not MPa."},
    {"E0112", "wrong dimension",
     "The unit belongs to another quantity than the one asked for. A frequency (Hz, cycles per "
     "second) and an angular velocity (rad/s, deg/s, rpm) differ by 2 pi and are not taken for one "
     "another."},
    {"E0113", "a unit is missing",
     "A quoted value must carry its unit. A number without quotes is in SI units."},
    {"E0120", "not an expression",
     "Expressions are made of numbers with units, names of [let] in braces, pi, + - * / ^, "
     "parentheses and functions: \"{outlet} / 2 + 3 mm\". A product needs its sign; a number has a "
     "decimal point. The caret shows where the reader had to stop."},
    {"E0121", "no such variable",
     "Names in braces are those of the table [let]. Without braces only `pi` has a meaning."},
    {"E0122", "variables made of each other",
     "A variable needs, perhaps by way of others, its own value. The message names the circle."},
    {"E0123", "quantities that do not go together",
     "Lengths are added to lengths and compared with lengths; sin(), exp() and their like take "
     "plain "
     "numbers and angles; a root or power must lead to a unit with whole powers. The same holds "
     "for "
     "an angular velocity and a frequency, which differ by 2 pi: 2 * pi * {frequency} is the one, "
     "{omega} / (2 * pi) the other."},
    {"E0124", "no finite value",
     "A division by zero, a root or logarithm of what has none, or a result too large for a "
     "number."},
    {"E0125", "a variable is set that nothing uses",
     "`--set let.NAME` and [sweep] change what a scene makes of the variable; without a use "
     "nothing "
     "would change. resolved.toml holds values that were worked out and records the variables: "
     "change them in the scene."},
    {"E0126", "no such function",
     "Known: abs, sqrt, hypot, min, max, sin, cos, tan, atan, atan2, exp, log, floor, ceil, round; "
     "each takes as many values as its name says, with commas between."},
    {"E0127", "not a variable",
     "[let] has names of letters, digits, `_` and `-`, and one value for each: a number, a text "
     "with a quantity, or an expression."},
    {"E0201", "unknown material",
     "Materials are defined as [material.NAME]. A scene without any has one, `default`. While "
     "there is only one "
     "material, walls and fills need not name it."},
    {"E0202", "unknown wall", "`inside` names a wall by its `name`."},
    {"E0203", "a pair is given twice", "[pair.A.B] and [pair.B.A] are the same pair."},
    {"E0204", "two walls of the same name", "Reports and overrides address walls by name."},
    {"E0205", "two measures of the same name",
     "The name begins the measure's columns in series.csv, which must differ."},
    {"E0206", "two outlets of the same name",
     "The name begins the outlet's columns in series.csv, which must differ."},
    {"E0701", "a fill does not fit",
     "The space cannot hold that many grains without overlap, or has so many sites that something "
     "must be wrong with the units. Random positions reach about 35 % of the space, the lattice up "
     "to 74 %. Earlier fills and walls take their room first."},
    {"E0702", "no grains", "Everything has a default but the grains: add a [[fill]]."},
    {"E0703", "grains overlap at the start",
     "Two grains start deeper in one another than `max_start_overlap` (a share of the smaller "
     "radius) allows. They "
     "would fly apart with the energy of that overlap."},
    {"E0704", "a fill has no bounded space",
     "The grains need a container (a wall that encloses space; the widest one is taken, or the one "
     "named by "
     "`inside`) or a `region`. Planes and other infinite walls do not bound a space by "
     "themselves."},
    {"E0705", "a bad row in a CSV file",
     "Every row must have as many numbers as there are columns; sizes are greater "
     "than 0; nan and inf are refused."},
    {"E0706", "values that contradict each other",
     "Two ways to say the same were used at once, or neither."},
    {"E0707", "a grain starts in or behind a wall",
     "The centre lies on the forbidden side of a wall, or the grain "
     "sticks deeper in it than `max_start_overlap` allows."},
    {"E0708", "not a sieve curve",
     "A sieve curve says what share of the mass passes each opening. Openings rise, shares do not "
     "fall, and all of the mass passes the last one. Shares go from 0 to 1, or carry their sign: "
     "\"30 %\"."},
    {"E0709", "the file of a sieve curve",
     "Two columns, opening and passing, with units in the cells or in brackets in the header, else "
     "in SI."},
    {"E0718", "a packing of another program that cannot be read",
     "LAMMPS data files, text dumps of LAMMPS and LIGGGHTS, and packings `x y z r` of YADE are "
     "read. The message names the line and what it lacks. `scree import FILE` shows what a file "
     "has."},
    {"E0770", "too many steps",
     "`duration` divided by the time step is more than 10^15 steps. Most often a unit is wrong, or "
     "`dt` is far smaller than the shortest contact needs."},
    {"E0771", "an inlet pours past everything",
     "Seen from the opening of a fill of kind `pour`, no wall, fixed grain or outlet is beneath, "
     "or all of the opening lies in or behind a wall: not one grain would come where it was meant "
     "to. Where only a part of the opening misses, a warning says how much, and the verdict is "
     "doubtful."},
    {"E0772", "a wall that holds no grains",
     "`inside` names a wall without an inside: a flat one, a solid one that keeps grains outside, "
     "or a mesh that is open. A mesh is closed if each of its edges belongs to an even number of "
     "triangles; the message names an edge that does not. An open mesh can still be filled by "
     "`region`; the fill keeps clear of its surface."},
    {"E0773", "observers that have one name",
     "What an observer remembers is kept in the checkpoints under its name: two of one name, or a "
     "name with `/` in it, would mix them up."},
    {"E0804", "positions and sites do not match",
     "A triangulation moves all its sites at once: one position for each row, and either no "
     "weights or "
     "one for each row."},
    {"E0805", "no such site", "The row was never filled, or its site has been removed."},
};

}  // namespace

std::span<const CodeInfo> scene_codes() { return kSceneCodes; }

std::span<const CodeInfo> all_codes() {
  static const std::vector<CodeInfo> all = [] {
    std::vector<CodeInfo> v;
    for (const auto table :
         {scene_codes(), law_codes(), wall_codes(), file_codes(), cluster_codes(), shape_codes(),
          geometry_codes(), stage_codes(), table_codes(), two_dimensions_codes(), cell_codes()})
      v.insert(v.end(), table.begin(), table.end());
    std::sort(v.begin(), v.end(),
              [](const CodeInfo& a, const CodeInfo& b) { return a.code < b.code; });
    return v;
  }();
  return all;
}

const CodeInfo* find_code(std::string_view code) {
  for (const CodeInfo& c : all_codes())
    if (c.code == code) return &c;
  return nullptr;
}

const CodeExample* find_example(std::string_view code) {
  for (const auto table :
       {first_code_examples(), code_examples_from_e0470(), cluster_code_examples(),
        shape_code_examples(), geometry_code_examples(), stage_code_examples(),
        table_code_examples(), two_dimensions_code_examples(), cell_code_examples()})
    for (const CodeExample& e : table)
      if (e.code == code) return &e;
  return nullptr;
}

}  // namespace scree
