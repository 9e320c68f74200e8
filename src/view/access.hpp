// Who may talk to the server of a view: the browser that was given the address, and no other
// program on the machine or on the web.
//
// - Host must name this server, else a page of a foreign name that resolves to 127.0.0.1 could read
//   it (DNS rebinding).
// - Origin, where a browser sends it, must be this server.
// - All that shows or changes a run needs the token, in a header of its own: a foreign page can set
//   such a header only with our consent (CORS), which is never given.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scree::view {

inline constexpr const char* kTokenHeader = "X-Scree-Token";

// 128 bits of the system's randomness, as 32 hexadecimal digits.
std::string random_token();

// Takes as long for a wrong text as for the right one.
bool same_secret(std::string_view a, std::string_view b);

struct RequestHead {
  std::string method, path;
  std::vector<std::string> hosts, origins;  // every header of that name: two are a trick
  std::string token, fetch_site;            // the token header, Sec-Fetch-Site
  bool has_range = false, has_encoding = false, has_body = false;
  bool is_too_large = false;  // its body, by what it says of it; or it does not say
};

struct Refusal {
  int status = 403;
  std::string reason;
};

struct Access {
  std::vector<std::string> names;  // "127.0.0.1:4000", "localhost:4000", as Host may say
  std::string token;

  // Nothing: welcome.
  std::optional<Refusal> refuse(const RequestHead& head) const;
};

// The names of a server as Host says them: each host with this port, and the names of loopback.
// `more`: names that the user gives, with this port where they have none of their own.
std::vector<std::string> names_of(const std::vector<std::string>& hosts, int port,
                                  const std::vector<std::string>& more = {});

}  // namespace scree::view
