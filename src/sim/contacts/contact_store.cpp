#include "sim/contacts/contact_store.hpp"

#include <algorithm>

#include "shapes/sphere_touch.hpp"
#include "sim/contacts/contact_touch.hpp"

namespace scree {
namespace {

BodyMotion motion_of_row(const Particles& p, std::uint32_t s) {
  return {p.xr[s].x, p.vm[s].v, p.ws[s].omega};
}

}  // namespace

const kernel::PairLaw& ContactReader::law(const Contact& c) const {
  const auto& ws = world_.particles.ws;
  return laws_.of(ws[c.i].material, c.at_wall() ? world_.walls[c.wall].material.value
                                                : std::uint32_t{ws[c.j].material});
}

std::span<const double> ContactReader::history(const Contact& c) const {
  const auto stride = static_cast<std::size_t>(laws_.stride);
  switch (c.kind) {
    case ContactKind::pair:
      return {near_.history.data() + std::size_t{c.place} * stride, stride};
    case ContactKind::wall:
      return {walls_.history.data() + wall_place(c) * stride, stride};
    case ContactKind::point:
      break;
  }
  return points_.history(c.place, c.number);
}

Touch ContactReader::touch(const Contact& c) const {
  const Particles& p = world_.particles;
  if (c.kind == ContactKind::pair) return touch_of(p, c.i, c.j, world_, lever_);
  if (c.kind == ContactKind::wall)
    return touch_of(p, c.i, wall_point(c), world_.walls[c.wall], world_);
  const PointRecord r = point(c);
  BodyMotion second;
  if (c.at_wall()) {
    const WallPose& pose = world_.walls[c.wall].pose;
    second = {pose.x, pose.v, pose.omega};
  } else {
    second = motion_of_row(p, c.j);
  }
  Touch t = point_touch(r.at, motion_of_row(p, c.i), r.arm1, second, r.arm2, r.m_eff, world_.dt);
  if (c.at_wall() && world_.walls[c.wall].surface.any()) add_belt(world_.walls[c.wall], r.arm2, t);
  return t;
}

StoredEnergy ContactReader::stored(const Contact& c) const {
  StoredEnergy e = stored_energy(law(c), touch(c), history(c).data());
  if (c.kind != ContactKind::point) return e;
  const ContactPoint at = point(c).at;
  if (const double share = at.share; share != 1 || at.energy() != 1) {
    e.normal *= at.energy(), e.tangential *= share, e.rolling *= share;
    e.twisting *= share, e.cohesion *= share;
  }
  return e;
}

ContactAction ContactReader::action(const Contact& c) const {
  if (c.kind == ContactKind::wall) return {wall_point(c).force, wall_point(c).torque, {}};
  if (c.kind == ContactKind::point) return action_of(point(c));
  const auto& xr = world_.particles.xr;
  const Vec3 d =
      nearest_image(xr[c.j].x - xr[c.i].x, world_.box.lengths(), world_.box.inverse_lengths());
  const double overlap = spheres_meeting(d, xr[c.i].r, xr[c.j].r).overlap;
  const kernel::ContactForce on = pair_force(c);
  return {on.force, (xr[c.i].r - lever_ * overlap) * on.moment,
          (xr[c.j].r - lever_ * overlap) * on.moment};
}

ActionOnWall ContactReader::on_wall(const Contact& c) const {
  const Vec3 origin = world_.walls[c.wall].pose.x;
  if (c.kind == ContactKind::wall) {
    const WallPoint& at = wall_point(c);
    return {at.force, at.point - origin, at.couple, at.point, at.normal};
  }
  const PointRecord r = point(c);
  return {r.force, r.arm2, r.couple, origin + r.arm2, r.at.normal};
}

ContactView ContactReader::view(const Contact& c) const {
  const Particles& p = world_.particles;
  ContactView out{.i = p.id[c.i],
                  .j = c.at_wall() ? ParticleId{} : p.id[c.j],
                  .wall = c.at_wall() ? static_cast<std::int32_t>(c.wall) : -1,
                  .friction = has_friction(law(c))};
  if (c.kind == ContactKind::pair) {
    const SphereMeeting at =
        spheres_meeting(shortest(p.xr[c.j].x - p.xr[c.i].x, world_.box), p.xr[c.i].r, p.xr[c.j].r);
    const kernel::ContactForce on = pair_force(c);
    out.point = p.xr[c.i].x + (p.xr[c.i].r - lever_ * at.overlap) * at.normal;
    out.normal = at.normal, out.overlap = at.overlap;
    out.force = on.force, out.tangential = cross(on.moment, at.normal);
  } else if (c.kind == ContactKind::wall) {
    const WallPoint& at = wall_point(c);
    out.point = near_grain(at, p.xr[c.i].x, world_.box);
    out.normal = at.normal, out.overlap = at.overlap;
    out.force = at.force, out.tangential = at.tangential, out.feature = at.feature;
  } else {
    const PointRecord r = point(c);
    out.point = r.at.point, out.normal = r.at.normal, out.overlap = r.at.depth;
    out.force = r.force, out.tangential = r.tangential, out.feature = r.at.feature;
  }
  return out;
}

std::span<double> ContactWriter::history(const Contact& c) {
  const auto stride = static_cast<std::size_t>(laws_.stride);
  switch (c.kind) {
    case ContactKind::pair:
      return {near_list_.history.data() + std::size_t{c.place} * stride, stride};
    case ContactKind::wall:
      return {wall_list_.history.data() + wall_place(c) * stride, stride};
    case ContactKind::point:
      break;
  }
  return point_list_.history(c.place, c.number);
}

void ContactWriter::end(const Contact& c) {
  if (c.kind == ContactKind::point) return point_list_.forget(c.place);
  if (c.kind != ContactKind::pair) return;
  near_list_.last[c.place] = {};
  std::ranges::fill(history(c), 0.0);
}

}  // namespace scree
