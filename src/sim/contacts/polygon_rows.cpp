#include "sim/contacts/polygon_rows.hpp"

#include <cmath>

namespace scree {

void PolygonRows::look_up(const World& world) {
  const Particles& p = world.particles;
  row_.assign(p.size(), {});
  source_.assign(p.size(), {});
  expired_ = false;
  for (std::size_t s = 0; s < p.size(); ++s) {
    if (!(p.ws[s].flags & kShaped)) continue;
    const Body& body = *world.bodies.find(p.ws[s].body);
    const Primitive& primitive = world.bodies.primitive_of(body, p.id[s].value);
    const Shape& shape = *world.shapes[primitive.shape];
    if (shape.polygon() == nullptr) continue;
    const PolygonShape& polygon = *shape.polygon();
    source_[s] = {.shape = &polygon,
                  .body = static_cast<std::uint32_t>(&body - world.bodies.body.data()),
                  .turned = !(primitive.q.w == 1),
                  .x = primitive.x};
    PolygonRow& r = row_[s];
    r.corner = polygon.core().corners().data();
    r.outward = polygon.form().outward.data();
    r.corners = polygon.core().size();
    r.material = p.ws[s].material;
    r.sharp = polygon.rounding() == 0;
    r.by_area = polygon.form().contact == PolygonContact::area;
    r.potential = polygon.form().contact == PolygonContact::potential;
    r.inertia = body.inertia.z;
    place(world, s, true);
  }
}

// A point at v from the frame's origin moves by the origin's displacement and by |change of the
// turn| |v| at most.
void PolygonRows::place(const World& w, std::size_t s, bool first) {
  const Particles& p = w.particles;
  const Source& from = source_[s];
  PolygonRow& r = row_[s];
  const geometry::Turn2 turn = PolygonShape::turn_of(p.q[s]);
  const Vec3& x = p.xr[s].x;
  if (!first) {
    const Vec3 step =
        nearest_image({x.x - r.x.x, x.y - r.x.y, 0}, w.box.lengths(), w.box.inverse_lengths());
    const double dc = turn.c - r.turn.c, ds = turn.s - r.turn.s;
    constexpr double kRounding = 1 + 1e-9;
    r.path += kRounding *
              (std::sqrt(step.x * step.x + step.y * step.y) + r.r * std::sqrt(dc * dc + ds * ds));
  }
  r.x = {x.x, x.y};
  r.r = p.xr[s].r;
  r.turn = turn;
  r.inv_mass = p.vm[s].inv_mass;
  r.omega = p.ws[s].omega.z;
  r.v = {p.vm[s].v.x, p.vm[s].v.y};
  // A polygon that is not turned against its body has the body's orientation to the last bit.
  const Vec3 offset = rotate(from.turned ? w.bodies.body[from.body].q : p.q[s], from.x);
  r.offset = {offset.x, offset.y};
}

void PolygonRows::follow(const World& world, int threads) {
  if (expired_) return look_up(world);
  const auto n = static_cast<std::int64_t>(row_.size());
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::int64_t s = 0; s < n; ++s)
    if (row_[static_cast<std::size_t>(s)].corners > 0)
      place(world, static_cast<std::size_t>(s), false);
}

}  // namespace scree
