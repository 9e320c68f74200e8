// Grains from a file of another program: io/packing/packing.hpp says which.
#include "io/packing/packing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "base/words.hpp"
#include "scene/tables/text_file.hpp"
#include "scene/text/reader.hpp"

namespace scree::fills {
namespace {

constexpr std::array<ParamInfo, 9> kPackingParams{{
    {.name = "file", .kind = ParamKind::path, .required = true, .doc = "relative to the scene"},
    {.name = "format",
     .kind = ParamKind::choice,
     .fallback = "auto",
     .choices = "auto|lammps-data|lammps-dump|yade",
     .doc = "what the file is; `auto` looks at its first lines"},
    {.name = "frame",
     .kind = ParamKind::text,
     .fallback = "last",
     .doc = "of a dump: \"last\", \"first\", the number of a frame from 0 (\"12\"), or its step "
            "(\"step 5000\")"},
    {.name = "units",
     .kind = ParamKind::choice,
     .fallback = "auto",
     .choices = "auto|si|cgs|micro|nano",
     .doc = "those of the file, as LAMMPS calls them; `auto`: what the file says, else si"},
    {.name = "materials",
     .kind = ParamKind::text,
     .doc = "of the types of the file, in their order: \"glass, steel\"; `material` makes all "
            "grains one"},
    {.name = "diameter",
     .dim = dim::length,
     .range = range::positive,
     .doc = "of all grains, for a file without sizes"},
    {.name = "scale",
     .fallback = "1",
     .range = range::positive,
     .doc = "factor for positions and sizes"},
    {.name = "at_rest",
     .kind = ParamKind::boolean,
     .fallback = "false",
     .doc = "the grains start with `velocity`, whatever the file says"},
    {.name = "fixed",
     .kind = ParamKind::boolean,
     .fallback = "false",
     .doc = "the grains never move"},
}};

// A material for each type; nothing: one has none, which is reported.
std::optional<std::vector<MaterialId>> materials_of(const FillContext& context,
                                                    const Packing& packing) {
  const auto& all = context.world.materials;
  const std::size_t types = packing.types.size();
  if (context.fill.spans.contains("material") ||
      (all.size() == 1 && !context.fill.entry_params.has("materials")))
    return std::vector<MaterialId>(types, context.material);
  std::vector<std::string> known, wanted = packing.types;
  for (const MaterialSpec& m : all) known.push_back(m.name);
  const bool told = context.fill.entry_params.has("materials");
  if (told) {
    wanted.clear();
    std::string_view rest = context.fill.entry_params.text("materials");
    for (bool more = true; more;) {
      const std::size_t comma = rest.find(',');
      more = comma != std::string_view::npos;
      wanted.emplace_back(trimmed(rest.substr(0, comma)));
      if (more) rest.remove_prefix(comma + 1);
    }
    if (wanted.size() != types) {
      context.fail("E0201", "materials",
                   fmt::format("`materials` names {}, but the file has {} types: {}", wanted.size(),
                               types, fmt::format("{}", fmt::join(packing.types, ", "))));
      return std::nullopt;
    }
  }
  std::vector<MaterialId> out;
  for (std::size_t k = 0; k < types; ++k) {
    const auto at = std::find(known.begin(), known.end(), wanted[k]);
    if (at == known.end()) {
      context.fail(
          "E0201", told ? "materials" : "file",
          told ? fmt::format("unknown material `{}`", wanted[k])
               : fmt::format("of which material are the grains of type {}?", packing.types[k]),
          told ? "known: " + list_words(known)
               : fmt::format("`materials` with a name for each of the types {}, in this order; or "
                             "`material` for all of them",
                             fmt::format("{}", fmt::join(packing.types, ", "))));
      return std::nullopt;
    }
    out.push_back(MaterialId{static_cast<std::uint32_t>(at - known.begin())});
  }
  return out;
}

// The scene should have the box of the file where that is periodic.
void compare_boxes(FillContext& context, const Packing& packing, double scale) {
  if (!packing.box || !packing.box->periodic_known) return;
  const PackingBox& then = *packing.box;
  const PeriodicBox& now = context.world.box;
  for (int k = 0; k < 3; ++k) {
    if (!then.periodic[k] || (context.two_d() && k == 2)) continue;
    const double length = scale * (then.hi[k] - then.lo[k]);
    if (now.periodic[k] && std::abs(now.length(k) - length) <= 1e-9 * length) continue;
    const std::string fit =
        scale == 1 ? box_text(packing) : box_text(packing) + ", all times `scale`";
    context.messages.warn(
        context.fill.where("file"),
        fmt::format(
            "the packing is periodic along {}, the scene {}; the box of the file: {}",
            static_cast<char>('x' + k),
            now.periodic[k] ? fmt::format("has another length, {:g} m", now.length(k)) : "is not",
            fit));
    return;
  }
}

std::string what_was_read(const FillContext& context, const std::string& name, const Packing& p) {
  std::string text = fmt::format("{}: {} grains of {} ({}", context.name(), p.grains.size(), name,
                                 name_of(p.format));
  if (p.frames > 1) text += fmt::format(", frame {} of {}", p.frame, p.frames);
  if (p.step) text += fmt::format(", step {}", *p.step);
  return text + ")";
}

class PackingFill {
 public:
  PackingFill(FillContext& context, int source, const Packing& packing,
              std::vector<MaterialId> materials)
      : context_(context),
        source_(source),
        packing_(packing),
        materials_(std::move(materials)),
        scale_(context.fill.entry_params.number("scale")) {}

