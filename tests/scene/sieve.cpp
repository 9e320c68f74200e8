// Sizes from a sieve curve: inline and from a file, asked and placed, and what is wrong with
// curves.
#include "scene/build/sieve.hpp"

#include "helpers.hpp"

namespace scree {
namespace {

std::string with_size(const std::string& size, const std::string& count = "count = 800") {
  return "[[fill]]\nname = \"gravel\"\nkind = \"random\"\n" + count +
         "\nregion = { kind = \"box\", min = [0, 0, 0], max = [0.1, 0.1, 0.1] }\nsize = " + size +
         "\n";
}
constexpr const char* kSieveScene =
    R"({ kind = "sieve", passing = [["2 mm", 0], ["2.8 mm", "30 %"], ["4 mm", 0.7], [0.0056, 1]] })";

// Masses of the grains by class, against what was asked: three grains of the class and a twentieth.
void expect_curve_met(const Scene& s, double grains) {
  ASSERT_EQ(s.sieves.size(), 1u);
  const SieveRecord& r = s.sieves[0];
  const std::vector<double> asked = r.asked_passing(), placed = SieveRecord::passing(r.placed);
  ASSERT_EQ(asked.size(), placed.size());
  for (std::size_t k = 0; k < asked.size(); ++k)
    EXPECT_NEAR(placed[k], asked[k], 0.05 + 3 / grains) << k;
}

TEST(SieveCurve, is_met_by_the_grains_of_a_fill) {
  const Scene s = good(with_size(kSieveScene));
  EXPECT_EQ(s.world.particles.size(), 800u);
  ASSERT_EQ(s.sieves.size(), 1u);
  EXPECT_EQ(s.sieves[0].fill, "fill `gravel`");
  EXPECT_EQ(s.sieves[0].openings(), (std::vector<double>{0.002, 0.0028, 0.004, 0.0056}));
  expect_curve_met(s, 800);
  // What is recorded is what lies in the world.
  double mass = 0, small = 0;
  for (const auto& g : s.world.particles.xr) {
    const double m = 8 * g.r * g.r * g.r;
    mass += m;
    if (2 * g.r <= 0.0028) small += m;
  }
  EXPECT_NEAR(SieveRecord::passing(s.sieves[0].placed)[1], small / mass, 1e-12);
  EXPECT_TRUE(same_grains(good(s.resolved).world, s.world));
}

TEST(SieveCurve, works_for_lattices_and_inlets_and_in_two_dimensions) {
  const std::string lattice =
      std::string(
          "[[fill]]\nkind = \"lattice\"\nregion = { kind = \"box\", min = [0, 0, 0], max = "
          "[0.1, 0.1, 0.1] }\nsize = ") +
      kSieveScene + "\n";
  expect_curve_met(good(lattice), 800);
  const Scene flat = good(
      "dimension = 2\n[[fill]]\nkind = \"random\"\ncount = 400\nregion = { kind "
      "= \"box\", min = [0, 0], max = [0.2, 0.2] }\nsize = " +
      std::string(kSieveScene) + "\n");
  expect_curve_met(flat, 400);
  const Scene poured = good(
      "[[wall]]\nshape = \"plane\"\n[[fill]]\nkind = \"pour\"\ncentre = [0, 0.1, 0]\nwidth = "
      "0.1\nrate = 100\ncount = 50\nsize = " +
      std::string(kSieveScene) + "\n");
  ASSERT_EQ(poured.sieves.size(), 1u);
  EXPECT_EQ(poured.sieves[0].inlet, 0u);
  Inlet inlet = poured.world.inlets[0];
  inlet.placed = 2000;
  const auto placed = SieveRecord::passing(sieved_inlet(poured.sieves[0].sizes, inlet));
  for (std::size_t k = 0; k < placed.size(); ++k)
    EXPECT_NEAR(placed[k], poured.sieves[0].asked_passing()[k], 0.03);
}

TEST(SieveCurve, is_read_from_a_file_with_units_in_header_or_cells) {
  TemporaryFolder folder;
  const auto sizes_of_file = [&](const std::string& content) {
    std::ofstream(folder.path() / "curve.csv") << content;
    const auto s = parse_scene(with_size(R"({ kind = "sieve", file = "curve.csv" })"),
                               (folder.path() / "s.toml").string());
    EXPECT_TRUE(s.ok()) << content << (s ? "" : joined(s.errors()));
    return s && !s->sieves.empty() ? s->sieves[0].asked_passing() : std::vector<double>{};
  };
  const std::vector<double> expected{0, 0.3, 1};
  EXPECT_EQ(sizes_of_file("opening [mm],passing [%]\n2,0\n4,30\n5,100\n"), expected);
  EXPECT_EQ(sizes_of_file("5 mm, 100 %\n4 mm, 30 % # of two\n2 mm, 0\n"), expected);
  EXPECT_EQ(sizes_of_file("d (m);p\r\n0.002;0\r\n0.004;0.3\r\n0.005;1\r\n"), expected);
  EXPECT_EQ(sizes_of_file("\xEF\xBB\xBF"
                          "0.002 0\n0.004 0.3\n0.005 1"),
            expected);
}

TEST(SieveCurve, below_the_finest_sieve_begins_where_it_is_said) {
  const auto smallest = [](const std::string& size) {
    return good(with_size(size)).sieves[0].sizes.smallest();
  };
  EXPECT_EQ(smallest(R"({ kind = "sieve", passing = [["4 mm", 0.2], ["6 mm", 1]] })"), 0.002);
  EXPECT_EQ(
      smallest(R"({ kind = "sieve", smallest = "3 mm", passing = [["4 mm", 0.2], ["6 mm", 1]] })"),
      0.003);
  const auto notes =
      good(with_size(R"({ kind = "sieve", passing = [["4 mm", 0.2], ["6 mm", 1]] })")).notes;
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0],
            "20 % of the mass passes the finest sieve, 4 mm: taken from 2 mm on; `smallest` of the "
            "sieve curve says otherwise");
}

