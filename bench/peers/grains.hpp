// What Scree and its peers are started from: one state, one law, one box. The peers know other
// words for the same law, so it is kept here in the form that all of them can be given:
//
//   F_n = k_n d_n + m_eff gamma_n d(d_n)/dt,   F_t = k_t d_t + m_eff gamma_t v_t,   |F_t| <= mu
//   |F_n|
//
// with k_n and k_t for pairs of grains and for grains at walls apart.
#pragma once

#include <string>
#include <vector>

#include "base/vec3.hpp"
#include "state/particles.hpp"

namespace scree::peers {

struct HookeLaw {
  double k_n = 0, k_t = 0;            // grain and grain
  double wall_k_n = 0, wall_k_t = 0;  // grain and wall
  double gamma_n = 0, gamma_t = 0;    // 1/s
  double mu = 0;
};

// A box of planes, y up: x and z in [0, width], floor at y = 0, no lid unless height > 0.
struct OpenBox {
  double width = 0;
  double height = 0;
};

// The floor swings: y = A (1 - cos 2 pi f t), the motion that every code knows. A = 0: at rest.
struct Shake {
  double amplitude = 0;
  double frequency = 0;
};

struct GrainState {
  Vec3 x, v, omega;
  double radius = 0;
  double density = 0;
};

// In the order of ids; peers count from 1, Scree from 0.
using State = std::vector<GrainState>;

State state_of(const Particles& p);
double kinetic_energy(const State& s);  // translation only, as the peers print it

// The different radii, ascending; empty when there are more than `most`: no classes then. LAMMPS
// and LIGGGHTS search each type on a grid of its own, so that a class becomes a type.
std::vector<double> size_classes(const State& s, std::size_t most = 16);
// Place of a radius among the classes; 0 without classes.
std::size_t class_of(const std::vector<double>& classes, double radius);

}  // namespace scree::peers
