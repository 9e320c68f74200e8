// The HTTP server of a view: cpp-httplib with the doors that it lacks. A client costs at most one
// of few workers for a limited time and a limited number of bytes, whatever it sends or does not
// send; more clients than that are sent away at once.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "view/access.hpp"

namespace scree::view {

struct HttpRequest {
  std::string method, path, body;
  std::map<std::string, std::string> query;

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
  std::size_t body = 4u << 20;   // bytes of a request's body
  std::size_t head = 32u << 10;  // bytes of its line and headers
  double request_s = 10;         // to send a whole request
  double answer_s = 60;          // to take a whole answer
  double idle_s = 15;            // between two requests of a connection
  int connections = 24;          // served at a time
  int waiting = 64;              // accepted and not yet served
  double requests_per_s = 400;   // of all clients together; twice as many in a burst
  int niceness = 0;              // of the threads that answer: beside a run that computes, 10
};

class HttpServer {
 public:
  using Handler = std::function<HttpAnswer(const HttpRequest&)>;

  // Listens at once; port 0: any that is free. E0690: the port is taken or not allowed.
  static Result<std::unique_ptr<HttpServer>> start(const std::string& address, int port,
                                                   std::string token, Handler handler,
                                                   HttpLimits limits = {});
  ~HttpServer();  // ends all connections

  int port() const;
  const std::string& token() const;
  std::string url() const;  // with the token

 private:
  struct Impl;
  explicit HttpServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace scree::view
