#include "sim/engines/room_for_cells.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace scree {
namespace {

// What a grain may move before a survey is made again, as a share of its radius: a larger share
// makes surveys rarer and their bounds lower.
constexpr double kMayMove = 0.02;
// A punch is faster than most grains and cuts few of them: it may go farther, as a share of the
// least radius.
constexpr double kWallMayMove = 0.05;
// Balls that are tried, over the radius of the grain: the best one is the larger, the fewer
// neighbours there are.
constexpr std::array<double, 5> kBalls{1.06, 1.1, 1.15, 1.22, 1.3};
constexpr double kLargestBall = kBalls.back();
// Grains that one looks at for one of them. Beyond that, small ones beside very large ones, the
// cell itself is cheaper.
constexpr std::size_t kMostLooks = 4000;
constexpr double kRounding = 1e-9;

// The least distance of the plane between i and j from i while they are between `near` and `far`
// apart; below -1e300 where j may be so near that it has no lower bound.
double least_plane(double near, double far, double wi, double wj) {
  if (!(near > 0)) return -1e301;
  const auto at = [&](double d) { return 0.5 * (d + (wi - wj) / d); };
  if (wi - wj >= near * near) return -1e301;  // falls with the distance at first
  return std::min(at(near), at(far));
}

// Grains in cubes, sorted by cube.
class Cubes {
 public:
  Cubes(std::span<const CellRoom::Grain> grains, const PeriodicBox& box, double size) : box_(box) {
    Vec3 lo = grains[0].x, hi = lo;
    for (const CellRoom::Grain& g : grains)
      for (int k = 0; k < 3; ++k) lo[k] = std::min(lo[k], g.x[k]), hi[k] = std::max(hi[k], g.x[k]);
    for (int k = 0; k < 3; ++k) {
      if (box.periodic[k]) lo[k] = box.lo[k], hi[k] = box.hi[k];
      const double length = hi[k] - lo[k];
      number_[k] = static_cast<int>(std::clamp(std::floor(length / size), 1.0, 400.0));
      per_[k] = length > 0 ? number_[k] / length : 0;
    }
    lo_ = lo;
    begin_.assign(static_cast<std::size_t>(number_[0]) * static_cast<std::size_t>(number_[1]) *
                          static_cast<std::size_t>(number_[2]) +
                      2,
                  0);
    std::vector<std::uint32_t> cube(grains.size());
    for (std::size_t i = 0; i < grains.size(); ++i) {
      int at[3];
      for (int k = 0; k < 3; ++k) at[k] = along(k, grains[i].x[k]);
      cube[i] = static_cast<std::uint32_t>(index(at[0], at[1], at[2]));
      ++begin_[cube[i] + 2];
    }
    for (std::size_t c = 2; c < begin_.size(); ++c) begin_[c] += begin_[c - 1];
    in_.resize(grains.size());
    for (std::size_t i = 0; i < grains.size(); ++i)
      in_[begin_[cube[i] + 1]++] = static_cast<std::uint32_t>(i);
  }

  // f(j) for all grains that may be within `reach` of x, until it returns false. A period is
  // longer than twice the reach.
  template <class F>
  bool each_near(const Vec3& x, double reach, F f) const {
    int first[3], last[3];
    for (int k = 0; k < 3; ++k) {
      first[k] = position(k, x[k] - reach), last[k] = position(k, x[k] + reach);
      if (box_.periodic[k]) {
        last[k] = std::min(last[k], first[k] + number_[k] - 1);
      } else {
        first[k] = std::clamp(first[k], 0, number_[k] - 1);
        last[k] = std::clamp(last[k], 0, number_[k] - 1);
      }
    }
    for (int a = first[0]; a <= last[0]; ++a)
      for (int b = first[1]; b <= last[1]; ++b)
        for (int c = first[2]; c <= last[2]; ++c) {
          const std::size_t cube = index(wrapped(0, a), wrapped(1, b), wrapped(2, c));
          for (std::uint32_t k = begin_[cube]; k < begin_[cube + 1]; ++k)
            if (!f(in_[k])) return false;
        }
    return true;
  }

 private:
  int position(int k, double x) const {
    return static_cast<int>(std::floor(std::clamp((x - lo_[k]) * per_[k], -1e6, 1e6)));
  }
  int along(int k, double x) const { return std::clamp(position(k, x), 0, number_[k] - 1); }
  int wrapped(int k, int at) const { return (at % number_[k] + number_[k]) % number_[k]; }
  std::size_t index(int a, int b, int c) const {
    return (static_cast<std::size_t>(a) * static_cast<std::size_t>(number_[1]) +
            static_cast<std::size_t>(b)) *
               static_cast<std::size_t>(number_[2]) +
           static_cast<std::size_t>(c);
  }

