// Worlds that a program has filled in by hand, each with one thing missing, pointing nowhere or no
// number: refused with an error that names it, never a crash.
#include <functional>
#include <limits>

#include "worlds.hpp"

namespace scree::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

// Sound: grains and a second material, a wall that moves, an inlet, an outlet, a pair.
World sound() {
  World w = empty_world(linear_material(1e-3, 0.5, 0.3));
  w.materials.push_back(w.materials[0]);
  w.materials[1].name = "steel";
  w.materials[1].rolling = {"spring", {}};
  w.materials[1].rolling.params.set("friction", 0.1);
  w.gravity.g = {0, -9.81, 0};
  w.pairs.push_back({MaterialId{0}, MaterialId{1}, w.materials[0].normal, {}, {}, {}});
  w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  w.walls[0].material = MaterialId{1};
  for (int k = 0; k < 3; ++k) w.particles.add({.x = {0.01 * k, 0.01, 0}, .radius = 0.002}, 2500);
  Inlet i;
  i.name = "top";
  i.centre = {0, 0.2, 0};
  i.axis_u = {0.02, 0, 0};
  i.axis_v = {0, 0, 0.02};
  i.sizes = {.mean = 0.004};
  i.rate = 100;
  w.inlets = {i};
  Outlet o;
  o.name = "below";
  ParamSet deep;
  deep.set("height", -1.0);
  o.region = std::shared_ptr<const OutletRegion>(std::move(*find_outlet_region("below")->make(
      *with_defaults(find_outlet_region("below")->info.params, deep))));
  w.outlets = {o};
  return w;
}

struct Broken {
  const char* code;
  const char* word;  // in the message or its place
  std::function<void(World&)> break_it;
};

MaterialSpec& first_material(World& w) { return w.materials[0]; }

const Broken kBroken[] = {
    // materials and laws
    {"E0503", "no material", [](World& w) { w.materials.clear(); }},
    {"E0310", "contact_time", [](World& w) { first_material(w).normal.params = {}; }},
    {"E0102", "young",
     [](World& w) {
       first_material(w).normal = {"hertz", {}};
     }},
    {"E0101", "restitutoin",
     [](World& w) { first_material(w).normal.params.set("restitutoin", 0.5); }},
    {"E0104", "restitution",
     [](World& w) { first_material(w).normal.params.set("restitution", kNan); }},
    {"E0104", "contact_time",
     [](World& w) { first_material(w).normal.params.set("contact_time", kInf); }},
    {"E0104", "restitution",
     [](World& w) { first_material(w).normal.params.set("restitution", -1.0); }},
    {"E0103", "restitution",
     [](World& w) { first_material(w).normal.params.set("restitution", std::string("high")); }},
    {"E0103", "friction",
     [](World& w) { first_material(w).tangential.params.set("friction", std::int64_t{1}); }},
    {"E0301", "normal", [](World& w) { first_material(w).normal.law = ""; }},
    {"E0301", "tangential", [](World& w) { first_material(w).tangential.law = "glue"; }},
    {"E0301", "cohesion", [](World& w) { first_material(w).cohesion.law = "spring"; }},
    {"E0509", "density", [](World& w) { first_material(w).density = 0; }},
    {"E0509", "density", [](World& w) { first_material(w).density = kNan; }},
    {"E0503", "pair 0", [](World& w) { w.pairs[0].a = MaterialId{2}; }},
    {"E0503", "pair 0", [](World& w) { w.pairs[0].b = MaterialId{0xffffffff}; }},
    {"E0301", "glue",
     [](World& w) {
       w.pairs[0].normal = PartSpec{"glue", {}};
     }},
    // grains
    {"E0503", "grain 1", [](World& w) { w.particles.ws[1].material = 2; }},
    {"E0503", "grain 1", [](World& w) { w.particles.ws[1].material = 0xffff; }},
    {"E0515", "grain 3",
     [](World& w) {
       w.particles.add({.x = {1, 1, 1}, .radius = 0.01}, 0);
     }},
    {"E0515", "grain 3",
     [](World& w) {
       w.particles.add({.x = {1, 1, 1}, .radius = 0.01}, kNan);
     }},
    {"E0515", "grain 3",
     [](World& w) {
       w.particles.add({.x = {1, 1, 1}, .radius = 0.01}, -1);
     }},
    {"E0515", "grain 0", [](World& w) { w.particles.vm[0].inv_mass = 0; }},
    {"E0515", "grain 0", [](World& w) { w.particles.inv_inertia[0] = kInf; }},
    {"E0515", "grain 2",
     [](World& w) {
       w.particles.q[2] = {0, 0, 0, 0};
     }},
    {"E0514", "lengths", [](World& w) { w.particles.vm.pop_back(); }},
    {"E0514", "lengths", [](World& w) { w.particles.xr.push_back(w.particles.xr[0]); }},
    {"E0514", "row 0", [](World& w) { w.particles.id[0] = ParticleId{2}; }},
    {"E0514", "row 1", [](World& w) { w.particles.id[1] = ParticleId{1000000}; }},
    {"E0514", "row 0", [](World& w) { std::swap(w.particles.id[0], w.particles.id[1]); }},
    // walls
    {"E0516", "no shape", [](World& w) { w.walls[0].shape = nullptr; }},
    {"E0516", "no shape", [](World& w) { w.walls.emplace_back(); }},
    {"E0503", "material", [](World& w) { w.walls[0].material = MaterialId{7}; }},
    {"E0516", "pose", [](World& w) { w.walls[0].pose.x.y = kNan; }},
    {"E0516", "pose",
     [](World& w) {
       w.walls[0].pose.q = {0, 0, 0, 0};
     }},
    {"E0516", "area", [](World& w) { w.walls[0].area = kNan; }},
    // inlets and outlets
    {"E0503", "top", [](World& w) { w.inlets[0].material = MaterialId{2}; }},
    {"E0511", "rate", [](World& w) { w.inlets[0].rate = kNan; }},
    {"E0511", "negative", [](World& w) { w.inlets[0].rate = -1; }},
    {"E0511", "position", [](World& w) { w.inlets[0].centre.x = kInf; }},
    {"E0511", "position", [](World& w) { w.inlets[0].axis_v.z = kNan; }},
    {"E0511", "velocity", [](World& w) { w.inlets[0].velocity.y = kNan; }},
    {"E0511", "end", [](World& w) { w.inlets[0].end = kNan; }},
    {"E0511", "diameter", [](World& w) { w.inlets[0].sizes = {}; }},
    {"E0512", "region", [](World& w) { w.outlets[0].region = nullptr; }},
    {"E0512", "check_every", [](World& w) { w.outlets[0].check_every = 0; }},
    {"E0512", "open", [](World& w) { w.outlets[0].until = kNan; }},
    // the world itself
    {"E0522", "dt", [](World& w) { w.dt = kNan; }},
    {"E0522", "dt", [](World& w) { w.dt = kInf; }},
    {"E0521", "steps_per_contact", [](World& w) { w.steps_per_contact = kNan; }},
    {"E0510", "reference_speed", [](World& w) { w.reference_speed = kInf; }},
    {"E0510", "reference_speed", [](World& w) { w.reference_speed = -1; }},
    {"E0510", "damping", [](World& w) { w.damping = kInf; }},
    {"E0510", "damping", [](World& w) { w.rotational_damping = kNan; }},
    {"E0510", "gravity", [](World& w) { w.gravity.g.x = kNan; }},
    {"E0510", "gravity", [](World& w) { w.gravity.rate = kNan; }},
    {"E0510", "gravity", [](World& w) { w.gravity.turns = {{.at = 0, .duration = kNan}}; }},
    {"E0510", "gravity",
     [](World& w) {
       w.gravity.rate = 1;
       w.gravity.axis = {0, 0, 0};
     }},
    {"E0510", "max_start_overlap", [](World& w) { w.max_start_overlap = kNan; }},
    {"E0510", "skin", [](World& w) { w.detect.skin = kNan; }},
    {"E0533", "skin", [](World& w) { w.detect.skin = -1; }},
    {"E0504", "box",
     [](World& w) {
       w.box = {{0, 0, kNan}, {1, 1, 1}, {true, true, true}};
     }},
    {"E0504", "box",
     [](World& w) {
       w.box = {{0, 0, 0}, {1, 1, kInf}, {true, true, true}};
     }},
    {"E0504", "box",
     [](World& w) {
       w.box = {{0, 0, 0}, {-1, 1, 1}, {true, false, false}};
     }},
    {"E0531", "integrator", [](World& w) { w.integrator = ""; }},
    {"E0532", "detection", [](World& w) { w.detect.method = ""; }},
};

