#include "detect/sweep.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>

#include "detect/brute_force.hpp"

namespace scree::detect {
namespace {

// Rounding of a wrapped coordinate, in periods: positions are at most kMaxPeriods = 2^16 out.
constexpr double kWrapSlack = 0x1p-30;

// Whether all ends of boxes are finite numbers.
bool ends_are_finite(const DetectInput& in, const Survey& s) {
  const double half = 2 * (s.r_max + std::abs(in.reach));
  bool finite = std::isfinite(half);
  for (int k = 0; k < 3; ++k) {
    const double period = wraps(in.box, k) ? in.box.length(k) : 0;
    finite &=
        std::isfinite(s.lo[k] - half - 2 * period) && std::isfinite(s.hi[k] + half + 2 * period);
    if (period > 0)
      finite &= std::isfinite(in.box.lo[k] - half - 2 * period) &&
                std::isfinite(in.box.hi[k] + half + 2 * period);
  }
  return finite;
}

}  // namespace

void Sweep::find(const DetectInput& in, std::vector<RowPair>& pairs) {
  if (nothing_can_pair(in)) return pairs.clear();
  survey(in, survey_);
  if (survey_.count > 0 && !ends_are_finite(in, survey_)) return find_brute(in, pairs);
  ++round_;
  grain_of_row_.resize(in.xr.size(), kNone);
  for (std::uint32_t row = 0; row < in.xr.size(); ++row)
    if (survey_.ordinary(row)) set_boxes(in, grain_of(in, row));
  forget_the_gone();
  sweep_.update(box_, alive_);
  // Numbers of boxes that went may be used again from the next call on.
  for (std::uint32_t b = 0; b < box_.size(); ++b)
    if (!alive_[b] && owner_[b].grain != kNone) free_boxes_.push_back(b), owner_[b].grain = kNone;
  list_pairs(in, pairs);
  add_stray_pairs(in, survey_, pairs);
}

std::uint32_t Sweep::grain_of(const DetectInput& in, std::uint32_t row) {
  const std::uint32_t id = in.id[row].value;
  std::uint32_t g = grain_of_row_[row];
  if (g == kNone || grains_[g].id != id || grains_[g].round + 1 != round_) {
    const auto [at, is_new] = grain_of_id_.try_emplace(id, kNone);
    if (is_new) {
      if (free_grains_.empty()) {
        at->second = static_cast<std::uint32_t>(grains_.size());
        grains_.emplace_back();
      } else {
        at->second = free_grains_.back();
        free_grains_.pop_back();
        grains_[at->second] = {};
      }
    }
    g = at->second;
    grain_of_row_[row] = g;
  }
  Grain& grain = grains_[g];
  grain.id = id;
  grain.row = row;
  grain.round = round_;
  return g;
}

// The boxes of a grain: its own, and its images where it sticks out of a period.
void Sweep::set_boxes(const DetectInput& in, std::uint32_t g) {
  Grain& grain = grains_[g];
  const PositionRadius& ball = in.xr[grain.row];
  const double inflated = (std::abs(ball.r) + 0.5 * std::abs(in.reach)) * (1 + kCellMargin);
  const double half = std::max(inflated, kMinWidth);
  const bool fixed = in.ws[grain.row].flags & kFixed;
  Vec3 x = ball.x, h{half, half, half};
  int low[3] = {0, 0, 0}, high[3] = {0, 0, 0}, jump[3] = {0, 0, 0};
  bool any_jump = false, any_image = false;
  for (int k = 0; k < 3; ++k) {
    if (!wraps(in.box, k)) continue;
    // Counted from the box: wrapped, x itself would keep no more digits than the box's position.
    const double period = in.box.length(k);
    x[k] -= in.box.lo[k];
    x[k] -= period * std::floor(x[k] / period);
    h[k] += kWrapSlack * period;
    high[k] = x[k] - h[k] <= 0;
    low[k] = -(x[k] + h[k] >= period);
    any_image |= high[k] != 0 || low[k] != 0;
    const double periods = grain.box == kNone ? 0 : std::rint((x[k] - grain.x[k]) / period);
    jump[k] = periods > 0 ? 1 : (periods < 0 ? -1 : 0);
    any_jump |= jump[k] != 0;
  }
  if (any_jump) follow_over_the_seam(grain, g, jump);
  grain.x = x;
  grain.images |= any_image;
  for (int c = low[2]; c <= high[2]; ++c)
    for (int b = low[1]; b <= high[1]; ++b)
      for (int a = low[0]; a <= high[0]; ++a) {
        const int shift[3] = {a, b, c};
        const std::uint32_t at = box_of(g, kBase + a + 3 * b + 9 * c);
        card_[at] = {ball, grain.row, grain.id, g, a == 0 && b == 0 && c == 0, fixed};
        for (int k = 0; k < 3; ++k) {
          const double centre = x[k] + shift[k] * (wraps(in.box, k) ? in.box.length(k) : 0.0);
          box_[at].lo[k] = centre - h[k];
          box_[at].hi[k] = centre + h[k];
        }
      }
}

// The grain is `jump` periods from where it was: the image there is now the grain itself.
void Sweep::follow_over_the_seam(Grain& grain, std::uint32_t g, const int* jump) {
  std::uint32_t boxes[27];
  std::fill(boxes, boxes + 27, kNone);
  for (int image = 0; image < 27; ++image) {
    std::uint32_t box = kNone;
    if (image == kBase) {
      box = grain.box;
    } else if (const auto at = image_box_.find(image_key(g, image)); at != image_box_.end()) {
      box = at->second;
      image_box_.erase(at);
    }
    const int now[3] = {image % 3 - jump[0], image / 3 % 3 - jump[1], image / 9 - jump[2]};
    if (box == kNone || *std::min_element(now, now + 3) < 0 || *std::max_element(now, now + 3) > 2)
      continue;
    boxes[now[0] + 3 * now[1] + 9 * now[2]] = box;
  }
  grain.box = boxes[kBase];
  for (int image = 0; image < 27; ++image) {
    if (boxes[image] == kNone) continue;
    owner_[boxes[image]].image = image;
    if (image != kBase) image_box_[image_key(g, image)] = boxes[image], grain.images = true;
  }
}

std::uint32_t Sweep::box_of(std::uint32_t g, int image) {
  std::uint32_t& box = image == kBase
                           ? grains_[g].box
                           : image_box_.try_emplace(image_key(g, image), kNone).first->second;
  if (box == kNone) {
    if (free_boxes_.empty()) {
      box = static_cast<std::uint32_t>(box_.size());
      box_.emplace_back();
      owner_.emplace_back();
      card_.emplace_back();
      alive_.push_back(0);
    } else {
      box = free_boxes_.back();
      free_boxes_.pop_back();
    }
    owner_[box].grain = g;
    owner_[box].image = image;
    alive_[box] = 1;
  }
  owner_[box].round = round_;
  return box;
}

void Sweep::forget_the_gone() {
  for (std::uint32_t b = 0; b < box_.size(); ++b) {
    if (!alive_[b] || owner_[b].round == round_) continue;
    alive_[b] = 0;
    const auto at = image_box_.find(image_key(owner_[b].grain, owner_[b].image));
    if (at != image_box_.end() && at->second == b) image_box_.erase(at);
  }
  for (std::uint32_t g = 0; g < grains_.size(); ++g) {
    if (grains_[g].round == round_ || grains_[g].box == kNone) continue;
    grain_of_id_.erase(grains_[g].id);
    grains_[g].box = kNone;
    free_grains_.push_back(g);
  }
}

void Sweep::test_pairs(const DetectInput& in, std::span<const std::uint64_t> keys,
                       std::vector<RowPair>& own, std::vector<RowPair>& across) const {
  constexpr std::size_t kAhead =
      16;  // keys whose second card is on its way; first ones are in order
  const Vec3 length = in.box.lengths(), inverse = in.box.inverse_lengths();
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const std::uint64_t key = keys[k];
    __builtin_prefetch(&card_[PairSet::higher(keys[std::min(k + kAhead, keys.size() - 1)])]);
    const Card &a = card_[PairSet::lower(key)], &b = card_[PairSet::higher(key)];
    if (a.grain == b.grain || (a.fixed && b.fixed)) continue;
    if (!within_reach(a.ball, b.ball, in.reach, length, inverse)) continue;
    const RowPair pair = a.id < b.id ? RowPair{a.row, b.row} : RowPair{b.row, a.row};
    (a.own && b.own ? own : across).push_back(pair);
  }
}

