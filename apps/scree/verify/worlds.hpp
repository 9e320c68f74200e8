// Small worlds that several cases begin with.
#pragma once

#include <string>

#include "scree/verify/case.hpp"

namespace scree::app::cases {

MaterialSpec linear_material(double contact_time, double restitution, double friction);
MaterialSpec hertz_material(double young, double poisson, double restitution);

// No walls, no gravity, no grains.
World empty_world(const MaterialSpec& material);

Wall plane(const Vec3& point, const Vec3& normal);
std::vector<Wall> open_box(double width);

// n grains of unequal size (+-15 %) on a loose lattice `across` wide, in random motion.
void add_cloud(World& w, std::size_t n, double d, int across, double speed, std::uint64_t seed = 5);

// Rows of the arrays are sorted during a run; ids are not.
std::uint32_t row(const Simulation& s, std::uint32_t id);
Vec3 position(const Simulation& s, std::uint32_t id);
Vec3 velocity(const Simulation& s, std::uint32_t id);
Vec3 spin(const Simulation& s, std::uint32_t id);

// Depth at which a sphere rests on a plane under g, with `linear` of one contact time: m g / k_n.
double resting_depth(double g, double contact_time, double restitution);

// Grains 0 and 1 approach along x, touch and part.
struct Collision {
  double restitution = 0, duration = 0, deepest = 0, strongest = 0;
  std::vector<double> time, overlap, force;  // from the first touch on
};
World pair_world(const MaterialSpec& m, double r0, double r1, double v0, double v1, double dt);
Collision collide(const VerifyRun& run, World w);

}  // namespace scree::app::cases
