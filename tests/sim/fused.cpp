// The loops that do a whole law at once (avx2, avx512) against the loops per part (plain), for
// every pair of a normal and a tangential part.
#include "part_specs.hpp"

namespace scree::test {
namespace {

MaterialSpec of_parts(const std::string& normal, const std::string& tangential, bool timed) {
  MaterialSpec m = linear_material(1e-3, 0.6, 0);  // by its contact time
  if (!timed) m.normal = part_spec("normal", normal);
  m.tangential = {tangential, {}};
  if (tangential != "none") m.tangential.params.set("friction", 0.4);
  return m;
}

// Hash and losses after 400 steps of a cloud that collides everywhere.
std::string outcome(const MaterialSpec& m, bool periodic, const char* instruction_set) {
  World w = empty_world(m);
  w.gravity.g = {0.5, -9.81, 0.3};
  if (periodic)
    w.box = {{0, 0, 0}, {0.075, 0.075, 0.075}, {true, false, true}};
  else
    w.walls = open_box(0.075);
  if (periodic) w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  add_cloud(w, 200, 0.01, 6, 3.0);
  Simulation s = start(std::move(w), {.threads = 1, .instruction_set = instruction_set});
  run(s, 400);
  EXPECT_GT(s.contact_count(), 10u) << "a test without contacts tests nothing";
  std::string out = to_string(s.state_hash());
  for (const double lost : s.energy().dissipated) out += " " + std::to_string(lost);
  return out;
}

TEST(Fused, gives_the_bits_of_the_loops_per_part_for_every_law) {
  for (const std::string& normal : part_names(laws::NormalParts{}))
    for (const std::string& tangential : part_names(laws::TangentialParts{}))
      for (const bool periodic : {false, true})
        for (const bool timed : {true, false}) {
          if (timed && normal != "linear") continue;
          const MaterialSpec m = of_parts(normal, tangential, timed);
          const std::string expected = outcome(m, periodic, "plain");
          for (const char* set : {"avx2", "avx512"}) {
            if (kernel::choose_kernels(set) == nullptr) continue;
            EXPECT_EQ(outcome(m, periodic, set), expected)
                << normal << " " << tangential << (periodic ? " periodic " : " ") << set;
          }
        }
}

}  // namespace
}  // namespace scree::test
