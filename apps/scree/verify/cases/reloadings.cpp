// A contact that is loaded again before it has ended, up to ten times.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/verify/worlds.hpp"

namespace scree::app::cases {
namespace {

constexpr double kContactTime = 1e-3, kStrokeSpeed = 1;

MaterialSpec of_law(const char* law, double restitution) {
  MaterialSpec m;
  m.name = "grain";
  m.normal = {law, {}};
  m.normal.params.set("contact_time", kContactTime);
  m.normal.params.set("restitution", restitution);
  return m;
}

// Two equal grains meet; whenever the force between them has fallen to `share` of its last peak
// they are given the speed of the start again, n times. Each loading has the same work then. What
// was lost, in units of the energy of the first approach.
double lost(const VerifyRun& run, const MaterialSpec& m, int n, double share) {
  Simulation s = run.start(pair_world(m, 0.005, 0.005, 0.5 * kStrokeSpeed, -0.5 * kStrokeSpeed, 0));
  const auto closing = [&] { return velocity(s, 0).x - velocity(s, 1).x; };
  double put_in = 1, peak = 0;
  bool touched = false;
  for (int k = 0; k < 1000000; ++k) {
    VerifyRun::advance(s, 1);
    double force = 0;
    bool touching = false;
    s.for_each_contact([&](const ContactView& v) { touching = true, force = -v.force.x; });
    if (touched && !touching) break;
    touched = touched || touching;
    peak = std::max(peak, force);
    const double u = closing();
    if (n == 0 || !touching || u > 0 || force > share * peak) continue;
    put_in += 1 - u * u / (kStrokeSpeed * kStrokeSpeed);
    s.set_velocity(ParticleId{0}, {0.5 * kStrokeSpeed, 0, 0}, {});
    s.set_velocity(ParticleId{1}, {-0.5 * kStrokeSpeed, 0, 0}, {});
    peak = force;
    --n;
  }
  const double out = closing() / kStrokeSpeed;
  return put_in - out * out;
}

void run_reloadings(VerifyRun& v) {
  const double share = 0.5;
  const int most = 10;
  for (const double e : v.quick() ? std::vector{0.5} : std::vector{0.3, 0.5, 0.8}) {
    const double one = 1 - e * e;
    plot::Plot& p = v.add_plot(
        fmt::format("reloadings_{:g}", 100 * e),
        fmt::format("Energy lost by a contact that is loaded again, e = {:g}", e),
        {.label = "number of reloadings", .lo = 0, .hi = most},
        {.label = "energy lost, in units of the first approach", .lo = 0, .hi = one * (most + 1)});
    plot::Series asked{.label = "asked for", .x = {}, .y = {}, .mark = plot::Mark::line};
    plot::Series got[3];
    const char* laws[] = {"linear", "walton-braun", "pournin"};
    double worst = 0;
    bool others_fail = true;
    for (int k = 0; k < 3; ++k) got[k].label = laws[k];
    for (int n = 0; n <= most; ++n) {
      asked.x.push_back(n), asked.y.push_back(one * (n + 1));
      for (int k = 0; k < 3; ++k) {
        const double all = lost(v, of_law(laws[k], e), n, share), off = all / (one * (n + 1)) - 1;
        got[k].x.push_back(n), got[k].y.push_back(all);
        if (n == 0) continue;
        if (k == 2)
          worst = std::abs(off) > std::abs(worst) ? off : worst;
        else
          others_fail = others_fail && std::abs(off) > 0.02;
      }
    }
    p.series = {asked, got[0], got[1], got[2]};
    v.near(
        fmt::format("`pournin`: lost / asked for, e = {:g}, 1 to 10 reloadings, farthest off", e),
        1 + worst, 1, 0.02, "", "2% is what the model promises; 50 steps per contact");
    v.holds(fmt::format("`linear` and `walton-braun` miss it by more than 2%, e = {:g}", e),
            others_fail, "else the case could not tell the laws apart");
  }
}

}  // namespace

extern const VerifyCase reloadings_entry;
const VerifyCase reloadings_entry{
    "reloadings", "two bodies",
    "A contact that is struck again whenever its force has fallen to half of the last peak should "
    "lose 1 − e² of the work of every loading. `pournin` does; a dashpot and a latching spring, "
    "made for one loading, do not (Ferrez, fig. 3.4).",
    "Ferrez 3.3.2; docs/theory/dissipation.md", run_reloadings};

}  // namespace scree::app::cases
