#include "view/http_head.hpp"

#include <algorithm>
#include <charconv>

namespace scree::view {
namespace {

Refusal no_request(const char* why) { return {400, why}; }

std::string in_lower_case(std::string_view text) {
  std::string s(text);
  for (char& c : s)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return s;
}

// RFC 9110, 5.6.2.
bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  });
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// %2f and, in a query, + for a space. Nothing: a broken one, or a zero byte.
std::optional<std::string> decoded(std::string_view text, bool is_query) {
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] != '%') {
      out += is_query && text[k] == '+' ? ' ' : text[k];
      continue;
    }
    const int high = k + 2 < text.size() ? hex_digit(text[k + 1]) : -1;
    const int low = k + 2 < text.size() ? hex_digit(text[k + 2]) : -1;
    if (high < 0 || low < 0 || high + low == 0) return {};
    out += static_cast<char>(16 * high + low);
    k += 2;
  }
  return out;
}

bool read_query(std::string_view text, std::map<std::string, std::string>& to) {
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(one.size() + 1, text.size()));
    const std::size_t equals = std::min(one.find('='), one.size());
    const auto name = decoded(one.substr(0, equals), true);
    const auto value = decoded(one.substr(std::min(equals + 1, one.size())), true);
    if (!name || !value) return false;
    if (!name->empty()) to.emplace(*name, *value);
  }
  return true;
}

std::optional<Refusal> read_target(std::string_view target, const HeadLimits& limits,
                                   ReadHead& to) {
  if (target.size() > limits.target) return Refusal{414, "the path is too long"};
  if (target.empty() || target.front() != '/') return no_request("the target must be a path");
  for (const char c : target)
    if (static_cast<unsigned char>(c) <= ' ' || static_cast<unsigned char>(c) >= 127)
      return no_request("the path has bytes that must be written as %NN");
  const std::size_t mark = std::min(target.find('?'), target.size());
  const auto path = decoded(target.substr(0, mark), false);
  if (!path || !read_query(target.substr(std::min(mark + 1, target.size())), to.query))
    return no_request("the path has a % without two hexadecimal digits");
  to.access.path = *path;
  return {};
}

std::optional<Refusal> read_request_line(std::string_view line, const HeadLimits& limits,
                                         ReadHead& to) {
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  if (first == std::string_view::npos || last == first)
    return no_request("the first line is not a request");
  const std::string_view version = line.substr(last + 1);
  if (version.size() != 8 || version.substr(0, 5) != "HTTP/")
    return no_request("the first line is not a request");
  if (version != "HTTP/1.1" && version != "HTTP/1.0") return Refusal{505, "only HTTP/1.1 is read"};
  to.keeps_alive = version == "HTTP/1.1";
  to.access.method = line.substr(0, first);
  if (!is_token(to.access.method)) return no_request("the first line is not a request");
  return read_target(line.substr(first + 1, last - first - 1), limits, to);
}

// A length that is not plainly a number, or more than one, is one that readers differ about.
void read_length(std::string_view value, int lengths, const HeadLimits& limits, ReadHead& to) {
  const auto [end, wrong] = std::from_chars(value.data(), value.data() + value.size(), to.body);
  to.access.is_too_large |= lengths > 1 || wrong != std::errc{} ||
                            end != value.data() + value.size() || to.body > limits.body;
  to.access.has_body |= to.body > 0;
}

void read_header(const std::string& name, std::string_view value, int& lengths,
                 const HeadLimits& limits, ReadHead& to) {
  RequestHead& a = to.access;
  if (name == "host")
    a.hosts.emplace_back(value);
  else if (name == "origin")
    a.origins.emplace_back(value);
  else if (name == in_lower_case(kTokenHeader))
    a.token = value;
  else if (name == "sec-fetch-site")
    a.fetch_site = value;
  else if (name == "range")
    a.has_range = true;
  else if (name == "content-encoding" || name == "expect" || name == "upgrade")
    a.has_encoding = true;
  else if (name == "content-type")
    a.has_encoding |= in_lower_case(value).rfind("multipart/", 0) == 0;
  else if (name == "transfer-encoding")
    a.is_too_large = a.has_body = true;
  else if (name == "content-length")
    read_length(value, ++lengths, limits, to);
  else if (name == "connection" && in_lower_case(value).find("close") != std::string::npos)
    to.keeps_alive = false;
}

}  // namespace

std::size_t end_of_head(std::string_view received, std::size_t from) {
  const std::size_t found = received.find("\r\n\r\n", from < 3 ? 0 : from - 3);
  return found == std::string_view::npos ? found : found + 4;
}

std::optional<Refusal> read_head(std::string_view text, const HeadLimits& limits, ReadHead& to) {
  bool is_first = true;
  int lengths = 0;
  std::size_t headers = 0;
  for (;;) {
    const std::size_t end = text.find("\r\n");
    if (end == std::string_view::npos) return no_request("the head does not end");
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 2);
    for (const char c : line)
      if ((static_cast<unsigned char>(c) < ' ' && c != '\t') || c == 127)
        return no_request("the head has control characters");
    if (is_first) {
      if (auto no = read_request_line(line, limits, to)) return no;
      is_first = false;
      continue;
    }
    if (line.empty()) return {};
    if (++headers > limits.headers) return Refusal{431, "too many headers"};
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || !is_token(line.substr(0, colon)))
      return no_request("a header is no `name: value`");
    std::string_view value = line.substr(colon + 1);
    while (!value.empty() && (value.front() == ' ' || value.front() == '\t'))
      value.remove_prefix(1);
    while (!value.empty() && (value.back() == ' ' || value.back() == '\t')) value.remove_suffix(1);
    read_header(in_lower_case(line.substr(0, colon)), value, lengths, limits, to);
  }
}

}  // namespace scree::view
