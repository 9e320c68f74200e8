#include "sim/plane_contacts.hpp"

#include <algorithm>
#include <cmath>

#include "sim/block_lanes.hpp"
#include "sim/point_contacts.hpp"

namespace scree {

using geometry::Vec2;
using kernel::kBlock;
using kernel::PairLaw;
using kernel::PlaneBlock;

namespace {

std::uint32_t around(std::uint32_t k, std::uint32_t n) { return k < n ? k : k - n; }

}  // namespace

void fill_plane_lane(PlaneBlock& b, int which, int l, const PlaneRow& row, const Vec2& x,
                     std::uint32_t in, std::uint32_t inside, std::uint32_t side) {
  const std::uint32_t n = row.corners, out = around(in + inside, n);
  const std::uint32_t in_to = around(in + 1, n), out_to = around(out + 1, n);
  const std::uint32_t rest = n - (inside + 2);  // corners that are not named
  const std::uint32_t far = rest == 0 ? in : around(out_to + (rest + 1) / 2, n);
  const int first = which == 0 ? PlaneBlock::from1 : PlaneBlock::from2;
  const int second = which == 0 ? PlaneBlock::from2 : PlaneBlock::from1;
  const std::uint32_t next = around(side + 1, n), previous = side == 0 ? n - 1 : side - 1;
  const auto put = [&](int k, std::uint32_t corner) {
    b.corner[which][k][0][l] = row.corner[corner].x;
    b.corner[which][k][1][l] = row.corner[corner].y;
  };
  put(first, in), put(first + 1, in_to), put(second, out), put(second + 1, out_to);
  put(PlaneBlock::far, far), put(PlaneBlock::side_from, side), put(PlaneBlock::side_to, next);
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

PolygonTouch touch_of_plane_lane(const PlaneBlock& b, int l, double r_eff) {
  PolygonTouch t;
  t.count = static_cast<int>(b.count[l]);
  t.normal = {b.normal[0][l], b.normal[1][l]};
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

void PlaneStore::resize(std::size_t pairs, std::size_t doubles) {
  stride = doubles;
  pair.assign(pairs, {});
  touching.assign(pairs, 0);
  point.assign(pairs * kMax, {});
  rest.assign(pairs * kMax, {});
  history.assign(pairs * kMax * stride, 0.0);
}

// But when it wakes: paths begin anew.
void PlaneStore::remember(std::uint32_t slot, const PlanePair& from) {
  PlanePair& to = pair[slot];
  const PlanePair place = to;
  to = from;
  to.wake = 0;
  to.i = place.i, to.j = place.j, to.pair = place.pair;
}

PlaneLoop::PlaneLoop(const PointArgs& args, const PlaneRows& rows, PlaneStore& store,
                     std::span<PointPair> pairs, kernel::LossSum& sum)
    : a_(args),
      rows_(rows),
      store_(store),
      pairs_(pairs),
      sum_(sum),
      length_(args.world.box.lengths()),
      inverse_length_(args.world.box.inverse_lengths()) {}

void PlaneLoop::take(std::uint32_t slot) {
  const PlanePair& p = store_.pair[slot];
  constexpr std::uint32_t kAhead = 12;
  if (slot + kAhead < store_.pair.size()) {
    const PlaneRow* next = &rows_[store_.pair[slot + kAhead].j];
    __builtin_prefetch(next);
    __builtin_prefetch(reinterpret_cast<const char*>(next) + 64);
  }
  const PlaneRow &first = rows_[p.i], &second = rows_[p.j];
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

void PlaneLoop::finish() {
  touch_lanes();
  run_law();
  add_releases();
}

void PlaneLoop::fetch_points(std::uint32_t slot) const {
  const std::size_t at = store_.at(slot);
  __builtin_prefetch(&store_.point[at], 1);
  __builtin_prefetch(&store_.rest[at], 1);
  __builtin_prefetch(&store_.history[at * store_.stride], 1);
  if (store_.touching[slot] < 2) return;
  __builtin_prefetch(&store_.point[at + 1], 1);
  __builtin_prefetch(&store_.rest[at + 1], 1);
}

bool PlaneLoop::remembered(const PlanePair& p) const {
  if (p.last != PlanePair::Last::overlap) return false;
  const PlaneRow &a = rows_[p.i], &b = rows_[p.j];
  return a.sharp && b.sharp && !(a.by_area && b.by_area) && p.inside_a + 2u <= a.corners &&
         p.inside_b + 2u <= b.corners;
}

void PlaneLoop::add_lane(const Meeting& met) {
  const PlanePair& p = store_.pair[met.slot];
  const int l = meetings_++;
  meeting_[l] = met;
  fetch_points(met.slot);  // needed when the lanes are full
  fill_plane_lane(narrow_, 0, l, rows_[p.i], rows_[p.i].x, p.a, p.inside_a, p.side_a);
  fill_plane_lane(narrow_, 1, l, rows_[p.j], met.x2, p.b, p.inside_b, p.side_b);
  if (meetings_ == kernel::kPlaneLanes) touch_lanes();
}

void PlaneLoop::touch_lanes() {
  if (meetings_ == 0) return;
  a_.kernels.plane_touch(narrow_);
  for (int l = 0; l < meetings_; ++l) {
    if (narrow_.ok[l] > 0)
      answer(meeting_[l], touch_of_plane_lane(narrow_, l, store_.pair[meeting_[l].slot].r_eff));
    else
      touch_alone(meeting_[l]);
  }
  meetings_ = 0;
}

namespace {

geometry::FeatureHint hint_of(const PlanePair& p, std::uint32_t corners_b) {
  using Kind = geometry::FeatureHint::Kind;
  if (p.last == PlanePair::Last::overlap)  // the crossing at which a comes into b
    return {Kind::crossing, p.a, (p.b + p.inside_b) % corners_b};
  return {static_cast<Kind>(p.last), p.a, p.b};
}

void remember(const PolygonTouch& touch, const geometry::FeatureHint& hint, PlanePair& p) {
  constexpr std::uint32_t kMost = 2;  // corners inside the other, of what plane_touch() can follow
  const geometry::OverlapForm& f = touch.form;
  const bool overlap = f.known && f.inside_a <= kMost && f.inside_b <= kMost;
  p.last = overlap ? PlanePair::Last::overlap : static_cast<PlanePair::Last>(hint.kind);
  p.a = overlap ? f.enter_a : hint.a;
  p.b = overlap ? f.enter_b : hint.b;
  p.inside_a = overlap ? static_cast<std::uint8_t>(f.inside_a) : std::uint8_t{0};
  p.inside_b = overlap ? static_cast<std::uint8_t>(f.inside_b) : std::uint8_t{0};
  p.side_a = touch.side_a, p.side_b = touch.side_b;
}

}  // namespace

void PlaneLoop::touch_alone(const Meeting& met) {
  PlanePair& p = store_.pair[met.slot];
  const PolygonShape &a = rows_.shape(p.i), &b = rows_.shape(p.j);
  geometry::FeatureHint hint = hint_of(p, b.core().size());
  const PolygonTouch touch = touch_polygons(a, {&a.core(), rows_[p.i].x, rows_[p.i].turn}, b,
                                            {&b.core(), met.x2, rows_[p.j].turn}, 0, hint);
  remember(touch, hint, p);
  if (touch.count == 0) return part(met.slot, touch.gap);
  p.r_eff = touch.r_eff;
  answer(met, touch);
}

const PairLaw& PlaneLoop::law_of_slot(std::uint32_t slot) const {
  const PlanePair& p = store_.pair[slot];
  return a_.laws.of(rows_[p.i].material, rows_[p.j].material);
}

// The pair is apart and sleeps; what its springs held is lost.
void PlaneLoop::part(std::uint32_t slot, double gap) {
  PlanePair& p = store_.pair[slot];
  const double path = rows_[p.i].path + rows_[p.j].path;
  p.wake = path + gap * (1 - 1e-9) - 1e-12 * path;  // rounding of the paths
  if (store_.touching[slot] > 0) carry(slot, law_of_slot(slot), {});
}

void PlaneLoop::answer(const Meeting& met, const PolygonTouch& touch) {
  const PairLaw& law = law_of_slot(met.slot);
  store_.pair[met.slot].wake = 0;
  carry(met.slot, law, touch);
  if (law_ != &law) run_law();
  law_ = &law;
  add_points(met, law, touch);
}

// As PointContacts::carry_area.
void PlaneLoop::carry(std::uint32_t slot, const PairLaw& law, const PolygonTouch& now) {
  const PlanePair& p = store_.pair[slot];
  const Vec2 x = rows_[p.i].x;
  const std::size_t at = store_.at(slot);
  PlanePoint* const point = &store_.point[at];
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
  for (int o = 0; o < before; ++o)
    if (const double share = point[o].share * (1 - taken[o]); share != 0)
      release(law, at + static_cast<std::size_t>(o), p.r_eff,
              history + static_cast<std::size_t>(o) * stride, share);
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

void PlaneLoop::release(const PairLaw& law, std::size_t point, double r_eff, const double* history,
                        double share) {
  double lost[kernel::kLosses] = {};
  a_.kernels.released(law, store_.rest[point].m_eff, r_eff, history, lost);
  for (int c = 0; c < kernel::kLosses; ++c) released_[c][releases_] = share * lost[c];
  if (++releases_ == kBlock) add_releases();
}

void PlaneLoop::add_releases() {
  for (int c = 0; c < kernel::kLosses && releases_ > 0; ++c)
    a_.kernels.add_exact(released_[c], static_cast<std::size_t>(releases_), sum_.value[c]);
  releases_ = 0;
}

namespace {

// By how much unit impulses along n at all points, by their shares, change the speed at one.
struct PlaneResponse {
  double inv_mass, inertia;
  Vec2 offset;
  double levers = 0;

  explicit PlaneResponse(const PlaneRow& r)
      : inv_mass(r.inv_mass), inertia(r.inertia), offset(r.offset) {}
  double lever(const Vec2& arm, const Vec2& n) const { return cross(offset + arm, n); }
  double operator()(double lever_here, double shares) const {
    return inv_mass == 0 ? 0 : shares * inv_mass + lever_here * (levers / inertia);
  }
};

}  // namespace

void PlaneLoop::add_points(const Meeting& met, const PairLaw& law, const PolygonTouch& t) {
  const PlanePair& p = store_.pair[met.slot];
  const PlaneRow &r1 = rows_[p.i], &r2 = rows_[p.j];
  const double m_eff = t.mass_share * (1 / (r1.inv_mass + r2.inv_mass));
  const double smaller = std::min(r1.r, r2.r);
  const Vec2 n = t.normal;
  PlaneResponse first(r1), second(r2);
  Vec2 arm1[2], arm2[2];
  double lever1[2], lever2[2], shares = 0;
  for (int k = 0; k < t.count; ++k) {
    arm1[k] = t.point[k] - r1.x, arm2[k] = t.point[k] - met.x2;
    lever1[k] = first.lever(arm1[k], n), lever2[k] = second.lever(arm2[k], n);
    shares += t.share[k];
    first.levers += t.share[k] * lever1[k], second.levers += t.share[k] * lever2[k];
  }
  for (int k = 0; k < t.count; ++k) {
    const std::size_t at = store_.at(met.slot) + static_cast<std::size_t>(k);
    PlanePoint& to = store_.point[at];
    to.arm1 = arm1[k], to.arm2 = arm2[k];
    to.share = t.share[k];
    PlanePointRest& rest = store_.rest[at];
    rest.normal = n, rest.point = t.point[k];
    rest.depth = t.depth[k], rest.m_eff = m_eff;
    const int l = lanes_++;
    lane_[l] = {at, &store_.history[at * store_.stride], smaller};
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
    b.inv_m[l] = first(lever1[k], shares) + second(lever2[k], shares);
    for (int h = 0; h < law.history; ++h) b.history[h][l] = lane_[l].history[h];
    if (lanes_ == kBlock) run_law();
  }
}

void PlaneLoop::run_law() {
  if (lanes_ == 0) return;
  const PairLaw& law = *law_;
  kernel::Block& b = block_;
  repeat_last(b, lanes_, law.history);
  a_.kernels.apply_law(b, lanes_, law, a_.dt);
  const kernel::LossesUsed used = kernel::losses_used(law);
  for (int l = 0; l < lanes_; ++l) {
    PlanePoint& p = store_.point[lane_[l].point];
    PlanePointRest& rest = store_.rest[lane_[l].point];
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
}

}  // namespace scree
