// Base64 (RFC 4648), as inline VTK arrays use it.
#pragma once

#include <span>
#include <string>

namespace scree {

void append_base64(std::string& out, std::span<const unsigned char> bytes);

}  // namespace scree
