#include "detect/triangulated.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>

#include "detect/blocks.hpp"

namespace scree::detect {
namespace {

// Distances are computed from coordinates with an error of some 2^-52 of their size; balls are
// larger than the reach asks by much more than that, and all theorems hold for the larger ones.
constexpr double kRounding = 0x1p-46;
constexpr std::uint32_t kLongestPause = 64;
constexpr std::size_t kParallelGrains = 2000;  // below, starting threads costs more than it saves

double greatest_coordinate(const DetectInput& in, const Survey& s) {
  double most = 0;
  for (int k = 0; k < 3; ++k) {
    most = std::max({most, std::abs(s.lo[k]), std::abs(s.hi[k])});
    if (wraps(in.box, k)) most = std::max({most, std::abs(in.box.lo[k]), std::abs(in.box.hi[k])});
  }
  return most;
}

double least_radius(const DetectInput& in) {
  double r = in.xr[0].r;
  for (const PositionRadius& g : in.xr) r = std::min(r, g.r);
  return r;
}

std::string_view words(Triangulated::Reason r) {
  switch (r) {
    case Triangulated::Reason::positions:
      return "positions or radii out of range";
    case Triangulated::Reason::period:
      return "a period shorter than a grain and the reach";
    case Triangulated::Reason::reach:
      return "the reach exceeds the smallest diameter";
    default:
      return "overlaps too deep";
  }
}

}  // namespace

void Triangulated::hand_over(Reason r) {
  reason_ = r;
  sites_.forget();
}

std::uint64_t Triangulated::handed_over() const {
  std::uint64_t sum = 0;
  for (const std::uint64_t n : handed_over_) sum += n;
  return sum;
}

// An attempt that fails has cost a construction: after each failure the grid works twice as long.
void Triangulated::find(const DetectInput& in, std::vector<RowPair>& pairs) {
  pairs.clear();
  if (in.xr.empty() || nothing_can_pair(in)) return sites_.forget();
  if (skip_ > 0) {
    --skip_;
  } else if (try_edges(in, pairs)) {
    pause_ = 0;
    return;
  } else if (reason_ == Reason::overlaps) {
    skip_ = pause_ = std::min(2 * pause_ + 1, kLongestPause);
  }
  ++handed_over_[static_cast<int>(reason_)];
  if (!grid_) {
    const DetectorEntry* entry = find_detector("levels");
    if (!entry) entry = find_detector("cubes");
    grid_ = entry->make();
    grid_name_ = entry->info.name;
  }
  grid_->find(in, pairs);
}

bool Triangulated::try_edges(const DetectInput& in, std::vector<RowPair>& pairs) {
  survey(in, survey_);
  const double r_min = least_radius(in);
  if (!survey_.all_ordinary || r_min < 0) return hand_over(Reason::positions), false;
  const double reach = std::max(in.reach, 0.0);
  const double pad = kRounding * (greatest_coordinate(in, survey_) + survey_.r_max + reach);
  const double needed = 0.5 * reach + pad;
  if (!(needed < r_min)) return hand_over(Reason::reach), false;
  for (int k = 0; k < 3; ++k)
    if (wraps(in.box, k) && !(2 * (survey_.r_max + needed) + pad < in.box.length(k)))
      return hand_over(Reason::period), false;
  choose_inflation(needed, r_min);
  const int threads = in.xr.size() < kParallelGrains ? 1 : omp_get_max_threads();
  if (!sites_.follow(in, inflation_, 2 * needed, threads))
    return hand_over(Reason::positions), false;
  if (!meeting_.find(sites_.triangulation(), threads)) return hand_over(Reason::overlaps), false;
  ++(meeting_.deep() > 0 ? closed_ : from_edges_);
  list_rows(in, pairs, threads);
  return true;
}

// A new weight for every site means a test of every facet: the inflation changes only when it must,
// and leaves some room for a reach that grows.
void Triangulated::choose_inflation(double needed, double r_min) {
  if (inflation_ >= needed && inflation_ < std::min(2 * needed, r_min) && !sites_.empty()) return;
  // Beyond this, equal grains that touch are deep: docs/theory/triangulation.md, the skin.
  const double shallow = 0.41 * r_min;
  inflation_ = std::max(needed, std::min(1.25 * needed, shallow));
}

void Triangulated::list_rows(const DetectInput& in, std::vector<RowPair>& pairs, int threads) {
  const Vec3 length = in.box.lengths(), inverse = in.box.inverse_lengths();
  const std::vector<SitePair>& meeting = meeting_.pairs();
  // Of two grains across a face only the image of the larger one is asked, which is always there.
  const auto larger = [&in](std::uint32_t a, std::uint32_t b) {
    return in.xr[a].r != in.xr[b].r ? in.xr[a].r > in.xr[b].r : in.id[b] < in.id[a];
  };
  const auto parts = in_blocks<std::vector<RowPair>>(
      meeting.size(), threads,
      [&](std::uint32_t from, std::uint32_t to, std::vector<RowPair>& part) {
        part.reserve(to - from);
        for (std::uint32_t p = from; p < to; ++p) {
          const auto [u, v] = meeting[p];
          const std::uint32_t a = sites_.row(u), b = sites_.row(v);
          const bool image_a = sites_.is_image(u), image_b = sites_.is_image(v);
          if (a == b || (image_a && image_b)) continue;
          if (image_a || image_b)
            if (larger(a, b) != image_a) continue;
          if (in.ws[a].flags & in.ws[b].flags & kFixed) continue;
          if (within_reach(in.xr[a], in.xr[b], in.reach, length, inverse))
            part.push_back(ordered(in, a, b));
        }
      });
  std::size_t total = 0;
  for (const auto& part : parts) total += part.size();
  pairs.reserve(total);
  for (const auto& part : parts) pairs.insert(pairs.end(), part.begin(), part.end());
  // In a narrow box a pair may meet on both sides.
  bool twice = false;
  for (int k = 0; k < 3; ++k)
    twice |=
        wraps(in.box, k) && in.box.length(k) < 4 * (survey_.r_max + inflation_) * (1 + 0x1p-20);
  if (!twice) return;
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

std::vector<DetectorNote> Triangulated::notes() const {
  std::vector<DetectorNote> out;
  const auto note = [&out](std::string what, std::uint64_t count) {
    if (count > 0) out.push_back({std::move(what), count});
  };
  note("lists from the edges", from_edges_);
  note("lists from the edges, with triangles closed about deep overlaps", closed_);
  for (int r = 0; r < static_cast<int>(Reason::count); ++r)
    note(fmt::format("lists handed over to {}: {}", grid_name_, words(static_cast<Reason>(r))),
         handed_over_[r]);
  note("triangulations built from nothing", sites_.builds());
  return out;
}

}  // namespace scree::detect
