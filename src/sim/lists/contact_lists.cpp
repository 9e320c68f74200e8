#include "sim/lists/contact_lists.hpp"

#include <algorithm>
#include <cmath>

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
// On a card they cost next to nothing, but walls are looked for by the processor.
void tune(Skins& s, bool made_elsewhere) {
  if (s.fixed || s.steps_since_renewal == 0) return;
  const std::uint64_t wanted = made_elsewhere ? 2500 : s.whole ? 40 : 250;
  if (s.steps_since_renewal < wanted)
    s.outer = std::min(s.outer * 1.25, s.largest);
  else if (s.steps_since_renewal > 10 * wanted)
    s.outer = std::max(s.outer * 0.9, s.smallest);
}

}  // namespace

void ContactLists::choose_skin(double smallest_radius, double given) {
  skins.fixed = given > 0;
  skins.smallest = 0.05 * smallest_radius;
  skins.largest = 0.8 * smallest_radius;
  skins.outer = skins.fixed ? given : 0.2 * smallest_radius;
  skins.inner = 0.05 * skins.outer;
}

void ContactLists::spend(const ListInput& in) {
  outer.spent *= 1 + in.motion.strain;  // the flow carries earlier displacements along
  inner.spent *= 1 + in.motion.strain;
  outer.spend(2 * displacement(in));
  inner.spend(displacement(in));
  since_strain_ += in.motion.strain;
  ++skins.steps_since_renewal;
  ++skins.steps_since_refine;
}

void ContactLists::spend_correction(double displacement) {
  outer.spend(2 * displacement);
  inner.spend(displacement);
}

// (1 + D) after what has been before.
void ContactLists::deform(const CellNumbers& d) {
  const Vec3 m = since_diagonal_, a = since_above_;
  since_diagonal_ = {m.x + d[0] * m.x, m.y + d[1] * m.y, m.z + d[2] * m.z};
  since_above_ = {a.x + (d[0] * a.x + d[3] * m.y), a.y + (d[0] * a.y + d[3] * a.z + d[4] * m.z),
                  a.z + (d[1] * a.z + d[5] * m.z)};
}

double ContactLists::find_candidates(const ListInput& in) {
  if (outer.allowance >= 0)
    tune(skins, made_elsewhere);  // a list that grains came to or left tells nothing
  if (in.maker != nullptr && !made_elsewhere && !skins.fixed)
    skins.outer = std::max(skins.outer, 0.5 * skins.largest);
  skins.outer = std::max(skins.outer, 2 * parted_in_a_step(in));
  ++renewals;
  const double reach = in.laws.max_range + skins.outer;
  made_elsewhere = in.maker != nullptr;
  if (made_elsewhere) {
    in.maker->find_candidates(reach);
    candidates = {}, shaped.clear(), internal.clear();
    candidate_count = in.maker->candidates();
  } else {
    find_on_processor(in, reach);
    candidate_count = candidates.other.size();
  }
  outer.grant(skins.outer);
  skins.steps_since_renewal = 0;
  return skins.outer;
}

void ContactLists::find_on_processor(const ListInput& in, double reach) {
  Particles& p = in.p;
  const DetectInput input{.xr = p.xr,
                          .ws = p.ws,
                          .id = p.id,
                          .box = in.box,
                          .reach = reach,
                          .fixed_version = fixed_version_,
                          .step = in.step,
                          .instruction_set = in.instruction_set};
  if (p.size() > 1000000) near.spare = {};  // here the memory of a run is at its highest
  if (in.deforming)
    cell_map_.find(
        input,
        [this](const DetectInput& upright, std::vector<RowPair>& pairs) {
          detector.find(upright, pairs);
        },
        pairs_);
  else
    detector.find(input, pairs_);
  shaped.clear();
  internal.clear();
  if (in.bodies || !in.bonds.empty()) part_candidates(in);
  for (RowPair& pair : pairs_)  // lower row first: sim/contacts/near_list.hpp
    if (pair.first > pair.second) std::swap(pair.first, pair.second);
  build(pairs_, p.id, candidates);
  std::vector<RowPair>().swap(pairs_);
}

