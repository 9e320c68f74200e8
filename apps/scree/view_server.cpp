#include "scree/view_server.hpp"

#include "scree/messages.hpp"
#include "view/page_files.hpp"

namespace scree::app {

void add_view_place(Command& command, ViewPlace& to) {
  command.value("--port", to.port, "port of the page (default: any that is free)")
      .between(0, 65535);
  command.value("--address", to.address,
                "address to listen on (default 127.0.0.1: only this machine)");
  command.value("--page", to.page, "folder of the built page (default: that of this program)");
}

Result<std::unique_ptr<view::HttpServer>> serve_view(view::HttpServer::Handler answer,
                                                     const ViewPlace& place, bool beside_a_run) {
  view::HttpLimits limits;
  if (beside_a_run) limits.niceness = 10;
  auto page = view::PageFiles::find(place.page);
  if (!page) return page.errors();
  if (place.address.rfind("127.", 0) != 0 && place.address != "::1" && place.address != "localhost")
    print_warnings({"others on the network can reach " + place.address +
                    ": the token in the address is all that keeps them out, and it travels "
                    "unencrypted. An ssh tunnel (ssh -L) is safer: docs/howto/view.md"});
  return view::HttpServer::start(
      place.address, place.port, view::random_token(),
      [files = std::move(*page), answer = std::move(answer)](const view::HttpRequest& request) {
        return request.path.rfind("/api/", 0) == 0 ? answer(request) : files.answer(request.path);
      },
      limits);
}

}  // namespace scree::app
