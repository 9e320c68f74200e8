// Size distribution: how many grains and how much mass is in each class, and finer.
#include <algorithm>
#include <string>

#include "measure/size_list.hpp"
#include "measure/table_measure.hpp"

namespace scree::measures {
namespace {

constexpr ParamInfo kSizeCurveParams[] = {
    {.name = "count",
     .kind = ParamKind::integer,
     .fallback = "20",
     .range = {1, 10000},
     .doc = "number of classes, equally wide from the smallest to the largest grain"},
    {.name = "from",
     .dim = dim::length,
     .range = range::non_negative,
     .doc = "diameter where the classes begin, in place of the smallest"},
    {.name = "to",
     .dim = dim::length,
     .range = range::positive,
     .doc = "diameter where they end, in place of the largest"},
};

class SizeCurve final : public TableMeasure {
 public:
  explicit SizeCurve(const ParamSet& p)
      : p_(p), count_(static_cast<std::size_t>(p.integer("count"))) {}

  std::vector<ColumnInfo> table_columns() const override {
    return {{"diameter", "m", "upper end of the class"},
            {"number_share", "", "share of the grains in the class"},
            {"mass_share", "", "share of the mass in the class"},
            {"number_finer", "", "share of the grains up to this diameter"},
            {"mass_finer", "", "share of the mass up to this diameter"}};
  }
  std::size_t rows() const override { return count_ + 1; }

  // A row for the lower end of all, then one for the upper end of each class (a, b]; what is at the
  // lower end of all belongs to the first class.
  MeasureTable table(const MeasureInput& in) override {
    MeasureTable t{.columns = table_columns()};
    const std::vector<SizedGrain> all = sorted_sizes(in);
    const double from = p_.number_or("from", all.empty() ? 0 : all.front().diameter);
    double to = p_.number_or("to", all.empty() ? 1 : all.back().diameter);
    if (!(to > from)) to = from > 0 ? 1.01 * from : from + 1;
    double number = 0, mass = 0, whole_mass = 0;
    for (const SizedGrain& s : all) whole_mass += s.mass;
    const double whole = static_cast<double>(all.size());
    const auto share = [](double part, double of) { return of > 0 ? part / of : 0; };
    std::size_t next = 0;
    while (next < all.size() && all[next].diameter < from) ++number, mass += all[next++].mass;
    // Where the classes begin: a curve of what is finer starts at zero.
    t.values.insert(t.values.end(), {from, 0, 0, share(number, whole), share(mass, whole_mass)});
    for (std::size_t k = 0; k < count_; ++k) {
      const double n = static_cast<double>(count_);
      const double high =
          k + 1 == count_ ? to : from + (to - from) * static_cast<double>(k + 1) / n;
      const double number_before = number, mass_before = mass;
      while (next < all.size() && all[next].diameter <= high) ++number, mass += all[next++].mass;
      t.values.insert(t.values.end(), {high, share(number - number_before, whole),
                                       share(mass - mass_before, whole_mass), share(number, whole),
                                       share(mass, whole_mass)});
    }
    return t;
  }

 private:
  ParamSet p_;
  std::size_t count_;
};

Result<std::unique_ptr<Measure>> make_size_curve(const ParamSet& p) {
  if (p.has("from") && p.has("to") && !(p.number("from") < p.number("to")))
    return Error{"E0104", "`from` must be smaller than `to`", "", "", Subject::of_key("from")};
  return std::unique_ptr<Measure>(new SizeCurve(p));
}

}  // namespace

extern const MeasureEntry size_curve_entry;
const MeasureEntry size_curve_entry{
    .info = {"size_curve", "table: size distribution by number and by mass, and what is finer", "",
             kSizeCurveParams},
    .make = make_size_curve};

}  // namespace scree::measures
