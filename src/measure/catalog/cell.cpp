// A cell that deforms: its edges, what it has been strained by, its stress and its work.
#include "measure/measure.hpp"

namespace scree::measures {
namespace {

class CellMeasure final : public Measure {
 public:
  std::vector<std::string> columns() const override {
    std::vector<std::string> names{"length_x", "length_y", "length_z", "tilt_xy",
                                   "tilt_xz",  "tilt_yz",  "volume"};
    for (const char* what : {"strain", "rate", "stress"})
      for (const char* component : {"xx", "yy", "zz", "xy", "xz", "yz"})
        names.push_back(std::string(what) + "_" + component);
    names.insert(names.end(), {"pressure", "work", "phase"});
    return names;
  }

  std::vector<std::string> cumulative() const override { return {"work"}; }

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
