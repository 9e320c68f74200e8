// LAMMPS text dump: one snapshot that OVITO, VMD, LAMMPS (read_dump) and LIGGGHTS tools read.
// Types count from 1 there. Units are SI. The columns are what `dump custom` calls them.
#include <algorithm>
#include <cmath>

#include "base/safe_text.hpp"
#include "io/exporter.hpp"
#include "io/text.hpp"

namespace scree::exporters {
namespace {

// Bounds are those of the tilted cell's corners, as LAMMPS has them.
void append_tilted_box(std::string& out, const PeriodicBox& box) {
  const Vec3 t = box.tilt;
  out += "ITEM: BOX BOUNDS xy xz yz pp pp pp\n";
  const double low[3] = {box.lo.x + std::min({0.0, t.x, t.y, t.x + t.y}),
                         box.lo.y + std::min(0.0, t.z), box.lo.z};
  const double high[3] = {box.hi.x + std::max({0.0, t.x, t.y, t.x + t.y}),
                          box.hi.y + std::max(0.0, t.z), box.hi.z};
  for (int k = 0; k < 3; ++k) {
    append(out, low[k]), out += ' ';
    append(out, high[k]), out += ' ';
    append(out, t[k]), out += '\n';
  }
}

void append_box(std::string& out, const Frame& frame) {
  FrameBounds b = grain_bounds(frame);
  const FrameBounds walls = wall_bounds(frame);
  b.include(walls.lo), b.include(walls.hi);
  if (walls.empty()) b = grain_bounds(frame);
  if (b.empty()) b.lo = {}, b.hi = {};
  if (frame.box.tilted()) return append_tilted_box(out, frame.box);
  out += "ITEM: BOX BOUNDS";
  for (int k = 0; k < 3; ++k) out += frame.box.periodic[k] ? " pp" : " ff";
  out += '\n';
  for (int k = 0; k < 3; ++k) {
    append(out, frame.box.periodic[k] ? frame.box.lo[k] : b.lo[k]), out += ' ';
    append(out, frame.box.periodic[k] ? frame.box.hi[k] : b.hi[k]), out += '\n';
  }
}

// Column names must not contain blanks.
std::string column(std::string name) {
  name = safe_text(name);
  for (char& c : name)
    if (c == ' ' || c == '\t' || c == '\n') c = '_';
  return name;
}

std::vector<std::string> columns_of(const FrameArray& array, std::size_t width) {
  if (array.name == "q") return {"quatw", "quati", "quatj", "quatk"};
  return array.column_names(width);
}

Result<std::string> write_lammps(const Frame& frame, const ParamSet&) {
  std::string out = "ITEM: UNITS\nsi\nITEM: TIME\n";
  append(out, frame.time);
  out += "\nITEM: TIMESTEP\n";
  append(out, frame.step);
  out += "\nITEM: NUMBER OF ATOMS\n";
  append(out, std::uint64_t{frame.size()});
  out += '\n';
  append_box(out, frame);
  out += "ITEM: ATOMS";
  for_each_field(frame, [&out](const FrameArray& array, const auto& span) {
    if (!array.is_tabled()) return;
    for (const std::string& name : columns_of(array, span.width())) out += " " + column(name);
  });
  out += '\n';
  for (std::size_t r = 0; r < frame.size(); ++r) {
    for_each_field(frame, [&out, r](const FrameArray& array, const auto& span) {
      if (!array.is_tabled()) return;
      const std::uint32_t from = array.name == "type" ? 1 : 0;
      for (std::size_t k = 0; k < span.width(); ++k) {
        if constexpr (std::is_floating_point_v<
                          typename std::remove_cvref_t<decltype(span)>::Number>)
          append(out, span[r][k]);
        else
          append(out, span[r][k] + from);
        out += ' ';
      }
    });
    out.back() = '\n';
  }
  return out;
}

}  // namespace

extern const ExporterEntry lammps_entry;
const ExporterEntry lammps_entry{
    .info = {"lammps", "LAMMPS text dump (OVITO, VMD)", "LAMMPS manual, dump custom", {}},
    .extension = "dump",
    .write = write_lammps};

}  // namespace scree::exporters
