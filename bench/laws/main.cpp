// bench_laws OUTPUT.json [SIDE [ROUNDS]]: what every part of a contact law costs, relative to
// `linear` in the same run.
//
// The state is a simple cubic lattice in a periodic box, compressed a little: three contacts per
// grain, every one of them touching, and a step so short that it stays so under any law. Only the
// law differs from run to run. One thread; laws take turns, several rounds, the best of each
// counts, so that a disturbance hits all alike.
//
//   step   the whole step per contact, time of the processor
//   law    the stages `touch` and `apply law` alone, by the clock: for an idle machine
//
// Parts come from the catalogues, with the examples of their tables of parameters: a new header is
// measured without an edit here.
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "scene/build/parts.hpp"
#include "sim/simulation.hpp"

namespace {

using namespace scree;

struct Candidate {
  std::string name, kind;
  MaterialSpec material;
  const char* base = "";  // what it is compared with
};

World lattice(const MaterialSpec& material, std::size_t side) {
  World w;
  w.materials.push_back(material);
  const double d = 0.01, pitch = 0.998 * d;
  w.box.hi = Vec3{1, 1, 1} * (pitch * double(side));
  for (bool& p : w.box.periodic) p = true;
  w.gravity.g = {};
  w.dt = 1e-8;
  w.reference_speed = 0.1;
  w.allow_unstable_dt = true;
  w.detect.method = "cubes";
  const CounterRandom random(1, 7);
  for (std::size_t c = 0; c < side * side * side; ++c) {
    const auto speed = [&](std::uint64_t k) { return 1e-3 * (random.uniform(6 * c + k) - 0.5); };
    w.particles.add(
        {.x = {(double(c % side) + 0.5) * pitch, (double(c / side % side) + 0.5) * pitch,
               (double(c / (side * side)) + 0.5) * pitch},
         .radius = 0.5 * d,
         .v = {speed(0), speed(1), speed(2)},
         .omega = 100 * Vec3{speed(3), speed(4), speed(5)}},
        2500);
  }
  return w;
}

const LawKind& kind_called(std::string_view name) {
  for (const LawKind& k : law_kinds())
    if (k.name == name) return k;
  std::abort();
}

std::optional<MaterialSpec> with_part(const LawKind& kind, const CatalogInfo& info,
                                      const MaterialSpec& beside) {
  auto ways = example_materials(kind, info, beside);
  if (ways.empty()) return std::nullopt;
  return ways.front();
}

std::vector<Candidate> candidates() {
  const LawKind &normal = kind_called("normal"), &tangential = kind_called("tangential");
  const auto named = [](const LawKind& kind, std::string_view name) {
    for (const CatalogItem& item : kind.catalog())
      if (item.info.name == name) return item.info;
    std::abort();
  };
  const MaterialSpec nothing{.name = "m"};
  const MaterialSpec linear = *with_part(normal, named(normal, "linear"), nothing);
  std::vector<Candidate> out{{"linear", "normal", linear, "linear"}};
  const CatalogInfo spring = named(tangential, "spring");
  out.push_back(
      {"linear + spring", "normal", *with_part(tangential, spring, linear), "linear + spring"});
  for (const CatalogItem& item : normal.catalog()) {
    if (item.info.name == "linear") continue;
    const auto alone = with_part(normal, item.info, nothing);
    if (!alone) continue;
    const std::string name(item.info.name);
    out.push_back({name, "normal", *alone, "linear"});
    if (const auto both = with_part(tangential, spring, *alone))
      out.push_back({name + " + spring", "normal", *both, "linear + spring"});
  }
  for (const LawKind& kind : law_kinds()) {
    if (kind.name == "normal") continue;
    for (const CatalogItem& item : kind.catalog()) {
      if (item.info.name == "none") continue;
      if (kind.name == "tangential" && item.info.name == "spring") continue;
      const bool friction = kind.name == "tangential";
      const MaterialSpec& beside = friction ? linear : out[1].material;
      std::optional<MaterialSpec> m = with_part(kind, item.info, beside);
      const MaterialSpec hertz = *with_part(normal, named(normal, "hertz"), nothing);
      std::string base_name = friction ? "linear" : "linear + spring";
      if (!m) {  // a part that asks for an elastic normal part
        m = with_part(kind, item.info, friction ? hertz : *with_part(tangential, spring, hertz));
        base_name = friction ? "hertz" : "hertz + spring";
      }
      if (!m) continue;
      out.push_back({base_name + " + " + std::string(kind.name) + " " + std::string(item.info.name),
                     std::string(kind.name), *m, friction ? "linear" : "linear + spring"});
    }
  }
  return out;
}

struct Timed {
  double step = 1e300, law = 1e300;  // ns per contact
  std::size_t contacts = 0;
};

// Of this process, which has one thread: others on the machine do not count.
double processor_ns() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

void measure(Simulation& sim, int steps, Timed& best) {
  const auto stage = [&sim] {
    const auto& s = sim.timers().seconds;
    return s[static_cast<int>(StepPhase::touch)] + s[static_cast<int>(StepPhase::apply_law)];
  };
  const double before = stage();
  const double start = processor_ns();
  sim.run(static_cast<std::uint64_t>(steps));
  const double all = processor_ns() - start;
  const double per = static_cast<double>(best.contacts) * steps;
  best.step = std::min(best.step, all / per);
  best.law = std::min(best.law, 1e9 * (stage() - before) / per);
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t side = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 20;
  const int rounds = argc > 3 ? std::atoi(argv[3]) : 15, steps = 40;
  const std::vector<Candidate> laws = candidates();
  std::vector<Simulation> sims;
  std::vector<Timed> best(laws.size());
  for (std::size_t k = 0; k < laws.size(); ++k) {
    auto sim = Simulation::create(lattice(laws[k].material, side), {.threads = 1});
    if (!sim)
      return fmt::print(stderr, "bench_laws: {}: {}\n", laws[k].name, to_string(sim.error())), 1;
    sims.push_back(std::move(*sim));
    sims.back().run(5);
    best[k].contacts = sims.back().contact_count();
  }
  for (int round = 0; round < rounds; ++round)
    for (std::size_t k = 0; k < laws.size(); ++k) measure(sims[k], steps, best[k]);
  const auto of = [&](const std::string& name) -> const Timed& {
    for (std::size_t k = 0; k < laws.size(); ++k)
      if (laws[k].name == name) return best[k];
    return best[0];
  };
  std::string json;
  fmt::print("{:<34} {:>9} {:>9} {:>9} {:>9}   {}\n", "law", "step, ns", "law, ns", "step", "law",
             "relative to");
  for (std::size_t k = 0; k < laws.size(); ++k) {
    const Timed& base = of(laws[k].base);
    const double step = best[k].step / base.step, law = best[k].law / base.law;
    fmt::print("{:<34} {:9.2f} {:9.2f} {:9.2f} {:9.2f}   {}\n", laws[k].name, best[k].step,
               best[k].law, step, law, laws[k].base);
    json += fmt::format(
        "{}    {{\"law\": \"{}\", \"kind\": \"{}\", \"contacts\": {}, \"step_ns\": {:.3f}, "
        "\"law_ns\": {:.3f}, \"relative_to\": \"{}\", \"step_ratio\": {:.3f}, \"law_ratio\": "
        "{:.3f}}}",
        json.empty() ? "" : ",\n", laws[k].name, laws[k].kind, best[k].contacts, best[k].step,
        best[k].law, laws[k].base, step, law);
  }
  if (argc < 2) return 0;
  std::FILE* out = std::fopen(argv[1], "w");
  if (!out) return fmt::print(stderr, "bench_laws: cannot write {}\n", argv[1]), 1;
  fmt::print(out,
             "{{\n  \"bench\": \"laws\",\n  \"grains\": {},\n  \"instruction_set\": \"{}\",\n  "
             "\"results\": [\n{}\n  ]\n}}\n",
             side * side * side, sims[0].instruction_set(), json);
  return std::fclose(out) == 0 ? 0 : 1;
}
