// Every engine of the catalogue gives the bits of every other: laws, walls, motions, bodies, bonds,
// boxes, worlds at random. More: expect_one_answer() (one_answer.hpp), SameBits, Proof, Gather.
#include <rapidcheck.h>

#include <fstream>
#include <functional>

#include "bodies.hpp"
#include "bonds.hpp"
#include "engine_list.hpp"
#include "matrix.hpp"
#include "part_specs.hpp"
#include "reported.hpp"
#include "sim/engines/engine_catalog.hpp"
#include "sim/world/cell.hpp"
#include "state/freedoms.hpp"
#include "support/folder.hpp"

namespace scree::test {
namespace {

struct EngineRun {
  std::string reported, failure;
  std::size_t contacts = 0;
  bool operator==(const EngineRun&) const = default;
  friend void PrintTo(const EngineRun& r, std::ostream* out) {
    *out << r.reported << " " << r.failure << ", " << r.contacts << " contacts";
  }
};

EngineRun engine_run(const World& w, std::uint64_t steps, const RunOptions& options) {
  Simulation s = start(w, options);
  // In two parts: the end of a run() leaves reports behind, other steps look ahead.
  auto failure = s.run(steps / 3);
  if (!failure) failure = s.run(steps - steps / 3);
  return {reported(s), failure ? failure->message : "", s.contact_count()};
}

// What `tiles` came to; all others must come to the same.
EngineRun expect_one_run(const World& w, std::uint64_t steps, const std::string& what) {
  const EngineRun expected = engine_run(w, steps, {.threads = 1, .engine = "tiles"});
  for (const int threads : {1, 3})
    for (const auto& [name, options] : all_engines(w, threads))
      EXPECT_EQ(engine_run(w, steps, options), expected)
          << what << ": " << name << ", " << threads << " threads";
  return expected;
}

World thrown(const MaterialSpec& m, std::size_t n = 60, double speed = 3) {
  World w = empty_world(m);
  w.gravity.g = {0.5, -9.81, 0.3};
  add_cloud(w, n, 0.01, 4, speed);
  w.walls = open_box(0.05);
  w.walls.push_back(plane({0, 0.06, 0}, {0, -1, 0}));
  return w;
}

// `change` of a material for each part of a kind.
template <class List, class Set>
void for_each_part(List parts, const std::string& kind, const Set& set) {
  for (const std::string& name : part_names(parts)) {
    MaterialSpec m = linear_material(1e-3, 0.5, 0.4);
    m.normal = part_spec("normal", "hertz");
    set(m, part_spec(kind, name));
    const EngineRun r = expect_one_run(thrown(m), 900, kind + " " + name);
    EXPECT_EQ(r.failure, "");
    EXPECT_GT(r.contacts, 3u) << kind << " " << name;
  }
}

TEST(Engines, agree_on_every_part_of_every_law) {
  for_each_part(laws::NormalParts{}, "normal",
                [](MaterialSpec& m, const PartSpec& p) { m.normal = p; });
  for_each_part(laws::TangentialParts{}, "tangential",
                [](MaterialSpec& m, const PartSpec& p) { m.tangential = p; });
  for_each_part(laws::RollingParts{}, "rolling",
                [](MaterialSpec& m, const PartSpec& p) { m.rolling = p; });
  for_each_part(laws::TwistingParts{}, "twisting",
                [](MaterialSpec& m, const PartSpec& p) { m.twisting = p; });
  for_each_part(laws::CohesionParts{}, "cohesion",
                [](MaterialSpec& m, const PartSpec& p) { m.cohesion = p; });
}

// Springs of all kinds whose surfaces part while a neck or a bridge goes on.
TEST(Engines, agree_on_springs_that_end_before_their_contact) {
  for (const char* normal : {"jkr", "linear"})
    for (const std::string& cohesion : part_names(laws::CohesionParts{})) {
      if (std::string_view(normal) == "jkr" && cohesion != "liquid-bridge") continue;
      MaterialSpec m = linear_material(1e-3, 0.5, 0.4);
      m.normal = part_spec("normal", normal);
      m.rolling = part_spec("rolling", "spring");
      m.twisting = part_spec("twisting", "spring");
      m.cohesion = part_spec("cohesion", cohesion);
      expect_one_run(thrown(m, 60, 1), 900, std::string(normal) + " with " + cohesion);
    }
}

// Falls on what lies below.
World dropped(const MaterialSpec& m) {
  World w = thrown(m, 60, 1);
  w.walls.pop_back();
  for (PositionRadius& g : w.particles.xr) g.x.y += 0.025;
  for (VelocityMass& g : w.particles.vm) g.v.y -= 2;
  return w;
}

using WallNumbers = std::vector<std::pair<std::string, ParamSet::Value>>;

Wall wall_of(const std::string& shape, const WallNumbers& shape_values,
             const std::string& motion = "", const WallNumbers& motion_values = {}) {
  ParamSet s, m;
  for (const auto& [key, value] : shape_values) s.set(key, value);
  for (const auto& [key, value] : motion_values) m.set(key, value);
  return wall(shape, s, motion, m);
}

std::string ramp_file(const TemporaryFolder& folder) {
  const std::string path = (folder.path() / "ramp.obj").string();
  std::ofstream(path) << "v 0 0 0\nv 0.1 0 0\nv 0.1 0.02 0.1\nv 0 0.02 0.1\nv 0.05 0.03 0.05\n"
                         "f 1 5 2\nf 2 5 3\nf 3 5 4\nf 4 5 1\n";
  return path;
}

std::map<std::string, WallNumbers> shapes_with_numbers(const TemporaryFolder& folder) {
  using V = Vec3;
  const V up{0, 1, 0};
  return {{"plane", {{"point", V{0, 0.004, 0}}, {"normal", V{0.1, 1, 0.2}}}},
          {"rectangle",
           {{"width", 0.04}, {"length", 0.03}, {"centre", V{0.025, 0.02, 0.025}}, {"normal", up}}},
          {"disc", {{"radius", 0.02}, {"centre", V{0.025, 0.02, 0.025}}, {"normal", up}}},
          {"annulus",
           {{"inner_radius", 0.006},
            {"outer_radius", 0.02},
            {"centre", V{0.025, 0.02, 0.025}},
            {"normal", up}}},
          {"box", {{"size", V{0.055, 0.2, 0.055}}, {"centre", V{0.026, 0.098, 0.026}}}},
          {"cylinder",
           {{"radius", 0.006},
            {"side", std::string("outside")},
            {"centre", V{0.02, 0, 0.03}},
            {"axis", V{1, 0.2, 0}}}},
          {"cone",
           {{"bottom_radius", 0.015},
            {"top_radius", 0.002},
            {"height", 0.03},
            {"side", std::string("outside")},
            {"centre", V{0.025, 0, 0.025}},
            {"axis", up}}},
          {"sphere",
           {{"radius", 0.01}, {"side", std::string("outside")}, {"centre", V{0.025, 0, 0.025}}}},
          {"hourglass", {{"height", 0.2}, {"diameter", 0.16}, {"neck", 0.12}}},
          {"mesh", {{"file", ramp_file(folder)}}}};
}

TEST(Engines, agree_on_every_shape_of_walls) {
  const TemporaryFolder folder;
  const auto numbers = shapes_with_numbers(folder);
  for (const WallShapeEntry* e : wall_shape_catalog()) {
    const std::string name(e->info.name);
    if (name == "arc" || name == "polygon") continue;  // of the plane: below
    ASSERT_TRUE(numbers.contains(name)) << name << " is not listed here";
    World w = dropped(linear_material(1e-3, 0.5, 0.4));
    w.max_start_overlap = 1;
    if (name == "hourglass")
      for (PositionRadius& g : w.particles.xr) g.x += Vec3{-0.02, -0.12, -0.02};
    if (name == "hourglass" || name == "box") w.walls.clear();
    w.walls.push_back(wall_of(name, numbers.at(name)));
    const EngineRun r = expect_one_run(w, 900, name);
    EXPECT_EQ(r.failure, "") << name;
  }
}

const std::map<std::string, WallNumbers>& motions_with_numbers() {
  using V = Vec3;
  static const std::map<std::string, WallNumbers> all = {
      {"fixed", {}},
      {"translate", {{"velocity", V{0.1, 0.2, 0}}}},
      {"rotate", {{"angular_velocity", 20.0}, {"axis", V{0.2, 1, 0}}}},
      {"sinusoid", {{"frequency", 40.0}, {"amplitude", 0.002}}},
      {"tapping", {{"frequency", 40.0}, {"amplitude", 0.002}}},
      {"table",
       {{"time", std::vector<double>{0, 0.01, 0.02}},
        {"displacement", std::vector<double>{0, 0.004, 0}}}},
      {"free", {{"direction", V{0, 1, 0}}, {"mass", 0.02}, {"force", 0.5}}},
      {"torque", {{"torque", 0.01}, {"inertia", 1e-5}}},
      {"body", {{"mass", 0.05}, {"inertia", V{1e-5, 1e-5, 1e-5}}}}};
  return all;
}

TEST(Engines, agree_on_every_motion_of_walls) {
  for (const WallMotionEntry* e : wall_motion_catalog()) {
    const std::string name(e->info.name);
    ASSERT_TRUE(motions_with_numbers().contains(name)) << name << " is not listed here";
    World w = dropped(hertz_rolling_material());
    w.walls.push_back(wall_of(
        "sphere",
        {{"radius", 0.01}, {"side", std::string("outside")}, {"centre", Vec3{0.025, 0.005, 0.025}}},
        name, motions_with_numbers().at(name)));
    w.max_start_overlap = 1;
    EXPECT_EQ(expect_one_run(w, 700, name).failure, "") << name;
  }
}

TEST(Engines, agree_on_bodies_bonds_and_damping) {
  for (const std::string integrator : {"verlet", "ferrez", "gear"}) {
    World w = mixed_world(120);
    w.integrator = integrator;
    w.damping = 0.01, w.rotational_damping = 1e-8;
    EXPECT_GT(expect_one_run(w, 1000, "bodies by " + integrator).contacts, 0u);
  }
  World w =
      row_of_spheres(2, 0.004, bond_type("beam", {{"young", 5e6}, {"tensile_strength", 4e4}}));
  add_tetrahedron(w, 3, 0.004, {0, 0.02, 0}, {0, -2, 0}, {5, 0, 3});
  w.walls = {plane({0, -0.005, 0}, {0, 1, 0})};
  expect_one_run(w, 900, "bonds");
}

TEST(Engines, agree_on_gravity_that_turns_and_grains_that_are_held) {
  World w = thrown(linear_material(1e-3, 0.5, 0.4));
  w.gravity.rate = 3;
  for (std::size_t s = 0; s < w.particles.size(); s += 5) {
    w.particles.ws[s].flags |= s % 2 == 0 ? kLockedX : kLockedRy | kLockedZ;
    w.particles.vm[s].v = free_along(w.particles.ws[s].flags, w.particles.vm[s].v);
    w.particles.ws[s].omega = free_about(w.particles.ws[s].flags, w.particles.ws[s].omega);
  }
  expect_one_run(w, 700, "held");
}

TEST(Engines, are_refused_by_name) {
  World w = thrown(linear_material(1e-3, 0.5, 0.4));
  const auto s = Simulation::create(w, {.engine = "tyles"});
  ASSERT_FALSE(s.ok());
  EXPECT_EQ(s.error().code, "E0535");
  EXPECT_NE(s.error().hint.find("did you mean `tiles`"), std::string::npos) << s.error().hint;
  EXPECT_EQ(start(w).engine(), "tiles");
  EXPECT_EQ(start(w, {.engine = "rows"}).engine(), "rows");
}

// One to three materials with any parts, in a box that may be periodic, or in a cell
// that deforms.
World world_at_random(std::uint64_t seed) {
  const CounterRandom random(seed, 12);
  std::uint64_t n = 0;
  const auto u = [&] { return random.uniform(n++); };
  const auto one_of = [&](const std::vector<std::string>& names) {
    return names[static_cast<std::size_t>(u() * static_cast<double>(names.size()))];
  };
  World w = empty_world();
  w.materials.clear();
  MaterialSpec m;
  m.normal = part_spec("normal", one_of(part_names(laws::NormalParts{})));
  m.tangential = part_spec("tangential", one_of(part_names(laws::TangentialParts{})));
  m.rolling = part_spec("rolling", one_of(part_names(laws::RollingParts{})));
  m.twisting = part_spec("twisting", one_of(part_names(laws::TwistingParts{})));
  m.cohesion = part_spec("cohesion", one_of(part_names(laws::CohesionParts{})));
  const auto kinds = static_cast<std::size_t>(1 + 3 * u());
  for (std::size_t k = 0; k < kinds; ++k) {
    m.name = "m" + std::to_string(k);
    m.density = 2500 + 4000 * u();
    w.materials.push_back(m);
  }
  const int across = 4;
  add_cloud(w, 40 + static_cast<std::size_t>(60 * u()), 0.01, across, 4 * u(), seed);
  for (std::size_t s = 0; s < w.particles.size(); ++s)
    w.particles.ws[s].material = static_cast<std::uint32_t>(u() * static_cast<double>(kinds));
  const double length = 1.2 * 0.01 * across, height = 0.1;
  const double which = u();
  if (which < 0.3) {
    w.box = {{0, 0, 0}, {length, height, length}, {true, true, true}};
    for (PositionRadius& g : w.particles.xr) wrap(g.x, w.box);
  } else if (which < 0.5) {
    w.box = {{0, 0, 0}, {length, height, length}, {true, true, true}};
    CellPhase shear;
    shear.of[3] = {CellDrive::rate, 20 * u()};
    shear.of[1] = {CellDrive::rate, -8 * u()};
    w.cell.phases = {shear};
    for (PositionRadius& g : w.particles.xr) wrap(g.x, w.box);
  } else {
    w.walls = open_box(0.05);
    w.gravity.g = {u() - 0.5, -10 * u(), u() - 0.5};
  }
  w.damping = u() < 0.3 && which >= 0.5 ? 0.01 * u() : 0;
  w.lever = u() < 0.5 ? LeverArm::contact : LeverArm::surface;
  w.integrator = which >= 0.5 ? one_of({"verlet", "ferrez", "gear"}) : "verlet";
  w.allow_unstable_dt = true;
  return w;
}

TEST(Engines, agree_on_worlds_at_random) {
  rc::check("engines", [] {
    const World w = world_at_random(*rc::gen::arbitrary<std::uint32_t>());
    const std::uint64_t steps = 250;
    const EngineRun tiles = engine_run(w, steps, {.threads = 2, .engine = "tiles"});
    for (const auto& [name, options] : all_engines(w, 2)) {
      RC_LOG() << name;
      RC_ASSERT(engine_run(w, steps, options) == tiles);
    }
  });
}

}  // namespace
}  // namespace scree::test
