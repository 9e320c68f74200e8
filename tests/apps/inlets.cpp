// What was asked of inlets and what came, as a user sees it.
#include <algorithm>

#include "program.hpp"

namespace scree::test {
namespace {

class Inlets : public Program {
 protected:
  void write_pour(const std::string& more, const std::string& centre = "[0, 0.04, 0]") {
    write("pour.toml",
          "title = \"Pour\"\nduration = \"0.1 s\"\n"
          "[material.glass]\n"
          "normal = { law = \"linear\", contact_time = \"0.5 ms\", restitution = 0.5 }\n"
          "tangential = { law = \"spring\", friction = 0.3 }\n"
          "[[wall]]\nshape = \"disc\"\nradius = 0.05\n"
          "[[fill]]\nname = \"spout\"\nkind = \"pour\"\ncentre = " +
              centre + "\nwidth = 0.02\ndiameter = \"4 mm\"\nvelocity = [0, -0.5, 0]\n" + more +
              "[output]\nframes = 0\ncheckpoint = 0\npicture = false\n");
  }
  nlohmann::json run(const std::string& name = "run") {
    const Outcome o = scree({"run", "pour.toml", "-o", name, "--quiet"});
    EXPECT_EQ(o.status, 0) << o.err;
    table_ = o.out;
    return summary(name);
  }
  static nlohmann::json check_of(const nlohmann::json& s, const std::string& name) {
    for (const auto& c : s["verdict"]["checks"])
      if (c["name"] == name) return c;
    return nullptr;
  }
  std::string table_;
};

TEST_F(Inlets, that_gave_all_are_reported_and_fine) {
  write_pour("rate = 500\ncount = 20\n");
  const auto s = run();
  EXPECT_EQ(s["inlets"][0]["asked"], 20);
  EXPECT_EQ(s["inlets"][0]["placed"], 20);
  EXPECT_EQ(s["inlets"][0]["expected"], 20);
  EXPECT_EQ(check_of(s, "inlets")["ok"], true);
  EXPECT_NE(table_.find("poured in         fill `spout`: 20 of 20 grains"), std::string::npos)
      << table_;
}

TEST_F(Inlets, without_a_limit_are_compared_with_their_rate) {
  write_pour("rate = 300\n");
  const auto s = run();
  EXPECT_EQ(check_of(s, "inlets")["ok"], true) << check_of(s, "inlets");
  EXPECT_EQ(s["inlets"][0]["asked"], s["inlets"][0]["expected"]);
  // 0.1 s at 300 a second, less the newest batch of at most a tenth of the opening.
  EXPECT_GE(s["inlets"][0]["placed"], 28);
  EXPECT_LE(s["inlets"][0]["placed"], 31);
}

TEST_F(Inlets, that_gave_fewer_than_asked_make_the_verdict_doubtful) {
  write_pour("rate = 500\ncount = 200\n");  // 50 come in 0.1 s
  const auto s = run();
  EXPECT_EQ(s["verdict"]["word"], "doubtful");
  const auto c = check_of(s, "inlets");
  EXPECT_EQ(c["ok"], false);
  EXPECT_NE(c["reason"].get<std::string>().find(" of 200 came until the end"), std::string::npos)
      << c;
}

TEST_F(Inlets, without_room_for_their_rate_make_the_verdict_doubtful) {
  // An opening of one grain that does not fall away: velocity 0, 10 000 a second.
  write_pour("rate = 1e4\n");
  const Outcome o = scree({"run", "pour.toml", "-o", "run", "--quiet", "--set",
                           "fill.0.width=\"5 mm\"", "--set", "fill.0.velocity=[0,0,0]"});
  ASSERT_EQ(o.status, 0) << o.err;
  const auto c = check_of(summary("run"), "inlets");
  EXPECT_EQ(c["ok"], false);
  EXPECT_NE(c["reason"].get<std::string>().find("there was no room"), std::string::npos) << c;
}

TEST_F(Inlets, partly_beside_the_wall_make_the_verdict_doubtful) {
  write_pour("rate = 500\ncount = 20\n", "[0.05, 0.04, 0]");
  const auto c = check_of(run(), "inlets");
  EXPECT_EQ(c["ok"], false);
  EXPECT_NE(c["reason"].get<std::string>().find("was poured past every wall"), std::string::npos)
      << c;
}

TEST_F(Inlets, a_series_finer_than_the_steps_has_one_line_a_step) {
  write_scene("drop.toml", "2 ms");
  const Outcome o = scree({"run", "drop.toml", "-o", "run", "--quiet", "--json", "--set",
                           "output.series=1e-12", "--set", "output.picture=false", "--set",
                           "output.frames=1e-300", "--set", "output.checkpoint=1e-300"});
  ASSERT_EQ(o.status, 0) << o.err;
  const auto steps = summary("run")["steps"].get<std::size_t>();
  const std::string text = content_of(path("run") / "series.csv");
  // A header and a line per step from 0 on; the last step is one of them.
  EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), steps + 2);
  EXPECT_EQ(summary("run")["frames"], steps + 1);
}

