// The sizes of grains as a scene gives them.
#include <fmt/format.h>

#include "scene/build/sieve.hpp"
#include "scene/fill.hpp"

namespace scree {
namespace {

constexpr ParamInfo kFixed[] = {
    {.name = "diameter",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "of every grain"},
    {.name = "spread",
     .fallback = "0",
     .range = {0, 1, false, true},
     .doc = "uniform relative change, up or down"},
};
constexpr ParamInfo kUniform[] = {
    {.name = "min",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "smallest diameter"},
    {.name = "max",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "largest diameter"},
};
constexpr ParamInfo kBell[] = {
    {.name = "mean",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "of the diameter, before truncation"},
    {.name = "deviation",
     .dim = dim::length,
     .required = true,
     .range = range::non_negative,
     .doc = "standard deviation of the diameter, before truncation"},
    {.name = "min",
     .dim = dim::length,
     .range = range::positive,
     .doc = "smallest diameter; default: 3 deviations below (of ln d for `lognormal`)"},
    {.name = "max",
     .dim = dim::length,
     .range = range::positive,
     .doc = "largest diameter; default: 3 deviations above"},
};
constexpr ParamInfo kClasses[] = {
    {.name = "diameters",
     .kind = ParamKind::numbers,
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "one per class"},
    {.name = "shares",
     .kind = ParamKind::numbers,
     .required = true,
     .range = range::non_negative,
     .doc = "one per class; need not add up to 1"},
    {.name = "by",
     .kind = ParamKind::choice,
     .fallback = "number",
     .choices = "number|mass",
     .doc = "what the shares are shares of"},
    {.name = "spread",
     .fallback = "0",
     .range = {0, 1, false, true},
     .doc = "uniform relative change within a class, up or down"},
};

std::vector<CatalogItem> kinds() {
  return {{{"fixed", "one diameter", "", kFixed}},
          {{"uniform", "uniform between two diameters", "Lazarevic (1)", kUniform}},
          {{"normal", "normal, truncated", "", kBell}},
          {{"lognormal", "log-normal, truncated", "", kBell}},
          {{"classes", "given classes by number or mass", "Ferrez 5.2", kClasses}},
          {{"sieve", "sieve curve: the share of the mass that passes each opening", "",
            sieve_params()}}};
}

SizeDistribution one_size(double diameter, double spread) {
  SizeDistribution s;
  if (spread == 0) {
    s.kind = SizeDistribution::Kind::fixed;
    s.mean = diameter;
  } else {
    s.kind = SizeDistribution::Kind::classes;
    s.classes = {{diameter, 1, spread}};
  }
  return s;
}

// Nothing when the lists of classes differ in length.
std::optional<SizeDistribution> from_table(const Branch& size) {
  const ParamSet& p = size.entry_params;
  const std::string_view kind = size.entry.name;
  if (kind == "fixed") return one_size(p.number("diameter"), p.number("spread"));
  SizeDistribution s;
  if (kind == "uniform") {
    s.kind = SizeDistribution::Kind::uniform;
    s.lo = p.number("min");
    s.hi = p.number("max");
  } else if (kind == "classes") {
    s.kind = SizeDistribution::Kind::classes;
    s.by_mass = p.text("by") == "mass";
    const auto& diameters = p.numbers("diameters");
    const auto& shares = p.numbers("shares");
    if (diameters.size() != shares.size()) return std::nullopt;
    for (std::size_t k = 0; k < diameters.size(); ++k)
      s.classes.push_back({diameters[k], shares[k], p.number("spread")});
  } else {
    s.kind = kind == "normal" ? SizeDistribution::Kind::normal : SizeDistribution::Kind::lognormal;
    s.mean = p.number("mean");
    s.deviation = p.number("deviation");
    s.lo = p.number_or("min", 0);
    s.hi = p.number_or("max", 0);
  }
  return s;
}

}  // namespace

const Section& size_section() {
  static const Section size{.title = "`size`",
                            .doc = "A distribution of diameters.",
                            .selector = "kind",
                            .entry_word = "size distribution",
                            .catalog = kinds};
  return size;
}
SubTable size_table() {
  return {"size", &size_section(), Repeat::one, "", "distribution of the diameter; or `diameter`"};
}

std::optional<SizeDistribution> sizes_of(const Branch& branch, std::string_view owner,
                                         Messages& messages) {
  const ParamSet& p = branch.entry.name.empty() ? branch.params : branch.entry_params;
  const Branch* table = branch.table("size");
  const bool given = p.has("diameter");
  if (given == (table != nullptr)) {
    messages.error("E0706", branch.where(given ? "size" : "diameter"),
                   given ? fmt::format("{} has both `diameter` and `size`", owner)
                         : fmt::format("{} lacks `diameter` or `size`", owner),
                   given ? "keep one of them" : "add `diameter = \"4 mm\"`");
    return std::nullopt;
  }
  if (given) return one_size(p.number("diameter"), p.number_or("variation", 0));
  if (p.number_or("variation", 0) > 0)
    messages.error("E0706", branch.where("variation"),
                   "`variation` belongs to `diameter`, not to `size`",
                   "use `spread` in the table `size`");
  if (table->entry.name == "sieve") return sieve_of(*table, messages);
  const auto sizes = from_table(*table);
  if (!sizes) {
    messages.error("E0706", table->where("shares"),
                   "`diameters` and `shares` must have the same length");
    return std::nullopt;
  }
  const std::string wrong = sizes->valid();
  if (wrong.empty()) return sizes;
  messages.error("E0706", table->span, fmt::format("`size`: {}", wrong));
  return std::nullopt;
}

}  // namespace scree
