// Histogram of contact forces.
#include <algorithm>
#include <cmath>

#include "measure/catalog_params.hpp"
#include "measure/partners.hpp"

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

struct ForceTotals {
  std::vector<std::vector<double>> values;  // one list per thread
  BulkSum sum;
  double greatest = -range::inf;

  void operator+=(ForceTotals&& o) {
    for (std::vector<double>& list : o.values) values.push_back(std::move(list));
    sum += o.sum, greatest = std::max(greatest, o.greatest);
  }
};

struct BinCounts {
  std::vector<std::size_t> contacts;
  void operator+=(const BinCounts& o) {
    for (std::size_t k = 0; k < contacts.size(); ++k) contacts[k] += o.contacts[k];
  }
};

class Forces final : public Measure {
 public:
  explicit Forces(const ParamSet& p)
      : part_(p.text("part")),
        count_(static_cast<std::size_t>(p.integer("count"))),
        greatest_(p.number("greatest")),
        walls_(p.boolean("walls")) {}

  std::vector<ColumnInfo> columns() const override {
    std::vector<ColumnInfo> out{{"mean", "N", "mean force of a contact"},
                                {"max", "N", "greatest force of a contact"},
                                {"share_below", "", "share of the contacts that pull"}};
    measure_params::add_numbered({"share", "", "share of the contacts in this bin"}, count_, out);
    out.push_back({"share_above", "", "share of the contacts beyond the last bin"});
    return out;
  }

  std::optional<Error> check(const MeasureInput& in) const override {
    return measure_params::need_contacts(in);
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    std::fill(out.begin(), out.end(), 0.0);
    const auto add = [&](const MeasureContact& c, ForceTotals& total) {
      if (c.wall >= 0 && !walls_) return;
      const double f = size_of(c);
      total.values[0].push_back(f), total.sum += f;
      total.greatest = std::max(total.greatest, f);
    };
    const ForceTotals all = partner_totals(in, ForceTotals{{{}}}, add);
    double n = 0;
    for (const std::vector<double>& list : all.values) n += static_cast<double>(list.size());
    if (!(n > 0)) return;
    out[0] = all.sum.value() / n;
    out[1] = all.greatest;
    // Where the mean pulls or vanishes there is no scale: all is below (pulls) or in the first bin.
    const double width = out[0] > 0 ? out[0] * greatest_ / static_cast<double>(count_) : 0;
    for (const std::vector<double>& list : all.values)
      count(list, width, in.threads, out.subspan(2));
    for (std::size_t k = 2; k < out.size(); ++k) out[k] /= n;
  }

 private:
  double size_of(const MeasureContact& c) const {
    if (part_ == "normal") return -dot(c.force, c.normal);
    return norm(part_ == "tangential" ? c.tangential : c.force);
  }
  void count(std::span<const double> values, double width, int threads,
             std::span<double> to) const {
    const BinCounts bins =
        parallel_totals(values.size(), threads, BinCounts{std::vector<std::size_t>(to.size())},
                        [&](std::size_t first, std::size_t last, BinCounts& mine) {
                          for (std::size_t k = first; k < last; ++k)
                            ++mine.contacts[bin(values[k], width)];
                        });
    for (std::size_t k = 0; k < to.size(); ++k) to[k] += static_cast<double>(bins.contacts[k]);
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
