#include "sim/reports/law_probe.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/exact_math.hpp"
#include "sim/contacts/pair_laws.hpp"

namespace scree {
namespace {

constexpr Vec3 kNormal{1, 0, 0};

void load_lane(kernel::Block& b, int l, const Touch& t, double inv_m, const Vec3& before) {
  for (int k = 0; k < 3; ++k) {
    b.n[k][l] = t.n[k];
    b.v_t[k][l] = t.v_t[k];
    b.w_rel[k][l] = t.w_rel[k];
    b.before[k][l] = before[k];
  }
  b.delta[l] = t.delta;
  b.delta_dot[l] = t.delta_dot;
  b.m_eff[l] = t.m_eff;
  b.r_eff[l] = t.r_eff;
  b.inv_m[l] = inv_m;
  b.touching[l] = 1;
}

}  // namespace

double bridge_volume(const MaterialSpec& a, double r_a, const MaterialSpec& b, double r_b) {
  const auto offer = [](const MaterialSpec& m, double r) {
    return m.cohesion.params.number_or("share", 0.5) * m.cohesion.params.number_or("film", 0) *
           (4.0 / 3.0) * std::numbers::pi * (r * r * r);
  };
  return r_b > 0 ? 2 * std::min(offer(a, r_a), offer(b, r_b)) : offer(a, r_a);
}

ContactProbe::ContactProbe(const kernel::PairLaw& law, bool free, double liquid)
    : law_(law), free_(free), liquid_(liquid) {}

std::array<double, kernel::kMaxHistory> ContactProbe::history() const {
  std::array<double, kernel::kMaxHistory> out{};
  std::copy_n(history_, law_.history, out.begin());
  return out;
}

double ContactProbe::end(const Touch& t) {
  kernel::LossSum sum;
  if (touched_) kernel::plain_kernels.book_release(law_, t.m_eff, t.r_eff, history_, 1, sum);
  touched_ = false;
  std::fill(std::begin(history_), std::end(history_), 0.0);
  before_ = {};
  double lost = 0;
  for (const ExactSum& channel : sum.value) lost += channel.value();
  return lost;
}

ProbeAnswer ContactProbe::operator()(const Touch& t) {
  ProbeAnswer out;
  const bool touching = t.delta > 0 || (t.delta > -law_.range && holds(law_, t, history_));
  if (!touching) {
    out.lost = end(t);
    return out;
  }
  kernel::Block& b = block_;
  // Every lane of the padding is this contact, so that none meets numbers that no contact has.
  for (int l = 0; l < 8; ++l) {
    load_lane(b, l, t, free_ ? 1 / t.m_eff : 0.0, before_);
    b.touched[l] = touched_ ? 1 : 0;
    for (int k = 0; k < law_.history; ++k) b.history[k][l] = history_[k];
  }
  kernel::plain_kernels.apply_law(b, 1, law_, t.dt);
  for (int k = 0; k < law_.history; ++k) history_[k] = b.history[k][0];
  if (law_.liquid_at >= 0 && history_[law_.liquid_at] < 0) history_[law_.liquid_at] = liquid_;
  touched_ = out.touching = true;
  out.push = b.force_n[0];
  out.pull = b.pull[0];
  out.tangential = {b.force_t[0][0], b.force_t[1][0], b.force_t[2][0]};
  out.torque = {b.couple[0][0], b.couple[1][0], b.couple[2][0]};
  out.stiffness = b.stiffness[0];
  out.damping = b.damping[0];
  for (int k = 0; k < kernel::kLosses; ++k) out.lost += b.loss[k][0];
  Touch now = t;
  if (!(now.dt > 0)) now.dt = 1e-300;  // dt = 0 would ask for what is left when the contact ends
  const StoredEnergy stored = stored_energy(law_, now, history_);
  out.stored =
      stored.normal + stored.tangential + stored.rolling + stored.twisting + stored.cohesion;
  before_ = out.tangential - out.force() * t.n;
  return out;
}

namespace {

ProbePose mixed(const ProbePose& a, const ProbePose& b, double share) {
  const auto mix = [share](double x, double y) { return x + share * (y - x); };
  return {mix(a.overlap, b.overlap), mix(a.slide, b.slide), mix(a.roll, b.roll),
          mix(a.twist, b.twist)};
}
ProbePose difference(const ProbePose& a, const ProbePose& b, double times) {
  return {times * (b.overlap - a.overlap), times * (b.slide - a.slide), times * (b.roll - a.roll),
          times * (b.twist - a.twist)};
}

Touch touch_at(const ProbePose& pose, const ProbePose& rate, const ProbeBodies& bodies, double dt) {
  return {.n = kNormal,
          .delta = pose.overlap,
          .delta_dot = rate.overlap,
          .v_t = {0, rate.slide, 0},
          .w_rel = {rate.twist, 0, rate.roll},
          .m_eff = bodies.m_eff,
          .r_eff = bodies.r_eff,
          .dt = dt};
}

void answer_to_row(const ProbeAnswer& a, ProbeRow& row) {
  row.force = a.force();
  row.pull = a.pull;
  row.tangential = a.tangential.y;
  row.rolling = -a.torque.z;
  row.twisting = -a.torque.x;
  row.stored = a.stored;
  row.dissipated += a.lost;
}

double power_in(const ProbeRow& r) {
  return r.force * r.rate.overlap + r.tangential * r.rate.slide + r.rolling * r.rate.roll +
         r.twisting * r.rate.twist;
}

}  // namespace

std::vector<ProbeRow> drive(ContactProbe& probe, const ProbeBodies& bodies,
                            const std::vector<ProbeSegment>& path, double dt) {
  std::vector<ProbeRow> rows;
  ProbeRow row;
  double start = 0;
  for (const ProbeSegment& s : path) {
    if (!(s.duration > 0)) continue;
    const auto steps = static_cast<int>(std::max(1.0, std::ceil(s.duration / dt - 1e-9)));
    const double h = s.duration / steps;
    for (int k = 0; k < steps; ++k) {
      const double part = (k + 0.5) / steps, angle = std::numbers::pi * part;
      row.loop = s.loop;
      row.time = start + (k + 0.5) * h;
      row.pose = mixed(s.from, s.to, s.eased ? 0.5 * (1 - exact::cos(angle)) : part);
      row.rate = difference(
          s.from, s.to, (s.eased ? 0.5 * std::numbers::pi * exact::sin(angle) : 1.0) / s.duration);
      answer_to_row(probe(touch_at(row.pose, row.rate, bodies, h)), row);
      row.work += power_in(row) * h;
      rows.push_back(row);
    }
    start += s.duration;
  }
  return rows;
}

namespace {

// The free pair: overlap d, closing speed u, slide s of the surfaces at w.
class FreePair {
 public:
  FreePair(const kernel::PairLaw& law, const ProbeBodies& bodies, const ImpactSpec& spec, double dt)
      : probe_(law, true, bodies.liquid), bodies_(bodies), dt_(dt), m_t_(2.0 / 7.0 * bodies.m_eff) {
    row_.rate.overlap = spec.speed;
    row_.rate.slide = spec.slide;
    row_.pose.overlap = begin(law, bodies);
    row_.kinetic = kinetic();
    // The force at the first touch, where dashpots jump: without it the collision is of first
    // order.
    const ProbePose touch{.overlap = row_.pose.overlap + 1e-9 * dt * spec.speed};
    // Asked of another probe: this contact forms in the first step, which books what forming loses.
    const ProbeAnswer first =
        ContactProbe(law, true, bodies.liquid)(touch_at(touch, row_.rate, bodies, 0));
    row_.force = first.force();
    book_dashpot(first.damping, 0.5 * dt);
  }

