// Grains from a table in a text file; csv_grains.hpp says what it looks like.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "base/words.hpp"
#include "scene/tables/csv_bonds.hpp"
#include "scene/tables/csv_grains.hpp"

namespace scree::fills {
namespace {

constexpr std::array<ParamInfo, 4> kCsvParams{{
    {.name = "file", .kind = ParamKind::path, .required = true, .doc = "relative to the scene"},
    {.name = "bonds",
     .kind = ParamKind::path,
     .doc = "a file with columns i, j, bond, length: grains that bonds hold, by their rows in "
            "`file` from 0, or one that `scree export --param part=bonds` wrote; relative to the "
            "scene"},
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

// The file that the parameter `key` names; nothing: it cannot be read, which is reported.
struct TextFile {
  std::string name, text;
};
std::optional<TextFile> table_of(const FillContext& context, const char* key) {
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

void make_csv(FillContext& context) {
  auto grains = table_of(context, "file");
  if (!grains) return;
  const bool glued = context.fill.entry_params.has("bonds");
  auto bonds = glued ? table_of(context, "bonds") : std::nullopt;
  if (glued && !bonds) return;
  const std::uint32_t first = context.world.particles.next_id();
  const std::vector<std::uint32_t> ids =
      add_csv_grains(context, std::move(grains->text), grains->name,
                     bonds ? bonded_ids(bonds->text) : std::set<std::uint32_t>());
  if (bonds) add_csv_bonds(context, std::move(bonds->text), bonds->name, first, ids);
}

}  // namespace

extern const FillEntry csv_entry;
const FillEntry csv_entry{
    .info = {"csv",
             "from a file with columns x y z r, vx vy vz, material, fixed, body, density; or one "
             "that `scree export` wrote",
             "", kCsvParams},
    .tables = nullptr,
    .make = make_csv,
    .own_materials = true};

}  // namespace scree::fills
