#include "scene/tables/text_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "base/words.hpp"

namespace scree {
namespace {

constexpr std::uintmax_t kLargestFile = 4ull << 30;

}  // namespace

std::optional<TextFile> read_text_file(const FillContext& context, const char* key) {
  const std::string& path = context.fill.entry_params.text(key);
  TextFile out{std::filesystem::path(path).filename().string(), {}};
  std::error_code failure;
  const std::uintmax_t size = std::filesystem::file_size(path, failure);
  if (!failure && size > kLargestFile) {
    context.fail("E0002", key, fmt::format("\"{}\" is larger than 4 GB", out.name));
    return std::nullopt;
  }
  std::ifstream in(path, std::ios::binary);
  out.text.assign((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  out.text.erase(0, out.text.size() - without_byte_order_mark(out.text).size());
  if (!failure && in) return out;
  context.fail("E0001", key, fmt::format("\"{}\" cannot be read", out.name));
  return std::nullopt;
}

}  // namespace scree
