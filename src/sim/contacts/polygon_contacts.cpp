#include "sim/contacts/polygon_contacts.hpp"

#include <algorithm>
#include <cmath>

#include "shapes/contact_potential.hpp"
#include "sim/contacts/block_lanes.hpp"
#include "sim/contacts/point_contacts.hpp"

namespace scree {

using geometry::Vec2;
using kernel::kBlock;
using kernel::PairLaw;
using kernel::PolygonBlock;

namespace {

std::uint32_t around(std::uint32_t k, std::uint32_t n) { return k < n ? k : k - n; }

}  // namespace

void fill_polygon_lane(PolygonBlock& b, int which, int l, const PolygonRow& row, const Vec2& x,
                       std::uint32_t in, std::uint32_t inside, std::uint32_t side) {
  const std::uint32_t n = row.corners, out = around(in + inside, n);
  const std::uint32_t in_to = around(in + 1, n), out_to = around(out + 1, n);
  const std::uint32_t rest = n - (inside + 2);  // corners that are not named
  const std::uint32_t far = rest == 0 ? in : around(out_to + (rest + 1) / 2, n);
  const int first = which == 0 ? PolygonBlock::from1 : PolygonBlock::from2;
  const int second = which == 0 ? PolygonBlock::from2 : PolygonBlock::from1;
  const std::uint32_t next = around(side + 1, n), previous = side == 0 ? n - 1 : side - 1;
  const auto put = [&](int k, std::uint32_t corner) {
    b.corner[which][k][0][l] = row.corner[corner].x;
    b.corner[which][k][1][l] = row.corner[corner].y;
  };
  put(first, in), put(first + 1, in_to), put(second, out), put(second + 1, out_to);
  put(PolygonBlock::far, far), put(PolygonBlock::side_from, side), put(PolygonBlock::side_to, next);
  const std::uint32_t normals[3] = {side, next, previous};
  for (int k = 0; k < 3; ++k) {
    b.outward[which][k][0][l] = row.outward[normals[k]].x;
    b.outward[which][k][1][l] = row.outward[normals[k]].y;
  }
  b.x[which][0][l] = x.x, b.x[which][1][l] = x.y;
  b.turn[which][0][l] = row.turn.c, b.turn[which][1][l] = row.turn.s;
  b.inside[which][l] = inside;
  b.no_far[which][l] = rest == 0 ? 1 : 0;
}

PolygonTouch touch_of_polygon_lane(const PolygonBlock& b, int l, double r_eff) {
  PolygonTouch t;
  t.count = static_cast<int>(b.count[l]);
  t.normal[0] = t.normal[1] = {b.normal[0][l], b.normal[1][l]};
  const int first = b.first[l] > 0 ? 1 : 0;
  for (int k = 0; k < t.count; ++k) {
    t.point[k] = {b.point[first + k][0][l], b.point[first + k][1][l]};
    t.depth[k] = b.depth[first + k][l];
    t.share[k] = b.share[first + k][l];
  }
  t.mass_share = b.mass_share[l];
  t.r_eff = r_eff;
  return t;
}

void PolygonStore::resize(std::size_t pairs, std::size_t doubles) {
  stride = doubles;
  pair.assign(pairs, {});
  touching.assign(pairs, 0);
  point.assign(pairs * kMax, {});
  rest.assign(pairs * kMax, {});
  history.assign(pairs * kMax * stride, 0.0);
}

// But when it wakes: paths start again.
void PolygonStore::remember(std::uint32_t slot, const PolygonPair& from) {
  PolygonPair& to = pair[slot];
  const PolygonPair place = to;
  to = from;
  to.wake = 0;
  to.i = place.i, to.j = place.j, to.pair = place.pair;
  to.potential = place.potential;
}

PolygonLoop::PolygonLoop(const PointArgs& args, const PolygonRows& rows, PolygonStore& store,
                         std::span<PointPair> pairs, kernel::LossSum& sum)
    : a_(args),
      rows_(rows),
      store_(store),
      pairs_(pairs),
      sum_(sum),
      length_(args.world.box.lengths()),
      inverse_length_(args.world.box.inverse_lengths()) {}

void PolygonLoop::take(std::uint32_t slot) {
  const PolygonPair& p = store_.pair[slot];
  constexpr std::uint32_t kAhead = 12;
  if (slot + kAhead < store_.pair.size()) {
    const PolygonRow* next = &rows_[store_.pair[slot + kAhead].j];
    __builtin_prefetch(next);
    __builtin_prefetch(reinterpret_cast<const char*>(next) + 64);
  }
  const PolygonRow &first = rows_[p.i], &second = rows_[p.j];
  if (first.path + second.path < p.wake) return;
  const Vec3 d =
      nearest_image({second.x.x - first.x.x, second.x.y - first.x.y, 0}, length_, inverse_length_);
  if (!spheres_within(d, first.r, second.r, 0)) return part(slot, norm(d) - (first.r + second.r));
  const Meeting met{slot, {first.x.x + d.x, first.x.y + d.y}};
  if (remembered(p))
    add_lane(met);
  else
    touch_alone(met);
}

void PolygonLoop::finish() {
  touch_lanes();
  run_law();
  add_releases();
}

void PolygonLoop::fetch_points(std::uint32_t slot) const {
  const std::size_t at = store_.at(slot);
  __builtin_prefetch(&store_.point[at], 1);
  __builtin_prefetch(&store_.rest[at], 1);
  __builtin_prefetch(&store_.history[at * store_.stride], 1);
  if (store_.touching[slot] < 2) return;
  __builtin_prefetch(&store_.point[at + 1], 1);
  __builtin_prefetch(&store_.rest[at + 1], 1);
}

bool PolygonLoop::remembered(const PolygonPair& p) const {
  if (p.last != PolygonPair::Last::overlap) return false;
  const PolygonRow &a = rows_[p.i], &b = rows_[p.j];
  return !p.potential && a.sharp && b.sharp && !(a.by_area && b.by_area) &&
         p.inside_a + 2u <= a.corners && p.inside_b + 2u <= b.corners;
}

void PolygonLoop::add_lane(const Meeting& met) {
  const PolygonPair& p = store_.pair[met.slot];
  const int l = meetings_++;
  meeting_[l] = met;
  fetch_points(met.slot);  // needed when the lanes are full
  fill_polygon_lane(narrow_, 0, l, rows_[p.i], rows_[p.i].x, p.a, p.inside_a, p.side_a);
  fill_polygon_lane(narrow_, 1, l, rows_[p.j], met.x2, p.b, p.inside_b, p.side_b);
  if (meetings_ == kernel::kPolygonLanes) touch_lanes();
}

void PolygonLoop::touch_lanes() {
  if (meetings_ == 0) return;
  a_.kernels.plane_touch(narrow_);
  for (int l = 0; l < meetings_; ++l) {
    if (narrow_.ok[l] > 0)
      answer(meeting_[l], touch_of_polygon_lane(narrow_, l, store_.pair[meeting_[l].slot].r_eff));
    else
      touch_alone(meeting_[l]);
  }
  meetings_ = 0;
}

namespace {

geometry::FeatureHint hint_of(const PolygonPair& p, std::uint32_t corners_b) {
  using Kind = geometry::FeatureHint::Kind;
  if (p.last == PolygonPair::Last::overlap)  // the crossing at which a comes into b
    return {Kind::crossing, p.a, (p.b + p.inside_b) % corners_b};
  return {static_cast<Kind>(p.last), p.a, p.b};
}

void remember(const PolygonTouch& touch, const geometry::FeatureHint& hint, PolygonPair& p) {
  constexpr std::uint32_t kMost = 2;  // corners inside the other, of what plane_touch() can follow
  const geometry::OverlapForm& f = touch.form;
  const bool overlap = f.known && f.inside_a <= kMost && f.inside_b <= kMost;
  p.last = overlap ? PolygonPair::Last::overlap : static_cast<PolygonPair::Last>(hint.kind);
  p.a = overlap ? f.enter_a : hint.a;
  p.b = overlap ? f.enter_b : hint.b;
  p.inside_a = overlap ? static_cast<std::uint8_t>(f.inside_a) : std::uint8_t{0};
  p.inside_b = overlap ? static_cast<std::uint8_t>(f.inside_b) : std::uint8_t{0};
  p.side_a = touch.side_a, p.side_b = touch.side_b;
}

}  // namespace

void PolygonLoop::touch_alone(const Meeting& met) {
  PolygonPair& p = store_.pair[met.slot];
  if (store_.touching[met.slot] > 0) fetch_points(met.slot);
  const PolygonShape &a = rows_.shape(p.i), &b = rows_.shape(p.j);
  geometry::FeatureHint hint = hint_of(p, b.core().size());
  const PolygonRow &first = rows_[p.i], &second = rows_[p.j];
  const PolygonTouch touch = p.potential
                                 ? press_polygons(a, {&a.pressed_core(), first.x, first.turn}, b,
                                                  {&b.pressed_core(), met.x2, second.turn}, 0, hint)
                                 : touch_polygons(a, {&a.core(), first.x, first.turn}, b,
                                                  {&b.core(), met.x2, second.turn}, 0, hint);
  remember(touch, hint, p);
  if (touch.count == 0) return part(met.slot, touch.gap);
  p.r_eff = touch.r_eff;
  p.smaller = std::min(a.inner_radius(), b.inner_radius());
  answer(met, touch);
}

const PairLaw& PolygonLoop::law_of_slot(std::uint32_t slot) const {
  const PolygonPair& p = store_.pair[slot];
  return a_.laws.of(rows_[p.i].material, rows_[p.j].material);
}

// The pair is apart and sleeps; what its springs held is lost.
void PolygonLoop::part(std::uint32_t slot, double gap) {
  PolygonPair& p = store_.pair[slot];
  const double path = rows_[p.i].path + rows_[p.j].path;
  p.wake = path + gap * (1 - 1e-9) - 1e-12 * path;  // rounding of the paths
  if (store_.touching[slot] > 0) carry(slot, law_of_slot(slot), {});
}

void PolygonLoop::answer(const Meeting& met, const PolygonTouch& touch) {
  const PairLaw& law = law_of_slot(met.slot);
  store_.pair[met.slot].wake = 0;
  carry(met.slot, law, touch);
  if (law_ != &law) run_law();
  law_ = &law;
  add_points(met, law, touch);
}

// As PointContacts::carry_area.
void PolygonLoop::carry(std::uint32_t slot, const PairLaw& law, const PolygonTouch& now) {
  const PolygonPair& p = store_.pair[slot];
  const Vec2 x = rows_[p.i].x;
  const std::size_t at = store_.at(slot);
  PolygonPoint* const point = &store_.point[at];
  double* const history = store_.histories(slot);
  const std::size_t stride = store_.stride;
  const int before = store_.touching[slot];
  int from[2] = {0, 0};
  double taken[2] = {}, ratio[2] = {};
  for (int k = 0; k < now.count && before > 0; ++k) {
    const Vec2 arm = now.point[k] - x;
    if (before == 2 && norm2(arm - point[1].arm1) < norm2(arm - point[0].arm1)) from[k] = 1;
    ratio[k] = now.share[k] / point[from[k]].share;
    taken[from[k]] += ratio[k];
  }
  for (int o = 0; o < before; ++o) {
    const double share = point[o].share * (1 - taken[o]);
    // The energy of a potential belongs to the pair as a whole, which goes on.
    const double of_normal = p.potential && now.count > 0 ? 0
                             : p.potential ? store_.energy_share(slot, static_cast<std::size_t>(o))
                                           : share;
    if (share != 0)
      release(law, at + static_cast<std::size_t>(o), p.r_eff,
              history + static_cast<std::size_t>(o) * stride, share, of_normal);
  }
  Vec2 force[2];
  for (int k = 0; k < now.count && before > 0; ++k) force[k] = ratio[k] * point[from[k]].force;
  // Histories move where point k does not continue point k.
  if (before == 0)
    std::fill_n(history, static_cast<std::size_t>(now.count) * stride, 0.0);
  else if (from[0] == 1 && now.count == 2 && from[1] == 0)
    std::swap_ranges(history, history + stride, history + stride);
  else if (from[0] == 1)
    std::copy_n(history + stride, stride, history);
  else if (now.count == 2 && from[1] == 0)
    std::copy_n(history, stride, history + stride);
  for (int k = 0; k < now.count; ++k) point[k].force = force[k];
  if (now.count == before) return;
  store_.touching[slot] = static_cast<std::uint8_t>(now.count);
  pairs_[p.pair].touching = static_cast<std::uint32_t>(now.count);
}

void PolygonLoop::release(const PairLaw& law, std::size_t point, double r_eff,
                          const double* history, double share, double of_normal) {
  double lost[kernel::kLosses] = {};
  a_.kernels.released(law, store_.rest[point].m_eff, r_eff, history, lost);
  for (int c = 0; c < kernel::kLosses; ++c)
    released_[c][releases_] = (c == 0 ? of_normal : share) * lost[c];
  if (++releases_ == kBlock) add_releases();
}

void PolygonLoop::add_releases() {
  for (int c = 0; c < kernel::kLosses && releases_ > 0; ++c)
    a_.kernels.add_exact(released_[c], static_cast<std::size_t>(releases_), sum_.value[c]);
  releases_ = 0;
}

namespace {

// By how much unit impulses along n at all points, by their shares, change the speed at one.
struct PolygonResponse {
  double inv_mass, inertia;
  Vec2 offset;
  double levers = 0;

