// Grains that leave: the same bits whatever counts, histories of those who stay, closed books.
#include "matrix.hpp"
#include "outlets.hpp"
#include "sim/archive/checkpoint.hpp"

namespace scree::test {
namespace {

// Poured in from above, taken out at a corner of the floor from among grains that touch, and, a
// few, in mid-air.
World pouring_and_draining() {
  World w = poured_world({0, -4, 0});
  w.inlets[0].count = 400;
  w.outlets = {box({-1, -1, -1}, {0.03, 0.012, 1}), box({-1, -1, 0.06}, {1, 1, 1}, 40)};
  w.outlets[1].whole = true;
  return w;
}

// Removal beside and across the faces of a periodic box, rolling resistance, turning gravity.
World periodic_draining() {
  World w = empty_world(linear_material(1e-3, 0.7, 0.4));
  w.materials[0].rolling = {"spring", {}};
  w.materials[0].rolling.params.set("friction", 0.05);
  w.box = {{0, 0, 0}, {0.075, 0.11, 0.075}, {true, true, true}};
  w.gravity.g = {0, -3, 0};
  add_cloud(w, 300, 0.01, 6, 4.0);
  ParamSet ball, pipe;
  ball.set("centre", Vec3{0.01, 0.03, 0.01});
  ball.set("diameter", 0.06);
  pipe.set("base", Vec3{0.05, 0.09, 0.05});
  pipe.set("axis", Vec3{1, 1, 0});
  pipe.set("diameter", 0.02);
  pipe.set("height", 0.02);
  w.outlets = {outlet("sphere", ball, 30), outlet("cylinder", pipe, 50)};
  w.outlets[1].from = 0.004;
  w.outlets[1].until = 0.014;
  return w;
}

World gear_draining() {
  World w = pouring_and_draining();
  w.integrator = "gear";
  return w;
}

std::uint64_t taken(const Simulation& s) {
  std::uint64_t sum = 0;
  for (const Outlet& o : s.world().outlets) sum += o.grains;
  return sum;
}

// The state and the books to the last bit.
std::string reported(const Simulation& s) {
  StateHasher h;
  const EnergyReport e = s.energy();
  for (const double v : {e.kinetic, e.rotational, e.potential, e.stored_normal, e.stored_tangential,
                         e.stored_rolling, e.stored_twisting, e.stored_cohesion, e.work_walls,
                         e.work_gravity, e.added, e.removed_kinetic, e.removed_potential,
                         e.removed_stored, e.start, s.greatest_overlap()})
    h.add(v);
  for (const double v : e.dissipated) h.add(v);
  for (const Outlet& o : s.world().outlets) h.add(o.grains), h.add(o.mass);
  s.for_each_contact([&h](const ContactView& c) {
    h.add((std::uint64_t{c.i.value} << 32) | c.j.value);
    h.add(c.force.x), h.add(c.force.y), h.add(c.force.z);
  });
  return to_string(s.state_hash()) + " " + to_string(h.finish());
}

// Through the bytes of a checkpoint, into other threads and another detector.
Simulation handed_on(const Simulation& s, World w, const RunOptions& o) {
  CheckpointData data;
  add_archive(s.save(), data);
  const auto decoded = decode_checkpoint(*encode_checkpoint(data), "test");
  auto again = Simulation::resume(std::move(w), *archive_of(*decoded), o);
  if (!again) throw std::runtime_error(to_string(again.error()));
  return std::move(*again);
}

constexpr const char* kDetectors[] = {
    "brute", "cubes", "cubes-lazarevic", "levels", "sweep", "triangulation", "auto"};

std::vector<const char*> methods() {
  if (matrix().reduced) return {"cubes", "triangulation", "auto"};
  return {std::begin(kDetectors), std::end(kDetectors)};
}

struct OutflowCase {
  const char* name;
  World (*make)();
  std::uint64_t least_taken;
};
class Outflow : public testing::TestWithParam<OutflowCase> {};

TEST_P(Outflow, gives_the_same_bits_for_detectors_threads_and_resumes) {
  constexpr std::uint64_t kSteps = 900;
  std::string reference;
  std::uint64_t n = 0;
  for (const char* method : methods())
    for (const int threads : matrix().threads()) {
      const auto world = [&](const char* m) {
        World w = GetParam().make();
        w.detect.method = m;
        return w;
      };
      Simulation s = start(world(method), {.threads = threads, .sort_rows = threads != 2});
      // At steps that removals fall on, and at others.
      const std::uint64_t stop = n % 3 == 0 ? 500 : 300 + (n * 37) % 300;
      run(s, stop);
      if (n % 2 == 0)
        s = handed_on(s, world(kDetectors[(n / 2) % 7]), {.threads = 1 + threads % 3});
      run(s, kSteps - stop);
      if (reference.empty()) {
        reference = reported(s);
        EXPECT_GE(taken(s), GetParam().least_taken) << "a test without removals tests nothing";
        for (const Outlet& o : s.world().outlets) EXPECT_GT(o.grains, 0u) << o.name;
        EXPECT_GT(s.contact_count(), 10u);
      }
      EXPECT_EQ(reported(s), reference) << method << ", " << threads << " threads, stop " << stop;
      ++n;
    }
}

INSTANTIATE_TEST_SUITE_P(Worlds, Outflow,
                         testing::Values(OutflowCase{"pouring_and_draining", pouring_and_draining,
                                                     60},
                                         OutflowCase{"periodic_draining", periodic_draining, 30},
                                         OutflowCase{"gear_draining", gear_draining, 60}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Outflow, misses_no_contact_after_a_removal) {
  for (const char* method : kDetectors) {
    World w = pouring_and_draining();
    w.detect.method = method;
    w.detect.audit = 5;
    Simulation s = start(std::move(w));
    const auto failure = s.run(600);
    EXPECT_FALSE(failure.has_value()) << failure->message;
    EXPECT_GT(taken(s), 20u);
  }
}

TEST(Removal, of_a_grain_in_contact_ends_its_forces_and_no_other) {
  World w = row_of_three();
  w.dt = 1e-5;
  w.outlets[0].from = 49.5 * w.dt;
  Simulation s = start(std::move(w));
  run(s, 50);
  std::vector<ContactView> before, after;
  s.for_each_contact([&](const ContactView& c) { before.push_back(c); });
  ASSERT_EQ(before.size(), 2u);
  const Vec3 sum = s.particles().f[row(s, 1)];
  ASSERT_LT(norm(sum - (before[1].force - before[0].force)), 1e-12 * norm(before[0].force));
  const Vec3 v0 = s.particles().vm[row(s, 0)].v, v1 = s.particles().vm[row(s, 1)].v;
  const Vec3 f0 = s.particles().f[row(s, 0)];
  const double m = s.particles().mass(row(s, 1)), dt = s.dt();
  run(s, 1);
  EXPECT_EQ(s.particles().size(), 2u);
  EXPECT_EQ(s.particles().row_of()[2], Particles::kNoRow);
  EXPECT_EQ(s.world().outlets[0].grains, 1u);
  s.for_each_contact([&](const ContactView& c) { after.push_back(c); });
  ASSERT_EQ(after.size(), 1u);
  EXPECT_EQ(after[0].i.value, 0u);
  EXPECT_EQ(after[0].j.value, 1u);
  // Coulomb's spring went on from where it was: a new one would hold a fifth of this after a step.
  EXPECT_GT(norm(after[0].tangential), 0.5 * norm(before[0].tangential));
  EXPECT_GT(norm(before[0].tangential), 0.0);
  // Grain 1 felt the contact with grain 0 alone, over the whole step (trapezoid, to rounding).
  const Vec3 felt = s.particles().vm[row(s, 1)].v - v1;
  const Vec3 expected = (0.5 * dt / m) * (-before[0].force - after[0].force);
  EXPECT_LT(norm(felt - expected), 1e-9 * norm(expected));
  const Vec3 felt0 = s.particles().vm[row(s, 0)].v - v0;
  EXPECT_LT(norm(felt0 - (0.5 * dt / m) * (f0 + after[0].force)), 1e-9 * norm(expected));
}

TEST(Removal, of_all_grains_leaves_a_world_that_goes_on) {
  for (const char* method : kDetectors) {
    World w = row_of_three();
    w.detect.method = method;
    w.gravity.g = {0, -9.81, 0};
    w.outlets = {below(-0.02)};
    Simulation s = start(w);
    run(s, 5000);
    EXPECT_EQ(s.particles().size(), 0u) << method;
    EXPECT_EQ(s.contact_count(), 0u);
    EXPECT_EQ(s.world().outlets[0].grains, 3u);
    EXPECT_LT(std::abs(s.energy().residual()), 1e-3 * s.energy().removed_kinetic);
    Simulation again = handed_on(s, w, {.threads = 2});
    run(again, 10), run(s, 10);
    EXPECT_EQ(reported(again), reported(s));
  }
}

TEST(Removal, of_the_last_id_never_gives_it_to_another) {
  World w = poured_world({0, -4, 0});
  w.outlets = {box({-1, 0.016, -1}, {1, 1, 1}, 200)};  // nearly all that has just come
  w.outlets[0].from = 1e-6;
  Simulation s = start(std::move(w));
  run(s, 200);
  const std::uint32_t before = s.particles().next_id();
  ASSERT_GT(before, 1u);
  run(s, 1);
  ASSERT_EQ(s.particles().row_of()[before - 1], Particles::kNoRow);
  run(s, 400);
  EXPECT_GT(s.particles().next_id(), before);
  EXPECT_EQ(s.particles().next_id(), s.world().inlets[0].placed);
  EXPECT_EQ(s.particles().size() + taken(s), s.world().inlets[0].placed);
  EXPECT_EQ(s.particles().row_of().size(), s.particles().next_id());
}

// The newcomer has room only where the other one leaves at the beginning of the same step.
TEST(Removal, makes_room_for_a_grain_of_the_same_step) {
  World w = empty_world();
  w.particles.add({.x = {0, 0, 0}, .radius = 0.005}, 2500);
  w.particles.add({.x = {0.1, 0, 0}, .radius = 0.005}, 2500);
  Inlet inlet;
  inlet.axis_u = {1e-5, 0, 0};
  inlet.axis_v = {0, 0, 1e-5};
  inlet.sizes = {.kind = SizeDistribution::Kind::uniform, .lo = 0.009, .hi = 0.01};
  inlet.rate = 1e6;
  inlet.count = 1;
  w.inlets = {inlet};
  w.dt = 1e-5;
  w.outlets = {box({-0.01, -0.01, -0.01}, {0.01, 0.01, 0.01}, 100)};
  w.outlets[0].from = 1.5e-3;
  w.outlets[0].until = 2.5e-3;
  w.inlets[0].end = 2.01e-3;
  Result<Simulation> made = Simulation::create(w, {.threads = 1});
  ASSERT_FALSE(made.ok()) << "an inlet inside an outlet";
  // As the two are meant: the grain leaves at step 200, at the end of the inlet's time.
  w.outlets = {box({0.004, -0.01, -0.01}, {0.05, 0.01, 0.01}, 100)};
  w.particles.xr[0].x.x = 0.0045;
  w.outlets[0].from = 1.5e-3;
  Simulation s = start(std::move(w));
  run(s, 200);
  EXPECT_EQ(s.world().inlets[0].placed, 0u);
  run(s, 1);
  EXPECT_EQ(s.world().inlets[0].placed, 1u);
  EXPECT_EQ(s.world().outlets[0].grains, 1u);
  EXPECT_EQ(s.particles().size(), 2u);
  EXPECT_EQ(s.particles().row_of()[0], Particles::kNoRow);
  ASSERT_EQ(s.particles().next_id(), 3u);
  EXPECT_LT(norm(s.particles().xr[row(s, 2)].x), 1e-4);
}

// What the grains take along is booked: what is missing is the error of the time step alone.
TEST(Outlets, keep_the_energy_budget_closed) {
  for (const auto make : {pouring_and_draining, periodic_draining}) {
    Simulation s = start(make());
    run(s, 1500);
    const EnergyReport e = s.energy();
    EXPECT_GT(e.removed_kinetic, 0);
    EXPECT_GT(e.removed_stored, 0);
    const double turned = e.lost() + e.kinetic + e.rotational + e.removed_kinetic;
    EXPECT_GT(e.removed_kinetic + e.removed_stored, 0.02 * turned) << "too little to be seen";
    EXPECT_LT(std::abs(e.residual()), 1e-3 * turned);
  }
}

TEST(Restore, refuses_numbers_of_outlets_that_do_not_add_up) {
  Simulation s = start(pouring_and_draining());
  run(s, 400);
  ASSERT_GT(taken(s), 0u);
  const auto changed = [&s](auto change) {
    SimulationArchive a = s.save();
    change(a);
    const auto again = Simulation::resume(pouring_and_draining(), a, {.threads = 1});
    return again ? "" : to_string(again.error());
  };
  using A = SimulationArchive&;
  EXPECT_EQ(changed([](A) {}), "");
  EXPECT_NE(changed([](A a) { ++a.outlets[0].grains; }).find("E0915"), std::string::npos);
  EXPECT_NE(changed([](A a) { a.outlets[1].grains = ~0ull; }).find("E0915"), std::string::npos);
  EXPECT_NE(changed([](A a) { a.grains.set_next_id(4000000000u); }).find("E0915"),
            std::string::npos);
  EXPECT_NE(changed([](A a) { a.outlets.pop_back(); }).find("it has 1 outlets, this one 2"),
            std::string::npos);
}

}  // namespace
}  // namespace scree::test
