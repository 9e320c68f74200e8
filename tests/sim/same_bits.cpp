// One scene, one answer: threads x row order x skins x instruction sets give one hash, for all
// kinds of laws. Every detector x threads x resume: proof.cpp.
#include "matrix.hpp"
#include "worlds.hpp"

namespace scree::test {
namespace {

World shaken_box() {
  World w = empty_world(linear_material(1e-3, 0.5, 0.4));
  w.gravity.g = {0.5, -9.81, 0.3};
  add_cloud(w, 300, 0.01, 6, 3.0);
  w.walls = open_box(0.075);
  return w;
}

World two_materials() {
  World w = shaken_box();
  MaterialSpec steel = linear_material(8e-4, 0.8, 0.2);
  steel.name = "steel";
  steel.density = 7800;
  w.materials.push_back(steel);
  for (std::size_t s = 0; s < w.particles.size(); s += 3) w.particles.ws[s].material = 1;
  for (Wall& wall : w.walls) wall.material = MaterialId{1};
  return w;
}

World periodic_gas() {
  World w = empty_world(linear_material(1e-3, 0.7, 0.4));
  w.box = {{0, 0, 0}, {0.075, 0.11, 0.075}, {true, true, true}};
  add_cloud(w, 300, 0.01, 6, 4.0);
  return w;
}

World rolling_and_cohesion() {
  World w = shaken_box();
  w.materials[0].rolling = {"spring", {}};
  w.materials[0].rolling.params.set("friction", 0.05);
  w.materials[0].normal.params = {};
  w.materials[0].normal.params.set("stiffness", 2000.0);
  w.materials[0].normal.params.set("restitution", 0.5);
  w.materials[0].cohesion = {"lazarevic", {}};
  w.materials[0].cohesion.params.set("max_force", 0.02);
  return w;
}

World twisting() {
  World w = rolling_and_cohesion();
  w.materials[0].twisting = {"spring", {}};
  MaterialSpec other = w.materials[0];
  other.name = "other";
  other.rolling = {"none", {}};
  other.twisting = {"constant", {}};
  PairSpec pair{MaterialId{0}, MaterialId{1}, {}, {}, {}, {}, {}};
  pair.twisting = other.twisting;
  w.materials.push_back(other);
  w.pairs = {pair};
  for (std::size_t s = 0; s < w.particles.size(); s += 3) w.particles.ws[s].material = 1;
  return w;
}

World gear_world() {
  World w = shaken_box();
  w.integrator = "gear";
  return w;
}

World pouring() { return poured_world({0, -2, 0}); }

// Sizes 1:6, large grains falling onto small ones.
World mixture() {
  World w = empty_world(linear_material(1e-3, 0.5, 0.4));
  w.gravity.g = {0.5, -9.81, 0.3};
  add_cloud(w, 260, 0.004, 12, 2.0);
  for (int k = 0; k < 4; ++k)
    w.particles.add({.x = {0.018 + 0.03 * (k % 2), 0.026, 0.018 + 0.03 * (k / 2)},
                     .radius = 0.012,
                     .v = {0, -1.5, 0}},
                    w.materials[0].density);
  w.walls = open_box(0.075);
  return w;
}

struct BitsCase {
  const char* name;
  World (*make)();
};

class SameBits : public testing::TestWithParam<BitsCase> {};

TEST_P(SameBits, for_threads_detectors_rows_and_instruction_sets) {
  const std::uint64_t steps = matrix().steps(900, 30);
  std::string reference, energies;
  const auto check = [&](const RunOptions& o, const std::string& method, double skin,
                         std::uint64_t chunk) {
    World w = GetParam().make();
    w.detect.method = method;
    w.detect.skin = skin;
    Simulation s = start(std::move(w), o);
    for (std::uint64_t k = 0; k < steps; k += chunk) {
      ASSERT_FALSE(s.run(std::min(chunk, steps - k)).has_value());
      if (chunk < steps) {  // looking must not change anything
        (void)s.energy();
        (void)s.wall_reports();
        s.for_each_contact([](const ContactView&) {});
      }
    }
    const std::string hash = to_string(s.state_hash());
    const EnergyReport e = s.energy();
    std::string lost;
    for (const double v : e.dissipated) lost += std::to_string(v) + " ";
    if (reference.empty()) {
      reference = hash;
      energies = lost;
      if (!matrix().reduced) {
        EXPECT_GT(s.contact_count(), 20u) << "a test without contacts tests nothing";
      }
    }
    EXPECT_EQ(hash, reference) << method << " threads " << o.threads << " sort " << o.sort_rows
                               << " " << o.instruction_set << " skin " << skin;
    EXPECT_EQ(lost, energies);
  };
  // Every detector with every number of threads: proof.cpp.
  for (const int threads : matrix().threads())
    for (const bool sort : {true, false})
      check({.threads = threads, .sort_rows = sort}, threads == 3 ? "sweep" : "auto", 0,
            sort ? steps : 100);
  for (const int threads : {1, 2})
    check({.threads = threads, .engine = "rows"}, "auto", 0, threads == 1 ? steps : 100);
  check({.threads = 2}, "cubes", 0.0003, steps);
  check({.threads = 2}, "triangulation", 0.0003, steps);
  check({.threads = 2}, "triangulation", 0.004, steps);
  if (matrix().reduced) return;
  check({.threads = 1, .sort_rows = false}, "brute", 0, 100);
  check({.threads = 2}, "cubes", 0.004, steps);
  for (const char* set : {"plain", "avx2", "avx512"})
    if (kernel::choose_kernels(set) != nullptr)
      check({.threads = 1, .instruction_set = set}, "cubes", 0, steps);
}

INSTANTIATE_TEST_SUITE_P(Worlds, SameBits,
                         testing::Values(BitsCase{"shaken_box", shaken_box},
                                         BitsCase{"two_materials", two_materials},
                                         BitsCase{"periodic_gas", periodic_gas},
                                         BitsCase{"rolling_and_cohesion", rolling_and_cohesion},
                                         BitsCase{"twisting", twisting},
                                         BitsCase{"gear", gear_world}, BitsCase{"pouring", pouring},
                                         BitsCase{"mixture", mixture}),
                         [](const auto& info) { return std::string(info.param.name); });

// Seven threads wait for each other on a small machine: one test for all worlds (the others have
// two and three). With grains that come and go, rows and lists are shared out again and again.
TEST(ManyThreads, seven_come_to_the_answer_of_one) {
  const std::uint64_t steps = matrix().steps(600, 30);
  for (World (*make)() : {mixture, pouring, periodic_gas}) {
    Simulation one = start(make(), {.threads = 1});
    run(one, steps);
    for (const bool sort : {true, false}) {
      Simulation seven = start(make(), {.threads = 7, .sort_rows = sort});
      run(seven, steps);
      EXPECT_TRUE(seven.state_hash() == one.state_hash()) << "sort " << sort;
      EXPECT_EQ(seven.energy().lost(), one.energy().lost());
    }
  }
}

TEST(StateHash, sees_a_change_of_one_bit_in_position_and_history) {
  Simulation a = start(shaken_box());
  World changed = shaken_box();
  double& x = changed.particles.xr[17].x.y;
  x = std::nextafter(x, 1.0);
  Simulation b = start(std::move(changed));
  EXPECT_NE(to_string(a.state_hash()), to_string(b.state_hash()));
}

TEST(DetectorNotes, say_how_the_triangulation_made_its_lists) {
  World w = shaken_box();
  w.detect.method = "triangulation";
  Simulation s = start(std::move(w));
  ASSERT_FALSE(s.run(300).has_value());
  std::uint64_t from_edges = 0;
  const DetectionReport report = s.detection();
  ASSERT_EQ(report.uses.size(), 1u);
  for (const DetectorNote& n : report.uses[0].notes) {
    EXPECT_EQ(n.what.find("handed over"), std::string::npos) << n.what;
    if (n.what.find("lists from the edges") == 0) from_edges += n.count;
  }
  EXPECT_EQ(from_edges, s.renewals());
}

TEST(Audit, finds_no_missed_contact_in_a_shaken_box) {
  World w = shaken_box();
  w.detect.audit = 7;
  Simulation s = start(std::move(w));
  const auto failure = s.run(1000);
  EXPECT_FALSE(failure.has_value()) << failure->message;
}

}  // namespace
}  // namespace scree::test
