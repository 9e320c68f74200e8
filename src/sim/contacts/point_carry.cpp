// PointContacts: what the points of one step hand on to those of the next, and what is booked of
// those that end.
#include <algorithm>
#include <array>
#include <cmath>

#include "sim/contacts/feature_match.hpp"
#include "sim/contacts/point_contacts.hpp"

namespace scree {

using kernel::PairLaw;

namespace {

// What springs give back when `share` of a contact ends (or take, where it is negative), and the
// normal part when so much of its energy does.
void book_share(const PointArgs& a, const PairLaw& law, const PointRecord& r, const double* history,
                double share, double of_normal, kernel::LossSum& sum) {
  if (share == of_normal) {
    if (share != 0) a.kernels.book_release(law, r.m_eff, r.at.r_eff, history, share, sum);
    return;
  }
  double lost[kernel::kLosses];
  a.kernels.released(law, r.m_eff, r.at.r_eff, history, lost);
  for (int k = 0; k < kernel::kLosses; ++k)
    sum.value[k].add((k == 0 ? of_normal : share) * lost[k]);
}

// What the points of a pair hand on to those of the next step.
struct Legacy {
  Vec3 force;
  double share, m_eff;
};

// New point k takes the history of point from[k] of before; none where that is negative.
template <std::size_t kMax>
void hand_on_histories(const std::array<int, kMax>& from, int now, double* history,
                       std::size_t stride) {
  bool moves = false;
  for (int k = 0; k < now; ++k) moves |= from[static_cast<std::size_t>(k)] != k;
  if (!moves) return;
  std::array<double, kMax * kernel::kMaxHistory> kept;
  const auto at = [&](int k) { return static_cast<std::size_t>(k) * stride; };
  for (int k = 0; k < now; ++k) {
    const int o = from[static_cast<std::size_t>(k)];
    if (o < 0)
      std::fill_n(kept.data() + at(k), stride, 0.0);
    else
      std::copy_n(history + at(o), stride, kept.data() + at(k));
  }
  std::copy_n(kept.data(), at(now), history);
}

// New points in the place of those of before; a force is kept per share.
template <std::size_t kMax>
void renew_points(const std::array<int, kMax>& from, const std::array<Legacy, kMax>& old,
                  const ContactPoints& now, PointRecord* record) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(now.count); ++k) {
    const bool known = from[k] >= 0;
    const Legacy of = known ? old[static_cast<std::size_t>(from[k])] : Legacy{{}, 1, 0};
    record[k].at = now.point[k];
    record[k].force = known ? (now.point[k].share / of.share) * of.force : Vec3{};
    record[k].m_eff = of.m_eff;
  }
}

}  // namespace

// Of an area: every new point takes what the nearest of before had, as a function of the place;
// shares come and go, and what their springs hold is booked. Forces are kept per share.
void PointContacts::carry_area(const PointArgs& a, PointPair& p, const PairLaw& law,
                               const ContactPoints& now, kernel::LossSum& sum) {
  PointRecord* record = store_.records(p.slot);
  double* history = store_.histories(p.slot);
  std::array<int, kMax> from;
  std::array<Legacy, kMax> old;
  double taken[kMax] = {};  // shares that go on
  const Vec3 x = a.world.particles.xr[p.i].x;
  for (std::uint32_t o = 0; o < p.touching; ++o)
    old[o] = {record[o].force, record[o].at.share, record[o].m_eff};
  for (int k = 0; k < now.count; ++k) {
    const ContactPoint& at = now.point[static_cast<std::size_t>(k)];
    int nearest = -1;
    double least = HUGE_VAL;
    for (std::uint32_t o = 0; o < p.touching; ++o) {
      const double d = norm2((at.point - x) - record[o].arm1);
      if (nearest < 0 || d < least) least = d, nearest = static_cast<int>(o);
    }
    from[static_cast<std::size_t>(k)] = nearest;
    if (nearest >= 0) taken[nearest] += at.share / old[static_cast<std::size_t>(nearest)].share;
  }
  for (std::uint32_t o = 0; o < p.touching; ++o) {
    // The energy of a potential belongs to the contact as a whole, which goes on.
    const double ended = old[o].share * (1 - taken[o]);
    book_share(a, law, record[o], history + o * stride_, ended, now.potential ? 0 : ended, sum);
  }
  hand_on_histories(from, now.count, history, stride_);
  renew_points(from, old, now, record);
  p.touching = static_cast<std::uint32_t>(now.count);
}

