#include "view/http_server.hpp"

// A crowd that connects at once is answered, not left to try again.
#define CPPHTTPLIB_LISTEN_BACKLOG 128
#include <httplib.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <set>
#include <thread>

namespace scree::view {
namespace serving {  // named: the types are members of Impl

using Clock = std::chrono::steady_clock;

Clock::time_point after(double seconds) {
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

// Whether the socket can be read (POLLIN) or written (POLLOUT) before the deadline.
bool wait_for(int socket, short events, Clock::time_point deadline) {
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    pollfd p{socket, events, 0};
    const int ready = poll(&p, 1, static_cast<int>(std::min<long long>(left, 1000)));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

// A socket with a deadline for the whole request and the whole answer, and a limit on what is read:
// neither many headers nor a byte a second go on for ever.
class LimitedStream : public httplib::Stream {
 public:
  LimitedStream(int socket, const HttpLimits& limits)
      : socket_(socket), limits_(limits), deadline_(after(limits.idle_s)) {}

  // The next request of the connection, which may wait as long as a connection may be idle.
  bool next_request() {
    left_ = limits_.head + limits_.body;
    answering_ = false;
    if (begin_ == end_ && !wait_for(socket_, POLLIN, after(limits_.idle_s))) return false;
    deadline_ = after(limits_.request_s);
    return true;
  }

  bool is_readable() const override {
    return begin_ < end_ || wait_for(socket_, POLLIN, deadline_);
  }
  bool is_writable() const override { return wait_for(socket_, POLLOUT, deadline_); }

  ssize_t read(char* to, size_t size) override {
    if (left_ == 0) return -1;
    if (begin_ == end_) {
      if (!wait_for(socket_, POLLIN, deadline_)) return -1;
      const ssize_t got = recv(socket_, buffer_, sizeof buffer_, 0);
      if (got <= 0) return got;
      begin_ = 0, end_ = static_cast<std::size_t>(got);
    }
    const std::size_t n = std::min({size, end_ - begin_, left_});
    std::copy(buffer_ + begin_, buffer_ + begin_ + n, to);
    begin_ += n, left_ -= n;
    return static_cast<ssize_t>(n);
  }

  ssize_t write(const char* from, size_t size) override {
    if (!answering_) answering_ = true, deadline_ = after(limits_.answer_s);
    if (!wait_for(socket_, POLLOUT, deadline_)) return -1;
    return send(socket_, from, size, MSG_NOSIGNAL);
  }

  void get_remote_ip_and_port(std::string& ip, int& port) const override { ip = "-", port = 0; }
  void get_local_ip_and_port(std::string& ip, int& port) const override { ip = "-", port = 0; }
  socket_t socket() const override { return socket_; }

 private:
  int socket_;
  const HttpLimits& limits_;
  Clock::time_point deadline_;
  std::size_t left_ = 0, begin_ = 0, end_ = 0;
  bool answering_ = false;
  char buffer_[8192];
};

thread_local bool t_send_away = false;  // this connection is one too many

// Workers that are made as they are needed and a queue with an end.
class Workers : public httplib::TaskQueue {
 public:
  explicit Workers(const HttpLimits& limits) : limits_(limits) {}

  void enqueue(std::function<void()> serve) override {
    {
      std::lock_guard lock(mutex_);
      if (static_cast<int>(waiting_.size()) < limits_.waiting) {
        waiting_.push_back(std::move(serve));
        if (idle_ == 0 && static_cast<int>(threads_.size()) < limits_.connections)
          threads_.emplace_back([this] { work(); });
        more_.notify_one();
        return;
      }
    }
    t_send_away = true;
    serve();
    t_send_away = false;
  }

  void shutdown() override {
    {
      std::lock_guard lock(mutex_);
      ending_ = true;
    }
    more_.notify_all();
    for (std::thread& t : threads_) t.join();
  }

 private:
  void work() {
    // Of this thread alone, as Linux has it. Where it is refused, no harm is done.
    if (limits_.niceness > 0)
      (void)setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), limits_.niceness);
    std::unique_lock lock(mutex_);
    for (;;) {
      ++idle_;
      more_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
      --idle_;
      if (waiting_.empty()) return;
      auto serve = std::move(waiting_.front());
      waiting_.pop_front();
      const bool away = ending_;
      lock.unlock();
      t_send_away = away;
      serve();
      lock.lock();
    }
  }

  const HttpLimits& limits_;
  std::mutex mutex_;
  std::condition_variable more_;
  std::deque<std::function<void()>> waiting_;
  std::vector<std::thread> threads_;
  int idle_ = 0;
  bool ending_ = false;
};

// So many requests a second, twice as many at once.
class Rate {
 public:
  explicit Rate(double per_s) : per_s_(per_s), have_(2 * per_s) {}
  bool take() {
    std::lock_guard lock(mutex_);
    const auto now = Clock::now();
    have_ =
        std::min(2 * per_s_, have_ + per_s_ * std::chrono::duration<double>(now - last_).count());
    last_ = now;
    if (have_ < 1) return false;
    --have_;
    return true;
  }

 private:
  double per_s_, have_;
  Clock::time_point last_ = Clock::now();
  std::mutex mutex_;
};

class LimitedServer : public httplib::Server {
 public:
  explicit LimitedServer(const HttpLimits& limits) : limits_(limits) {}

  // Ends what is being read or written, so that stop() need not wait for slow clients.
  void end_connections() {
    std::lock_guard lock(mutex_);
    ending_ = true;
    for (const int s : open_) ::shutdown(s, SHUT_RDWR);
  }