void Sweep::list_pairs(const DetectInput& in, std::vector<RowPair>& pairs) {
  const auto keys = sweep_.pairs().keys();
  const auto threads = static_cast<std::size_t>(in.xr.size() < 4000 ? 1 : omp_get_max_threads());
  buffers_.resize(2 * threads);  // pairs of own boxes, pairs with an image
#pragma omp parallel for schedule(static, 1) num_threads(static_cast <int>(threads))
  for (std::size_t t = 0; t < threads; ++t) {
    const std::size_t from = keys.size() * t / threads, to = keys.size() * (t + 1) / threads;
    buffers_[2 * t].clear();
    buffers_[2 * t + 1].clear();
    test_pairs(in, keys.subspan(from, to - from), buffers_[2 * t], buffers_[2 * t + 1]);
  }
  pairs.clear();
  across_.clear();
  for (std::size_t t = 0; t < threads; ++t) {
    pairs.insert(pairs.end(), buffers_[2 * t].begin(), buffers_[2 * t].end());
    across_.insert(across_.end(), buffers_[2 * t + 1].begin(), buffers_[2 * t + 1].end());
  }
  if (across_.empty()) return;
  // Two grains may meet in several of their boxes; the pair of their own was listed already.
  std::sort(across_.begin(), across_.end());
  across_.erase(std::unique(across_.begin(), across_.end()), across_.end());
  for (const RowPair& p : across_) {
    const std::uint32_t a = grains_[grain_of_row_[p.first]].box;
    const std::uint32_t b = grains_[grain_of_row_[p.second]].box;
    if (!sweep_.pairs().contains(PairSet::key(a, b))) pairs.push_back(p);
  }
}

}  // namespace scree::detect
