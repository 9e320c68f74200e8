// Stage 3, detect: the two lists and their certificates.
#include <omp.h>

#include <algorithm>
#include <cmath>

#include "sim/impl.hpp"
#include "sim/rows.hpp"

namespace scree {

namespace {

// Tuning of the skins: renewals rare, but lists short. Depends on counts only, changes no result.
void tune_horizon(Skins& s) {
  if (s.whole || s.steps_since_refine == 0) return;
  if (s.steps_since_refine < 30)
    s.horizon = std::min(1.25 * s.horizon, 160.0);
  else if (s.steps_since_refine > 90)
    s.horizon = std::max(0.9 * s.horizon, 30.0);
}

// Where the step works on a near list, candidates cost little and may have a thicker skin.
void tune(Skins& s) {
  if (s.fixed || s.steps_since_renewal == 0) return;
  const std::uint64_t wanted = s.whole ? 40 : 250;
  if (s.steps_since_renewal < wanted)
    s.outer = std::min(s.outer * 1.25, s.largest);
  else if (s.steps_since_renewal > 10 * wanted)
    s.outer = std::max(s.outer * 0.9, s.smallest);
}

}  // namespace

void Simulation::Impl::detect() {
  outer.spend(2 * longest_way);
  inner.spend(longest_way);
  at_walls.spend(longest_way + wall_way);
  ++skins.steps_since_renewal;
  ++skins.steps_since_refine;
  const bool near_ends = !skins.whole && !inner.holds();
  if (outer.allowance >= 0 && (near_ends || !outer.holds())) look_at_motion();
  if (!outer.holds() || !at_walls.holds()) {
    renew();
  } else if (skins.whole ? !few_touch() : !inner.holds()) {
    tune_horizon(skins);
    refine_near();
  }
}

// A pair that touched a step ago must still be in the list, or nobody would book what its springs
// held: no skin is thinner than two grains can part in a step. The tenth is for rounding.
double Simulation::Impl::parted_in_a_step() const {
  return 1.1 * (2 * (longest_way + corrected_way) + wall_way);
}

void Simulation::Impl::renew() {
  if (outer.allowance >= 0) tune(skins);  // a list that grains came to or left tells nothing
  skins.outer = std::max(skins.outer, 2 * parted_in_a_step());
  std::vector<ParticleId> id_before = p().id;
  if (options.sort_rows && renewals % 16 == 0) sort_rows();
  ++renewals;
  const DetectInput in{.xr = p().xr,
                       .ws = p().ws,
                       .id = p().id,
                       .box = world.box,
                       .reach = laws.max_range + skins.outer,
                       .fixed_version = fixed_version,
                       .step = step,
                       .instruction_set = kernels->name};
  if (p().size() > 1000000) near.spare = {};  // here the memory of a run is at its highest
  detector.find(in, pairs);
  for (SlotPair& pair : pairs)  // lower row first: sim/near_list.hpp
    if (pair.first > pair.second) std::swap(pair.first, pair.second);
  build(pairs, p().id, candidates);
  std::vector<SlotPair>().swap(pairs);
  extent_lo = extent_hi = p().empty() ? Vec3{} : p().xr[0].x;
  for (std::size_t s = 0; s < p().size(); ++s) {
    for (int k = 0; k < 3; ++k) {
      extent_lo[k] = std::min(extent_lo[k], p().xr[s].x[k] - p().xr[s].r);
      extent_hi[k] = std::max(extent_hi[k], p().xr[s].x[k] + p().xr[s].r);
    }
  }
  renew_entries(p(), world.walls, wall_images, laws.max_range + skins.outer, laws.stride, id_before,
                wall_contacts);
  outer.grant(skins.outer);
  at_walls.grant(skins.outer);
  skins.steps_since_renewal = 0;
  refine_near();
}

// Where few candidates touch, a second list saves less (1 ns a pair and step) than it costs to make
// (150 ns a grain): the step works on all candidates.
bool Simulation::Impl::few_touch() const {
  const std::size_t factor = skins.whole ? 3 : 4;  // not to and fro
  return candidates.other.size() > factor * touching_pairs && step > 0;
}

void Simulation::Impl::refine_near() {
  skins.whole = few_touch();
  choose_own_skins();
  refine(candidates, p(), world.box,
         {.reach = laws.max_range,
          .skin = own_skin,
          .all = skins.whole,
          .stride = laws.stride,
          .law = laws.index,
          .materials = laws.materials},
         near);
  // At rest a list lives long: fresh memory for the next one costs less than keeping this.
  if (skins.steps_since_refine > 20) near.spare = {};
  plan_tiles(near, p().size(), first_large_row(p()), threads, tiles);
  link_rows(tiles, p(), by_hits, near);
  records.resize(tiles.places);
  rolling.resize(laws.any_rolling ? tiles.places : 0);
  std::fill(records.begin() + tiles.large_places, records.end(), kernel::ContactRecord{});
  if (laws.any_rolling) std::fill(rolling.begin() + tiles.large_places, rolling.end(), Vec3{});
  skins.steps_since_refine = 0;
}

void Simulation::Impl::sort_rows() {
  const std::vector<std::uint32_t> order =
      curve_order(p(), work_of_rows(near, p().size()), threads);
  bool sorted = true;
  for (std::uint32_t r = 0; r < order.size() && sorted; ++r) sorted = order[r] == r;
  if (sorted && renewals > 0) return;  // the first time, the arrays move to huge pages
  p().permute(order);
  for (std::vector<Vec3>& array : own) {
    std::vector<Vec3> out(order.size());
    for (std::size_t r = 0; r < order.size(); ++r) out[r] = array[order[r]];
    array.swap(out);
  }
  permute_rows(order, p(), laws.stride, near);
  ++fixed_version;
}

}  // namespace scree
