// Mistakes in outlets that can be seen before the first step.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/checks/checks.hpp"

namespace scree {
namespace {

std::string place_of(const Outlet& o) { return "outlet '" + o.name + "'"; }

bool check_orders(const World& w, Errors& all) {
  const std::size_t before = all.size();
  const auto refuse = [&](std::size_t k, const char* key, std::string message, std::string hint) {
    all.push_back({"E0512", std::move(message), place_of(w.outlets[k]), std::move(hint),
                   Subject::outlet(k, key)});
  };
  for (std::size_t k = 0; k < w.outlets.size(); ++k) {
    const Outlet& o = w.outlets[k];
    if (!o.region) refuse(k, "region", "the outlet has no region", "");
    if (o.check_every == 0)
      refuse(k, "check_every", "`check_every` is 0 steps", "the default is 100");
    if (!(o.until >= o.from))
      refuse(k, "until", fmt::format("it is open from {:g} s until {:g} s", o.from, o.until),
             "`until` must not be before `from`");
  }
  if (w.outlets.size() > 65000) refuse(w.outlets.size() - 1, "", "more than 65000 outlets", "");
  return all.size() == before;
}

// Grains that would leave at the very first step.
void check_first_grains(const World& w, Errors& all, std::vector<std::string>& warnings) {
  std::vector<std::size_t> taken(w.outlets.size());
  std::size_t movable = 0, sum = 0;
  for (std::size_t s = 0; s < w.particles.size(); ++s) {
    if (w.particles.ws[s].flags & kFixed) continue;
    ++movable;
    for (std::size_t k = 0; k < w.outlets.size(); ++k) {
      const Outlet& o = w.outlets[k];
      if (!o.looks_at(0, 0) || !o.takes(w.particles.xr[s].x, w.particles.xr[s].r)) continue;
      ++taken[k], ++sum;
      break;
    }
  }
  for (std::size_t k = 0; k < w.outlets.size(); ++k) {
    if (taken[k] == 0) continue;
    const Outlet& o = w.outlets[k];
    const std::string number = fmt::format("{} of the {} grains", taken[k], movable);
    if (o.meaning == Outlet::Meaning::failure || (sum == movable && w.inlets.empty()))
      all.push_back({"E0513", number + " start inside it", place_of(o),
                     "move the outlet or the grains, or open it later with `from`",
                     Subject::outlet(k)});
    else
      warnings.push_back(
          fmt::format("{} takes {} at the first step: they start inside it", place_of(o), number));
  }
}

std::vector<Vec3> points_of(const Inlet& i) {
  const Vec3 n = i.normal();
  const Vec3 lift = norm(n) > 0 ? (0.5 * i.thickness / norm(n)) * n : Vec3{};
  const double corner = i.disc ? std::sqrt(0.5) : 1.0;  // on the rim of the disc
  std::vector<Vec3> out;
  for (const double h : {-1.0, 0.0, 1.0})
    for (const double a : {-1.0, 0.0, 1.0})
      for (const double b : {-1.0, 0.0, 1.0}) {
        const double share = a != 0 && b != 0 ? corner : 1.0;
        out.push_back(i.centre + (share * a) * i.axis_u + (share * b) * i.axis_v + h * lift);
      }
  return out;
}

// Grains that would leave as soon as they have come.
void check_inlets(const World& w, Errors& all, std::vector<std::string>& warnings) {
  for (const Inlet& i : w.inlets)
    for (std::size_t k = 0; k < w.outlets.size(); ++k) {
      const Outlet& o = w.outlets[k];
      if (o.until < i.start || o.from > i.end) continue;
      const std::vector<Vec3> points = points_of(i);
      const auto inside = std::count_if(points.begin(), points.end(),
                                        [&](const Vec3& x) { return o.region->depth(x) > 0; });
      const std::string what =
          fmt::format("inlet{} pours", i.name.empty() ? "" : " '" + i.name + "'");
      if (inside == static_cast<std::ptrdiff_t>(points.size()))
        all.push_back({"E0513", what + " its grains into it", place_of(o),
                       "they would leave as soon as they have come: move one of the two",
                       Subject::outlet(k)});
      else if (inside > 0)
        warnings.push_back(fmt::format("{}: {} some of its grains into it", place_of(o), what));
    }
}

}  // namespace

void check_outlets(const World& w, Errors& all, std::vector<std::string>& warnings) {
  if (!check_orders(w, all)) return;
  check_first_grains(w, all, warnings);
  check_inlets(w, all, warnings);
}

// What depends on the time step and on the smallest grain: looks that come too late, regions into
// which no grain fits.
void warn_of_thin_outlets(const World& w, double smallest_radius,
                          std::vector<std::string>& warnings) {
  for (const Outlet& o : w.outlets) {
    const double thin = o.region->thinnest();
    const double between = static_cast<double>(o.check_every) * w.dt;
    if (o.whole && 0.5 * thin < smallest_radius)
      warnings.push_back(
          fmt::format("{} is {:.3g} m thin: no grain is ever all inside it", place_of(o), thin));
    else if (thin < w.reference_speed * between)
      warnings.push_back(fmt::format(
          "{} is {:.3g} m thin and looks every {:.3g} s: a grain at {:.3g} m/s can pass "
          "through it unseen; make it thicker or `check_every` smaller",
          place_of(o), thin, between, w.reference_speed));
  }
}

}  // namespace scree
