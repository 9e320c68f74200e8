// The audit of bodies that press by a potential: it agrees with every contact, and stops a run in
// which one is not as deep as all its features say.
#include "geometry/convex/gap.hpp"
#include "shapes/polygon.hpp"
#include "sim/impact_targets.hpp"
#include "support/effort.hpp"

namespace scree::test {
namespace {

constexpr Throw kAudited{.steps_per_contact = 40,
                         .speed = 1,
                         .restitution = 0.7,
                         .friction = 0.5,
                         .contact_time = 1e-4,
                         .audit = 20};

void throw_audited(const std::vector<Target>& targets, const Throw& how) {
  std::size_t turn = 0;
  int met = 0;
  for (const Target& target : targets)
    for (const NamedBody& body : impact_bodies()) {
      // Of six bodies and any number of targets: every target, every body.
      if (turn++ % (reduced_effort() ? 13 : 5) != 0) continue;
      SCOPED_TRACE(body.name + " at " + target.name);
      met += thrown(body.shape, target, 1, how).touched;
    }
  EXPECT_GT(met, static_cast<int>(targets.size()) / 4);
}

TEST(AuditDepths, agree_at_every_wall_and_body) {
  std::vector<Target> targets = impact_targets();
  for (const Target& t : impact_targets())
    if (t.name == "mesh sheet" || t.name == "pipe" || t.name == "disc" || t.name == "mesh block")
      targets.push_back(across_a_seam(t));
  targets.push_back(body_target("cube", impact_bodies()[1].shape));
  targets.push_back(body_target("gravel", gravel(0.014, 12, 8)));
  targets.push_back({"ball",
                     [](World& w) { w.particles.add({.radius = 0.005}, w.materials[0].density); },
                     {0.003, 0.003, 0.003}});
  throw_audited(targets, kAudited);
  Throw inside = kAudited;
  inside.from_inside = true;
  throw_audited(container_targets(), inside);
}

// Bodies, and where it is said so balls, that fall into a box.
World heap(bool flat) {
  World w = empty_world(linear_material(1e-3, 0.4, 0.5));
  w.gravity.g = {0, -9.81, 0};
  w.walls = open_box(0.04);
  w.detect.audit = 10;
  if (flat) w.particles.set_dimensions(Dimensions::two), w.walls.resize(3);
  const CounterRandom random(7, 3);
  const auto bodies = impact_bodies();
  for (std::uint64_t k = 0; k < 12; ++k) {
    const auto u = [&](std::uint64_t m) { return 2 * random.uniform(8 * k + m) - 1; };
    const Vec3 at{0.011 + 0.018 * static_cast<double>(k % 2),
                  0.011 + 0.018 * static_cast<double>(k / (flat ? 2 : 4)),
                  flat ? 0 : 0.011 + 0.018 * static_cast<double>(k / 2 % 2)};
    if (k % 5 == 4) {
      w.particles.add({.x = at, .radius = 0.005}, w.materials[0].density);
      continue;
    }
    std::shared_ptr<const Shape> shape = bodies[k % bodies.size()].shape;
    if (flat) {
      const int n = 3 + static_cast<int>(k % 5);
      std::vector<geometry::Vec2> ring;
      for (int c = 0; c < n; ++c)
        ring.push_back({0.007 * std::cos(2 * M_PI * c / n), 0.007 * std::sin(2 * M_PI * c / n)});
      shape = *PolygonShape::make(ring, k % 2 ? 0 : 3e-4);
    }
    add(w, {.primitives = {{.shape = shape}},
            .x = at,
            .q = normalized(flat ? Quat{u(0), 0, 0, u(1)} : Quat{u(0), u(1), u(2), u(3)}),
            .v = {0.3 * u(4), 0, flat ? 0 : 0.3 * u(5)}});
  }
  return w;
}

TEST(AuditDepths, agree_in_a_heap_of_polyhedra_or_polygons) {
  for (const bool flat : {false, true}) {
    Simulation s = start(heap(flat), {.threads = 2});
    run(s, static_cast<std::uint64_t>(0.15 / s.dt()));
    EXPECT_GT(s.contact_count(), 10u) << flat;
  }
}

// The nearest features alone, as if no other had been found.
void press_by_the_gap_alone(const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b,
                            double, ContactPoints& out) {
  const RoundedCore first = *a.rounded_core(), second = *b.rounded_core();
  const geometry::Gap gap = geometry::convex_gap(first.placed(at_a), second.placed(at_b));
  const double depth = first.radius + second.radius - gap.distance;
  if (!(depth > 0)) return;
  out.area = out.potential = true;
  out.add(
      {.normal = gap.normal, .point = gap.on_a, .depth = depth, .r_eff = 1e-3, .energy_share = 1});
}

TEST(AuditDepths, stop_a_run_in_which_a_pair_misses_features_and_name_both) {
  World w = heap(false);
  w.collisions = {{"polyhedron", "polyhedron", &press_by_the_gap_alone}};
  Simulation s = start(w);
  const auto failure = s.run(static_cast<std::uint64_t>(0.15 / s.dt()));
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->code, "E0604");
  ASSERT_TRUE(failure->particle.has_value());
  EXPECT_EQ(failure->step % 10, 0u);
  for (const std::string& part :
       {"grain " + std::to_string(failure->particle->value) + " and grain ",
        "at step " + std::to_string(failure->step), std::string("all their features")})
    EXPECT_NE(failure->message.find(part), std::string::npos) << failure->message;
}

// A wall whose edges are not found; an audit that asks for all of them finds them.
class WithoutRidges final : public WallShape {
 public:
  explicit WithoutRidges(std::shared_ptr<const WallShape> whole) : whole_(std::move(whole)) {}
  void touch(const Vec3& x, double reach, WallTouches& out) const override {
    whole_->touch(x, reach, out);
  }
  void tips(const Vec3& x, double reach, std::vector<WallTip>& out) const override {
    whole_->tips(x, reach, out);
  }
  void all_ridges(const Vec3& x, double reach, std::vector<WallRidge>& out) const override {
    whole_->all_ridges(x, reach, out);
  }
  std::optional<bool> lies_between(const Vec3& a, const Vec3& b) const override {
    return whole_->lies_between(a, b);
  }
  int max_contacts() const override { return whole_->max_contacts(); }
  Bounds bounds() const override { return whole_->bounds(); }
  int side(const Vec3& x) const override { return whole_->side(x); }
  WallMesh mesh(const Bounds& view) const override { return whole_->mesh(view); }

