// The thesis' predictor with a trapezoid corrector: velocity Verlet, with velocities for the laws
// at the same instant as the positions. Second order; the default.
#include "dynamics/rigid.hpp"
#include "dynamics/taylor.hpp"

namespace scree::integrators {
namespace {

double correct_verlet(const MotionArgs& a, std::size_t first, std::size_t last, const Vec3* f,
                      const Vec3* tq) {
  const MotionRows m = motion_rows(a);
  for (std::size_t s = first; s < last; ++s)
    trapezoid_correct_row(m, s, f[s - first], tq[s - first]);
  return 0;
}

Vec3 predict_verlet_body(const MotionArgs& a, Body& b, std::size_t) {
  return predict_body(b, a.dt);
}

Vec3 correct_verlet_body(const MotionArgs& a, Body& b, std::size_t, const Vec3& f, const Vec3& tq) {
  correct_body(b, f, tq, a.dt);
  return {};
}

}  // namespace

extern const IntegratorEntry verlet_entry;
const IntegratorEntry verlet_entry{.info = {"verlet",
                                            "predictor with trapezoid corrector, second order",
                                            "Ferrez (3.19) to (3.22) with corrector",
                                            {}},
                                   .taylor_predictor = true,
                                   .trapezoid_corrector = true,
                                   .predict = &taylor_predict,
                                   .correct = &correct_verlet,
                                   .predict_body = &predict_verlet_body,
                                   .correct_body = &correct_verlet_body};

}  // namespace scree::integrators
