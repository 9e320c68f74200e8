#include "sim/tiles.hpp"

#include <algorithm>

namespace scree {
namespace {

struct Plan {
  std::vector<std::uint32_t> reach;     // highest tile that has a contact stored with this one
  std::vector<std::uint32_t> contacts;  // of a tile
};

Plan survey(const NearList& list, std::size_t rows, Tiles& tiles) {
  Plan plan{std::vector<std::uint32_t>(tiles.count), std::vector<std::uint32_t>(tiles.count)};
  for (std::uint32_t t = 0; t < tiles.count; ++t) {
    tiles.first_owner[t] = plan.reach[t] = t;
    plan.contacts[t] = list.begin[tiles.last_row(t, rows)] - list.begin[t * Tiles::kRows];
  }
  for (std::size_t c = 0; c < list.size(); ++c) {
    const std::uint32_t low = std::min(list.owner[c], list.other[c]) / Tiles::kRows;
    const std::uint32_t high = std::max(list.owner[c], list.other[c]) / Tiles::kRows;
    tiles.first_owner[high] = std::min(tiles.first_owner[high], low);
    plan.reach[low] = std::max(plan.reach[low], high);
  }
  return plan;
}

TileRun split_run(const Tiles& tiles, const Plan& plan, std::uint32_t begin, std::uint32_t end) {
  TileRun run{begin, end, begin, end};
  for (std::uint32_t t = begin; t < end; ++t)
    if (tiles.first_owner[t] < begin) run.ring_begin = t + 1;
  for (std::uint32_t t = end; t-- > begin;)
    if (plan.reach[t] >= end) run.ring_end = t;
  run.ring_end = std::max(run.ring_end, run.ring_begin);
  return run;
}

// Gives every tile of the run its places.
void place_run(const Plan& plan, const TileRun& run, Tiles& tiles) {
  std::uint32_t longest = 0;  // tiles of the ring that are alive at once
  std::uint32_t room = 0;     // contacts of the fullest
  for (std::uint32_t t = run.ring_begin; t < run.ring_end; ++t) {
    longest = std::max(longest, std::min(plan.reach[t], run.end - 1) - t + 1);
    room = std::max(room, plan.contacts[t]);
  }
  const std::uint32_t ring = tiles.places;
  tiles.places += longest * room;
  for (std::uint32_t t = run.begin; t < run.end; ++t) {
    if (t >= run.ring_begin && t < run.ring_end) {
      tiles.place[t] = ring + (t % longest) * room;
    } else {
      tiles.place[t] = tiles.places;
      tiles.places += plan.contacts[t];
    }
  }
}

}  // namespace

void plan_tiles(const NearList& list, std::size_t rows, int threads, Tiles& tiles) {
  tiles.count = static_cast<std::uint32_t>((rows + Tiles::kRows - 1) / Tiles::kRows);
  tiles.first_owner.resize(tiles.count);
  tiles.place.resize(tiles.count);
  tiles.runs.clear();
  tiles.places = 1;
  const Plan plan = survey(list, rows, tiles);
  const auto team = static_cast<std::uint32_t>(threads);
  for (std::uint32_t k = 0; k < team; ++k) {
    tiles.runs.push_back(
        split_run(tiles, plan, tiles.count * k / team, tiles.count * (k + 1) / team));
    place_run(plan, tiles.runs.back(), tiles);
  }
}

}  // namespace scree
