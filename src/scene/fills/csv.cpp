// Grains from a table in a text file; csv_grains.hpp says what it looks like.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "scene/csv_grains.hpp"

namespace scree::fills {
namespace {

constexpr std::array<ParamInfo, 3> kCsvParams{{
    {.name = "file", .kind = ParamKind::path, .required = true, .doc = "relative to the scene"},
    {.name = "scale",
     .fallback = "1",
     .range = range::positive,
     .doc = "factor for positions and sizes: 0.001 for a file in millimetres"},
    {.name = "fixed",
     .kind = ParamKind::boolean,
     .fallback = "false",
     .doc = "the grains never move"},
}};
constexpr std::uintmax_t kLargestFile = 4ull << 30;

void make_csv(FillContext& context) {
  const std::string& path = context.fill.entry_params.text("file");
  const std::string name = std::filesystem::path(path).filename().string();
  std::error_code failure;
  const std::uintmax_t size = std::filesystem::file_size(path, failure);
  if (!failure && size > kLargestFile)
    return context.fail("E0002", "file", fmt::format("\"{}\" is larger than 4 GB", name));
  std::ifstream in(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (failure || !in)
    return context.fail("E0001", "file", fmt::format("\"{}\" cannot be read", name));
  add_csv_grains(context, std::move(text), name);
}

}  // namespace

extern const FillEntry csv_entry;
const FillEntry csv_entry{
    .info = {"csv", "from a file with columns x y z r, vx vy vz, material, fixed, body", "",
             kCsvParams},
    .tables = nullptr,
    .make = make_csv};

}  // namespace scree::fills
