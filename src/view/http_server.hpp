// The HTTP server of a view. One thread reads requests and sends answers for all clients, so that a
// slow one costs a descriptor and a limited number of bytes, never a thread; what the requests ask
// for is computed by a few workers. A refused request is the last of its connection: what follows
// it is thrown away unread.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "view/access.hpp"
#include "view/listener.hpp"

namespace scree::view {

struct HttpRequest {
  std::string method, path, body;
  std::map<std::string, std::string> query;
  // Set when the client has left or the server ends: long work may stop.
  std::shared_ptr<const std::atomic<bool>> cancelled = nullptr;

  bool is_cancelled() const { return cancelled && *cancelled; }
  std::string word(const std::string& name, const std::string& otherwise = {}) const {
    const auto found = query.find(name);
    return found == query.end() ? otherwise : found->second;
  }
};

struct HttpAnswer {
  int status = 200;
  std::string type = "application/json";
  // Shared: ten viewers of one frame need its bytes once.
  std::shared_ptr<const std::string> body;

  static HttpAnswer of(std::string text, std::string type = "application/json", int status = 200) {
    return {status, std::move(type), std::make_shared<const std::string>(std::move(text))};
  }
};

struct HttpLimits {
  std::size_t head = 32u << 10;    // bytes of a request's line and headers
  std::size_t body = 4u << 20;     // bytes of its body
  std::size_t bodies = 64u << 20;  // of all bodies that are being read
  std::size_t answers = 1u << 30;  // of all answers that are being sent; more are not begun
  double request_s = 10;           // to send a whole request
  double answer_s = 60;            // to take a whole answer
  double idle_s = 15;              // between two requests of a connection
  int connections = 256;           // open at a time; a silent one makes room for the next
  int answering = 24;              // requests answered at a time
  int waiting = 64;                // requests that wait for that
  double requests_per_s = 400;     // of all clients with the token, and again of all without;
                                   // twice as many in a burst
  int niceness = 0;                // of the server's threads: beside a run that computes, 10
};

class HttpServer {
 public:
  using Handler = std::function<HttpAnswer(const HttpRequest&)>;

  // `more_names`: by which Host may call it, beside the names and addresses of this machine.
  static std::unique_ptr<HttpServer> start(Listener listener, std::string token, Handler handler,
                                           HttpLimits limits = {},
                                           const std::vector<std::string>& more_names = {});
  // E0690 (listener.hpp).
  static Result<std::unique_ptr<HttpServer>> start(const std::string& address, int port,
                                                   std::string token, Handler handler,
                                                   HttpLimits limits = {});
  ~HttpServer();  // stop(), and waits for the workers

  int port() const;
  const std::string& token() const;
  std::string url() const;                // with the token; for a browser
  std::vector<std::string> urls() const;  // of all names

  // Ends all connections and cancels what is being computed, without waiting for it.
  void stop();
  bool is_busy() const;            // something is being computed
  double seconds_unasked() const;  // since a request with the token came; infinite: none has

 private:
  struct Impl;
  explicit HttpServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace scree::view
