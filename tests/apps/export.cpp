#include <cstdlib>
#include <map>

#include "io/frame_grains.hpp"
#include "program.hpp"
#include "run/folder/stored_run.hpp"

namespace scree::test {
namespace {

class Exports : public Program {
 protected:
  // 27 grains that have fallen into a box, with contacts, five frames.
  void make_run(bool contacts = true) {
    write_scene("drop.toml", "40 ms");
    const Outcome o = scree({"run", "drop.toml", "-o", "r", "--threads", "1", "--quiet", "--set",
                             "output.frames=0.01", "--set", "output.picture=false", "--set",
                             std::string("output.contacts=") + (contacts ? "true" : "false")});
    ASSERT_EQ(o.status, 0) << o.err;
  }
  Outcome exported(const std::string& format, std::vector<std::string> more = {}) {
    std::vector<std::string> a{"export", "r", "--format", format, "-o", "e"};
    a.insert(a.end(), more.begin(), more.end());
    return scree(a);
  }
  // Runs another program in the test's folder; its output is in `said`.
  int call(const std::string& command) {
    const int status =
        std::system(("cd '" + folder_.string() + "' && " + command + " >said 2>&1").c_str());
    said_ = content_of(path("said"));
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  int check(const std::string& arguments) {
    // Debian's modules (VTK) belong to Debian's Python, whatever else is in the path.
    const std::string python = fs::exists("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
    return call(python + " '" SCREE_SOURCE_DIR "/tests/apps/check_exports.py' " + arguments);
  }
  std::string said_;
};

TEST_F(Exports, vtk_reads_every_file_of_a_run_and_gets_the_numbers_that_were_written) {
  make_run();
  ASSERT_EQ(exported("csv", {"--frames", "all"}).status, 0);
  EXPECT_EQ(check("vtk r e"), 0) << said_;
}

TEST_F(Exports, vtk_gets_polygons_of_two_dimensions_with_their_areas) {
  write("hex.toml", R"(
dimension = 2
duration = "40 ms"
[material.stone]
density = "2600 kg/m^3"
normal = { law = "linear", contact_time = "2 ms", restitution = 0.3 }
[shape.hex]
kind = "polygon"
form = "regular"
corners = 6
[[wall]]
shape = "box"
min = [0, 0]
max = ["6 cm", "10 cm"]
[[fill]]
kind = "lattice"
shape = "hex"
size = { kind = "uniform", min = "8 mm", max = "12 mm" }
count = 12
[output]
frames = "10 ms"
picture = false
)");
  const Outcome o = scree({"run", "hex.toml", "-o", "r", "--threads", "1", "--quiet"});
  ASSERT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(check("plane r 2600 6"), 0) << said_;
}

TEST_F(Exports, vtk_reads_avs) {
  make_run();
  ASSERT_EQ(exported("csv").status, 0);
  ASSERT_EQ(exported("avs").status, 0);
  EXPECT_EQ(check("avs e/000004.csv e/000004.inp"), 0) << said_;
}

TEST_F(Exports, x3d_vrml_and_lammps_are_well_formed) {
  make_run();
  const auto run = run::StoredRun::open(path("r").string());
  ASSERT_TRUE(run.ok());
  const auto frame = run->frame(4);
  ASSERT_TRUE(frame.ok());
  ASSERT_FALSE(frame->contacts.empty());
  const auto grains = run->frame(4, run::StoredRun::Contacts::leave_out);
  ASSERT_TRUE(grains.ok());
  EXPECT_TRUE(grains->contacts.empty());
  EXPECT_EQ(grains->x, frame->x);
  const std::string counts = " 27 " + std::to_string(frame->contacts.size());
  const std::vector<std::string> with{"--param", "contacts=true", "--param", "grain_scale=0.4"};
  ASSERT_EQ(exported("x3d", with).status, 0);
  ASSERT_EQ(exported("vrml", with).status, 0);
  ASSERT_EQ(exported("lammps").status, 0);
  ASSERT_EQ(exported("csv").status, 0);
  EXPECT_EQ(check("x3d e/000004.x3d" + counts), 0) << said_;
  EXPECT_EQ(check("vrml e/000004.wrl" + counts), 0) << said_;
  EXPECT_EQ(check("lammps e/000004.dump e/000004.csv"), 0) << said_;
}

TEST_F(Exports, older_names_of_parameters_mean_the_same) {
  make_run();
  ASSERT_EQ(exported("pov", {"--param", "clip_normal=[0,0,1]"}).status, 0);
  const std::string today = content_of(path("e/000004.pov"));
  ASSERT_EQ(exported("pov", {"--param", "cut_normal=[0,0,1]"}).status, 0);
  EXPECT_EQ(content_of(path("e/000004.pov")), today);
  EXPECT_NE(
      exported("pov", {"--param", "cut_normal=[0,0,1]", "--param", "clip_normal=[0,0,1]"}).status,
      0);
}

TEST_F(Exports, povray_renders_the_scene_as_it_is) {
  ASSERT_EQ(call("command -v povray"), 0) << "povray is missing: tools/install_packages test";
  make_run();
  ASSERT_EQ(exported("pov", {"--param", "contacts=true", "--param", "clip_normal=[0,0,1]"}).status,
            0);
  ASSERT_EQ(call("povray -D +W80 +H60 +FP +Oout.ppm e/000004.pov"), 0) << said_;
  EXPECT_EQ(said_.find("Parse Warning"), std::string::npos) << said_;
  const std::string ppm = content_of(path("out.ppm"));
  ASSERT_EQ(ppm.substr(0, 2), "P6");
  std::map<std::string, int> colors;
  for (std::size_t k = ppm.size() - 3 * 80 * 60; k + 2 < ppm.size(); k += 3)
    ++colors[ppm.substr(k, 3)];
  EXPECT_GT(colors.size(), 200u) << "a shaded scene, not an empty picture";
}

TEST_F(Exports, a_picture_exported_from_a_frame_is_the_picture_of_the_run) {
  make_run();
  ASSERT_EQ(exported("png", {"--color", "radius"}).status, 0);
  ASSERT_EQ(scree({"run", "drop.toml", "-o", "again", "--threads", "1", "--quiet", "--color",
                   "radius", "--set", "output.contacts=true"})
                .status,
            0);
  EXPECT_TRUE(content_of(path("e/000004.png")) == content_of(path("again/picture.png")));
}

TEST_F(Exports, frames_are_chosen_as_slices) {
  make_run();
  const auto files = [&](const std::string& frames) {
    fs::remove_all(path("e"));
    const Outcome o = exported("csv", {"--frames", frames});
    return o.status == 0 ? o.out : o.err;
  };
  EXPECT_EQ(files("last"), "e/000004.csv\n");
  EXPECT_EQ(files("first"), "e/000000.csv\n");
  EXPECT_EQ(files("1:-1:2"), "e/000001.csv\ne/000003.csv\n");
  EXPECT_EQ(files("3:"), "e/000003.csv\ne/000004.csv\n");
  EXPECT_NE(files("5").find("the run has 5, 0 to 4 [E0751]"), std::string::npos);
  EXPECT_NE(files("4:2").find("chooses none of the 5 frames"), std::string::npos);
  EXPECT_NE(files("a:b").find("is not a choice of frames"), std::string::npos);
  EXPECT_NE(files("::0").find("the step must be at least 1"), std::string::npos);
}

TEST_F(Exports, mistakes_are_named) {
  make_run(false);
  EXPECT_NE(exported("pgn").err.find("did you mean `png`?"), std::string::npos);
  EXPECT_NE(exported("png", {"--param", "azimut=3"}).err.find("did you mean `azimuth`?"),
            std::string::npos);
  EXPECT_NE(exported("csv", {"--color", "speed"}).err.find("`csv` has no colours"),
            std::string::npos);
  EXPECT_NE(exported("png", {"--param", "contacts=true"}).err.find("[E0723]"), std::string::npos);
  EXPECT_EQ(exported("png", {"--color", "sped"}).status, 2);
  EXPECT_NE(scree({"export", "nowhere", "--to", "csv"}).err.find("no such folder"),
            std::string::npos);
  EXPECT_NE(scree({"export", ".", "--to", "csv"}).err.find("this folder is not a run"),
            std::string::npos);
}

TEST_F(Exports, a_damaged_frame_is_named_and_nothing_is_written) {
  make_run();
  const std::string whole = content_of(path("r/frames/000004.vtp"));
  write("r/frames/000004.vtp", whole.substr(0, whole.size() / 2));
  const Outcome o = exported("csv");
  EXPECT_EQ(o.status, 2);
  EXPECT_NE(o.err.find("r/frames/000004.vtp"), std::string::npos) << o.err;
  EXPECT_NE(o.err.find("the file ends within"), std::string::npos) << o.err;
  EXPECT_FALSE(fs::exists(path("e/000004.csv")));
}

TEST_F(Exports, measures_of_stored_frames_are_a_table) {
  make_run();
  const Outcome o = scree({"measure", "r", "mass", "coordination", "flow; plane = y", "flow",
                           "walls; wall = box", "--csv", "m.csv"});
  ASSERT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(o.out, "");
  const std::string table = content_of(path("m.csv"));
  const std::string header = table.substr(0, table.find('\n'));
  for (const char* column : {"time,", "mass.mass", "coordination.coordination", "flow.mass_rate",
                             "flow_2.mass_rate", "walls.force_y"})
    EXPECT_NE(header.find(column), std::string::npos) << column << " in " << header;
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 6);
}

TEST_F(Exports, measures_say_what_a_frame_does_not_hold) {
  make_run(false);
  const Outcome o = scree({"measure", "r", "energy", "forces", "density; radius = 1 cm"});
  EXPECT_EQ(o.status, 2);
  EXPECT_NE(o.err.find("energy, frame 000000: the energies are not known here"), std::string::npos)
      << o.err;
  EXPECT_NE(o.err.find("forces, frame 000000: the contacts are not known here"), std::string::npos)
      << o.err;
  EXPECT_EQ(o.err.find("density"), std::string::npos);
  EXPECT_NE(scree({"measure", "r", "densty"}).err.find("did you mean `density`?"),
            std::string::npos);
}

TEST_F(Exports, film_draws_every_frame_from_one_place) {
  make_run();
  const Outcome without = scree({"film", "r", "--param", "width=160", "--param", "height=120"},
                                [] { ::setenv("PATH", "/nonexistent", 1); });
  EXPECT_EQ(without.status, 1);
  EXPECT_NE(without.err.find("sudo apt-get install ffmpeg"), std::string::npos) << without.err;
  for (int k = 0; k < 5; ++k)
    EXPECT_TRUE(fs::exists(path("r/film/00000" + std::to_string(k) + ".png")));
  EXPECT_FALSE(fs::exists(path("r/film.mp4")));
  ASSERT_EQ(call("command -v ffmpeg"), 0) << "ffmpeg is missing: tools/install_packages test";
  const Outcome o =
      scree({"film", "r", "--fps", "5", "--param", "width=160", "--param", "height=120"});
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(content_of(path("r/film.mp4")).substr(4, 4), "ftyp");
  EXPECT_EQ(call("ffprobe -v error -count_frames -show_entries stream=nb_read_frames,width -of "
                 "csv=p=0 r/film.mp4"),
            0);
  EXPECT_EQ(said_, "160,5\n");
}

TEST_F(Exports, half_a_video_is_no_film) {
  make_run();
  // As ffmpeg does on a full disk: a part of the file, and no complaint.
  write("bin/ffmpeg",
        "#!/bin/sh\nfor last; do :; done\nprintf 'half of a video' > \"${last#file:}\"\n");
  fs::permissions(path("bin/ffmpeg"), fs::perms::owner_all);
  const std::string paths = path("bin").string() + ":/usr/bin:/bin";
  const Outcome o = scree({"film", "r", "--param", "width=160", "--param", "height=120"},
                          [&] { ::setenv("PATH", paths.c_str(), 1); });
  EXPECT_EQ(o.status, 1);
  EXPECT_NE(o.err.find("is the disk full? [E0755]"), std::string::npos) << o.err;
  for (const auto& e : fs::directory_iterator(path("r")))
    EXPECT_NE(e.path().extension(), ".mp4") << e.path();
}

}  // namespace
}  // namespace scree::test