TEST_F(Inlets, more_steps_than_can_be_counted_are_refused) {
  write_scene();
  for (const char* command : {"run", "check"})
    for (const char* set : {"duration=1e30", "dt=1e-300", "duration=1e300"}) {
      const Outcome o = scree({command, "drop.toml", "--set", set});
      EXPECT_EQ(o.status, 2) << o.out;
      EXPECT_NE(o.err.find("[E0770]"), std::string::npos) << o.err;
    }
  EXPECT_EQ(scree({"check", "drop.toml", "--set", "duration=1e9"}).status, 0);
}

class Forecast : public Inlets {
 protected:
  // The forecast of `check` over the greatest overlap of the run.
  double ratio(const std::vector<std::string>& more = {}) {
    std::vector<std::string> check{"check", "s.toml", "--json"}, run{"run", "s.toml", "-o", "run"};
    for (auto* a : {&check, &run}) a->insert(a->end(), more.begin(), more.end());
    const Outcome told = scree(check);
    EXPECT_EQ(told.status, 0) << told.err;
    EXPECT_EQ(scree(run).status, 0);
    forecast_ = nlohmann::json::parse(told.out)["overlap_forecast"];
    return forecast_["overlap"].get<double>() / summary("run")["greatest_overlap"].get<double>();
  }
  std::string scene(const std::string& material, const std::string& rest) {
    return "duration = \"0.25 s\"\n[material.glass]\nnormal = " + material +
           "\ntangential = { law = \"spring\", friction = 0.3 }\n"
           "[output]\nframes = 0\ncheckpoint = 0\npicture = false\n" +
           rest;
  }
  nlohmann::json forecast_;
};

constexpr const char* kDrop =
    "[[wall]]\nshape = \"plane\"\n[[fill]]\nkind = \"grains\"\n"
    "grains = [{ position = [0, \"10 cm\", 0], diameter = \"1 cm\" }]\n";

TEST_F(Forecast, of_a_drop_is_exact) {
  for (const char* law : {"{ law = \"linear\", contact_time = \"1 ms\", restitution = 0.5 }",
                          "{ law = \"hertz\", young = \"5 MPa\", restitution = 0.7 }"}) {
    fs::remove_all(path("run"));
    write("s.toml", scene(law, kDrop));
    // Its own weight is counted as a bed's; the fall ends within a tenth of a radius.
    const double r = ratio();
    EXPECT_GT(r, 0.97) << law << forecast_;
    EXPECT_LT(r, 1.10) << law << forecast_;
  }
}

TEST_F(Forecast, proposes_a_contact_time_that_keeps_a_drop_below_the_limit) {
  write("s.toml", scene("{ law = \"linear\", contact_time = \"1 ms\", restitution = 0.5 }", kDrop));
  EXPECT_GT(ratio(), 0.9);
  auto proposal = forecast_["proposal"].get<std::string>();
  const auto equals = proposal.find(" = ");
  ASSERT_TRUE(proposal.starts_with("contact_time = ")) << proposal;
  proposal.replace(equals, 3, "=");  // as --set takes it
  fs::remove_all(path("run"));
  ratio({"--set", "material.glass.normal." + proposal});
  const double deepest = summary("run")["greatest_overlap"].get<double>();
  EXPECT_LT(deepest, 0.02);
  EXPECT_GT(deepest, 0.015);  // not stiffer than it must be
}

TEST_F(Forecast, of_a_bed_and_of_a_piston_is_right_within_a_factor_of_three) {
  const std::string box =
      "[[wall]]\nshape = \"box\"\nsize = [0.05, 0.2, 0.05]\nopen = \"top\"\n"
      "centre = [0, 0.1, 0]\n"
      "[[fill]]\nkind = \"lattice\"\ndiameter = \"1 cm\"\ntop = \"12 cm\"\nbottom = 0\n";
  const std::string law = "{ law = \"linear\", contact_time = \"1 ms\", restitution = 0.3 }";
  write("s.toml", scene(law, box));
  double r = ratio();
  EXPECT_GT(r, 1.0 / 3) << forecast_;
  EXPECT_LT(r, 3) << forecast_;
  fs::remove_all(path("run"));
  write("s.toml",
        scene(law, box + "[[wall]]\nname = \"lid\"\nshape = \"rectangle\"\nwidth = 0.05\n"
                         "length = 0.05\nposition = [0, 0.125, 0]\n"
                         "motion = { kind = \"free\", control = \"servo\", direction = [0, "
                         "-1, 0], pressure = \"10 kPa\", max_speed = \"0.2 m/s\", "
                         "averaging = \"1 ms\" }\n"));
  r = ratio();
  EXPECT_GT(r, 1.0 / 3) << forecast_;
  EXPECT_LT(r, 3) << forecast_;
}

}  // namespace
}  // namespace scree::test
