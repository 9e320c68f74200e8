#include "measure/unfolded.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "measure/ball_volume.hpp"
#include "measure/disc_area.hpp"

namespace scree {

FoldedCoordinate fold(double x, double lo, double length) {
  const double d = x - lo;
  double offset = std::fmod(d, length);  // exact
  if (offset < 0) offset += length;
  if (!(offset < length)) offset = 0;  // a hair below a multiple of the length
  return {std::rint((d - offset) / length), offset};
}

// A plane written in decimals may miss the seam by a rounding error, and grains of a lattice lie on
// the seam exactly: within 1e-12 of a period it is meant to be there.
static FoldedCoordinate fold_plane(double x, double lo, double length) {
  constexpr double near = 1e-12;
  FoldedCoordinate p = fold(x, lo, length);
  if (p.offset > (1 - near) * length) return {p.cell + 1, 0};
  if (p.offset < near * length) p.offset = 0;
  return p;
}

Span::Span(const PeriodicBox& box, int axis, double low, double high) : low_(low), high_(high) {
  if (!box.periodic[axis]) return;
  lo_ = box.lo[axis], length_ = box.length(axis);
  from_ = fold_plane(low, lo_, length_), to_ = fold_plane(high, lo_, length_);
}

double Span::images(double x) const {
  if (!(length_ > 0)) return x >= low_ && x < high_ ? 1 : 0;
  const double offset = fold(x, lo_, length_).offset;
  // Images of x below a plane, from the same zero for both.
  const auto below = [offset](const FoldedCoordinate& p) {
    return p.cell + (offset < p.offset ? 1 : 0);
  };
  return below(to_) - below(from_);
}

void Span::pieces(double x, double r, std::vector<Piece>& out) const {
  out.clear();
  const auto add = [&](double shift) {
    const double low = std::max(low_ - (x + shift), -r), high = std::min(high_ - (x + shift), r);
    if (low < r && high > -r && low < high) out.push_back({low, high, 1});
  };
  if (!(length_ > 0)) return add(0);
  const double first = std::floor((low_ - r - x) / length_);
  const double last = std::ceil((high_ + r - x) / length_);
  // Images that are inside as a whole are all alike.
  const double inner = std::ceil((low_ + r - x) / length_);
  const double inner_last = std::floor((high_ - r - x) / length_);
  const bool any = inner <= inner_last;
  if (any) out.push_back({-r, r, inner_last - inner + 1});
  for (double k = first; k <= (any ? inner - 1 : last); ++k) add(k * length_);
  if (any)
    for (double k = inner_last + 1; k <= last; ++k) add(k * length_);
}

void Span::crossings(double x, double l, std::vector<double>& out) const {
  if (l == 0) return;
  for (const double plane : {low_, high_}) {
    double first = 0, last = 0;
    if (length_ > 0) {
      const double a = (plane - x) / length_, b = (plane - x - l) / length_;
      first = std::floor(std::min(a, b)), last = std::ceil(std::max(a, b));
    }
    for (double k = first; k <= last; ++k)
      if (const double t = (plane - x - k * length_) / l; t > 0 && t < 1) out.push_back(t);
  }
}

template <class Volume>
double BoxPart::sum_inside(const Vec3& x, double r, const Volume& volume) const {
  thread_local std::array<std::vector<Span::Piece>, 3> pieces;  // memory is kept for the next ball
  for (std::size_t k = 0; k < 3; ++k) {
    spans_[k].pieces(x[static_cast<int>(k)], r, pieces[k]);
    if (pieces[k].empty()) return 0;
  }
  double v = 0;
  if (dimensions_ == Dimensions::two) {  // the whole depth
    for (const Span::Piece& a : pieces[0])
      for (const Span::Piece& b : pieces[1])
        v += a.times * b.times * volume(Vec3{a.low, b.low, -r}, Vec3{a.high, b.high, r});
    return v;
  }
  for (const Span::Piece& a : pieces[0])
    for (const Span::Piece& b : pieces[1])
      for (const Span::Piece& c : pieces[2])
        v += a.times * b.times * c.times *
             volume(Vec3{a.low, b.low, c.low}, Vec3{a.high, b.high, c.high});
  return v;
}

double BoxPart::volume_inside(const Vec3& x, double r) const {
  return sum_inside(x, r, [&](const Vec3& low, const Vec3& high) {
    return dimensions_ == Dimensions::two ? disc_in_box(r, low, high) : ball_in_box(r, low, high);
  });
}

double BoxPart::share_inside(const Vec3& x, double r, const PlacedSolid& solid) const {
  return sum_inside(
      x, r, [&solid](const Vec3& low, const Vec3& high) { return solid.share_in_box(low, high); });
}

double BoxPart::share_inside(const Vec3& x, const Vec3& l) const {
  thread_local std::vector<double> cuts;
  // Between two cuts the segment has as many images inside as its middle.
  cuts.assign({0, 1});
  for (std::size_t k = 0; k < 3; ++k)
    spans_[k].crossings(x[static_cast<int>(k)], l[static_cast<int>(k)], cuts);
  std::sort(cuts.begin(), cuts.end());
  double share = 0;
  for (std::size_t k = 1; k < cuts.size(); ++k)
    if (cuts[k] > cuts[k - 1])
      share += (cuts[k] - cuts[k - 1]) * images(x + 0.5 * (cuts[k] + cuts[k - 1]) * l);
  return share;
}

double period_along(const Vec3& axis, const PeriodicBox& box) {
  for (int k = 0; k < 3; ++k)
    if (box.periodic[k] && std::abs(axis[k]) == 1) return box.length(k);
  return 0;
}

int Cylinder::endless_along(const PeriodicBox& box) const {
  if (std::isfinite(half_height)) return -1;
  for (int k = 0; k < 3; ++k)
    if (box.periodic[k] && std::abs(axis[k]) == 1) return k;
  return -1;
}

// Square of the part of the axis in which an endless cylinder leaves its images behind.
static double slope2(const Cylinder& c, const PeriodicBox& box) {
  const int along = c.endless_along(box);
  double q = 0;
  for (int k = 0; k < 3; ++k)
    if (!box.periodic[k] || k == along) q += c.axis[k] * c.axis[k];
  return q;
}

std::array<Vec3, 2> Cylinder::limits(const Vec3& d, double r, const PeriodicBox& box) const {
  const double reach = radius + r;
  Vec3 low, high;
  if (std::isfinite(half_height)) {
    for (int k = 0; k < 3; ++k) {
      const double across = std::sqrt(std::max(0.0, 1 - axis[k] * axis[k]));
      high[k] = (half_height + r) * std::abs(axis[k]) + reach * across;
      low[k] = -high[k];
    }
    return {low, high};
  }
  // d and all its images agree in the directions that are not shifted: they tell how far up the
  // axis the ball is. From there the cylinder cuts an ellipse out of the shifted directions.
  const int along = endless_along(box);
  const double q = slope2(*this, box);
  double up = 0;
  for (int k = 0; k < 3; ++k)
    if (!box.periodic[k] || k == along) up += d[k] * axis[k] / q;
  for (int k = 0; k < 3; ++k) {
    const double half = reach * std::sqrt(1 + axis[k] * axis[k] / q);
    low[k] = k == along ? -INFINITY : up * axis[k] - half;
    high[k] = k == along ? INFINITY : up * axis[k] + half;
  }
  return {low, high};
}

std::optional<Error> need_upright(const PeriodicBox& box) {
  if (!box.tilted()) return std::nullopt;
  return Error{"E0656", "needs an upright box, and this cell is sheared", "",
               "`cell`, `stress`, `fabric`, `coordination`, `energy`, `layers` and `density` "
               "measure all of a cell"};
}

std::optional<Error> Cylinder::check(const PeriodicBox& box) const {
  if (auto tilted = need_upright(box)) return tilted;
  if (!box.any()) return std::nullopt;
  if (!std::isfinite(half_height) && !(slope2(*this, box) > 0))
    return Error{"E0740",
                 "an endless cylinder oblique to two periodic directions passes every grain "
                 "infinitely often",
                 "", "give it a `height`, or an `axis` along x, y or z"};
  const auto [low, high] = limits({}, 0, box);
  return too_many_images(box, high - low);
}

std::optional<Error> too_many_images(const PeriodicBox& box, const Vec3& extent) {
  constexpr double most = 1e6;  // about a second per ten grains
  double images = 1;
  for (int k = 0; k < 3; ++k)
    if (box.periodic[k] && std::isfinite(extent[k])) images *= extent[k] / box.length(k) + 1;
  if (images <= most) return std::nullopt;
  return Error{"E0741",
               fmt::format("the region is so much larger than the periodic box that it holds about "
                           "{:.2g} images of each grain",
                           images),
               "", fmt::format("at most {:.0e}; one period has all there is to see", most)};
}

}  // namespace scree
