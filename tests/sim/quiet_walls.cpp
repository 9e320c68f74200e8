// Entries of walls that nothing can touch yet are passed over (sim/contacts/wall_contacts.hpp).
// With a skin that is used up in a step or two every entry is new whenever it is looked at: the
// same bits.
#include <fstream>

#include "matrix.hpp"
#include "reported.hpp"
#include "support/folder.hpp"
#include "worlds.hpp"

namespace scree::test {
namespace {

// A pyramid with its tip up, in OBJ.
std::string pyramid() {
  const std::string path = shared_folder().path("pyramid.obj");
  std::ofstream(path) << "v -0.02 0.02 -0.02\nv 0.02 0.02 -0.02\nv 0.02 0.02 0.02\n"
                         "v -0.02 0.02 0.02\nv 0 0.035 0\n"
                         "f 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n";
  return path;
}

// A turning cylinder with a mesh in its middle, a floor that is met from above only and ends before
// the cylinder does, so that grains come behind its rim, and a lid that falls.
World busy_walls() {
  World w = empty_world(linear_material(1e-3, 0.6, 0.4));
  w.gravity.g = {0.3, -9.81, 0.2};
  std::uint64_t n = 0;
  const CounterRandom random(19, 2);
  for (int k = 0; k < 400; ++k, n += 3)
    w.particles.add({.x = {0.009 * (k % 7 - 3), 0.04 + 0.009 * (k / 49), 0.009 * (k / 7 % 7 - 3)},
                     .radius = 0.003 + 0.001 * random.uniform(n),
                     .v = {random.uniform(n + 1) - 0.5, -0.5, random.uniform(n + 2) - 0.5}},
                    2500);
  ParamSet drum, turn, tip, floor, lid, fall;
  drum.set("radius", 0.05);
  drum.set("height", 0.2);
  drum.set("centre", Vec3{0, 0.1, 0});
  drum.set("axis", Vec3{0, 1, 0});
  turn.set("axis", Vec3{0, 1, 0});
  turn.set("angular_velocity", 30.0);
  tip.set("file", pyramid());
  floor.set("radius", 0.04);
  floor.set("centre", Vec3{0, 0.02, 0});
  floor.set("normal", Vec3{0, 1, 0});
  floor.set("sided", std::string("one"));
  lid.set("point", Vec3{0, 0.135, 0});
  lid.set("normal", Vec3{0, -1, 0});
  fall.set("direction", Vec3{0, -1, 0});
  fall.set("mass", 0.1);
  w.walls = {wall("cylinder", drum, "rotate", turn), wall("mesh", tip), wall("disc", floor),
             wall("plane", lid, "free", fall)};
  return w;
}

TEST(QuietWalls, are_looked_at_again_in_time) {
  const std::uint64_t steps = matrix().steps(4000, 1500);
  const auto outcome = [&](double skin, int threads, const std::string& method = "auto") {
    World w = busy_walls();
    w.detect.skin = skin;
    w.detect.method = method;
    Simulation s = start(std::move(w), {.threads = threads});
    run(s, steps / 2);
    run(s, steps - steps / 2);
    EXPECT_GT(s.contact_count(), 15u);
    return std::pair(reported(s), s.renewals());
  };
  const auto [expected, often] = outcome(1e-9, 1);
  ASSERT_GT(often, steps / 5) << "the skin is not thin enough to be the oracle";
  for (const double skin : {0.0, 3e-3}) {
    const auto [got, renewals] = outcome(skin, 1);
    EXPECT_LT(5 * renewals, often) << skin;
    EXPECT_EQ(got, expected) << skin;
  }
  EXPECT_EQ(outcome(0, 3).first, expected);
  EXPECT_EQ(outcome(0, 2, "sweep").first, expected);
}

// All grains as fast as the fastest, straight at a wall that comes to meet them: what the
// certificate counts is what they go, and an entry that woke up a step late would miss the first
// touch.
TEST(QuietWalls, wake_up_in_the_very_step) {
  const auto outcome = [](double skin) {
    World w = empty_world(linear_material(1e-3, 0.6, 0.4));
    for (int k = 0; k < 20; ++k)
      w.particles.add({.x = {0.02 * k, 0.006 + 1.1e-4 * k, 0}, .radius = 0.005, .v = {0, -1, 0}},
                      2500);
    ParamSet floor, rise;
    floor.set("point", Vec3{0, 0, 0});
    floor.set("normal", Vec3{0, 1, 0});
    rise.set("velocity", Vec3{0, 0.5, 0});
    w.walls = {wall("plane", floor, "translate", rise)};
    w.detect.skin = skin;
    Simulation s = start(std::move(w));
    run(s, 70);
    EXPECT_GT(s.contact_count(), 5u);
    run(s, 130);
    return std::pair(reported(s), s.renewals());
  };
  const auto [expected, often] = outcome(1e-9);
  const auto [got, renewals] = outcome(0.02);
  EXPECT_GT(often, 30u);
  EXPECT_LT(renewals, 4u);
  EXPECT_EQ(got, expected);
}

TEST(WallAudit, agrees_where_nothing_is_missed) {
  World w = busy_walls();
  w.detect.audit = 1;
  Simulation audited = start(std::move(w), {.threads = 2});
  run(audited, 1500);
  Simulation plain = start(busy_walls());
  run(plain, 1500);
  EXPECT_EQ(to_string(audited.state_hash()), to_string(plain.state_hash()));
}

// A floor that cannot be seen from afar, or that is taken for farther than it is.
class Deceptive : public WallShape {
 public:
  Deceptive(double seen_from, double pretends) : seen_from_(seen_from), pretends_(pretends) {}
  void touch(const Vec3& x, double reach, WallTouches& out) const override {
    const double d = x.y + (x.y > seen_from_ ? pretends_ : 0);
    if (d < reach) out.add({{0, 1, 0}, d, 0});
  }
  int side(const Vec3& x) const override { return x.y < 0 ? -1 : 1; }
  WallMesh mesh(const Bounds&) const override { return {}; }

 private:
  double seen_from_, pretends_;
};

TEST(WallAudit, stops_the_run_and_names_grain_wall_and_step) {
  for (const double pretends : {1.0, 0.002}) {  // no entry; an entry that sleeps too long
    World w = empty_world(linear_material(1e-3, 0.6, 0.4));
    w.particles.add({.x = {0, 0.0105, 0}, .radius = 0.01, .v = {0, -1, 0}}, 2500);
    w.walls = {plane({0, 0, 0}, {0, 1, 0})};
    w.walls[0].name = "trap";
    w.walls[0].shape = std::make_unique<Deceptive>(0.0103, pretends);
    w.detect.skin = 0.004;
    w.detect.audit = 1;
    Simulation s = start(std::move(w));
    const auto failure = s.run(60);
    ASSERT_TRUE(failure.has_value()) << pretends;
    EXPECT_EQ(failure->code, "E0602");
    EXPECT_NE(failure->message.find("grain 0 and wall 'trap'"), std::string::npos)
        << failure->message;
    EXPECT_EQ(failure->message.find("overlap"), std::string::npos) << "found before it touched";
  }
}

}  // namespace
}  // namespace scree::test
