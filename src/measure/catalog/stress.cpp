// Mean stress in a box (Love-Weber), positive in compression.
#include <algorithm>

#include "measure/catalog_params.hpp"
#include "measure/order.hpp"
#include "measure/tensor.hpp"

namespace scree::measures {
namespace {

constexpr ParamInfo kStressParams[] = {
    measure_params::low,
    measure_params::high,
    {.name = "kinetic",
     .kind = ParamKind::boolean,
     .fallback = "false",
     .doc = "add the momentum that velocity fluctuations carry"},
};

// Share of the segment from a to a + l inside the box.
double share_inside(const Vec3& a, const Vec3& l, const Vec3& lo, const Vec3& hi) {
  double from = 0, to = 1;
  for (int k = 0; k < 3; ++k) {
    if (l[k] == 0) {
      if (!(a[k] >= lo[k] && a[k] < hi[k])) return 0;
      continue;
    }
    const double t0 = (lo[k] - a[k]) / l[k], t1 = (hi[k] - a[k]) / l[k];
    from = std::max(from, std::min(t0, t1)), to = std::min(to, std::max(t0, t1));
  }
  return std::max(0.0, to - from);
}

class Stress final : public Measure {
 public:
  explicit Stress(const ParamSet& p) : given_(p.has("low")), kinetic_(p.boolean("kinetic")) {
    if (given_) lo_ = p.vector("low"), hi_ = p.vector("high");
  }

  std::vector<std::string> columns() const override {
    return {"xx", "yy", "zz", "xy", "xz", "yz", "pressure", "deviator"};
  }

  std::optional<Error> check(const MeasureInput& in) const override {
    if (auto missing = measure_params::need_contacts(in)) return missing;
    if (given_ || whole(in)) return std::nullopt;
    return Error{"E0102", "`low` and `high` are missing: the corners of the box", "",
                 "only a space that is periodic in all directions has a volume by itself"};
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    SymTensor t;
    const Vec3 lo = given_ ? lo_ : in.box.lo, hi = given_ ? hi_ : in.box.hi, size = hi - lo;
    const double volume = given_ || whole(in) ? size.x * size.y * size.z : 0;
    if (volume > 0) {
      add_contacts(in, lo, hi, t);
      if (kinetic_) add_motion(in, lo, hi, t);
      t.scale(1 / volume);
    }
    const double all[] = {t.xx, t.yy, t.zz, t.xy, t.xz, t.yz, t.trace() / 3, t.deviator()};
    std::copy(std::begin(all), std::end(all), out.begin());
  }

 private:
  static bool whole(const MeasureInput& in) {
    return in.box.periodic[0] && in.box.periodic[1] && in.box.periodic[2];
  }
  static Vec3 image(const MeasureInput& in, const Vec3& x, const Vec3& middle) {
    return middle + nearest_image(x - middle, in.box.lengths(), in.box.inverse_lengths());
  }

  // -sum f l over the branches, each by the share of its length inside: boxes that fill a space
  // give together the stress of the space.
  void add_contacts(const MeasureInput& in, const Vec3& lo, const Vec3& hi, SymTensor& t) const {
    const Particles& p = in.particles;
    const Vec3 length = in.box.lengths(), inverse = in.box.inverse_lengths();
    for_each_contact(in.contacts, [&](const MeasureContact& c) {
      const std::uint32_t i = row_of(p, c.i), j = c.wall < 0 ? row_of(p, c.j) : 0;
      if (i == Particles::kNoSlot || j == Particles::kNoSlot) return;
      const Vec3& x = p.xr[i].x;
      const Vec3 l = nearest_image((c.wall < 0 ? p.xr[j].x : c.point) - x, length, inverse);
      const double share = given_ ? share_inside(image(in, x, 0.5 * (lo + hi)), l, lo, hi) : 1;
      if (share > 0) t.add(-share, c.force, l);
    });
  }

  void add_motion(const MeasureInput& in, const Vec3& lo, const Vec3& hi, SymTensor& t) const {
    const Particles& p = in.particles;
    const auto each = [&](auto&& f) {
      for_each_grain(p, [&](std::uint32_t s) {
        const Vec3 x = given_ ? image(in, p.xr[s].x, 0.5 * (lo + hi)) : 0.5 * (lo + hi);
        if (share_inside(x, {}, lo, hi) > 0) f(s);
      });
    };
    Vec3 momentum;
    double mass = 0;
    each([&](std::uint32_t s) { mass += p.mass(s), momentum += p.mass(s) * p.vm[s].v; });
    if (!(mass > 0)) return;
    const Vec3 mean = momentum / mass;
    each([&](std::uint32_t s) { t.add(p.mass(s), p.vm[s].v - mean, p.vm[s].v - mean); });
  }

  bool given_, kinetic_;
  Vec3 lo_{}, hi_{};
};

Result<std::unique_ptr<Measure>> make_stress(const ParamSet& p) {
  if (p.has("low") != p.has("high"))
    return Error{"E0102", "a box needs both `low` and `high`, its corners", "", ""};
  if (p.has("low")) {
    const Vec3 lo = p.vector("low"), hi = p.vector("high");
    if (!(lo.x < hi.x) || !(lo.y < hi.y) || !(lo.z < hi.z))
      return Error{"E0104", "`low` must be below `high` in every direction", "", ""};
  }
  return std::unique_ptr<Measure>(new Stress(p));
}

}  // namespace

extern const MeasureEntry stress_entry;
const MeasureEntry stress_entry{.info = {"stress", "mean stress in a box, positive in compression",
                                         "Love 1927; Weber 1966", kStressParams},
                                .make = make_stress};

}  // namespace scree::measures
