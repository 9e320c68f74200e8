#include "shapes/cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "shapes/disc_union.hpp"

namespace scree {

// Towards the far point of the ball that reaches farthest, by ever smaller steps: after k steps
// within 1/k of the best at worst (Badoiu & Clarkson 2003); the best of all is kept. Only + - * /
// and the root: the same bits everywhere.
SolidBall enclosing_ball(std::span<const SolidBall> balls) {
  if (balls.empty()) return {};
  Vec3 lo = balls.front().x, hi = lo;
  for (const SolidBall& b : balls)
    for (int a = 0; a < 3; ++a) {
      lo[a] = std::min(lo[a], b.x[a] - b.r);
      hi[a] = std::max(hi[a], b.x[a] + b.r);
    }
  SolidBall best{0.5 * (lo + hi), 0};
  Vec3 centre = best.x;
  constexpr int kSteps = 2000;
  for (int k = 1; k <= kSteps; ++k) {
    double reach = -1;
    Vec3 far;
    for (const SolidBall& b : balls) {
      const Vec3 d = b.x - centre;
      const double length = norm(d);
      if (length + b.r <= reach) continue;
      reach = length + b.r;
      far = length > 0 ? (reach / length) * d : Vec3{};
    }
    if (k == 1 || reach < best.r) best = {centre, reach};
    centre += (1.0 / (k + 1)) * far;
  }
  return best;
}

std::vector<Cluster::Pair> near_pairs(std::span<const SolidBall> balls, double share) {
  std::vector<Cluster::Pair> out;
  for (std::uint32_t a = 0; a < balls.size(); ++a)
    for (std::uint32_t b = a + 1; b < balls.size(); ++b) {
      const double gap = norm(balls[b].x - balls[a].x) - balls[a].r - balls[b].r;
      if (gap <= share * std::min(balls[a].r, balls[b].r)) out.push_back({a, b});
    }
  return out;
}

bool hang_together(std::size_t balls, std::span<const Cluster::Pair> pairs) {
  std::vector<std::uint32_t> parent(balls);
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::uint32_t k) {
    while (parent[k] != k) k = parent[k] = parent[parent[k]];
    return k;
  };
  std::size_t parts = balls;
  for (const Cluster::Pair& p : pairs) {
    const std::uint32_t a = root(p.a), b = root(p.b);
    if (a != b) parent[a] = b, --parts;
  }
  return parts <= 1;
}

MassProperties scaled_in_size(const MassProperties& m, double s, Dimensions d) {
  const double s3 = power_of(s, d), s5 = s3 * s * s;
  const Tensor& t = m.inertia;
  return {s3 * m.mass,
          s * m.centre,
          {s5 * t.xx, s5 * t.yy, s5 * t.zz, s5 * t.xy, s5 * t.yz, s5 * t.zx}};
}

namespace {

std::optional<Error> unusable_balls(const std::string& name, std::span<const SolidBall> balls) {
  if (balls.empty())
    return Error{"E0560", fmt::format("the cluster `{}` has no balls", name), "", ""};
  for (std::size_t k = 0; k < balls.size(); ++k)
    if (!is_finite(balls[k].x) || !(balls[k].r > 0) || !std::isfinite(balls[k].r))
      return Error{"E0560",
                   fmt::format("ball {} of the cluster `{}` has no size or no location", k, name),
                   "", ""};
  return std::nullopt;
}

}  // namespace

Result<Cluster> make_plane_cluster(std::string name, std::vector<SolidBall> balls) {
  if (auto wrong = unusable_balls(name, balls)) return *wrong;
  for (std::size_t k = 0; k < balls.size(); ++k)
    if (balls[k].x.z != 0)
      return Error{"E0624",
                   fmt::format("ball {} of the cluster `{}` is {:.4g} m away from the plane z = 0",
                               k, name, balls[k].x.z),
                   "",
                   "in two dimensions a cluster is made of discs: shape = \"balls\" or \"rod\""};
  Cluster out;
  const SolidBall around = enclosing_ball(balls);
  for (SolidBall& b : balls) b.x -= around.x;
  out.name = std::move(name);
  out.radius = around.r;
  out.dimensions = Dimensions::two;
  out.solid = union_of_discs(balls);
  out.balls = std::move(balls);
  return out;
}

Result<Cluster> make_cluster(std::string name, std::vector<SolidBall> balls,
                             std::optional<MassProperties> solid) {
  if (auto wrong = unusable_balls(name, balls)) return *wrong;
  Cluster out;
  const SolidBall around = enclosing_ball(balls);
  for (SolidBall& b : balls) b.x -= around.x;
  out.name = std::move(name);
  out.radius = around.r;
  out.mesh_mass = solid.has_value();
  out.solid = solid ? moved(*solid, -around.x, {}) : union_mass(balls);
  out.balls = std::move(balls);
  return out;
}

Result<Cluster> make_solid(std::string name, std::vector<SolidPart> parts, Dimensions d) {
  if (parts.empty())
    return Error{"E0560", fmt::format("the shape `{}` has no parts", name), "", ""};
  std::vector<SolidBall> corners;
  std::vector<MassProperties> masses;
  for (const SolidPart& p : parts) {
    for (const Corner& c : p.shape->corners())
      corners.push_back({p.x + rotate(p.q, c.x), c.radius});
    masses.push_back(moved(p.shape->mass_properties(d), p.x, p.q));
  }
  Cluster out;
  // A single part has its origin there already; the ball around several is found again.
  const SolidBall around = parts.size() == 1
                               ? SolidBall{parts.front().x, parts.front().shape->bounding_radius()}
                               : enclosing_ball(corners);
  for (SolidPart& p : parts) p.x -= around.x;
  out.name = std::move(name);
  out.radius = around.r;
  out.dimensions = d;
  out.solid = moved(parts.size() == 1 ? masses.front() : sum(masses), -around.x, {});
  if (d == Dimensions::two) out.solid = flat(out.solid);
  out.solids = std::move(parts);
  return out;
}

}  // namespace scree
