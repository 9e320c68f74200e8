#include "sim/contacts/point_contacts.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>

#include "geometry/convex/methods.hpp"
#include "shapes/contact_potential.hpp"
#include "shapes/sphere.hpp"
#include "sim/contacts/block_lanes.hpp"

namespace scree {
namespace {

using kernel::Block;
using kernel::PairLaw;

// Every 16th query is timed: a clock costs as much as a quarter of a warm query.
constexpr std::int64_t kTimedMask = 15;

BodyMotion motion_of(const World& w, std::uint32_t row) {
  return {w.particles.xr[row].x, w.particles.vm[row].v, w.particles.ws[row].omega};
}

// By how much a unit impulse along u at the end of `arm` from the row's centre changes the speed
// there, along u: 1/m for a ball that is pushed towards its centre.
class Response {
 public:
  Response(const World& w, const ShapeRows& rows, std::uint32_t row)
      : inv_mass_(w.particles.vm[row].inv_mass),
        inv_inertia_(w.particles.inv_inertia[row]),
        body_(inv_mass_ > 0 ? rows.body(w, row) : nullptr) {
    if (body_) offset_ = rows[row].offset;
  }
  double operator()(const Vec3& arm, const Vec3& u) const {
    if (inv_mass_ == 0) return 0;
    if (body_ == nullptr) return inv_mass_ + inv_inertia_ * norm2(cross(arm, u));
    const Vec3 lever = lever_of(arm, u);
    return inv_mass_ + dot(lever, body_->spin(lever));
  }
  // Of unit impulses at all points of an area along their normals, by shares that add up to
  // `shares`: what they do at one of the points. `spin` is that of the sum of their levers.
  double to_area(const Vec3& arm, const Vec3& u, double shares, const Vec3& spin) const {
    if (body_ == nullptr) return shares * (*this)(arm, u);
    return shares * inv_mass_ + dot(lever_of(arm, u), spin);
  }
  Vec3 spin(const Vec3& levers) const { return body_ ? body_->spin(levers) : Vec3{}; }
  Vec3 lever_of(const Vec3& arm, const Vec3& u) const { return cross(offset_ + arm, u); }

