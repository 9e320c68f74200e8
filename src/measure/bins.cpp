#include "measure/bins.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "measure/ball_volume.hpp"
#include "measure/disc_area.hpp"

namespace scree {

BoxBins::BoxBins(const PeriodicBox& box, const TableGrid& grid, Dimensions d)
    : box_(box), grid_(grid), dimensions_(d) {
  for (int a = 0; a < 3; ++a)
    high_[a] = plane(a, static_cast<double>(grid.count[static_cast<std::size_t>(a)]));
}

void BoxBins::ball(const BinnedGrain& g, const BallPart& f) const {
  if (!box_.any()) return one_ball(g, f);
  const Vec3 reach{g.r, g.r, g.r};
  for_each_image(box_, g.x, grid_.origin - reach, high_ + reach, [&](const Vec3& periods) {
    one_ball({image_of(g.x, periods, box_), g.r, g.solid}, f);
  });
}

void BoxBins::one_ball(const BinnedGrain& g, const BallPart& f) const {
  const Vec3& x = g.x;
  const double r = g.r, whole = ball_measure(r, dimensions_);
  std::array<std::size_t, 3> first{}, last{};
  int spread = 0, along = 0;
  bool cut = false;  // by the outside of the grid
  for (int a = 0; a < static_cast<int>(dimensions_); ++a) {
    const auto n = static_cast<double>(grid_.count[static_cast<std::size_t>(a)]);
    const double low = std::floor((x[a] - r - grid_.origin[a]) / grid_.spacing[a]);
    const double high = std::floor((x[a] + r - grid_.origin[a]) / grid_.spacing[a]);
    if (!(low < n) || !(high >= 0)) return;
    cut = cut || low < 0 || high >= n;
    first[static_cast<std::size_t>(a)] = static_cast<std::size_t>(std::max(low, 0.0));
    last[static_cast<std::size_t>(a)] = static_cast<std::size_t>(std::min(high, n - 1));
    if (high > low) ++spread, along = a;
  }
  const auto index = [this](std::size_t i, std::size_t j, std::size_t k) {
    return (k * grid_.count[1] + j) * grid_.count[0] + i;
  };
  if (!cut && spread == 0) return f(index(first[0], first[1], first[2]), whole, x);
  if (!cut && spread == 1) {  // slices between parallel planes
    std::array<std::size_t, 3> at = first;
    auto& k = at[static_cast<std::size_t>(along)];
    double below = 0;
    Vec3 axis;
    axis[along] = 1;
    for (; k <= last[static_cast<std::size_t>(along)]; ++k) {
      const double h = plane(along, static_cast<double>(k + 1));
      const double next = g.solid ? whole * g.solid->share_below(axis, h - x[along])
                                  : grain_below(r, x[along], h, dimensions_);
      if (next > below) f(index(at[0], at[1], at[2]), next - below, x);
      below = next;
    }
    return;
  }
  for (std::size_t k = first[2]; k <= last[2]; ++k)
    for (std::size_t j = first[1]; j <= last[1]; ++j)
      for (std::size_t i = first[0]; i <= last[0]; ++i) {
        const Vec3 at{static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)};
        Vec3 low, high;
        for (int a = 0; a < 3; ++a)
          low[a] = plane(a, at[a]) - x[a], high[a] = plane(a, at[a] + 1) - x[a];
        const double v = g.solid                          ? whole * g.solid->share_in_box(low, high)
                         : dimensions_ == Dimensions::two ? disc_in_box(r, low, high)
                                                          : ball_in_box(r, low, high);
        if (v > 0) f(index(i, j, k), v, x);
      }
}

void BoxBins::branch(const Vec3& x, const Vec3& l, const BranchPart& f) const {
  if (!box_.any()) return one_branch(x, l, f);
  const Vec3 reach{std::abs(l.x), std::abs(l.y), std::abs(l.z)};
  for_each_image(box_, x, grid_.origin - reach, high_ + reach,
                 [&](const Vec3& periods) { one_branch(image_of(x, periods, box_), l, f); });
}

void BoxBins::one_branch(const Vec3& x, const Vec3& l, const BranchPart& f) const {
  thread_local std::vector<double> cuts;
  cuts.assign({0, 1});
  for (int a = 0; a < 3; ++a) {
    const auto n = static_cast<double>(grid_.count[static_cast<std::size_t>(a)]);
    const double from = std::min(x[a], x[a] + l[a]), to = std::max(x[a], x[a] + l[a]);
    if (!(to >= grid_.origin[a]) || !(from <= high_[a])) return;
    if (l[a] == 0) continue;
    const double first = std::max(0.0, std::floor((from - grid_.origin[a]) / grid_.spacing[a]));
    const double last = std::min(n, std::ceil((to - grid_.origin[a]) / grid_.spacing[a]));
    for (double k = first; k <= last; ++k)
      if (const double t = (plane(a, k) - x[a]) / l[a]; t > 0 && t < 1) cuts.push_back(t);
  }
  std::sort(cuts.begin(), cuts.end());
  for (std::size_t c = 1; c < cuts.size(); ++c) {
    if (!(cuts[c] > cuts[c - 1])) continue;
    const Vec3 middle = x + 0.5 * (cuts[c] + cuts[c - 1]) * l;
    std::array<std::size_t, 3> at{};
    bool inside = true;
    for (int a = 0; a < 3 && inside; ++a) {
      const double k = std::floor((middle[a] - grid_.origin[a]) / grid_.spacing[a]);
      inside = k >= 0 && k < static_cast<double>(grid_.count[static_cast<std::size_t>(a)]);
      if (inside) at[static_cast<std::size_t>(a)] = static_cast<std::size_t>(k);
    }
    if (inside)
      f((at[2] * grid_.count[1] + at[1]) * grid_.count[0] + at[0], cuts[c] - cuts[c - 1], middle);
  }
}

