#include "sim/contacts/shape_rows.hpp"

#include <cmath>

namespace scree {

void ShapeRows::look_up(const World& world, std::span<const std::uint32_t> link_begin) {
  const Particles& p = world.particles;
  row_.assign(p.size(), {});
  path_.assign(p.size(), 0.0);
  inner_radius_.assign(p.size(), 0.0);
  used_.clear();
  expired_ = false;
  for (std::uint32_t s = 0; s < p.size(); ++s) {
    if (link_begin[s] == link_begin[s + 1]) continue;
    used_.push_back(s);
    if (const Body* body = world.bodies.find(p.ws[s].body)) {
      const Primitive& primitive = world.bodies.primitive_of(*body, p.id[s].value);
      row_[s].body = static_cast<std::uint32_t>(body - world.bodies.body.data());
      row_[s].on_body = primitive.x;
      if (p.ws[s].flags & kShaped) row_[s].shape = world.shapes[primitive.shape].get();
    }
    inner_radius_[s] = row_[s].shape ? row_[s].shape->inner_radius() : p.xr[s].r;
    place(world, s, true);
  }
}

// A point at v from the row's origin moves by the origin's displacement and by |change of the
// turn| |v| at most. Two turns whose quaternions differ by d differ by 2 |d| at most.
void ShapeRows::place(const World& w, std::size_t s, bool first) {
  const Particles& p = w.particles;
  ShapeRow& r = row_[s];
  const Vec3& x = p.xr[s].x;
  const Quat& q = p.q[s];
  if (!first) {
    constexpr double kRounding = 1 + 1e-9;
    const Vec3 step = nearest_image(x - r.x, w.box.lengths(), w.box.inverse_lengths());
    double turned = 0;
    if (r.shape != nullptr) {
      const double dw = q.w - r.q.w, dx = q.x - r.q.x, dy = q.y - r.q.y, dz = q.z - r.q.z;
      turned = 2 * std::sqrt(dw * dw + dx * dx + dy * dy + dz * dz);
    }
    path_[s] += kRounding * (norm(step) + p.xr[s].r * turned);
  }
  r.x = x;
  r.q = q;
  if (r.body != ShapeRow::kNoBody) r.offset = rotate(w.bodies.body[r.body].q, r.on_body);
}

void ShapeRows::follow(const World& world, int threads) {
  const auto n = static_cast<std::int64_t>(used_.size());
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::int64_t k = 0; k < n; ++k) place(world, used_[static_cast<std::size_t>(k)], false);
}

}  // namespace scree
