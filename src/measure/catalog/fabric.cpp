// The fabric tensor of contact normals.
#include "measure/catalog_params.hpp"
#include "measure/partners.hpp"
#include "measure/tensor.hpp"

namespace scree::measures {
namespace {

constexpr ParamInfo kFabricParams[] = {measure_params::with_walls};

struct FabricTotals {
  TensorSum normals;
  std::size_t contacts = 0;
  void operator+=(const FabricTotals& o) { normals += o.normals, contacts += o.contacts; }
};

class Fabric final : public Measure {
 public:
  explicit Fabric(const ParamSet& p) : walls_(p.boolean("walls")) {}

  std::vector<ColumnInfo> columns() const override {
    std::vector<ColumnInfo> out;
    for (const char* component : {"xx", "yy", "zz", "xy", "xz", "yz"})
      out.push_back({component, "", "mean of n n over the contacts"});
    for (const char* which : {"major", "middle", "minor"})
      out.push_back({which, "", "eigenvalue of that mean"});
    out.push_back({"anisotropy", "", "sqrt(3/2 a:a) of the anisotropy tensor a"});
    return out;
  }

  std::optional<Error> check(const MeasureInput& in) const override {
    return measure_params::need_contacts(in);
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    const auto add = [&](const MeasureContact& c, FabricTotals& total) {
      if (c.wall >= 0 && !walls_) return;
      total.normals.add(1, c.normal, c.normal);
      ++total.contacts;
    };
    const FabricTotals t = partner_totals(in, FabricTotals{}, add);
    SymTensor f = t.normals.value();
    if (t.contacts > 0) f.scale(1 / static_cast<double>(t.contacts));
    const auto l = eigenvalues(f);
    const double all[] = {f.xx, f.yy, f.zz, f.xy, f.xz, f.yz, l[0], l[1], l[2]};
    std::copy(std::begin(all), std::end(all), out.begin());
    out[9] = 7.5 * f.deviator();  // of the density 1/4pi (1 + a_ij n_i n_j), a = 15/2 F'
  }

 private:
  bool walls_;
};

Result<std::unique_ptr<Measure>> make_fabric(const ParamSet& p) {
  return std::unique_ptr<Measure>(new Fabric(p));
}

}  // namespace

extern const MeasureEntry fabric_entry;
const MeasureEntry fabric_entry{
    .info = {"fabric", "mean of n n over the contacts, its eigenvalues and anisotropy",
             "Satake 1982; Kanatani 1984", kFabricParams},
    .make = make_fabric};

}  // namespace scree::measures
