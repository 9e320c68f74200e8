#include "convex/engine.hpp"
#include "geometry/convex/methods.hpp"

namespace scree::bench {
namespace {

class ScreeEngine : public Engine {
 public:
  std::string name() const override { return "scree"; }
  void load(std::span<const geometry::Polyhedron> bodies, std::size_t pairs) override {
    bodies_ = bodies;
    hints_.assign(pairs, {});
  }
  void forget() override { hints_.assign(hints_.size(), {}); }
  void run(std::span<const PairPose> poses, bool warm, double* distance) override {
    iterations_ = few_ = 0;
    for (const PairPose& p : poses) {
      geometry::GapHint none;
      const geometry::Gap g = gap({bodies_[p.a], p.x_a, p.q_a}, {bodies_[p.b], p.x_b, p.q_b},
                                  warm ? hints_[p.pair] : none);
      *distance++ = g.distance;
      iterations_ += static_cast<double>(g.iterations);
      few_ += g.iterations <= 2;
    }
    iterations_ /= static_cast<double>(poses.size());
    few_ /= static_cast<double>(poses.size());
  }
  double iterations() const override { return iterations_; }
  double at_most_two() const override { return few_; }

 protected:
  virtual geometry::Gap gap(const geometry::PlacedBody& a, const geometry::PlacedBody& b,
                            geometry::GapHint& hint) {
    return geometry::convex_gap(a, b, 1e9, hint);
  }

 private:
  std::span<const geometry::Polyhedron> bodies_;
  std::vector<geometry::GapHint> hints_;
  double iterations_ = 0, few_ = 0;
};

class ScreeMethod : public ScreeEngine {
 public:
  explicit ScreeMethod(geometry::GapMethod method) : method_(method) {}
  std::string name() const override {
    return std::string(geometry::kGapMethodNames[static_cast<int>(method_)]);
  }

 protected:
  geometry::Gap gap(const geometry::PlacedBody& a, const geometry::PlacedBody& b,
                    geometry::GapHint& hint) override {
    return geometry::convex_gap_by(method_, a, b, hint).gap;
  }

 private:
  geometry::GapMethod method_;
};

}  // namespace

std::unique_ptr<Engine> scree_engine() { return std::make_unique<ScreeEngine>(); }
std::unique_ptr<Engine> scree_method(int method) {
  return std::make_unique<ScreeMethod>(static_cast<geometry::GapMethod>(method));
}

}  // namespace scree::bench
