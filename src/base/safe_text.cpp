#include "base/safe_text.hpp"

#include <cstdint>

namespace scree {
namespace {

struct Character {
  std::size_t size = 1;
  std::uint32_t code = 0;
  bool valid = false;
};

// The first character, by the table of well-formed sequences (Unicode 15, table 3-7): no longer
// forms than necessary, no surrogates, nothing beyond U+10FFFF.
Character first_character(std::string_view text) {
  const auto byte = [text](std::size_t k) {
    return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {1, lead, true};
  const std::size_t size = lead >= 0xC2 && lead < 0xE0   ? 2
                           : lead >= 0xE0 && lead < 0xF0 ? 3
                           : lead >= 0xF0 && lead < 0xF5 ? 4
                                                         : 0;
  if (size == 0) return {};
  const unsigned least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (byte(1) < least || byte(1) > most) return {};
  std::uint32_t code = lead & (0xFFu >> (size + 1));
  for (std::size_t k = 1; k < size; ++k) {
    if ((byte(k) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(k) & 0x3F);
  }
  return {size, code, true};
}

bool does_more_than_show(std::uint32_t c) {
  const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
  const bool separator = c == 0x2028 || c == 0x2029;
  const bool direction = c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
                         (c >= 0x2066 && c <= 0x2069) || c == 0x061C;
  const bool no_character = c == 0xFEFF || (c & 0xFFFE) == 0xFFFE;  // XML refuses the latter
  return control || separator || direction || no_character;
}

bool is_kept(const Character& c, Keep keep) {
  if (!c.valid) return false;
  if (keep == Keep::controls) return true;
  if (keep == Keep::lines && (c.code == '\n' || c.code == '\t')) return true;
  return !does_more_than_show(c.code);
}

void append_hex(std::string& out, std::uint32_t value, int digits) {
  while (digits-- > 0) out += "0123456789abcdef"[value >> (4 * digits) & 0xF];
}

void append_visible(std::string& out, const Character& c, char byte) {
  if (!c.valid || c.code < 0x80) {
    const char* short_form = byte == '\n'   ? "\\n"
                             : byte == '\r' ? "\\r"
                             : byte == '\t' ? "\\t"
                                            : "";
    if (*short_form != '\0') {
      out += short_form;
      return;
    }
    out += "\\x";
    append_hex(out, static_cast<unsigned char>(byte), 2);
    return;
  }
  out += c.code > 0xFFFF ? "\\U" : "\\u";
  append_hex(out, c.code, c.code > 0xFFFF ? 8 : 4);
}

}  // namespace

bool is_safe(std::string_view text, Keep keep) {
  while (!text.empty()) {
    const Character c = first_character(text);
    if (!is_kept(c, keep)) return false;
    text.remove_prefix(c.size);
  }
  return true;
}

std::string safe_text(std::string_view text, Keep keep) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character c = first_character(text);
    if (is_kept(c, keep))
      out += text.substr(0, c.size);
    else
      append_visible(out, c, text[0]);
    text.remove_prefix(c.size);
  }
  return out;
}

}  // namespace scree