  // At the edge of a reach that is there before the bodies have met, else where they meet.
  static double begin(const kernel::PairLaw& law, const ProbeBodies& bodies) {
    const double nothing[kernel::kMaxHistory] = {};
    const Touch within{
        .n = kNormal, .delta = -0.5 * law.range, .m_eff = bodies.m_eff, .r_eff = bodies.r_eff};
    return law.range > 0 && holds(law, within, nothing) ? -law.range : 0.0;
  }

  // One step of predict, law and correct; false when the reach ends within it.
  bool step(double end_at) {
    const double a = -row_.force / bodies_.m_eff, b = -row_.tangential / m_t_;
    const double d = row_.pose.overlap + dt_ * row_.rate.overlap + 0.5 * dt_ * dt_ * a;
    if (d <= end_at && touched_) return leave(end_at, a, b), false;
    row_.pose.overlap = d;
    row_.pose.slide += dt_ * row_.rate.slide + 0.5 * dt_ * dt_ * b;
    const ProbePose predicted{.overlap = row_.rate.overlap + dt_ * a,
                              .slide = row_.rate.slide + dt_ * b};
    const ProbeAnswer answer = probe_(touch_at(row_.pose, predicted, bodies_, dt_));
    const bool let_go = touched_ && !answer.touching;  // within the reach, but nothing holds
    touched_ = touched_ || answer.touching;
    answer_to_row(answer, row_);
    damping_ = answer.damping;
    row_.rate.overlap += 0.5 * dt_ * (a - row_.force / bodies_.m_eff);
    row_.rate.slide += 0.5 * dt_ * (b - row_.tangential / m_t_);
    row_.time += dt_;
    row_.kinetic = kinetic();
    return !(let_go && row_.rate.overlap < 0);
  }
  const ProbeRow& row() const { return row_; }

