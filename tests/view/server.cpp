// The server against clients that do what they should not.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "view/http_server.hpp"
#include "view/raw_client.hpp"

namespace scree::test {
namespace {

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

TEST(ViewServer, answers_with_headers_that_keep_others_out) {
  Served s;
  const std::string answer = s.ask(s.head() + "Connection: close\r\n\r\n");
  EXPECT_NE(answer.find("200 OK"), std::string::npos);
  for (const char* header : {"Content-Security-Policy: default-src 'none'", "X-Frame-Options: DENY",
                             "nosniff", "no-store"})
    EXPECT_NE(answer.find(header), std::string::npos) << header;
  EXPECT_EQ(answer.find("Access-Control"), std::string::npos);
  EXPECT_NE(s.server->url().find("#token=cafe"), std::string::npos);
}

TEST(ViewServer, what_is_refused_never_reaches_the_run) {
  Served s;
  const std::string port = std::to_string(s.server->port());
  const std::string end = "Connection: close\r\n\r\n";
  for (const auto& [text, status] : std::vector<std::pair<std::string, std::string>>{
           {"GET /api/run HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n" + end, "401"},
           {"GET /api/run HTTP/1.1\r\nHost: evil.example\r\nX-Scree-Token: cafe\r\n" + end, "421"},
           {s.head() + "Origin: http://evil.example\r\n" + end, "403"},
           {s.head("POST /api/control HTTP/1.1") +
                "Origin: http://evil.example\r\nContent-Length: 2\r\n" + end + "{}",
            "403"},
           {s.head("DELETE /api/run HTTP/1.1") + end, "405"},
           {s.head() + "Range: bytes=0-1,0-1,0-1\r\n" + end, "400"},
           {s.head("POST /api/control HTTP/1.1") +
                "Content-Encoding: gzip\r\nContent-Length: 2\r\n" + end + "{}",
            "415"},
           {s.head("POST /api/control HTTP/1.1") + "Content-Length: 999999999\r\n" + end, "413"}})
    EXPECT_NE(s.ask(text).find(" " + status + " "), std::string::npos) << text;
  EXPECT_EQ(s.requests, 0);
  EXPECT_TRUE(s.is_well());
}

TEST(ViewServer, paths_are_names_and_lead_nowhere_else) {
  Served s;
  for (const char* path :
       {"/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/api/../x"})
    s.ask(s.head(std::string("GET ") + path + " HTTP/1.1") + "Connection: close\r\n\r\n");
  EXPECT_TRUE(s.is_well());
}

TEST(ViewServer, giant_lines_heads_and_bodies_end_the_connection) {
  HttpLimits limits;
  limits.body = 1 << 16, limits.head = 1 << 14;
  Served s(limits);
  const std::string many(1 << 20, 'x');
  for (const std::string& text :
       {many, "GET /" + many + " HTTP/1.1\r\n\r\n", s.head() + "X-Long: " + many + "\r\n\r\n",
        s.head("POST /api/control HTTP/1.1") + "Transfer-Encoding: chunked\r\n\r\nfffff\r\n" +
            many}) {
    RawClient c(s.server->port());
    c.say(text);
    const std::string answer = c.hear();
    EXPECT_EQ(answer.find("200 OK"), std::string::npos);
  }
  // Endless headers of a modest length each.
  RawClient c(s.server->port());
  c.say(s.head());
  bool open = true;
  for (int k = 0; k < 100000 && open; ++k) open = c.say("X-One-More: of many\r\n");
  EXPECT_FALSE(open);
  EXPECT_EQ(s.requests, 0);
  EXPECT_TRUE(s.is_well());
}

TEST(ViewServer, nonsense_is_survived) {
  Served s;
  for (const std::string& text :
       {std::string("\0\0\0\0", 4), std::string("\r\n\r\n\r\n"), std::string("GET\r\n\r\n"),
        std::string("GET / HTTP/9.9\r\n\r\n"), std::string("\x16\x03\x01\x02", 4),
        s.head("POST /api/control HTTP/1.1") + "Content-Length: -1\r\n\r\n",
        s.head("POST /api/control HTTP/1.1") +
            "Content-Length: 5\r\nContent-Length: 7\r\n\r\nabcde",
        s.head("POST /api/control HTTP/1.1") + "Transfer-Encoding: chunked\r\n\r\nzz\r\n"})
    s.ask(text, 100);
  EXPECT_TRUE(s.is_well());
}

TEST(ViewServer, slow_clients_are_sent_away_and_hold_up_nobody) {
  HttpLimits limits;
  limits.request_s = 0.3, limits.idle_s = 0.3, limits.connections = 4, limits.waiting = 4;
  Served s(limits);
  const auto begin = std::chrono::steady_clock::now();
  std::vector<std::unique_ptr<RawClient>> slow;
  for (int k = 0; k < 3; ++k) {
    slow.push_back(std::make_unique<RawClient>(s.server->port()));
    slow.back()->say("GET /api/run HT");  // and no more
  }
  EXPECT_TRUE(s.is_well());
  for (auto& c : slow) EXPECT_EQ(c->hear(3000).find("200 OK"), std::string::npos);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

TEST(ViewServer, two_hundred_connections_are_bounded_and_pass) {
  HttpLimits limits;
  limits.request_s = 0.2, limits.idle_s = 0.2, limits.connections = 8, limits.waiting = 16;
  Served s(limits);
  std::vector<std::unique_ptr<RawClient>> crowd;
  for (int k = 0; k < 200; ++k) crowd.push_back(std::make_unique<RawClient>(s.server->port()));
  crowd.clear();
  // As soon as the crowd has timed out, all is as before.
  bool well = false;
  for (int k = 0; k < 100 && !well; ++k) {
    well = s.is_well();
    if (!well) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_TRUE(well);
}

TEST(ViewServer, too_many_requests_are_told_so) {
  HttpLimits limits;
  limits.requests_per_s = 5;
  Served s(limits);
  int refused = 0;
  for (int k = 0; k < 30; ++k)
    refused += s.ask(s.head() + "Connection: close\r\n\r\n").find(" 429 ") != std::string::npos;
  EXPECT_GT(refused, 0);
  EXPECT_LE(s.requests, 30 - refused);
}

TEST(ViewServer, ends_at_once_with_open_connections) {
  const auto begin = std::chrono::steady_clock::now();
  {
    Served s;
    RawClient idle(s.server->port()), half(s.server->port());
    half.say("GET /api");
    EXPECT_TRUE(s.is_well());
    s.server.reset();
  }
  // Idle connections may stay 15 s: the end does not wait for them.
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

TEST(ViewServer, a_port_that_is_taken_is_an_error) {
  Served s;
  const auto second = HttpServer::start("127.0.0.1", s.server->port(), "t",
                                        [](const HttpRequest&) { return HttpAnswer{}; });
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, "E0690");
}

TEST(ViewServer, a_defect_of_a_handler_is_an_answer) {
  auto s = HttpServer::start("127.0.0.1", 0, "cafe", [](const HttpRequest&) -> HttpAnswer {
    throw std::runtime_error("lost");
  });
  ASSERT_TRUE(s.ok());
  RawClient c((*s)->port());
  c.say("GET /api/run HTTP/1.1\r\nHost: localhost:" + std::to_string((*s)->port()) +
        "\r\nX-Scree-Token: cafe\r\nConnection: close\r\n\r\n");
  EXPECT_NE(c.hear().find(" 500 "), std::string::npos);
}

}  // namespace
}  // namespace scree::test
