#include "view/listener.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

namespace scree::view {
namespace {

// A crowd that connects at once is answered, not left to try again after a second.
constexpr int kBacklog = 512;

struct FreeAddresses {
  void operator()(addrinfo* a) const { freeaddrinfo(a); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

Addresses addresses_of(const std::string& host, int flags) {
  addrinfo hints{}, *found = nullptr;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags;
  if (getaddrinfo(host.c_str(), nullptr, &hints, &found) != 0) return nullptr;
  return Addresses(found);
}

int port_of(int socket) {
  sockaddr_storage bound{};
  socklen_t size = sizeof bound;
  if (getsockname(socket, reinterpret_cast<sockaddr*>(&bound), &size) != 0) return -1;
  return ntohs(bound.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(bound).sin6_port
                                           : reinterpret_cast<sockaddr_in&>(bound).sin_port);
}

// -1 with errno: this address cannot be listened on.
int listening_socket(const addrinfo& a, int port) {
  const int s = ::socket(a.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (s < 0) return -1;
  // Without SO_REUSEPORT: two servers on one port would share the requests.
  const int yes = 1, no = 0;
  setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_storage at{};
  std::memcpy(&at, a.ai_addr, a.ai_addrlen);
  if (a.ai_family == AF_INET6) {
    setsockopt(s, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
    reinterpret_cast<sockaddr_in6&>(at).sin6_port = htons(static_cast<std::uint16_t>(port));
  } else {
    reinterpret_cast<sockaddr_in&>(at).sin_port = htons(static_cast<std::uint16_t>(port));
  }
  if (::bind(s, reinterpret_cast<sockaddr*>(&at), a.ai_addrlen) == 0 && ::listen(s, kBacklog) == 0)
    return s;
  const int cause = errno;
  ::close(s);
  errno = cause;
  return -1;
}

std::string text_of(const sockaddr* a) {
  char text[INET6_ADDRSTRLEN] = "";
  if (a->sa_family == AF_INET)
    inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(a)->sin_addr, text, sizeof text);
  else if (a->sa_family == AF_INET6)
    inet_ntop(AF_INET6, &reinterpret_cast<const sockaddr_in6*>(a)->sin6_addr, text, sizeof text);
  return text;
}

// Of the interfaces that are up: those of version 4 first, as people type them. Addresses of one
// cable only (fe80::) need a zone, which no browser takes.
std::vector<std::string> interface_addresses() {
  std::vector<std::string> four, six;
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return four;
  for (const ifaddrs* i = all; i != nullptr; i = i->ifa_next) {
    if (i->ifa_addr == nullptr || (i->ifa_flags & IFF_UP) == 0 || (i->ifa_flags & IFF_LOOPBACK))
      continue;
    const std::string text = text_of(i->ifa_addr);
    if (text.empty() || text.rfind("fe80:", 0) == 0) continue;
    (i->ifa_addr->sa_family == AF_INET ? four : six).push_back(text);
  }
  freeifaddrs(all);
  four.insert(four.end(), six.begin(), six.end());
  return four;
}

// "lab", "lab.local" and, where the resolver knows it, "lab.example.org".
std::vector<std::string> machine_names() {
  char name[256] = "";
  if (gethostname(name, sizeof name - 1) != 0 || name[0] == '\0') return {};
  const std::string host = name;
  std::vector<std::string> names = {host};
  if (host.find('.') == std::string::npos) names.push_back(host + ".local");
  if (const Addresses a = addresses_of(host, AI_CANONNAME); a && a->ai_canonname)
    if (std::find(names.begin(), names.end(), a->ai_canonname) == names.end())
      names.emplace_back(a->ai_canonname);
  return names;
}

}  // namespace

Result<Listener> Listener::open(const std::string& address, int port) {
  if (address.empty())
    return Error{"E0690", "the address to listen on is empty", "--address",
                 "127.0.0.1 for this machine only, 0.0.0.0 for the network"};
  const Addresses found = addresses_of(address, AI_PASSIVE);
  if (!found)
    return Error{"E0690", "there is no address `" + address + "`", "--address",
                 "127.0.0.1 for this machine only, 0.0.0.0 for the network"};
  int cause = 0;
  for (const addrinfo* a = found.get(); a != nullptr; a = a->ai_next) {
    if (a->ai_family != AF_INET && a->ai_family != AF_INET6) continue;
    const int s = listening_socket(*a, port);
    if (s >= 0) return Listener(s, port_of(s), address);
    if (cause == 0 || errno == EADDRINUSE) cause = errno;
  }
  const char* hint = cause == EADDRINUSE      ? "another program has it; 0 takes any that is free"
                     : cause == EACCES        ? "ports below 1024 are for the system"
                     : cause == EADDRNOTAVAIL ? "the address must be one of this machine"
                                              : "";
  return Error{
      "E0690",
      "port " + std::to_string(port) + " of " + address + " cannot be opened: " + strerror(cause),
      "--port", hint};
}

Listener::~Listener() {
  if (socket_ >= 0) ::close(socket_);
}

bool is_loopback(const std::string& address) {
  return address.rfind("127.", 0) == 0 || address == "::1" || address == "localhost";
}

std::vector<std::string> hosts_of(const std::string& address) {
  std::vector<std::string> hosts;
  if (address == "0.0.0.0" || address == "::")
    hosts = interface_addresses();
  else
    hosts = {address};
  if (!is_loopback(address))
    for (std::string& name : machine_names()) hosts.push_back(std::move(name));
  // An ssh tunnel ends at a name of the user's own loopback.
  for (const char* name : {"127.0.0.1", "localhost", "::1"})
    if (std::find(hosts.begin(), hosts.end(), name) == hosts.end()) hosts.emplace_back(name);
  return hosts;
}

}  // namespace scree::view
