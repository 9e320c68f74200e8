// A client that says what it likes, right or wrong, over a plain socket.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <string_view>

namespace scree::test {

class RawClient {
 public:
  enum class Connect { now, later };  // later: without waiting for it
  explicit RawClient(int port, Connect connect = Connect::now)
      : socket_(
            ::socket(AF_INET, SOCK_STREAM | (connect == Connect::later ? SOCK_NONBLOCK : 0), 0)) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<std::uint16_t>(port));
    inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
    is_open_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0;
  }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;
  ~RawClient() { ::close(socket_); }

  bool is_open() const { return is_open_; }
  // False: the other side has closed.
  bool say(std::string_view text) {
    while (!text.empty()) {
      const ssize_t sent = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  // The system has made the connection.
  bool is_writable_within(int milliseconds) const {
    pollfd p{socket_, POLLOUT, 0};
    return poll(&p, 1, milliseconds) == 1 && (p.revents & (POLLERR | POLLHUP)) == 0;
  }
  // The other side has closed, without a word.
  bool is_closed_within(int milliseconds) {
    pollfd p{socket_, POLLIN, 0};
    char one;
    return poll(&p, 1, milliseconds) == 1 && ::recv(socket_, &one, 1, 0) <= 0;
  }
  // Everything up to the end of the connection, or until nothing came for so long.
  std::string hear(int milliseconds = 2000) {
    std::string all;
    char buffer[4096];
    for (;;) {
      pollfd p{socket_, POLLIN, 0};
      if (poll(&p, 1, milliseconds) <= 0) return all;
      const ssize_t got = ::recv(socket_, buffer, sizeof buffer, 0);
      if (got <= 0) return all;
      all.append(buffer, static_cast<std::size_t>(got));
    }
  }

 private:
  int socket_;
  bool is_open_ = false;
};

}  // namespace scree::test
