// Where `scree view` and `scree run --live` listen.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scree/command_line.hpp"
#include "view/http_server.hpp"
#include "view/page_files.hpp"

namespace scree::app {

struct ViewPlace {
  std::string address = "127.0.0.1", page;
  std::vector<std::string> names;  // by which other machines call this one
  int port = 0;
  // As the command spells them, for messages.
  const char *port_option = "--port", *address_option = "--address";
};

// --port, --address, --name, --page.
void add_view_place(Command& command, ViewPlace& to);

// A port that is open and a page to show there. Before a run makes its folder: nothing is left
// behind when the port is taken or the page not built.
struct ReadyView {
  view::PageFiles page;
  view::Listener listener;
};
// Warns when others on the network can reach it.
Result<ReadyView> ready_view(const ViewPlace& place);

// The page and what it asks for (paths below /api/). `beside_a_run`: the server gives way to what
// computes in this process.
std::unique_ptr<view::HttpServer> serve_view(ReadyView ready, view::HttpServer::Handler answer,
                                             const ViewPlace& place, bool beside_a_run);

// What to type on other machines, where they can reach the server; else nothing.
std::vector<std::string> other_urls(const view::HttpServer& server, const ViewPlace& place);

// After the end of a live run: the page stays until its user leaves. `seconds`: so long after the
// end and after the last request of a page. Without it until Ctrl-C where the program talks to a
// terminal; else, for scripts, until no page has asked for 90 s.
void stay_after_run(const view::HttpServer& server, std::optional<double> seconds, bool quiet);

}  // namespace scree::app
