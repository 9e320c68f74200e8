#include "sim/engines/body_motion.hpp"

#include "sim/engines/body_system.hpp"

namespace scree {
double predict_body_and_rows(const IntegratorEntry& integrator, const MotionArgs& motion, World& w,
                             Body& b) {
  const Quat before = b.q;
  const Vec3 step = integrator.predict_body(motion, b, first_row_of(w, b));
  if (w.box.any()) wrap(b.x, w.box);
  put_rows(b, w);
  return farthest(w.bodies.primitive.data(), b, before, step);
}

double correct_body_alone(const IntegratorEntry& integrator, const MotionArgs& motion, World& w,
                          Body& b, const BodyLoad& now) {
  const Quat before = b.q;
  const Vec3 step = integrator.correct_body(motion, b, first_row_of(w, b), now.f, now.tq);
  if (w.box.any()) wrap(b.x, w.box);
  return farthest(w.bodies.primitive.data(), b, before, step);
}

}  // namespace scree