void ContactLists::note_extent(const Particles& p, int threads) {
  double lo[3], hi[3];
  for (int k = 0; k < 3; ++k) lo[k] = hi[k] = p.empty() ? 0 : p.xr[0].x[k];
#pragma omp parallel for schedule(static) reduction(min                           \
                                                    : lo[:3]) reduction(max       \
                                                                        : hi[:3]) \
    num_threads(threads)
  for (std::size_t s = 0; s < p.size(); ++s)
    for (int k = 0; k < 3; ++k) {
      lo[k] = std::min(lo[k], p.xr[s].x[k] - p.xr[s].r);
      hi[k] = std::max(hi[k], p.xr[s].x[k] + p.xr[s].r);
    }
  extent_lo = {lo[0], lo[1], lo[2]}, extent_hi = {hi[0], hi[1], hi[2]};
}

// Rows of one body never touch each other, nor do those that bonds keep apart; pairs that are not
// two balls go to a list of their own.
void ContactLists::part_candidates(const ListInput& in) {
  const Particles& p = in.p;
  std::size_t kept = 0;
  for (const RowPair& pair : pairs_) {
    const SpinMaterial &a = p.ws[pair.first], &b = p.ws[pair.second];
    if (internal_pair(p, in.bonds, pair.first, pair.second)) {
      if ((a.flags & kBonded) && !same_body(a, b)) internal.push_back(pair);
      continue;
    }
    if ((a.flags | b.flags) & kShaped)
      shaped.push_back(pair);
    else
      pairs_[kept++] = pair;
  }
  pairs_.resize(kept);
}

// Where few candidates touch, a second list saves less (1 ns per pair and step) than it costs to
// make (150 ns per grain): the step works on all candidates. Two thresholds, for hysteresis.
bool ContactLists::few_touch(std::uint64_t step) const {
  const std::size_t factor = skins.whole ? 3 : 4;
  return candidate_count > factor * touching && step > 0;
}

void ContactLists::refine(const ListInput& in) {
  if (skins.steps_since_renewal > 0) tune_horizon(skins);  // not with new candidates
  skins.whole = few_touch(in.step);
  const NearOrders orders = near_orders(in);
  if (in.maker != nullptr) {
    in.maker->refine(orders);
    skins.steps_since_refine = 0;
    return;
  }
  choose_grain_skins(in, orders);
  scree::refine(candidates, in.p, in.box,
                {.reach = in.laws.max_range,
                 .skin = grain_skin_,
                 .all = skins.whole,
                 .stride = in.laws.stride},
                near);
  // At rest a list lives long: fresh memory for the next one costs less than keeping this.
  if (skins.steps_since_refine > 20) near.spare = {};
  skins.steps_since_refine = 0;
}

void ContactLists::sort_rows(const ListInput& in, std::span<const std::uint32_t> order) {
  sorted_at_ = in.step;
  if (order.empty()) return;
  Particles& p = in.p;
  bool sorted = true;
  for (std::uint32_t r = 0; r < order.size() && sorted; ++r) sorted = order[r] == r;
  if (sorted && renewals > 0) return;  // the first time, the arrays move to huge pages
  p.permute(order);
  permute_rows(order, p, in.laws.stride, near);
  ++fixed_version_;
}

std::size_t ContactLists::memory_bytes() const {
  return listed_at_.capacity() * sizeof(Vec3) + grain_skin_.capacity() * sizeof(float) +
         (pairs_.capacity() + internal.capacity()) * sizeof(RowPair) +
         (candidates.begin.capacity() + candidates.other.capacity()) * sizeof(std::uint32_t) +
         near.memory_bytes();
}

}  // namespace scree
