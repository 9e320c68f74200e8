// PointContacts: which pairs are held against each other, and who keeps what when rows change.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "sim/contacts/point_contacts.hpp"

namespace scree {
namespace {

// Grains before walls, both in the order of ids.
auto key_of(const PointPair& p, std::span<const ParticleId> id) {
  const bool wall = p.at_wall();
  return std::tuple(wall, id[p.i].value, wall ? p.wall : id[p.j].value);
}

}  // namespace

void PointContacts::renew(const World& world, std::span<const RowPair> rows,
                          std::span<const WallImages> images, double reach, bool ranged, int stride,
                          std::span<const ParticleId> id_of_old_row) {
  const Particles& p = world.particles;
  std::vector<PointPair> fresh;
  for (const auto [a, b] : rows)
    fresh.push_back(p.id[a] < p.id[b] ? PointPair{a, b} : PointPair{b, a});
  WallTouches touches;
  for (std::uint32_t s = 0; s < p.size(); ++s) {
    if (!(p.ws[s].flags & kShaped) || (p.ws[s].flags & kFixed)) continue;
    for (std::uint32_t w = 0; w < world.walls.size(); ++w) {
      images[w].touch(world.walls[w], p.xr[s].x, p.xr[s].r + reach, touches);
      if (touches.count > 0) fresh.push_back({s, 0, w});
    }
  }
  std::sort(fresh.begin(), fresh.end(), [&](const PointPair& x, const PointPair& y) {
    return key_of(x, p.id) < key_of(y, p.id);
  });
  PointContacts before = std::move(*this);
  *this = {};
  narrow_ = before.narrow_;
  turns_ = before.turns_;
  store_ = std::move(before.spare_);
  stride_ = static_cast<std::size_t>(stride);
  pairs_ = std::move(fresh);
  give_slots(world, ranged);
  const std::vector<PointPair>& old = before.pairs_;
  std::size_t o = 0;  // both are sorted by their keys
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    while (o < old.size() && key_of(old[o], id_of_old_row) < key_of(pairs_[k], p.id)) ++o;
    if (o == old.size() || key_of(old[o], id_of_old_row) != key_of(pairs_[k], p.id)) continue;
    if (pairs_[k].polygons && old[o].polygons)
      polygons_.remember(pairs_[k].slot, before.polygons_.pair[old[o].slot]);
    if (!pairs_[k].polygons && !old[o].polygons)
      hints_[pairs_[k].slot] = std::move(before.hints_[old[o].slot]);
    const PairPoints points = before.points(o);
    for (std::size_t m = 0; m < points.size(); ++m)
      put_point(k, m, points[m], before.history(o, m));
  }
  spare_ = std::move(before.store_);
  index_rows(p.size());
  if (!others_.empty()) shapes_.look_up(world, link_begin_);
}

namespace {

// A program's own way in which two kinds of polygons meet comes before that of the store.
bool has_own_polygons(const World& world) {
  const auto polygons = [&](std::string_view kind) {
    return std::any_of(world.shapes.begin(), world.shapes.end(), [&](const auto& shape) {
      return shape && shape->polygon() != nullptr && shape->kind() == kind;
    });
  };
  return std::any_of(world.collisions.begin(), world.collisions.end(),
                     [&](const CollideEntry& own) { return polygons(own.a) && polygons(own.b); });
}

}  // namespace

// Two polygons that only push have a store of their own.
void PointContacts::give_slots(const World& world, bool ranged) {
  const bool polygons =
      world.particles.dimensions() == Dimensions::two && !ranged && !has_own_polygons(world);
  if (polygons)
    rows_.look_up(world);
  else
    rows_.clear();
  others_.clear();
  // Slots of polygons in the order of the lower rows.
  std::vector<std::uint32_t> begin(polygons ? world.particles.size() + 1 : 0, 0);
  for (std::uint32_t k = 0; k < pairs_.size(); ++k) {
    PointPair& p = pairs_[k];
    p.polygons = polygons && !p.at_wall() && rows_.polygon(p.i) && rows_.polygon(p.j);
    if (p.polygons) {
      ++begin[std::min(p.i, p.j) + 1];
    } else {
      p.slot = static_cast<std::uint32_t>(others_.size());
      others_.push_back(k);
    }
  }
  for (std::size_t s = 1; s < begin.size(); ++s) begin[s] += begin[s - 1];
  polygons_.resize(pairs_.size() - others_.size(), stride_);
  for (std::uint32_t k = 0; k < pairs_.size(); ++k) {
    PointPair& p = pairs_[k];
    if (!p.polygons) continue;
    p.slot = begin[std::min(p.i, p.j)]++;
    PolygonPair& pair = polygons_.pair[p.slot];
    pair.i = p.i, pair.j = p.j, pair.pair = k;
    pair.potential = rows_[p.i].potential && rows_[p.j].potential;
  }
  store_.resize(others_.size(), stride_);
  hints_.clear();
  hints_.resize(others_.size());
  wake_.assign(others_.size(), 0.0);
}

