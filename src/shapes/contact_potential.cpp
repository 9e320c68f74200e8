#include "shapes/contact_potential.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace scree {
namespace {

using potential::eighth_power;
using potential::eighth_root;
using potential::kPower;

// Features that act as one point.
struct Cluster {
  Vec3 seed, shift;
  double gain = 0;    // sum of G_i
  double energy = 0;  // of w_i (d_i/d)^q
  Vec3 push;          // of G_i n_i
  Vec3 place;         // of G_i x_i, from the seed
  Vec3 torque;        // of G_i (x_i - seed) x n_i, and minus what the weights turn
};

struct Gain {
  double of_depth = 0, energy = 0;
  Vec3 turn;
};

class Clusters {
 public:
  explicit Clusters(double same_place) : near2_(same_place * same_place) {}

  // The largest first: what comes later joins the nearest where there is no room for one more.
  void add(const PressedFeature& f, const Gain& g) {
    int best = -1;
    double least = HUGE_VAL;
    for (int k = 0; k < count_; ++k) {
      const Cluster& c = cluster_[k].one;
      if (!(c.shift == f.shift)) continue;
      const double d2 = norm2(f.point - c.seed);
      if (d2 < least) least = d2, best = k;
    }
    if (count_ < ContactPoints::kMax && !(least < near2_)) {
      best = count_++;
      cluster_[best].one = {.seed = f.point, .shift = f.shift};
    }
    if (best < 0) best = count_ - 1;  // an image that has no room: what it does is kept
    Cluster& c = cluster_[best].one;
    const Vec3 from = f.point - c.seed, push = g.of_depth * f.normal;
    c.gain += g.of_depth;
    c.energy += g.energy;
    c.push += push;
    c.place += g.of_depth * from;
    c.torque += cross(from, push) - g.turn;
  }

  void put(double depth, double r_eff, ContactPoints& out) const {
    for (int k = 0; k < count_; ++k) {
      const Cluster& c = cluster_[k].one;
      const double share = norm(c.push);
      if (!(share > 0)) continue;
      const Vec3 place = c.place / c.gain;
      out.add({.normal = c.push / share,
               .point = c.seed + place,
               .depth = depth,
               .r_eff = r_eff,
               .feature = static_cast<std::uint64_t>(k),
               .shift = c.shift,
               .share = share,
               .energy_share = c.energy,
               .moment = (cross(place, c.push) - c.torque) / share});
    }
  }

 private:
  // Without initial values: most are never used.
  union Place {
    Cluster one;
    Place() {}
  };
  double near2_;
  Place cluster_[ContactPoints::kMax];
  int count_ = 0;
};

// So that seeds are where most of the force is; equals in their order.
std::span<const std::uint32_t> deepest_first(std::span<const PressedFeature> features) {
  static thread_local std::vector<std::uint32_t> order;
  if (order.size() < features.size()) order.resize(features.size());
  std::uint32_t* const at = order.data();
  std::size_t count = 0;
  for (std::uint32_t k = 0; k < features.size(); ++k)
    if (features[k].depth > 0 && features[k].weight > 0) at[count++] = k;
  const auto deeper = [&](std::uint32_t a, std::uint32_t b) {
    return features[a].depth > features[b].depth;
  };
  constexpr std::size_t kFew = 24;  // sorted in place, without the room that stable_sort() takes
  if (count > kFew) {
    std::stable_sort(at, at + count, deeper);
  } else {
    for (std::size_t k = 1; k < count; ++k)
      for (std::size_t m = k; m > 0 && deeper(at[m], at[m - 1]); --m) std::swap(at[m], at[m - 1]);
  }
  return {at, count};
}

}  // namespace

void combine_features(std::span<const PressedFeature> features, double r_eff, double same_place,
                      ContactPoints& out) {
  out.area = out.potential = true;
  const auto deepest = std::max_element(
      features.begin(), features.end(),
      [](const PressedFeature& a, const PressedFeature& b) { return a.depth < b.depth; });
  if (deepest == features.end()) return;
  const double top = deepest->depth;
  if (!(top > 0)) {
    // Beyond the surfaces, for laws that reach so far.
    out.add({.normal = deepest->normal,
             .point = deepest->point,
             .depth = top,
             .r_eff = r_eff,
             .shift = deepest->shift});
    return;
  }
  double sum = 0;
  for (const PressedFeature& f : features)
    if (f.depth > 0) sum += f.weight * eighth_power(f.depth / top);
  if (!(sum > 0)) return;
  const double depth = top * eighth_root(sum);
  const auto gain_of = [&](const PressedFeature& f) {
    const double part = f.depth / depth, seventh = potential::seventh_power(part);
    return Gain{.of_depth = f.weight * seventh * f.slope,
                .energy = f.weight * seventh * part,
                .turn = (depth / kPower * (seventh * part)) * f.turn};
  };
  Clusters clusters(same_place);
  for (const std::uint32_t k : deepest_first(features))
    clusters.add(features[k], gain_of(features[k]));
  clusters.put(depth, r_eff, out);
}

}  // namespace scree