 private:
  bool process_and_close_socket(socket_t socket) override {
    bool served = false;
    if (!t_send_away && remember(socket)) {
      LimitedStream stream(socket, limits_);
      for (int k = 0; k < kMostRequests && stream.next_request(); ++k) {
        bool closed = false;
        served = process_request(stream, k + 1 == kMostRequests, closed,
                                 [](httplib::Request& r) { r.ranges.clear(); });
        if (!served || closed) break;
      }
      std::lock_guard lock(mutex_);
      open_.erase(socket);
    }
    ::shutdown(socket, SHUT_RDWR);
    ::close(socket);
    return served;
  }

  bool remember(int socket) {
    std::lock_guard lock(mutex_);
    if (!ending_) open_.insert(socket);
    return !ending_;
  }

  static constexpr int kMostRequests = 1000;  // of one connection
  const HttpLimits& limits_;
  std::mutex mutex_;
  std::set<int> open_;
  bool ending_ = false;
};

RequestHead head_of(const httplib::Request& r, const HttpLimits& limits) {
  RequestHead h;
  h.method = r.method, h.path = r.path;
  const auto all = [&](const char* name) {
    std::vector<std::string> values;
    const auto [first, last] = r.headers.equal_range(name);
    for (auto it = first; it != last; ++it) values.push_back(it->second);
    return values;
  };
  h.hosts = all("Host"), h.origins = all("Origin");
  h.token = r.get_header_value(kTokenHeader);
  h.fetch_site = r.get_header_value("Sec-Fetch-Site");
  h.has_range = r.has_header("Range");
  h.has_encoding = r.has_header("Content-Encoding") || r.has_header("Expect") ||
                   r.get_header_value("Content-Type").rfind("multipart/", 0) == 0;
  const std::vector<std::string> lengths = all("Content-Length");
  h.is_too_large = lengths.size() > 1 || r.has_header("Transfer-Encoding");
  for (const std::string& length : lengths) {
    std::size_t n = 0;
    const auto [end, wrong] = std::from_chars(length.data(), length.data() + length.size(), n);
    h.is_too_large |=
        wrong != std::errc{} || end != length.data() + length.size() || n > limits.body;
  }
  return h;
}

void put(httplib::Response& to, const HttpAnswer& answer) {
  to.status = answer.status;
  const auto body = answer.body;
  if (!body || body->empty()) return;
  to.set_content_provider(body->size(), answer.type,
                          [body](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
                            return sink.write(body->data() + offset,
                                              std::min<std::size_t>(length, 1u << 18));
                          });
}

}  // namespace serving

using namespace serving;

struct HttpServer::Impl {
  explicit Impl(const HttpLimits& l) : limits(l), rate(l.requests_per_s), server(limits) {}

  HttpLimits limits;
  Rate rate;
  LimitedServer server;
  Access access;
  Handler handler;
  std::string address;
  int port = 0;
  std::thread listening;

  void serve(const httplib::Request& from, httplib::Response& to) {
    HttpRequest request{from.method, from.path, from.body, {}};
    for (const auto& [name, value] : from.params) request.query.emplace(name, value);
    try {
      put(to, handler(request));
    } catch (const std::exception& e) {
      put(to, HttpAnswer::of(e.what(), "text/plain", 500));
    }
  }
};

Result<std::unique_ptr<HttpServer>> HttpServer::start(const std::string& address, int port,
                                                      std::string token, Handler handler,
                                                      HttpLimits limits) {
  auto impl = std::make_unique<Impl>(limits);
  Impl& i = *impl;
  i.address = address;
  i.handler = std::move(handler);
  i.server.new_task_queue = [&i] { return new Workers(i.limits); };
  i.server.set_payload_max_length(limits.body);
  i.server.set_tcp_nodelay(true);
  i.server.set_default_headers({
      {"Cache-Control", "no-store"},
      {"X-Content-Type-Options", "nosniff"},
      {"X-Frame-Options", "DENY"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' "
       "data: "
       "blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
  });
  i.server.set_pre_routing_handler([&i](const httplib::Request& r, httplib::Response& to) {
    std::optional<Refusal> no = i.access.refuse(head_of(r, i.limits));
    if (!no && !i.rate.take()) no = Refusal{429, "too many requests"};
    if (!no) return httplib::Server::HandlerResponse::Unhandled;
    to.status = no->status;
    to.set_content(no->reason + "\n", "text/plain");
    // What follows on this connection would be the body that nobody has read.
    to.set_header("Connection", "close");
    return httplib::Server::HandlerResponse::Handled;
  });
  const auto serve = [&i](const httplib::Request& r, httplib::Response& to) { i.serve(r, to); };
  i.server.Get(".*", serve);
  i.server.Post(".*", serve);
  // Bound without SO_REUSEPORT: two servers on one port would share the requests.
  i.server.set_socket_options([](int socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  if (port == 0)
    i.port = i.server.bind_to_any_port(address);
  else
    i.port = i.server.bind_to_port(address, port) ? port : -1;
  if (i.port <= 0)
    return Error{"E0690", "port " + std::to_string(port) + " of " + address + " cannot be opened",
                 "--port", "another program may have it; 0 takes any that is free"};
  i.access = {names_of(address, i.port), std::move(token)};
  i.listening = std::thread([&i] { i.server.listen_after_bind(); });
  while (!i.server.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
}

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

HttpServer::~HttpServer() {
  impl_->server.end_connections();
  impl_->server.stop();
  impl_->listening.join();
}

int HttpServer::port() const { return impl_->port; }
const std::string& HttpServer::token() const { return impl_->access.token; }
std::string HttpServer::url() const {
  return "http://" + impl_->access.names.front() + "/#token=" + impl_->access.token;
}

}  // namespace scree::view
