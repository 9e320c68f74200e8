#include "scree/verify/case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

#include "base/words.hpp"
#include "scene/build/parts.hpp"

namespace scree::app {
namespace {

struct CaseStopped {
  std::string reason;
};

bool scale_param(PartSpec& part, const Spoil& spoil) {
  if (!part.params.has(spoil.name)) return false;
  const auto& value = part.params.values().find(spoil.name)->second;
  if (!std::holds_alternative<double>(value)) return false;
  part.params.set(spoil.name, std::get<double>(value) * spoil.factor);
  return true;
}

void apply(const Spoil& spoil, World& w) {
  if (spoil.name == "gravity") w.gravity.g = spoil.factor * w.gravity.g;
  if (spoil.name == "dt") w.dt *= spoil.factor;
  if (spoil.name == "lever" && spoil.factor != 1) w.lever = LeverArm::surface;
  for (MaterialSpec& m : w.materials) {
    if (spoil.name == "density") m.density *= spoil.factor;
    for (PartSpec* part : {&m.normal, &m.tangential, &m.rolling, &m.twisting, &m.cohesion})
      scale_param(*part, spoil);
  }
  if (spoil.name == "density")
    for (std::size_t s = 0; s < w.particles.size(); ++s) {
      w.particles.vm[s].inv_mass /= spoil.factor;
      w.particles.inv_inertia[s] /= spoil.factor;
    }
}

}  // namespace

bool VerifyResult::ok() const {
  return !rows.empty() &&
         std::all_of(rows.begin(), rows.end(), [](const VerifyRow& r) { return r.ok; });
}

// Only numbers: factors do nothing to the others.
std::vector<std::string> spoil_names() {
  std::vector<std::string> names{"density", "gravity", "dt", "lever"};
  for (auto* catalog :
       {normal_catalog, tangential_catalog, rolling_catalog, twisting_catalog, cohesion_catalog})
    for (const CatalogItem& item : catalog())
      for (const ParamInfo& p : item.info.params)
        if (p.kind == ParamKind::number &&
            std::find(names.begin(), names.end(), p.name) == names.end())
          names.emplace_back(p.name);
  return names;
}

Result<Spoil> parse_spoil(const std::string& text) {
  const std::size_t sign = text.find('=');
  Spoil s{text.substr(0, sign), 0};
  const char* first = text.data() + std::min(sign + 1, text.size());
  const char* last = text.data() + text.size();
  const auto [end, failure] = std::from_chars(first, last, s.factor);
  if (sign == std::string::npos || s.name.empty() || failure != std::errc{} || end != last ||
      !std::isfinite(s.factor))
    return Error{"E0760", "needs the name of a parameter and a factor", text, "restitution=1.02"};
  const std::vector<std::string> known = spoil_names();
  if (std::find(known.begin(), known.end(), s.name) == known.end()) {
    const std::string near = nearest_word(s.name, known);
    return Error{"E0985", "no law has a parameter of that name, so nothing would be spoilt", s.name,
                 near.empty() ? "one of " + list_words(known, 40) : "did you mean `" + near + "`?"};
  }
  return s;
}

Simulation VerifyRun::start(World world, RunOptions run) const {
  for (const Spoil& spoil : options_.spoils) apply(spoil, world);
  if (run.instruction_set == "auto") run.instruction_set = options_.instruction_set;
  Result<Simulation> sim = Simulation::create(std::move(world), run);
  if (!sim) throw CaseStopped{to_string(sim.error())};
  return std::move(*sim);
}

void VerifyRun::advance(Simulation& sim, std::uint64_t steps) {
  if (const auto failure = sim.run(steps)) throw CaseStopped{failure->message};
}

void VerifyRun::near(std::string quantity, double ours, double theory, double limit,
                     std::string unit, std::string why) {
  // Not a number is never near.
  const bool ok = std::abs(ours - theory) <= limit;
  result_.rows.push_back(
      {std::move(quantity), std::move(unit), ours, theory, limit, std::move(why), {}, {}, ok});
}

void VerifyRun::same(std::string quantity, std::string ours, std::string theory, std::string why) {
  const bool ok = ours == theory;
  result_.rows.push_back(
      {std::move(quantity), "", 0, 0, 0, std::move(why), std::move(ours), std::move(theory), ok});
}

void VerifyRun::holds(std::string quantity, bool ours, std::string why) {
  same(std::move(quantity), ours ? "yes" : "no", "yes", std::move(why));
}

plot::Plot& VerifyRun::add_plot(std::string name, std::string title, plot::Axis x, plot::Axis y) {
  result_.plots.push_back(
      {std::move(name), {.title = std::move(title), .x = std::move(x), .y = std::move(y)}});
  return result_.plots.back().plot;
}

std::vector<const VerifyCase*> verify_cases() {
  std::vector<const VerifyCase*> cases;
  for (const std::string_view group : kVerifyGroups)
    for (const VerifyCase* c : verify_catalog())
      if (c->group == group) cases.push_back(c);
  return cases;
}

VerifyResult run_case(const VerifyCase& c, const VerifyOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  VerifyResult result;
  VerifyRun run(options, result);
  try {
    c.run(run);
  } catch (const CaseStopped& stopped) {
    run.same("the case runs to its end", "stopped: " + stopped.reason, "yes", "");
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace scree::app
