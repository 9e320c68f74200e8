// One line per grain, for spreadsheets, R, pandas and gnuplot. Numbers read back exactly.
#include "io/exporter.hpp"
#include "io/frame_parts.hpp"
#include "io/text.hpp"

namespace scree::exporters {
namespace {

constexpr ParamInfo kCsvExportParams[] = {
    {.name = "part",
     .kind = ParamKind::choice,
     .fallback = "grains",
     .choices = "grains|contacts|bonds",
     .doc = "what to write: one file holds one part"},
};

std::string csv_bonds(const Frame& frame) {
  std::string out = "i,j,type,strain,pull,fx,fy,fz\n";
  for (const FrameBond& b : frame.bonds) {
    out += std::to_string(b.i) + ',' + std::to_string(b.j) + ',' + std::to_string(b.type);
    for (const double v :
         {b.strain, dot(b.force, normalized(b.line)), b.force.x, b.force.y, b.force.z})
      out += ',', append(out, v);
    out += '\n';
  }
  return out;
}

// A vector has three columns: force_x, force_y, force_z. The partner of a wall's contact is empty.
Result<std::string> csv_contacts(const Frame& frame) {
  if (auto missing = contacts_unknown(frame)) return *missing;
  std::string out;
  for_each_contact_column([&out](const std::string& name, const char*, const auto& value) {
    using One = decltype(value(FrameContact{}));
    if constexpr (std::is_same_v<One, Vec3>)
      out += name + "_x," + name + "_y," + name + "_z,";
    else
      out += name + ",";
  });
  out.back() = '\n';
  for (const FrameContact& c : frame.contacts) {
    for_each_contact_column([&](const std::string& name, const char*, const auto& value) {
      const auto one = value(c);
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(one)>, Vec3>) {
        for (int k = 0; k < 3; ++k) append(out, one[k]), out += ',';
      } else if constexpr (std::is_same_v<std::remove_cvref_t<decltype(one)>, double>) {
        append(out, one), out += ',';
      } else {
        out += (name == "j" && c.wall >= 0) || (name == "wall" && c.wall < 0)
                   ? ","
                   : std::to_string(one) + ",";
      }
    });
    out.back() = '\n';
  }
  return out;
}

Result<std::string> write_csv(const Frame& frame, const ParamSet& params) {
  if (params.text("part") == "bonds") return csv_bonds(frame);
  if (params.text("part") == "contacts") return csv_contacts(frame);
  std::string out;
  for_each_field(frame, [&out](const FrameArray& array, const auto& span) {
    if (!array.is_tabled()) return;
    for (const std::string& name : array.column_names(span.width()))
      out += (out.empty() ? "" : ",") + csv_cell(name);
  });
  out += '\n';
  out.reserve(out.size() + frame.size() * 400);
  for (std::size_t r = 0; r < frame.size(); ++r) {
    for_each_field(frame, [&out, r](const FrameArray& array, const auto& span) {
      if (!array.is_tabled()) return;
      for (std::size_t k = 0; k < span.width(); ++k) append(out, span[r][k]), out += ',';
    });
    out.back() = '\n';
  }
  return out;
}

}  // namespace

extern const ExporterEntry csv_entry;
const ExporterEntry csv_entry{.info = {"csv", "one line per grain, contact or bond, exact numbers",
                                       "RFC 4180", kCsvExportParams},
                              .extension = "csv",
                              .write = write_csv};

}  // namespace scree::exporters
