#include "run/black_box/black_box.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "run/black_box/black_box_scene.hpp"

namespace scree::run {
namespace {

constexpr std::size_t kGrains = 2000, kMostGrains = 20000;
constexpr std::uint64_t kRecorded = 200;  // steps in last_steps.csv

struct Replay {
  std::uint64_t failed_at = 0;
  Failure failure;
};

// Runs the written scene until it fails as the run did.
std::optional<Replay> replay(const std::string& scene_file, std::uint64_t most,
                             const std::string& code) {
  auto scene = load_scene(scene_file);
  if (!scene) return std::nullopt;
  auto sim = Simulation::create(std::move(scene->world), {.threads = 1});
  if (!sim) return std::nullopt;
  const auto failure = sim->run(most);
  if (!failure || failure->code != code) return std::nullopt;
  return Replay{failure->step, *failure};
}

void record_line(const Simulation& sim, std::uint32_t row, std::uint32_t original,
                 const std::vector<double>& overlap, const std::vector<int>& contacts,
                 std::string& out) {
  const Particles& p = sim.particles();
  const std::uint32_t id = p.id[row].value;
  const Vec3 &x = p.xr[row].x, &v = p.vm[row].v, &w = p.ws[row].omega, &f = p.f[row];
  out += fmt::format(
      "{},{},{},{:.17g},{:.17g},{:.17g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},"
      "{:.9g},{:.9g},{:.9g},{:.9g},{},{:.6g}\n",
      sim.steps(), sim.time(), original, x.x, x.y, x.z, v.x, v.y, v.z, w.x, w.y, w.z, f.x, f.y, f.z,
      contacts[id], overlap[id]);
}

// The replay again, its last steps one by one: the named grain and whatever touches it.
std::string last_steps(const std::string& scene_file, const Replay& r,
                       const std::vector<std::uint32_t>& original) {
  std::string out = "step,time,grain,x,y,z,vx,vy,vz,wx,wy,wz,fx,fy,fz,contacts,deepest_overlap\n";
  auto scene = load_scene(scene_file);
  if (!scene || !r.failure.particle) return out;
  auto sim = Simulation::create(std::move(scene->world), {.threads = 1});
  if (!sim) return out;
  if (r.failed_at > kRecorded && sim->run(r.failed_at - kRecorded)) return out;
  std::set<std::uint32_t> watched{r.failure.particle->value};
  bool failed = false;
  while (!failed && sim->steps() < r.failed_at) {
    failed = sim->run(1).has_value();
    const Particles& p = sim->particles();
    std::vector<double> overlap(p.next_id());
    std::vector<int> contacts(p.next_id());
    sim->for_each_contact([&](const ContactView& c) {
      const bool pair = c.wall < 0;
      for (const ParticleId id : {c.i, pair ? c.j : c.i}) {
        overlap[id.value] = std::max(overlap[id.value], c.overlap);
        ++contacts[id.value];
        if (!pair) break;
      }
      if (pair && c.i == *r.failure.particle) watched.insert(c.j.value);
      if (pair && c.j == *r.failure.particle) watched.insert(c.i.value);
    });
    for (const std::uint32_t id : watched)
      if (const std::uint32_t row = p.row_of()[id]; row != Particles::kNoRow)
        record_line(*sim, row, id < original.size() ? original[id] : id, overlap, contacts, out);
  }
  return out;
}

std::string readme(const Failure& failure, const Simulation& sim, const BoxReport& report,
                   const BoxSnapshot& from) {
  std::string out = fmt::format(
      "# A run that failed\n\n{} [{}]\n\nThis folder holds {} of its {} grains, those nearest to "
      "grain {}, as they were at step {} (t = {:.10g} s), {} steps before the failure.\n\n",
      failure.message, failure.code, report.grains, sim.particles().size(),
      failure.particle ? std::to_string(failure.particle->value) : "?", from.step, from.time,
      failure.step - from.step);
  out +=
      report.replays
          ? fmt::format("`scree run scene.toml` fails in the same way after {} steps.\n\n",
                        report.steps)
          : "`scree run scene.toml` does not fail in the same way: it needed what a scene cannot "
            "carry, the springs of contacts, or grains farther away.\n\n";
  return out +
         "- `scene.toml`: the scene; `grains.csv`: its grains, each with its id in the run; "
         "`bonds.csv`: the bonds between them, if there are any\n"
         "- `last_steps.csv`: the last steps of the replay, grain by grain, ids as in the run\n\n"
         "Not carried over: springs of contacts begin relaxed, free walls keep their speed, inlets "
         "pour no more.\n";
}

}  // namespace

void BlackBox::note(const Simulation& sim) {
  if (sim.steps() < next_) return;
  const Particles& p = sim.particles();
  const std::size_t wanted = p.size() > kManyGrains ? 1 : 2;
  BoxSnapshot s;
  while (kept_.size() >= wanted) {
    s = std::move(kept_.front());  // its memory is used again
    kept_.pop_front();
  }
  s.step = sim.steps();
  s.time = sim.time();
  s.xr.assign(p.xr.begin(), p.xr.end());
  s.vm.assign(p.vm.begin(), p.vm.end());
  s.ws.assign(p.ws.begin(), p.ws.end());
  s.id.assign(p.id.begin(), p.id.end());
  s.bonds = sim.world().bonds;
  s.q.clear();
  if (!s.bonds.empty() || sim.world().shapes.size() > 1) s.q.assign(p.q.begin(), p.q.end());
  s.walls.clear();
  for (const Wall& w : sim.world().walls) s.walls.push_back(w.pose);
  s.box = sim.world().box;
  s.stage = sim.stages().now;
  kept_.push_back(std::move(s));
  next_ = sim.steps() + kEvery;
}

Result<BoxReport> BlackBox::write(const std::string& folder, const Simulation& sim,
                                  const Scene& scene, const Failure& failure) const {
  if (kept_.empty())
    return Error{"E0762", "the run failed before anything could be kept", folder, ""};
  if (auto made = make_directory(folder); !made) return made.errors();
  struct Plan {
    const BoxSnapshot* from;
    std::size_t grains;
  };
  const std::size_t all = std::min(sim.particles().size(), kMostGrains);
  std::vector<Plan> plans{{&kept_.front(), kGrains}, {&kept_.back(), kGrains}};
  if (all > kGrains) plans.push_back({&kept_.back(), all});
  // When none replays, the first, which has the greatest displacement to the failure, is what
  // stays.
  plans.push_back(plans.front());
  BoxReport report;
  const std::string scene_file = folder + "/scene.toml";
  for (std::size_t k = 0; k < plans.size() && !report.replays; ++k) {
    const Plan& plan = plans[k];
    const BoxGrains grains = box_grains(*plan.from, sim, failure, plan.grains);
    if (auto done = write_file(folder + "/grains.csv", grains.csv); !done) return done.errors();
    if (!grains.bonds.empty())
      if (auto done = write_file(folder + "/bonds.csv", grains.bonds); !done) return done.errors();
    const auto text = box_scene(folder, *plan.from, sim, scene, failure, !grains.bonds.empty());
    if (!text) return text.errors();
    if (auto done = write_file(scene_file, *text); !done) return done.errors();
    report.grains = grains.id.size();
    const std::uint64_t most = failure.step - plan.from->step + kEvery;
    if (const auto r = replay(scene_file, most, failure.code)) {
      report.replays = true;
      report.steps = r->failed_at;
      if (auto done = write_file(folder + "/last_steps.csv", last_steps(scene_file, *r, grains.id));
          !done)
        return done.errors();
    }
    if (!report.replays && k + 1 < plans.size()) continue;
    if (auto done = write_file(folder + "/README.md", readme(failure, sim, report, *plan.from));
        !done)
      return done.errors();
  }
  return report;
}

}  // namespace scree::run
