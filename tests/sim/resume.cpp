// Stop anywhere, go on with any threads and detector: the bits and the books of the undisturbed
// run. Every case goes through the bytes of a checkpoint.
#include <gtest/gtest.h>

#include "reported.hpp"
#include "worlds.hpp"

namespace scree::test {
namespace {

World resumed_box(const MaterialSpec& m = linear_material(1e-3, 0.5, 0.4)) {
  World w = empty_world(m);
  w.gravity.g = {0.5, -9.81, 0.3};
  add_cloud(w, 160, 0.01, 5, 3.0);
  w.walls = open_box(0.063);
  return w;
}

World viscous() {
  MaterialSpec m = linear_material(1e-3, 0.5, 0);
  m.tangential = {"viscous", {}};
  m.tangential.params.set("friction", 0.4);
  m.tangential.params.set("damping_ratio", 0.5);
  World w = resumed_box(m);
  w.damping = 1e-3;
  w.rotational_damping = 1e-8;
  return w;
}

World hertz_and_rolling() { return resumed_box(hertz_rolling_material()); }

World hertz_rolling_and_twisting() {
  MaterialSpec m = hertz_rolling_material();
  m.twisting = {"spring", {}};
  m.twisting.params.set("friction", 0.02);
  return resumed_box(m);
}

World cohesion_and_constant_rolling() {
  MaterialSpec m = linear_material(1e-3, 0.5, 0.4);
  m.normal.params = {};
  m.normal.params.set("stiffness", 2000.0);
  m.normal.params.set("restitution", 0.5);
  m.rolling = {"constant", {}};
  m.rolling.params.set("friction", 0.02);
  m.cohesion = {"lazarevic", {}};
  m.cohesion.params.set("max_force", 0.02);
  return resumed_box(m);
}

World two_materials_and_fixed_balls() {
  World w = resumed_box();
  MaterialSpec steel = linear_material(8e-4, 0.8, 0.2);
  steel.name = "steel";
  steel.density = 7800;
  w.materials.push_back(steel);
  for (std::size_t s = 0; s < w.particles.size(); s += 3) w.particles.ws[s].material = 1;
  for (int k = 0; k < 8; ++k)
    w.particles.add({.x = {0.01 * k, -0.004, 0.03}, .radius = 0.006, .fixed = true}, 2500);
  w.walls.pop_back();
  return w;
}

World integrated_by(const char* name) {
  World w = resumed_box();
  w.integrator = name;
  return w;
}
World ferrez() { return integrated_by("ferrez"); }
World gear() { return integrated_by("gear"); }

// Gravity does work here: there is no potential on a ring.
World periodic() {
  World w = empty_world(linear_material(1e-3, 0.7, 0.4));
  w.box = {{0, 0, 0}, {0.063, 0.11, 0.063}, {true, true, true}};
  w.gravity.g = {0, -3, 0};
  add_cloud(w, 160, 0.01, 5, 4.0);
  return w;
}

// A paddle that turns through the faces of the box, and an obstacle in its corner.
World walls_with_images() {
  World w = periodic();
  ParamSet shape, motion, ball;
  w.particles = {};
  w.gravity.g = {0, 40, 0};
  add_cloud(w, 150, 0.008, 5, 6.0);
  shape.set("centre", Vec3{0.0, 0.09, 0.03});
  shape.set("size", Vec3{0.03, 0.004, 0.03});
  shape.set("side", std::string("outside"));
  motion.set("angular_velocity", 30.0);
  motion.set("centre", Vec3{0.0, 0.09, 0.03});
  ball.set("centre", Vec3{0.063, 0.068, 0});
  ball.set("radius", 0.012);
  ball.set("side", std::string("outside"));
  w.walls = {wall("box", shape, "rotate", motion), wall("sphere", ball)};
  return w;
}

World turning_gravity() {
  World w = resumed_box();
  w.gravity.turns = {{.at = 0.001, .duration = 0.01, .angle = 1.0}};
  return w;
}

World drum() {
  World w = empty_world(linear_material(1e-3, 0.5, 0.4));
  w.gravity.g = {0, -9.81, 0};
  add_cloud(w, 120, 0.01, 5, 5.0);
  ParamSet shape, motion;
  shape.set("size", Vec3{0.09, 0.09, 0.09});
  shape.set("centre", Vec3{0.031, 0.031, 0.031});
  motion.set("angular_velocity", 6.0);
  motion.set("centre", Vec3{0.031, 0.031, 0.031});
  w.walls = {wall("box", shape, "rotate", motion)};
  ParamSet floor, tap;
  floor.set("point", Vec3{0, -0.004, 0});
  floor.set("normal", Vec3{0, 1, 0});
  tap.set("frequency", 40.0);
  tap.set("amplitude", 0.002);
  w.walls.push_back(wall("plane", floor, "sinusoid", tap));
  return w;
}

World piston(bool servo) {
  World w = empty_world(linear_material(1e-3, 0.3, 0.3));
  w.gravity.g = {0, -9.81, 0};
  add_cloud(w, 125, 0.01, 5, 4.0);
  w.walls = open_box(0.065);
  ParamSet lid, motion;
  lid.set("point", Vec3{0, 0.0611, 0});
  lid.set("normal", Vec3{0, -1, 0});
  motion.set("direction", Vec3{0, -1, 0});
  if (servo) {
    motion.set("control", std::string("servo"));
    motion.set("pressure", 500.0);
    motion.set("max_speed", 0.5);
    motion.set("averaging", 0.001);
    motion.set("area", 0.065 * 0.065);
  } else {
    motion.set("mass", 0.05);
    motion.set("force", 20.0);
    motion.set("damping", 1.0);
  }
  w.walls.push_back(wall("plane", lid, "free", motion));
  return w;
}
World free_piston() { return piston(false); }
World servo_piston() { return piston(true); }

World resumed_pouring() { return poured_world({0, -4, 0}); }

struct ResumeCase {
  const char* name;
  World (*make)();
};
class Resume : public testing::TestWithParam<ResumeCase> {};

TEST_P(Resume, gives_the_bits_of_the_undisturbed_run) {
  constexpr std::uint64_t kSteps = 500;
  const CounterRandom random(17, 3);
  Simulation undisturbed = start(GetParam().make(), {.threads = 1});
  run(undisturbed, kSteps);
  ASSERT_GT(undisturbed.contact_count(), 15u) << "a test without contacts tests nothing";
  const std::string expected = reported(undisturbed), end = bytes_of(undisturbed);

  int n = 0;
  for (const int threads : {1, 2, 3})
    for (const char* method : {"brute", "cubes"}) {
      ++n;
      // Stopped three times, at random steps, each time taken up by other threads and detectors.
      World w = GetParam().make();
      w.detect.method = method;
      Simulation s = start(std::move(w), {.threads = threads});
      std::uint64_t done = 0;
      for (std::uint64_t stop = 0; stop < 3; ++stop) {
        const auto steps = static_cast<std::uint64_t>(
            random.uniform(static_cast<std::uint64_t>(n) * 8 + stop) * 160);
        run(s, steps);
        done += steps;
        const std::string before = reported(s), bytes = bytes_of(s);
        World again = GetParam().make();
        again.detect.method = stop == 0 ? "brute" : (stop == 1 ? "sweep" : "levels");
        again.detect.skin = stop == 1 ? 3e-4 : 0;
        s = resumed(
            bytes, std::move(again),
            {.threads = 1 + (threads + static_cast<int>(stop)) % 3, .sort_rows = stop != 1});
        ASSERT_EQ(reported(s), before) << "at step " << done;
        ASSERT_TRUE(bytes_of(s) == bytes) << "one state, one archive";
      }
      run(s, kSteps - done);
      EXPECT_EQ(reported(s), expected) << method << ", " << threads << " threads";
      EXPECT_TRUE(bytes_of(s) == end);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Worlds, Resume,
    testing::Values(
        ResumeCase{"verlet", [] { return resumed_box(); }}, ResumeCase{"ferrez", ferrez},
        ResumeCase{"gear", gear}, ResumeCase{"viscous", viscous},
        ResumeCase{"hertz_and_rolling", hertz_and_rolling},
        ResumeCase{"hertz_rolling_and_twisting", hertz_rolling_and_twisting},
        ResumeCase{"cohesion", cohesion_and_constant_rolling},
        ResumeCase{"two_materials_and_fixed_balls", two_materials_and_fixed_balls},
        ResumeCase{"periodic", periodic}, ResumeCase{"walls_with_images", walls_with_images},
        ResumeCase{"turning_gravity", turning_gravity}, ResumeCase{"drum", drum},
        ResumeCase{"free_piston", free_piston}, ResumeCase{"servo_piston", servo_piston},
        ResumeCase{"resumed_pouring", resumed_pouring}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(Resume, from_the_start_is_the_start) {
  Simulation a = start(resumed_pouring());
  Simulation b = resumed(bytes_of(a), resumed_pouring(), {.threads = 2});
  EXPECT_EQ(reported(b), reported(a));
  run(a, 300), run(b, 300);
  EXPECT_EQ(reported(b), reported(a));
}

// What a changed world may not take over.
std::string refusal(World w, SimulationArchive archive) {
  const auto s = Simulation::resume(std::move(w), archive, {.threads = 1});
  return s ? "" : to_string(s.error());
}

SimulationArchive some_archive() {
  Simulation s = start(free_piston());
  run(s, 200);
  return s.save();
}

TEST(Restore, refuses_an_archive_of_another_world_and_says_why) {
  const SimulationArchive archive = some_archive();
  EXPECT_EQ(refusal(free_piston(), archive), "");
  World fewer_walls = free_piston();
  fewer_walls.walls.pop_back();
  EXPECT_NE(refusal(fewer_walls, archive).find("it has 6 walls, this one 5"), std::string::npos)
      << refusal(fewer_walls, archive);
  World fixed = free_piston();
  fixed.walls.back().motion = nullptr;
  EXPECT_NE(refusal(fixed, archive).find("wall 'plane' moves in another way"), std::string::npos);
  World faster = free_piston();
  faster.dt = 1e-5;
  EXPECT_NE(refusal(faster, archive).find("set dt = 2e-05"), std::string::npos)
      << refusal(faster, archive);
  World other_law = free_piston();
  other_law.materials[0] = linear_material(1e-3, 0.3, 0);
  EXPECT_NE(refusal(other_law, archive).find("remember 3 numbers"), std::string::npos);
  World other_integrator = free_piston();
  other_integrator.integrator = "gear";
  EXPECT_NE(refusal(other_integrator, archive).find("its integrator is `verlet`"),
            std::string::npos);
  World inlet = free_piston();
  inlet.inlets = resumed_pouring().inlets;
  EXPECT_NE(refusal(inlet, archive).find("inlets"), std::string::npos);
}

TEST(Restore, refuses_an_archive_that_contradicts_itself) {
  const auto changed = [](auto change) {
    SimulationArchive a = some_archive();
    change(a);
    return refusal(free_piston(), std::move(a));
  };
  using A = SimulationArchive&;
  EXPECT_NE(changed([](A a) { a.grains.xr.pop_back(); }).find("E0915"), std::string::npos);
  EXPECT_NE(changed([](A a) { std::swap(a.grains.id[0], a.grains.id[1]); }).find("E0915"),
            std::string::npos);
  EXPECT_NE(changed([](A a) { a.grains.id.back() = ParticleId{4000000000u}; }).find("E0915"),
            std::string::npos);
  EXPECT_NE(changed([](A a) { a.grains.xr[3].x.y = NAN; }).find("E0915"), std::string::npos);
  // Found by fuzzing: a table of ids of 16 GB, a search that never ended.
  EXPECT_NE(changed([](A a) { a.grains.set_next_id(4000000000u); }).find("E0915"),
            std::string::npos);
  for (const double radius : {0.0, -1.0, 1e300, double{INFINITY}, double{NAN}})
    EXPECT_NE(changed([radius](A a) { a.books.smallest_radius = radius; }).find("E0915"),
              std::string::npos);
  EXPECT_NE(changed([](A a) { a.grains.ws[3].material = 7; }).find("E0916"), std::string::npos);
  EXPECT_NE(changed([](A a) { a.contacts[0].j = 100000; }).find("E0915"), std::string::npos);
  EXPECT_NE(changed([](A a) { a.contacts.history.pop_back(); }).find("E0915"), std::string::npos);
  EXPECT_NE(changed([](A a) { a.wall_contacts[0].wall = 99; }).find("E0915"), std::string::npos);
  EXPECT_NE(changed([](A a) { a.grains.xr[a.contacts[0].i].x.y += 1; }).find("far apart"),
            std::string::npos);
  // A single bit that all other checks let pass.
  EXPECT_NE(
      changed([](A a) { a.grains.vm[5].v.x = std::nextafter(a.grains.vm[5].v.x, 9); }).find("hash"),
      std::string::npos);
}

// Versions before the stage `sources` wrote one timer less.
TEST(Checkpoint, of_a_version_with_fewer_timers_is_read) {
  SimulationArchive archive = some_archive();
  for (std::size_t k = 0; k < archive.timers.seconds.size(); ++k)
    archive.timers.seconds[k] = 1 + static_cast<double>(k);
  CheckpointData whole, older;
  add_archive(std::move(archive), whole);
  for (const CheckpointArray& a : whole.arrays()) {
    CheckpointArray::Values values = a.values;
    if (a.name == "books/timers") {
      auto& t = std::get<std::vector<double>>(values);
      t.erase(t.begin() + static_cast<int>(StepPhase::sources));
    }
    older.add(a.name, a.about, std::move(values), a.columns);
  }
  const auto read = archive_of(older);
  ASSERT_TRUE(read.ok());
  const auto& seconds = read->timers.seconds;
  for (std::size_t k = 0; k < seconds.size(); ++k)
    EXPECT_EQ(seconds[k],
              k == static_cast<std::size_t>(StepPhase::sources) ? 0.0 : 1 + static_cast<double>(k));
}

TEST(Checkpoint, without_an_array_is_refused_by_its_name) {
  CheckpointData whole;
  add_archive(some_archive(), whole);
  ASSERT_TRUE(archive_of(whole).ok());
  for (const CheckpointArray& left_out : whole.arrays()) {
    if (left_out.name == "state/hash") continue;  // for readers of the file
    CheckpointData data;
    for (const CheckpointArray& a : whole.arrays())
      if (a.name != left_out.name) data.add(a.name, a.about, a.values, a.columns);
    const auto archive = archive_of(data);
    ASSERT_FALSE(archive.ok()) << left_out.name;
    EXPECT_NE(archive.error().message.find(left_out.name), std::string::npos);
  }
}

}  // namespace
}  // namespace scree::test
