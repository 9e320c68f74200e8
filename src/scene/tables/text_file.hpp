// The text file that a parameter of a fill names.
#pragma once

#include <optional>
#include <string>

#include "scene/fill.hpp"

namespace scree {

struct TextFile {
  std::string name, text;  // without folders; without a byte-order mark
};
// Nothing: it cannot be read, which is reported (E0001, E0002).
std::optional<TextFile> read_text_file(const FillContext& context, const char* key);

}  // namespace scree
