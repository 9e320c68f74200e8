// scree import FILE: a packing of another program, told and written as a table that fills read.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/safe_text.hpp"
#include "base/units.hpp"
#include "base/words.hpp"
#include "io/atomic_file.hpp"
#include "io/packing/packing.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"

namespace scree::app {
namespace {

struct ImportArguments {
  std::string file, out, materials, diameter;
  PackingRequest request;
};

Result<std::vector<std::string>> names_of_types(const std::string& text, const Packing& packing) {
  std::vector<std::string> out;
  if (text.empty()) return out;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(',', from), text.size());
    out.emplace_back(trimmed(std::string_view(text).substr(from, to - from)));
    from = to + 1;
  }
  if (out.size() == packing.types.size()) return out;
  return Error{"E0201",
               fmt::format("{} named, but the file has {} types: {}", out.size(),
                           packing.types.size(), fmt::join(packing.types, ", ")),
               "--materials", "a name for each type, in this order"};
}

void tell(const Packing& p, const std::string& file) {
  const auto [least, most] = std::minmax_element(
      p.grains.begin(), p.grains.end(),
      [](const PackedGrain& a, const PackedGrain& b) { return a.radius < b.radius; });
  print_out("{}: {}", safe_text(file), name_of(p.format));
  if (p.frames > 1) print_out(", frame {} of {} (0 to {})", p.frame, p.frames, p.frames - 1);
  if (p.step) print_out(", step {}", *p.step);
  if (p.time) print_out(", t = {:.6g} s", *p.time);
  print_out("\n  {} grains, diameters {:.4g} to {:.4g} m, units {}\n", p.grains.size(),
            2 * least->radius, 2 * most->radius, p.units);
  print_out("  types: {}\n", safe_text(fmt::format("{}", fmt::join(p.types, ", "))));
  if (const std::string box = box_text(p); !box.empty())
    print_out("  [box] {}{}\n", box,
              p.box->periodic_known ? "" : "\n  (the file does not say what is periodic)");
  for (const std::string& n : p.notes) print_note("note: {}\n", n);
}

int import_packing(ImportArguments& a) {
  if (!a.diameter.empty()) {
    const ParamInfo info{.name = "diameter", .dim = dim::length, .range = range::positive};
    const auto d = parse_param(info, a.diameter);
    if (!d) return refused(d.errors());
    a.request.diameter = std::get<double>(*d);
  }
  const auto text = read_whole_file(a.file);
  if (!text) return refused(text.errors());
  const ReadPacking read = read_packing(*text, a.request);
  if (!read.mistakes.empty()) return refused(errors_of(a.file, read.mistakes));
  const auto names = names_of_types(a.materials, read.packing);
  if (!names) return refused(names.errors());
  tell(read.packing, a.file);
  if (a.out.empty()) return kSuccess;
  const std::string name = std::filesystem::path(a.file).filename().string();
  if (auto done = write_file(a.out, packing_csv(read.packing, *names, name)); !done) {
    print_errors(done.errors());
    return kFailed;
  }
  print_out("{}\n", safe_text(a.out));
  return kSuccess;
}

}  // namespace

void add_import(CommandLine& line) {
  auto a = std::make_shared<ImportArguments>();
  Command c = line.command("import", "a packing of LAMMPS, LIGGGHTS or YADE as a table of grains");
  c.value("file", a->file, "a LAMMPS data file, a dump of LAMMPS or LIGGGHTS, a text x y z r")
      .required();
  c.value("-o,--out", a->out,
          "table to write, for a fill of kind `csv`; without it the file is only told");
  c.value("--format", a->request.format, "auto (default), lammps-data, lammps-dump or yade");
  c.value("--frame", a->request.frame,
          "of a dump: last (default), first, a number from 0, or \"step 5000\"");
  c.value("--units", a->request.units,
          "auto (default: what the file says), si, cgs, micro or nano");
  c.value("--materials", a->materials,
          "names for the types of the file, in their order: glass,steel");
  c.value("--diameter", a->diameter, "of all grains, for a file without sizes: \"4 mm\"");
  c.action([a] { return import_packing(*a); });
}

}  // namespace scree::app
