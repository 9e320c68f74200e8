// What a client may take of the server: bytes, time, connections.
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <memory>
#include <thread>
#include <vector>

#include "view/served.hpp"

namespace scree::test {
namespace {

TEST(ViewServer, the_head_has_its_own_limit_and_the_body_another) {
  HttpLimits limits;
  limits.head = 1 << 12, limits.body = 1 << 16;
  Served s(limits);
  const std::string close = "Connection: close\r\n";
  const auto with_head = [&](std::size_t more) {
    return s.ask(s.head() + close + "X-Long: " + std::string(more, 'x') + "\r\n\r\n");
  };
  EXPECT_NE(with_head(3500).find("200 OK"), std::string::npos);
  EXPECT_NE(with_head(4500).find(" 431 "), std::string::npos);
  const auto with_body = [&](std::size_t size) {
    return s.ask(s.head("POST /api/control HTTP/1.1") + close +
                 "Content-Length: " + std::to_string(size) + "\r\n\r\n" + std::string(size, 'x'));
  };
  EXPECT_NE(with_body(1 << 16).find("200 OK"), std::string::npos);
  EXPECT_EQ(s.last.body.size(), std::size_t{1} << 16);
  EXPECT_NE(with_body((1 << 16) + 1).find(" 413 "), std::string::npos);
}

std::size_t resident_kb() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmRSS:", 0) == 0) return std::stoul(line.substr(6));
  return 0;
}

TEST(ViewServer, endless_heads_of_many_clients_take_no_memory) {
  Served s;
  EXPECT_TRUE(s.is_well());
  const std::size_t before = resident_kb();
  std::vector<std::unique_ptr<RawClient>> crowd;
  for (int k = 0; k < 60; ++k) crowd.push_back(std::make_unique<RawClient>(s.server->port()));
  const std::string line = "X-One-More: " + std::string(1000, 'x') + "\r\n";
  for (auto& c : crowd) c->say("GET / HTTP/1.1\r\n");
  for (int k = 0; k < 4000; ++k)
    for (auto& c : crowd)
      if (c && !c->say(line)) c.reset();
  EXPECT_TRUE(s.is_well());
  // 60 heads of 32 kB, and what is read at once: 4 MB, of the 240 MB that were sent. The thread
  // sanitizer keeps four bytes or more beside each, and memory for every thread.
#ifdef __SANITIZE_THREAD__
  const std::size_t room = 100000;
#else
  const std::size_t room = 20000;
#endif
  EXPECT_LT(resident_kb(), before + room);
}

TEST(ViewServer, a_burst_of_connections_finds_room_before_any_is_accepted) {
  const auto listener = Listener::open("127.0.0.1", 0);
  ASSERT_TRUE(listener.ok());
  std::vector<std::unique_ptr<RawClient>> crowd;
  for (int k = 0; k < 100; ++k)
    crowd.push_back(std::make_unique<RawClient>(listener->port(), RawClient::Connect::later));
  // Who finds no room tries again after a second.
  for (auto& c : crowd) EXPECT_TRUE(c->is_writable_within(800));
}

TEST(ViewServer, a_new_client_takes_the_place_of_a_silent_one) {
  HttpLimits limits;
  limits.connections = 8;
  Served s(limits);
  RawClient known(s.server->port());
  known.say(s.head() + "\r\n");
  EXPECT_NE(known.hear(300).find("200 OK"), std::string::npos);
  std::vector<std::unique_ptr<RawClient>> silent;
  for (int k = 0; k < 30; ++k) silent.push_back(std::make_unique<RawClient>(s.server->port()));
  EXPECT_TRUE(s.is_well());
  EXPECT_TRUE(silent.front()->is_closed_within(2000));
  // It has the token: all others go first.
  known.say(s.head() + "Connection: close\r\n\r\n");
  EXPECT_NE(known.hear().find("200 OK"), std::string::npos);
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

TEST(ViewServer, slow_clients_hold_up_no_other) {
  HttpLimits limits;
  limits.request_s = 10, limits.idle_s = 10, limits.connections = 8, limits.answering = 2;
  Served s(limits);
  const auto begin = std::chrono::steady_clock::now();
  std::vector<std::unique_ptr<RawClient>> slow;
  // As many as can be answered at a time, and more: they send their head byte by byte, or nothing.
  for (int k = 0; k < 6; ++k) {
    slow.push_back(std::make_unique<RawClient>(s.server->port()));
    if (k % 2 == 0) slow.back()->say("GET /api/run HT");  // and no more
  }
  EXPECT_TRUE(s.is_well());
  // Long before the slow ones have timed out: none of them has a thread.
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST(ViewServer, slow_clients_are_sent_away) {
  HttpLimits limits;
  limits.request_s = 0.3, limits.idle_s = 0.3;
  Served s(limits);
  RawClient half(s.server->port()), silent(s.server->port()), body(s.server->port());
  half.say("GET /api/run HT");
  body.say(s.head("POST /api/control HTTP/1.1") + "Content-Length: 100\r\n\r\nabc");
  for (RawClient* c : {&half, &silent, &body}) EXPECT_TRUE(c->is_closed_within(5000));
  EXPECT_EQ(s.requests, 0);
}

TEST(ViewServer, two_hundred_connections_are_bounded_and_pass) {
  HttpLimits limits;
  limits.request_s = 0.2, limits.idle_s = 0.2, limits.connections = 8;
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

}  // namespace
}  // namespace scree::test