RingBins::RingBins(const PeriodicBox& box, const Shape& shape)
    : box_(box),
      shape_(shape),
      thickness_((shape.radius - shape.inner) / static_cast<double>(shape.count)) {
  along_[shape.axis] = 1;
}

double RingBins::volume(std::size_t bin) const {
  const double a = edge(static_cast<double>(bin)), b = edge(static_cast<double>(bin) + 1);
  return std::numbers::pi * (b - a) * (b + a) * 2 * shape_.half_height;
}

namespace {

// Limits of points, measured from the centre, of what reaches into the rings.
Vec3 ring_reach(const RingBins::Shape& s, double more) {
  Vec3 reach{s.radius + more, s.radius + more, s.radius + more};
  reach[s.axis] = s.half_height + more;
  return reach;
}

}  // namespace

void RingBins::ball(const BinnedGrain& g, const BallPart& f) const {
  const double r = g.r;
  const auto one = [&](const Vec3& d) {
    const double z = d[shape_.axis], far = norm(d - z * along_);
    const double low = -shape_.half_height - z, high = shape_.half_height - z;
    if (!(low < r) || !(high > -r)) return;
    const auto n = static_cast<double>(shape_.count);
    const double first = std::max(0.0, std::floor((far - r - shape_.inner) / thickness_));
    const double last = std::min(n - 1, std::floor((far + r - shape_.inner) / thickness_));
    if (!(first <= last)) return;
    const auto within = [&](double k) {
      return g.solid ? ball_volume(r) * g.solid->share_in_cylinder(-d, along_, edge(k),
                                                                   -shape_.half_height,
                                                                   shape_.half_height)
                     : ball_in_cylinder_piece(r, edge(k), far, low, high);
    };
    double inner = edge(first) > 0 ? within(first) : 0;
    for (double k = first; k <= last; ++k) {
      const double outer = within(k + 1);
      if (outer > inner) f(static_cast<std::size_t>(k), outer - inner, shape_.centre + d);
      inner = outer;
    }
  };
  const Vec3 d = g.x - shape_.centre;
  if (!box_.any()) return one(d);
  const Vec3 reach = ring_reach(shape_, r);
  for_each_image(box_, d, -reach, reach,
                 [&](const Vec3& periods) { one(image_of(d, periods, box_)); });
}

void RingBins::branch(const Vec3& x, const Vec3& l, const BranchPart& f) const {
  const Vec3 d = x - shape_.centre;
  if (!box_.any()) return one_branch(d, l, f);
  const Vec3 reach = ring_reach(shape_, norm(l));
  for_each_image(box_, d, -reach, reach,
                 [&](const Vec3& periods) { one_branch(image_of(d, periods, box_), l, f); });
}

void RingBins::one_branch(const Vec3& d, const Vec3& l, const BranchPart& f) const {
  thread_local std::vector<double> cuts;
  cuts.assign({0, 1});
  const auto add = [](double t) {
    if (t > 0 && t < 1) cuts.push_back(t);
  };
  const double z = d[shape_.axis], slope = l[shape_.axis];
  if (slope != 0) add((-shape_.half_height - z) / slope), add((shape_.half_height - z) / slope);
  // |p + t e|^2 = R^2 across the axis.
  const Vec3 p = d - z * along_, e = l - slope * along_;
  const double a = dot(e, e), b = dot(p, e), nearest = a > 0 ? std::clamp(-b / a, 0.0, 1.0) : 0;
  const double least = norm(p + nearest * e), most = std::max(norm(p), norm(p + e));
  if (a > 0) {
    const auto n = static_cast<double>(shape_.count);
    const double first = std::max(0.0, std::floor((least - shape_.inner) / thickness_));
    const double last = std::min(n, std::ceil((most - shape_.inner) / thickness_));
    for (double k = first; k <= last; ++k) {
      const double root2 = b * b - a * (dot(p, p) - edge(k) * edge(k));
      if (!(root2 > 0)) continue;
      add((-b - std::sqrt(root2)) / a), add((-b + std::sqrt(root2)) / a);
    }
  }
  std::sort(cuts.begin(), cuts.end());
  for (std::size_t c = 1; c < cuts.size(); ++c) {
    if (!(cuts[c] > cuts[c - 1])) continue;
    const Vec3 middle = d + 0.5 * (cuts[c] + cuts[c - 1]) * l;
    const double h = middle[shape_.axis];
    const double k = std::floor((norm(middle - h * along_) - shape_.inner) / thickness_);
    if (std::abs(h) < shape_.half_height && k >= 0 && k < static_cast<double>(shape_.count))
      f(static_cast<std::size_t>(k), cuts[c] - cuts[c - 1], shape_.centre + middle);
  }
}

}  // namespace scree
