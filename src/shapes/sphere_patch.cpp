#include "shapes/sphere_patch.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/exact_math.hpp"

namespace scree {
namespace {

constexpr double kPi = std::numbers::pi;
// Sine of an angle between two axes below which they are told apart by nothing but rounding.
constexpr double kParallel = 1e-13;
// Circles and caps that only rounding lets meet: the square of half the chord, and the height of a
// cap. Where three circles touch in one point, chords of 1e-8 (the root of rounding) would fit
// together badly; left out they are as good as nothing, lenses of an area of kTangent^(3/2).
constexpr double kTangent = 1e-13;

void add_square(double s, const Vec3& a, Tensor& to) {
  to.xx += s * a.x * a.x, to.yy += s * a.y * a.y, to.zz += s * a.z * a.z;
  to.xy += s * a.x * a.y, to.yz += s * a.y * a.z, to.zx += s * a.z * a.x;
}
// s (a b^T + b a^T)
void add_both(double s, const Vec3& a, const Vec3& b, Tensor& to) {
  to.xx += 2 * s * a.x * b.x, to.yy += 2 * s * a.y * b.y, to.zz += 2 * s * a.z * b.z;
  to.xy += s * (a.x * b.y + a.y * b.x);
  to.yz += s * (a.y * b.z + a.z * b.y);
  to.zx += s * (a.z * b.x + a.x * b.z);
}

// The edge of a cut: n = height axis + radius (u cos phi + v sin phi).
struct Rim {
  Vec3 axis, u, v;
  double height = 0, radius = 0;

  explicit Rim(const SphereCut& cut) : axis(cut.axis), height(cut.height) {
    u = any_perpendicular(axis);
    v = cross(axis, u);
    radius = std::sqrt(std::max(0.0, (1 - height) * (1 + height)));
  }
  double angle_of(const Vec3& n) const { return exact::atan2(dot(n, v), dot(n, u)); }
};

// From `from` counter-clockwise to `to`, -pi <= from <= to <= pi.
struct Arc {
  double from = 0, to = 0;
};

enum class Meeting { none, whole, part };  // of a rim by another cut: how much it takes away

// What `other` takes of the rim of `own`. Both rims of two cuts get the same two points, so that
// the edge of the patch stays closed however ill these are determined. `first`: own comes before
// other in the list, which decides between equals.
Meeting taken_arc(const SphereCut& own, const SphereCut& other, bool first, const Rim& rim,
                  Arc& out) {
  const SphereCut& a = first ? own : other;
  const SphereCut& b = first ? other : own;
  const double g = dot(a.axis, b.axis);
  const Vec3 w = cross(a.axis, b.axis);
  const double q = norm2(w);
  if (q < kParallel * kParallel) {
    if (g < 0) return own.height + other.height <= 0 ? Meeting::whole : Meeting::none;
    const bool loose = own.height > other.height || (own.height == other.height && !first);
    return loose ? Meeting::whole : Meeting::none;
  }
  // The two planes meet in the line foot + t w.
  const Vec3 foot =
      ((a.height - b.height * g) / q) * a.axis + ((b.height - a.height * g) / q) * b.axis;
  const double rest = 1 - norm2(foot);
  const double middle = other.height - own.height * g;  // > 0: less than half of the rim is taken
  if (!(rest > kTangent)) return middle < 0 ? Meeting::whole : Meeting::none;
  const Vec3 along = std::sqrt(rest / q) * w;
  const Vec3 plus = foot + along, minus = foot - along;
  // Counter-clockwise about `own` the cap of `other` lies from the point at -own x other to that
  // at +own x other.
  out.from = rim.angle_of(first ? minus : plus);
  out.to = rim.angle_of(first ? plus : minus);
  double length = out.to - out.from;
  if (length < 0) length += 2 * kPi;
  // Two points that rounding exchanges leave nothing, or all.
  if (middle >= 0 && length > 1.5 * kPi) return Meeting::none;
  if (middle < 0 && length < 0.5 * kPi) return Meeting::whole;
  return Meeting::part;
}

// The arcs of a rim that no other cut takes away.
std::vector<Arc> open_arcs(const std::vector<SphereCut>& cuts, std::size_t own, const Rim& rim) {
  std::vector<Arc> taken;
  for (std::size_t k = 0; k < cuts.size(); ++k) {
    if (k == own) continue;
    Arc arc;
    switch (taken_arc(cuts[own], cuts[k], own < k, rim, arc)) {
      case Meeting::none:
        break;
      case Meeting::whole:
        return {};
      case Meeting::part:
        if (arc.from <= arc.to) {
          taken.push_back(arc);
        } else {
          taken.push_back({arc.from, kPi});
          taken.push_back({-kPi, arc.to});
        }
    }
  }
  std::sort(taken.begin(), taken.end(), [](const Arc& a, const Arc& b) {
    return std::pair(a.from, a.to) < std::pair(b.from, b.to);
  });
  std::vector<Arc> open;
  double from = -kPi;
  for (const Arc& arc : taken) {
    if (arc.from > from) open.push_back({from, arc.from});
    from = std::max(from, arc.to);
  }
  if (from < kPi) open.push_back({from, kPi});
  return open;
}

// The area that an edge encloses is the integral of (p x n) . dn / (1 + p . n) along it, with
// 4 pi more where -p is enclosed: no count of pieces and holes is needed. Any p will do whose -p
// keeps away from all rims.
class Pole {
 public:
  explicit Pole(const std::vector<SphereCut>& cuts) {
    double best = -1;
    // Points of a spiral: even over the sphere, in no symmetric position to anything.
    for (int k = 0; k < kTries && best < kGood; ++k) {
      const double z = 1 - (2 * k + 1.0) / kTries;
      const auto [s, c] = exact::sin_cos(2.399963229728653 * (k + 0.5));
      const double r = std::sqrt(1 - z * z);
      const Vec3 p{r * c, r * s, z};
      double nearest = 2;
      for (const SphereCut& cut : cuts)
        nearest = std::min(nearest, std::abs(dot(p, cut.axis) + cut.height));
      if (nearest > best) best = nearest, p_ = p;
    }
    opposite_is_in_ = std::all_of(cuts.begin(), cuts.end(), [this](const SphereCut& cut) {
      return -dot(p_, cut.axis) <= cut.height;
    });
  }
  double start() const { return opposite_is_in_ ? 4 * kPi : 0; }

