// scree plot, scree report, scree info SWEEP: as a user calls them.
#include "program.hpp"

namespace scree::test {
namespace {

class Plots : public Program {
 protected:
  void run_drop(const std::string& name) {
    write_scene();
    write("drop.toml", content_of(path("drop.toml")) + "measures = [\"coordination\"]\n");
    const Outcome o = scree({"run", "drop.toml", "-o", name, "--threads", "1", "--quiet"});
    ASSERT_EQ(o.status, 0) << o.err;
    said_ = o.out;
  }
  bool is_png(const std::string& file) const {
    return content_of(path(file)).starts_with("\x89PNG\r\n");
  }
  std::string said_;
};

std::size_t occurrences(const std::string& text, const std::string& word) {
  std::size_t n = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++n;
  return n;
}

TEST_F(Plots, a_run_ends_by_naming_the_plot_of_its_energies) {
  run_drop("r");
  EXPECT_NE(said_.find("r/energy.svg"), std::string::npos) << said_;
  EXPECT_EQ(summary("r")["plot"], "r/energy.svg");
  EXPECT_TRUE(is_png("r/energy.png"));
  const std::string svg = content_of(path("r/energy.svg"));
  for (const char* word : {"kinetic", "potential, from the start", "lost", "energy, "})
    EXPECT_NE(svg.find(word), std::string::npos) << word;
  EXPECT_EQ(svg.find("work of walls"), std::string::npos) << "a channel that stays at zero";
}

TEST_F(Plots, draw_columns_in_panels_by_unit_and_compare_runs) {
  run_drop("r");
  Outcome o = scree({"plot", "r", "mean_speed", "greatest_speed", "coordination.contacts"});
  ASSERT_EQ(o.status, 0) << o.err;
  const std::string stem = "r/mean_speed-greatest_speed-coordination.contacts";
  EXPECT_EQ(o.out, stem + ".svg\n" + stem + ".png\n");
  const std::string svg = content_of(path(stem + ".svg"));
  EXPECT_EQ(occurrences(svg, "<clipPath"), 2u);  // a panel of speeds, one of a number
  EXPECT_EQ(occurrences(svg, "<polyline"), 5u);  // three curves, two keys of the legend
  o = scree(
      {"plot", "r", "kinetic", "--against", "mean_speed", "--runs", "r/../r", "-o", "both.svg"});
  ASSERT_EQ(o.status, 0) << o.err;
  EXPECT_TRUE(is_png("both.png"));
  EXPECT_NE(content_of(path("both.svg")).find("mean speed, "), std::string::npos);
  o = scree({"plot", "r", "--list"});
  EXPECT_NE(o.out.find("kinetic                         J"), std::string::npos) << o.out;
  EXPECT_EQ(scree({"plot", "law", "linear", "--set", "contact_time='1 ms'", "--set",
                   "restitution=0.5", "-o", "law"})
                .status,
            0);
}

TEST_F(Plots, take_arithmetic_of_columns_and_a_choice_of_rows) {
  run_drop("r");
  Outcome o = scree({"plot", "r", "kinetic / (kinetic + rotational)", "--against", "time - 0.001",
                     "--where", "time > 0.002", "--where", "kinetic > 0", "-o", "share"});
  ASSERT_EQ(o.status, 0) << o.err;
  const std::string svg = content_of(path("share.svg"));
  EXPECT_NE(svg.find("kinetic / (kinetic + rotational)"), std::string::npos);
  o = scree({"plot", "r", "abs(kinetic)"});
  EXPECT_EQ(o.out, "r/abs_kinetic_.svg\nr/abs_kinetic_.png\n");
  o = scree({"plot", "r", "--where", "time > 1e9"});
  EXPECT_EQ(o.status, 2);
  EXPECT_EQ(o.err, "error: --where: no row of the series has `time > 1e9` [E0488]\n");
  o = scree({"plot", "r", "coordination.partners", "--against", "coordination.partners"});
  EXPECT_EQ(o.status, 2);
  EXPECT_EQ(occurrences(o.err, "error: "), 1u) << "the same thing is not told twice\n" << o.err;
}

TEST_F(Plots, say_what_is_missing) {
  run_drop("r");
  Outcome o = scree({"plot", "r", "kinetik"});
  EXPECT_EQ(o.status, 2);
  EXPECT_EQ(
      o.err,
      "error: r: the table has no column `kinetik` [E0471]\n  hint: did you mean `kinetic`?\n");
  o = scree({"plot", "r", "contacts_"});
  EXPECT_EQ(o.status, 2);
  o = scree({"plot", "nowhere"});
  EXPECT_NE(o.err.find("E0750"), std::string::npos) << o.err;
  fs::create_directories(path("empty"));
  o = scree({"plot", "empty"});
  EXPECT_NE(o.err.find("this folder is not a run"), std::string::npos) << o.err;
  EXPECT_EQ(scree({"report", "empty"}).status, 2);
  EXPECT_EQ(scree({"plot"}).status, 2);
}

// The view in 3D is there where the page was built; tests/view and web/tests look at it.
std::string without_view(std::string page) {
  for (const char* id :
       {"<script id=\"scree-frame\"", "<script id=\"scree-maps\"", "<script id=\"scree-script\""}) {
    const std::size_t at = page.find(id);
    if (at != std::string::npos) page.erase(at, page.find("</script>", at) + 9 - at);
  }
  return page;
}

TEST_F(Plots, a_report_of_a_run_is_one_file_with_all_that_it_shows) {
  run_drop("r");
  const Outcome o = scree({"report", "r/"});
  ASSERT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(o.out, "r/report.html\n");
  const std::string page = without_view(content_of(path("r/report.html")));
  EXPECT_TRUE(page.starts_with("<!doctype html>"));
  EXPECT_TRUE(page.ends_with("</html>\n"));
  // Nothing is fetched from elsewhere.
  EXPECT_EQ(occurrences(page, "src=\""), occurrences(page, "src=\"data:image/"));
  EXPECT_EQ(occurrences(page, "src=\"data:image/png"), 4u);  // the last state and three before it
  EXPECT_EQ(occurrences(page, "<figcaption>at "), 3u);
  EXPECT_GE(occurrences(page, "src=\"data:image/svg"), 3u);
  EXPECT_EQ(page.find("http"), std::string::npos);
  for (const char* word : {"energy budget", "density = 2500", "revision", "Drop", "checks passed",
                           "Materials", "<td>2500 kg/m^3</td>", "contact time 500 µs"})
    EXPECT_NE(page.find(word), std::string::npos) << word;
  EXPECT_NE(page.find(summary("r")["state_hash"].get<std::string>()), std::string::npos);
}

TEST_F(Plots, a_report_names_the_check_that_its_headline_is_about) {
  run_drop("r");
  ASSERT_EQ(
      scree({"run", "drop.toml", "-o", "soft", "--quiet", "--set", "verdict.overlap=0.01%"}).status,
      0);
  ASSERT_EQ(scree({"report", "soft"}).status, 0);
  const std::string page = content_of(path("soft/report.html"));
  EXPECT_NE(page.find("doubtful</span>greatest overlap: "), std::string::npos);
}

// The last step does not end at a round time where dt does not divide the duration.
TEST_F(Plots, times_of_a_report_are_rounded_as_one_reads_them) {
  write_scene();
  ASSERT_EQ(scree({"run", "drop.toml", "-o", "r", "--quiet", "--set", "dt='5.00003 us'"}).status,
            0);
  ASSERT_EQ(scree({"report", "r"}).status, 0);
  const std::string page = without_view(content_of(path("r/report.html")));
  ASSERT_NE(summary("r")["time"].get<double>(), 0.02);
  EXPECT_NE(page.find("<figcaption>at 5 ms"), std::string::npos);
  for (std::size_t at = 0; (at = page.find("<figcaption>at ", at)) != std::string::npos; ++at)
    EXPECT_LE(page.find("</figcaption>", at) - at, std::string("<figcaption>at 13.33 ms").size());
  EXPECT_NE(page.find("20 ms of 20 ms in "), std::string::npos);
}

TEST_F(Plots, a_report_says_which_frames_it_cannot_show) {
  run_drop("r");
  std::vector<fs::path> frames;
  for (const auto& file : fs::directory_iterator(path("r/frames"))) frames.push_back(file.path());
  std::sort(frames.begin(), frames.end());
  ASSERT_EQ(frames.size(), 5u);
  fs::resize_file(frames.back(), fs::file_size(frames.back()) / 2);
  fs::resize_file(frames[1], 100);
  const Outcome o = scree({"report", "r"});
  ASSERT_EQ(o.status, 0) << o.err;
  const std::string page = content_of(path("r/report.html"));
  // Where the page of the viewer was not built, that is the reason for both.
  EXPECT_NE(page.find("<p>No view in 3D: "), std::string::npos);
  EXPECT_NE(o.err.find("note: no view in 3D: "), std::string::npos) << o.err;
  if (o.err.find("was not built") == std::string::npos) {
    EXPECT_NE(o.err.find("000004.vtp"), std::string::npos) << o.err;
    EXPECT_NE(page.find("000004.vtp"), std::string::npos);
  }
  EXPECT_NE(page.find("The frame at 5 ms cannot be shown: "), std::string::npos);
  EXPECT_EQ(occurrences(page, "<figcaption>at "), 2u);  // the start and two thirds
  EXPECT_EQ(occurrences(page, "<figcaption>the last state"), 1u);
}

TEST_F(Plots, a_title_cannot_put_markup_into_a_report) {
  write_scene();
  std::string text = content_of(path("drop.toml"));
  text.replace(text.find("Drop"), 4, "<script>alert(1)</script>");
  write("drop.toml", text);
  ASSERT_EQ(scree({"run", "drop.toml", "-o", "r", "--quiet"}).status, 0);
  ASSERT_EQ(scree({"report", "r"}).status, 0);
  EXPECT_EQ(content_of(path("r/report.html")).find("<script>alert"), std::string::npos);
}

TEST_F(Plots, a_sweep_is_reported_by_what_was_varied_with_the_scatter_of_seeds) {
  write_scene("t.toml", "5 ms");
  write("t.toml", content_of(path("t.toml")) +
                      "picture = false\n[sweep]\nfill.0.count = [8, 20]\nseed = [1, 2]\n");
  ASSERT_EQ(scree({"sweep", "t.toml", "-o", "s", "--jobs", "2", "--quiet"}).status, 0);
  Outcome o = scree({"report", "s"});
  ASSERT_EQ(o.status, 0) << o.err;
  const std::string page = content_of(path("s/report.html"));
  EXPECT_NE(page.find("4 runs: 4 ok"), std::string::npos);
  EXPECT_NE(page.find("fill.0.count"), std::string::npos);
  EXPECT_NE(page.find("Mean over seeds"), std::string::npos);
  EXPECT_NE(content_of(path("s/statistics.csv")).find("fill.0.count,runs,particles.mean"),
            std::string::npos)
      << content_of(path("s/statistics.csv"));
  o = scree({"info", "s", "--json"});
  ASSERT_EQ(o.status, 0) << o.err;
  const auto info = nlohmann::json::parse(o.out);
  EXPECT_EQ(info["statuses"]["ok"], 4);
  ASSERT_EQ(info["groups"].size(), 2u);
  EXPECT_EQ(info["groups"][1]["parameters"]["fill.0.count"], "20");
  EXPECT_EQ(info["groups"][1]["results"]["particles"]["mean"], 20);
  EXPECT_NE(scree({"info", "s"}).out.find("fill.0.count = 8 (2 runs)"), std::string::npos);
  EXPECT_EQ(scree({"plot", "s"}).status, 0);
}

}  // namespace
}  // namespace scree::test
