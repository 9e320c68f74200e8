// scree run --live and scree view, as a browser and a user with a terminal meet them.
#include <pty.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "program.hpp"
#include "view/raw_client.hpp"

namespace scree::test {
namespace {

using nlohmann::json;

class LiveRun : public Program {
 protected:
  void SetUp() override {
    write_scene();
    std::ofstream(path("drop.toml"), std::ios::app) << "checkpoint = \"2 ms\"\n";
    write("page/index.html", "<p>page</p>");
  }
  std::vector<std::string> live(std::vector<std::string> more = {}, const std::string& port = "0") {
    std::vector<std::string> all = {"run",    "drop.toml", "-o",          "r",
                                    "--live", port,        "--live-page", "page"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  // The address that the program prints, as soon as it is in `file`.
  bool wait_for_address(const std::string& file) {
    for (int k = 0; k < 3000; ++k) {
      const std::string text = content_of(path(file));
      const std::size_t at = text.find("http://"), end = text.find('\n', at);
      if (at != std::string::npos && end != std::string::npos) {
        const std::string url = text.substr(at, end - at);
        port_ = std::stoi(url.substr(url.rfind(':') + 1));
        token_ = url.substr(url.find("token=") + 6);
        return true;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }
  std::string ask(const std::string& line, const std::string& body = {}) const {
    RawClient c(port_);
    c.say(line + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port_) +
          "\r\nX-Scree-Token: " + token_ + "\r\nContent-Length: " + std::to_string(body.size()) +
          "\r\nConnection: close\r\n\r\n" + body);
    const std::string answer = c.hear(10000);
    const std::size_t end = answer.find("\r\n\r\n");
    return end == std::string::npos ? "" : answer.substr(end + 4);
  }
  // Asks until the run has ended; what it says on the way is never a verdict.
  json wait_for_end() const {
    for (int k = 0; k < 3000; ++k) {
      const json about = json::parse(ask("GET /api/run"), nullptr, false);
      if (!about.is_object()) break;
      if (about["live"]["state"] == "ended") return about;
      EXPECT_FALSE(about.contains("verdict")) << about.dump();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return {};
  }
  int port_ = 0;
  std::string token_;
};

TEST_F(LiveRun, the_page_stays_after_the_end_and_shows_the_verdict) {
  const pid_t child = start(live());
  ASSERT_TRUE(wait_for_address("err"));
  const json about = wait_for_end();
  ASSERT_TRUE(about.is_object());
  EXPECT_EQ(about["verdict"]["word"], "ok") << about["verdict"].dump();
  EXPECT_EQ(about["summary"]["verdict"]["word"], "ok");
  EXPECT_GE(about["frames"].size(), 5u);
  // Still there, and all of the run can be asked for.
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_NE(ask("GET /api/series").find("columns"), std::string::npos);
  EXPECT_EQ(ask("GET /api/frame?k=newest").substr(0, 4), "SCR1");
  EXPECT_NE(ask("POST /api/control", "{\"ask\": \"pause\"}").find("E0697"), std::string::npos);
  const auto left = std::chrono::steady_clock::now();
  ::kill(child, SIGINT);
  const Outcome o = wait(child);
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_LT(std::chrono::steady_clock::now() - left, std::chrono::seconds(20));
  EXPECT_NE(o.err.find("the page stays while a browser shows it"), std::string::npos) << o.err;
  EXPECT_EQ(summary("r")["verdict"]["word"], "ok");
}

TEST_F(LiveRun, ends_by_itself_where_no_page_was_opened) {
  const auto begin = std::chrono::steady_clock::now();
  const Outcome o = scree(live());
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(o.err.find("the page stays"), std::string::npos) << o.err;
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(25));
}

TEST_F(LiveRun, stays_as_long_as_it_is_told_to) {
  const pid_t child = start(live({"--live-stay", "1"}));
  ASSERT_TRUE(wait_for_address("err"));
  ASSERT_TRUE(wait_for_end().is_object());
  EXPECT_EQ(wait(child).status, 0);
  fs::remove_all(path("r"));
  const pid_t hasty = start(live({"--live-stay", "0"}));
  ASSERT_TRUE(wait_for_address("err"));
  (void)ask("GET /api/run");
  const Outcome o = wait(hasty);
  EXPECT_EQ(o.status, 0);
  EXPECT_EQ(o.err.find("the page stays"), std::string::npos) << o.err;
}

TEST_F(LiveRun, stays_on_a_terminal_until_ctrl_c) {
  int master = -1, terminal = -1;
  ASSERT_EQ(::openpty(&master, &terminal, nullptr, nullptr, nullptr), 0);
  const pid_t child = start(live(), [&] { ::dup2(terminal, 2); });
  std::string said;
  for (char buffer[4096]; said.find("Ctrl-C ends it") == std::string::npos;) {
    pollfd p{master, POLLIN, 0};
    if (poll(&p, 1, 60000) != 1) break;
    const ssize_t got = ::read(master, buffer, sizeof buffer);
    if (got <= 0) break;
    said.append(buffer, static_cast<std::size_t>(got));
  }
  EXPECT_NE(said.find("the page stays; Ctrl-C ends it"), std::string::npos) << said;
  EXPECT_EQ(::waitpid(child, nullptr, WNOHANG), 0) << "it has ended by itself";
  ::kill(child, SIGINT);
  EXPECT_EQ(wait(child).status, 0);
  ::close(master), ::close(terminal);
}

TEST_F(LiveRun, a_taken_port_or_a_missing_page_leaves_no_folder) {
  const int taken = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof at;
  ASSERT_EQ(::bind(taken, reinterpret_cast<sockaddr*>(&at), sizeof at), 0);
  ASSERT_EQ(::listen(taken, 1), 0);
  ASSERT_EQ(::getsockname(taken, reinterpret_cast<sockaddr*>(&at), &size), 0);
  const Outcome o = scree(live({}, std::to_string(ntohs(at.sin_port))));
  EXPECT_EQ(o.status, 2);
  EXPECT_NE(o.err.find("E0690"), std::string::npos) << o.err;
  EXPECT_NE(o.err.find("--live"), std::string::npos) << o.err;
  EXPECT_FALSE(fs::exists(path("r")));
  ::close(taken);
  fs::remove_all(path("page"));
  EXPECT_EQ(scree(live()).status, 2);
  EXPECT_FALSE(fs::exists(path("r")));
  write("page/index.html", "<p>page</p>");
  EXPECT_EQ(scree(live()).status, 0);
}

TEST_F(LiveRun, an_empty_address_is_refused) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"view", "drop.toml", "--page", "page", "--address", ""},
        live({"--live-address", ""})}) {
    const Outcome o = scree(words);
    EXPECT_EQ(o.status, 2);
    EXPECT_NE(o.err.find("address to listen on is empty"), std::string::npos) << o.err;
    EXPECT_EQ(o.out.find("http"), std::string::npos) << o.out;
  }
  EXPECT_FALSE(fs::exists(path("r")));
}

TEST_F(LiveRun, on_all_interfaces_the_printed_address_can_be_typed) {
  const pid_t child = start({"view", "drop.toml", "--page", "page", "--address", "0.0.0.0"});
  ASSERT_TRUE(wait_for_address("out"));
  ::kill(child, SIGINT);
  const Outcome o = wait(child);
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(o.out.find("0.0.0.0"), std::string::npos) << o.out;
  EXPECT_NE(o.err.find("or http://"), std::string::npos) << o.err;
}

// The first one is enough, even where a check would go on for a while.
TEST_F(LiveRun, ctrl_c_does_not_wait_for_a_heavy_check) {
  const std::string heavy =
      "duration = '1 s'\\n[material.glass]\\ndensity = 2500\\n[[wall]]\\nname = 'b'\\nshape = "
      "'box'\\nmaterial = 'glass'\\nsize = [1.0, 1.0, 1.0]\\n[[fill]]\\nkind = "
      "'random'\\ndiameter = '4 mm'\\ncount = 3000000\\n";
  const pid_t child = start({"view", "drop.toml", "--page", "page"});
  ASSERT_TRUE(wait_for_address("out"));
  std::thread asking([&] { (void)ask("POST /api/check", "{\"text\": \"" + heavy + "\"}"); });
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  const auto left = std::chrono::steady_clock::now();
  ::kill(child, SIGINT);
  EXPECT_EQ(wait(child).status, 0);
  // The check alone takes 10 s.
  EXPECT_LT(std::chrono::steady_clock::now() - left, std::chrono::seconds(8));
  asking.join();
}

}  // namespace
}  // namespace scree::test
