// The predictor alone, as the thesis ran it: one force evaluation, velocities of first order.
#include "dynamics/rigid.hpp"
#include "dynamics/taylor.hpp"

namespace scree::integrators {
namespace {

double correct_ferrez(const MotionArgs& a, std::size_t first, std::size_t last, const Vec3* f,
                      const Vec3* tq) {
  keep_forces(a.p, first, last, f, tq);
  return 0;
}

Vec3 predict_ferrez_body(const MotionArgs& a, Body& b, std::size_t) {
  return predict_body(b, a.dt);
}

Vec3 correct_ferrez_body(const MotionArgs&, Body& b, std::size_t, const Vec3& f, const Vec3& tq) {
  b.f = f, b.tq = tq;
  return {};
}

}  // namespace

extern const IntegratorEntry ferrez_entry;
const IntegratorEntry ferrez_entry{.info = {"ferrez",
                                            "predictor only, first order in the velocities",
                                            "Ferrez (3.19) to (3.22)",
                                            {}},
                                   .taylor_predictor = true,
                                   .predict = &taylor_predict,
                                   .correct = &correct_ferrez,
                                   .predict_body = &predict_ferrez_body,
                                   .correct_body = &correct_ferrez_body};

}  // namespace scree::integrators
