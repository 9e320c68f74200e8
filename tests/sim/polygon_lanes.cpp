// Polygons by lanes (sim/contacts/polygon_contacts.hpp) against the plain code, to the last bit.
#include <numbers>

#include "shapes/polygon.hpp"
#include "sim/bodies.hpp"
#include "sim/contacts/polygon_contacts.hpp"
#include "sim/one_answer.hpp"

namespace scree::test {
namespace {

using geometry::PlacedPolygon;
using geometry::Turn2;
using geometry::Vec2;

std::shared_ptr<const PolygonShape> lanes_regular(int corners, double r, double turn = 0.1) {
  std::vector<Vec2> c;
  for (int k = 0; k < corners; ++k) {
    const double a = turn + 2 * std::numbers::pi * k / corners;
    c.push_back({r * std::cos(a), r * std::sin(a)});
  }
  return *PolygonShape::make(c, 0, PolygonContact::depth);
}

struct LanesPose {
  Vec2 x;
  double angle;
  PlacedPolygon of(const PolygonShape& s) const {
    return {&s.core(), x, {std::cos(angle), std::sin(angle)}};
  }
};

PolygonRow lanes_row(const PolygonShape& s, const PlacedPolygon& at) {
  PolygonRow r;
  r.x = at.x, r.turn = at.turn;
  r.corner = s.core().corners().data(), r.outward = s.form().outward.data();
  r.corners = s.core().size();
  return r;
}

bool same_touch(const PolygonTouch& a, const PolygonTouch& b) {
  bool same = a.count == b.count && a.normal[0] == b.normal[0] && a.mass_share == b.mass_share;
  for (int k = 0; k < a.count && same; ++k)
    same = a.point[k] == b.point[k] && a.depth[k] == b.depth[k] && a.share[k] == b.share[k];
  return same;
}

bool lanes_can(const PolygonTouch& t, const PolygonShape& a, const PolygonShape& b) {
  return t.form.known && t.form.inside_a <= 2 && t.form.inside_b <= 2 &&
         t.form.inside_a + 2 <= a.core().size() && t.form.inside_b + 2 <= b.core().size();
}

// The lanes of a block, each a pair that overlapped as `before` and lies as `now`.
struct LanesCase {
  const PolygonShape *a, *b;
  PlacedPolygon at_a, at_b;
  PolygonTouch before, now;
};

struct LanesCount {
  int followed = 0, kept = 0;  // lanes that are ok, pairs that overlap in the same form
};

void run_lanes(const kernel::Kernels& kernels, const std::vector<LanesCase>& cases,
               LanesCount& count) {
  kernel::PolygonBlock block{};
  for (std::size_t first = 0; first + kernel::kPolygonLanes <= cases.size();
       first += kernel::kPolygonLanes) {
    for (int l = 0; l < kernel::kPolygonLanes; ++l) {
      const LanesCase& c = cases[first + static_cast<std::size_t>(l)];
      const geometry::OverlapForm& f = c.before.form;
      fill_polygon_lane(block, 0, l, lanes_row(*c.a, c.at_a), c.at_a.x, f.enter_a, f.inside_a,
                        c.before.side_a);
      fill_polygon_lane(block, 1, l, lanes_row(*c.b, c.at_b), c.at_b.x, f.enter_b, f.inside_b,
                        c.before.side_b);
    }
    kernels.plane_touch(block);
    for (int l = 0; l < kernel::kPolygonLanes; ++l) {
      const LanesCase& c = cases[first + static_cast<std::size_t>(l)];
      const geometry::OverlapForm &f = c.before.form, &g = c.now.form;
      const bool kept = g.known && f.enter_a == g.enter_a && f.enter_b == g.enter_b &&
                        f.inside_a == g.inside_a && f.inside_b == g.inside_b &&
                        c.before.side_a == c.now.side_a && c.before.side_b == c.now.side_b;
      count.kept += kept;
      if (!(block.ok[l] > 0)) continue;
      ++count.followed;
      ASSERT_TRUE(kept) << kernels.name << ": a form that is not there";
      ASSERT_TRUE(same_touch(touch_of_polygon_lane(block, l, c.now.r_eff), c.now)) << kernels.name;
    }
  }
}

std::vector<LanesCase> lanes_cases(std::span<const std::shared_ptr<const PolygonShape>> shapes,
                                   std::size_t n, double overlap, double change, bool upright) {
  const CounterRandom random(17, static_cast<std::uint64_t>(1e6 * (overlap + change)));
  std::vector<LanesCase> out;
  for (std::uint64_t k = 0; out.size() < n && k < 60 * n; ++k) {
    const auto u = [&](std::uint64_t m) { return random.uniform(16 * k + m); };
    const auto& a = shapes[static_cast<std::size_t>(u(0) * static_cast<double>(shapes.size()))];
    const auto& b = shapes[static_cast<std::size_t>(u(1) * static_cast<double>(shapes.size()))];
    const double size = a->bounding_radius() + b->bounding_radius();
    const double way = upright ? 0 : 2 * std::numbers::pi * u(2);
    const double far = size * (1 - overlap * u(3));
    LanesPose pa{{3 * u(4), 3 * u(5)}, upright ? 0 : 6.3 * u(6)};
    LanesPose pb{pa.x + Vec2{far * std::cos(way), far * std::sin(way)}, upright ? 0 : 6.3 * u(7)};
    geometry::FeatureHint hint;
    const PolygonTouch before = touch_polygons(*a, pa.of(*a), *b, pb.of(*b), 0, hint);
    if (before.count == 0 || !lanes_can(before, *a, *b)) continue;
    pb.x += change * size * Vec2{u(8) - 0.5, upright ? 0 : u(9) - 0.5};
    if (!upright) pb.angle += change * (u(10) - 0.5);
    const PolygonTouch now = touch_polygons(*a, pa.of(*a), *b, pb.of(*b), 0, hint);
    out.push_back({a.get(), b.get(), pa.of(*a), pb.of(*b), before, now});
  }
  return out;
}

TEST(PlaneLanes, a_lane_that_is_ok_has_the_bits_of_the_plain_code) {
  std::vector<std::shared_ptr<const PolygonShape>> shapes;
  for (const int corners : {3, 4, 5, 6, 8, 11})
    for (const double r : {0.01, 0.013, 0.05}) shapes.push_back(lanes_regular(corners, r));
  for (const auto& [overlap, change, least] :
       {std::tuple{0.2, 1e-6, 0.97}, {0.2, 1e-3, 0.9}, {0.3, 0.1, 0.5}}) {
    const std::vector<LanesCase> cases = lanes_cases(shapes, 4000, overlap, change, false);
    ASSERT_EQ(cases.size(), 4000u);
    for (const char* set : {"plain", "avx2", "avx512"}) {
      const kernel::Kernels* kernels = kernel::choose_kernels(set);
      if (kernels == nullptr) continue;  // not on this machine
      LanesCount count;
      run_lanes(*kernels, cases, count);
      EXPECT_GT(count.followed, least * count.kept) << set << ", changes of " << change;
    }
  }
}

// Sides that coincide, corners on sides: signs are in doubt, and the plain code decides.
TEST(PlaneLanes, what_is_in_line_is_left_to_the_plain_code) {
  std::vector<std::shared_ptr<const PolygonShape>> shapes;
  for (const double r : {0.01, 0.02}) shapes.push_back(lanes_regular(4, r, std::numbers::pi / 4));
  shapes.push_back(lanes_regular(8, 0.01, std::numbers::pi / 8));
  const std::vector<LanesCase> cases = lanes_cases(shapes, 400, 0.4, 0.02, true);
  ASSERT_GT(cases.size(), 100u);
  LanesCount count;
  run_lanes(*kernel::choose_kernels("auto"), cases, count);
}

// Sharp, rounded and area polygons of many sizes and two materials, fixed ones among them, clumps
// of polygons, discs; periodic along x, and some leave through the floor.
World lanes_crowd() {
  World w = empty_world(linear_material(2e-3, 0.4, 0.4));
  w.materials.push_back(w.materials[0]);
  w.materials[1].name = "rough";
  w.materials[1].tangential.params.set("friction", 0.7);
  w.particles.set_dimensions(Dimensions::two);
  w.gravity.g = {0, -9.81, 0};
  w.box.lo = {0, -1, -0.5}, w.box.hi = {0.176, 1, 0.5};
  w.box.periodic[0] = true;
  w.max_start_overlap = 0.2;
  Outlet outlet;
  outlet.name = "below";
  outlet.check_every = 50;
  ParamSet where;
  where.set("height", -0.02);
  const OutletRegionEntry* below = find_outlet_region("below");
  outlet.region = std::shared_ptr<const OutletRegion>(
      std::move(*below->make(*with_defaults(below->info.params, where))));
  w.outlets = {outlet};
  for (int k = 0; k < 5; ++k)  // a floor with gaps
    add(w, {.primitives = {{.material = MaterialId{1},
                            .shape = lanes_regular(4, 0.009, std::numbers::pi / 4)}},
            .x = {0.0176 + 0.0352 * k, -0.008, 0},
            .fixed = true});
  const std::shared_ptr<const PolygonShape> shapes[] = {
      lanes_regular(8, 0.0068),
      lanes_regular(3, 0.0066),
      lanes_regular(4, 0.0064),
      lanes_regular(13, 0.0066),
      *PolygonShape::make(std::vector<Vec2>{{0, 0}, {0.009, 0}, {0.009, 0.005}, {0, 0.005}}, 0.001,
                          PolygonContact::depth),
      *PolygonShape::make(std::vector<Vec2>{{0, 0}, {0.009, 0}, {0.008, 0.006}, {0, 0.006}}, 0,
                          PolygonContact::area)};
  const CounterRandom random(2, 3);
  for (std::size_t k = 0; k < 120; ++k) {
    const auto u = [&](std::size_t m) { return random.uniform(8 * k + m) - 0.5; };
    const Vec3 x{0.0073 + 0.01465 * static_cast<double>(k % 12),
                 0.008 + 0.0145 * static_cast<double>(k / 12), 0};
    const Vec3 v{u(0), u(1) - 1.2, 0}, spin{0, 0, 80 * u(2)};
    if (k % 8 == 7) {
      w.particles.add({.x = x, .radius = 0.006, .v = v, .omega = spin}, w.materials[0].density);
      continue;
    }
    const double half = 3 * u(3);
    BodySpec b{.x = x, .q = {std::cos(half), 0, 0, std::sin(half)}, .v = v, .omega = spin};
    if (k % 8 == 6) {
      const auto bar = lanes_regular(4, 0.0035, std::numbers::pi / 4);
      b.primitives = {{.x = {-0.002, 0, 0}, .shape = bar},
                      {.x = {0.002, 0.001, 0}, .q = {0.96, 0, 0, 0.28}, .shape = bar}};
    } else {
      b.primitives = {{.material = MaterialId{k % 3 == 0 ? 1u : 0u}, .shape = shapes[k % 8]}};
    }
    add(w, b);
  }
  return w;
}

TEST(PlaneLanes, a_world_comes_to_the_bits_of_the_plain_path) {
  World fast = lanes_crowd(), plain = fast;
  // As if of the program: pair by pair.
  for (const ShapeEntry* e : shape_catalog())
    if (e->info.name == "polygon") plain.collisions.assign(e->pairs.begin(), e->pairs.end());
  ASSERT_FALSE(plain.collisions.empty());
  Simulation f = start(fast, {.threads = 2}), p = start(plain);
  std::uint64_t done = 0;
  for (int k = 0; k < 5; ++k) {
    run(f, 200), run(p, 200);
    done += 200;
    ASSERT_TRUE(f.state_hash() == p.state_hash()) << "after " << done;
  }
  const EnergyReport a = f.energy(), b = p.energy();
  EXPECT_EQ(a.lost(), b.lost());
  EXPECT_EQ(a.stored_normal, b.stored_normal);
  EXPECT_EQ(a.stored_tangential, b.stored_tangential);
  EXPECT_GT(f.contact_count(), 30u);
  EXPECT_GT(f.world().outlets[0].grains, 0u) << "rows leave";
}

TEST(PlaneLanes, one_answer_for_threads_detectors_resume_and_instruction_sets) {
  EXPECT_GT(expect_one_answer(lanes_crowd(), matrix().steps(700, 500)).contacts, 20u);
}

}  // namespace
}  // namespace scree::test
