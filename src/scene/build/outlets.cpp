#include "scene/build/outlets.hpp"

#include <fmt/format.h>

#include "scene/build/measures.hpp"

namespace scree {
namespace {

constexpr ParamInfo kOutlet[] = {
    {.name = "name",
     .kind = ParamKind::text,
     .doc = "begins its columns in series.csv, NAME.grains_out and NAME.mass_out, and is its name "
            "in messages and `--set outlet.NAME.key`; default: `outlet_0`, `outlet_1`, ..."},
    {.name = "takes",
     .kind = ParamKind::choice,
     .fallback = "centre",
     .choices = "centre|whole",
     .doc = "a grain leaves once its centre, or once all of it, is inside"},
    {.name = "treat_as",
     .kind = ParamKind::choice,
     .fallback = "outflow",
     .choices = "outflow|lost|failure",
     .doc =
         "what it means that a grain comes here. `outflow`: it is counted; `lost`: it is counted "
         "among the lost grains, which makes the verdict doubtful; `failure`: the run stops and "
         "names it"},
    {.name = "from", .dim = dim::time, .fallback = "0", .doc = "takes no grain before this time"},
    {.name = "until", .dim = dim::time, .doc = "takes no grain after this time; default: no end"},
    {.name = "check_every",
     .kind = ParamKind::integer,
     .fallback = "100",
     .range = {1, 1e9},
     .doc = "looks for grains at every so many steps; a removal renews the lists of neighbours, "
            "so a small number costs time"},
};

std::vector<CatalogItem> outlet_regions() {
  std::vector<CatalogItem> out;
  for (const OutletRegionEntry* e : outlet_region_catalog()) out.push_back({e->info});
  return out;
}

void check_name(const Branch& b, const std::string& name, const World& world, Messages& messages) {
  if (!fits_a_header(name))
    messages.error("E0104", b.where("name"),
                   "the name of an outlet must not be empty and has no commas, quotes or tabs",
                   "it begins the names of columns in series.csv");
  for (const Outlet& other : world.outlets)
    if (other.name == name)
      messages.error("E0206", b.where("name"), fmt::format("two outlets have the name `{}`", name),
                     "their columns in series.csv could not be distinguished");
}

void report(const Branch& b, const std::string& name, const Error& e, Messages& messages) {
  messages.error(e.code, b.where(e.subject.key), fmt::format("outlet `{}`: {}", name, e.message),
                 e.hint);
}

Outlet::Meaning meaning_of(const std::string& word) {
  if (word == "lost") return Outlet::Meaning::lost;
  return word == "failure" ? Outlet::Meaning::failure : Outlet::Meaning::outflow;
}

void read_one(Branch& b, World& world, Messages& messages) {
  if (b.broken) return;
  if (!b.params.has("name")) b.params.set("name", fmt::format("outlet_{}", world.outlets.size()));
  Outlet o;
  o.name = b.params.text("name");
  check_name(b, o.name, world, messages);
  o.whole = b.params.text("takes") == "whole";
  o.meaning = meaning_of(b.params.text("treat_as"));
  o.from = b.params.number("from");
  o.until = b.params.number_or("until", o.until);
  o.check_every = static_cast<std::uint64_t>(b.params.integer("check_every"));
  if (!(o.until >= o.from))
    messages.error("E0706", b.where("until"), "`until` must not be before `from`");
  auto region = find_outlet_region(b.entry.name)->make(b.entry_params);
  if (!region) return report(b, o.name, region.error(), messages);
  o.region = std::move(*region);
  world.outlets.push_back(std::move(o));
}

}  // namespace

const Section& outlet_section() {
  static const Section outlet{
      .title = "[[outlet]]",
      .doc =
          "A part of space that takes grains out of the run. A grain that lies in two outlets "
          "belongs to the first in the scene. What left is counted in series.csv and in the "
          "summary; its energy is booked as `removed`. Fixed grains stay.",
      .params = kOutlet,
      .selector = "region",
      .entry_word = "outlet region",
      .catalog = outlet_regions};
  return outlet;
}

void read_outlets(std::vector<Branch>& list, World& world, Messages& messages) {
  for (Branch& b : list) read_one(b, world, messages);
}

}  // namespace scree
