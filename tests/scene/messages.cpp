// Every message that a mistake in a scene gives, word by word.
#include "scene/text/messages.hpp"

#include <chrono>

#include "helpers.hpp"

namespace scree {
namespace {

constexpr std::string_view kGood = R"([[fill]]
kind = "random"
diameter = "4 mm"
count = 5
region = { kind = "box", lo = [0, 0, 0], hi = [0.1, 0.1, 0.1] }
)";

std::string scene_with(std::string_view extra) { return std::string(kGood) + std::string(extra); }

TEST(Message, the_smallest_scene_has_no_mistake) { EXPECT_EQ(mistakes(kGood), "no mistake"); }

TEST(Message, misspelt_key) {
  EXPECT_EQ(mistakes(scene_with("diametre = 3\n")),
            "s.toml:6:1: unknown key `diametre` in [[fill]] (kind = \"random\") [E0101]\n"
            "     6 | diametre = 3\n"
            "       | ^^^^^^^^\n"
            "  hint: did you mean `diameter`?\n");
}

TEST(Message, misspelt_table) {
  EXPECT_EQ(mistakes(scene_with("[materials.glass]\ndensity = 1\n")),
            "s.toml:6:2: unknown key `materials` in the scene [E0101]\n"
            "     6 | [materials.glass]\n"
            "       |  ^^^^^^^^^\n"
            "  hint: did you mean `material`?\n");
}

// Users of other codes write these where those have them.
TEST(Message, a_key_of_a_part_of_the_law_says_where_it_belongs) {
  const auto hint = [](const std::string& key) {
    const std::string text = mistakes(scene_with("[material.m]\n" + key + " = 0.3\n"));
    const std::size_t at = text.find("  hint: ");
    return at == std::string::npos ? text : text.substr(at + 8);
  };
  EXPECT_EQ(
      hint("friction"),
      "write `tangential.friction` (law spring, viscous) or `rolling.friction` (law constant, "
      "spring) or `twisting.friction` (law constant, spring)\n");
  for (const auto& [key, place] : {std::pair{"restitution", "`normal.restitution`"},
                                   {"young", "`normal.young`"},
                                   {"youngs_modulus", "`normal.young`"},
                                   {"poisson_ratio", "`normal.poisson`"},
                                   {"contact_time", "`normal.contact_time`"},
                                   {"stiffness", "`normal.stiffness`"},
                                   {"mu", "`tangential.friction`"},
                                   {"rolling_friction", "`rolling.friction`"},
                                   {"coefficient_of_restitution", "`normal.restitution`"}})
    EXPECT_EQ(hint(key).find(std::string("write ") + place), 0u) << key << ": " << hint(key);
  EXPECT_NE(mistakes(scene_with("restitution = 0.3\n"))
                .find("hint: materials have it: `material.NAME.normal.restitution`"),
            std::string::npos);
  EXPECT_NE(mistakes(scene_with("density = 2500\n")).find("`material.NAME.density`"),
            std::string::npos);
}

TEST(Message, wrong_unit) {
  EXPECT_EQ(mistakes(scene_with("[material.m]\ndensity = \"2500 kg\"\n")),
            "s.toml:7:11: `density`: \"2500 kg\" is a mass (kg), but a density (kg/m^3) is "
            "expected [E0112]\n"
            "     7 | density = \"2500 kg\"\n"
            "       |           ^^^^^^^^^\n"
            "  hint: give it in kg/m^3\n");
}

TEST(Message, wrong_type) {
  EXPECT_EQ(mistakes("duration = [1, 2]\n" + std::string(kGood)),
            "s.toml:1:12: `duration` must be a time (s), not a list [E0103]\n"
            "     1 | duration = [1, 2]\n"
            "       |            ^^^^^^\n");
  EXPECT_EQ(mistakes("threads = 1.5\n" + std::string(kGood)),
            "s.toml:1:11: `threads` must be a whole number, not 1.5 [E0103]\n"
            "     1 | threads = 1.5\n"
            "       |           ^^^\n");
  EXPECT_EQ(mistakes("gravity = [0, -9.81]\n" + std::string(kGood)),
            "s.toml:1:11: `gravity` must be a list of 3 numbers, each an acceleration (m/s^2), not "
            "2 [E0103]\n"
            "     1 | gravity = [0, -9.81]\n"
            "       |           ^^^^^^^^^^\n");
  EXPECT_EQ(mistakes("wall = { shape = \"plane\" }\n" + std::string(kGood)),
            "s.toml:1:1: `wall` must be a list of tables, not a table [E0103]\n"
            "     1 | wall = { shape = \"plane\" }\n"
            "       | ^^^^\n"
            "  hint: write [[wall]] with two brackets\n");
}

TEST(Message, negative_diameter) {
  EXPECT_EQ(mistakes("[[fill]]\nkind = \"lattice\"\ndiameter = \"-4 mm\"\n"),
            "s.toml:3:12: `diameter` must be greater than 0, not -4 mm [E0104]\n"
            "     3 | diameter = \"-4 mm\"\n"
            "       |            ^^^^^^^\n");
}

TEST(Message, negative_radius) {
  EXPECT_EQ(
      mistakes("[[fill]]\nkind = \"grains\"\ngrains = [{ position = [0, 0, 0], radius = -0.002 "
               "}]\n"),
      "s.toml:3:44: `radius` must be greater than 0, not -0.002 m [E0104]\n"
      "     3 | grains = [{ position = [0, 0, 0], radius = -0.002 }]\n"
      "       |                                            ^^^^^^\n");
}

TEST(Message, not_a_number_is_refused) {
  EXPECT_EQ(mistakes("duration = nan\n" + std::string(kGood)),
            "s.toml:1:12: `duration` must be a finite number [E0104]\n"
            "     1 | duration = nan\n"
            "       |            ^^^\n");
}

TEST(Message, unknown_material) {
  EXPECT_EQ(mistakes("[material.glass]\n[[wall]]\nshape = \"plane\"\nmaterial = \"galss\"\n" +
                     std::string(kGood)),
            "s.toml:4:12: unknown material `galss` [E0201]\n"
            "     4 | material = \"galss\"\n"
            "       |            ^^^^^^^\n"
            "  hint: did you mean `glass`?\n");
  EXPECT_EQ(
      mistakes(scene_with("material = \"steel\"\n")),
      "s.toml:6:12: unknown material `steel` [E0201]\n"
      "     6 | material = \"steel\"\n"
      "       |            ^^^^^^^\n"
      "  hint: take it from the library: material.steel = \"steel\" at the top of the scene\n");
}

TEST(Message, material_must_be_chosen_among_several) {
  EXPECT_EQ(mistakes("[material.a]\n[material.b]\n" + std::string(kGood)),
            "s.toml:3:1: [[fill]] lacks `material` [E0102]\n"
            "     3 | [[fill]]\n"
            "       | ^^^^^^^^\n"
            "  hint: choose `a` or `b`\n");
}

TEST(Message, a_table_that_lacks_parameters_names_them) {
  EXPECT_EQ(mistakes("[[fill]]\nname = \"spout\"\nkind = \"pour\"\ndiameter = 0.01\nrate = 5\n"),
            "s.toml:1:1: [[fill]] `spout` (kind = \"pour\") lacks `centre` and `width` [E0102]\n"
            "     1 | [[fill]]\n"
            "       | ^^^^^^^^\n"
            "  hint: add `centre = ...` (of the opening; grains appear at its height), `width = "
            "...` (diameter of "
            "the disc, or side along x)\n");
}

TEST(Message, a_wall_without_a_shape_is_told_what_there_is) {
  const std::string m = mistakes("[[wall]]\nname = \"w\"\n" + std::string(kGood));
  EXPECT_EQ(m.substr(0, m.find('\n')), "s.toml:1:1: [[wall]] `w` lacks `shape` [E0102]");
  EXPECT_NE(m.find("hint: choose "), std::string::npos);
  EXPECT_NE(m.find("`plane`"), std::string::npos);
}

TEST(Message, unknown_choice_of_a_catalogue) {
  EXPECT_EQ(mistakes("[[wall]]\nshape = \"plain\"\n" + std::string(kGood)),
            "s.toml:2:9: there is no wall shape `plain` [E0105]\n"
            "     2 | shape = \"plain\"\n"
            "       |         ^^^^^^^\n"
            "  hint: did you mean `plane`?\n");
}

TEST(Message, missing_file) {
  const TemporaryFolder folder;
  folder.write("grains.csv", "0,0,0,1\n");
  const std::string file =
      folder.write("s.toml", "[[fill]]\nkind = \"csv\"\nfile = \"grain.csv\"\n");
  const auto scene = load_scene(file);
  ASSERT_FALSE(scene.ok());
  EXPECT_EQ(joined(scene.errors()), file +
                                        ":3:8: `file`: there is no file \"grain.csv\" [E0008]\n"
                                        "     3 | file = \"grain.csv\"\n"
                                        "       |        ^^^^^^^^^^^\n"
                                        "  hint: did you mean `grains.csv`?\n");
  const auto none = load_scene(folder.path("s.tml"));
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(
      joined(none.errors()),
      folder.path("s.tml") + ": there is no such file [E0001]\n  hint: did you mean `s.toml`?\n");
}

TEST(Message, fills_that_overlap) {
  EXPECT_EQ(mistakes(R"([[fill]]
kind = "grains"
grains = [{ position = [0, 0, 0], diameter = "4 mm" }]
[[fill]]
kind = "grains"
grains = [{position = [0.003, 0, 0], diameter = "4 mm"}]
)"),
            "s.toml:6:11: grain 0 of fill 1 overlaps grain 0 of fill 0 by 1 mm (50 % of the "
            "smaller radius) [E0703]\n"
            "     6 | grains = [{position = [0.003, 0, 0], diameter = \"4 mm\"}]\n"
            "       |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
            "  hint: at most 5 % is accepted at the start (`max_start_overlap`)\n");
}

TEST(Message, a_fill_that_cannot_fit_says_how_far_it_came) {
  EXPECT_EQ(mistakes(R"([[fill]]
kind = "lattice"
diameter = "1 cm"
count = 5
region = { kind = "box", lo = [0, 0, 0], hi = [0.01, 0.01, 0.02] }
)"),
            "s.toml:4:9: only 1 of 5 grains fit in fill 0 [E0701]\n"
            "     4 | count = 5\n"
            "       |         ^\n"
            "  hint: 34 sites were outside the space or in a wall, 0 taken by other grains\n");
  const std::string m = mistakes(
      "[[fill]]\nkind = \"random\"\ndiameter = 1\ncount = 300\nregion = { kind = \"box\", lo = [0, "
      "0, 0], hi = "
      "[6, 6, 6] }\ntries = 2000\n");
  EXPECT_EQ(m.substr(0, m.find(" grains")),
            "s.toml:4:9: only " + m.substr(17, m.find(" of 300") - 17) + " of 300");
  EXPECT_NE(m.find("[E0701]"), std::string::npos);
}

TEST(Message, a_wall_that_leaves_no_room_is_named) {
  const std::string cup =
      "[[wall]]\nname = \"cup\"\nshape = \"cylinder\"\nradius = 0.02\nheight = 0.06\nopen = "
      "\"top\"\n[[wall]]\nname = \"lid\"\nshape = \"plane\"\nposition = [0, 0.1, 0]\n";
  for (const char* kind : {"random", "lattice"}) {
    const std::string m = mistakes(cup + "[[fill]]\ninside = \"cup\"\ndiameter = \"4 mm\"\n" +
                                   "count = 10\nkind = \"" + kind + "\"\n");
    EXPECT_NE(m.find("fill 0 has no room: all of its space is on the wrong side of wall `lid`"),
              std::string::npos)
        << m;
  }
}

TEST(Message, a_grain_wider_than_its_space_is_blamed_on_its_size) {
  const std::string box =
      "[[fill]]\nname = \"g\"\ndiameter = \"4 mm\"\ncount = 10\n"
      "region = { kind = \"box\", lo = [0, 0, 0], hi = [0.04, 0.04, 0.04] }\n";
  for (const char* kind : {"random", "lattice"})
    EXPECT_EQ(mistakes(box + "kind = \"" + kind + "\"\n", {"fill.g.diameter=6"}),
              "--set: a grain of 6 m does not fit in fill `g`: the space is 40 mm wide [E0701]\n"
              "       | fill.g.diameter=6\n"
              "       |                 ^\n"
              "  hint: is the unit right? Numbers without a unit are metres: \"6 mm\"\n")
        << kind;
}

TEST(Message, grains_that_overlap_are_counted_within_their_fills) {
  const std::string m = mistakes(
      "[[fill]]\nname = \"a\"\nkind = \"grains\"\ngrains = [{position = [0, 0, 0], radius = 1}, "
      "{position = [9, 0, 0], radius = 1}]\n[[fill]]\nname = \"b\"\nkind = \"grains\"\n"
      "grains = [{position = [20, 0, 0], radius = 1}, {position = [20.5, 0, 0], radius = 1}]\n");
  EXPECT_NE(m.find("grain 1 of fill `b` overlaps grain 0 of fill `b`"), std::string::npos) << m;
}

TEST(Message, no_grains) {
  EXPECT_EQ(mistakes("title = \"empty\"\n"),
            "s.toml: the scene has no grains [E0702]\n"
            "  hint: add a [[fill]] with `kind`, `diameter` and `count`\n");
}

TEST(Message, no_space) {
  EXPECT_EQ(
      mistakes("[[wall]]\nshape = \"plane\"\n[[fill]]\nkind = \"lattice\"\ndiameter = 1\n"),
      "s.toml:3:1: fill 0 has no bounded space to fill [E0704]\n"
      "     3 | [[fill]]\n"
      "       | ^^^^^^^^\n"
      "  hint: give `region = { kind = \"box\", min = [...], max = [...] }`, or a wall that is "
      "a container\n");
}

TEST(Message, a_grain_in_or_behind_a_wall) {
  EXPECT_EQ(
      mistakes(
          "[[wall]]\nname = \"floor\"\nshape = \"plane\"\n[[fill]]\nkind = \"grains\"\ngrains = "
          "[{position = [0, 0.5, 0], radius = 1}, {position = [9, -5, 0], radius = 1}]\n"),
      "s.toml:6:11: grain 0 of fill 0 sticks 500 mm deep in wall `floor` [E0707]\n"
      "     6 | grains = [{position = [0, 0.5, 0], radius = 1}, {position = [9, -5, 0], radius = "
      "1}]\n"
      "       |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
      "s.toml:6:49: grain 1 of fill 0 lies on the wrong side of wall `floor` [E0707]\n"
      "     6 | grains = [{position = [0, 0.5, 0], radius = 1}, {position = [9, -5, 0], radius = "
      "1}]\n"
      "       |                                                 "
      "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n");
}

TEST(Message, toml_syntax_errors_have_place_and_hint) {
  EXPECT_EQ(mistakes("duration = 6 s\n"),
            "s.toml:1:14: TOML syntax: in a key-value pair: expected a comment or whitespace, saw "
            "'s' [E0005]\n"
            "     1 | duration = 6 s\n"
            "       |              ^\n"
            "  hint: a value with a unit needs quotes: \"4 mm\"\n");
  const std::string unquoted = mistakes("title = glass\n");
  EXPECT_EQ(unquoted.substr(0, 12), "s.toml:1:9: ");
  EXPECT_NE(unquoted.find("hint: texts need quotes"), std::string::npos);
  const std::string word = mistakes("title = \"a\"\nnonsense\n");
  EXPECT_NE(word.find("a line is `key = value`"), std::string::npos);
  EXPECT_NE(mistakes("a = 1\na = 2\n").find("[E0005]"), std::string::npos);
  EXPECT_NE(mistakes("[a\n").find("[E0005]"), std::string::npos);
  EXPECT_NE(mistakes("a = \"never closed\n").find("[E0005]"), std::string::npos);
}

TEST(Message, empty_binary_and_large_files) {
  EXPECT_EQ(mistakes(""),
            "s.toml: the scene is empty [E0004]\n"
            "  hint: the least is a [[fill]] with `kind`, `diameter` and `count`; `scree new` "
            "writes a start\n");
  EXPECT_EQ(mistakes("# only a comment\n\n"), mistakes(""));
  EXPECT_EQ(mistakes(std::string_view("\x89HDF\r\n\x1a\n\0", 9)),
            "s.toml: this is not a text file: byte 0 is 0x89 [E0003]\n"
            "  hint: it looks like a checkpoint (HDF5)\n");
  EXPECT_EQ(mistakes(std::string_view("a = 1\n\0", 7)),
            "s.toml: this is not a text file: byte 6 is 0x00 [E0003]\n"
            "  hint: a scene is a TOML text\n");
  EXPECT_EQ(mistakes(std::string((64u << 20) + 1, ' ')),
            "s.toml: the scene is 64.0 MB large; at most 64 MB are read [E0002]\n"
            "  hint: keep many grains in a CSV file: kind = \"csv\"\n");
}

TEST(Message, a_hundred_megabytes_are_refused_without_reading_them) {
  const TemporaryFolder folder;
  const std::string file = folder.write("big.toml", "");
  std::filesystem::resize_file(file, 100u << 20);  // sparse
  const auto start = std::chrono::steady_clock::now();
  const auto scene = load_scene(file);
  // Not one byte is read: a second is generous on a busy machine.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
  ASSERT_FALSE(scene.ok());
  EXPECT_EQ(to_string(scene.error()),
            file +
                ": the scene is 100.0 MB large; at most 64 MB are read [E0002]\n"
                "  hint: keep many grains in a CSV file: kind = \"csv\"");
}

TEST(Message, all_mistakes_in_one_pass_in_the_order_of_the_text) {
  const auto scene = parse_scene(R"(duratoin = 1
seed = -1
[material.a]
normal = { law = "liner" }
[[wall]]
shape = "plane"
material = "b"
[[fill]]
kind = "random"
diameter = "0 mm"
[output]
frames = "1 kg"
)",
                                 "s.toml");
  ASSERT_FALSE(scene.ok());
  std::vector<std::string> places;
  for (const Error& e : scene.errors()) places.push_back(e.location + " " + e.code);
  EXPECT_EQ(places, (std::vector<std::string>{"s.toml:1:1 E0101", "s.toml:2:8 E0104",
                                              "s.toml:4:18 E0105", "s.toml:7:12 E0201",
                                              "s.toml:10:12 E0104", "s.toml:12:10 E0112"}));
}