std::string curve_complaint(const std::string& rows, const std::string& more = "") {
  const std::string all =
      mistakes(with_size("{ kind = \"sieve\", " + more + "passing = [" + rows + "] }"));
  const std::size_t line = all.find('\n'), hint = all.find("  hint: ");
  return all.substr(0, line) + (hint == std::string::npos ? "" : "; " + all.substr(hint + 8));
}

TEST(SieveCurve, mistakes_are_told) {
  EXPECT_EQ(curve_complaint(R"(["2 mm", 0], ["4 mm", 30], ["5 mm", 100])"),
            "s.toml:6:36: `size`: a share of 30 passes 4 mm: more than all [E0708]; shares go from "
            "0 to 1; per cent with their sign: \"30 %\"\n");
  EXPECT_EQ(curve_complaint(R"(["2 mm", 0.5], ["4 mm", 0.3], ["5 mm", 1])"),
            "s.toml:6:36: `size`: less passes 4 mm (30 %) than 2 mm (50 %) [E0708]; what passes a "
            "finer sieve passes the coarser ones: are these shares of what is retained?\n");
  EXPECT_EQ(curve_complaint(R"(["2 mm", 0], ["2 mm", 0.3], ["5 mm", 1])"),
            "s.toml:6:36: `size`: the openings do not rise: 2 mm, then 2 mm [E0708]; each sieve "
            "once, from fine to coarse or from coarse to fine\n");
  EXPECT_EQ(curve_complaint(R"(["2 mm", 0], ["5 mm", 0.9])"),
            "s.toml:6:36: `size`: 10 % of the mass is coarser than the last sieve, 5 mm [E0708]; "
            "add the opening that all of it passes: [\"8 mm\", 1]\n");
  EXPECT_EQ(curve_complaint(""),
            "s.toml:6:36: `size`: the sieve curve has no rows [E0708]; at least two: [[\"1 mm\", "
            "0], [\"2 mm\", 1]]\n");
  EXPECT_EQ(curve_complaint(R"(["2 mm"])"),
            "s.toml:6:37: `passing` must be a list of rows of a length (m) and a plain number, not "
            "a row of 1 [E0103]");
  EXPECT_NE(curve_complaint(R"(["2 kg", 0], ["4 mm", 1])").find("[E0112]"), std::string::npos);
  EXPECT_NE(curve_complaint(R"(["2 mm", -0.1], ["4 mm", 1])").find("[E0104]"), std::string::npos);
  EXPECT_NE(curve_complaint(R"(["0 mm", 0], ["4 mm", 1])").find("greater than 0 [E0708]"),
            std::string::npos);
  EXPECT_NE(curve_complaint(R"(["2 mm", 1])", "smallest = \"3 mm\", ").find("must be below"),
            std::string::npos);
  EXPECT_NE(
      curve_complaint(R"(["2 mm", 0], ["3 mm", 1])", "smallest = \"1 mm\", ").find("no meaning"),
      std::string::npos);
  EXPECT_NE(mistakes(with_size("{ kind = \"sieve\" }")).find("lacks `passing` or `file`"),
            std::string::npos);
}

TEST(SieveCurve, mistakes_of_a_file_are_shown_there) {
  TemporaryFolder folder;
  const auto complaint_of_file = [&](const std::string& content) {
    std::ofstream(folder.path() / "curve.csv") << content;
    const auto s = parse_scene(with_size(R"({ kind = "sieve", file = "curve.csv" })"),
                               (folder.path() / "s.toml").string());
    if (s) return std::string("no mistake");
    const std::string all = joined(s.errors());
    return all.substr(all.find("curve.csv"));
  };
  EXPECT_EQ(complaint_of_file("opening [mm],passing [%]\n2,0\n4,x\n"),
            "curve.csv:3:3: \"x\" does not begin with a finite number [E0709]\n"
            "     3 | 4,x\n"
            "       |   ^\n"
            "  hint: write a plain number like \"0.5\"\n");
  EXPECT_EQ(complaint_of_file("2,5;0,1\n4,0;1,0\n").substr(0, 73),
            "curve.csv:1:1: a row of a sieve curve has 2 values, not 4 [E0709]\n     1 ");
  EXPECT_NE(complaint_of_file("2,0\n4,1\n").find("an opening of 2 m is no sieve [E0709]"),
            std::string::npos);
  EXPECT_NE(complaint_of_file("opening [kg],passing\n2,0\n4,1\n").find("[E0709]"),
            std::string::npos);
  EXPECT_NE(complaint_of_file("0.002,0\n0.004,nan\n").find("is not at least 0"), std::string::npos);
  EXPECT_NE(complaint_of_file("0.002,0\n0.003,0.5\n0.004,0.2\n0.005,1\n")
                .find("curve.csv:3:1: "
                      "`size`: less passes"),
            std::string::npos);
}

}  // namespace
}  // namespace scree
