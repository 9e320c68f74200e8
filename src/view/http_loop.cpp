#include "view/http_loop.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>

namespace scree::view {
namespace {

using Doing = HttpConnection::Doing;

constexpr std::size_t kPortion = 1u << 16;  // read or sent of one client before the next
constexpr std::size_t kPortionSent = 1u << 18;
constexpr double kLeave_s = 1;  // for the other side to take the answer and close

const char* words_of_status(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 409:
      return "Conflict";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 421:
      return "Misdirected Request";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Answer";
  }
}

std::string head_of_answer(const HttpAnswer& a, bool keeps_alive) {
  std::string text =
      "HTTP/1.1 " + std::to_string(a.status) + " " + words_of_status(a.status) +
      "\r\nCache-Control: no-store\r\n"
      "X-Content-Type-Options: nosniff\r\n"
      "X-Frame-Options: DENY\r\n"
      "Referrer-Policy: no-referrer\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\n"
      "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self' "
      "'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; "
      "form-action 'none'; frame-ancestors 'none'\r\n";
  if (a.body && !a.body->empty()) text += "Content-Type: " + a.type + "\r\n";
  text += "Content-Length: " + std::to_string(a.body ? a.body->size() : 0) + "\r\n";
  return text + (keeps_alive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n");
}

// Leaving and idle ones before those that send a request, the longest silent first; those that have
// shown the token last.
bool leaves_before(const HttpConnection& a, const HttpConnection& b) {
  const bool a_leaves = a.doing == Doing::leaving, b_leaves = b.doing == Doing::leaving;
  if (a_leaves != b_leaves) return a_leaves;
  if (a.has_token != b.has_token) return b.has_token;
  return a.since < b.since;
}

}  // namespace

bool HttpRate::take(std::chrono::steady_clock::time_point now) {
  have_ = std::min(2 * per_s_, have_ + per_s_ * std::chrono::duration<double>(now - last_).count());
  last_ = now;
  if (have_ < 1) return false;
  --have_;
  return true;
}

HttpBell::HttpBell() : descriptor_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}
HttpBell::~HttpBell() { ::close(descriptor_); }
void HttpBell::ring() const {
  const std::uint64_t one = 1;
  (void)!::write(descriptor_, &one, sizeof one);
}
void HttpBell::clear() const {
  std::uint64_t times = 0;
  (void)!::read(descriptor_, &times, sizeof times);
}

HttpLoop::HttpLoop(Listener l, Access a, HttpServer::Handler handler, HttpLimits limits)
    : listener(std::move(l)),
      access(std::move(a)),
      handler_(std::move(handler)),
      limits_(limits),
      known_rate_(limits.requests_per_s),
      other_rate_(limits.requests_per_s),
      scratch_(kPortion),
      workers_(limits.answering, limits.waiting, limits.niceness),
      thread_([this] { run(); }) {}

HttpLoop::~HttpLoop() {
  stop();
  thread_.join();
  // The workers, which still use the rest, are ended before it: they are declared last.
}

void HttpLoop::stop() {
  ending_ = true;
  workers_.stop();
  bell_.ring();
}

double HttpLoop::seconds_unasked() const {
  if (asked_ == 0) return std::numeric_limits<double>::infinity();
  return std::chrono::duration<double>(Clock::now().time_since_epoch() - Clock::duration(asked_))
      .count();
}

void HttpLoop::run() {
  give_way(limits_.niceness);
  while (!ending_) {
    wait();
    take_computed();
    // By number: serving one may end another.
    for (std::size_t k = 0; k < polled_numbers_.size() && !ending_; ++k) {
      const auto found = connections_.find(polled_numbers_[k]);
      if (found != connections_.end() && polled_[k + 2].revents != 0)
        serve(found->second, polled_[k + 2].revents);
    }
    if (polled_[1].revents != 0) accept_all();
    const auto now = Clock::now();
    for (auto& [number, c] : connections_)
      if (c.socket >= 0 && now >= c.deadline) close(c);
    std::erase_if(connections_, [](const auto& c) { return c.second.socket < 0; });
  }
  for (auto& [number, c] : connections_) close(c);
  connections_.clear();
}

