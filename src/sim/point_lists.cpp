// PointContacts: which pairs are held against each other, and who keeps what when rows change.
#include <algorithm>
#include <tuple>

#include "sim/point_contacts.hpp"

namespace scree {
namespace {

// Grains before walls, both in the order of ids.
auto key_of(const PointPair& p, std::span<const ParticleId> id) {
  const bool wall = p.at_wall();
  return std::tuple(wall, id[p.i].value, wall ? p.wall : id[p.j].value);
}

}  // namespace

void PointContacts::renew(const World& world, std::span<const RowPair> rows,
                          std::span<const WallImages> images, double reach, int stride,
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
  const std::vector<PointPair> old = std::move(pairs_);
  const std::vector<PointRecord> old_points = std::move(points_);
  const std::vector<double> old_history = std::move(history_);
  const std::vector<PairHint> old_hints = std::move(hints_);
  stride_ = static_cast<std::size_t>(stride);
  pairs_ = std::move(fresh);
  points_.assign(pairs_.size() * kMax, {});
  history_.assign(pairs_.size() * kMax * stride_, 0.0);
  hints_.assign(pairs_.size(), {});
  std::size_t o = 0;  // both are sorted by their keys
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    while (o < old.size() && key_of(old[o], id_of_old_row) < key_of(pairs_[k], p.id)) ++o;
    if (o == old.size() || key_of(old[o], id_of_old_row) != key_of(pairs_[k], p.id)) continue;
    pairs_[k].touching = old[o].touching;
    hints_[k] = old_hints[o];
    std::copy_n(old_points.begin() + static_cast<std::ptrdiff_t>(o * kMax), kMax,
                points_.begin() + static_cast<std::ptrdiff_t>(k * kMax));
    std::copy_n(old_history.begin() + static_cast<std::ptrdiff_t>(o * kMax * stride_),
                kMax * stride_, history_.begin() + static_cast<std::ptrdiff_t>(k * kMax * stride_));
  }
  index_rows(p.size());
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
  for (std::uint32_t k = 0; k < pairs_.size(); ++k)
    if (!pairs_[k].at_wall()) link_[next[pairs_[k].j]++] = 2 * k + 1;
  for (std::uint32_t k = 0; k < pairs_.size(); ++k) link_[next[pairs_[k].i]++] = 2 * k;
}

bool PointContacts::lists(std::uint32_t row, std::uint32_t other) const {
  for (std::uint32_t k = link_begin_[row]; k < link_begin_[row + 1]; ++k) {
    const PointPair& p = pairs_[link_[k] >> 1];
    if (!p.at_wall() && (p.i == other || p.j == other)) return true;
  }
  return false;
}

bool PointContacts::put(std::uint32_t i, std::uint32_t j, std::uint32_t wall,
                        const PointRecord& point, std::span<const double> history) {
  for (std::uint32_t l = link_begin_[i]; l < link_begin_[i + 1]; ++l) {
    const std::size_t k = link_[l] >> 1;
    PointPair& p = pairs_[k];
    if (p.i != i || p.wall != wall || (!p.at_wall() && p.j != j)) continue;
    if (p.touching == kMax || history.size() != stride_) return false;
    const std::size_t at = k * kMax + p.touching++;
    points_[at] = point;
    std::copy(history.begin(), history.end(),
              history_.begin() + static_cast<std::ptrdiff_t>(at * stride_));
    return true;
  }
  return false;
}

void PointContacts::drop_rows(std::span<const std::uint32_t> new_row) {
  std::size_t to = 0;
  std::size_t rows = 0;
  for (const std::uint32_t r : new_row) rows += r != Particles::kNoRow;
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    PointPair p = pairs_[k];
    p.i = new_row[p.i];
    if (!p.at_wall()) p.j = new_row[p.j];
    if (p.i == Particles::kNoRow || (!p.at_wall() && p.j == Particles::kNoRow)) continue;
    pairs_[to] = p;
    hints_[to] = hints_[k];
    std::copy_n(points_.begin() + static_cast<std::ptrdiff_t>(k * kMax), kMax,
                points_.begin() + static_cast<std::ptrdiff_t>(to * kMax));
    std::copy_n(history_.begin() + static_cast<std::ptrdiff_t>(k * kMax * stride_), kMax * stride_,
                history_.begin() + static_cast<std::ptrdiff_t>(to * kMax * stride_));
    ++to;
  }
  pairs_.resize(to);
  hints_.resize(to);
  points_.resize(to * kMax);
  history_.resize(to * kMax * stride_);
  index_rows(rows);
}

}  // namespace scree
