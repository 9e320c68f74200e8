#include "view/http_server.hpp"

#include "view/http_loop.hpp"

namespace scree::view {

struct HttpServer::Impl {
  HttpLoop loop;
};

std::unique_ptr<HttpServer> HttpServer::start(Listener listener, std::string token, Handler handler,
                                              HttpLimits limits,
                                              const std::vector<std::string>& more_names) {
  Access access{names_of(hosts_of(listener.address()), listener.port(), more_names),
                std::move(token)};
  return std::unique_ptr<HttpServer>(new HttpServer(std::unique_ptr<Impl>(
      new Impl{{std::move(listener), std::move(access), std::move(handler), limits}})));
}

Result<std::unique_ptr<HttpServer>> HttpServer::start(const std::string& address, int port,
                                                      std::string token, Handler handler,
                                                      HttpLimits limits) {
  auto listener = Listener::open(address, port);
  if (!listener) return listener.errors();
  return start(std::move(*listener), std::move(token), std::move(handler), limits);
}

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HttpServer::~HttpServer() = default;

int HttpServer::port() const { return impl_->loop.listener.port(); }
const std::string& HttpServer::token() const { return impl_->loop.access.token; }
std::string HttpServer::url() const { return urls().front(); }

std::vector<std::string> HttpServer::urls() const {
  std::vector<std::string> all;
  for (const std::string& name : impl_->loop.access.names)
    all.push_back("http://" + name + "/#token=" + token());
  return all;
}

void HttpServer::stop() { impl_->loop.stop(); }
bool HttpServer::is_busy() const { return impl_->loop.is_busy(); }
double HttpServer::seconds_unasked() const { return impl_->loop.seconds_unasked(); }

}  // namespace scree::view
