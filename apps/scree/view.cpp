// scree view RUN: a run in the browser, while it grows or when it has ended.
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>

#include "base/safe_text.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"
#include "scree/signals.hpp"
#include "scree/view_server.hpp"
#include "view/viewed.hpp"

namespace scree::app {
namespace {

struct ViewArguments {
  std::string run;
  ViewPlace place;
};

int view_run(const ViewArguments& a) {
  std::string folder = a.run;
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  if (!std::filesystem::is_regular_file(folder + "/scene.toml"))
    return refused({Error{
        "E0750",
        std::filesystem::exists(folder) ? "this folder is not a run" : "there is no such folder",
        folder, "scree run SCENE --live shows a run from its start"}});
  ignore_broken_pipes();
  watch_signals();
  view::Viewed viewed(folder);
  const auto server = serve_view(viewed, a.place);
  if (!server) return refused(server.errors());
  print_out("{}\n", (*server)->url());
  if (auto done = finish_output(); !done) return refused(done.errors());  // a script waits for it
  print_note("open this address in a browser; Ctrl-C ends the view\n");
  while (stop_signal() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(100));
  return kSuccess;
}

}  // namespace

void add_view(CommandLine& line) {
  auto a = std::make_shared<ViewArguments>();
  Command c = line.command("view", "a run in the browser: 3D, plots, time");
  c.value("run", a->run, "the folder of a run, ended or still growing").required();
  add_view_place(c, a->place);
  c.action([a] { return view_run(*a); });
}

}  // namespace scree::app
