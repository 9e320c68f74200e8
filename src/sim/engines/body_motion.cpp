#include "sim/engines/body_motion.hpp"

#include <algorithm>
#include <cmath>

#include "sim/engines/body_system.hpp"

namespace scree {
namespace {

// How far a point between the centre of mass and a row can have gone: with the centre, and by the
// chord of the turn at the longest arm. A part in 1e12 is for rounding. As in body_loops.hpp.
double farthest(const World& w, const Body& b, const Quat& before, const Vec3& step) {
  double arm2 = 0;
  for (std::uint32_t k = 0; k < b.count; ++k)
    arm2 = std::max(arm2, norm2(w.bodies.primitive[b.first_primitive + k].x));
  const Quat turn = b.q * conjugate(before);
  const double chord = 2 * std::sqrt(norm2(Vec3{turn.x, turn.y, turn.z}) * arm2);
  return (norm(step) + chord) * (1 + 1e-12);
}

}  // namespace

double predict_body_and_rows(const IntegratorEntry& integrator, const MotionArgs& motion, World& w,
                             Body& b) {
  const Quat before = b.q;
  const Vec3 step = integrator.predict_body(motion, b, first_row_of(w, b));
  if (w.box.any()) wrap(b.x, w.box);
  put_rows(b, w);
  return farthest(w, b, before, step);
}

double correct_body_alone(const IntegratorEntry& integrator, const MotionArgs& motion, World& w,
                          Body& b, const BodyLoad& now) {
  const Quat before = b.q;
  const Vec3 step = integrator.correct_body(motion, b, first_row_of(w, b), now.f, now.tq);
  if (w.box.any()) wrap(b.x, w.box);
  return farthest(w, b, before, step);
}

}  // namespace scree
