// Base64 (RFC 4648), as inline VTK arrays use it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scree {

void append_base64(std::string& out, std::span<const unsigned char> bytes);

// The bytes of one block, blanks around it allowed; nothing where it is damaged: another character,
// a length that is not a multiple of four, padding within, bits behind the end.
std::optional<std::vector<unsigned char>> decode_base64(std::string_view text);

}  // namespace scree
