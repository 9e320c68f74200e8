// Walls in a periodic box: where the box is cut must not matter.
#include <functional>

#include "reported.hpp"
#include "wall_meshes.hpp"
#include "walls/images.hpp"
#include "worlds.hpp"

namespace scree::test {
namespace {

constexpr double kSide = 0.06;

Vec3 wrapped(Vec3 x) {
  for (int k = 0; k < 3; ++k) x[k] -= kSide * std::floor(x[k] / kSide);
  return x;
}

// A wall around `c`, which lies in the middle of the box or on its faces.
using MakeWall = std::function<Wall(const Vec3& c)>;

ParamSet centred(const Vec3& c) {
  ParamSet p;
  p.set("centre", c);
  return p;
}

Wall sphere_at(const Vec3& c) {
  ParamSet p = centred(c);
  p.set("radius", 0.012);
  p.set("side", std::string("outside"));
  return wall("sphere", p);
}
Wall large_sphere_at(const Vec3& c) {  // its images overlap along x, y and z
  ParamSet p = centred(c);
  p.set("radius", 0.034);
  p.set("side", std::string("outside"));
  return wall("sphere", p);
}
Wall solid_box_at(const Vec3& c) {
  ParamSet p = centred(c);
  p.set("size", Vec3{0.025, 0.012, 0.02});
  p.set("axis", Vec3{0.3, 1, 0.2});
  p.set("side", std::string("outside"));
  return wall("box", p);
}
Wall open_box_at(const Vec3& c) {
  ParamSet p = centred(c);
  p.set("size", Vec3{0.045, 0.035, 0.04});
  p.set("open", std::string("top left"));
  return wall("box", p);
}
Wall container_at(const Vec3& c) {
  ParamSet p = centred(c);
  p.set("size", Vec3{0.058, 0.058, 0.058});
  return wall("box", p);
}
Wall cup_at(const Vec3& c) {
  ParamSet p = centred(c);
  p.set("radius", 0.02);
  p.set("height", 0.03);
  p.set("axis", Vec3{1, 0.2, 0});
  p.set("open", std::string("top"));
  return wall("cylinder", p);
}
Wall disc_at(const Vec3& c) {
  ParamSet p = centred(c);
  p.set("radius", 0.02);
  p.set("normal", Vec3{1, 0.2, 0.1});
  return wall("disc", p);
}
Wall endless_rod_at(const Vec3& c) {  // endless along y, images along x and z
  ParamSet p = centred(c);
  p.set("radius", 0.01);
  p.set("side", std::string("outside"));
  return wall("cylinder", p);
}
Wall wedge_at(const Vec3& c) { return mesh_wall(wedge(0.03, 0.02), c); }
Wall turning_paddle_at(const Vec3& c) {
  ParamSet p = centred(c), m = centred(c + Vec3{0.003, 0, 0});
  p.set("size", Vec3{0.045, 0.006, 0.03});
  p.set("side", std::string("outside"));
  m.set("angular_velocity", 60.0);
  m.set("axis", Vec3{0.2, 0.1, 1});
  return wall("box", p, "rotate", m);
}
Wall passing_sphere_at(const Vec3& c) {  // several boxes far in the time of the test
  ParamSet p = centred(c), m;
  p.set("radius", 0.012);
  p.set("side", std::string("outside"));
  m.set("velocity", Vec3{3, -1, 2});
  return wall("sphere", p, "translate", m);
}
Wall swinging_wedge_at(const Vec3& c) {
  ParamSet m = centred(c);
  m.set("amplitude", 0.01);
  m.set("direction", Vec3{1, 0, 0});
  m.set("angle", 0.8);
  m.set("frequency", 20.0);
  return mesh_wall(wedge(0.03, 0.02), c, "sinusoid", m);
}

World thrown_at(const MakeWall& make, const Vec3& shift) {
  World w = empty_world(linear_material(1e-3, 0.8, 0.4));
  w.materials[0].rolling = {"spring", {}};
  w.materials[0].rolling.params.set("friction", 0.05);
  w.box = {{0, 0, 0}, {kSide, kSide, kSide}, {true, true, true}};
  const Vec3 middle{kSide / 2, kSide / 2, kSide / 2};
  const Wall at_rest = make(middle);
  w.walls = {make(middle + shift)};
  const CounterRandom random(11, 2);
  for (std::uint64_t k = 0; w.particles.size() < 14 && k < 5000; ++k) {
    const auto u = [&](int m) { return random.uniform(8 * k + static_cast<std::uint64_t>(m)); };
    const Vec3 x{kSide * u(0), kSide * u(1), kSide * u(2)};
    const double r = 0.0025 + 0.002 * u(3);
    WallTouches t;
    const WallImages images(at_rest, w.box);
    images.touch(at_rest, x, 1.05 * r, t);
    bool free = t.count == 0 && images.side(at_rest, x, r) >= 0;
    for (const PositionRadius& g : w.particles.xr)
      free = free && norm(images.any() ? images.nearest(g.x - wrapped(x + shift))
                                       : g.x - wrapped(x + shift)) > 1.02 * (r + g.r);
    if (!free) continue;
    w.particles.add({.x = wrapped(x + shift),
                     .radius = r,
                     .v = {5 * u(4) - 2.5, 5 * u(5) - 2.5, 5 * u(6) - 2.5},
                     .omega = {100 * u(4), 50, -80 * u(7)}},
                    2500);
  }
  EXPECT_EQ(w.particles.size(), 14u);
  w.detect.audit = 9;
  return w;
}

struct ImageCase {
  const char* name;
  MakeWall make;
};
class WallImagesOf : public testing::TestWithParam<ImageCase> {};

// The same scene, cut open elsewhere. Rounding differs; a dozen collisions make 1e-16 of the box
// some 1e-10 of a radius.
TEST_P(WallImagesOf, the_cut_of_the_box_changes_nothing) {
  const auto in_the_middle = [&] { return thrown_at(GetParam().make, {}); };
  Simulation a = start(in_the_middle());
  std::size_t met = 0;
  double pushed = 0;
  std::vector<WallReport> first;
  std::vector<Vec3> origin;
  for (int k = 0; k < 60; ++k) {
    run(a, 25);
    first.push_back(a.wall_reports()[0]);
    origin.push_back(a.world().walls[0].pose.x);
    pushed = std::max(pushed, norm(first.back().force));
    a.for_each_contact([&](const ContactView& c) { met += c.wall >= 0; });
  }
  EXPECT_GT(met, 3u) << "no grain meets the wall";
  for (const Vec3& shift : {Vec3{0.03, 0.03, 0.03}, Vec3{-0.03, 0, 0.011}, Vec3{0.018, 0.041, 0}}) {
    Simulation b = start(thrown_at(GetParam().make, shift));
    for (int k = 0; k < 60; ++k) {
      run(b, 25);
      const WallReport now = b.wall_reports()[0], &then = first[static_cast<std::size_t>(k)];
      ASSERT_LE(norm(now.force - then.force), 1e-6 * pushed) << k;
      // Each about the wall's own origin. That of an endless wall depends on where along it.
      const Wall& there = b.world().walls[0];
      const Vec3 arm = origin[static_cast<std::size_t>(k)] - there.pose.x + shift;
      Vec3 d = now.torque - (then.torque + cross(arm, then.force));
      if (there.shape->endless_along({0, 1, 0})) d.x = d.z = 0;
      ASSERT_LE(norm(d), 1e-6 * pushed * kSide) << k;
    }
    for (std::uint32_t id = 0; id < 14; ++id) {
      const Vec3 d = b.particles().xr[row(b, id)].x - a.particles().xr[row(a, id)].x - shift;
      const Vec3 l = b.world().box.lengths(), inverse = b.world().box.inverse_lengths();
      EXPECT_LT(norm(nearest_image(d, l, inverse)), 1e-9) << id;
      EXPECT_LT(norm(b.particles().vm[row(b, id)].v - a.particles().vm[row(a, id)].v), 1e-6) << id;
      EXPECT_LT(norm(b.particles().ws[row(b, id)].omega - a.particles().ws[row(a, id)].omega),
                1e-3);
    }
    const EnergyReport e = b.energy(), f = a.energy();
    EXPECT_NEAR(e.lost(), f.lost(), 1e-6 * f.lost());
    EXPECT_NEAR(e.work_walls, f.work_walls, 1e-6 * (f.lost() + std::abs(f.work_walls)));
    // By the step: the same scene in free space has as much.
    EXPECT_LT(std::abs(e.residual()), 5e-3 * (f.lost() + std::abs(f.work_walls)));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Walls, WallImagesOf,
    testing::Values(ImageCase{"sphere", sphere_at},
                    ImageCase{"overlapping_spheres", large_sphere_at},
                    ImageCase{"solid_box", solid_box_at}, ImageCase{"open_box", open_box_at},
                    ImageCase{"container", container_at}, ImageCase{"cup", cup_at},
                    ImageCase{"disc", disc_at}, ImageCase{"endless_rod", endless_rod_at},
                    ImageCase{"mesh_wedge", wedge_at}, ImageCase{"paddle", turning_paddle_at},
                    ImageCase{"passing_sphere", passing_sphere_at},
                    ImageCase{"swinging_wedge", swinging_wedge_at}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(WallImages, give_one_answer_for_threads_detectors_and_skins) {
  for (const MakeWall& make : {MakeWall(turning_paddle_at), MakeWall(swinging_wedge_at)}) {
    std::string expected;
    for (const int threads : {1, 2, 3}) {
      World w = thrown_at(make, {0.03, 0.03, 0.03});
      const char* method[] = {"brute", "levels", "sweep"};
      w.detect = {.method = method[threads - 1], .skin = threads == 3 ? 2e-4 : 0, .audit = 0};
      Simulation s = start(std::move(w), {.threads = threads, .sort_rows = threads != 2});
      run(s, 800);
      if (expected.empty()) expected = reported(s);
      EXPECT_EQ(reported(s), expected) << threads;
    }
  }
}

// A paddle ten boxes away that turns about the world's origin sweeps the box ten times as fast as a
// grain in it would.
TEST(WallImages, the_certificate_knows_how_far_a_turning_wall_is_from_its_axis) {
  World w = empty_world(linear_material(1e-3, 0.5, 0.3));
  w.box = {{0, 0, 0}, {kSide, kSide, kSide}, {true, true, true}};
  ParamSet p = centred({10.5 * kSide, 0.5 * kSide, 0.5 * kSide}), m;
  p.set("size", Vec3{0.02, 0.004, 0.02});
  p.set("side", std::string("outside"));
  m.set("angular_velocity", 2.0);
  w.walls = {wall("box", p, "rotate", m)};
  w.particles.add({.x = {0.5 * kSide, 0.65 * kSide, 0.5 * kSide}, .radius = 0.004}, 2500);
  w.detect.skin = 0.002;
  w.detect.audit = 1;
  Simulation s = start(std::move(w));
  run(s, 400);
  EXPECT_GT(s.particles().vm[0].v.y, 0.3) << "the paddle went through the grain";
}

// A grain between a sphere and the sphere's image touches one feature twice, on opposite sides. It
// spins, so the two springs pull in opposite directions; when it leaves one side, the other keeps
// its own.
TEST(WallImages, a_contact_keeps_its_own_history_when_that_of_another_image_ends) {
  for (const double side : {1.0, -1.0}) {
    World w = empty_world(linear_material(1e-3, 1.0, 0.9));
    w.box = {{0, -1, -1}, {0.1, 1, 1}, {true, false, false}};
    ParamSet p = centred({0.05, 0, 0});
    p.set("radius", 0.045);
    p.set("side", std::string("outside"));
    w.walls = {wall("sphere", p)};
    w.particles.add(
        {.x = {0, 0, 0}, .radius = 0.00501, .v = {0.1 * side, 0, 0}, .omega = {0, 0, 4}}, 2500);
    Simulation s = start(std::move(w));
    Vec3 before{};
    bool ended = false;
    for (int k = 0; k < 40 && !ended; ++k) {
      run(s, 1);
      Vec3 now{};
      s.for_each_contact([&](const ContactView& c) {
        if (c.normal.x * side > 0) now = c.tangential;
      });
      ended = s.contact_count() == 1;
      ASSERT_GE(s.contact_count(), 1u);
      if (ended) {
        EXPECT_GT(norm(before), 0);
        EXPECT_GT(now.y * before.y, 0.5 * before.y * before.y);
      }
      before = now;
    }
    EXPECT_TRUE(ended);
  }
}

// A seam with a ridge, met while another face is nearer: still one contact at the ridge.
TEST(WallImages, a_ridge_on_the_seam_is_met_once_though_not_the_nearest) {
  TestMesh roof{{{0, 0.01, -0.05},
                 {0, 0.01, 0.05},
                 {0.03, 0, -0.05},
                 {0.03, 0, 0.05},
                 {0.06, 0.01, -0.05},
                 {0.06, 0.01, 0.05},  // valley at 0.03, ridge at the faces
                 {-0.01, 0.0151, -0.05},
                 {0.07, 0.0151, -0.05},
                 {0.03, 0.0151, 0.05}},  // a lid
                {{0, 1, 2}, {2, 1, 3}, {2, 3, 4}, {4, 3, 5}, {6, 7, 8}}};
  Wall w = mesh_wall(roof);
  const PeriodicBox box{{0, -1, -1}, {0.06, 1, 1}, {true, false, false}};
  const WallImages images(w, box);
  WallTouches t;
  images.touch(w, {1e-12, 0.0126, -0.045}, 0.003, t);
  int ridge = 0;
  for (int k = 0; k < t.count; ++k) ridge += t.touch[k].normal.y > 0.9;
  EXPECT_EQ(ridge, 1);
  EXPECT_GT(t.count, 1) << "the lid is nearer";
}

// The defect that was found: an obstacle on a face stopped grains from one side only.
TEST(WallImages, an_obstacle_on_a_face_stops_grains_from_both_sides) {
  for (const double direction : {1.0, -1.0}) {
    World w = empty_world(linear_material(1e-3, 1.0, 0));
    w.box = {{0, 0, 0}, {kSide, kSide, kSide}, {true, false, false}};
    w.walls = {sphere_at({0, 0.03, 0.03})};
    w.particles.add({.x = {0.03, 0.03, 0.03}, .radius = 0.004, .v = {direction, 0, 0}}, 2500);
    Simulation s = start(std::move(w));
    double nearest = kSide;
    for (int k = 0; k < 40; ++k) {
      run(s, 50);
      const double x = s.particles().xr[0].x.x;
      nearest = std::min({nearest, x, kSide - x});
    }
    EXPECT_NEAR(nearest, 0.016, 0.001) << direction;
    EXPECT_NEAR(s.particles().vm[0].v.x, -direction, 1e-3) << direction;
  }
}

}  // namespace
}  // namespace scree::test