  void place() {
    for (std::size_t k = 0; k < packing_.grains.size(); ++k) {
      if (context_.messages.full()) return context_.messages.count_one();
      place(packing_.grains[k], k);
    }
  }

 private:
  void place(const PackedGrain& from, std::size_t number) {
    const ParamSet& p = context_.fill.entry_params;
    const TextSpan at{source_, from.line, 1, from.line, 2};
    const bool moves = packing_.has_velocities && !p.boolean("at_rest");
    Grain g{.x = scale_ * from.x,
            .radius = scale_ * from.radius,
            .material = materials_[from.type],
            .v = context_.fill.params.vector("velocity"),
            .fixed = p.boolean("fixed")};
    if (moves) g.v += from.v;
    if (packing_.has_spins && !p.boolean("at_rest")) g.omega = from.omega;
    for (int k = 0; k < 3; ++k)
      if (!(std::abs(g.x[k]) <= kLargestLength)) return absurd(at, g.x[k]);
    if (!(g.radius >= kSmallestLength && g.radius <= kLargestLength)) return absurd(at, g.radius);
    Piece piece{.radius = g.radius, .density = own_density(from, g.material)};
    if (context_.check_given(piece, g, fmt::format("grain {}", number), at)) context_.add(piece, g);
  }
  void absurd(const TextSpan& at, double m) {
    context_.messages.error("E0718", at, fmt::format("a length of {:g} m", m), "is `scale` right?");
  }
  // Of a ball that differs from its material; else 0. Discs have another density than balls.
  double own_density(const PackedGrain& from, MaterialId material) const {
    if (!(from.density > 0) || context_.two_d()) return 0;
    const double usual = context_.world.materials[material.value].density;
    return std::abs(from.density - usual) > 1e-9 * usual ? from.density : 0;
  }

  FillContext& context_;
  const int source_;
  const Packing& packing_;
  const std::vector<MaterialId> materials_;
  const double scale_;
};

void make_packing(FillContext& context) {
  const ParamSet& p = context.fill.entry_params;
  auto file = read_text_file(context, "file");
  if (!file) return;
  const ReadPacking read = read_packing(
      file->text, {p.text("format"), p.text("frame"), p.text("units"), p.number_or("diameter", 0)});
  const int source = context.messages.add_source(file->name, std::move(file->text));
  for (const PackingMistake& m : read.mistakes) {
    if (m.line == 0)
      context.fail("E0718", "file", fmt::format("\"{}\": {}", file->name, m.message), m.hint);
    else
      context.messages.error("E0718", {source, m.line, m.column, m.line, m.column + m.width},
                             m.message, m.hint);
  }
  if (!read.mistakes.empty()) return;
  const auto materials = materials_of(context, read.packing);
  if (!materials) return;
  compare_boxes(context, read.packing, p.number("scale"));
  context.messages.note(what_was_read(context, file->name, read.packing));
  for (const std::string& n : read.packing.notes)
    context.messages.note(fmt::format("{}: {}", context.name(), n));
  PackingFill(context, source, read.packing, *materials).place();
}

}  // namespace

extern const FillEntry packing_entry;
const FillEntry packing_entry{
    .info = {"packing",
             "from a file of another program: a LAMMPS data file, a dump of LAMMPS or LIGGGHTS, a "
             "packing in text of YADE",
             "", kPackingParams},
    .tables = nullptr,
    .make = make_packing,
    .balls_only = true,
    .own_materials = true};

}  // namespace scree::fills
