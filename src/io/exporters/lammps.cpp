// LAMMPS text dump: one snapshot that OVITO, VMD, LAMMPS (read_dump) and LIGGGHTS tools read.
// Types count from 1 there. Units are SI. The columns are what `dump custom` calls them.
#include <cmath>

#include "base/safe_text.hpp"
#include "io/exporter.hpp"
#include "io/text.hpp"

namespace scree::exporters {
namespace {

void append_box(std::string& out, const Frame& frame) {
  FrameBounds b = grain_bounds(frame);
  const FrameBounds walls = wall_bounds(frame);
  b.include(walls.lo), b.include(walls.hi);
  if (walls.empty()) b = grain_bounds(frame);
  if (b.empty()) b.lo = {}, b.hi = {};
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

Result<std::string> write_lammps(const Frame& frame, const ParamSet&) {
  std::string out = "ITEM: UNITS\nsi\nITEM: TIME\n";
  append(out, frame.time);
  out += "\nITEM: TIMESTEP\n";
  append(out, frame.step);
  out += "\nITEM: NUMBER OF ATOMS\n";
  append(out, std::uint64_t{frame.size()});
  out += '\n';
  append_box(out, frame);
  out +=
      "ITEM: ATOMS id type radius mass x y z vx vy vz omegax omegay omegaz fx fy fz tqx tqy tqz "
      "quatw quati quatj quatk body";
  for (const FrameField& field : frame.fields) out += " " + column(field.name);
  out += '\n';
  for (std::size_t k = 0; k < frame.size(); ++k) {
    append(out, frame.id[k]), out += ' ';
    append(out, frame.type[k] + 1), out += ' ';
    append(out, frame.radius[k]), out += ' ';
    append(out, frame.mass[k]);
    for (const auto* vectors : {&frame.x, &frame.v, &frame.omega, &frame.f, &frame.tq})
      out += ' ', append(out, (*vectors)[k], ' ');
    const Quat& q = frame.q[k];
    for (const double c : {q.w, q.x, q.y, q.z}) out += ' ', append(out, c);
    out += ' ', append(out, frame.body[k]);
    for (const FrameField& field : frame.fields) out += ' ', append(out, field.values[k]);
    out += '\n';
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