  // The integral along an arc, counter-clockwise about the axis of the rim.
  double along(const Rim& rim, const Arc& arc) const {
    const double p_axis = dot(p_, rim.axis);
    const double pu = dot(p_, rim.u), pv = dot(p_, rim.v);
    const double zero = exact::atan2(pv, pu);
    const double slope = p_axis + rim.height;
    const double scale = 1 + rim.height * p_axis + rim.radius * std::sqrt(pu * pu + pv * pv);
    const auto primitive = [&](double phi) {
      // psi in [-pi, pi], and the turns that this took off.
      double psi = phi - zero, turns = 0;
      if (psi > kPi) psi -= 2 * kPi, turns = 1;
      if (psi < -kPi) psi += 2 * kPi, turns = -1;
      const auto [s, c] = exact::sin_cos(0.5 * psi);
      return 2 * exact::atan2(slope * s, scale * std::max(c, 0.0)) +
             turns * 2 * kPi * (slope > 0 ? 1 : -1);
    };
    return primitive(arc.to) - primitive(arc.from) - rim.height * (arc.to - arc.from);
  }

 private:
  static constexpr int kTries = 64;
  static constexpr double kGood = 0.02;
  Vec3 p_{0, 0, 1};
  bool opposite_is_in_ = false;
};

// Integrals over an arc of products of c = cos phi and s = sin phi.
struct ArcIntegrals {
  double one, c, s, cc, cs, ss, ccc, ccs, css, sss;