// Histories and forces of before go to the new points; what an ended contact held is booked.
void PointContacts::carry(const PointArgs& a, PointPair& p, const PairLaw& law,
                          const ContactPoints& now, kernel::LossSum& sum) {
  PointRecord* record = store_.records(p.slot);
  double* history = store_.histories(p.slot);
  const Shape* first = shapes_[p.i].shape;
  const Shape* second = p.at_wall() ? nullptr : shapes_[p.j].shape;
  const auto feature = [&](int k) { return now.point[static_cast<std::size_t>(k)].feature; };
  const auto adjacent = [&](std::uint64_t x, std::uint64_t y) {
    if (!p.at_wall()) {
      const auto u = static_cast<std::uint32_t>(x), v = static_cast<std::uint32_t>(y);
      return (first && first->adjacent(u, v)) || (second && second->adjacent(u, v));
    }
    const Wall& wall = a.world.walls[p.wall];
    const auto cx = static_cast<std::uint32_t>(x >> 32), cy = static_cast<std::uint32_t>(y >> 32);
    const auto wx = static_cast<std::uint32_t>(x), wy = static_cast<std::uint32_t>(y);
    return (cx == cy || first->adjacent(cx, cy)) &&
           (wx == wy || a.images[p.wall].adjacent(wall, wx, wy));
  };
  const auto match = match_features<kMax>(
      now.count, static_cast<int>(p.touching),
      [&](int k, int o) { return record[o].at.feature == feature(k); },
      [&](int k, int o) { return adjacent(record[o].at.feature, feature(k)); });
  std::array<Legacy, kMax> old;
  for (std::uint32_t o = 0; o < p.touching; ++o) {
    old[o] = {record[o].force, record[o].at.share, record[o].m_eff};
    if (!match.taken[o])
      book_share(a, law, record[o], history + o * stride_, old[o].share, record[o].at.energy(),
                 sum);
  }
  for (int k = 0; k < now.count; ++k) {
    const int o = match.from[static_cast<std::size_t>(k)];
    if (o < 0) continue;
    const double ended =
        old[static_cast<std::size_t>(o)].share - now.point[static_cast<std::size_t>(k)].share;
    book_share(a, law, record[o], history + static_cast<std::size_t>(o) * stride_, ended, ended,
               sum);
  }
  hand_on_histories(match.from, now.count, history, stride_);
  renew_points(match.from, old, now, record);
  p.touching = static_cast<std::uint32_t>(now.count);
}

// Beyond the surfaces a point is a contact only while a part of its law says so.
void PointContacts::end_unheld(const PointArgs& a, PointPair& p, const PairLaw& law,
                               ContactPoints& now, kernel::LossSum& sum) {
  PointRecord* record = store_.records(p.slot);
  double* history = store_.histories(p.slot);
  int kept = 0;
  for (int k = 0; k < now.count; ++k) {
    const PointRecord& r = record[k];
    const double* h = history + static_cast<std::size_t>(k) * stride_;
    const Touch touch{.n = r.at.normal, .delta = r.at.depth, .r_eff = r.at.r_eff, .dt = a.dt};
    if (!(touch.delta > 0) && !holds(law, touch, h)) {
      book_share(a, law, r, h, r.at.share, r.at.energy(), sum);
      continue;
    }
    if (kept != k) {
      record[kept] = r;
      now.point[static_cast<std::size_t>(kept)] = now.point[static_cast<std::size_t>(k)];
      std::copy_n(h, stride_, history + static_cast<std::size_t>(kept) * stride_);
    }
    ++kept;
  }
  now.count = kept;
  p.touching = static_cast<std::uint32_t>(kept);
}

}  // namespace scree
