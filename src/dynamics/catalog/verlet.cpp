// The thesis' predictor with a trapezoid corrector: velocity Verlet, with velocities for the laws
// at the same instant as the positions. Second order; the default.
#include "dynamics/taylor.hpp"

namespace scree::integrators {
namespace {

// v(t+dt) = v(t) + dt/2 (a(t) + a(t+dt)), written as a correction of the prediction.
double correct(const MotionArgs& a, std::size_t first, std::size_t last, const Vec3* f,
               const Vec3* tq) {
  Particles& p = a.p;
  const double half = 0.5 * a.dt;
  for (std::size_t s = first; s < last; ++s) {
    const Vec3& f_new = f[s - first];
    const Vec3& t_new = tq[s - first];
    p.vm[s].v += (half * p.vm[s].inv_mass) * (f_new - p.f[s]);
    p.ws[s].omega += (half * p.inv_inertia[s]) * (t_new - p.tq[s]);
    p.f[s] = f_new;
    p.tq[s] = t_new;
  }
  return 0;
}

}  // namespace

extern const IntegratorEntry verlet_entry;
const IntegratorEntry verlet_entry{.info = {"verlet",
                                            "predictor with trapezoid corrector, second order",
                                            "Ferrez (3.19) to (3.22) with corrector",
                                            {}},
                                   .arrays = 0,
                                   .predict = &taylor_predict,
                                   .correct = &correct};

}  // namespace scree::integrators
