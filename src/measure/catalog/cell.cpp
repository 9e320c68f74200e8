// A cell that deforms: its edges, what it has been strained by, its stress and its work.
#include "measure/measure.hpp"

namespace scree::measures {
namespace {

class CellMeasure final : public Measure {
 public:
  std::vector<ColumnInfo> columns() const override {
    std::vector<ColumnInfo> out;
    for (const char* axis : {"x", "y", "z"})
      out.push_back({std::string("length_") + axis, "m", "edge of the cell"});
    for (const char* axes : {"xy", "xz", "yz"})
      out.push_back({std::string("tilt_") + axes, "m",
                     "by how much the faces across the second axis are shifted along the first"});
    out.push_back({"volume", "m³", "of the cell; in two dimensions of 1 m depth"});
    add_components(out, "strain", "", "strain since the start");
    add_components(out, "rate", "1/s", "strain rate");
    add_components(out, "stress", "Pa", "mean stress, positive in compression");
    out.push_back({"pressure", "Pa", "mean of the normal stresses"});
    out.push_back({"work", "J", "work of the cell on the grains since the start", true});
    out.push_back({"phase", "", "number of the phase that the cell is in"});
    return out;
  }

  std::optional<Error> check(const MeasureInput& in) const override {
    if (in.cell != nullptr) return std::nullopt;
    return Error{"E0102", "there is no cell that deforms here", "",
                 "it is known while a scene with [[cell]] runs; a run keeps it in series.csv"};
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    const MeasureCell cell = in.cell ? *in.cell : MeasureCell{};
    std::size_t at = 0;
    for (int k = 0; k < 3; ++k) out[at++] = in.box.length(k);
    for (int k = 0; k < 3; ++k) out[at++] = in.box.tilt[k];
    // In two dimensions, of unit depth.
    out[at++] = in.box.length(0) * in.box.length(1) * (in.box.periodic[2] ? in.box.length(2) : 1);
    for (const auto* numbers : {&cell.strain, &cell.rate, &cell.stress})
      for (const double v : *numbers) out[at++] = v;
    out[at++] = in.box.periodic[2] ? (cell.stress[0] + cell.stress[1] + cell.stress[2]) / 3
                                   : (cell.stress[0] + cell.stress[1]) / 2;
    out[at++] = cell.work;
    out[at++] = static_cast<double>(cell.phase);
  }

 private:
  static void add_components(std::vector<ColumnInfo>& out, const std::string& of, const char* unit,
                             const char* meaning) {
    for (const char* component : {"xx", "yy", "zz", "xy", "xz", "yz"})
      out.push_back({of + "_" + component, unit, meaning});
  }
};

Result<std::unique_ptr<Measure>> make_cell(const ParamSet&) {
  return std::unique_ptr<Measure>(new CellMeasure);
}

}  // namespace

extern const MeasureEntry cell_entry;
const MeasureEntry cell_entry{
    .info = {"cell",
             "edges, strain, strain rate, stress and work of a cell that deforms",
             "docs/theory/cell.md",
             {}},
    .make = make_cell};

}  // namespace scree::measures
