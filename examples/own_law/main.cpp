// A contact law of one's own, outside of Scree: one struct, named in a world like any other law,
// for grains and for walls.
//
//   own_law [THREADS]
//
// The law here is a linear spring whose dashpot works on the way out only, so that grains part
// without the pull of a full dashpot. It remembers the deepest overlap of each contact, to show how
// a history is kept.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <scree/law.hpp>
#include <scree/scree.hpp>

namespace {

using namespace scree;
using namespace scree::api;

struct Rebound {
  // What a world may say. Kinds, ranges and defaults are checked before make() is called.
  static constexpr ParamInfo params[] = {
      {.name = "stiffness",
       .dim = dim::stiffness,
       .required = true,
       .range = range::positive,
       .doc = "of the spring"},
      {.name = "damping",
       .dim = dim::damping,
       .fallback = "0",
       .range = range::non_negative,
       .doc = "of the dashpot, while the grains part"},
  };
  static constexpr CatalogInfo info{"rebound", "spring, and a dashpot on the way out", "an example",
                                    params};
  static constexpr int history = 1;  // the deepest overlap of this contact

  double k = 0, c = 0;

  // The coefficients of one pair of materials.
  static Result<Rebound> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    return Rebound{mixing::harmonic(in.a.number("stiffness"), in.b.number("stiffness")),
                   mixing::harmonic(in.a.number("damping"), in.b.number("damping"))};
  }

  // Without branches, so that the compiler can work on several contacts at once.
  HD NormalForce operator()(const Touch& t, double* h) const {
    h[0] = t.delta > h[0] ? t.delta : h[0];
    const double damping = t.delta_dot < 0 ? c : 0.0;
    const double viscous = damping * t.delta_dot;
    return {.force = k * t.delta + viscous,
            .stiffness = k,
            .stiffness_before = k,
            .damping = damping,
            .dissipated = viscous * t.delta_dot * t.dt};
  }
  HD double stored(const Touch& t, const NormalForce&, const double*) const {
    const double d = t.delta > 0 ? t.delta : 0.0;
    return 0.5 * k * d * d;
  }
  // Bounds the time step.
  double contact_time(double m_eff, double /*r_eff*/, double /*speed*/) const {
    return std::numbers::pi * std::sqrt(m_eff / k);
  }
};
static_assert(NormalPart<Rebound>);

Result<World> bouncing() {
  World world;
  world.add(normal_part<Rebound>());
  Material m;
  m.name = "rubber";
  m.density = 1100;
  m.normal = {"rebound"};
  m.normal.params.set("stiffness", 500.0);
  m.normal.params.set("damping", 0.05);
  m.tangential = {"spring"};  // parts of the catalogue go with it
  m.tangential.params.set("friction", 0.4);
  if (auto wrong = world.add(m); !wrong.empty()) return wrong;
  ParamSet box;
  box.set("min", Vec3{0, 0, 0});
  box.set("max", Vec3{0.06, 0.5, 0.06});
  if (auto wrong = world.add(Wall{.name = "box", .shape = {"box", box}}); !wrong.empty())
    return wrong;
  std::vector<Grain> grains;
  for (int k = 0; k < 200; ++k)
    grains.push_back({.position = {0.006 + 0.012 * (k % 5), 0.01 + 0.012 * (k / 25),
                                   0.006 + 0.012 * ((k / 5) % 5)},
                      .radius = 0.004 + 0.001 * (k % 3) / 3,
                      .velocity = {0.3 * ((k * 7) % 5 - 2), 0, 0.3 * ((k * 3) % 5 - 2)}});
  if (const auto first = world.add(grains); !first) return first.errors();
  return world;
}

int told(const Errors& errors) {
  for (const Error& e : errors) std::fprintf(stderr, "error: %s\n", to_string(e).c_str());
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (argc > 1) options.threads = std::atoi(argv[1]);
  auto world = bouncing();
  if (!world) return told(world.errors());
  auto sim = Simulation::create(std::move(*world), options);
  if (!sim) return told(sim.errors());
  if (const Outcome end = sim->run_until(1); !end.ok()) {
    std::fprintf(stderr, "%s\n", end.failure->message.c_str());
    return 1;
  }
  const Energy e = sim->energy();
  std::printf("law        rebound\n");
  std::printf("time step  %.3g s\n", sim->time_step());
  std::printf("contacts   %zu\n", sim->contact_count());
  std::printf("lost       %.6g J\n", e.lost);
  std::printf("residual   %.1e of it\n", std::abs(e.residual) / e.lost);
  std::printf("state hash %s\n", sim->state_hash().c_str());
  return 0;
}
