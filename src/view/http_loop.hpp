// The thread of the server that reads all requests and sends all answers: no client makes it wait.
#pragma once

#include <poll.h>

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "view/http_connection.hpp"
#include "view/http_server.hpp"
#include "view/http_workers.hpp"

namespace scree::view {

// So many requests a second, twice as many at once.
class HttpRate {
 public:
  explicit HttpRate(double per_s) : per_s_(per_s), have_(2 * per_s) {}
  bool take(std::chrono::steady_clock::time_point now);

 private:
  double per_s_, have_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// Wakes a thread that waits in poll().
class HttpBell {
 public:
  HttpBell();
  ~HttpBell();
  HttpBell(const HttpBell&) = delete;
  HttpBell& operator=(const HttpBell&) = delete;
  int descriptor() const { return descriptor_; }
  void ring() const;
  void clear() const;

 private:
  const int descriptor_;  // an eventfd
};

class HttpLoop {
 public:
  using Clock = HttpConnection::Clock;

  HttpLoop(Listener listener, Access access, HttpServer::Handler handler, HttpLimits limits);
  ~HttpLoop();
  HttpLoop(const HttpLoop&) = delete;
  HttpLoop& operator=(const HttpLoop&) = delete;

  void stop();
  bool is_busy() const { return workers_.is_busy(); }
  double seconds_unasked() const;

  const Listener listener;
  const Access access;

 private:
  using Connections = std::map<std::uint64_t, HttpConnection>;
  struct Computed {
    std::uint64_t number;
    HttpAnswer answer;
  };

  void run();
  void wait();  // until something can be done
  void serve(HttpConnection& c, short events);
  void accept_all();
  bool make_room();
  void receive(HttpConnection& c);
  void advance(HttpConnection& c);  // as far as what was received leads
  void take_head(HttpConnection& c, std::size_t size);
  void dispatch(HttpConnection& c, std::string body);
  void refuse(HttpConnection& c, const Refusal& why);
  void answer(HttpConnection& c, const HttpAnswer& with);
  void take_computed();
  void send_some(HttpConnection& c);
  void leave(HttpConnection& c);
  void discard(HttpConnection& c);
  void close(HttpConnection& c);  // forgotten at the end of the turn
  void turn_to(HttpConnection& c, HttpConnection::Doing doing, double seconds);

  const HttpServer::Handler handler_;
  const HttpLimits limits_;
  HttpRate known_rate_, other_rate_;  // with the token and without
  HttpBell bell_;
  std::atomic<bool> ending_{false};
  std::atomic<Clock::rep> asked_{0};  // when the last request with the token came; 0: never
  Connections connections_;
  std::uint64_t numbers_ = 0;
  std::size_t bodies_ = 0, answers_ = 0;  // bytes: reserved, being sent
  Clock::time_point accept_after_{};      // where the system has no descriptor left
  std::vector<pollfd> polled_;
  std::vector<std::uint64_t> polled_numbers_;
  std::vector<char> scratch_;
  std::mutex mutex_;
  std::vector<Computed> computed_;  // by the workers
  HttpWorkers workers_;
  std::thread thread_;
};

}  // namespace scree::view
