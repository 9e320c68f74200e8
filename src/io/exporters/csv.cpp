// One line per grain, for spreadsheets, R, pandas and gnuplot. Numbers read back exactly.
#include "io/exporter.hpp"
#include "io/text.hpp"

namespace scree::exporters {
namespace {

Result<std::string> write_csv(const Frame& frame, const ParamSet&) {
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
const ExporterEntry csv_entry{.info = {"csv", "one line per grain, exact numbers", "RFC 4180", {}},
                              .extension = "csv",
                              .write = write_csv};

}  // namespace scree::exporters
