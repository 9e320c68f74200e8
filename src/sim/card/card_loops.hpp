// The loops of a step on a card: each is a value that knows where its arrays are, and what it does
// with one contact, row or body. The arithmetic is that of the engine `rows`.
#pragma once

#include "dynamics/rigid.hpp"
#include "dynamics/taylor.hpp"
#include "laws/type_list.hpp"
#include "sim/card/card_sums.hpp"
#include "sim/card/link_loops.hpp"
#include "sim/card/near_loops.hpp"
#include "sim/card/wall_loops.hpp"
#include "sim/engines/body_motion.hpp"
#include "sim/engines/row_contact.hpp"
#include "sim/engines/row_load.hpp"
#include "sim/engines/row_losses.hpp"

namespace scree::card {

// Touch, law, record, history of a near pair. With a law that is known the loop needs half the
// registers, and no room for histories in memory.
template <class Known>
struct ContactLoop {
  static constexpr bool kLoses = true;  // it calls Sums::lose
  static constexpr int kBlocks = Known::known && !Known::rolling ? 3 : 2;
  RowContactArgs args;

  template <class Sums>
  HD void operator()(std::size_t contact, Sums& sums) const {
    if (wanted(contact)) act(contact, sums);
  }
  // A card looks at many of them first, and then acts on those that are wanted side by side.
  HD bool wanted(std::size_t contact) const {
    return row_contact_acts<Known>(args, static_cast<std::uint32_t>(contact));
  }
  template <class Sums>
  HD void act(std::size_t contact, Sums& sums) const {
    const RowContactTotals of = row_contact<Known>(args, static_cast<std::uint32_t>(contact));
    if (of.touching) sums.touch(), sums.lose(of.lost);
    sums.greatest(kDeepest, of.depth);
    if (of.ended) sums.release(of.released);
  }
};

// What near pairs and the walls of the card do to a row.
struct RowLoads {
  RowGatherArgs args;
  WallLoads walls;

  HD bool crowded(std::size_t row) const {
    return args.link_begin[row + 1] - args.link_begin[row] > kCrowded;
  }
  // As row_load(), with several records on their way from memory at the same time.
  HD RowLoad of(std::size_t row) const {
    constexpr std::uint32_t kAhead = 3;
    RowLoad load;
    Vec3 couple;
    const double r = args.xr[row].r;
    const std::uint32_t end = args.link_begin[row + 1];
    for (std::uint32_t first = args.link_begin[row]; first < end; first += kAhead) {
      std::uint32_t link[kAhead];
      bool counts[kAhead];
      LinkLoad part[kAhead];
      for (std::uint32_t n = 0; n < kAhead; ++n)
        link[n] = first + n < end ? args.link[first + n] : 0;
      for (std::uint32_t n = 0; n < kAhead; ++n)
        counts[n] = first + n < end && args.counts(link[n]);
      for (std::uint32_t n = 0; n < kAhead; ++n)
        if (counts[n]) part[n] = link_load(args, link[n], r);
      for (std::uint32_t n = 0; n < kAhead; ++n) {
        if (!counts[n]) continue;
        load.f += part[n].f, load.tq += part[n].tq;
        if (args.couple != nullptr) couple += part[n].couple;
      }
    }
    if (args.couple != nullptr) load.tq += couple;
    walls.add(row, load.f, load.tq);
    return load;
  }
};
struct LoadLoop {
  RowLoads loads;
  Vec3 *f, *tq;

  template <class Sums>
  HD void operator()(std::size_t row, Sums&) const {
    if (loads.crowded(row)) return;
    const RowLoad load = loads.of(row);
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
    correct(row, {f[row], tq[row]}, sums);
  }
  template <class Sums>
  HD void correct(std::size_t row, RowLoad load, Sums& sums) const {
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

// All of the above for a row that is a grain by itself: what it reads, it reads once.
struct RowLoop {
  RowLoads loads;
  CorrectLoop corrector;
  bool predict;

  template <class Sums>
  HD void operator()(std::size_t row, Sums& sums) const {
    if (!loads.crowded(row)) finish(row, loads.of(row), sums);
  }
  template <class Sums>
  HD void finish(std::size_t row, const RowLoad& load, Sums& sums) const {
    const integrators::MotionRows& rows = corrector.rows;
    PositionRadius xr = whole(rows.xr[row]);
    VelocityMass vm = whole(rows.vm[row]);
    SpinMaterial ws = whole(rows.ws[row]);
    Quat q = rows.q[row];
    Vec3 f = rows.f[row], tq = rows.tq[row];
    const double inv_inertia = rows.inv_inertia[row];
    CorrectLoop one = corrector;  // of rows of which there is one
    one.rows = {&xr, &vm, &ws, &q, &f, &tq, &inv_inertia, rows.box, rows.periodic, rows.dt};
    one.correct(0, load, sums);
    if (predict) MoveLoop{one.rows}(0, sums);
    put_whole(xr, rows.xr[row]), put_whole(vm, rows.vm[row]), put_whole(ws, rows.ws[row]);
    rows.q[row] = q, rows.f[row] = f, rows.tq[row] = tq;
  }
};
// The same for rows whose loads are known.
struct ListedRowLoop {
  RowLoop row;
  const std::uint32_t* list;

  template <class Sums>
  HD void operator()(std::size_t k, Sums& sums) const {
    const std::uint32_t s = list[k];
    row.finish(s, {row.corrector.f[s], row.corrector.tq[s]}, sums);
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

// Forces of near pairs, as reports want them.
struct PairForceLoop {
  const kernel::ContactRecord* records;
  const std::uint8_t* touched;
  kernel::ContactForce* to;

  template <class Sums>
  HD void operator()(std::size_t c, Sums&) const {
    to[c] = touched[c] != 0 ? kernel::ContactForce{records[c].force, records[c].moment}
                            : kernel::ContactForce{};
  }
};

// Laws whose contacts have a loop of their own. Then all loops: what a card has to be able to run.
using KnownLaws = TypeList<
    SpringLaw<laws::normal::Linear, false, false>, SpringLaw<laws::normal::Linear, true, false>,
    SpringLaw<laws::normal::Linear, true, true>, SpringLaw<laws::normal::Hertz, false, false>,
    SpringLaw<laws::normal::Hertz, true, false>, SpringLaw<laws::normal::Hertz, true, true>>;
template <class... Known, class... More>
TypeList<ContactLoop<AnyLaw>, ContactLoop<Known>..., More...> loops_with(TypeList<Known...>,
                                                                         TypeList<More...>);
using OtherLoops =
    TypeList<WallLoop, LoadLoop, CorrectLoop, MoveLoop, RowLoop, ListedRowLoop, CorrectBodyLoop,
             MoveBodyLoop, PackLoop, PackLoadLoop, PutLoadLoop, PairForceLoop, ZeroLoop, CellLoop,
             FindLoop, PartnerLoop, SpeedLoop, SkinLoop, MeasureLoop, NearCountLoop, NearFillLoop,
             LinkCountLoop, LinkDealLoop, LinkSortLoop, CrowdSizeLoop, CrowdKeyLoop, CrowdPutLoop,
             CrowdAddendLoop, CrowdSumLoop, CrowdLoadLoop>;
using Loops = decltype(loops_with(KnownLaws{}, OtherLoops{}));

}  // namespace scree::card
