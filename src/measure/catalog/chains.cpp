// Force chains: clusters of grains that strong contacts hold together.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "measure/body_list.hpp"
#include "measure/catalog_params.hpp"

namespace scree::measures {
namespace {

constexpr ParamInfo kChainsParams[] = {
    {.name = "above",
     .fallback = "1",
     .range = range::positive,
     .doc = "a contact is strong when its normal force is greater than so many means"},
    {.name = "least",
     .kind = ParamKind::integer,
     .fallback = "3",
     .range = {2, 1000000},
     .doc = "grains that a chain has at least"},
};

// All contact points of two grains together.
struct PairForce {
  std::uint32_t a = 0, b = 0;  // places in the list of grains
  double normal = 0;           // positive where it pushes
};

struct PointForces {
  struct Point {
    std::uint32_t a, b;
    double normal;
  };
  std::vector<Point> points;
  void operator+=(PointForces&& o) {
    points.insert(points.end(), o.points.begin(), o.points.end());
  }
};

class Chains final : public Measure {
 public:
  explicit Chains(const ParamSet& p)
      : above_(p.number("above")), least_(static_cast<std::size_t>(p.integer("least"))) {}

  std::vector<ColumnInfo> columns() const override {
    return {{"mean_force", "N", "mean normal force of two grains that touch"},
            {"strong_share", "", "share of the contacts that are strong"},
            {"strong_force_share", "", "share of the normal forces that they carry"},
            {"chains", "", "number of chains"},
            {"mean_grains", "", "grains of a chain, on average"},
            {"longest_grains", "", "grains of the longest chain"},
            {"longest_length", "m", "diagonal of the box around its centres"},
            {"grain_share", "", "share of the grains that belong to a chain"}};
  }
  std::optional<Error> check(const MeasureInput& in) const override {
    return measure_params::need_contacts(in);
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    std::fill(out.begin(), out.end(), 0.0);
    const std::vector<WholeGrain> grains = whole_grains(in);
    const std::vector<PairForce> pairs = pair_forces(in, grains);
    if (pairs.empty()) return;
    ExactSum all, strong_sum;
    for (const PairForce& c : pairs) all += c.normal;
    const double mean = all.value() / static_cast<double>(pairs.size());
    std::vector<std::uint32_t> leader(grains.size());
    std::iota(leader.begin(), leader.end(), 0u);
    const auto find = [&leader](std::uint32_t k) {
      while (leader[k] != k) k = leader[k] = leader[leader[k]];
      return k;
    };
    std::size_t strong = 0;
    for (const PairForce& c : pairs) {
      if (!(mean > 0) || !(c.normal > above_ * mean)) continue;
      ++strong, strong_sum += c.normal;
      const std::uint32_t a = find(c.a), b = find(c.b);
      leader[std::max(a, b)] = std::min(a, b);
    }
    out[0] = mean;
    out[1] = static_cast<double>(strong) / static_cast<double>(pairs.size());
    out[2] = all.value() > 0 ? strong_sum.value() / all.value() : 0;
    std::map<std::uint32_t, std::vector<std::uint32_t>> clusters;
    for (std::uint32_t k = 0; k < grains.size(); ++k) clusters[find(k)].push_back(k);
    write(in, grains, clusters, out);
  }

 private:
  // Contact points of one pair add up; those of walls do not make chains.
  std::vector<PairForce> pair_forces(const MeasureInput& in,
                                     const std::vector<WholeGrain>& grains) const {
    std::map<std::uint32_t, std::uint32_t> place;
    for (std::uint32_t k = 0; k < grains.size(); ++k) place[grains[k].name] = k;
    const Particles& p = in.particles;
    const auto add = [&](const MeasureContact& c, PointForces& total) {
      if (c.wall >= 0) return;
      const std::uint32_t i = row_of(p, c.i), j = row_of(p, c.j);
      if (i == Particles::kNoRow || j == Particles::kNoRow) return;
      const auto a = place.find(name_of_grain(p, i)), b = place.find(name_of_grain(p, j));
      if (a == place.end() || b == place.end() || a == b) return;  // a ball of a wall
      total.points.push_back({std::min(a->second, b->second), std::max(a->second, b->second),
                              -dot(c.force, c.normal)});
    };
    std::vector<PointForces::Point> points = contact_totals(in, PointForces{}, add).points;
    std::sort(points.begin(), points.end(), [](const auto& x, const auto& y) {
      return x.a != y.a ? x.a < y.a : x.b != y.b ? x.b < y.b : x.normal < y.normal;
    });
    std::vector<PairForce> out;
    for (const auto& q : points) {
      if (out.empty() || out.back().a != q.a || out.back().b != q.b) out.push_back({q.a, q.b, 0});
      out.back().normal += q.normal;
    }
    return out;
  }

  void write(const MeasureInput& in, const std::vector<WholeGrain>& grains,
             const std::map<std::uint32_t, std::vector<std::uint32_t>>& clusters,
             std::span<double> out) const {
    double chains = 0, inside = 0, longest = 0, length = 0;
    for (const auto& [leader, members] : clusters) {
      if (members.size() < least_) continue;
      const auto n = static_cast<double>(members.size());
      ++chains, inside += n;
      // Of equally many grains the longer one.
      if (n < longest) continue;
      const double size = extent_of(in, grains, members);
      if (n > longest || size > length) length = size;
      longest = n;
    }
    out[3] = chains, out[4] = chains > 0 ? inside / chains : 0;
    out[5] = longest, out[6] = length;
    out[7] = grains.empty() ? 0 : inside / static_cast<double>(grains.size());
  }

  // Diagonal of the box around the centres, from the first on, across seams.
  static double extent_of(const MeasureInput& in, const std::vector<WholeGrain>& grains,
                          const std::vector<std::uint32_t>& members) {
    Vec3 low, high;
    for (const std::uint32_t k : members) {
      const Vec3 d = in.box.nearest(grains[k].x - grains[members.front()].x);
      for (int a = 0; a < 3; ++a)
        low[a] = std::min(low[a], d[a]), high[a] = std::max(high[a], d[a]);
    }
    return norm(high - low);
  }

  double above_;
  std::size_t least_;
};

Result<std::unique_ptr<Measure>> make_chains(const ParamSet& p) {
  return std::unique_ptr<Measure>(new Chains(p));
}

}  // namespace

extern const MeasureEntry chains_entry;
const MeasureEntry chains_entry{
    .info = {"chains", "force chains: clusters of strong contacts, their number and length",
             "Radjai et al. 1998", kChainsParams},
    .make = make_chains};

}  // namespace scree::measures
