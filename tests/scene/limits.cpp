// Sizes, numbers and lengths of input that no scene can mean.
#include <ctime>

#include "helpers.hpp"

namespace scree {
namespace {

constexpr const char* kLoneGrain =
    "[[fill]]\nkind = \"grains\"\ngrains = [{ position = [0, 0.1, 0], diameter = 0.01 }]\n";

TEST(Limits, sizes_that_no_picture_can_show_are_refused) {
  const auto grain = [](const std::string& at, const std::string& d) {
    return mistakes("[[fill]]\nkind = \"grains\"\ngrains = [{ position = [" + at +
                    ", 0, 0], diameter = " + d + " }]\n");
  };
  EXPECT_EQ(grain("0", "1e-39"), "no mistake");
  EXPECT_EQ(grain("1e-60", "0.01"), "no mistake");  // the rounding of a sum
  EXPECT_NE(grain("0", "1e-41").find("[E0104]"), std::string::npos);
  EXPECT_NE(grain("0", "1e41").find("sizes must be between 1e-40 m and 1e+40 m [E0104]"),
            std::string::npos);
  EXPECT_NE(grain("-1e41", "0.01").find("[E0104]"), std::string::npos);
}

TEST(Limits, a_mesh_or_a_table_scaled_beyond_all_sizes_is_refused) {
  TemporaryFolder folder;
  std::ofstream(folder.path() / "a.obj")
      << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\n";
  std::ofstream(folder.path() / "a.csv") << "x,y,z,r\n0,1,0,0.1\n";
  const auto answer = [&](const std::string& text) {
    const auto s = parse_scene(text, (folder.path() / "s.toml").string());
    return s ? std::string("no mistake") : joined(s.errors());
  };
  const auto mesh = [&](const std::string& scale) {
    return answer("[[wall]]\nshape = \"mesh\"\nfile = \"a.obj\"\nscale = " + scale + "\n" +
                  kLoneGrain);
  };
  EXPECT_EQ(mesh("0.001"), "no mistake");
  EXPECT_NE(mesh("1e41").find("[E0104]"), std::string::npos) << mesh("1e41");
  EXPECT_NE(mesh("1e-60").find("[E0104]"), std::string::npos) << mesh("1e-60");
  const auto csv = [&](const std::string& scale) {
    return answer("[[fill]]\nkind = \"csv\"\nfile = \"a.csv\"\nscale = " + scale + "\n");
  };
  EXPECT_EQ(csv("0.001"), "no mistake");
  EXPECT_NE(csv("1e60").find("[E0705]"), std::string::npos);
}

// User time grows with the length of the text: about a second for the greatest input here, where a
// quadratic reader took minutes. The limit leaves room for a machine that is busy or slow.
TEST(Limits, many_materials_and_many_unknown_keys_are_refused_fast) {
  std::string materials, keys;
  for (int k = 0; k < 4000; ++k) materials += "[material.m" + std::to_string(k) + "]\n";
  for (int k = 0; k < 200000; ++k) keys += "k" + std::to_string(k) + " = 1\n";
  const auto start = std::clock();
  const std::string many =
      mistakes(materials + "[[fill]]\nmaterial = \"m3999\"\n" + (kLoneGrain + 9));
  EXPECT_NE(many.find("there can be at most 1000 materials, not 4000 [E0106]"), std::string::npos)
      << many;
  EXPECT_EQ(many.find("E0201"), std::string::npos) << many;
  const std::string unknown = mistakes(keys + kLoneGrain);
  EXPECT_NE(unknown.find("... and 199950 more mistakes"), std::string::npos);
  EXPECT_LT(double(std::clock() - start) / CLOCKS_PER_SEC, 10);
}

TEST(Limits, a_box_whose_corners_are_exchanged_is_told_so_alone) {
  const auto box = [](const std::string& keys) { return mistakes("[box]\n" + keys + kLoneGrain); };
  for (const char* periodic : {"xyz", "x", "y"}) {
    const std::string told =
        box("lo = [0, 1, 0]\nhi = [1, 0, 1]\nperiodic = \"" + std::string(periodic) + "\"\n");
    EXPECT_NE(
        told.find("s.toml:3:6: `max` must be above `min`, but along y it is 0 and `min` is 1"),
        std::string::npos)
        << told;
    EXPECT_EQ(told.find("tilt"), std::string::npos) << told;
  }
}

// 200 000 columns took half a minute, with the line copied for each message and every column
// compared with all before it.
TEST(Limits, a_table_with_many_unknown_columns_is_refused_fast) {
  TemporaryFolder folder;
  std::string head;
  for (int k = 0; k < 200000; ++k) head += "column" + std::to_string(k) + ",";
  std::ofstream(folder.path() / "a.csv") << head << "\n0\n";
  const auto start = std::clock();
  const auto scene = parse_scene("[[fill]]\nkind = \"csv\"\nfile = \"a.csv\"\n",
                                 (folder.path() / "s.toml").string());
  ASSERT_FALSE(scene.ok());
  const std::string told = joined(scene.errors());
  EXPECT_NE(told.find("a.csv:1:1: unknown column `column0` [E0705]"), std::string::npos);
  EXPECT_NE(told.find("... and 199951 more mistakes"), std::string::npos);
  EXPECT_LT(double(std::clock() - start) / CLOCKS_PER_SEC, 10);
}

// `lo`, `hi`, `low` and `high` are what some tables called the corners of a box once.
TEST(OlderNames, of_corners_are_read_with_one_note_and_written_as_those_of_today) {
  const std::string fill =
      "[[fill]]\nkind = \"random\"\ncount = 2\ndiameter = 0.1\nregion = { kind = \"box\", ";
  const auto today = parse_scene(fill + "min = [0, 0, 0], max = [1, 1, 1] }\n", "s.toml");
  const auto older = parse_scene(
      fill + "lo = [0, 0, 0], hi = [1, 1, 1] }\n" + fill + "lo = [2, 0, 0], hi = [3, 1, 1] }\n",
      "s.toml");
  ASSERT_TRUE(today.ok() && older.ok());
  EXPECT_TRUE(today->notes.empty());
  EXPECT_EQ(older->notes.size(), 2u);  // one for each name, not for each place
  EXPECT_EQ(older->resolved.find("hi ="), std::string::npos);
  EXPECT_NE(older->resolved.find("max ="), std::string::npos);
  // A mistake in such a value is shown at the value.
  const auto wrong = parse_scene("[box]\nlo = [0, 0, 0]\nhi = [1, 0, 1]\n", "s.toml");
  ASSERT_FALSE(wrong.ok());
  std::string told;
  for (const Error& e : wrong.errors()) told += to_string(e);
  EXPECT_NE(told.find("s.toml:3:6"), std::string::npos) << told;
  EXPECT_FALSE(
      parse_scene(fill + "lo = [0, 0, 0], min = [0, 0, 0], max = [1, 1, 1] }\n", "s.toml"));
}

}  // namespace
}  // namespace scree