void PointContacts::put_point(std::size_t pair, std::size_t at, const PointRecord& r,
                              std::span<const double> history) {
  PointPair& p = pairs_[pair];
  p.touching = static_cast<std::uint32_t>(at + 1);
  if (p.polygons) {
    const auto flat = [](const Vec3& v) { return geometry::Vec2{v.x, v.y}; };
    polygons_.point[polygons_.at(p.slot) + at] = {.force = flat(r.force),
                                                  .arm1 = flat(r.arm1),
                                                  .arm2 = flat(r.arm2),
                                                  .couple = r.couple.z,
                                                  .share = r.at.share};
    polygons_.rest[polygons_.at(p.slot) + at] = {.normal = flat(r.at.normal),
                                                 .point = flat(r.at.point),
                                                 .tangential = flat(r.tangential),
                                                 .depth = r.at.depth,
                                                 .m_eff = r.m_eff};
    polygons_.pair[p.slot].r_eff = r.at.r_eff;
    polygons_.touching[p.slot] = static_cast<std::uint8_t>(at + 1);
  } else {
    store_.records(p.slot)[at] = r;
    store_.actions(p.slot)[at] = action_of(r);
  }
  std::copy_n(history.begin(), stride_, this->history(pair, at).begin());
}

// Pairs are sorted by id, so those of a row come in the order of the partners' ids if first the
// pairs are dealt in which it is the second (partners of lower ids), then the others.
void PointContacts::index_rows(std::size_t rows) {
  link_begin_.assign(rows + 1, 0);
  for (const PointPair& p : pairs_) {
    ++link_begin_[p.i + 1];
    if (!p.at_wall()) ++link_begin_[p.j + 1];
  }
  for (std::size_t s = 0; s < rows; ++s) link_begin_[s + 1] += link_begin_[s];
  link_.resize(link_begin_.back());
  std::vector<std::uint32_t> next(link_begin_.begin(), link_begin_.end() - 1);
  constexpr std::uint32_t kNumber = (1u << 30) - 1;
  const auto link_of = [&](std::uint32_t k, bool second) {
    const PointPair& p = pairs_[k];
    return Link{(p.polygons ? p.slot : k) & kNumber, p.polygons, second};
  };
  for (std::uint32_t k = 0; k < pairs_.size(); ++k)
    if (!pairs_[k].at_wall()) link_[next[pairs_[k].j]++] = link_of(k, true);
  for (std::uint32_t k = 0; k < pairs_.size(); ++k) link_[next[pairs_[k].i]++] = link_of(k, false);
}

bool PointContacts::lists(std::uint32_t row, std::uint32_t other) const {
  for (std::uint32_t k = link_begin_[row]; k < link_begin_[row + 1]; ++k) {
    const PointPair& p = pairs_[pair_of(link_[k])];
    if (!p.at_wall() && (p.i == other || p.j == other)) return true;
  }
  return false;
}

bool PointContacts::put(std::uint32_t i, std::uint32_t j, std::uint32_t wall,
                        const PointRecord& point, std::span<const double> history) {
  for (std::uint32_t l = link_begin_[i]; l < link_begin_[i + 1]; ++l) {
    const std::size_t k = pair_of(link_[l]);
    PointPair& p = pairs_[k];
    if (p.i != i || p.wall != wall || (!p.at_wall() && p.j != j)) continue;
    const std::uint32_t most = p.polygons ? PolygonStore::kMax : kMax;
    if (p.touching == most || history.size() != stride_) return false;
    put_point(k, p.touching, point, history);
    return true;
  }
  return false;
}

// Slots of pairs that leave stay empty until the next list.
void PointContacts::drop_rows(std::span<const std::uint32_t> new_row) {
  std::size_t to = 0;
  std::size_t rows = 0;
  for (const std::uint32_t r : new_row) rows += r != Particles::kNoRow;
  others_.clear();
  for (PolygonPair& p : polygons_.pair) p.i = p.j = 0, p.wake = HUGE_VAL;  // never again
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    PointPair p = pairs_[k];
    p.i = new_row[p.i];
    if (!p.at_wall()) p.j = new_row[p.j];
    if (p.i == Particles::kNoRow || (!p.at_wall() && p.j == Particles::kNoRow)) continue;
    const auto number = static_cast<std::uint32_t>(to);
    if (p.polygons) {
      PolygonPair& pair = polygons_.pair[p.slot];
      pair.i = p.i, pair.j = p.j, pair.pair = number;
      pair.wake = 0;  // paths start again
    } else {
      others_.push_back(number);
    }
    pairs_[to++] = p;
  }
  pairs_.resize(to);
  if (rows == 0) polygons_.resize(0, stride_);
  rows_.expire();
  shapes_.expire();
  index_rows(rows);
}

}  // namespace scree
