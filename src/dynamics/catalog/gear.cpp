// Gear's predictor-corrector: five values for positions (x, v, a, b, c), four for spins
// (omega, alpha, beta, gamma). Coefficients of Gear for x'' = f(x, x') and for y' = f(y).
//
// Own arrays: 0 a, 1 b = x''', 2 c = x'''', 3 alpha, 4 beta, 5 gamma.
#include "dynamics/integrator.hpp"
#include "dynamics/taylor.hpp"

namespace scree::integrators {
namespace {

// In scaled derivatives x_k = x^(k) dt^k / k!: corrections by c_k times the error of x_2 (x_1).
constexpr double kPosition = 19.0 / 90.0;  // forces depend on velocities; 19/120 if they did not
constexpr double kVelocity = 3.0 / 4.0;
constexpr double kThird = 1.0 / 2.0;
constexpr double kFourth = 1.0 / 12.0;
constexpr double kSpin = 3.0 / 8.0;
constexpr double kSpinSecond = 3.0 / 4.0;
constexpr double kSpinThird = 1.0 / 6.0;

double predict(const MotionArgs& m, std::size_t first, std::size_t last) {
  Particles& p = m.p;
  const double h = m.dt, h2 = h * h / 2, h3 = h * h * h / 6, h4 = h * h * h * h / 24;
  const bool periodic = m.box.any();
  double way2 = 0;
  for (std::size_t s = first; s < last; ++s) {
    Vec3 &a = m.own[0][s], &b = m.own[1][s], &c = m.own[2][s];
    Vec3 &alpha = m.own[3][s], &beta = m.own[4][s], &gamma = m.own[5][s];
    const Vec3 step = h * p.vm[s].v + h2 * a + h3 * b + h4 * c;
    p.xr[s].x += step;
    p.vm[s].v += h * a + h2 * b + h3 * c;
    a += h * b + h2 * c;
    b += h * c;
    p.q[s] = turned(p.q[s], h * p.ws[s].omega + h2 * alpha + h3 * beta);
    p.ws[s].omega += h * alpha + h2 * beta + h3 * gamma;
    alpha += h * beta + h2 * gamma;
    beta += h * gamma;
    way2 = longest(way2, norm2(step));
    if (periodic) wrap(p.xr[s].x, m.box);
  }
  return way2;
}

double correct_gear(const MotionArgs& m, std::size_t first, std::size_t last, const Vec3* f,
                    const Vec3* tq) {
  Particles& p = m.p;
  const double h = m.dt;
  const bool periodic = m.box.any();
  double way2 = 0;
  for (std::size_t s = first; s < last; ++s) {
    const Vec3 error = p.vm[s].inv_mass * f[s - first] - m.own[0][s];
    const Vec3 e2 = (0.5 * h * h) * error;  // error of the scaled second derivative
    const Vec3 step = kPosition * e2;
    p.xr[s].x += step;
    p.vm[s].v += (kVelocity / h) * e2;
    m.own[0][s] += error;
    m.own[1][s] += (kThird * 6 / (h * h * h)) * e2;
    m.own[2][s] += (kFourth * 24 / (h * h * h * h)) * e2;
    const Vec3 turn = p.inv_inertia[s] * tq[s - first] - m.own[3][s];
    const Vec3 e1 = h * turn;
    p.ws[s].omega += kSpin * e1;
    m.own[3][s] += turn;
    m.own[4][s] += (kSpinSecond * 2 / (h * h)) * e1;
    m.own[5][s] += (kSpinThird * 6 / (h * h * h)) * e1;
    way2 = longest(way2, norm2(step));
    if (periodic) wrap(p.xr[s].x, m.box);
  }
  keep_forces(p, first, last, f, tq);
  return way2;
}

}  // namespace

extern const IntegratorEntry gear_entry;
const IntegratorEntry gear_entry{.info = {"gear",
                                          "Gear predictor-corrector, five values",
                                          "Gear 1971; used by Lazarevic 2002 and Schinner 1999",
                                          {}},
                                 .arrays = 6,
                                 .predict = &predict,
                                 .correct = &correct_gear};

}  // namespace scree::integrators
