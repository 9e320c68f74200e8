// The head of an HTTP/1.1 request: its line and its headers. Read strictly, because what two
// readers understand differently is what attacks are made of: no folded lines, no bare line feeds,
// no target but a path.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "view/access.hpp"

namespace scree::view {

struct ReadHead {
  RequestHead access;  // what decides who is let in
  std::map<std::string, std::string> query;
  std::size_t body = 0;      // bytes that follow
  bool keeps_alive = false;  // more requests may follow on the connection
};

struct HeadLimits {
  std::size_t target = 8u << 10;  // bytes of path and query
  std::size_t headers = 100;      // their number
  std::size_t body = 4u << 20;
};

// Where the head ends in what was received, behind its empty line; npos: not yet. `from`: up to
// there it has been searched before.
std::size_t end_of_head(std::string_view received, std::size_t from = 0);

// `text` ends with the empty line. A refusal for what is not a request: 400, 414, 431, 505.
std::optional<Refusal> read_head(std::string_view text, const HeadLimits& limits, ReadHead& to);

}  // namespace scree::view
