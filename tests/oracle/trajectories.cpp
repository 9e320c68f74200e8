// Twenty grains against LAMMPS, which we did not write: the same trajectories until chaos takes
// over.
//
// The criterion. Both codes find the instant at which a contact begins, slides or ends only to
// within a step, and LAMMPS takes the velocity half a step late: the place of a grain is uncertain
// by v dt. Such an error then grows like every other: A(t), the growth of a nudge of 1e-12
// diameters, is measured. So, with v the greatest speed of approach that the start allows and no
// constant to tune,
//
//     |x_LAMMPS(t) - x_Scree(t)| <= v dt A(t)      for all grains, times and steps,          (1)
//
// which says two things: the difference falls with dt (first order, as LAMMPS is), and it is
// nothing but step errors carried along. In figures: at t_c/2000 the difference stays below 1e-3
// diameters while A < 30 (2).
#include <gtest/gtest.h>

#include <cmath>
#include <ostream>

#include "support/folder.hpp"
#include "twenty_grains.hpp"

namespace scree::oracle {

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

namespace {

constexpr double kNudge = 1e-12;  // of a diameter; a thousand times the rounding of the positions
constexpr int kReference = 8000;  // steps per contact: Scree's own error is then a fourth or less

const Case kCases[] = {
    {.name = "friction", .restitution = 1, .friction = 0.5, .equal_masses = false},
    {.name = "damping", .restitution = 0.6, .friction = 0, .equal_masses = true},
    {.name = "friction and damping", .restitution = 0.6, .friction = 0.5, .equal_masses = true},
};

std::vector<double> growth(const TwentyGrains& grains) {
  constexpr int steps = 1000;  // growth is a property of the flow, a coarser step shows it
  std::vector<double> a =
      distance(grains.scree(steps, kNudge * TwentyGrains::kDiameter), grains.scree(steps));
  for (double& value : a) value /= kNudge;
  return a;
}

std::string folder(const std::string& name) {
  // A folder for each process: two copies of this program may run at once.
  static const test::TemporaryFolder scratch;
  std::string path = scratch.path(name);
  for (char& c : path)
    if (c == ' ') c = '_';
  return path;
}

// Greatest |x_LAMMPS - x_Scree| / (v dt A) over all times: at most 1 by (1).
double worst_share(const std::vector<double>& difference, const std::vector<double>& a, int steps) {
  const double v = 2 * std::sqrt(3.0) * TwentyGrains::kSpeed;  // every component is below kSpeed
  const double step_error = v * TwentyGrains::dt(steps) / TwentyGrains::kDiameter;
  double worst = 0;
  for (std::size_t k = 1; k < a.size(); ++k)
    worst = std::max(worst, difference[k] / (step_error * a[k]));
  return worst;
}

class Lammps : public ::testing::TestWithParam<Case> {};

TEST_P(Lammps, follows_the_same_trajectories_until_chaos_takes_over) {
  const TwentyGrains grains(GetParam());
  const Path reference = grains.scree(kReference);
  const std::vector<double> a = growth(grains);
  std::vector<double> difference;
  for (const int steps : {500, 1000, 2000}) {
    difference = distance(grains.lammps(steps, folder(GetParam().name)), reference);
    const double worst = worst_share(difference, a, steps);
    RecordProperty("share_of_bound_at_" + std::to_string(steps), std::to_string(worst));
    EXPECT_LE(worst, 1) << GetParam().name << " at t_c/" << steps;
  }
  std::size_t last = 0;
  while (last + 1 < a.size() && a[last + 1] < 30) ++last;
  RecordProperty("contact_times_until_growth_30", static_cast<int>(last));
  RecordProperty("difference_there", std::to_string(difference[last]));
  EXPECT_GE(last, 10u) << "chaos sets in too early to compare anything";
  EXPECT_LT(difference[last], 1e-3) << GetParam().name << " after " << last << " contact times";
}

INSTANTIATE_TEST_SUITE_P(Laws, Lammps, ::testing::ValuesIn(kCases), [](const auto& info) {
  std::string name = info.param.name;
  for (char& c : name)
    if (c == ' ') c = '_';
  return name;
});

// The bound is tight enough to see a law that is wrong by two percent.
TEST(Oracle, notices_friction_or_restitution_wrong_by_two_percent) {
  const TwentyGrains right(kCases[2]);
  const std::vector<double> a = growth(right);
  Case slippery = kCases[2], bouncy = kCases[2];
  slippery.friction *= 0.98;
  bouncy.restitution *= 1.02;
  constexpr int steps = 2000;
  const Path peer = right.lammps(steps, folder("wrong on purpose"));
  for (const Case& wrong : {slippery, bouncy}) {
    const double worst = worst_share(distance(peer, TwentyGrains(wrong).scree(steps)), a, steps);
    RecordProperty(
        wrong.friction < 0.5 ? "share_with_less_friction" : "share_with_more_restitution",
        std::to_string(worst));
    EXPECT_GT(worst, 1) << "mu " << wrong.friction << ", e " << wrong.restitution;
  }
}

}  // namespace
}  // namespace scree::oracle
