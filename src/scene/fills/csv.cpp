// Grains from a table in a text file; csv_grains.hpp says what it looks like.
#include "scene/tables/csv_bonds.hpp"
#include "scene/tables/csv_grains.hpp"
#include "scene/tables/text_file.hpp"

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

void make_csv(FillContext& context) {
  auto grains = read_text_file(context, "file");
  if (!grains) return;
  const bool glued = context.fill.entry_params.has("bonds");
  auto bonds = glued ? read_text_file(context, "bonds") : std::nullopt;
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