void HttpLoop::wait() {
  const auto now = Clock::now();
  auto next = now + std::chrono::seconds(10);
  const bool accepts = now >= accept_after_;
  if (!accepts) next = std::min(next, accept_after_);
  polled_.assign({{bell_.descriptor(), POLLIN, 0}, {accepts ? listener.socket() : -1, POLLIN, 0}});
  polled_numbers_.clear();
  for (const auto& [number, c] : connections_) {
    short events = POLLIN;
    if (c.doing == Doing::sending) events = POLLOUT;
    if (c.doing == Doing::answering) events = POLLRDHUP;
    // One whose client has left is only waited for.
    const bool has_left = c.doing == Doing::answering && *c.cancelled;
    polled_.push_back({has_left ? -1 : c.socket, events, 0});
    polled_numbers_.push_back(number);
    next = std::min(next, c.deadline);
  }
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - now).count();
  if (poll(polled_.data(), polled_.size(), static_cast<int>(std::max<long>(left, 0))) <= 0)
    for (pollfd& p : polled_) p.revents = 0;
  if (polled_[0].revents != 0) bell_.clear();
}

void HttpLoop::serve(HttpConnection& c, short events) {
  switch (c.doing) {
    case Doing::head:
    case Doing::body:
      return receive(c);
    case Doing::answering:
      if ((events & (POLLRDHUP | POLLHUP | POLLERR)) != 0) *c.cancelled = true;
      return;
    case Doing::sending:
      return send_some(c);
    case Doing::leaving:
      return discard(c);
  }
}

void HttpLoop::turn_to(HttpConnection& c, Doing doing, double seconds) {
  c.doing = doing;
  c.since = Clock::now();
  c.deadline = seconds < 0 ? Clock::time_point::max()
                           : c.since + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(seconds));
}

