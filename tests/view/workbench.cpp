// A scene that is checked and run from the page.
#include "view/workbench.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <thread>

#include "support/folder.hpp"

namespace scree::test {
namespace {

using namespace view;
using run::Json;

constexpr const char* kScene =
    "duration = \"20 ms\"\n"
    "[material.glass]\n"
    "density = 2500\n"
    "[[fill]]\n"
    "kind = \"grains\"\n"
    "grains = [{ position = [0, 0, 0], diameter = \"2 mm\" }]\n";

// Its closing picture would be most of the work.
const std::string kPlainScene = std::string(kScene) + "[output]\npicture = false\n";

TEST(CheckedScene, a_good_scene_says_what_would_run) {
  const Json j = checked_scene(kScene, "one.toml");
  EXPECT_EQ(j["ok"], true) << j.dump(1);
  EXPECT_TRUE(j["errors"].empty());
  EXPECT_GE(j["facts"].size(), 4u);
}

TEST(CheckedScene, a_mistake_has_its_line_and_column) {
  std::string text = kScene;
  text.replace(text.find("density"), 7, "densty");
  const Json j = checked_scene(text, "one.toml");
  EXPECT_EQ(j["ok"], false);
  ASSERT_FALSE(j["errors"].empty());
  const Json& e = j["errors"][0];
  EXPECT_EQ(e["line"], 3);
  EXPECT_EQ(e["column"], 1);
  EXPECT_EQ(e["end_column"], 7);
  EXPECT_EQ(e["message"].get<std::string>().find('\n'), std::string::npos);
  EXPECT_NE(e["hint"].get<std::string>().find("density"), std::string::npos);
}

TEST(CheckedScene, a_mistake_of_a_table_is_not_put_on_a_line_of_the_scene) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "bad.csv") << "x,y,z,radius\n0,0,0,0.001\n0,0,nothing,0.001\n";
  const std::string text =
      "duration = \"1 s\"\n[material.glass]\ndensity = 2500\n"
      "[[fill]]\nkind = \"csv\"\nfile = \"bad.csv\"\n";
  const Json j = checked_scene(text, (folder.path() / "one.toml").string());
  ASSERT_FALSE(j["errors"].empty());
  for (const Json& e : j["errors"]) {
    if (e["message"].get<std::string>().find("bad.csv") == std::string::npos) continue;
    EXPECT_EQ(e["line"], 0) << e.dump();
    return;
  }
  ADD_FAILURE() << j.dump(1);
}

TEST(CheckedScene, anything_may_be_typed) {
  for (const std::string& text :
       {std::string(), std::string("["), std::string("\0", 1), std::string("duration = "),
        std::string(5000, '['), std::string("duration = \"1e400 s\"")}) {
    const Json j = checked_scene(text, "one.toml");
    EXPECT_EQ(j["ok"], false);
    EXPECT_FALSE(j["errors"].empty());
  }
}

// Grains are placed one by one, three million of them: without an end to it this takes 10 s.
constexpr const char* kHeavyScene =
    "duration = \"1 s\"\n"
    "[material.glass]\n"
    "density = 2500\n"
    "[[wall]]\nname = \"box\"\nshape = \"box\"\nmaterial = \"glass\"\nsize = [1.0, 1.0, 1.0]\n"
    "[[fill]]\nkind = \"random\"\ndiameter = \"4 mm\"\ncount = 3000000\n";

// The folder of the test is the working folder: runs go below it.
struct InFolder {
  InFolder() : before(std::filesystem::current_path()) {
    std::filesystem::current_path(folder.path());
  }
  ~InFolder() { std::filesystem::current_path(before); }
  TemporaryFolder folder;
  std::filesystem::path before;
};

HttpRequest post(const std::string& path, const std::string& text) {
  return {"POST", path, run::json_text(Json{{"text", text}}), {}};
}

TEST(Workbench, runs_one_scene_at_a_time_and_shows_it) {
  const InFolder here;
  Workbench bench({"one.toml", kScene, {}, {}});
  EXPECT_EQ(bench.answer({"GET", "/api/run", "", {}}).status, 200);
  EXPECT_EQ(bench.answer({"GET", "/api/frame", "", {{"k", "0"}}}).status, 404);
  EXPECT_EQ(bench.answer({"GET", "/api/starter", "", {{"name", "../../etc/passwd"}}}).status, 404);
  EXPECT_EQ(bench.answer({"GET", "/api/start", "", {}}).status, 405);
  EXPECT_EQ(bench.answer({"POST", "/api/start", "{}", {}}).status, 400);
  EXPECT_EQ(bench.answer(post("/api/start", "nonsense")).status, 400);
  EXPECT_FALSE(std::filesystem::exists("runs"));

  std::string endless = kScene;
  endless.replace(endless.find("20 ms"), 5, "1e6 s");
  ASSERT_EQ(bench.answer(post("/api/start", endless)).status, 200);
  EXPECT_EQ(bench.answer(post("/api/start", kScene)).status, 409);
  EXPECT_EQ(bench.answer({"POST", "/api/control", "{\"ask\": \"stop\"}", {}}).status, 200);
  int status = 409;
  for (int k = 0; k < 400 && status == 409; ++k) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    status = bench.answer(post("/api/start", kScene)).status;
  }
  EXPECT_EQ(status, 200);
  EXPECT_TRUE(std::filesystem::exists("runs/one-001/summary.json"));
  EXPECT_TRUE(std::filesystem::exists("runs/one-002"));
}

HttpAnswer start(Workbench& bench, const std::string& text, const std::string& starter) {
  return bench.answer(
      {"POST", "/api/start", run::json_text(Json{{"text", text}, {"starter", starter}}), {}});
}