 private:
  std::shared_ptr<const WallShape> whole_;
};

// A cube that falls with an edge across the ridge of a roof.
World cube_over_a_roof() {
  World w = empty_world(linear_material(1e-3, 0.5, 0.5));
  w.walls = {mesh_wall(sheet_mesh(0.02))};
  w.detect.audit = 1;
  const double eighth = M_PI / 8;
  add(w, {.primitives = {{.shape = brick({0.01, 0.01, 0.01})}},
          .x = {0.0004, 0.0135, 0.0003},
          .q = {std::cos(eighth), std::sin(eighth), 0, 0},
          .v = {0, -0.1, 0}});
  return w;
}

TEST(AuditDepths, stop_a_run_in_which_a_wall_misses_a_ridge) {
  Simulation whole = start(cube_over_a_roof());
  run(whole, static_cast<std::uint64_t>(0.01 / whole.dt()));
  World w = cube_over_a_roof();
  w.walls[0].shape = std::make_shared<WithoutRidges>(w.walls[0].shape);
  Simulation s = start(w);
  const auto failure = s.run(static_cast<std::uint64_t>(0.01 / s.dt()));
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->code, "E0604");
  EXPECT_NE(failure->message.find("wall 'mesh'"), std::string::npos) << failure->message;
}

}  // namespace
}  // namespace scree::test