  const PeriodicBox& box_;
  Vec3 lo_;
  int number_[3] = {};
  double per_[3] = {};
  std::vector<std::uint32_t> begin_, in_;
};

struct Sizes {
  double least = 1e300, most = 0;
};

// Farther away than this no grain has its plane within `rho` of a grain of radius r.
double reach_of(double rho, double r, double largest) {
  return rho + std::sqrt(std::max(0.0, rho * rho - r * r + largest * largest));
}

}  // namespace

double room_in_ball(double rho, std::span<const double> h) {
  double room = 4 * rho * rho * rho;
  for (const double d : h) {
    const double e = rho - std::max(d, -rho);
    if (e > 0) room -= e * e * (2 * rho + std::max(d, -rho));
  }
  return std::numbers::pi / 3 * room;
}

bool CellRoom::holds(std::span<const Grain> grains, const geometry::ConvexContainer& container,
                     const PeriodicBox& box, int threads) const {
  if (then_.size() != grains.size() || planes_.size() != container.planes.size()) return false;
  for (std::size_t k = 0; k < planes_.size(); ++k)
    if (!(planes_[k].r == container.planes[k].r) ||
        !(std::abs(planes_[k].d - container.planes[k].d) <= wall_margin_))
      return false;
  bool far = false;
#pragma omp parallel for schedule(static) num_threads(std::max(threads, 1)) reduction(|| : far)
  for (std::size_t i = 0; i < grains.size(); ++i) {
    const double most = kMayMove * grains[i].r;
    const Vec3 moved = nearest_image(grains[i].x - then_[i], box.lengths(), box.inverse_lengths());
    far = far || !(norm2(moved) <= most * most) || asked_[i] != grains[i].volume;
  }
  return !far;
}

bool CellRoom::survey(std::span<const Grain> grains, const geometry::ConvexContainer& container,
                      const PeriodicBox& box, bool renew, int threads) {
  if (!renew && holds(grains, container, box, threads)) return false;
  ++surveys_;
  const std::vector<std::uint8_t> before = narrow_;
  narrow_.assign(grains.size(), 0);
  planes_ = container.planes;
  then_.resize(grains.size()), asked_.resize(grains.size());
  Sizes size;
  for (std::size_t i = 0; i < grains.size(); ++i) {
    then_[i] = grains[i].x, asked_[i] = grains[i].volume;
    narrow_[i] = grains[i].volume > 0;
    size.least = std::min(size.least, grains[i].r), size.most = std::max(size.most, grains[i].r);
  }
  wall_margin_ = kWallMayMove * size.least;
  bool fits = !grains.empty();
  const double longest =
      reach_of(kLargestBall * size.most, size.most, size.most) + 2 * kMayMove * size.most;
  for (int k = 0; k < 3; ++k) fits = fits && !(box.periodic[k] && box.length(k) < 2.1 * longest);
  if (!fits) return narrow_ != before;
  const Cubes cubes(grains, box,
                    std::max(reach_of(kLargestBall * size.least, size.least, size.most), 1e-300));
#pragma omp parallel num_threads(std::max(threads, 1))
  {
    std::vector<double> h;
#pragma omp for schedule(dynamic, 256)
    for (std::size_t i = 0; i < grains.size(); ++i) {
      const Grain& g = grains[i];
      if (!narrow_[i]) continue;
      const double largest = kLargestBall * g.r, wi = g.r * g.r;
      h.clear();
      for (const geometry::UnitPlane& p : container.planes) {
        const double d = p.d - dot(p.r, g.x) - (wall_margin_ + kMayMove * g.r);
        if (d < largest) h.push_back(d);
      }
      std::size_t looks = 0;
      const double reach = reach_of(largest, g.r, size.most) + kMayMove * (g.r + size.most);
      const bool all = cubes.each_near(g.x, reach, [&](std::uint32_t j) {
        if (j == i) return true;
        const Grain& o = grains[j];
        const Vec3 e = nearest_image(o.x - g.x, box.lengths(), box.inverse_lengths());
        const double square = norm2(e);
        if (square < reach * reach) {
          const double d = std::sqrt(square), both = kMayMove * (g.r + o.r);
          const double plane = least_plane(d - both, d + both, wi, o.r * o.r);
          if (plane < largest) h.push_back(plane);
        }
        return ++looks < kMostLooks;
      });
      double room = 0;
      if (all)
        for (const double rho : kBalls) room = std::max(room, room_in_ball(rho * g.r, h));
      narrow_[i] = !(room * (1 - kRounding) >= g.volume);
    }
  }
  return narrow_ != before;
}

}  // namespace scree
