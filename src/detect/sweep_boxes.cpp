#include "detect/sweep_boxes.hpp"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cmath>

namespace scree::detect {
namespace {

constexpr std::size_t kBlock = 8192;        // ends of a block, at least
constexpr std::uint64_t kTellEvery = 4096;  // exchanges, to the other threads
constexpr std::size_t kFewNewcomers = 32;   // or an eighth of all: beyond, all is sorted again

}  // namespace

template <int D>
void SweepBoxes<D>::update(std::span<const Box> boxes, std::span<const std::uint8_t> alive) {
  before_.swap(boxes_);
  boxes_.assign(boxes.begin(), boxes.end());
  exchanges_ = 0;
  sorted_anew_ = false;
  take_stock(alive);
  if (new_.size() > kFewNewcomers + alive_ / 8) return sort_anew();
  measure_widths();
  if (!gone_.empty()) drop_the_gone();
  if (!repair()) return sort_anew();
  add_newcomers();
}

template <int D>
void SweepBoxes<D>::take_stock(std::span<const std::uint8_t> alive) {
  known_.resize(std::max(known_.size(), alive.size()), 0);
  new_.clear();
  gone_.clear();
  alive_ = 0;
  for (std::uint32_t b = 0; b < known_.size(); ++b) {
    const bool lives = b < alive.size() && alive[b];
    alive_ += lives;
    if (lives && !known_[b]) new_.push_back(b);
    if (!lives && known_[b]) gone_.push_back(b);
    known_[b] = lives;
  }
}

template <int D>
void SweepBoxes<D>::measure_widths() {
  std::fill(widest_, widest_ + D, 0.0);
  for (std::uint32_t b = 0; b < boxes_.size(); ++b) {
    if (!known_[b]) continue;
    for (int k = 0; k < D; ++k)
      widest_[k] = std::max(widest_[k], boxes_[b].hi[k] - boxes_[b].lo[k]);
  }
}

template <int D>
void SweepBoxes<D>::sort_anew() {
  sorted_anew_ = true;
#pragma omp parallel for schedule(static, 1) if (alive_ > 4000)
  for (int k = 0; k < D; ++k) {
    Axis& list = axis_[k];
    list.clear();
    for (std::uint32_t b = 0; b < boxes_.size(); ++b) {
      if (!known_[b]) continue;
      list.push_back(end_at(k, 2 * b));
      list.push_back(end_at(k, 2 * b + 1));
    }
    std::sort(list.begin(), list.end(), before);
  }
  find_all_pairs();
}

// Boxes that overlap lie in balls around them that overlap: `levels` finds those.
template <int D>
void SweepBoxes<D>::find_all_pairs() {
  std::vector<PositionRadius> balls;
  std::vector<SpinMaterial> free;
  std::vector<ParticleId> id;
  for (std::uint32_t b = 0; b < boxes_.size(); ++b) {
    if (!known_[b]) continue;
    PositionRadius ball{};
    double sum = 0;
    for (int k = 0; k < D; ++k) {
      const double lo = boxes_[b].lo[k], hi = boxes_[b].hi[k];
      ball.x[k] = 0.5 * lo + 0.5 * hi;
      // Half the edge, and what rounding may have moved the centre.
      const double half = 0.5 * (hi - lo) + 0x1p-50 * std::max(std::abs(lo), std::abs(hi));
      sum += half * half;
    }
    ball.r = std::sqrt(sum) * (1 + 0x1p-20) + kMinWidth;
    balls.push_back(ball);
    id.emplace_back(b);
  }
  free.resize(balls.size());
  std::vector<RowPair> near;
  cells_.find({balls, free, id, {}, 0, 0}, near);
  std::erase_if(near, [&](const RowPair& p) {
    return !overlap(boxes_[id[p.first].value], boxes_[id[p.second].value]);
  });
  build(near, id, rows_);
  pairs_.clear();
  for (std::uint32_t s = 0; s < id.size(); ++s)
    for (const std::uint32_t other : rows_.row(s))
      pairs_.append(PairSet::key(id[s].value, id[other].value));
}

template <int D>
void SweepBoxes<D>::drop_the_gone() {
  for (Axis& list : axis_) std::erase_if(list, [this](const End& e) { return !known_[e.box()]; });
  pairs_.erase_if([this](std::uint64_t key) {
    return !(known_[PairSet::lower(key)] && known_[PairSet::higher(key)]);
  });
}

// Moves the end at `at` to its sorted position between `from` and `at`, by exchanges with its
// neighbours.
template <int D>
void SweepBoxes<D>::insert_left(Axis& list, std::size_t at, std::size_t from, Changes& out) const {
  const End moved = list[at];
  const std::size_t start = at;
  for (; at > from && before(moved, list[at - 1]); --at) {
    const End& other = list[at - 1];
    if (moved.is_end() != other.is_end()) {
      const std::uint32_t m = moved.box(), n = other.box();
      if (moved.is_end()) {
        if (overlap(before_[m], before_[n])) out.removed.push_back(PairSet::key(m, n));
      } else if (overlap(boxes_[m], boxes_[n])) {
        out.added.push_back(PairSet::key(m, n));
      }
    }
    list[at] = other;
  }
  list[at] = moved;
  out.exchanges += start - at;
}

// False when the order is lost.
template <int D>
bool SweepBoxes<D>::repair() {
  const std::size_t ends = axis_[0].size();
  const auto threads = static_cast<std::size_t>(omp_get_max_threads());
  const std::size_t blocks = std::clamp<std::size_t>(ends / kBlock, 1, 4 * threads);
  const std::size_t tasks = blocks * D;
  changes_.resize(tasks + D);
  for (Changes& c : changes_) c.added.clear(), c.removed.clear(), c.exchanges = 0;
  const std::uint64_t limit = D * kExchangesPerEnd * ends + 1000;
  std::atomic<std::uint64_t> total{0};  // only ever decides to give up: no result depends on it
  const auto sort_run = [&](Axis& list, std::size_t from, std::size_t to, Changes& out) {
    std::uint64_t told = 0;
    for (std::size_t i = from + 1; i < to && total <= limit; ++i) {
      insert_left(list, i, from, out);
      if (out.exchanges - told < kTellEvery && i + 1 < to) continue;
      total += out.exchanges - told;
      told = out.exchanges;
    }
  };
#pragma omp parallel if (ends > kBlock)
  {
#pragma omp for schedule(dynamic, 1)
    for (std::size_t t = 0; t < tasks; ++t) {
      const auto k = static_cast<int>(t / blocks);
      const std::size_t b = t % blocks, from = ends * b / blocks, to = ends * (b + 1) / blocks;
      Axis& list = axis_[k];
      for (std::size_t i = from; i < to; ++i) list[i] = end_at(k, list[i].code);
      sort_run(list, from, to, changes_[t]);
    }
    // Borders: a block is sorted, so once an end stays where it is, so do all after it.
#pragma omp for schedule(static, 1)
    for (int k = 0; k < D; ++k) {
      Changes& out = changes_[tasks + static_cast<std::size_t>(k)];
      for (std::size_t b = 1; b < blocks; ++b) {
        for (std::size_t i = ends * b / blocks; i < ends * (b + 1) / blocks; ++i) {
          if (!before(axis_[k][i], axis_[k][i - 1]) || total > limit) break;
          const std::uint64_t known = out.exchanges;
          insert_left(axis_[k], i, 0, out);
          total += out.exchanges - known;
        }
      }
    }
  }
  exchanges_ = total;
  if (total > limit) return false;
  removed_.clear();
  added_.clear();
  for (const Changes& c : changes_) {
    removed_.insert(removed_.end(), c.removed.begin(), c.removed.end());
    added_.insert(added_.end(), c.added.begin(), c.added.end());
  }
  pairs_.change(removed_, added_);
  return true;
}

template <int D>
void SweepBoxes<D>::add_newcomers() {
  if (new_.empty()) return;
  for (int k = 0; k < D; ++k) merge_newcomers(k);
  removed_.clear();
  added_.clear();
  for (const std::uint32_t b : new_) find_pairs_of(b);
  pairs_.change(removed_, added_);
}

template <int D>
void SweepBoxes<D>::merge_newcomers(int axis) {
  Axis& list = axis_[axis];
  const auto middle = static_cast<std::ptrdiff_t>(list.size());
  for (const std::uint32_t b : new_) {
    list.push_back(end_at(axis, 2 * b));
    list.push_back(end_at(axis, 2 * b + 1));
  }
  std::sort(list.begin() + middle, list.end(), before);
  std::inplace_merge(list.begin(), list.begin() + middle, list.end(), before);
}

// A box that overlaps begins no further before this one than the widest is wide. The axis with
// the fewest ends in that range is searched.
template <int D>
void SweepBoxes<D>::find_pairs_of(std::uint32_t box) {
  const Box& me = boxes_[box];
  const End *first = nullptr, *last = nullptr;
  for (int k = 0; k < D; ++k) {
    const End* const from = axis_[k].data();
    const End* const to = from + axis_[k].size();
    const double lo = me.lo[k] - widest_[k] * (1 + 0x1p-20);
    const End* const a =
        std::lower_bound(from, to, lo, [](const End& e, double v) { return e.value < v; });
    const End* const b =
        std::upper_bound(a, to, me.hi[k], [](double v, const End& e) { return v < e.value; });
    if (k == 0 || b - a < last - first) first = a, last = b;
  }
  for (; first < last; ++first) {
    if (first->is_end() || first->box() == box) continue;
    if (overlap(me, boxes_[first->box()])) added_.push_back(PairSet::key(box, first->box()));
  }
}

template class SweepBoxes<2>;
template class SweepBoxes<3>;

}  // namespace scree::detect
