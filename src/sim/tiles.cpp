#include "sim/tiles.hpp"

#include <algorithm>

namespace scree {
namespace {

// Without the contacts of large grains.
struct Plan {
  std::vector<std::uint32_t> reach;     // highest tile that has a contact stored with this one
  std::vector<std::uint32_t> owner;     // lowest tile that stores a contact with this one
  std::vector<std::uint32_t> contacts;  // of a tile, all of them
};

Plan survey(const NearList& list, std::size_t rows, Tiles& tiles) {
  Plan plan;
  plan.reach.resize(tiles.count), plan.owner.resize(tiles.count), plan.contacts.resize(tiles.count);
  for (std::uint32_t t = 0; t < tiles.count; ++t) {
    tiles.first_owner[t] = plan.reach[t] = plan.owner[t] = t;
    plan.contacts[t] = list.begin[tiles.last_row(t, rows)] - list.begin[t * Tiles::kRows];
  }
  for (std::size_t c = 0; c < list.size(); ++c) {
    const std::uint32_t low = std::min(list.owner[c], list.other[c]) / Tiles::kRows;
    const std::uint32_t row = std::max(list.owner[c], list.other[c]), high = row / Tiles::kRows;
    tiles.first_owner[high] = std::min(tiles.first_owner[high], low);
    if (row >= tiles.large) continue;
    plan.owner[high] = std::min(plan.owner[high], low);
    plan.reach[low] = std::max(plan.reach[low], high);
  }
  return plan;
}

TileRun split_run(const Plan& plan, std::uint32_t begin, std::uint32_t end) {
  TileRun run{begin, end, begin, end};
  for (std::uint32_t t = begin; t < end; ++t)
    if (plan.owner[t] < begin) run.ring_begin = t + 1;
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

// A place for every contact of a large grain, beyond those of all runs.
void place_large(const NearList& list, std::size_t rows, Tiles& tiles) {
  std::vector<std::uint32_t> at = std::move(tiles.place_of);
  tiles.place_of.clear();
  tiles.large_places = tiles.places;
  if (tiles.large >= rows) return;
  at.resize(list.size());
  for (std::uint32_t c = 0; c < list.size(); ++c)
    at[c] = std::max(list.owner[c], list.other[c]) >= tiles.large ? tiles.places++
                                                                  : tiles.place_of_contact(list, c);
  tiles.place_of = std::move(at);
}

}  // namespace

void plan_tiles(const NearList& list, std::size_t rows, std::uint32_t large, int threads,
                Tiles& tiles) {
  tiles.count = static_cast<std::uint32_t>((rows + Tiles::kRows - 1) / Tiles::kRows);
  tiles.first_owner.resize(tiles.count);
  tiles.place.resize(tiles.count);
  tiles.runs.clear();
  tiles.places = 1;
  tiles.large = large;
  const Plan plan = survey(list, rows, tiles);
  const auto team = static_cast<std::uint32_t>(threads);
  for (std::uint32_t k = 0; k < team; ++k) {
    tiles.runs.push_back(split_run(plan, tiles.count * k / team, tiles.count * (k + 1) / team));
    place_run(plan, tiles.runs.back(), tiles);
  }
  place_large(list, rows, tiles);
}

}  // namespace scree
