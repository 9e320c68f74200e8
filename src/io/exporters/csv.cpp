// One line per grain, for spreadsheets, R, pandas and gnuplot. Numbers read back exactly.
#include "io/exporter.hpp"
#include "io/text.hpp"

namespace scree::exporters {
namespace {

constexpr ParamInfo kCsvExportParams[] = {
    {.name = "part",
     .kind = ParamKind::choice,
     .fallback = "grains",
     .choices = "grains|bonds",
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

Result<std::string> write_csv(const Frame& frame, const ParamSet& params) {
  if (params.text("part") == "bonds") return csv_bonds(frame);
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
const ExporterEntry csv_entry{
    .info = {"csv", "one line per grain or bond, exact numbers", "RFC 4180", kCsvExportParams},
    .extension = "csv",
    .write = write_csv};

}  // namespace scree::exporters