TEST(Message, thousands_of_mistakes_are_counted_after_fifty) {
  std::string text(kGood);
  for (int k = 0; k < 1000; ++k) text += "wrong" + std::to_string(k) + " = 1\n";
  const auto scene = parse_scene(text, "s.toml");
  ASSERT_FALSE(scene.ok());
  EXPECT_EQ(scene.errors().size(), 51u);
  EXPECT_EQ(to_string(scene.errors().back()), "... and 950 more mistakes [E0009]");
}

TEST(Message, long_lines_and_letters_of_many_bytes_keep_the_caret_in_place) {
  const std::string m = mistakes("title = \"größe\"\n\"größe\" = 1\n" + std::string(kGood));
  EXPECT_NE(m.find("     2 | \"größe\" = 1\n       | ^^^^^^^\n"), std::string::npos) << m;
  const std::string wide =
      mistakes("x = { a = \"" + std::string(500, 'q') + "\", y = 2 }\n" + std::string(kGood));
  EXPECT_LT(wide.find("...\n"), wide.size());
}

TEST(Message, the_law_itself_may_object) {
  EXPECT_EQ(mistakes("[material.m]\nnormal = { law = \"linear\", contact_time = \"1 ms\" }\n" +
                     std::string(kGood))
                .substr(0, 66),
            "s.toml:2:10: `normal`: give `contact_time` and `restitution`, or `");
}

TEST(Message, pairs) {
  EXPECT_EQ(
      mistakes(
          "[material.a]\n[material.b]\n[pair.a.c]\nnormal = { law = \"linear\", stiffness = 1, "
          "restitution = 0.5 }\n" +
          std::string(kGood) + "material = \"a\"\n"),
      "s.toml:3:9: unknown material `c` [E0201]\n"
      "     3 | [pair.a.c]\n"
      "       |         ^\n"
      "  hint: known: `a` or `b`\n");
  EXPECT_NE(mistakes("[material.a]\n[material.b]\n[pair.a.b]\n[pair.b.a]\n" + std::string(kGood) +
                     "material = \"a\"\n")
                .find("is given twice [E0203]"),
            std::string::npos);
}

}  // namespace
}  // namespace scree
