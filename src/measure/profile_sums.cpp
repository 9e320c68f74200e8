#include "measure/profile_sums.hpp"

#include <algorithm>
#include <cmath>

#include "measure/ball_volume.hpp"
#include "measure/fixed_sums.hpp"
#include "measure/totals.hpp"

namespace scree {

Vec3 LocalFrame::at(const Vec3& x, const Vec3& v) const {
  if (!round_) return v;
  const Vec3 d = x - centre_, across = d - dot(d, along_) * along_;
  const double far = norm(across);
  // On the axis no direction is radial: take any, the same for all.
  const Vec3 any = along_.x == 1 ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
  const Vec3 radial = far > 0 ? across / far : any;
  return {dot(v, radial), dot(v, cross(along_, radial)), dot(v, along_)};
}

Branch3 branch_of(const MeasureInput& in, const MeasureContact& c) {
  const Particles& p = in.particles;
  const std::uint32_t i = row_of(p, c.i), j = c.wall < 0 ? row_of(p, c.j) : 0;
  if (i == Particles::kNoRow || j == Particles::kNoRow) return {};
  const Vec3 arm_i = in.arm(i), arm_j = c.wall < 0 ? in.arm(j) : Vec3{};
  const Vec3 to = (c.wall < 0 ? p.xr[j].x : c.point) - p.xr[i].x;
  return {p.xr[i].x - arm_i, in.box.nearest(to) + (arm_i - arm_j), true};
}

namespace {

// Greatest sizes, the bounds of the sums.
struct Greatest {
  double mass = 0, volume = 0, radius = 0, speed = 0, spin = 0, force = 0, line = 0;
  void operator+=(const Greatest& o) {
    mass = std::max(mass, o.mass), volume = std::max(volume, o.volume);
    radius = std::max(radius, o.radius);
    speed = std::max(speed, o.speed), spin = std::max(spin, o.spin);
    force = std::max(force, o.force), line = std::max(line, o.line);
  }
};

Greatest greatest_of_grains(const MeasureInput& in) {
  return grain_totals(in, Greatest{}, [&](std::uint32_t s, Greatest& g) {
    const Particles& p = in.particles;
    g += Greatest{.mass = in.mass(s),
                  .volume = ball_measure(p.xr[s].r, p.dimensions()),
                  .radius = p.xr[s].r,
                  .speed = norm(p.vm[s].v),
                  .spin = norm(p.ws[s].omega)};
  });
}

enum Column : std::size_t {
  kGrains,
  kMass,
  kSolid,
  kDiameter,
  kMomentum,
  kSpin = kMomentum + 3,
  kColumns = kSpin + 3
};

void add_tensor(FixedSums& sums, std::size_t bin, double s, const Vec3& a, const Vec3& b) {
  SymTensor t;
  t.add(s, a, b);
  const double all[] = {t.xx, t.yy, t.zz, t.xy, t.xz, t.yz};
  for (std::size_t k = 0; k < 6; ++k) sums.add(bin, k, all[k]);
}
SymTensor tensor_in(const FixedSums& sums, std::size_t bin) {
  return {sums.value(bin, 0), sums.value(bin, 1), sums.value(bin, 2),
          sums.value(bin, 3), sums.value(bin, 4), sums.value(bin, 5)};
}

// The input with as many threads as the sums leave memory for.
MeasureInput with_threads_for(const MeasureInput& in, std::size_t cells, std::size_t columns) {
  MeasureInput out = in;
  out.threads = FixedSums::threads_for_memory(cells, columns, std::max(in.threads, 1));
  return out;
}

void add_means(const MeasureInput& all, const Bins& bins, const LocalFrame& frame,
               const Greatest& most, std::vector<BinValues>& out) {
  const MeasureInput in = with_threads_for(all, bins.size(), kColumns);
  const Particles& p = in.particles;
  std::vector<double> bounds{1, most.mass, most.volume, 2 * most.mass * most.radius};
  for (const double b : {most.mass * most.speed, most.mass * most.spin})
    bounds.insert(bounds.end(), 3, 2 * b);
  const auto add = [&](std::uint32_t s, FixedSums& sums) {
    const double r = p.xr[s].r, whole = ball_measure(r, p.dimensions()), m = in.mass(s);
    const auto solid = in.solid_at(s);
    bins.ball({p.xr[s].x, r, solid ? &*solid : nullptr},
              [&](std::size_t bin, double volume, const Vec3& x) {
                const double share = volume / whole;
                sums.add(bin, kGrains, share * in.body_fraction(s));
                sums.add(bin, kMass, share * m);
                sums.add(bin, kSolid, volume * in.solid(s));
                sums.add(bin, kDiameter, share * m * 2 * r);
                const Vec3 v = frame.at(x, p.vm[s].v), w = frame.at(x, p.ws[s].omega);
                for (int a = 0; a < 3; ++a) {
                  const auto column = static_cast<std::size_t>(a);
                  sums.add(bin, kMomentum + column, share * m * v[a]);
                  sums.add(bin, kSpin + column, share * m * w[a]);
                }
              });
  };
  const FixedSums sums = grain_totals(in, FixedSums(bins.size(), bounds), add);
  for (std::size_t k = 0; k < out.size(); ++k) {
    BinValues& b = out[k];
    b.grains = sums.value(k, kGrains), b.mass = sums.value(k, kMass);
    b.solid = sums.value(k, kSolid);
    if (!(b.mass > 0)) continue;
    b.diameter = sums.value(k, kDiameter) / b.mass;
    for (int a = 0; a < 3; ++a) {
      const auto column = static_cast<std::size_t>(a);
      b.velocity[a] = sums.value(k, kMomentum + column) / b.mass;
      b.spin[a] = sums.value(k, kSpin + column) / b.mass;
    }
  }
}

// About the means, in a second pass: differences of squares would lose the digits of slow
// fluctuations in a fast flow.
void add_fluctuations(const MeasureInput& all, const Bins& bins, const LocalFrame& frame,
                      const Greatest& most, std::vector<BinValues>& out) {
  const MeasureInput in = with_threads_for(all, bins.size(), 6);
  const Particles& p = in.particles;
  const std::vector<double> bounds(6, 8 * most.mass * most.speed * most.speed);
  const auto add = [&](std::uint32_t s, FixedSums& sums) {
    const double r = p.xr[s].r, whole = ball_measure(r, p.dimensions()), m = in.mass(s);
    const auto solid = in.solid_at(s);
    bins.ball({p.xr[s].x, r, solid ? &*solid : nullptr},
              [&](std::size_t bin, double volume, const Vec3& x) {
                const Vec3 v = frame.at(x, p.vm[s].v) - out[bin].velocity;
                add_tensor(sums, bin, volume / whole * m, v, v);
              });
  };
  const FixedSums sums = grain_totals(in, FixedSums(bins.size(), bounds), add);
  for (std::size_t k = 0; k < out.size(); ++k) out[k].fluctuation = tensor_in(sums, k);
}

void add_branches(const MeasureInput& all, const Bins& bins, const LocalFrame& frame,
                  std::vector<BinValues>& out) {
  const MeasureInput in = with_threads_for(all, bins.size(), 6);
  const Greatest most = contact_totals(in, Greatest{}, [&](const MeasureContact& c, Greatest& g) {
    g += Greatest{.force = norm(c.force), .line = norm(branch_of(in, c).line)};
  });
  const std::vector<double> bounds(6, 2 * most.force * most.line);
  const auto add = [&](const MeasureContact& c, FixedSums& sums) {
    const Branch3 b = branch_of(in, c);
    if (!b.known) return;
    bins.branch(b.from, b.line, [&](std::size_t bin, double share, const Vec3& x) {
      add_tensor(sums, bin, -share, frame.at(x, c.force), frame.at(x, b.line));
    });
  };
  const FixedSums sums = contact_totals(in, FixedSums(bins.size(), bounds), add);
  for (std::size_t k = 0; k < out.size(); ++k) out[k].branches = tensor_in(sums, k);
}

}  // namespace

std::vector<BinValues> bin_values(const MeasureInput& in, const Bins& bins, const LocalFrame& frame,
                                  bool contacts) {
  std::vector<BinValues> out(bins.size());
  const Greatest most = greatest_of_grains(in);
  add_means(in, bins, frame, most, out);
  add_fluctuations(in, bins, frame, most, out);
  if (contacts) add_branches(in, bins, frame, out);
  return out;
}

}  // namespace scree