std::string endless_scene() {
  std::string text = kPlainScene;
  return text.replace(text.find("20 ms"), 5, "1e6 s");
}

// What the page is told once the run is over.
Json wait_for_end(Workbench& bench) {
  for (int k = 0; k < 400; ++k) {
    const Json about = run::parsed_json(*bench.answer({"GET", "/api/bench", "", {}}).body);
    if (about["running"] == false)
      return run::parsed_json(*bench.answer({"GET", "/api/run", "", {}}).body);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  ADD_FAILURE() << "the run does not end";
  return {};
}

TEST(Workbench, a_run_has_the_name_of_the_scene_that_it_began_from) {
  const InFolder here;
  std::filesystem::create_directory("others");
  here.folder.write("others/drum.toml", kScene);
  here.folder.write("others/grains.csv", "x,y,z,radius\n0,0,0,0.001\n");
  Workbench bench({"one.toml", kScene, {{"drum", "a drum", "others/drum.toml"}}, {}});
  EXPECT_EQ(run::parsed_json(*bench.answer({"GET", "/api/bench", "", {}}).body)["name"], "one");
  EXPECT_EQ(start(bench, kScene, "../escape").status, 404);
  EXPECT_EQ(start(bench, kScene, "silo").status, 404);

  const HttpAnswer drum = start(bench, kPlainScene, "drum");
  ASSERT_EQ(drum.status, 200);
  EXPECT_EQ(run::parsed_json(*drum.body)["folder"], "runs/drum-001");
  EXPECT_EQ(wait_for_end(bench)["name"], "drum-001");
  ASSERT_EQ(start(bench, kPlainScene, "").status, 200);
  EXPECT_EQ(wait_for_end(bench)["name"], "one-001");

  // Files that it names lie beside it.
  std::string text = kScene;
  text.replace(text.find("[[fill]]"), std::string::npos,
               "[[fill]]\nkind = \"csv\"\nfile = \"grains.csv\"\n");
  const auto check = [&](const std::string& name) {
    const std::string body = run::json_text(Json{{"text", text}, {"starter", name}});
    return run::parsed_json(*bench.answer({"POST", "/api/check", body, {}}).body);
  };
  EXPECT_EQ(check("drum")["ok"], true) << check("drum").dump(1);
  EXPECT_EQ(check("")["ok"], false);
  EXPECT_EQ(start(bench, text, "drum").status, 200);
}

TEST(Workbench, a_run_that_was_stopped_from_the_page_says_so_and_goes_on) {
  const InFolder here;
  Workbench bench({"one.toml", kScene, {}, {}});
  const HttpRequest resume{"POST", "/api/resume", "{}", {}};
  EXPECT_EQ(bench.answer(resume).status, 409) << "nothing has been run";
  ASSERT_EQ(bench.answer(post("/api/start", endless_scene())).status, 200);
  EXPECT_EQ(bench.answer(resume).status, 409) << "it is going on";
  EXPECT_EQ(bench.answer({"POST", "/api/control", "{\"ask\": \"stop\"}", {}}).status, 200);
  const Json stopped = wait_for_end(bench);
  EXPECT_EQ(stopped["verdict"]["word"], "stopped");
  const std::string why = stopped["verdict"]["reasons"];
  EXPECT_EQ(why.find("signal"), std::string::npos) << why;
  EXPECT_NE(why.find("stopped on request"), std::string::npos) << why;

  const HttpAnswer again = bench.answer(resume);
  ASSERT_EQ(again.status, 200) << *again.body;
  EXPECT_EQ(run::parsed_json(*again.body)["folder"], "runs/one-001");
  EXPECT_EQ(bench.answer({"POST", "/api/control", "{\"ask\": \"stop\"}", {}}).status, 200);
  const Json later = wait_for_end(bench);
  EXPECT_EQ(later["folder"], "runs/one-001");
  EXPECT_GE(later["summary"]["steps"], stopped["summary"]["steps"]);
  EXPECT_EQ(later["summary"]["resumed_at_steps"][0], stopped["summary"]["steps"]);
}

TEST(Workbench, a_check_or_a_start_ends_when_its_client_leaves) {
  const InFolder here;
  Workbench bench({"one.toml", kScene, {}, {}});
  for (const char* path : {"/api/check", "/api/start"}) {
    const auto cancelled = std::make_shared<std::atomic<bool>>(false);
    HttpRequest request = post(path, kHeavyScene);
    request.cancelled = cancelled;
    std::atomic<int> status{0};
    std::thread asking([&] { status = bench.answer(request).status; });
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    EXPECT_EQ(status, 0) << "the scene is not heavy";
    // Others are answered meanwhile.
    EXPECT_EQ(bench.answer({"GET", "/api/bench", "", {}}).status, 200);
    *cancelled = true;
    asking.join();
    EXPECT_EQ(status, 503) << "it was not given up";
  }
  EXPECT_FALSE(std::filesystem::exists("runs"));
  EXPECT_EQ(bench.answer(post("/api/check", kScene)).status, 200);
}

TEST(Workbench, ends_with_a_run_that_is_going) {
  const InFolder here;
  {
    Workbench bench({"one.toml", kScene, {}, {}});
    std::string endless = kScene;
    endless.replace(endless.find("20 ms"), 5, "1e6 s");
    ASSERT_EQ(bench.answer(post("/api/start", endless)).status, 200);
  }
  EXPECT_TRUE(std::filesystem::exists("runs/one-001/summary.json"));
}

}  // namespace
}  // namespace scree::test