 private:
  double inv_mass_, inv_inertia_;
  const Body* body_;
  Vec3 offset_{};
};

// A piece of the shape at a piece of the wall.
std::uint64_t wall_feature(std::uint32_t piece, std::uint32_t of_wall) {
  return std::uint64_t{piece} << 32 | of_wall;
}

void meet_wall(const PointArgs& a, const PointPair& p, const Shape& shape, double range,
               ContactPoints& out) {
  const Particles& g = a.world.particles;
  const Wall& wall = a.world.walls[p.wall];
  if (!a.images[p.wall].is_near(wall, g.xr[p.i].x, g.xr[p.i].r + range)) return;
  const Pose at{g.xr[p.i].x, g.q[p.i]};
  if (const std::optional<RoundedCore> core = shape.rounded_core())
    return a.images[p.wall].press(wall, *core, at, g.xr[p.i].r, range, out);
  ShapeTouches touches;
  a.images[p.wall].touch_shape(wall, shape, at, range, touches);
  for (int k = 0; k < touches.count; ++k) {
    const ShapeTouch& t = touches.touch[static_cast<std::size_t>(k)];
    if (!(t.share > 1e-9)) continue;
    const Vec3 n = -t.at.normal;
    const double depth = -t.gap();
    out.add({.normal = n,
             .point = t.x + (t.radius - a.lever * depth) * n,
             .depth = depth,
             .r_eff = t.radius > 0 ? t.radius : g.xr[p.i].r,
             .feature = wall_feature(t.piece, t.at.feature),
             .shift = t.at.shift,
             .share = t.share});
  }
}

}  // namespace

const PairLaw& law_of(const PointArgs& a, const PointPair& p) {
  const auto& ws = a.world.particles.ws;
  return a.laws.of(ws[p.i].material, p.at_wall() ? a.world.walls[p.wall].material.value
                                                 : std::uint32_t{ws[p.j].material});
}

PairPoints::PairPoints(const PolygonStore& store, std::uint32_t slot)
    : count_(store.touching[slot]) {
  const auto in_space = [](const geometry::Vec2& v) { return Vec3{v.x, v.y, 0}; };
  for (std::size_t k = 0; k < count_; ++k) {
    const PolygonPoint& p = store.point[store.at(slot) + k];
    const PolygonPointRest& rest = store.rest[store.at(slot) + k];
    made_[k] = {.at = {.normal = in_space(rest.normal),
                       .point = in_space(rest.point),
                       .depth = rest.depth,
                       .r_eff = store.pair[slot].r_eff,
                       .feature = k,
                       .share = p.share,
                       .energy_share = store.energy_share(slot, k)},
                .arm1 = in_space(p.arm1),
                .arm2 = in_space(p.arm2),
                .force = in_space(p.force),
                .tangential = in_space(rest.tangential),
                .couple = {0, 0, p.couple},
                .m_eff = rest.m_eff};
  }
}

std::size_t PointContacts::touching() const {
  std::size_t n = 0;
  for (const PointPair& p : pairs_) n += p.touching;
  return n;
}

namespace {

// `first`, `second`: the shapes of the rows, null for balls.
void collide_shapes(const World& w, const CollideTable& table, std::uint32_t i, const Shape* first,
                    std::uint32_t j, const Shape* second, double reach, ContactPoints& out,
                    PairHint* hint) {
  const Particles& g = w.particles;
  const Vec3 d = nearest_image(g.xr[j].x - g.xr[i].x, w.box.lengths(), w.box.inverse_lengths());
  if (!spheres_within(d, g.xr[i].r, g.xr[j].r, reach)) {
    if (hint) hint->apart = norm(d) - (g.xr[i].r + g.xr[j].r);
    return;
  }
  const Sphere ball_i(g.xr[i].r), ball_j(g.xr[j].r);
  table.collide(first ? *first : ball_i, {g.xr[i].x, g.q[i]}, second ? *second : ball_j,
                {g.xr[i].x + d, g.q[j]}, reach, out, hint);
}

}  // namespace

const Shape* shape_of_row(const World& w, std::uint32_t row) {
  const SpinMaterial& ws = w.particles.ws[row];
  if (!(ws.flags & kShaped)) return nullptr;
  const Body& b = *w.bodies.find(ws.body);
  return w.shapes[w.bodies.primitive_of(b, w.particles.id[row].value).shape].get();
}

void collide_rows(const World& w, const CollideTable& table, std::uint32_t i, std::uint32_t j,
                  double reach, ContactPoints& out) {
  collide_shapes(w, table, i, shape_of_row(w, i), j, shape_of_row(w, j), reach, out, nullptr);
}

void PointContacts::find_points(const PointArgs& a, const PointPair& p, const PairLaw& law,
                                ContactPoints& out) {
  out.clear();
  if (p.at_wall())
    meet_wall(a, p, *shapes_[p.i].shape, law.range, out);
  else
    collide_shapes(a.world, a.table, p.i, shapes_[p.i].shape, p.j, shapes_[p.j].shape, law.range,
                   out, &hints_[p.slot]);
  std::sort(out.point.begin(), out.point.begin() + out.count,
            [](const ContactPoint& x, const ContactPoint& y) { return x.feature < y.feature; });
}

namespace {

double push_of(const Block& b, const PairLaw& law, int l) {
  return b.force_n[l] - (law.has_cohesion ? b.pull[l] : 0.0);
}

// By how much a unit push along n at a point moves the wall there.
double wall_response(const Wall& wall, const Vec3& n, const Vec3& point) {
  const double mass = wall.motion ? wall.motion->mass() : 0;
  return mass > 0 ? wall.motion->response(n, point) : 0;
}

// The mass that gives a law its stiffness. That of a potential must not change while the contact
// is loaded: it is the one of two balls of these masses, whatever their levers.
double mass_for_law(const PointArgs& a, const PointPair& p, const ContactPoint& at, double inv_mass,
                    bool potential) {
  if (!p.at_wall()) return 1 / inv_mass;
  const Wall& wall = a.world.walls[p.wall];
  if (!potential) return equivalent_mass(inv_mass, wall, at.normal, at.point - at.shift);
  const double mass = wall.motion ? wall.motion->mass() : 0;
  return mass > 0 ? 1 / (inv_mass + 1 / mass) : 1 / inv_mass;
}

double damping_of_area(double shares, const Vec3& push, const Vec3& levers1, const Vec3& spin1,
                       const Vec3& levers2, const Vec3& spin2, double inv_mass, double wall_gives) {
  return damping_of_contact(shares, norm2(push), dot(levers1, spin1) + dot(levers2, spin2),
                            inv_mass + wall_gives);
}

}  // namespace

// An overlap is compared with the ball that a body holds, not with the one around it: a plate that
// is pressed in by half its thickness is.
double PointContacts::size_for_overlap(std::uint32_t row) const {
  return shapes_.inner_radius(row);
}

// The points of a pair are the lanes of one block: they have one law.
void PointContacts::apply(const PointArgs& a, PointPair& p, const PairLaw& law,
                          const ContactPoints& now, Block& b, kernel::LossSum& sum) {
  const World& w = a.world;
  const Particles& g = w.particles;
  const BodyMotion first = motion_of(w, p.i);
  double inv_mass = g.vm[p.i].inv_mass;
  BodyMotion second;
  if (p.at_wall()) {
    const WallPose& pose = w.walls[p.wall].pose;
    second = {pose.x, pose.v, pose.omega};
  } else {
    second = motion_of(w, p.j);
    inv_mass += g.vm[p.j].inv_mass;
    second.x =
        first.x + nearest_image(second.x - first.x, w.box.lengths(), w.box.inverse_lengths());
  }
  PointRecord* record = store_.records(p.slot);
  double* history = store_.histories(p.slot);
  const Response first_gives(w, shapes_, p.i), second_gives(w, shapes_, p.at_wall() ? p.i : p.j);
  ContactAction* action = store_.actions(p.slot);
  double shares = 0;
  Vec3 push, levers1, levers2;
  for (int k = 0; k < now.count && now.area; ++k) {
    const ContactPoint& at = now.point[static_cast<std::size_t>(k)];
    shares += at.share;
    push += at.share * at.normal;
    levers1 += at.share * (first_gives.lever_of(at.point - first.x, at.normal) - at.moment);
    levers2 += at.share * (second_gives.lever_of(at.point - second.x, at.normal) - at.moment);
  }
  const Vec3 spin1 = now.area ? first_gives.spin(levers1) : Vec3{};
  const Vec3 spin2 = now.area && !p.at_wall() ? second_gives.spin(levers2) : Vec3{};
  // Of a potential: mass of the wall, along the common normal at the first point.
  const double wall_gives = now.potential && p.at_wall()
                                ? wall_response(w.walls[p.wall], push / norm(push),
                                                now.point[0].point - now.point[0].shift)
                                : 0;
  const double damping_scale = now.potential ? damping_of_area(shares, push, levers1, spin1,
                                                               levers2, spin2, inv_mass, wall_gives)
                                             : 1;
  for (int l = 0; l < now.count; ++l) {
    PointRecord& r = record[l];
    const ContactPoint& at = r.at;
    r.arm1 = at.point - first.x;
    r.arm2 = at.point - at.shift - second.x;
    const double m_eff = mass_for_law(a, p, at, inv_mass, now.potential);
    r.m_eff = at.mass_share * m_eff;
    Touch t = point_touch(at, first, r.arm1, second, r.arm2, r.m_eff, a.dt);
    if (p.at_wall() && w.walls[p.wall].surface.any()) add_belt(w.walls[p.wall], r.arm2, t);
    for (int c = 0; c < 3; ++c) {
      b.n[c][l] = t.n[c];
      b.v_t[c][l] = t.v_t[c];
      b.w_rel[c][l] = t.w_rel[c];
      b.before[c][l] = r.force[c] / at.share;
    }
    b.delta[l] = t.delta;
    b.delta_dot[l] = t.delta_dot;
    b.m_eff[l] = t.m_eff;
    b.r_eff[l] = t.r_eff;
    b.damping_scale[l] = damping_scale;
    // What the point's own force changes of its speed, for the books; of an area those of all
    // points, which push alike.
    if (now.area)
      b.inv_m[l] = first_gives.to_area(r.arm1, at.normal, shares, spin1) +
                   (p.at_wall() ? shares * wall_gives
                                : second_gives.to_area(r.arm2, at.normal, shares, spin2));
    else
      b.inv_m[l] = first_gives(r.arm1, at.normal) +
                   (p.at_wall() ? 1 / m_eff - g.vm[p.i].inv_mass : second_gives(r.arm2, at.normal));
    for (int h = 0; h < law.history; ++h)
      b.history[h][l] =
          history[static_cast<std::size_t>(l) * stride_ + static_cast<std::size_t>(h)];
  }
  repeat_last(b, now.count, law.history);
  if (damping_scale != 1 && law.damping_by_mass)
    a.kernels.apply_law_damped(b, now.count, law, a.dt);
  else
    a.kernels.apply_law(b, now.count, law, a.dt);
  const double smaller =
      p.at_wall() ? size_for_overlap(p.i) : std::min(size_for_overlap(p.i), size_for_overlap(p.j));
  const kernel::LossesUsed used = kernel::losses_used(law);
  for (int l = 0; l < now.count; ++l) {
    PointRecord& r = record[l];
    for (int h = 0; h < law.history; ++h)
      history[static_cast<std::size_t>(l) * stride_ + static_cast<std::size_t>(h)] =
          b.history[h][l];
    r.tangential =
        law.has_tangential ? Vec3{b.force_t[0][l], b.force_t[1][l], b.force_t[2][l]} : Vec3{};
    r.force = -push_of(b, law, l) * r.at.normal + r.tangential;
    r.couple = law.has_couple() ? Vec3{b.couple[0][l], b.couple[1][l], b.couple[2][l]} : Vec3{};
    if (now.potential) r.couple += push_of(b, law, l) * r.at.moment;
    const double share = r.at.share;
    if (share != 1) r.tangential *= share, r.force *= share, r.couple *= share;
    action[l] = action_of(r);
    for (int k = 0; k < kernel::kLosses; ++k)
      if (used.channel[k]) sum.value[k].add(share * b.loss[k][l]);
    sum.deepest = std::max(sum.deepest, r.at.depth / smaller);
  }
}

// Since it was asked last, neither row has moved far enough to close the gap.
bool PointContacts::sleeps(const PointPair& p, double range) const {
  return p.touching == 0 && !p.at_wall() &&
         shapes_.path(p.i) + shapes_.path(p.j) + range < wake_[p.slot];
}

void PointContacts::touch_pair(const PointArgs& a, std::size_t pair, Scratch& scratch) {
  PointPair& p = pairs_[pair];
  const PairLaw& law = law_of(a, p);
  ContactPoints& now = scratch.now;
  find_points(a, p, law, now);
  if (now.count == 0) {
    // More than gaps and paths can be off by rounding.
    const auto& xr = a.world.particles.xr;
    const double apart = hints_[p.slot].apart - (p.at_wall() ? 0 : 1e-9 * (xr[p.i].r + xr[p.j].r));
    wake_[p.slot] = apart > 0 ? shapes_.path(p.i) + shapes_.path(p.j) + apart : 0;
    if (p.touching == 0) return;
  }
  if (now.area)
    carry_area(a, p, law, now, scratch.sum);
  else
    carry(a, p, law, now, scratch.sum);
  if (law.asks_holds()) end_unheld(a, p, law, now, scratch.sum);
  if (now.count > 0) apply(a, p, law, now, scratch.block, scratch.sum);
}

std::optional<std::uint8_t> find_gap_method(std::string_view name) {
  for (std::uint8_t k = 0; k < std::size(geometry::kGapMethodNames); ++k)
    if (geometry::kGapMethodNames[k] == name) return k;
  return std::nullopt;
}

void PointContacts::count_query(std::size_t pair, NarrowUse& use) const {
  const PairHint& hint = hints_[pairs_[pair].slot];
  const auto by = static_cast<geometry::FoundBy>(hint.found_by);
  if (by == geometry::FoundBy::none) return;
  ++use.queries;
  if (hint.timed) ++use.timed, use.seconds += static_cast<double>(hint.seconds);
  if (by == geometry::FoundBy::fallback) {
    ++use.fallback;
    return;
  }
  use.warm += by == geometry::FoundBy::hint;
  use.iterations += hint.iterations;
  use.at_most_two += hint.iterations <= 2;
}

void PointContacts::touch(const PointArgs& a, kernel::LossSum& sum) {
  if (pairs_.empty()) return;
  const std::uint8_t method = find_gap_method(a.world.detect.narrow).value_or(0);
  const std::int64_t turn = ++turns_;  // every pair has its turn to be timed
  const auto n = static_cast<std::int64_t>(others_.size());
  const auto slots = static_cast<std::int64_t>(polygons_.pair.size());
  if (!rows_.empty()) rows_.follow(a.world, a.threads);
  follow_shapes(a);
#pragma omp parallel num_threads(a.threads)
  {
    Scratch mine;
#pragma omp for schedule(dynamic, 64) nowait
    for (std::int64_t k = 0; k < n; ++k) {
      const std::size_t pair = others_[static_cast<std::size_t>(k)];
      if (sleeps(pairs_[pair], a.laws.max_range)) continue;
      PairHint& hint = hints_[pairs_[pair].slot];
      hint.method = method;
      hint.timed = ((k + turn) & kTimedMask) == 0;
      hint.found_by = 0;
      hint.apart = 0;
      touch_pair(a, pair, mine);
      count_query(pair, mine.use);
    }
    PolygonLoop polygons(a, rows_, polygons_, pairs_, mine.sum);
#pragma omp for schedule(dynamic, 256)
    for (std::int64_t k = 0; k < slots; ++k) polygons.take(static_cast<std::uint32_t>(k));
    polygons.finish();
#pragma omp critical(scree_point_contacts)
    {
      narrow_ += mine.use;
      for (int k = 0; k < kernel::kLosses; ++k) sum.value[k] += mine.sum.value[k];
      sum.deepest = std::max(sum.deepest, mine.sum.deepest);
    }
  }
}

void PointContacts::follow_shapes(const PointArgs& a) {
  if (others_.empty()) return;
  if (!shapes_.expired()) return shapes_.follow(a.world, a.threads);
  shapes_.look_up(a.world, link_begin_);
  std::fill(wake_.begin(), wake_.end(), 0.0);
}

void PointContacts::gather(std::uint32_t first, std::uint32_t last, Vec3* f, Vec3* tq) const {
  if (pairs_.empty()) return;
  for (std::uint32_t s = first; s < last; ++s)
    for (std::uint32_t k = link_begin_[s]; k < link_begin_[s + 1]; ++k) {
      const Link link = link_[k];
      constexpr std::uint32_t kAhead = 16;
      if (k + kAhead < link_.size() && link_[k + kAhead].polygons)
        __builtin_prefetch(&polygons_.point[polygons_.at(link_[k + kAhead].number)]);
      if (link.polygons) {
        polygons_.gather(link.number, link.second, f[s - first], tq[s - first]);
        continue;
      }
      const PointPair& p = pairs_[link.number];
      const ContactAction* action = store_.actions(p.slot);
      for (const ContactAction* at = action; at != action + p.touching; ++at) {
        if (link.second) {
          f[s - first] -= at->force;
          tq[s - first] += at->torque_j;
        } else {
          f[s - first] += at->force;
          tq[s - first] += at->torque_i;
        }
      }
    }
}

}  // namespace scree
