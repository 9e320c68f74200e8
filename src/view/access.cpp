#include "view/access.hpp"

#include <sys/random.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace scree::view {
namespace {

std::string lower(std::string_view text) {
  std::string s(text);
  for (char& c : s)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return s;
}

bool is_known(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), lower(name)) != names.end();
}

}  // namespace

std::string random_token() {
  std::uint8_t bytes[16];
  std::size_t have = 0;
  while (have < sizeof bytes) {
    const ssize_t got = getrandom(bytes + have, sizeof bytes - have, 0);
    if (got <= 0) throw std::runtime_error("the system gives no random numbers");
    have += static_cast<std::size_t>(got);
  }
  std::string token;
  for (const std::uint8_t b : bytes) {
    token += "0123456789abcdef"[b >> 4];
    token += "0123456789abcdef"[b & 15];
  }
  return token;
}

bool same_secret(std::string_view a, std::string_view b) {
  unsigned differ = a.size() == b.size() ? 0 : 1;
  for (std::size_t k = 0; k < b.size(); ++k)
    differ |= static_cast<unsigned char>(b[k]) ^
              static_cast<unsigned char>(a.empty() ? '\0' : a[k % a.size()]);
  return differ == 0;
}

std::optional<Refusal> Access::refuse(const RequestHead& head) const {
  if (head.hosts.size() != 1 || !is_known(names, head.hosts.front()))
    return Refusal{421, "this server does not go by that name"};
  if (head.origins.size() > 1) return Refusal{403, "more than one Origin"};
  for (const std::string& origin : head.origins) {
    constexpr std::string_view scheme = "http://";
    if (origin.rfind(scheme, 0) != 0 ||
        !is_known(names, std::string_view(origin).substr(scheme.size())))
      return Refusal{403, "requests of other pages are refused"};
  }
  if (!head.fetch_site.empty() && head.fetch_site != "same-origin" && head.fetch_site != "none")
    return Refusal{403, "requests of other pages are refused"};
  if (head.method != "GET" && head.method != "POST")
    return Refusal{405, "only GET and POST are served"};
  if (head.method == "GET" && head.has_body) return Refusal{400, "a GET request has no body"};
  if (head.has_range) return Refusal{400, "ranges of bytes are not served"};
  if (head.has_encoding) return Refusal{415, "packed requests are not read"};
  if (head.is_too_large) return Refusal{413, "the request is too large, or does not say how large"};
  // The page itself is not secret.
  const bool is_page = head.method == "GET" && head.path.rfind("/api/", 0) != 0;
  if (!is_page && !same_secret(head.token, token))
    return Refusal{401, "the token of the address that `scree` printed is missing"};
  return {};
}

std::vector<std::string> names_of(const std::vector<std::string>& hosts, int port,
                                  const std::vector<std::string>& more) {
  const std::string colon_port = ":" + std::to_string(port);
  std::vector<std::string> names;
  const auto add = [&](const std::string& host) {
    // "::1" is an address, "lab:8080" and "[::1]:8080" have a port.
    const auto colons = std::count(host.begin(), host.end(), ':');
    const bool is_ip6 = colons > 1 && host.front() != '[';
    const bool has_port = colons > 0 && !is_ip6 && host.back() != ']';
    names.push_back(lower(has_port ? host : (is_ip6 ? "[" + host + "]" : host) + colon_port));
  };
  for (const std::string& host : hosts) add(host);
  for (const std::string& host : more) add(host);
  return names;
}

}  // namespace scree::view
