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
// Grains go straight on most of the time, so way and skin are used up alike. The floor is for those
// that are hit meanwhile: twice what the mean speed makes of the horizon.
//
// The check. No grain goes farther in a step than the longest way, which the predictor knows. The
// sum of those is compared with the slack, the least that any grain had left when displacements
// were last measured; when it runs out they are measured again (5 ns a grain), and when that leaves
// less than a few steps the list is made anew.
//
// Prices: 4 bytes a grain. The positions at the last measurement serve the outer list, too: what
// gaps had closed before is remembered (closed_before), displacements add to it.
#include <omp.h>

#include <algorithm>
#include <cmath>

#include "sim/impl.hpp"

namespace scree {
namespace {

constexpr double kSpare = 1.2;       // for grains that become faster
constexpr double kFloor = 2;         // in mean speeds
constexpr double kStepsPerLook = 4;  // displacements are not measured more often

// Mean of |v|, by tiles: one value for any number of threads.
double mean_speed(const Particles& p) {
  constexpr std::size_t rows = Tiles::kRows;
  std::vector<double> sums((p.size() + rows - 1) / rows);
#pragma omp parallel for schedule(static)
  for (std::size_t t = 0; t < sums.size(); ++t)
    for (std::size_t s = t * rows; s < std::min((t + 1) * rows, p.size()); ++s)
      sums[t] += norm(p.vm[s].v);
  double sum = 0;
  for (const double s : sums) sum += s;
  return p.empty() ? 0 : sum / static_cast<double>(p.size());
}

}  // namespace

// Also notes from where ways are measured.
void Simulation::Impl::choose_own_skins() {
  const Particles& grains = world.particles;
  listed_at.resize(grains.size());
  own_skin.resize(skins.whole ? 0 : grains.size());
  closed_before = outer.spent;
  // A pair that touched a step ago must still be in the list (parted_in_a_step).
  skins.inner = std::max(0.8 * skins.inner, 0.01 * skins.outer);
  const double least =
      std::max({0.5 * skins.inner, 0.5 * parted_in_a_step(), (kStepsPerLook + 2) * longest_way});
  const double steps = skins.horizon * world.dt;
  const double usual = kFloor * steps * mean_speed(grains);
  const double floor = usual > least ? usual : least;
  const bool own = !skins.whole;
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::size_t s = 0; s < grains.size(); ++s) {
    listed_at[s] = grains.xr[s].x;
    const double way = kSpare * steps * norm(grains.vm[s].v);
    if (own) own_skin[s] = static_cast<float>(std::min(way > floor ? way : floor, 1e30));
  }
  inner.grant(own ? static_cast<float>(std::min(floor, 1e30)) : 0);
}

Simulation::Impl::Motion Simulation::Impl::measured_motion() const {
  const Particles& grains = world.particles;
  const Vec3 length = world.box.lengths(), inverse = world.box.inverse_lengths();
  const bool own = !skins.whole, periodic = world.box.any();
  double longest = 0, slack = own ? HUGE_VAL : 0;
#pragma omp parallel for schedule(static) reduction(max                           \
                                                    : longest) reduction(min      \
                                                                         : slack) \
    num_threads(threads)
  for (std::size_t s = 0; s < grains.size(); ++s) {
    const Vec3 d = grains.xr[s].x - listed_at[s];
    const double way = norm(periodic ? nearest_image(d, length, inverse) : d);
    longest = std::max(longest, way);
    if (own) slack = std::min(slack, own_skin[s] - way);
  }
  return {longest, slack};
}

// Sums of the longest ways are pessimistic: the real displacements take their place, if they leave
// enough for some more steps.
void Simulation::Impl::look_at_motion() {
  const Motion now = measured_motion();
  const double closing = closed_before + 2 * now.way;
  if (closing < (outer.holds() ? outer.spent : 0.9 * outer.allowance)) outer.measured(closing);
  if (now.slack > kStepsPerLook * longest_way) inner.grant(now.slack);
}

}  // namespace scree
