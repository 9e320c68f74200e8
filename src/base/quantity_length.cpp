// Where a number with its unit ends within a longer text.
#include <algorithm>
#include <charconv>

#include "base/units.hpp"
#include "base/words.hpp"

namespace scree {
namespace {

bool is_unit(std::string_view text) {
  return !trimmed(text).empty() && read_quantity("1 " + std::string(text)).ok();
}

// Bytes of a power behind a unit: ^2, ^-1, 3, ².
std::size_t power_length(std::string_view rest) {
  const auto digits_from = [&](std::size_t n) {
    while (n < rest.size() && rest[n] >= '0' && rest[n] <= '9') ++n;
    return n;
  };
  std::size_t sign = rest.starts_with("**") ? 2 : rest.starts_with("^") ? 1 : 0;
  if (rest.substr(sign).starts_with("-")) ++sign;
  if (const std::size_t n = digits_from(sign); n > sign) return n;
  std::size_t n = rest.starts_with("⁻") ? std::string_view("⁻").size() : 0;
  for (const std::string_view s : {"¹", "²", "³"})
    if (rest.substr(n).starts_with(s)) return n + s.size();
  return 0;
}

// Bytes of the word of a unit; what a parenthesis follows is a function.
std::size_t symbol_length(std::string_view rest) {
  std::size_t n = 0;
  const auto is_sign = [&](std::size_t k) {
    for (const std::string_view s : {"×", "·", "⋅", "¹", "²", "³", "⁻", "\u00a0"})
      if (rest.substr(k).starts_with(s)) return true;
    return false;
  };
  while (n < rest.size() && !is_sign(n)) {
    const auto c = static_cast<unsigned char>(rest[n]);
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%' || c == '_' || c >= 0x80))
      break;
    ++n;
  }
  const std::size_t next = rest.find_first_not_of(' ', n);
  return next != std::string_view::npos && rest[next] == '(' ? 0 : n;
}

// Bytes of "(m^2 s)" behind a slash, where all of it is a unit.
std::size_t unit_in_parentheses(std::string_view rest) {
  const std::size_t close = rest.find(')');
  if (!rest.starts_with('(') || close == std::string_view::npos) return 0;
  const std::string_view inner = rest.substr(1, close - 1);
  return is_unit(inner) ? close + 1 : 0;
}

}  // namespace

std::size_t quantity_length(std::string_view text) {
  if (text.empty() || !((text[0] >= '0' && text[0] <= '9') || text[0] == '.')) return 0;
  double value = 0;
  const auto r = std::from_chars(text.data(), text.data() + text.size(), value);
  if (r.ec == std::errc::invalid_argument) return 0;
  const std::size_t number = static_cast<std::size_t>(r.ptr - text.data());
  const auto blanks = [&](std::size_t n) {
    return std::min(text.find_first_not_of(' ', n), text.size());
  };
  std::size_t end = blanks(number);
  const std::size_t first = symbol_length(text.substr(end));
  if (first == 0) return number;
  end += first;
  end += power_length(text.substr(end));
  while (true) {
    std::size_t next = blanks(end);
    bool divide = false;
    for (const std::string_view s : {"/", "*", "·", "⋅"})
      if (text.substr(next).starts_with(s) && !text.substr(next).starts_with("**")) {
        divide = s == "/";
        next = blanks(next + s.size());
        break;
      }
    std::size_t n = divide ? unit_in_parentheses(text.substr(next)) : 0;
    if (n == 0) {
      n = symbol_length(text.substr(next));
      if (n == 0 || !is_unit(text.substr(next, n))) return end;
    }
    end = next + n + power_length(text.substr(next + n));
  }
}

}  // namespace scree
