// The folder of a run that comes from elsewhere, with links that lead to files of the user.
#include "program.hpp"

namespace scree::test {
namespace {

class HostileFolder : public Program {
 protected:
  void SetUp() override {
    write_scene();
    std::ofstream(path("drop.toml"), std::ios::app) << "picture = false\ncheckpoint = \"5 ms\"\n";
    ASSERT_EQ(scree({"run", "drop.toml", "-o", "r", "--quiet"}).status, 0);
    for (const char* name : {"000003.vtp", "000009.vtp", "000000000100.h5", "000000000200.h5",
                             "000000000300.h5", "000000.png", "x.csv.tmp-1"})
      write("precious/" + std::string(name), "precious");
  }
  void expect_untouched() const {
    int files = 0;
    for (const auto& e : fs::directory_iterator(path("precious"))) {
      EXPECT_EQ(content_of(e.path()), "precious") << e.path();
      ++files;
    }
    EXPECT_EQ(files, 7);
  }
  void link(const std::string& name, const std::string& to = "precious") {
    fs::remove_all(path(name));
    fs::create_directories(path(name).parent_path());
    fs::create_symlink(path(to), path(name));
  }
};

TEST_F(HostileFolder, resume_neither_deletes_nor_writes_behind_a_link) {
  for (const char* part : {"frames", "walls", "contacts", "bonds", "shapes", "checkpoints",
                           "tables", "tables/speed", "blackbox", "control.log"}) {
    fs::remove_all(path("copy"));
    fs::copy(path("r"), path("copy"), fs::copy_options::recursive);
    link("copy/" + std::string(part),
         std::string(part) == "control.log" ? "precious/000003.vtp" : "precious");
    const Outcome o = scree({"run", "--resume", "copy", "--set", "duration=40 ms", "--quiet"});
    EXPECT_EQ(o.status, 2) << part << o.err;
    EXPECT_NE(o.err.find("E0987"), std::string::npos) << part << o.err;
    expect_untouched();
  }
}

TEST_F(HostileFolder, files_of_a_run_that_are_links_are_replaced_not_followed) {
  for (const char* name : {"summary.json", "series.csv", "frames.pvd", "energy.svg", "report.html",
                           "resolved.toml.tmp-1", "frames/000000.vtp"}) {
    if (fs::exists(path("r") / name) && std::string(name) != "energy.svg") {
      fs::copy_file(path("r") / name, path("kept"), fs::copy_options::overwrite_existing);
      fs::remove(path("r") / name);
      fs::create_symlink(path("kept"), path("r") / name);
    } else {
      link("r/" + std::string(name), "precious/000003.vtp");
    }
    const std::string kept = content_of(path("kept"));
    EXPECT_EQ(scree({"report", "r"}).status, 0) << name;
    EXPECT_EQ(
        scree({"run", "--resume", "r", "--force", "--set", "duration=21 ms", "--quiet"}).status, 0)
        << name;
    EXPECT_EQ(content_of(path("kept")), kept) << name;
    expect_untouched();
  }
}

TEST_F(HostileFolder, export_and_film_write_only_into_the_run) {
  link("r/export");
  EXPECT_EQ(scree({"export", "r", "--format", "csv"}).status, 2);
  link("r/film");
  EXPECT_EQ(scree({"film", "r", "--quiet"}).status, 2);
  fs::remove(path("r/export"));
  link("r/export/csv");
  EXPECT_EQ(scree({"export", "r", "--format", "csv"}).status, 2);
  expect_untouched();
}

TEST_F(HostileFolder, a_sweep_does_not_follow_links) {
  const std::vector<std::string> sweep = {"sweep", "drop.toml", "--vary", "seed=[1,2]", "-o", "w"};
  ASSERT_EQ(scree(sweep).status, 0);
  fs::remove_all(path("w/002"));
  link("w/logs/002.txt", "precious/000003.vtp");
  EXPECT_EQ(scree(sweep).status, 0);
  expect_untouched();
  for (const char* part : {"w/001", "w/.lock", "w/logs"}) {
    const bool is_file = std::string(part) == "w/.lock";
    fs::rename(path(part), path("aside"));
    fs::create_symlink(is_file ? path("precious/000003.vtp") : path("precious"), path(part));
    const Outcome o = scree(sweep);
    EXPECT_EQ(o.status, 2) << part << o.err;
    EXPECT_NE(o.err.find("E0987"), std::string::npos) << part << o.err;
    expect_untouched();
    fs::remove(path(part));
    fs::rename(path("aside"), path(part));
  }
}

TEST_F(HostileFolder, a_collection_names_only_files_below_it) {
  const std::string list = content_of(path("r/frames.pvd"));
  ASSERT_NE(list.find("frames/000000.vtp"), std::string::npos);
  fs::copy_file(path("r/frames/000000.vtp"), path("outside.vtp"));
  for (const std::string& name :
       {std::string("../outside.vtp"), std::string("frames/../../outside.vtp"),
        path("outside.vtp").string(), std::string("..")}) {
    std::string changed = list;
    changed.replace(changed.find("frames/000000.vtp"), 17, name);
    write("r/frames.pvd", changed);
    const Outcome o = scree({"export", "r", "--format", "csv", "--frames", "first"});
    EXPECT_EQ(o.status, 2) << name << o.out;
    EXPECT_NE(o.err.find("outside of its folder"), std::string::npos) << o.err;
  }
}

}  // namespace
}  // namespace scree::test
