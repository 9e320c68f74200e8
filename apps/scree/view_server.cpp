#include "scree/view_server.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "scree/messages.hpp"
#include "scree/output.hpp"
#include "scree/signals.hpp"

namespace scree::app {

void add_view_place(Command& command, ViewPlace& to) {
  command.value("--port", to.port, "port of the page (default: any that is free)")
      .between(0, 65535);
  command.value(
      "--address", to.address,
      "address to listen on (default 127.0.0.1: only this machine; 0.0.0.0: the network)");
  command
      .value("--name", to.names,
             "a name by which others reach this machine, besides its own names and addresses, as "
             "NAME or NAME:PORT")
      .one_value_a_time();
  command.value("--page", to.page, "folder of the built page (default: that of this program)");
}

Result<ReadyView> ready_view(const ViewPlace& place) {
  auto page = view::PageFiles::find(place.page);
  if (!page) return page.errors();
  auto listener = view::Listener::open(place.address, place.port);
  if (!listener) {
    Errors errors = listener.errors();
    for (Error& e : errors)
      e.location = e.location == "--port" ? place.port_option : place.address_option;
    return errors;
  }
  if (!view::is_loopback(place.address))
    print_warnings({"others on the network can reach " + place.address +
                    ": the token in the address is all that keeps them out, and it travels "
                    "unencrypted. An ssh tunnel (ssh -L) is safer: docs/howto/view.md"});
  return ReadyView{std::move(*page), std::move(*listener)};
}

std::unique_ptr<view::HttpServer> serve_view(ReadyView ready, view::HttpServer::Handler answer,
                                             const ViewPlace& place, bool beside_a_run) {
  view::HttpLimits limits;
  if (beside_a_run) limits.niceness = 10;
  return view::HttpServer::start(
      std::move(ready.listener), view::random_token(),
      [files = std::move(ready.page),
       answer = std::move(answer)](const view::HttpRequest& request) {
        return request.path.rfind("/api/", 0) == 0 ? answer(request) : files.answer(request.path);
      },
      limits, place.names);
}

std::vector<std::string> other_urls(const view::HttpServer& server, const ViewPlace& place) {
  if (view::is_loopback(place.address) && place.names.empty()) return {};
  std::vector<std::string> urls = server.urls();
  urls.erase(urls.begin());
  std::erase_if(urls, [](const std::string& url) {
    return url.rfind("http://127.", 0) == 0 || url.rfind("http://localhost:", 0) == 0 ||
           url.rfind("http://[::1]:", 0) == 0;
  });
  return urls;
}

void stay_after_run(const view::HttpServer& server, std::optional<double> seconds, bool quiet) {
  using Clock = std::chrono::steady_clock;
  constexpr double kPageLeft_s = 90;  // a page asks every 5 s, in the background once a minute
  const bool until_signal = !seconds && !quiet && ::isatty(STDERR_FILENO) == 1;
  const auto end = Clock::now();
  const auto is_watched = [&] {
    if (until_signal) return true;
    const double since_end = std::chrono::duration<double>(Clock::now() - end).count();
    return seconds ? std::min(since_end, server.seconds_unasked()) < *seconds
                   : server.seconds_unasked() < kPageLeft_s;
  };
  if (stop_signal() != 0 || !is_watched()) return;
  if (!quiet)
    print_note("the page stays{}: {}\n",
               until_signal ? "; Ctrl-C ends it" : " while a browser shows it", server.url());
  while (stop_signal() == 0 && is_watched())
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
}

}  // namespace scree::app
