// Histogram of contact forces.
#include <algorithm>
#include <cmath>

#include "measure/catalog_params.hpp"
#include "measure/order.hpp"

namespace scree::measures {
namespace {

constexpr ParamInfo kForcesParams[] = {
    {.name = "part",
     .kind = ParamKind::choice,
     .fallback = "normal",
     .choices = "normal|tangential|total",
     .doc = "of the force; normal: positive where it pushes"},
    {.name = "count",
     .kind = ParamKind::integer,
     .fallback = "20",
     .range = {1, 10000},
     .doc = "number of bins"},
    {.name = "greatest",
     .fallback = "5",
     .range = range::positive,
     .doc = "upper end of the last bin, in units of the mean force"},
    measure_params::with_walls,
};

class Forces final : public Measure {
 public:
  explicit Forces(const ParamSet& p)
      : part_(p.text("part")),
        count_(static_cast<std::size_t>(p.integer("count"))),
        greatest_(p.number("greatest")),
        walls_(p.boolean("walls")) {}

  std::vector<std::string> columns() const override {
    std::vector<std::string> names{"mean", "max", "share_below"};
    for (std::string& n : measure_params::numbered("share", count_)) names.push_back(std::move(n));
    names.emplace_back("share_above");
    return names;
  }

  std::optional<Error> check(const MeasureInput& in) const override {
    return measure_params::need_contacts(in);
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    std::vector<double> f;
    for_each_contact(in.contacts, [&](const MeasureContact& c) {
      if (c.wall < 0 || walls_) f.push_back(size(c));
    });
    std::fill(out.begin(), out.end(), 0.0);
    if (f.empty()) return;
    const double n = static_cast<double>(f.size());
    double sum = 0;
    for (const double v : f) sum += v;
    out[0] = sum / n;
    out[1] = *std::max_element(f.begin(), f.end());
    // Where the mean pulls or vanishes there is no scale: all is below (pulls) or in the first bin.
    const double width = out[0] > 0 ? out[0] * greatest_ / static_cast<double>(count_) : 0;
    for (const double v : f) out[2 + bin(v, width)] += 1;
    for (std::size_t k = 2; k < out.size(); ++k) out[k] /= n;
  }

 private:
  double size(const MeasureContact& c) const {
    if (part_ == "normal") return -dot(c.force, c.normal);
    return norm(part_ == "tangential" ? c.tangential : c.force);
  }
  // 0: below, 1 ... count: the bins, count + 1: above.
  std::size_t bin(double v, double width) const {
    if (v < 0) return 0;
    if (!(width > 0)) return 1;
    return 1 + static_cast<std::size_t>(std::min(std::floor(v / width), double(count_)));
  }

  std::string part_;
  std::size_t count_;
  double greatest_;
  bool walls_;
};

Result<std::unique_ptr<Measure>> make_forces(const ParamSet& p) {
  return std::unique_ptr<Measure>(new Forces(p));
}

}  // namespace

extern const MeasureEntry forces_entry;
const MeasureEntry forces_entry{
    .info = {"forces", "histogram of contact forces in units of their mean", "Radjai et al. 1996",
             kForcesParams},
    .make = make_forces};

}  // namespace scree::measures
