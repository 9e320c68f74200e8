// Mean stress in a box (Love-Weber), positive in compression.
#include <algorithm>
#include <cmath>

#include "measure/catalog_params.hpp"
#include "measure/tensor.hpp"
#include "measure/totals.hpp"
#include "measure/unfolded.hpp"

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

struct MotionTotals {
  BulkSum mass, x, y, z;
  void operator+=(const MotionTotals& o) { mass += o.mass, x += o.x, y += o.y, z += o.z; }
};

class Stress final : public Measure {
 public:
  explicit Stress(const ParamSet& p) : given_(p.has("min")), kinetic_(p.boolean("kinetic")) {
    if (given_) lo_ = p.vector("min"), hi_ = p.vector("max");
  }

  std::vector<ColumnInfo> columns() const override {
    std::vector<ColumnInfo> out;
    for (const char* component : {"xx", "yy", "zz", "xy", "xz", "yz"})
      out.push_back({component, "Pa", "mean stress, positive in compression"});
    out.push_back({"pressure", "Pa", "mean of the principal stresses"});
    out.push_back({"deviator", "Pa",
                   "sqrt(3/2 s:s); in two dimensions half the difference of the principal "
                   "stresses"});
    return out;
  }

  std::optional<Error> check(const MeasureInput& in) const override {
    if (auto missing = measure_params::need_contacts(in)) return missing;
    if (given_) return need_upright(in.box);
    if (whole(in)) return std::nullopt;
    return Error{"E0102", "`min` and `max` are missing: the corners of the box", "",
                 "only a space that is periodic in all directions has a volume by itself"};
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    SymTensor t;
    const Vec3 lo = given_ ? lo_ : in.box.lo, hi = given_ ? hi_ : in.box.hi, size = hi - lo;
    const bool two_d = in.particles.dimensions() == Dimensions::two;
    const double volume = given_ || whole(in) ? size.x * size.y * (two_d ? 1 : size.z) : 0;
    if (volume > 0) {
      const BoxPart part(in.box, lo, hi);
      TensorSum sum = of_contacts(in, part);
      if (kinetic_) sum += of_motion(in, part);
      t = sum.value();
      t.scale(1 / volume);
    }
    // In two dimensions: the mean and half the difference of the two principal stresses.
    const double half = 0.5 * (t.xx - t.yy);
    const double all[] = {t.xx,
                          t.yy,
                          t.zz,
                          t.xy,
                          t.xz,
                          t.yz,
                          t.trace() / (two_d ? 2 : 3),
                          two_d ? std::sqrt(half * half + t.xy * t.xy) : t.deviator()};
    std::copy(std::begin(all), std::end(all), out.begin());
  }

 private:
  static bool whole(const MeasureInput& in) {
    const bool two_d = in.particles.dimensions() == Dimensions::two;
    return in.box.periodic[0] && in.box.periodic[1] && (two_d || in.box.periodic[2]);
  }

  // -sum f l over the branches, each by the length of its images inside: boxes that fill a space
  // give together the stress of the space.
  TensorSum of_contacts(const MeasureInput& in, const BoxPart& part) const {
    const Particles& p = in.particles;
    return contact_totals(in, TensorSum{}, [&](const MeasureContact& c, TensorSum& total) {
      const std::uint32_t i = row_of(p, c.i), j = c.wall < 0 ? row_of(p, c.j) : 0;
      if (i == Particles::kNoRow || j == Particles::kNoRow) return;
      // A period is longer than two branches, so that the nearest image is the partner. Branches
      // begin and end in the centres of bodies: forces inside a rigid body bear no stress of their
      // own.
      const Vec3 arm_i = in.arm(i), arm_j = c.wall < 0 ? in.arm(j) : Vec3{};
      const Vec3 x = p.xr[i].x - arm_i;
      const Vec3 l =
          in.box.nearest((c.wall < 0 ? p.xr[j].x : c.point) - p.xr[i].x) + (arm_i - arm_j);
      const double share = given_ ? part.share_inside(x, l) : 1;
      if (share > 0) total.add(-share, c.force, l);
    });
  }

  TensorSum of_motion(const MeasureInput& in, const BoxPart& part) const {
    const Particles& p = in.particles;
    const auto mass_inside = [&](std::uint32_t s) {
      return given_ ? part.images(p.xr[s].x) * in.mass(s) : in.mass(s);
    };
    const auto add_momentum = [&](std::uint32_t s, MotionTotals& total) {
      const double m = mass_inside(s);
      const Vec3 momentum = m * p.vm[s].v;
      total.mass += m, total.x += momentum.x, total.y += momentum.y, total.z += momentum.z;
    };
    const MotionTotals all = grain_totals(in, MotionTotals{}, add_momentum);
    const double mass = all.mass.value();
    if (!(mass > 0)) return {};
    const Vec3 mean = Vec3{all.x.value(), all.y.value(), all.z.value()} / mass;
    return grain_totals(in, TensorSum{}, [&](std::uint32_t s, TensorSum& total) {
      total.add(mass_inside(s), p.vm[s].v - mean, p.vm[s].v - mean);
    });
  }

  bool given_, kinetic_;
  Vec3 lo_{}, hi_{};
};

Result<std::unique_ptr<Measure>> make_stress(const ParamSet& p) {
  if (auto wrong = measure_params::wrong_box(p)) return *wrong;
  return std::unique_ptr<Measure>(new Stress(p));
}

}  // namespace

extern const MeasureEntry stress_entry;
const MeasureEntry stress_entry{.info = {"stress", "mean stress in a box, positive in compression",
                                         "Love 1927; Weber 1966", kStressParams},
                                .make = make_stress};

}  // namespace scree::measures
