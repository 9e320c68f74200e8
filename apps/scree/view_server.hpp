// Where `scree view` and `scree run --live` listen.
#pragma once

#include <memory>
#include <string>

#include "scree/command_line.hpp"
#include "view/http_server.hpp"

namespace scree::app {

struct ViewPlace {
  std::string address = "127.0.0.1", page;
  int port = 0;
};

// --port, --address, --page.
void add_view_place(Command& command, ViewPlace& to);

// The page and what it asks for (paths below /api/). Warns when others on the network can reach it.
// `beside_a_run`: the server gives way to what computes in this process.
Result<std::unique_ptr<view::HttpServer>> serve_view(view::HttpServer::Handler answer,
                                                     const ViewPlace& place, bool beside_a_run);

}  // namespace scree::app
