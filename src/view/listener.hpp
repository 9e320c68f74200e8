// The socket that a server of a view listens on, and the names by which this machine is reached.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace scree::view {

class Listener {
 public:
  // Listens at once; port 0: any that is free. E0690: the address is empty or unknown, the port is
  // taken or not allowed.
  static Result<Listener> open(const std::string& address, int port);

  Listener(Listener&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)),
        port_(other.port_),
        address_(std::move(other.address_)) {}
  Listener& operator=(Listener&&) = delete;
  ~Listener();

  int socket() const { return socket_; }  // non-blocking
  int port() const { return port_; }
  const std::string& address() const { return address_; }

 private:
  Listener(int socket, int port, std::string address)
      : socket_(socket), port_(port), address_(std::move(address)) {}

  int socket_ = -1, port_ = 0;
  std::string address_;
};

// Only programs of this machine reach a server on this address.
bool is_loopback(const std::string& address);

// What a server on this address is called without its port, the best for a browser first. Of an
// address for all interfaces: their addresses and the names of the machine.
std::vector<std::string> hosts_of(const std::string& address);

}  // namespace scree::view
