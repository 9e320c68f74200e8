// Bullet's two solvers. Debian builds Bullet in single precision.
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include "convex/engine.hpp"

namespace scree::bench {
namespace {

btVector3 vector(const Vec3& v) { return {btScalar(v.x), btScalar(v.y), btScalar(v.z)}; }
btTransform transform(const Vec3& x, const Quat& q) {
  return btTransform(btQuaternion(btScalar(q.x), btScalar(q.y), btScalar(q.z), btScalar(q.w)),
                     vector(x));
}

class BulletEngine : public Engine {
 public:
  void load(std::span<const geometry::Polyhedron> bodies, std::size_t pairs) override {
    shapes_.clear();
    for (const geometry::Polyhedron& b : bodies) {
      auto shape = std::make_unique<btConvexHullShape>();
      for (const Vec3& x : b.corners()) shape->addPoint(vector(x), false);
      shape->recalcLocalAabb();
      shape->setMargin(0);
      shapes_.push_back(std::move(shape));
    }
    axes_.resize(pairs);
  }
  void forget() override {}

 protected:
  std::vector<std::unique_ptr<btConvexHullShape>> shapes_;
  std::vector<btVector3> axes_;
};

class BulletSolver : public BulletEngine {
 public:
  std::string name() const override { return "bullet btGjkEpaSolver2"; }
  void run(std::span<const PairPose> poses, bool warm, double* distance) override {
    for (const PairPose& p : poses) {
      const btTransform a = transform(p.x_a, p.q_a), b = transform(p.x_b, p.q_b);
      btGjkEpaSolver2::sResults found;
      const btVector3 guess = warm ? axes_[p.pair] : a.getOrigin() - b.getOrigin();
      const bool apart =
          btGjkEpaSolver2::Distance(shapes_[p.a].get(), a, shapes_[p.b].get(), b, guess, found);
      axes_[p.pair] = found.witnesses[0] - found.witnesses[1];
      *distance++ = apart ? double(found.distance) : -1;
    }
  }
};

class BulletDetector : public BulletEngine {
 public:
  std::string name() const override { return "bullet btGjkPairDetector"; }
  void run(std::span<const PairPose> poses, bool warm, double* distance) override {
    iterations_ = 0;
    for (const PairPose& p : poses) {
      btGjkPairDetector detector(shapes_[p.a].get(), shapes_[p.b].get(), &simplex_, &depth_);
      if (warm) detector.setCachedSeparatingAxis(axes_[p.pair]);
      btGjkPairDetector::ClosestPointInput input;
      input.m_transformA = transform(p.x_a, p.q_a);
      input.m_transformB = transform(p.x_b, p.q_b);
      btPointCollector found;
      detector.getClosestPoints(input, found, nullptr);
      axes_[p.pair] = detector.getCachedSeparatingAxis();
      *distance++ = found.m_hasResult ? double(found.m_distance) : -1;
      iterations_ += detector.m_curIter;
    }
    iterations_ /= static_cast<double>(poses.size());
  }
  double iterations() const override { return iterations_; }

 private:
  btVoronoiSimplexSolver simplex_;
  btGjkEpaPenetrationDepthSolver depth_;
  double iterations_ = 0;
};

}  // namespace

std::unique_ptr<Engine> bullet_solver() { return std::make_unique<BulletSolver>(); }
std::unique_ptr<Engine> bullet_detector() { return std::make_unique<BulletDetector>(); }

}  // namespace scree::bench
