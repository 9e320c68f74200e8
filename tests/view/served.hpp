// A server that greets, for the tests of the server.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>

#include "view/http_server.hpp"
#include "view/raw_client.hpp"

namespace scree::test {

using namespace view;

struct Served {
  explicit Served(HttpLimits limits = {}) {
    auto s = HttpServer::start(
        "127.0.0.1", 0, "cafe",
        [this](const HttpRequest& r) {
          ++requests;
          last = r;
          return HttpAnswer::of("hello " + r.path + "\n", "text/plain");
        },
        limits);
    EXPECT_TRUE(s.ok());
    server = std::move(*s);
  }
  std::string head(const std::string& line = "GET /api/run HTTP/1.1") const {
    return line + "\r\nHost: 127.0.0.1:" + std::to_string(server->port()) +
           "\r\nX-Scree-Token: cafe\r\n";
  }
  std::string ask(const std::string& text, int milliseconds = 2000) const {
    RawClient c(server->port());
    c.say(text);
    return c.hear(milliseconds);
  }
  bool is_well() const {
    return ask(head() + "Connection: close\r\n\r\n").find("hello /api/run") != std::string::npos;
  }
  std::atomic<int> requests{0};
  HttpRequest last;
  std::unique_ptr<HttpServer> server;
};

}  // namespace scree::test
