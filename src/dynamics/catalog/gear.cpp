// Gear's predictor-corrector: five values for positions (x, v, a, b, c), four for spins
// (omega, alpha, beta, gamma). Coefficients of Gear for x'' = f(x, x') and for y' = f(y).
//
// It remembers what it predicts with: see kState.
//
// A rigid body turns by its angular momentum L in the world, whose derivative is the torque T, with
// four values of the same scheme: L, T and two derivatives of T. So without a torque it keeps L to
// rounding. The spin w follows from L, and by Euler's equations three derivatives w1, w2, w3 of it
// (dynamics/rigid.hpp). The orientation goes along their series, with the commutators of Magnus
// that are as large,
//
//   theta = h w + h^2/2 w1 + h^3/6 w2 + h^4/24 w3 - h^3/12 w x w1 - h^4/24 w x w2,
//
// and is corrected as a position is, by 19/90 of h^2/2 times the error of I^-1 T.
#include "dynamics/integrator.hpp"
#include "dynamics/rigid.hpp"
#include "dynamics/taylor.hpp"

namespace scree::integrators {
namespace {

constexpr IntegratorField kState[] = {
    {"gear_acceleration", "m/s^2", "a, as predicted and corrected"},
    {"gear_jerk", "m/s^3", "b, third derivative of the position"},
    {"gear_snap", "m/s^4", "c, fourth derivative of the position"},
    {"gear_angular_acceleration", "rad/s^2", "alpha; of a body the torque T, N m"},
    {"gear_angular_jerk", "rad/s^3", "beta, second derivative of the spin; of a body T'"},
    {"gear_angular_snap", "rad/s^4", "gamma, third derivative of the spin; of a body T''"},
};

struct State {
  Vec3 *a, *b, *c, *alpha, *beta, *gamma;
  explicit State(const MotionArgs& m)
      : a(m.state(0)),
        b(m.state(1)),
        c(m.state(2)),
        alpha(m.state(3)),
        beta(m.state(4)),
        gamma(m.state(5)) {}
};

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
  const State now(m);
  const double h = m.dt, h2 = h * h / 2, h3 = h * h * h / 6, h4 = h * h * h * h / 24;
  const bool periodic = m.box.any();
  double way2 = 0;
  for (std::size_t s = first; s < last; ++s) {
    Vec3 &a = now.a[s], &b = now.b[s], &c = now.c[s];
    Vec3 &alpha = now.alpha[s], &beta = now.beta[s], &gamma = now.gamma[s];
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
  const State now(m);
  const double h = m.dt;
  const bool periodic = m.box.any();
  double way2 = 0;
  for (std::size_t s = first; s < last; ++s) {
    const Vec3 error = p.vm[s].inv_mass * f[s - first] - now.a[s];
    const Vec3 e2 = (0.5 * h * h) * error;  // error of the scaled second derivative
    const Vec3 step = kPosition * e2;
    p.xr[s].x += step;
    p.vm[s].v += (kVelocity / h) * e2;
    now.a[s] += error;
    now.b[s] += (kThird * 6 / (h * h * h)) * e2;
    now.c[s] += (kFourth * 24 / (h * h * h * h)) * e2;
    const Vec3 turn = p.inv_inertia[s] * tq[s - first] - now.alpha[s];
    const Vec3 e1 = h * turn;
    p.ws[s].omega += kSpin * e1;
    now.alpha[s] += turn;
    now.beta[s] += (kSpinSecond * 2 / (h * h)) * e1;
    now.gamma[s] += (kSpinThird * 6 / (h * h * h)) * e1;
    way2 = longest(way2, norm2(step));
    if (periodic) wrap(p.xr[s].x, m.box);
  }
  keep_forces(p, first, last, f, tq);
  return way2;
}

// From the current accelerations; what changes them is not known yet.
void start(const MotionArgs& m, std::size_t first, std::size_t last) {
  const State now(m);
  for (std::size_t s = first; s < last; ++s) {
    now.a[s] = m.p.vm[s].inv_mass * m.p.f[s];
    now.alpha[s] = m.p.inv_inertia[s] * m.p.tq[s];
  }
}

void enter(const MotionArgs& m, std::size_t row, const Vec3& acceleration) {
  State(m).a[row] = acceleration;
}

void take_off_force(const MotionArgs& m, std::size_t row, const Vec3& force, const Vec3& torque) {
  const State now(m);
  now.a[row] -= m.p.vm[row].inv_mass * force;
  now.alpha[row] -= m.p.inv_inertia[row] * torque;
}

Vec3 predict_gear_body(const MotionArgs& m, Body& body, std::size_t s) {
  if (body.inv_mass == 0) return {};
  const State now(m);
  const double h = m.dt, h2 = h * h / 2, h3 = h * h * h / 6, h4 = h * h * h * h / 24;
  Vec3 &a = now.a[s], &b = now.b[s], &c = now.c[s];
  Vec3 &t = now.alpha[s], &t1 = now.beta[s], &t2 = now.gamma[s];
  const Vec3 step = h * body.v + h2 * a + h3 * b + h4 * c;
  body.x += step;
  body.v += h * a + h2 * b + h3 * c;
  a += h * b + h2 * c;
  b += h * c;
  const Vec3 w = body.omega, l = body.momentum(w);
  const SpinRates rate = spin_rates(body, l, t, t1, t2);
  const Vec3 theta = h * w + h2 * rate.first + h3 * rate.second + h4 * rate.third -
                     (0.5 * h3) * cross(w, rate.first) - h4 * cross(w, rate.second);
  body.q = turned_by(body.q, theta);
  body.omega = body.spin(l + h * t + h2 * t1 + h3 * t2);
  t += h * t1 + h2 * t2;
  t1 += h * t2;
  return step;
}

Vec3 correct_gear_body(const MotionArgs& m, Body& body, std::size_t s, const Vec3& f,
                       const Vec3& tq) {
  body.f = f, body.tq = tq;
  if (body.inv_mass == 0) return {};
  const State now(m);
  const double h = m.dt;
  const Vec3 error = body.inv_mass * f - now.a[s];
  const Vec3 e2 = (0.5 * h * h) * error;
  const Vec3 step = kPosition * e2;
  body.x += step;
  body.v += (kVelocity / h) * e2;
  now.a[s] += error;
  now.b[s] += (kThird * 6 / (h * h * h)) * e2;
  now.c[s] += (kFourth * 24 / (h * h * h * h)) * e2;
  const Vec3 turn = tq - now.alpha[s];
  const Vec3 e1 = h * turn;
  const Vec3 l = body.momentum(body.omega) + kSpin * e1;
  body.q = turned_by(body.q, (0.5 * kPosition * h) * body.spin(e1));
  body.omega = body.spin(l);
  now.alpha[s] += turn;
  now.beta[s] += (kSpinSecond * 2 / (h * h)) * e1;
  now.gamma[s] += (kSpinThird * 6 / (h * h * h)) * e1;
  return step;
}

void start_gear_body(const MotionArgs& m, const Body& body, std::size_t row) {
  const State now(m);
  now.a[row] = body.inv_mass * body.f;
  now.alpha[row] = body.inv_mass > 0 ? body.tq : Vec3{};
}

void take_off_gear_body_force(const MotionArgs& m, const Body& body, std::size_t row,
                              const Vec3& force, const Vec3& torque) {
  const State now(m);
  now.a[row] -= body.inv_mass * force;
  if (body.inv_mass > 0) now.alpha[row] -= torque;
}

}  // namespace

extern const IntegratorEntry gear_entry;
const IntegratorEntry gear_entry{.info = {"gear",
                                          "Gear predictor-corrector, five values",
                                          "Gear 1971; used by Lazarevic 2002 and Schinner 1999",
                                          {}},
                                 .state = kState,
                                 .predict = &predict,
                                 .correct = &correct_gear,
                                 .start = &start,
                                 .enter = &enter,
                                 .take_off_force = &take_off_force,
                                 .predict_body = &predict_gear_body,
                                 .correct_body = &correct_gear_body,
                                 .start_body = &start_gear_body,
                                 .take_off_body_force = &take_off_gear_body_force};

}  // namespace scree::integrators
