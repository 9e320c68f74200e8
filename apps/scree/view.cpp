// scree view RUN: a run in the browser, while it grows or when it has ended.
// scree view SCENE: a scene in an editor, checked as one types, run and watched.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <thread>

#include "base/safe_text.hpp"
#include "io/atomic_file.hpp"
#include "scene/build/plugins.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"
#include "scree/scenes.hpp"
#include "scree/signals.hpp"
#include "scree/view_server.hpp"
#include "view/served_run.hpp"
#include "view/workbench.hpp"

namespace scree::app {
namespace {

namespace fs = std::filesystem;

struct ViewArguments {
  std::string what = "ten_lines";
  ViewPlace place;
  bool plugins = false;
};

// What still computes has been asked to stop; where it does not within a second, the program ends
// without it. A run is over by then, with its checkpoint.
int end_view(view::HttpServer& server, const std::function<void()>& end_run) {
  server.stop();
  end_run();
  for (int k = 0; k < 100 && server.is_busy(); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  if (!server.is_busy()) return kSuccess;
  const bool written = finish_output().ok();
  std::_Exit(written ? kSuccess : kFailed);
}

int serve_until_stopped(view::HttpServer::Handler answer, const ViewPlace& place, bool may_run,
                        const std::function<void()>& end_run) {
  ignore_broken_pipes();
  watch_signals();
  auto ready = ready_view(place);
  if (!ready) return refused(ready.errors());
  const auto server = serve_view(std::move(*ready), std::move(answer), place, may_run);
  print_out("{}\n", server->url());
  if (auto done = finish_output(); !done) return refused(done.errors());  // a script waits for it
  for (const std::string& url : other_urls(*server, place)) print_note("or {}\n", url);
  print_note("open this address in a browser; Ctrl-C ends the view\n");
  while (stop_signal() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(100));
  return end_view(*server, end_run);
}

int view_run(std::string folder, const ViewPlace& place) {
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  if (!fs::is_regular_file(folder + "/scene.toml"))
    return refused({Error{"E0750", "this folder is not a run", folder,
                          "scree run SCENE --live shows a run from its start"}});
  view::ServedRun served(folder);
  return serve_until_stopped([&](const view::HttpRequest& r) { return served.answer(r); }, place,
                             false, [] {});
}

int view_scene(const std::string& name, const ViewPlace& place) {
  const auto path = find_scene(name);
  if (!path) return refused(path.errors());
  auto text = read_whole_file(*path);
  if (!text) return refused(text.errors());
  view::WorkbenchOptions options{*path, std::move(*text), {}, stop_signal};
  for (const SceneFile& s : known_scenes())
    options.starters.push_back({s.name, scene_title(s.path), s.path});
  view::Workbench bench(std::move(options));
  return serve_until_stopped([&](const view::HttpRequest& r) { return bench.answer(r); }, place,
                             true, [&] { bench.end(); });
}

}  // namespace

void add_view(CommandLine& line) {
  auto a = std::make_shared<ViewArguments>();
  Command c = line.command("view", "a run in the browser, or a scene to write, check and run");
  c.value("what", a->what,
          "the folder of a run, ended or still growing; or a scene (default ten_lines)");
  add_view_place(c, a->place);
  c.flag("--plugins", a->plugins,
         "load the plugins that a scene names: code, which runs with your rights");
  c.action([a] {
    allow_plugins(a->plugins);
    return fs::is_directory(a->what) ? view_run(a->what, a->place) : view_scene(a->what, a->place);
  });
}

}  // namespace scree::app
