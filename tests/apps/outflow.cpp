// A run whose grains leave, as a user sees it: counts, verdict, resume, frames with gaps in the
// ids.
#include <algorithm>
#include <cmath>
#include <set>

#include "program.hpp"

namespace scree::test {
namespace {

class Outflow : public Program {
 protected:
  // Grains are poured on a floor with a hole in it and leave below.
  void write_drain(const std::string& more = "") {
    write("drain.toml",
          "title = \"Drain\"\nduration = \"0.12 s\"\n"
          "verdict.overlap = 0.1\n"  // 5.1%: soft, for a short test
          "[material.glass]\n"
          "normal = { law = \"linear\", contact_time = \"0.5 ms\", restitution = 0.5 }\n"
          "tangential = { law = \"spring\", friction = 0.3 }\n"
          "[[wall]]\nshape = \"rectangle\"\nwidth = 0.02\nlength = 0.02\nposition = [0.012, 0, 0]\n"
          "[[fill]]\nkind = \"lattice\"\ndiameter = \"4 mm\"\n"
          "region = { kind = \"box\", min = [-0.01, 0.001, -0.01], max = [0.01, 0.03, 0.01] }\n"
          "[[fill]]\nkind = \"pour\"\ncentre = [0, 0.04, 0]\nwidth = 0.02\ndiameter = \"4 mm\"\n"
          "rate = 500\nvelocity = [0, -0.5, 0]\n"
          "[[outlet]]\nname = \"bin\"\nregion = \"below\"\nheight = \"-1 cm\"\n"
          "[output]\nframes = \"20 ms\"\nseries = \"2 ms\"\ncheckpoint = \"20 ms\"\n"
          "contacts = true\n" +
              more);
  }
  std::vector<std::string> cells(const std::string& line) const {
    std::vector<std::string> out;
    std::stringstream s(line);
    for (std::string cell; std::getline(s, cell, ',');) out.push_back(cell);
    return out;
  }
  // A column of series.csv.
  std::vector<double> column(const std::string& run, const std::string& name) const {
    std::stringstream s(content_of(path(run) / "series.csv"));
    std::string line;
    std::getline(s, line);
    const auto names = cells(line);
    const auto at = std::find(names.begin(), names.end(), name) - names.begin();
    EXPECT_LT(at, static_cast<std::ptrdiff_t>(names.size())) << name;
    std::vector<double> out;
    while (std::getline(s, line)) out.push_back(std::stod(cells(line).at(std::size_t(at))));
    return out;
  }
  // The ids in an exported CSV file, one line of names above them.
  std::set<std::string> first_cells(const std::string& file) const {
    std::set<std::string> out;
    std::ifstream in(path(file));
    std::string line;
    std::getline(in, line);
    EXPECT_TRUE(line.starts_with("id,")) << line;
    while (std::getline(in, line)) EXPECT_TRUE(out.insert(line.substr(0, line.find(','))).second);
    return out;
  }
};

TEST_F(Outflow, is_counted_in_the_series_and_the_summary_and_leaves_the_budget_closed) {
  write_drain();
  const Outcome o = scree({"run", "drain.toml", "-o", "r", "--threads", "1"});
  ASSERT_EQ(o.status, 0) << o.err;
  const auto s = summary("r");
  EXPECT_EQ(s["verdict"]["word"], "ok") << s["verdict"].dump(2);
  ASSERT_EQ(s["outlets"].size(), 1u);
  EXPECT_EQ(s["outlets"][0]["name"], "bin");
  const auto left = s["outlets"][0]["grains"].get<std::size_t>();
  EXPECT_GT(left, 50u);
  EXPECT_NE(o.out.find("bin: " + std::to_string(left) + " grains"), std::string::npos) << o.out;
  const std::vector<double> grains = column("r", "bin.grains_out"),
                            mass = column("r", "bin.mass_out"), here = column("r", "grains"),
                            residual = column("r", "residual"), removed = column("r", "removed");
  EXPECT_EQ(grains.back(), static_cast<double>(left));
  EXPECT_EQ(mass.back(), s["outlets"][0]["mass"].get<double>());
  EXPECT_NEAR(mass.back(), grains.back() * 2500 * M_PI / 6 * 64e-9, 1e-9 * mass.back());
  for (std::size_t k = 1; k < grains.size(); ++k) EXPECT_GE(grains[k], grains[k - 1]);
  EXPECT_EQ(here.back(), s["particles"].get<double>());
  const auto& e = s["energy"];
  EXPECT_LT(std::abs(residual.back()), 1e-3 * e["removed_kinetic"].get<double>());
  EXPECT_NEAR(removed.back(), e["removed"].get<double>(), 1e-12 * std::abs(removed.back()));
}

TEST_F(Outflow, resumes_across_removals_with_the_same_bits_and_files) {
  write_drain("picture = false\n");
  ASSERT_EQ(scree({"run", "drain.toml", "-o", "whole", "--threads", "1"}).status, 0);
  ASSERT_EQ(scree({"run", "drain.toml", "-o", "parts", "--threads", "2", "--set", "duration=0.07",
                   "--set", "output.frames=0.02"})
                .status,
            0);
  const Outcome o = scree({"run", "--resume", "parts", "--set", "duration=0.12", "--threads", "1"});
  ASSERT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(summary("parts")["state_hash"], summary("whole")["state_hash"]);
  EXPECT_EQ(summary("parts")["outlets"], summary("whole")["outlets"]);
  EXPECT_EQ(column("parts", "bin.mass_out"), column("whole", "bin.mass_out"));
  for (const char* file : {"series.csv", "frames/000006.vtp", "contacts/000006.vtp"})
    EXPECT_TRUE(content_of(path("parts") / file) == content_of(path("whole") / file)) << file;
}

TEST_F(Outflow, frames_with_other_grains_are_measured_exported_and_filmed) {
  write_drain();
  ASSERT_EQ(scree({"run", "drain.toml", "-o", "r", "--threads", "1", "--quiet"}).status, 0);
  for (const char* measure : {"coordination", "flow", "speed", "mass"}) {
    const Outcome o = scree({"measure", "r", measure});
    EXPECT_EQ(o.status, 0) << measure << o.err;
    EXPECT_EQ(o.out.find("nan"), std::string::npos) << measure << o.out;
  }
  for (const char* format : {"csv", "lammps", "x3d", "vrml", "pov", "avs"}) {
    const Outcome o = scree({"export", "r", "--format", format, "-o", format, "--frames", "all"});
    EXPECT_EQ(o.status, 0) << format << o.err;
  }
  // As many lines as grains are there, under the ids that they have kept.
  std::set<std::string> first = first_cells("csv/000000.csv"), last = first_cells("csv/000006.csv");
  EXPECT_EQ(last.size(), summary("r")["particles"].get<std::size_t>());
  EXPECT_FALSE(std::includes(last.begin(), last.end(), first.begin(), first.end()))
      << "no grain left";
  EXPECT_FALSE(std::includes(first.begin(), first.end(), last.begin(), last.end()))
      << "no grain came";
  EXPECT_NE(content_of(path("lammps/000006.dump"))
                .find("ITEM: NUMBER OF ATOMS\n" + std::to_string(last.size()) + "\n"),
            std::string::npos);
  const Outcome film =
      scree({"film", "r", "--quiet", "--param", "width=80", "--param", "height=60"});
  EXPECT_EQ(film.status, 0) << film.err;
  const Outcome info = scree({"info", "r"});
  EXPECT_NE(info.out.find("left through"), std::string::npos) << info.out;
}

TEST_F(Outflow, that_is_called_lost_makes_the_verdict_doubtful) {
  write_drain();
  const Outcome o = scree({"run", "drain.toml", "-o", "r", "--quiet", "--threads", "1", "--set",
                           "outlet.bin.treat_as=lost", "--set", "output.picture=false"});
  EXPECT_EQ(o.status, 0) << o.err;
  const auto s = summary("r");
  EXPECT_EQ(s["verdict"]["word"], "doubtful");
  for (const auto& c : s["verdict"]["checks"])
    EXPECT_EQ(c["ok"].get<bool>(), c["name"] != "grains lost") << c.dump();
}

TEST_F(Outflow, that_is_called_a_failure_stops_the_run_and_replays) {
  write_drain();
  const Outcome o = scree({"run", "drain.toml", "-o", "r", "--quiet", "--threads", "1", "--set",
                           "outlet.bin.treat_as=failure", "--set", "output.picture=false"});
  EXPECT_EQ(o.status, 1) << o.err;
  const auto f = summary("r")["failure"];
  EXPECT_EQ(f["code"], "E0603");
  EXPECT_TRUE(f["replays"].get<bool>());
  const Outcome again = scree({"run", "r/blackbox/scene.toml", "-o", "again", "--quiet"});
  EXPECT_EQ(again.status, 1);
  EXPECT_EQ(summary("again")["failure"]["code"], "E0603");
}

// Grains that nothing stops: all leave, and an empty world is measured, drawn and judged.
TEST_F(Outflow, of_the_last_grain_leaves_a_run_that_ends_well) {
  write("empty.toml",
        "duration = \"0.15 s\"\n[[fill]]\nkind = \"lattice\"\ndiameter = \"4 mm\"\n"
        "region = { kind = \"box\", min = [0, 0, 0], max = [0.02, 0.02, 0.02] }\n"
        "[[outlet]]\nregion = \"below\"\nheight = \"-1 cm\"\n"
        "[output]\nframes = \"50 ms\"\nmeasures = [\"speed\", \"coordination\"]\n");
  const Outcome o = scree({"run", "empty.toml", "-o", "r", "--threads", "1"});
  ASSERT_EQ(o.status, 0) << o.err;
  const auto s = summary("r");
  EXPECT_EQ(s["particles"], 0);
  EXPECT_EQ(s["verdict"]["word"], "ok") << s["verdict"].dump(2);
  EXPECT_EQ(scree({"run", "--resume", "r", "--set", "duration=0.2"}).status, 0);
  EXPECT_EQ(scree({"export", "r", "--format", "lammps", "-o", "e", "--frames", "all"}).status, 0);
}

}  // namespace
}  // namespace scree::test
