// A cell that deforms: its edges, what it has been strained by, its stress and its work, and what
// is made of them: true strains, invariants of the stress, void ratio, inertial number, friction.
// docs/theory/cell.md
#include <cmath>

#include "base/exact_math.hpp"
#include "measure/measure.hpp"
#include "measure/tensor.hpp"
#include "measure/totals.hpp"

namespace scree::measures {
namespace {

struct SolidTotals {
  BulkSum volume, mass, diameter;
  double rows = 0;
  void operator+=(const SolidTotals& o) {
    volume += o.volume, mass += o.mass, diameter += o.diameter, rows += o.rows;
  }
};

// The mean and the size of the deviator of a tensor: sqrt(s:s / 2). In two dimensions of the
// components in the plane.
struct Invariants {
  double mean = 0, shear = 0;

  Invariants(const std::array<double, 6>& t, bool two_d) {
    if (two_d) {
      const double half = 0.5 * (t[0] - t[1]);
      mean = 0.5 * (t[0] + t[1]);
      shear = std::sqrt(half * half + t[3] * t[3]);
    } else {
      const SymTensor s{t[0], t[1], t[2], t[3], t[4], t[5]};
      mean = s.trace() / 3;
      shear = s.deviator() / std::sqrt(3.0);
    }
  }
};

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
    for (const char* axis : {"xx", "yy", "zz"})
      out.push_back({std::string("log_strain_") + axis, "",
                     "true strain ln(length / length at the start); below 0 in compression"});
    out.push_back(
        {"volumetric_strain", "",
         "true strain of the volume, ln(V / V at the start): the sum of the true strains; "
         "below 0 where the packing contracts"});
    out.push_back({"p", "Pa", "mean stress, as `pressure`"});
    out.push_back({"q", "Pa",
                   "deviator sqrt(3/2 s:s); in two dimensions half the difference of the principal "
                   "stresses"});
    out.push_back({"mu", "", "effective friction sqrt(s:s / 2) / p, s the deviator of the stress"});
    out.push_back({"void_ratio", "", "volume of the voids over that of the grains"});
    out.push_back({"solid_fraction", "", "volume of the grains over that of the cell"});
    out.push_back({"inertial_number", "",
                   "I = sqrt(2 e:e) d sqrt(rho / p), e the deviator of the strain rate, d the mean "
                   "diameter of the balls, rho the density of the grains"});
    return out;
  }

  std::optional<Error> check(const MeasureInput& in) const override {
    if (in.cell != nullptr) return std::nullopt;
    return Error{"E0102", "there is no cell that deforms here", "",
                 "it is known while a scene with [[cell]] runs; a run keeps it in series.csv"};
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    const MeasureCell cell = in.cell ? *in.cell : MeasureCell{};
    const double volume =
        in.box.length(0) * in.box.length(1) * (in.box.periodic[2] ? in.box.length(2) : 1);
    std::size_t at = 0;
    for (int k = 0; k < 3; ++k) out[at++] = in.box.length(k);
    for (int k = 0; k < 3; ++k) out[at++] = in.box.tilt[k];
    // In two dimensions, of unit depth.
    out[at++] = volume;
    for (const auto* numbers : {&cell.strain, &cell.rate, &cell.stress})
      for (const double v : *numbers) out[at++] = v;
    out[at++] = in.box.periodic[2] ? (cell.stress[0] + cell.stress[1] + cell.stress[2]) / 3
                                   : (cell.stress[0] + cell.stress[1]) / 2;
    out[at++] = cell.work;
    out[at++] = static_cast<double>(cell.phase);
    derived(in, cell, volume, out.subspan(at));
  }

 private:
  static void derived(const MeasureInput& in, const MeasureCell& cell, double volume,
                      std::span<double> out) {
    std::size_t at = 0;
    double all = 0;
    for (int k = 0; k < 3; ++k) {
      const double strain = cell.strain[static_cast<std::size_t>(k)];
      const double true_strain = strain > -1 ? exact::log1p(strain) : 0;
      out[at++] = true_strain;
      all += true_strain;
    }
    out[at++] = all;
    const bool two_d = !in.box.periodic[2];
    const Invariants stress(cell.stress, two_d), rate = rates(cell.rate, two_d);
    const double p = stress.mean;
    out[at++] = p;
    out[at++] = two_d ? stress.shear : std::sqrt(3.0) * stress.shear;
    out[at++] = p > 0 ? stress.shear / p : 0;
    const SolidTotals solid = solids(in);
    const double grains = solid.volume.value();
    out[at++] = grains > 0 && volume > 0 ? (volume - grains) / grains : 0;
    out[at++] = volume > 0 ? grains / volume : 0;
    const double diameter = solid.rows > 0 ? solid.diameter.value() / solid.rows : 0;
    // |rate| = sqrt(2 e:e) = 2 sqrt(e:e / 2): in a simple shear the rate itself.
    out[at++] = p > 0 && grains > 0
                    ? 2 * rate.shear * diameter * std::sqrt(solid.mass.value() / grains / p)
                    : 0;
  }

  // The symmetric part of L: half of a shear rate on either side of the diagonal.
  static Invariants rates(const std::array<double, 6>& l, bool two_d) {
    return Invariants({l[0], l[1], l[2], 0.5 * l[3], 0.5 * l[4], 0.5 * l[5]}, two_d);
  }

  static SolidTotals solids(const MeasureInput& in) {
    const Particles& p = in.particles;
    return grain_totals(in, SolidTotals{}, [&](std::uint32_t s, SolidTotals& total) {
      total.volume += ball_measure(p.xr[s].r, p.dimensions()) * in.solid(s);
      total.mass += in.mass(s);
      total.diameter += 2 * p.xr[s].r;
      total.rows += 1;
    });
  }

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
             "a cell that deforms: edges, strain, rate, stress, work; p, q, friction, void ratio, "
             "inertial number",
             "docs/theory/cell.md",
             {}},
    .make = make_cell};

}  // namespace scree::measures
