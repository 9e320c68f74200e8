// The loops of a step on a card: each is a value that knows where its arrays are, and what it does
// with one contact, row or body. The arithmetic is that of the engine `rows`.
#pragma once

#include "dynamics/rigid.hpp"
#include "dynamics/taylor.hpp"
#include "laws/type_list.hpp"
#include "sim/card/card_sums.hpp"
#include "sim/card/wall_loops.hpp"
#include "sim/engines/body_motion.hpp"
#include "sim/engines/row_contact.hpp"
#include "sim/engines/row_load.hpp"
#include "sim/engines/row_losses.hpp"

namespace scree::card {

// Touch, law, record, history of a near pair.
struct ContactLoop {
  RowContactArgs args;

  template <class Sums>
  HD void operator()(std::size_t contact, Sums& sums) const {
    const RowContactTotals of = row_contact(args, static_cast<std::uint32_t>(contact));
    if (of.touching) sums.touch(), sums.lose(of.lost);
    sums.greatest(kDeepest, of.depth);
    if (of.ended)
      for (int k = 0; k < kernel::kLosses; ++k) sums.add(k, of.released.channel[k]);
  }
};

// What near pairs and the walls of the card do to a row.
struct LoadLoop {
  RowGatherArgs args;
  WallLoads walls;
  Vec3 *f, *tq;

  template <class Sums>
  HD void operator()(std::size_t row, Sums&) const {
    RowLoad load = row_load(args, static_cast<std::uint32_t>(row));
    walls.add(row, load.f, load.tq);
    f[row] = load.f, tq[row] = load.tq;
  }
};

// Weight and damping, then the corrector; rows of bodies keep what acts on them, for their body.
struct CorrectLoop {
  integrators::MotionRows rows;
  const Vec3 *f, *tq;  // of t + dt
  FieldForces field;
  bool keep_only;  // correct nothing
  bool trapezoid;  // else the forces are kept
  bool power;      // book that of gravity

  template <class Sums>
  HD void operator()(std::size_t row, Sums& sums) const {
    RowLoad load{f[row], tq[row]};
    const double loss = add_field_forces(field, rows.vm[row], rows.ws[row], load);
    if (field.damped()) sums.add(kBackground, rounded_to_24_bits(loss));
    if (keep_only || !trapezoid || (rows.ws[row].flags & kMember) != 0)
      rows.f[row] = load.f, rows.tq[row] = load.tq;
    else
      integrators::trapezoid_correct_row(rows, row, load.f, load.tq);
    if (power && !keep_only)
      sums.add(kRowPower,
               rounded_to_24_bits(weight_power(rows.vm[row], rows.ws[row], field.gravity)));
  }
};

struct MoveLoop {
  integrators::MotionRows rows;

  template <class Sums>
  HD void operator()(std::size_t row, Sums& sums) const {
    if ((rows.ws[row].flags & kMember) == 0)
      sums.greatest(kPredicted2, integrators::taylor_predict_row(rows, row));
  }
};

struct CorrectBodyLoop {
  kernel::BodyArgs args;
  bool keep_only, trapezoid, power, put;

  template <class Sums>
  HD void operator()(std::size_t k, Sums& sums) const {
    Body& b = args.body[k];
    const BodyLoad load = load_of_body(args, b);
    const bool damped = args.damping > 0 || args.rotational_damping > 0;
    if (damped && !keep_only) sums.add(kBackground, damping_loss(args, b));
    if (keep_only || !trapezoid)
      b.f = load.f, b.tq = load.tq;
    else
      correct_body(b, load.f, load.tq, args.dt);
    if (power && b.inv_mass > 0) sums.add(kBodyPower, b.mass() * dot(b.v, args.gravity));
    if (put) put_rows(args, b);
  }
};

struct MoveBodyLoop {
  kernel::BodyArgs args;

  template <class Sums>
  HD void operator()(std::size_t k, Sums& sums) const {
    Body& b = args.body[k];
    const Quat before = b.q;
    const Vec3 step = predict_body(b, args.dt);
    if (args.periodic) wrap(b.x, args.box);
    put_rows(args, b);
    sums.greatest(kPredicted, farthest(args.primitive, b, before, step));
  }
};

// Rows of a list, side by side: for the host, which works on them.
struct Guest {
  Vec3 x, v, omega;
  Quat q;
};
struct PackLoop {
  integrators::MotionRows rows;
  const std::uint32_t* list;
  Guest* to;

  template <class Sums>
  HD void operator()(std::size_t k, Sums&) const {
    const std::uint32_t s = list[k];
    to[k] = {rows.xr[s].x, rows.vm[s].v, rows.ws[s].omega, rows.q[s]};
  }
};
struct PackLoadLoop {
  const std::uint32_t* list;
  const Vec3 *f, *tq;
  RowLoad* to;

  template <class Sums>
  HD void operator()(std::size_t k, Sums&) const {
    to[k] = {f[list[k]], tq[list[k]]};
  }
};
struct PutLoadLoop {
  const std::uint32_t* list;
  const RowLoad* from;
  Vec3 *f, *tq;

  template <class Sums>
  HD void operator()(std::size_t k, Sums&) const {
    f[list[k]] = from[k].f, tq[list[k]] = from[k].tq;
  }
};

// All of them: what a card has to be able to run.
using Loops = TypeList<ContactLoop, WallLoop, LoadLoop, CorrectLoop, MoveLoop, CorrectBodyLoop,
                       MoveBodyLoop, PackLoop, PackLoadLoop, PutLoadLoop>;

}  // namespace scree::card
