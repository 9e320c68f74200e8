// scree plot law: pictures and tables of one contact, and what is said when it cannot be.
#include <cmath>
#include <numbers>

#include "csv_table.hpp"
#include "program.hpp"

namespace scree::test {
namespace {

using Words = std::vector<std::string>;

Words law(Words more) {
  Words out{"plot", "law"};
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

class PlotLaw : public Program {
 protected:
  nlohmann::json json_of(Words more) {
    more.push_back("--json");
    const Outcome o = scree(law(more));
    EXPECT_EQ(o.status, 0) << o.err;
    return nlohmann::json::parse(o.out, nullptr, false);
  }
  std::vector<std::map<std::string, std::string>> rows(const std::string& name) const {
    return cells_of(content_of(path(name)));
  }
  // Refused with this code and these words, and nothing is written.
  void expect_refused(Words more, const std::string& code, const Words& said) {
    const auto files = [this] {
      return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
    };
    scree({"--version"});  // the files of what is said are there
    const auto before = files();
    const Outcome o = scree(law(more));
    EXPECT_EQ(o.status, 2) << o.err;
    EXPECT_NE(o.err.find("[" + code + "]"), std::string::npos) << o.err;
    for (const std::string& s : said)
      EXPECT_NE(o.err.find(s), std::string::npos) << s << "\n" << o.err;
    EXPECT_EQ(o.out, "");
    EXPECT_EQ(files(), before);
  }
};

const Words kLinear{"linear", "--set", "contact_time=1 ms", "--set", "restitution=0.5"};
Words linear(const Words& more) {
  Words out = kLinear;
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

TEST_F(PlotLaw, an_impact_is_drawn_tabulated_and_summed_up) {
  const Outcome o = scree(law(linear({"--speed", "1 m/s", "2 m/s", "-o", "contact.svg"})));
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(o.err, "");
  for (const char* part : {"restitution", "0.5", "peak force", "dissipated", "duration", "1 ms",
                           "contact.svg\ncontact.csv\n"})
    EXPECT_NE(o.out.find(part), std::string::npos) << part << "\n" << o.out;
  const std::string svg = content_of(path("contact.svg"));
  for (const char* part : {"<svg", "overlap, µm", "force, N", "1 m/s: e = 0.500",
                           "2 m/s: e = 0.500", "<polyline", "<polygon"})
    EXPECT_NE(svg.find(part), std::string::npos) << part;
  const auto table = rows("contact.csv");
  ASSERT_GT(table.size(), 3000u);
  EXPECT_EQ(table.front().at("loop"), "1");
  EXPECT_EQ(table.back().at("loop"), "2");
  // Energy of the free pair: kinetic + stored + dissipated stays what it was.
  const auto energy = [&](std::size_t k) {
    double sum = 0;
    for (const char* c : {"kinetic", "stored", "dissipated"}) sum += std::stod(table[k].at(c));
    return sum;
  };
  for (std::size_t k = 0; k < table.size() && table[k].at("loop") == "1"; k += 50)
    EXPECT_NEAR(energy(k), energy(0), 1e-3 * energy(0));  // losses are booked half a step ahead
}

TEST_F(PlotLaw, json_has_the_numbers_of_each_loop) {
  const auto j = json_of(linear({"--speed", "1 m/s"}));
  ASSERT_TRUE(j.is_object());
  EXPECT_EQ(j["law"], "linear");
  EXPECT_EQ(j["motion"], "impact");
  EXPECT_EQ(j["parts"]["normal"]["params"]["restitution"], 0.5);
  const auto& l = j["loops"][0];
  EXPECT_NEAR(l["restitution"].get<double>(), 0.5, 1e-5);
  EXPECT_NEAR(l["duration"].get<double>(), 1e-3, 1e-8);
  // Two grains of 1 cm and 2500 kg/m^3.
  const double m = 0.5 * 2500 * std::numbers::pi / 6 * 1e-6;
  EXPECT_NEAR(j["m_eff"].get<double>(), m, 1e-12 * m);
  EXPECT_NEAR(l["dissipated"].get<double>(), 0.5 * m * 0.75, 1e-4 * m);
  EXPECT_EQ(j["files"][0], "linear-impact.svg");
  EXPECT_TRUE(fs::exists(path("linear-impact.csv")));
}

TEST_F(PlotLaw, sizes_masses_and_walls_are_those_that_were_given) {
  auto j = json_of(linear({"--diameter", "4 mm", "8 mm", "--density", "1000 kg/m^3"}));
  EXPECT_NEAR(j["r_eff"].get<double>(), 1 / (1 / 2e-3 + 1 / 4e-3), 1e-15);
  j = json_of(linear({"--mass", "2 g", "--wall"}));
  EXPECT_NEAR(j["m_eff"].get<double>(), 2e-3, 1e-15);
  EXPECT_NEAR(j["r_eff"].get<double>(), 5e-3, 1e-15);
}

TEST_F(PlotLaw, every_motion_makes_loops_whose_books_close) {
  const Words whole{"hertz",
                    "--set",
                    "young=10 MPa",
                    "--set",
                    "restitution=0.7",
                    "--with",
                    "tangential=spring",
                    "--with",
                    "rolling=spring",
                    "--with",
                    "cohesion=lazarevic",
                    "--set",
                    "cohesion.max_force=1 mN",
                    "--set",
                    "cohesion.stiffness=100 N/m"};
  write("motion.csv", "time,overlap,slide\n0,0,0\n1e-3,1e-5,0\n2e-3,1e-5,1e-5\n3e-3,1e-7,0\n");
  for (const char* motion : {"impact", "cycle", "hold", "pull", "shear", "roll", "table"}) {
    Words words = whole;
    words.insert(words.end(), {"--motion", motion, "-o", motion});
    if (std::string(motion) == "table") words.insert(words.end(), {"--table", "motion.csv"});
    const auto j = json_of(words);
    ASSERT_TRUE(j.is_object()) << motion;
    ASSERT_GE(j["loops"].size(), 1u) << motion;
    for (const auto& l : j["loops"])
      EXPECT_LT(std::abs(l["budget_error"].get<double>()), 1e-2) << motion << l.dump();
    EXPECT_TRUE(fs::exists(path(std::string(motion) + ".svg"))) << motion;
    for (const auto& row : rows(std::string(motion) + ".csv"))
      for (const auto& [name, cell] : row) ASSERT_TRUE(std::isfinite(std::stod(cell))) << name;
  }
  EXPECT_EQ(json_of({"hertz", "--set", "young=10 MPa", "--set", "restitution=0.7", "--motion",
                     "cycle", "--overlap", "10 um", "20 um", "--cycles", "2"})["loops"]
                .size(),
            4u);
}

TEST_F(PlotLaw, restitution_over_speed_is_a_motion) {
  const auto j = json_of(linear({"--motion", "restitution", "--speed", "1 mm/s", "1 m/s"}));
  EXPECT_NEAR(j["loops"][0]["least_restitution"].get<double>(), 0.5, 1e-5);
  EXPECT_NEAR(j["loops"][0]["greatest_restitution"].get<double>(), 0.5, 1e-5);
  const auto table = rows("linear-restitution.csv");
  EXPECT_EQ(table.front().at("speed"), "0.001");
  EXPECT_NEAR(std::stod(table.back().at("speed")), 1, 1e-12);
}

TEST_F(PlotLaw, a_part_of_another_kind_says_beside_which_normal_part_it_was_put) {
  const auto j = json_of({"tangential/spring"});
  EXPECT_EQ(j["motion"], "shear");
  EXPECT_EQ(j["assumed"].size(), 1u);
  // Friction 0.5 by default, and 1 N.
  EXPECT_NEAR(j["loops"][0]["peak_tangential"].get<double>(), 0.5, 1e-6);
  EXPECT_EQ(json_of({"rolling/constant"})["motion"], "roll");
  EXPECT_EQ(json_of({"lazarevic", "--set", "max_force=1 mN"})["motion"], "pull");
}

TEST_F(PlotLaw, the_law_of_a_scene_is_that_of_its_pair_and_grains) {
  write_scene();
  const auto j = json_of({"--scene", "drop.toml", "--pair", "glass.glass", "--set",
                          "material.glass.normal.restitution=0.8"});
  EXPECT_EQ(j["law"], "glass-glass: linear, spring");
  EXPECT_NEAR(j["loops"][0]["restitution"].get<double>(), 0.8, 1e-5);
  EXPECT_NEAR(j["r_eff"].get<double>(), 1e-3, 1e-12);
  expect_refused({"--scene", "drop.toml", "--pair", "glas.glass", "-o", "x"}, "E0336",
                 {"did you mean `glass`?"});
}

TEST_F(PlotLaw, mistakes_are_told_with_what_would_be_right) {
  expect_refused({"herz"}, "E0330", {"did you mean `hertz`?"});
  expect_refused({"zzz"}, "E0330", {"`linear`", "scree list laws"});
  expect_refused({}, "E0330", {"scree list laws"});
  expect_refused({"spring"}, "E0331", {"tangential/spring", "rolling/spring"});
  expect_refused({"hertz"}, "E0332",
                 {"`young` (a pressure (Pa)", "`restitution`", "--set young='10 MPa'"});
  expect_refused({"linear"}, "E0310", {"--set contact_time='1 ms' --set restitution=0.5"});
  expect_refused({"hertz", "--set", "yung=1 MPa"}, "E0333", {"did you mean `young`?"});
  expect_refused({"hertz", "--set", "young"}, "E0333", {"KEY=VALUE"});
  expect_refused({"hertz", "--set", "young=1 kg"}, "E0112", {"--set young=1 kg"});
  expect_refused({"hertz", "--set", "friction.x=1"}, "E0333", {"is not a kind of part"});
  expect_refused({"hertz", "--set", "rolling.friction=1"}, "E0333", {"--with rolling=NAME"});
  expect_refused({"hertz", "--with", "tangential=sprng"}, "E0330", {"did you mean `spring`?"});
  expect_refused({"hertz", "--with", "spring"}, "E0333", {"KIND=NAME"});
  expect_refused(linear({"--motion", "shear"}), "E0334", {"--with tangential=NAME"});
  expect_refused(linear({"--motion", "impackt"}), "E0334", {"did you mean `impact`?"});
  expect_refused(linear({"--speed", "0 m/s"}), "E0338", {"greater than 0"});
  expect_refused(linear({"--speed", "1 kg"}), "E0112", {"--speed 1 kg"});
  expect_refused(linear({"--motion", "cycle", "--overlap", "1 um", "--low", "2 um"}), "E0338", {});
  expect_refused(linear({"--motion", "cycle", "--dt", "1e-15 s"}), "E0338", {"steps"});
  expect_refused(linear({"--y", "forse"}), "E0337", {"did you mean `force`?"});
  expect_refused(linear({"--motion", "table"}), "E0335", {"--table FILE.csv"});
  write("t.csv", "0,0\n1,nan\n0.5,1e-6\n");
  expect_refused(linear({"--table", "t.csv"}), "E0335", {"t.csv:2"});
  write("t.csv", "0,0\n1,1e-6\n0.5,1e-6\n");
  expect_refused(linear({"--table", "t.csv"}), "E0335", {"t.csv:3", "grow"});
}

TEST_F(PlotLaw, several_mistakes_are_told_at_once) {
  const Outcome o = scree(law({"hertz", "--set", "yung=1 MPa", "--with", "rolling=wheel"}));
  EXPECT_EQ(o.status, 2);
  EXPECT_NE(o.err.find("yung"), std::string::npos);
  EXPECT_NE(o.err.find("wheel"), std::string::npos);
}

TEST_F(PlotLaw, a_folder_that_is_not_there_is_an_error_of_the_disk) {
  const Outcome o = scree(law(linear({"-o", "no/such/folder/x.svg"})));
  EXPECT_EQ(o.status, 1);
  EXPECT_NE(o.err.find("[E0901]"), std::string::npos) << o.err;
}

TEST_F(PlotLaw, check_shows_what_materials_become) {
  write_scene();
  const Outcome o = scree({"check", "drop.toml", "--threads", "1"});
  EXPECT_EQ(o.status, 0) << o.err;
  for (const char* part : {"glass-glass: linear, spring", "glass-glass (wall)", "k_n ", "k_t ",
                           "contact 500 µs", "e 0.5"})
    EXPECT_NE(o.out.find(part), std::string::npos) << part << "\nin\n" << o.out;
  const auto j = nlohmann::json::parse(
      scree({"check", "drop.toml", "--json", "--threads", "1"}).out, nullptr, false);
  ASSERT_EQ(j["laws"].size(), 2u);
  const auto& c = j["laws"][0]["contacts"][0];
  const double m = 0.5 * 2500 * std::numbers::pi / 6 * 64e-9, pi = std::numbers::pi;
  // (3.13), (3.14)
  EXPECT_NEAR(c["stiffness"].get<double>(), m / 2.5e-7 * (pi * pi + std::log(0.5) * std::log(0.5)),
              1e-9 * c["stiffness"].get<double>());
  EXPECT_NEAR(c["damping"].get<double>(), -2 * m / 5e-4 * std::log(0.5), 1e-12);
  EXPECT_NEAR(c["contact_time"].get<double>(), 5e-4, 1e-8);
  EXPECT_NEAR(c["restitution"][0]["restitution"].get<double>(), 0.5, 1e-4);
  EXPECT_EQ(c["pull_off"], 0);
  EXPECT_FALSE(j["laws"][0]["restitution_depends_on_speed"].get<bool>());
}

TEST_F(PlotLaw, check_shows_cohesion_and_sizes) {
  write("s.toml",
        "duration = \"1 ms\"\n[material.m]\n"
        "normal = { law = \"linear\", stiffness = \"1 kN/m\", restitution = 0.5 }\n"
        "cohesion = { law = \"lazarevic\", max_force = \"5 mN\" }\n"
        "[[wall]]\nshape = \"sphere\"\nradius = \"12 cm\"\n"
        "[[fill]]\nkind = \"lattice\"\ncount = 20\n"
        "size = { kind = \"uniform\", min = \"2 mm\", max = \"6 mm\" }\nbottom = \"-6 cm\"\n");
  const Outcome o = scree({"check", "s.toml", "--json", "--threads", "1"});
  ASSERT_EQ(o.status, 0) << o.err;
  const auto j = nlohmann::json::parse(o.out, nullptr, false);
  ASSERT_EQ(j["laws"][0]["contacts"].size(), 3u);
  for (const auto& c : j["laws"][0]["contacts"]) {
    EXPECT_NEAR(c["pull_off"].get<double>(), 5e-3, 1e-4);
    EXPECT_NEAR(c["reach"].get<double>(), 5e-6, 1e-12);
    EXPECT_EQ(c["stiffness"], 1000);
  }
}

}  // namespace
}  // namespace scree::test