TEST(HandMade, the_world_that_is_broken_below_is_sound) {
  auto s = Simulation::create(sound(), {.threads = 1});
  ASSERT_TRUE(s.ok()) << to_string(s.error());
  EXPECT_FALSE(s->run(100));
}

TEST(HandMade, every_broken_world_is_refused_with_its_code) {
  int k = 0;
  for (const Broken& b : kBroken) {
    World w = sound();
    b.break_it(w);
    const auto s = Simulation::create(std::move(w), {.threads = 1});
    ASSERT_FALSE(s.ok()) << "number " << k << ", " << b.code << " " << b.word;
    bool named = false;
    for (const Error& e : s.errors())
      named = named || (e.code == b.code && to_string(e).find(b.word) != std::string::npos);
    EXPECT_TRUE(named) << "number " << k << ", " << b.code << " " << b.word << ", got "
                       << to_string(s.error());
    ++k;
  }
}

// Two mistakes at once: nothing of the second may be computed from what the first left.
TEST(HandMade, two_mistakes_at_once_are_refused_as_well) {
  constexpr std::size_t n = std::size(kBroken);
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b < n; ++b) {
      if (a == b) continue;  // twice may be none
      World w = sound();
      kBroken[a].break_it(w);
      if (w.materials.empty() || w.particles.xr.size() != w.particles.vm.size()) continue;
      kBroken[b].break_it(w);
      EXPECT_FALSE(Simulation::create(std::move(w), {.threads = 1}).ok()) << a << " " << b;
    }
}

TEST(HandMade, names_may_be_empty) {
  World w = sound();
  for (MaterialSpec& m : w.materials) m.name = "";
  w.walls[0].name = w.inlets[0].name = w.outlets[0].name = "";
  auto s = Simulation::create(std::move(w), {.threads = 1});
  ASSERT_TRUE(s.ok()) << to_string(s.error());
  EXPECT_FALSE(s->run(10));
}

}  // namespace
}  // namespace scree::test
