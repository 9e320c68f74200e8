// FCL's two solvers for distances, asked directly: without its objects and trees.
#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/detail/gjk_solver_indep.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>

#include "convex/engine.hpp"

namespace scree::bench {
namespace {

fcl::Transform3d transform(const Vec3& x, const Quat& q) {
  fcl::Transform3d t = fcl::Transform3d::Identity();
  t.linear() = fcl::Quaterniond(q.w, q.x, q.y, q.z).toRotationMatrix();
  t.translation() = fcl::Vector3d(x.x, x.y, x.z);
  return t;
}

template <class Solver>
class FclEngine : public Engine {
 public:
  explicit FclEngine(std::string name) : name_(std::move(name)) {}
  std::string name() const override { return name_; }
  void load(std::span<const geometry::Polyhedron> bodies, std::size_t pairs) override {
    shapes_.clear();
    for (const geometry::Polyhedron& b : bodies) {
      auto corners = std::make_shared<std::vector<fcl::Vector3d>>();
      for (const Vec3& x : b.corners()) corners->emplace_back(x.x, x.y, x.z);
      auto faces = std::make_shared<std::vector<int>>();
      for (std::size_t f = 0; f < b.face_count(); ++f) {
        faces->push_back(static_cast<int>(b.face(f).size()));
        for (const std::uint32_t k : b.face(f)) faces->push_back(static_cast<int>(k));
      }
      shapes_.push_back(
          std::make_unique<fcl::Convexd>(corners, static_cast<int>(b.face_count()), faces));
    }
    guesses_.assign(pairs, fcl::Vector3d(1, 0, 0));
  }
  void forget() override { guesses_.assign(guesses_.size(), fcl::Vector3d(1, 0, 0)); }
  void run(std::span<const PairPose> poses, bool warm, double* distance) override {
    solver_.enableCachedGuess(warm);
    for (const PairPose& p : poses) {
      if (warm) solver_.setCachedGuess(guesses_[p.pair]);
      double d = -1;
      fcl::Vector3d on_a, on_b;
      const bool apart =
          solver_.shapeDistance(*shapes_[p.a], transform(p.x_a, p.q_a), *shapes_[p.b],
                                transform(p.x_b, p.q_b), &d, &on_a, &on_b);
      if (warm) guesses_[p.pair] = solver_.getCachedGuess();
      *distance++ = apart ? d : -1;
    }
  }

 private:
  std::string name_;
  std::vector<std::unique_ptr<fcl::Convexd>> shapes_;
  std::vector<fcl::Vector3d> guesses_;
  Solver solver_;
};

}  // namespace

std::unique_ptr<Engine> fcl_own() {
  return std::make_unique<FclEngine<fcl::detail::GJKSolver_indep<double>>>("fcl, own solver");
}
std::unique_ptr<Engine> fcl_libccd() {
  return std::make_unique<FclEngine<fcl::detail::GJKSolver_libccd<double>>>("fcl, libccd");
}

}  // namespace scree::bench
