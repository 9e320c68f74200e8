// A run that fails leaves a small scene that fails again.
#include "program.hpp"

namespace scree::test {
namespace {

class BlackBox : public Program {
 protected:
  // The box of `run`, run again by itself from another folder.
  nlohmann::json replay(const std::string& run) {
    fs::rename(path(run) / "blackbox", path("moved"));
    const Outcome o = scree({"run", "moved/scene.toml", "-o", "again", "--quiet"});
    EXPECT_EQ(o.status, 1) << o.out << o.err;
    return summary("again");
  }
  std::vector<std::string> lines(const fs::path& file) const {
    std::vector<std::string> out;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) out.push_back(line);
    return out;
  }
  // A plate comes down on four grains and crushes them; others lie out of its way.
  void write_press(const std::string& plate_motion, const std::string& more = "") {
    std::string grains;
    for (int k = 0; k < 4; ++k)
      grains += "{ position = [" + std::to_string(0.005 * k) + ", 0.002, 0], diameter = 0.004 },\n";
    write("press.toml",
          "title = \"Press\"\nduration = \"0.2 s\"\ndt = \"10 us\"\n" + more +
              "[material.glass]\n"
              "normal = { law = \"linear\", contact_time = \"0.5 ms\", restitution = 0.5 }\n"
              "tangential = { law = \"spring\", friction = 0.3 }\n"
              "[[wall]]\nname = \"floor\"\nshape = \"plane\"\nnormal = [0, 1, 0]\n"
              "[[wall]]\nname = \"plate\"\nshape = \"plane\"\npoint = [0, 0.009, 0]\n"
              "normal = [0, -1, 0]\n" +
              plate_motion + "[[fill]]\nkind = \"grains\"\ngrains = [\n" + grains +
              "]\n[output]\npicture = false\n");
  }
};

TEST_F(BlackBox, replays_an_unstable_step) {
  write_scene();
  const Outcome o = scree({"run", "drop.toml", "-o", "run", "--set", "dt=0.45 ms", "--set",
                           "allow_unstable_dt=true", "--set", "duration=10 s", "--set",
                           "output.picture=false", "--quiet"});
  ASSERT_EQ(o.status, 1) << o.out << o.err;
  EXPECT_NE(o.out.find("blackbox/scene.toml (replays the failure)"), std::string::npos) << o.out;
  const auto first = summary("run")["failure"];
  EXPECT_EQ(first["code"], "E0601");
  const auto again = replay("run")["failure"];
  EXPECT_EQ(again["code"], "E0601");
  EXPECT_LE(again["step"].get<int>(), 1500);
}

TEST_F(BlackBox, carries_a_moving_wall_to_where_it_was) {
  write_press("motion = { kind = \"translate\", velocity = [0, -0.1, 0], start = \"5 ms\" }\n");
  ASSERT_EQ(scree({"run", "press.toml", "-o", "run", "--quiet"}).status, 1);
  const auto first = summary("run")["failure"];
  ASSERT_TRUE(first["replays"].get<bool>());
  const int step = first["step"].get<int>();
  EXPECT_GT(step, 5000) << "the plate takes 50 ms to arrive";
  const int again = replay("run")["failure"]["step"].get<int>();
  // The older copy: a multiple of 500 steps, 500 to 1000 before. The squeeze is slow and smooth,
  // so the replay meets it to within the steps that relaxed springs are worth.
  EXPECT_GE(again, 500 - 5);
  EXPECT_LE(again, 1000 + 5);
  EXPECT_LE(std::abs((step - again) - 500 * ((step - again + 250) / 500)), 5);
}

// Bonded bricks with a time step that their bond does not bear: the box has their shapes, their
// bonds and where these hold on.
TEST_F(BlackBox, carries_bonded_polygons) {
  write("bricks.toml", R"(title = "Bricks"
dimension = 2
duration = "1 s"
dt = "0.3 ms"
allow_unstable_dt = true
[material.brick]
normal = { law = "linear", contact_time = "0.5 ms", restitution = 0.5 }
tangential = { law = "none" }
[bond.mortar]
young = "5 MPa"
[shape.brick]
kind = "polygon"
form = "box"
sides = ["4 cm", "1 cm"]
[[wall]]
name = "floor"
shape = "plane"
normal = [0, 1]
[[fill]]
kind = "grains"
shape = "brick"
orientation = "fixed"
bond = "mortar"
grains = [{ position = [0, 0.005] }, { position = [0.02, 0.015] }]
[output]
picture = false
)");
  const Outcome o = scree({"run", "bricks.toml", "-o", "run", "--quiet"});
  ASSERT_EQ(o.status, 1) << o.out << o.err;
  const auto first = summary("run")["failure"];
  const auto grains = lines(path("run") / "blackbox" / "grains.csv");
  const auto bonds = lines(path("run") / "blackbox" / "bonds.csv");
  ASSERT_EQ(grains.size(), 3u);
  EXPECT_NE(grains[0].find(",shape"), std::string::npos) << grains[0];
  ASSERT_EQ(bonds.size(), 2u);
  EXPECT_NE(bonds[0].find(",j11,"), std::string::npos) << bonds[0];
  ASSERT_TRUE(first["replays"].get<bool>());
  EXPECT_EQ(replay("run")["failure"]["code"], first["code"]);
}

// Rods of overlapping glued balls under a plate: what replays has their bonds, masses and strains.
TEST_F(BlackBox, carries_the_bonds_of_clusters) {
  write("rods.toml", R"(title = "Rods"
duration = "0.2 s"
dt = "5 us"
[material.glass]
normal = { law = "linear", contact_time = "0.5 ms", restitution = 0.5 }
tangential = { law = "none" }
[bond.glue]
kind = "beam"
young = "5 MPa"
[cluster.rod]
shape = "rod"
balls = 4
diameter = "4 mm"
spacing = "3 mm"
kind = "bonded"
bond = "glue"
[[wall]]
name = "floor"
shape = "plane"
normal = [0, 1, 0]
[[wall]]
name = "plate"
shape = "plane"
point = [0, 0.012, 0]
normal = [0, -1, 0]
motion = { kind = "translate", velocity = [0, -0.2, 0] }
[[fill]]
kind = "grains"
cluster = "rod"
orientation = "fixed"
rotation = [0, 0, "90 deg"]
grains = [{ position = [0, 0.002, 0] }, { position = [0, 0.006, 0] }, { position = [0.03, 0.002, 0] }]
[output]
picture = false
)");
  const Outcome o = scree({"run", "rods.toml", "-o", "run", "--quiet"});
  ASSERT_EQ(o.status, 1) << o.out << o.err;
  const auto first = summary("run")["failure"];
  ASSERT_TRUE(first["replays"].get<bool>());
  const auto bonds = lines(path("run") / "blackbox" / "bonds.csv");
  ASSERT_EQ(bonds.size(), 10u) << "three rods of three bonds";
  EXPECT_EQ(bonds[0].substr(0, 27), "i,j,bond,length,broken,h1,h");
  EXPECT_NE(lines(path("run") / "blackbox" / "grains.csv")[0].find("density,qw"),
            std::string::npos);
  const int step = first["step"].get<int>(), again = replay("run")["failure"]["step"].get<int>();
  EXPECT_LE(std::abs((step - again) - 500 * ((step - again + 250) / 500)), 5);
}

TEST_F(BlackBox, a_free_wall_goes_on_at_its_speed) {
  write_press("motion = { kind = \"free\", mass = \"100 kg\", force = \"100 N\" }\n");
  ASSERT_EQ(scree({"run", "press.toml", "-o", "run", "--quiet"}).status, 1);
  const auto failure = summary("run")["failure"];
  ASSERT_TRUE(failure["replays"].get<bool>());
  EXPECT_GT(failure["step"].get<int>(), 1000);
  const auto again = replay("run")["failure"];
  EXPECT_EQ(again["code"], "E0601");
  // 0.3 m/s, and 0.1 m/s more or less over the window: the way differs by a tenth of it.
  EXPECT_NEAR(again["step"].get<int>(), 750, 350);
}

TEST_F(BlackBox, a_run_that_fails_before_the_first_copy_is_replayed_from_its_start) {
  write_press("motion = { kind = \"free\", mass = \"1 kg\", force = \"40 kN\" }\n");
  ASSERT_EQ(scree({"run", "press.toml", "-o", "run", "--quiet"}).status, 1);
  const auto failure = summary("run")["failure"];
  ASSERT_TRUE(failure["replays"].get<bool>());
  EXPECT_EQ(replay("run")["failure"]["step"], failure["step"]);
}

TEST_F(BlackBox, tells_the_last_steps_of_the_grains_involved) {
  write_press("motion = { kind = \"translate\", velocity = [0, -0.1, 0] }\n");
  ASSERT_EQ(scree({"run", "press.toml", "-o", "run", "--quiet"}).status, 1);
  const auto named = summary("run")["failure"]["particle"].get<int>();
  const auto rows = lines(path("run") / "blackbox" / "last_steps.csv");
  ASSERT_GE(rows.size(), 201u);
  EXPECT_EQ(rows[0], "step,time,grain,x,y,z,vx,vy,vz,wx,wy,wz,fx,fy,fz,contacts,deepest_overlap");
  const std::string last = rows.back();
  EXPECT_NE(last.find("," + std::to_string(named) + ","), std::string::npos) << last;
  const std::string page = content_of(path("run") / "blackbox" / "README.md");
  EXPECT_NE(page.find("fails in the same way after"), std::string::npos) << page;
}

TEST_F(BlackBox, keeps_the_grains_around_when_there_are_many) {
  // 4,000 grains at rest far from the press: the box holds 2,000, the crushed ones among them.
  write_press("motion = { kind = \"translate\", velocity = [0, -0.1, 0] }\n",
              "gravity = [0, 0, 0]\n");
  std::ofstream(path("press.toml"), std::ios::app)
      << "[[fill]]\nkind = \"lattice\"\ndiameter = \"1 mm\"\ncount = 4000\n"
         "region = { kind = \"box\", min = [0.03, 0.0, -0.3], max = [0.3, 0.004, 0.3] }\n";
  ASSERT_EQ(scree({"run", "press.toml", "-o", "run", "--quiet"}).status, 1);
  const auto failure = summary("run")["failure"];
  EXPECT_TRUE(failure["replays"].get<bool>());
  EXPECT_EQ(lines(path("run") / "blackbox" / "grains.csv").size(), 2001u);
}

TEST_F(BlackBox, is_not_there_when_nothing_fails) {
  write_scene();
  ASSERT_EQ(scree({"run", "drop.toml", "-o", "run", "--quiet"}).status, 0);
  EXPECT_FALSE(fs::exists(path("run") / "blackbox"));
}

TEST_F(BlackBox, a_resumed_run_leaves_one_too) {
  write_press("motion = { kind = \"translate\", velocity = [0, -0.1, 0], start = \"5 ms\" }\n");
  ASSERT_EQ(scree({"run", "press.toml", "-o", "run", "--quiet", "--set", "output.checkpoint=8 ms"})
                .status,
            1);
  const auto first = summary("run")["failure"];
  fs::remove_all(path("run/blackbox"));
  fs::remove(path("run/summary.json"));
  ASSERT_EQ(scree({"run", "--resume", "run", "--quiet"}).status, 1);
  const auto again = summary("run")["failure"];
  EXPECT_EQ(again["step"], first["step"]);
  EXPECT_EQ(again["message"], first["message"]);
  ASSERT_TRUE(again["replays"].get<bool>()) << again;
  EXPECT_EQ(replay("run")["failure"]["code"], "E0601");
}

// What stages have set by then is in the box: a wall that is gone stays gone, values of materials
// are those of then, and what comes between the copy and the failure comes again.
TEST_F(BlackBox, carries_what_stages_have_set) {
  write_press("",
              "[[wall]]\nname = \"old shelf\"\nshape = \"rectangle\"\nwidth = 0.1\nlength = 0.1\n"
              "position = [0, 0.0065, 0]\n");
  const std::string stages =
      "[[stage]]\nduration = \"8 ms\"\n[[stage]]\nduration = \"20 ms\"\n"
      "[stage.wall.\"old shelf\"]\npresent = false\n[stage.material.glass]\nfriction = 0.9\n"
      "[[stage]]\nduration = \"0.1 s\"\n[stage.wall.plate]\nmotion = { kind = \"translate\", "
      "velocity = [0, -0.5, 0] }\n";
  std::string text = content_of(path("press.toml"));
  text.replace(text.find("duration = \"0.2 s\"\n"), 19, "");
  write("press.toml", text + stages);
  const Outcome o = scree({"run", "press.toml", "-o", "run", "--quiet"});
  ASSERT_EQ(o.status, 1) << o.out << o.err;
  const auto first = summary("run")["failure"];
  ASSERT_TRUE(first["replays"].get<bool>()) << o.out;
  const std::string scene = content_of(path("run/blackbox/scene.toml"));
  EXPECT_NE(scene.find("\"old shelf\" = { present = false"), std::string::npos) << scene;
  EXPECT_NE(scene.find("friction = 0.9"), std::string::npos) << scene;
  const auto again = replay("run")["failure"];
  EXPECT_EQ(again["code"], first["code"]);
  EXPECT_LE(again["step"].get<int>(), 1500);
}

// A cell that deforms begins at the lengths and the tilt of the copy, at the rate of then.
TEST_F(BlackBox, carries_a_cell_that_deforms) {
  write("cell.toml", R"(duration = "0.5 s"
dt = "0.1 ms"
allow_unstable_dt = true
gravity = [0, 0, 0]
[material.glass]
normal = { law = "linear", contact_time = "0.5 ms", restitution = 0.9 }
[box]
min = [0, 0, 0]
max = ["3 cm", "3 cm", "3 cm"]
[[cell]]
rate = { xx = "-1 1/s", yy = "-1 1/s", zz = "-1 1/s", xy = "2 1/s" }
[[fill]]
kind = "lattice"
diameter = "4 mm"
count = 250
velocity = ["10 cm/s", 0, 0]
region = { kind = "box", min = [0, 0, 0], max = ["3 cm", "3 cm", "3 cm"] }
[output]
picture = false
)");
  const Outcome o = scree({"run", "cell.toml", "-o", "run", "--quiet", "--threads", "1"});
  ASSERT_EQ(o.status, 1) << o.out << o.err;
  const auto first = summary("run")["failure"];
  ASSERT_GT(first["step"].get<int>(), 600) << first.dump();
  ASSERT_TRUE(first["replays"].get<bool>()) << first.dump();
  const std::string scene = content_of(path("run/blackbox/scene.toml"));
  EXPECT_EQ(scene.find("tilt = [0, 0, 0]"), std::string::npos) << "it was sheared";
  EXPECT_EQ(replay("run")["failure"]["code"], first["code"]);
}

}  // namespace
}  // namespace scree::test
