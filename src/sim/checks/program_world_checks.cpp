// Mistakes that a scene cannot make, but a program that fills in a World can: what is missing, what
// points nowhere, what is not a number.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "sim/checks/checks.hpp"

namespace scree {
namespace {

struct Named {
  const char* name;
  double value;
};

// The first that is not finite; null: all are.
const char* not_finite(std::initializer_list<Named> numbers) {
  for (const Named& n : numbers)
    if (!std::isfinite(n.value)) return n.name;
  return nullptr;
}

// Rows of unequal lengths would be read beyond their ends, ids that are not their own written.
bool check_rows(const Particles& p, Errors& all) {
  const std::size_t n = p.size();
  for (const std::size_t size : {p.vm.size(), p.ws.size(), p.q.size(), p.f.size(), p.tq.size(),
                                 p.inv_inertia.size(), p.id.size()})
    if (size != n) {
      all.push_back({"E0514", "the arrays of the grains have different lengths", "particles",
                     "add grains with Particles::add"});
      return false;
    }
  const std::vector<std::uint32_t>& row = p.row_of();
  for (std::size_t s = 0; s < n; ++s)
    if (p.id[s].value >= row.size() || row[p.id[s].value] != s) {
      all.push_back({"E0514", fmt::format("row {} does not belong to its id", s), "particles",
                     "add grains with Particles::add, remove them with Particles::remove"});
      return false;
    }
  return true;
}

void check_pairs(const World& w, Errors& all) {
  for (std::size_t k = 0; k < w.pairs.size(); ++k)
    for (const MaterialId m : {w.pairs[k].a, w.pairs[k].b})
      if (m.value >= w.materials.size())
        all.push_back({"E0503", fmt::format("material number {} does not exist", m.value),
                       fmt::format("pair {}", k), ""});
}

void check_frames(const World& w, Errors& all) {
  for (const Wall& wall : w.walls) {
    const std::string place = "wall '" + wall.name + "'";
    if (!wall.shape) all.push_back({"E0516", "the wall has no shape", place, ""});
    const WallPose& p = wall.pose;
    if (!is_finite(p.x) || !is_finite(p.v) || !is_finite(p.omega) || !is_unit(p.q) ||
        !std::isfinite(wall.area))
      all.push_back(
          {"E0516", "pose, velocity or area of the wall is not a usable number", place, ""});
  }
}

void check_inlet_numbers(const World& w, Errors& all) {
  for (const Inlet& i : w.inlets) {
    const std::string place = "inlet '" + i.name + "'";
    if (i.material.value >= w.materials.size())
      all.push_back(
          {"E0503", fmt::format("material number {} does not exist", i.material.value), place, ""});
    const char* name = not_finite({{"thickness", i.thickness},
                                   {"rate", i.rate},
                                   {"mass_rate", i.mass_rate},
                                   {"mass", i.mass},
                                   {"start", i.start},
                                   {"mass that entered", i.placed_mass}});
    if (!is_finite(i.centre) || !is_finite(i.axis_u) || !is_finite(i.axis_v)) name = "position";
    if (!is_finite(i.velocity)) name = "velocity";
    if (std::isnan(i.end)) name = "end";
    if (name != nullptr)
      all.push_back({"E0511", fmt::format("the {} is not a finite number", name), place, ""});
    else if (i.thickness < 0 || i.rate < 0 || i.mass_rate < 0 || i.mass < 0)
      all.push_back({"E0511", "thickness, rates and masses must not be negative", place, ""});
  }
}

void check_numbers(const World& w, Errors& all) {
  const auto refuse = [&all](const char* code, const char* place, const char* message) {
    all.push_back({code, message, place, ""});
  };
  for (const Named& n : {Named{"damping", w.damping},
                         {"rotational_damping", w.rotational_damping},
                         {"detect.skin", w.detect.skin},
                         {"reference_speed", w.reference_speed}})
    if (!std::isfinite(n.value)) refuse("E0510", n.name, "is not a finite number");
  if (w.reference_speed < 0) refuse("E0510", "reference_speed", "must not be negative");
  if (!std::isfinite(w.dt)) refuse("E0522", "dt", "is not a finite number");
  if (!std::isfinite(w.steps_per_contact))
    refuse("E0521", "steps_per_contact", "is not a finite number");
  if (!(w.max_start_overlap >= 0)) refuse("E0510", "max_start_overlap", "must be at least 0");
  bool turns = std::isfinite(w.gravity.rate);
  for (const Gravity::Turn& t : w.gravity.turns)
    turns = turns && not_finite({{"", t.at}, {"", t.duration}, {"", t.angle}}) == nullptr;
  if (!w.gravity.constant()) turns = turns && is_finite(w.gravity.axis) && norm(w.gravity.axis) > 0;
  if (!turns) refuse("E0510", "gravity", "the turns are not usable numbers");
  for (int k = 0; k < 3; ++k)
    if (w.box.periodic[k] && (!std::isfinite(w.box.lo[k]) || !std::isfinite(w.box.hi[k])))
      all.push_back(
          {"E0504", fmt::format("the periodic box has no end in {}", "xyz"[k]), "box", ""});
}

}  // namespace

bool check_hand_made(const World& w, Errors& all) {
  check_pairs(w, all);
  check_frames(w, all);
  check_inlet_numbers(w, all);
  check_numbers(w, all);
  return check_rows(w.particles, all);
}

void check_masses(const Particles& p, Errors& all) {
  std::size_t wrong = 0, first = 0;
  for (std::size_t s = 0; s < p.size(); ++s) {
    const double m = p.vm[s].inv_mass, i = p.inv_inertia[s];
    const bool fixed = (p.ws[s].flags & kFixed) != 0;
    const bool good =
        fixed ? m == 0 && i == 0
              : m > 0 && i > 0 && std::isfinite(m) && std::isfinite(i) && std::isfinite(1 / m);
    if ((!good || !is_unit(p.q[s])) && wrong++ == 0) first = s;
  }
  if (wrong > 0)
    all.push_back({"E0515",
                   fmt::format("the mass, the inertia or the orientation is not a usable number{}",
                               wrong > 1 ? fmt::format(" ({} such grains)", wrong) : ""),
                   fmt::format("grain {}", p.id[first].value),
                   "was it added with a density of 0, or with an orientation that is not a unit "
                   "quaternion?"});
}

}  // namespace scree
