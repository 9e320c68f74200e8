// Bodies with friction and restitution 0.5 come at 1 m/s: no wall gets into one of them, whatever
// its shape, its edges and holes, from either side, moving, or across a periodic seam.
#include <iostream>
#include <set>

#include "sim/impact_targets.hpp"
#include "sim/polygon_targets.hpp"
#include "support/effort.hpp"

namespace scree::test {
namespace {

// A body's core must stay out of the wall, so its contacts must not be too soft: at 1 m/s it goes
// v t_c/pi = 0.03 mm deep, and the plate, the sharpest of all, presses as if rounded by 0.05 mm.
constexpr Throw kRealistic{
    .steps_per_contact = 40, .speed = 1, .restitution = 0.5, .friction = 0.5, .contact_time = 1e-4};

struct Passes {
  int thrown = 0, met = 0, pierced = 0, gained = 0;
};

void throw_all(const std::vector<Target>& targets, Throw how, bool moving, Passes& sum) {
  const char* whole = std::getenv("SCREE_LONG");
  const int number = whole ? std::max(1, std::atoi(whole)) : 1;
  const PartOfTries part = part_of_tries();
  std::size_t turn = 0;
  for (const NamedBody& body : impact_bodies())
    for (const Target& target : targets) {
      // In short every target and every body now and then.
      if (!whole && turn++ % (reduced_effort() ? 21 : 4) != 0) continue;
      for (int k = part.first; k < number; k += part.step) {
        const auto seed = static_cast<std::uint64_t>(k) + 1;
        const ThrowResult r = thrown(body.shape, target, seed, how);
        ++sum.thrown, sum.met += r.touched, sum.pierced += r.pierced;
        EXPECT_FALSE(r.pierced) << body.name << " at " << target.name << ", seed " << seed;
        if (!r.touched || moving) continue;
        // It loses energy, and never gains.
        sum.gained += r.energy_ratio > 1;
        EXPECT_LT(r.energy_ratio, 1) << body.name << " at " << target.name << ", seed " << seed;
      }
    }
}

void tell(const std::string& what, const Passes& p) {
  if (std::getenv("SCREE_LONG"))
    std::cout << what << ": " << p.thrown << " thrown, " << p.met << " met the wall, " << p.pierced
              << " with a wall in the core, " << p.gained << " gained energy" << std::endl;
  EXPECT_GT(p.met, p.thrown / 4) << what;
}

TEST(Passing, no_wall_is_passed_from_outside) {
  Passes sum;
  throw_all(impact_targets(), kRealistic, false, sum);
  tell("from outside", sum);
}

TEST(Passing, no_container_is_left_but_through_its_opening) {
  Throw how = kRealistic;
  how.from_inside = true;
  Passes sum;
  throw_all(container_targets(), how, false, sum);
  tell("from inside", sum);
}

TEST(Passing, no_wall_is_passed_that_moves) {
  ParamSet swings, turns;
  swings.set("amplitude", 0.002), swings.set("frequency", 40.0);  // 0.5 m/s at most
  swings.set("direction", Vec3{0, 1, 0});
  turns.set("angular_velocity", 60.0);
  turns.set("axis", Vec3{1, 0, 0});
  std::vector<Target> moving;
  for (const Target& t : impact_targets()) {
    if (t.name == "plane") continue;  // it leaves no room to throw from
    moving.push_back(moved(t, "sinusoid", swings));
    moving.push_back(moved(t, "rotate", turns));
  }
  Passes sum;
  throw_all(moving, kRealistic, true, sum);
  tell("moving", sum);
}

TEST(Passing, no_wall_is_passed_across_a_seam) {
  std::vector<Target> cut;
  const std::set<std::string> small{"post",  "lying cylinder", "pipe",       "disc",
                                    "strip", "mesh block",     "mesh sheet", "thin pipe"};
  for (const Target& t : impact_targets())
    if (small.count(t.name) > 0) cut.push_back(across_a_seam(t));
  ASSERT_EQ(cut.size(), small.size());
  Passes sum;
  throw_all(cut, kRealistic, false, sum);
  tell("across a seam", sum);
}

// Polygons, at the walls of two dimensions as they are, moving, and across a seam.
TEST(Passing, no_wall_is_passed_by_polygons) {
  const char* whole = std::getenv("SCREE_LONG");
  const int number = whole ? std::max(1, std::atoi(whole)) : 1;
  std::size_t turn = 0;
  ParamSet swings, turns;
  swings.set("amplitude", 0.002), swings.set("frequency", 40.0);  // 0.5 m/s at most
  swings.set("direction", Vec3{0, 1, 0});
  turns.set("angular_velocity", 60.0);
  turns.set("axis", Vec3{0, 0, 1});
  std::vector<FlatTarget> targets;
  for (const FlatTarget& t : flat_targets()) {
    targets.push_back(t);
    World w = impact_world();
    t.put(w);
    if (w.walls.empty() || t.name == "plane") continue;
    for (const auto& [motion, p] : {std::pair{"sinusoid", swings}, std::pair{"rotate", turns}}) {
      FlatTarget moving = t;
      moving.name += std::string(", ") + motion;
      moving.put = [t, name = std::string(motion), p = p](World& into) {
        t.put(into);
        const WallMotionEntry* m = find_wall_motion(name);
        into.walls.back().motion = std::move(*m->make(*with_defaults(m->info.params, p)));
      };
      targets.push_back(moving);
    }
    if (t.name != "post" && t.name != "arc") continue;
    FlatTarget cut = t;
    cut.name += " across a seam";
    cut.put = [t](World& into) {
      t.put(into);
      into.box.lo = {0, -1, -1}, into.box.hi = {0.1, 1, 1};
      into.box.periodic[0] = true;
    };
    targets.push_back(cut);
  }
  Passes sum;
  for (const FlatBody& body : flat_bodies())
    for (const FlatTarget& target : targets) {
      if (!whole && turn++ % (reduced_effort() ? 15 : 4) != 0) continue;
      for (int k = 0; k < number; ++k) {
        const auto seed = static_cast<std::uint64_t>(k) + 1;
        const FlatImpact r = flat_impact(body.shape, target, seed, kRealistic);
        ++sum.thrown, sum.met += r.touched, sum.pierced += r.pierced;
        EXPECT_FALSE(r.pierced) << body.name << " at " << target.name << ", seed " << seed;
      }
    }
  tell("polygons", sum);
}

// A new shape of walls wants a target.
TEST(Passing, every_shape_of_walls_is_thrown_at) {
  std::set<std::string> met;
  for (const auto& targets : {impact_targets(), container_targets()})
    for (const Target& t : targets) {
      World w = empty_world();
      t.put(w);
      for (const Wall& wall : w.walls) met.insert(wall.name);
    }
  for (const WallShapeEntry* e : wall_shape_catalog()) {
    const std::string name(e->info.name);
    if (name == "arc" || name == "polygon") continue;  // two dimensions: PlaneImpacts
    EXPECT_TRUE(met.count(name) > 0) << name;
  }
}

}  // namespace
}  // namespace scree::test