void HttpLoop::accept_all() {
  for (int k = 0; k < limits_.connections; ++k) {
    const int s = ::accept4(listener.socket(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (s < 0) {
      const bool is_short = errno == EMFILE || errno == ENFILE || errno == ENOMEM;
      if (is_short && !make_room()) accept_after_ = Clock::now() + std::chrono::milliseconds(100);
      return;
    }
    const int yes = 1;
    setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    const auto open = std::count_if(connections_.begin(), connections_.end(),
                                    [](const auto& c) { return c.second.socket >= 0; });
    if (open >= limits_.connections && !make_room()) {
      ::close(s);
      continue;
    }
    HttpConnection& c = connections_[++numbers_];
    c.socket = s, c.number = numbers_;
    turn_to(c, Doing::head, limits_.idle_s);
  }
}

bool HttpLoop::make_room() {
  HttpConnection* first = nullptr;
  for (auto& [number, c] : connections_)
    if (c.socket >= 0 && c.is_silent() && (first == nullptr || leaves_before(c, *first)))
      first = &c;
  if (first != nullptr) close(*first);
  return first != nullptr;
}

void HttpLoop::receive(HttpConnection& c) {
  // Of a body no byte more than it has: the rest belongs to the next request.
  const std::size_t most =
      c.doing == Doing::body ? std::min(kPortion, c.head.body - c.received.size()) : kPortion;
  const ssize_t got = ::recv(c.socket, scratch_.data(), most, 0);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got <= 0) return close(c);
  if (c.doing == Doing::head && c.received.empty()) turn_to(c, Doing::head, limits_.request_s);
  c.received.append(scratch_.data(), static_cast<std::size_t>(got));
  advance(c);
}

void HttpLoop::advance(HttpConnection& c) {
  if (c.doing == Doing::head && !c.received.empty()) {
    const std::size_t size = end_of_head(c.received, c.searched);
    c.searched = c.received.size();
    if (std::min(size, c.received.size()) > limits_.head)
      return refuse(c, {431, "the headers are too large"});
    if (size == std::string::npos) return;
    take_head(c, size);
  }
  if (c.doing == Doing::body && c.received.size() >= c.head.body) {
    std::string body = c.received.substr(0, c.head.body);
    c.received = c.received.substr(c.head.body);
    dispatch(c, std::move(body));
  }
}

void HttpLoop::take_head(HttpConnection& c, std::size_t size) {
  c.head = {};
  const HeadLimits limits{.body = limits_.body};
  if (auto no = read_head(std::string_view(c.received).substr(0, size), limits, c.head))
    return refuse(c, *no);
  c.received = c.received.substr(size);  // and its memory is given back
  c.searched = 0;
  if (auto no = access.refuse(c.head.access)) return refuse(c, *no);
  const bool is_known = same_secret(c.head.access.token, access.token);
  const auto now = Clock::now();
  if (!(is_known ? known_rate_ : other_rate_).take(now))
    return refuse(c, {429, "too many requests"});
  if (is_known) c.has_token = true, asked_ = now.time_since_epoch().count();
  if (bodies_ + c.head.body > limits_.bodies || answers_ > limits_.answers)
    return refuse(c, {503, "too much is asked for at once"});
  c.reserved = c.head.body;
  bodies_ += c.reserved;
  c.doing = Doing::body;  // with the deadline of the whole request
}

void HttpLoop::dispatch(HttpConnection& c, std::string body) {
  auto cancelled = std::make_shared<std::atomic<bool>>(false);
  HttpRequest request{c.head.access.method, c.head.access.path, std::move(body),
                      std::move(c.head.query), cancelled};
  const bool is_taken = workers_.offer([this, request = std::move(request), number = c.number] {
    HttpAnswer made;
    try {
      made = handler_(request);
    } catch (const std::exception& e) {
      made = HttpAnswer::of(std::string(e.what()) + "\n", "text/plain", 500);
    }
    std::lock_guard lock(mutex_);
    computed_.push_back({number, std::move(made)});
    bell_.ring();
  });
  if (!is_taken) return refuse(c, {503, "too many requests wait"});
  c.cancelled = std::move(cancelled);
  turn_to(c, Doing::answering, -1);
}

void HttpLoop::take_computed() {
  std::vector<Computed> all;
  {
    std::lock_guard lock(mutex_);
    std::swap(all, computed_);
  }
  for (const Computed& one : all)
    if (const auto found = connections_.find(one.number);
        found != connections_.end() && found->second.socket >= 0)
      answer(found->second, one.answer);
}

void HttpLoop::refuse(HttpConnection& c, const Refusal& why) {
  // What follows may be a body with anything in it: none of it is read as a request.
  c.head.keeps_alive = false;
  c.received = {};
  answer(c, HttpAnswer::of(why.reason + "\n", "text/plain", why.status));
}

void HttpLoop::answer(HttpConnection& c, const HttpAnswer& with) {
  bodies_ -= std::exchange(c.reserved, 0);
  c.answer_head = head_of_answer(with, c.head.keeps_alive);
  c.answer = with.body;
  c.sent = 0;
  answers_ += c.answer_size();
  turn_to(c, Doing::sending, limits_.answer_s);
  send_some(c);
}

void HttpLoop::send_some(HttpConnection& c) {
  const std::size_t head = c.answer_head.size(), all = c.answer_size();
  while (c.sent < all) {
    const bool is_head = c.sent < head;
    const char* from = is_head ? c.answer_head.data() + c.sent : c.answer->data() + (c.sent - head);
    const std::size_t size = std::min(is_head ? head - c.sent : all - c.sent, kPortionSent);
    const ssize_t done =
        ::send(c.socket, from, size, MSG_NOSIGNAL | (is_head && all > head ? MSG_MORE : 0));
    if (done < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (done < 0) return close(c);
    c.sent += static_cast<std::size_t>(done);
    if (!is_head) break;  // then the others
  }
  if (c.sent < all) return;
  answers_ -= all;
  c.answer_head = {}, c.answer = nullptr, c.sent = 0, c.cancelled = nullptr;
  if (!c.head.keeps_alive) return leave(c);
  turn_to(c, Doing::head, c.received.empty() ? limits_.idle_s : limits_.request_s);
  advance(c);
}

// Closed at once, with bytes that were not read, the system would drop the answer on its way.
void HttpLoop::leave(HttpConnection& c) {
  ::shutdown(c.socket, SHUT_WR);
  c.discarded = 0;
  turn_to(c, Doing::leaving, kLeave_s);
}

void HttpLoop::discard(HttpConnection& c) {
  const ssize_t got = ::recv(c.socket, scratch_.data(), scratch_.size(), 0);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got > 0) c.discarded += static_cast<std::size_t>(got);
  if (got <= 0 || c.discarded > limits_.head + limits_.body) close(c);
}

void HttpLoop::close(HttpConnection& c) {
  if (c.cancelled) *c.cancelled = true;
  bodies_ -= std::exchange(c.reserved, 0);
  if (c.doing == Doing::sending) answers_ -= c.answer_size();
  c.received = {}, c.answer = nullptr;
  ::close(std::exchange(c.socket, -1));
}

}  // namespace scree::view
