// Skins of single grains, for the near list.
//
// A pair is near if its gap is less than the skins of both, s_i + s_j. The list is complete until
// some grain has gone farther than its own skin. In a bed at rest a few rattlers are 30 times as
// fast as most grains: a skin for all would have to be theirs, and a quarter of the near pairs
// would be in the list for their sake. Here a grain that is fast has a thick skin, and all others a
// thin one.
//
//     s_i = max(1.2 H |v_i| dt, floor)      H, the horizon: steps that the list should live
//
// Grains go straight on most of the time, so displacement and skin are used up alike. The floor is
// for those that are hit meanwhile: twice what the mean speed makes of the horizon.
//
// The check. No grain goes farther in a step than the greatest displacement, which the predictor
// knows. The sum of those is compared with the slack, the least that any grain had left when
// displacements were last measured; when it runs out they are measured again (5 ns per grain), and
// when that leaves less than a few steps the list is renewed.
//
// Prices: 4 bytes per grain. The positions at the last measurement serve the outer list, too: what
// gaps had closed before is remembered (closed_before_), displacements add to it.
#include <algorithm>
#include <cmath>

#include "sim/lists/contact_lists.hpp"

namespace scree {
namespace {

constexpr double kSpare = 1.2;          // for grains that become faster
constexpr double kFloor = 2;            // in mean speeds
constexpr double kStepsPerMeasure = 4;  // displacements are not measured more often

// Mean of |v|, by blocks of rows: one value for any number of threads.
double mean_speed(const Particles& p, int threads) {
  constexpr std::size_t rows = 512;
  std::vector<double> sums((p.size() + rows - 1) / rows);
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::size_t t = 0; t < sums.size(); ++t)
    for (std::size_t s = t * rows; s < std::min((t + 1) * rows, p.size()); ++s)
      sums[t] += norm(p.vm[s].v);
  double sum = 0;
  for (const double s : sums) sum += s;
  return p.empty() ? 0 : sum / static_cast<double>(p.size());
}

}  // namespace

// The thinnest skins that keep the list for the horizon.
NearOrders ContactLists::near_orders(const ListInput& in) {
  closed_before_ = outer.spent;
  since_diagonal_ = {1, 1, 1}, since_above_ = {}, since_strain_ = 0;
  // A pair that touched a step ago must still be in the list (parted_in_a_step).
  const double outer_skin = in.maker != nullptr ? 0.2 * skins.outer : skins.outer;
  skins.inner = std::max(0.8 * skins.inner, 0.01 * outer_skin);
  const double least = std::max(
      {0.5 * skins.inner, 0.5 * parted_in_a_step(in), (kStepsPerMeasure + 2) * displacement(in)});
  const double steps = skins.horizon * in.dt;
  const double speed = in.maker != nullptr ? in.maker->mean_speed() : mean_speed(in.p, in.threads);
  const double usual =
      kFloor * steps * speed + 0.5 * closed_by(in, skins.horizon * in.motion.strain);
  const double floor = usual > least ? usual : least;
  inner.grant(skins.whole ? 0 : static_cast<float>(std::min(floor, 1e30)));
  return {.reach = in.laws.max_range, .ahead = kSpare * steps, .floor = floor, .all = skins.whole};
}

// Also notes from where displacements are measured.
void ContactLists::choose_grain_skins(const ListInput& in, const NearOrders& orders) {
  const Particles& grains = in.p;
  const bool own = !skins.whole;
  listed_at_.resize(grains.size());
  grain_skin_.resize(own ? grains.size() : 0);
#pragma omp parallel for schedule(static) num_threads(in.threads)
  for (std::size_t s = 0; s < grains.size(); ++s) {
    listed_at_[s] = grains.xr[s].x;
    const double way = orders.ahead * norm(grains.vm[s].v);
    if (own)
      grain_skin_[s] = static_cast<float>(std::min(way > orders.floor ? way : orders.floor, 1e30));
  }
}

// How far a grain is from where the flow of the cell alone would have carried it.
double ContactLists::beyond_the_flow(const ListInput& in, std::size_t row) const {
  const Vec3& lo = in.box.lo;
  const Vec3 carried = triangular(since_diagonal_, since_above_, listed_at_[row] - lo);
  return norm(in.box.nearest((in.p.xr[row].x - lo) - carried));
}

ListMotion ContactLists::measured_motion(const ListInput& in) const {
  const Particles& grains = in.p;
  const Vec3 length = in.box.lengths(), inverse = in.box.inverse_lengths();
  const bool own = !skins.whole, periodic = in.box.any();
  double greatest = 0, slack = own ? HUGE_VAL : 0;
#pragma omp parallel for schedule(static) reduction(max                            \
                                                    : greatest) reduction(min      \
                                                                          : slack) \
    num_threads(in.threads)
  for (std::size_t s = 0; s < grains.size(); ++s) {
    const Vec3 d = grains.xr[s].x - listed_at_[s];
    const double gone = in.deforming ? beyond_the_flow(in, s)
                                     : norm(periodic ? nearest_image(d, length, inverse) : d);
    greatest = std::max(greatest, gone);
    if (own) slack = std::min(slack, grain_skin_[s] - gone);
  }
  return {greatest, slack};
}

// Sums of greatest displacements are pessimistic: the real ones take their place, if they leave
// enough for some more steps.
void ContactLists::measure(const ListInput& in) {
  ListMotion now = in.maker != nullptr ? in.maker->measure() : measured_motion(in);
  const double flow = closed_by(in, since_strain_);
  if (in.deforming) now.displacement += 0.5 * flow, now.slack -= 0.5 * flow;
  const double closing = closed_before_ + 2 * now.displacement;
  if (closing < (outer.holds() ? outer.spent : 0.9 * outer.allowance)) outer.measured(closing);
  if (now.slack > kStepsPerMeasure * displacement(in)) inner.grant(now.slack);
}

}  // namespace scree
