// Parts of contact laws from outside the catalogue.
#include "api/law.hpp"
#include "laws/catalog/cohesion/lazarevic.hpp"
#include "laws/catalog/normal/hertz.hpp"
#include "laws/catalog/normal/linear.hpp"
#include "laws/catalog/rolling/spring.hpp"
#include "laws/catalog/tangential/spring.hpp"
#include "laws/catalog/twisting/spring.hpp"
#include "sim/checks/impact_overlap.hpp"
#include "support/effort.hpp"
#include "worlds.hpp"

namespace scree::test {
namespace {

// The catalogue's own under another name.
template <class P>
struct Copy : P {
  static constexpr CatalogInfo info{"my copy", "a copy", "", P::params};
  static Result<Copy> make(const PairInput& in) {
    auto made = P::make(in);
    if (!made) return made.errors();
    return Copy{*made};
  }
};

using MyLinear = Copy<laws::normal::Linear>;
using MyHertz = Copy<laws::normal::Hertz>;
using MySpring = Copy<laws::tangential::Spring>;
using MyRolling = Copy<laws::rolling::Spring>;
using MyTwisting = Copy<laws::twisting::Spring>;
using MyCohesion = Copy<laws::cohesion::Lazarevic>;

// Which parts come from outside.
struct Outside {
  bool normal = false, tangential = false, rolling = false, cohesion = false, twisting = false;
};

World mixed_bed(const MaterialSpec& m, const Outside& o, bool hertz, bool periodic) {
  World w = empty_world(m);
  w.gravity.g = {0, -9.81, 0};
  if (o.normal) w.laws.add(hertz ? normal_part<MyHertz>() : normal_part<MyLinear>());
  if (o.tangential) w.laws.add(tangential_part<MySpring>());
  if (o.rolling) w.laws.add(rolling_part<MyRolling>());
  if (o.twisting) w.laws.add(twisting_part<MyTwisting>());
  if (o.cohesion) w.laws.add(cohesion_part<MyCohesion>());
  MaterialSpec& mine = w.materials[0];
  if (o.normal) mine.normal.law = "my copy";
  if (o.tangential) mine.tangential.law = "my copy";
  if (o.rolling) mine.rolling.law = "my copy";
  if (o.twisting) mine.twisting.law = "my copy";
  if (o.cohesion) mine.cohesion.law = "my copy";
  if (periodic) {
    w.box = {{0, 0, 0}, {0.05, 1, 0.05}, {true, false, true}};
    w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  } else {
    w.walls = open_box(0.05);
  }
  add_cloud(w, 500, 0.005, 8, 0.5);
  return w;
}

struct LawOutcome {
  std::string hash;
  double residual = 0, stored = 0, lost = 0, dt = 0;
  bool operator==(const LawOutcome&) const = default;
};

LawOutcome outcome_of(World w, const RunOptions& o) {
  Simulation s = start(std::move(w), o);
  const auto failure = s.run(1500);
  if (failure) return {failure->message};
  const EnergyReport e = s.energy();
  double lost = 0;
  for (const double v : e.dissipated) lost += v;
  return {to_string(s.state_hash()), e.residual(),
          e.stored_normal + e.stored_tangential + e.stored_rolling + e.stored_twisting, lost,
          s.dt()};
}

MaterialSpec material_of(int kind) {
  MaterialSpec m = kind == 1 ? hertz_rolling_material() : linear_material(1e-3, 0.5, 0.3);
  if (kind == 1) m.twisting = {"spring", {}};
  if (kind == 2) {
    m.normal.params = {};
    m.normal.params.set("stiffness", 500.0);
    m.normal.params.set("restitution", 0.5);
    m.rolling = {"spring", {}};
    m.rolling.params.set("friction", 0.05);
    m.cohesion = {"lazarevic", {}};
    for (const ParamInfo& p : laws::cohesion::Lazarevic::params)
      if (p.required) m.cohesion.params.set(p.name, p.range.contains(0.1) ? 0.1 : 1.0);
  }
  return m;
}

// Grain on grain and grain on wall, with histories, energies and books, in every instruction set
// and with any number of threads.
TEST(ExternalLaws, a_copy_of_a_part_has_the_bits_of_the_part_with_any_threads) {
  constexpr const char* kSets[] = {"plain", "avx2", "avx512"};
  for (int kind = 0; kind < 3; ++kind)
    for (const bool periodic : {false, true}) {
      if (reduced_effort() && (kind == 0 || periodic)) continue;
      const MaterialSpec m = material_of(kind);
      const bool rolling = m.rolling.law != "none", cohesive = m.cohesion.law != "none";
      const bool twisting = m.twisting.law != "none";
      const LawOutcome built_in = outcome_of(mixed_bed(m, {}, kind == 1, periodic), {.threads = 1});
      ASSERT_EQ(built_in.hash.size(), 32u) << built_in.hash;
      EXPECT_GT(built_in.lost, 0);
      const Outside some[] = {{.normal = true},
                              {.tangential = true},
                              {.rolling = rolling, .cohesion = cohesive},
                              {.twisting = twisting},
                              {true, true, rolling, cohesive, twisting}};
      // Each one with each instruction set over the three materials, in turn.
      for (std::size_t n = 0; n < std::size(some); ++n)
        for (std::size_t k = 0; k < std::size(kSets); ++k) {
          const Outside& o = some[n];
          const char* set = kSets[k];
          if (n + 1 < std::size(some) && (n + static_cast<std::size_t>(kind)) % 3 != k) continue;
          if (kernel::choose_kernels(set) == nullptr) continue;
          const LawOutcome own =
              outcome_of(mixed_bed(m, o, kind == 1, periodic),
                         {.threads = set[0] == 'p' ? 1 : 3, .instruction_set = set});
          EXPECT_EQ(own.hash, built_in.hash) << kind << periodic << set << o.normal << o.tangential;
          EXPECT_TRUE(own == built_in) << "books or the time step";
        }
    }
}

TEST(ExternalLaws, a_checkpoint_keeps_their_histories) {
  const MaterialSpec m = material_of(1);
  const Outside all{true, true, true, false};
  Simulation whole = start(mixed_bed(m, all, true, false));
  Simulation first = start(mixed_bed(m, all, true, false), {.threads = 2});
  run(whole, 1400);
  run(first, 700);
  auto second = Simulation::resume(mixed_bed(m, all, true, false), first.save());
  ASSERT_TRUE(second.ok()) << to_string(second.error());
  run(*second, 700);
  EXPECT_EQ(to_string(second->state_hash()), to_string(whole.state_hash()));
}

// One that the catalogue does not have: a spring that hardens, F = k d + k_3 d^3, with a memory of
// the deepest overlap.
struct Hardening {
  static constexpr ParamInfo params[] = {
      {.name = "stiffness", .dim = dim::stiffness, .required = true, .range = range::positive},
      {.name = "cubic", .fallback = "1e12", .range = range::non_negative}};
  static constexpr CatalogInfo info{"hardening", "a spring that hardens", "", params};
  static constexpr int history = 1;
  double k = 0, k_3 = 0;