  explicit ArcIntegrals(const Arc& arc) {
    const auto [s0, c0] = exact::sin_cos(arc.from);
    const auto [s1, c1] = exact::sin_cos(arc.to);
    one = arc.to - arc.from;
    c = s1 - s0;
    s = c0 - c1;
    const double sc = s1 * c1 - s0 * c0;
    cc = 0.5 * (one + sc);
    ss = 0.5 * (one - sc);
    cs = 0.5 * (s1 * s1 - s0 * s0);
    css = (s1 * s1 * s1 - s0 * s0 * s0) / 3;
    ccs = (c0 * c0 * c0 - c1 * c1 * c1) / 3;
    ccc = c - css;
    sss = s - ccs;
  }
};

// Integrals along the edge of the patch, with the outward conormal nu = radius axis - height t and
// t = u cos phi + v sin phi.
struct EdgeMoments {
  Vec3 nu;          // of nu
  Tensor n_nu;      // of n nu^T, its symmetric part
  Tensor n_n_nu_c;  // of n n^T (nu . c)

  void add(const Rim& rim, const Arc& arc, const Vec3& c) {
    const ArcIntegrals i(arc);
    const double k = rim.height, s = rim.radius;
    const Vec3 &e = rim.axis, &u = rim.u, &v = rim.v;
    const double cu = dot(c, u), cv = dot(c, v), ce = dot(c, e);
    const Vec3 t1 = i.c * u + i.s * v;
    Tensor t2;
    add_square(i.cc, u, t2), add_both(i.cs, u, v, t2), add_square(i.ss, v, t2);
    const Vec3 t2c = (cu * i.cc + cv * i.cs) * u + (cu * i.cs + cv * i.ss) * v;

    nu += s * (s * i.one * e - k * t1);

    add_square(s * k * s * i.one, e, n_nu);
    add_both(0.5 * s * (s * s - k * k), e, t1, n_nu);
    add_scaled(-s * s * k, t2, n_nu);

    Tensor& to = n_n_nu_c;
    add_square(s * s * ce * k * k * i.one, e, to);
    add_both(s * s * ce * k * s, e, t1, to);
    add_scaled(s * s * ce * s * s, t2, to);
    add_square(-s * k * k * k * dot(t1, c), e, to);
    add_both(-s * k * k * s, e, t2c, to);
    const double t3 = -s * k * s * s;
    add_square(t3 * (cu * i.ccc + cv * i.ccs), u, to);
    add_both(t3 * (cu * i.ccs + cv * i.css), u, v, to);
    add_square(t3 * (cu * i.css + cv * i.sss), v, to);
  }
  static void add_scaled(double s, const Tensor& t, Tensor& to) {
    to.xx += s * t.xx, to.yy += s * t.yy, to.zz += s * t.zz;
    to.xy += s * t.xy, to.yz += s * t.yz, to.zx += s * t.zx;
  }
};

}  // namespace

PatchMoments patch_moments(std::vector<SphereCut> cuts, const Vec3& c) {
  PatchMoments out;
  if (std::any_of(cuts.begin(), cuts.end(),
                  [](const SphereCut& k) { return !(k.height > -1 + kTangent); }))
    return out;
  std::erase_if(cuts, [](const SphereCut& k) { return k.height >= 1 - kTangent; });
  const Pole pole(cuts);
  EdgeMoments edge;
  out.area = pole.start();
  for (std::size_t k = 0; k < cuts.size(); ++k) {
    const Rim rim(cuts[k]);
    for (const Arc& arc : open_arcs(cuts, k, rim)) {
      out.area -= pole.along(rim, arc);  // the patch is on the other side of the rim
      edge.add(rim, arc, c);
    }
  }
  // Stokes: div n_a e_b = delta_ab - 3 n_a n_b and its neighbours of lower and higher order.
  out.first = -0.5 * edge.nu;
  EdgeMoments::add_scaled(-1.0 / 3, edge.n_nu, out.second);
  out.second.xx += out.area / 3, out.second.yy += out.area / 3, out.second.zz += out.area / 3;
  add_both(0.25, c, out.first, out.third_with_c);
  EdgeMoments::add_scaled(-0.25, edge.n_n_nu_c, out.third_with_c);
  return out;
}

}  // namespace scree