  explicit PolygonResponse(const PolygonRow& r)
      : inv_mass(r.inv_mass), inertia(r.inertia), offset(r.offset) {}
  double lever(const Vec2& arm, const Vec2& n) const { return cross(offset + arm, n); }
  double turning() const { return inv_mass == 0 ? 0 : levers * (levers / inertia); }
  double operator()(double lever_here, double shares) const {
    return inv_mass == 0 ? 0 : shares * inv_mass + lever_here * (levers / inertia);
  }
};

}  // namespace

void PolygonLoop::add_points(const Meeting& met, const PairLaw& law, const PolygonTouch& t) {
  const PolygonPair& p = store_.pair[met.slot];
  const PolygonRow &r1 = rows_[p.i], &r2 = rows_[p.j];
  const double m_eff = t.mass_share * (1 / (r1.inv_mass + r2.inv_mass));
  PolygonResponse first(r1), second(r2);
  Vec2 arm1[2], arm2[2];
  double lever1[2], lever2[2], shares = 0;
  Vec2 push;
  for (int k = 0; k < t.count; ++k) {
    arm1[k] = t.point[k] - r1.x, arm2[k] = t.point[k] - met.x2;
    const Vec2& n = t.normal[k];
    lever1[k] = first.lever(arm1[k], n), lever2[k] = second.lever(arm2[k], n);
    shares += t.share[k], push += t.share[k] * n;
    first.levers += t.share[k] * lever1[k], second.levers += t.share[k] * lever2[k];
  }
  const double damping_scale =
      t.potential && law.damping_by_mass
          ? damping_of_contact(shares, norm2(push), first.turning() + second.turning(),
                               r1.inv_mass + r2.inv_mass)
          : 1;
  for (int k = 0; k < t.count; ++k) {
    const Vec2& n = t.normal[k];
    const std::size_t at = store_.at(met.slot) + static_cast<std::size_t>(k);
    PolygonPoint& to = store_.point[at];
    to.arm1 = arm1[k], to.arm2 = arm2[k];
    to.share = t.share[k];
    PolygonPointRest& rest = store_.rest[at];
    rest.normal = n, rest.point = t.point[k];
    rest.depth = t.depth[k], rest.m_eff = m_eff;
    const int l = lanes_++;
    lane_[l] = {at, &store_.history[at * store_.stride], p.smaller};
    // As point_touch().
    const Vec2 dv{(r2.v.x - r2.omega * arm2[k].y) - (r1.v.x - r1.omega * arm1[k].y),
                  (r2.v.y + r2.omega * arm2[k].x) - (r1.v.y + r1.omega * arm1[k].x)};
    const double vn = dot(dv, n);
    kernel::Block& b = block_;
    b.n[0][l] = n.x, b.n[1][l] = n.y;
    b.v_t[0][l] = dv.x - vn * n.x, b.v_t[1][l] = dv.y - vn * n.y;
    b.w_rel[2][l] = r1.omega - r2.omega;
    b.before[0][l] = to.force.x / to.share, b.before[1][l] = to.force.y / to.share;
    b.delta[l] = rest.depth, b.delta_dot[l] = -vn;
    b.m_eff[l] = m_eff, b.r_eff[l] = t.r_eff;
    b.damping_scale[l] = damping_scale;
    damped_ |= damping_scale != 1;
    b.inv_m[l] = first(lever1[k], shares) + second(lever2[k], shares);
    for (int h = 0; h < law.history; ++h) b.history[h][l] = lane_[l].history[h];
    if (lanes_ == kBlock) run_law();
  }
}

void PolygonLoop::run_law() {
  if (lanes_ == 0) return;
  const PairLaw& law = *law_;
  kernel::Block& b = block_;
  repeat_last(b, lanes_, law.history);
  if (damped_)
    a_.kernels.apply_law_damped(b, lanes_, law, a_.dt);
  else
    a_.kernels.apply_law(b, lanes_, law, a_.dt);
  const kernel::LossesUsed used = kernel::losses_used(law);
  for (int l = 0; l < lanes_; ++l) {
    PolygonPoint& p = store_.point[lane_[l].point];
    PolygonPointRest& rest = store_.rest[lane_[l].point];
    for (int h = 0; h < law.history; ++h) lane_[l].history[h] = b.history[h][l];
    const double push = b.force_n[l] - (law.has_cohesion ? b.pull[l] : 0.0);
    rest.tangential = law.has_tangential ? Vec2{b.force_t[0][l], b.force_t[1][l]} : Vec2{};
    p.force = -push * rest.normal + rest.tangential;
    p.couple = law.has_couple() ? b.couple[2][l] : 0;
    if (p.share != 1) {
      rest.tangential = p.share * rest.tangential, p.force = p.share * p.force;
      p.couple *= p.share;
      for (int c = 0; c < kernel::kLosses; ++c) b.loss[c][l] *= p.share;
    }
    sum_.deepest = std::max(sum_.deepest, rest.depth / lane_[l].smaller);
  }
  for (int c = 0; c < kernel::kLosses; ++c)
    if (used.channel[c])
      a_.kernels.add_exact(b.loss[c], static_cast<std::size_t>(lanes_), sum_.value[c]);
  lanes_ = 0;
  damped_ = false;
}

}  // namespace scree