 private:
  double kinetic() const {
    return 0.5 * bodies_.m_eff * row_.rate.overlap * row_.rate.overlap +
           0.5 * m_t_ * row_.rate.slide * row_.rate.slide;
  }
  // A step books the losses around its instant, half a step to both sides: at the ends some is left
  // over.
  void book_dashpot(double damping, double time) {
    row_.dissipated += time * damping * row_.rate.overlap * row_.rate.overlap;
  }
  // The end lies within a step: at constant acceleration, as the predictor has it.
  void leave(double end_at, double a, double b) {
    const double gap = row_.pose.overlap - end_at, u = row_.rate.overlap;
    const double root = std::sqrt(std::max(0.0, u * u - 2 * a * gap));
    double s = 2 * gap / (root - u);  // gap + u s + a s^2/2 = 0, u < 0
    if (!(s >= 0 && s <= dt_)) s = dt_;
    book_dashpot(damping_, s - 0.5 * dt_);
    const Touch apart = touch_at({.overlap = end_at - 1}, {}, bodies_, dt_);
    row_.dissipated += probe_(apart).lost;
    row_.pose.overlap = end_at;
    row_.rate.overlap += s * a;
    row_.pose.slide += s * row_.rate.slide;
    row_.rate.slide += s * b;
    row_.time += s;
    row_.kinetic = kinetic();
    row_.force = row_.tangential = row_.pull = row_.stored = 0;
  }

  ContactProbe probe_;
  const ProbeBodies& bodies_;
  double dt_, m_t_;
  double damping_ = 0;
  ProbeRow row_;
  bool touched_ = false;
};

}  // namespace

ImpactResult impact(const kernel::PairLaw& law, const ProbeBodies& bodies, const ImpactSpec& spec) {
  ImpactResult out;
  const double t_c = contact_time(law, bodies.m_eff, bodies.r_eff, spec.speed);
  const double dt = spec.dt > 0 ? spec.dt : t_c / spec.steps;
  if (!(spec.speed > 0) || !(dt > 0) || !std::isfinite(dt)) return out;
  FreePair pair(law, bodies, spec, dt);
  const double edge = law.range > 0 ? -law.range : 0.0, start = pair.row().kinetic;
  if (spec.keep_rows) out.rows.push_back(pair.row());
  // Through the reach and back, and the collision itself.
  const double longest = spec.longest * t_c + 4 * law.range / spec.speed;
  bool left = false;
  double most = start;  // energy that went through
  while (!left && pair.row().time < longest) {
    left = !pair.step(edge);
    const ProbeRow& r = pair.row();
    out.overlap = std::max(out.overlap, r.pose.overlap);
    out.force = std::max(out.force, r.force);
    out.pull = std::max(out.pull, -r.force);
    most = std::max({most, r.kinetic, std::abs(r.stored)});
    if (spec.keep_rows) out.rows.push_back(r);
  }
  const ProbeRow& last = pair.row();
  out.sticks = !left;
  out.restitution = left ? -last.rate.overlap / spec.speed : 0;
  out.duration = last.time;
  out.dissipated = last.dissipated;
  out.budget_error =
      (last.kinetic + last.stored + last.dissipated - start) / std::max(most, last.dissipated);
  return out;
}

}  // namespace scree