  static Result<Hardening> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    return Hardening{mixing::harmonic(in.a.number("stiffness"), in.b.number("stiffness")),
                     mixing::harmonic(in.a.number("cubic"), in.b.number("cubic"))};
  }
  HD NormalForce operator()(const Touch& c, double* h) const {
    const double d = c.delta, before = d - c.delta_dot * c.dt;
    h[0] = d > h[0] ? d : h[0];
    return {.force = k * d + k_3 * d * d * d,
            .stiffness = k + 3 * k_3 * d * d,
            .stiffness_before = k + 3 * k_3 * before * before};
  }
  HD double stored(const Touch& c, const NormalForce&, const double*) const {
    const double d2 = c.delta > 0 ? c.delta * c.delta : 0.0;
    return 0.5 * k * d2 + 0.25 * k_3 * d2 * d2;
  }
  double contact_time(double m_eff, double, double) const {
    return std::numbers::pi * std::sqrt(m_eff / k);
  }
};

struct CalledLinear : Hardening {
  static constexpr CatalogInfo info{"linear", "a name of the catalogue", "", params};
  static Result<CalledLinear> make(const PairInput& in) {
    return CalledLinear{*Hardening::make(in)};
  }
};
struct Nameless : Hardening {
  static constexpr CatalogInfo info{"", "no name", "", params};
  static Result<Nameless> make(const PairInput& in) { return Nameless{*Hardening::make(in)}; }
};
struct Other : Hardening {
  static Result<Other> make(const PairInput& in) { return Other{*Hardening::make(in)}; }
};

World elastic_drop() {
  World w = empty_world();
  w.gravity.g = {0, -9.81, 0};
  w.laws.add(normal_part<Hardening>());
  w.materials[0].tangential = {"none", {}};
  w.materials[0].normal = {"hardening", {}};
  w.materials[0].normal.params.set("stiffness", 2000.0);
  w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  w.particles.add({.x = {0, 0.02, 0}, .radius = 0.005}, 2500);
  w.particles.add({.x = {0, 0.032, 0}, .radius = 0.005}, 2500);
  return w;
}

TEST(ExternalLaws, a_new_elastic_law_keeps_the_energy_of_a_fall) {
  Simulation s = start(elastic_drop());
  const double start_energy = s.energy().total();
  run(s, static_cast<std::uint64_t>(0.3 / s.dt()));  // many impacts, on the floor and between them
  EXPECT_GT(s.greatest_overlap(), 0.01);
  // The trapezoid rule at 50 steps per contact: an error of some 1e-4 of the energy per impact.
  const double turned = 2 * 9.81 * 0.02 * s.particles().mass(0);
  EXPECT_NEAR(s.energy().total(), start_energy, 2e-3 * turned);
  const kernel::ExternalPart* part = s.world().laws.find(kernel::PartKind::normal, "hardening");
  ASSERT_NE(part, nullptr);
  EXPECT_EQ(s.world().laws.find(kernel::PartKind::rolling, "hardening"), nullptr);
}

TEST(ExternalLaws, their_parameters_are_checked_as_those_of_the_catalogue) {
  const auto refused = [](void (*change)(World&)) {
    World w = elastic_drop();
    change(w);
    const auto s = Simulation::create(std::move(w), {.threads = 1});
    return s.ok() ? std::string("accepted") : s.error().code;
  };
  EXPECT_EQ(refused([](World& w) { w.materials[0].normal.params = {}; }), "E0102");
  EXPECT_EQ(refused([](World& w) { w.materials[0].normal.params.set("stiffness", -1.0); }),
            "E0104");
  EXPECT_EQ(refused([](World& w) { w.materials[0].normal.params.set("stifness", 1.0); }), "E0101");
  EXPECT_EQ(refused([](World& w) { w.laws = {}; }), "E0301");
  EXPECT_EQ(refused([](World& w) { w.laws.add(normal_part<Hardening>()); }), "accepted")
      << "the same part twice is one part";
  EXPECT_EQ(refused([](World& w) { w.materials[0].rolling.law = "hardening"; }), "E0301");
  EXPECT_EQ(refused([](World& w) { w.laws.add(normal_part<CalledLinear>()); }), "E0304");
  EXPECT_EQ(refused([](World& w) { w.laws.add(normal_part<Nameless>()); }), "E0304");
  EXPECT_EQ(refused([](World& w) { w.laws.add(normal_part<Other>()); }), "E0304") << "two meanings";
}

}  // namespace
}  // namespace scree::test
