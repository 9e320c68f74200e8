// One narrow phase of bench_convex: ours, or that of a peer.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "geometry/convex/polyhedron.hpp"

namespace scree::bench {

struct PairPose {
  std::size_t pair;  // what an engine remembers of it is kept under this number
  std::size_t a, b;  // bodies
  Vec3 x_a, x_b;
  Quat q_a, q_b;
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string name() const = 0;
  virtual void load(std::span<const geometry::Polyhedron> bodies, std::size_t pairs) = 0;
  virtual void forget() = 0;
  // Distances; `warm`: starting from what the last call has found.
  virtual void run(std::span<const PairPose> poses, bool warm, double* distance) = 0;
  // Of the last run: mean, and the share of queries with at most two; below 0: not told.
  virtual double iterations() const { return -1; }
  virtual double at_most_two() const { return -1; }
};

std::unique_ptr<Engine> scree_engine();
std::unique_ptr<Engine> scree_method(int method);  // of geometry::GapMethod
std::unique_ptr<Engine> bullet_solver();
std::unique_ptr<Engine> bullet_detector();
std::unique_ptr<Engine> fcl_own();
std::unique_ptr<Engine> fcl_libccd();

}  // namespace scree::bench
