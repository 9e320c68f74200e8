// The part of the state that lies on a card, and what goes to it and comes back.
#pragma once

#include "sim/card/card_lists.hpp"
#include "sim/engines/body_system.hpp"
#include "sim/engines/engine.hpp"

namespace scree {

template <class Card>
class CardState {
  Card& card_;

 public:
  template <class T>
  using Array = typename Card::template Array<T>;

  explicit CardState(Card& card) : card_(card) {}

  // Everything of the rows and bodies; of the near list, too.
  void take_rows(const StepState& s) {
    const World& w = s.world;
    const Particles& p = w.particles;
    send(p.xr, xr), send(p.vm, vm), send(p.ws, ws), send(p.q, q);
    send(p.f, f), send(p.tq, tq), send(p.inv_inertia, inv_inertia);
    send(w.bodies.body, body), send(w.bodies.primitive, primitive), send(p.row_of(), row_of);
    send(p.id, id);
    f_next.resize(p.size()), tq_next.resize(p.size());
    lists.take_rows(p.xr);
    stale = 0;
  }
  // The host's near list, and what acts on the rows.
  void take_pairs(const StepState& s) {
    send(s.near.begin, near.begin), send(s.near.owner, near.owner), send(s.near.other, near.other);
    send(s.near.history, near.history), send(s.near.last, near.last);
    lists.newer = false;
    use_lists(s);
    lists.link();
  }
  void use_lists(const StepState& s) {
    lists.use({.count = xr.size(),
               .xr = xr.data(),
               .vm = vm.data(),
               .ws = ws.data(),
               .id = id.data(),
               .stride = s.laws.stride},
              s.world.box);
  }
  // They may change between two steps, where materials do.
  void take_laws(const StepState& s) {
    send_changed(s.laws.laws, laws_sent_, laws), send_changed(s.laws.index, index_sent_, law_of);
  }

  // Host's arrays of these parts that are old are brought up to date.
  void give(const StepState& s, Held parts) {
    // A list that the card has made since is newer than the host's, before any step.
    parts &= lists.newer ? stale | held::pairs : stale;
    World& w = s.world;
    Particles& p = w.particles;
    if (parts & held::positions) fetch(xr, p.xr);
    if (parts & held::orientations) fetch(q, p.q);
    if (parts & held::velocities) fetch(vm, p.vm), fetch(ws, p.ws);
    if (parts & held::forces) fetch(f, p.f), fetch(tq, p.tq);
    if (parts & held::pairs) give_pairs(s.near);
    if ((parts & kOfBodies) != 0 && body.size() > 0) give_bodies(w, parts);
    stale &= ~parts;
  }
  // The host has changed these arrays.
  void take(const StepState& s, Held parts) {
    const World& w = s.world;
    const Particles& p = w.particles;
    if (parts & held::positions) send(p.xr, xr);
    if (parts & held::orientations) send(p.q, q);
    if (parts & held::velocities) send(p.vm, vm), send(p.ws, ws);
    if (parts & held::forces) send(p.f, f), send(p.tq, tq);
    if (parts & held::pairs) send(s.near.history, near.history), send(s.near.last, near.last);
    if (parts & kOfBodies) {
      // What is newer here must not be lost.
      give(s, kOfBodies & ~parts);
      send(w.bodies.body, body);
    }
    stale &= ~parts;
  }

  integrators::MotionRows rows(const StepState& s) {
    const PeriodicBox box = s.world.wrapping_box();
    return {xr.data(), vm.data(),          ws.data(), q.data(),  f.data(),
            tq.data(), inv_inertia.data(), box,       box.any(), s.world.dt};
  }
  kernel::BodyArgs bodies(const StepState& s) {
    kernel::BodyArgs a = body_args(s.world, s.gravity);
    a.body = body.data(), a.primitive = primitive.data(), a.row_of = row_of.data();
    a.xr = xr.data(), a.vm = vm.data(), a.ws = ws.data(), a.q = q.data();
    a.f = f.data(), a.tq = tq.data();
    return a;
  }
  RowContactArgs contacts(const StepState& s, double dt, const double* damping) {
    const PeriodicBox& box = s.world.box;
    records.resize(near.owner.size()), touched.resize(near.owner.size());
    couples.resize(s.laws.any_couple ? near.owner.size() : 0);
    return {.xr = xr.data(),
            .vm = vm.data(),
            .ws = ws.data(),
            .owner = near.owner.data(),
            .other = near.other.data(),
            .history = near.history.data(),
            .stride = s.laws.stride,
            .last = near.last.data(),
            .records = records.data(),
            .touched = touched.data(),
            .couple = couples.size() > 0 ? couples.data() : nullptr,
            .force = nullptr,
            .laws = laws.data(),
            .law_of = law_of.data(),
            .damping = damping,
            .materials = s.laws.materials,
            .periodic = box.any() && !s.world.deforms(),
            .deforming = s.world.deforms(),
            .length = box.lengths(),
            .inverse_length = box.inverse_lengths(),
            .tilt = box.tilt,
            .stretch = box.stretch,
            .shear = box.shear,
            .lever = s.lever(),
            .dt = dt};
  }
  void fetch_forces(kernel::ContactForce* to) {
    force.resize(near.owner.size());
    card_.run(force.size(), card::PairForceLoop{records.data(), touched.data(), force.data()});
    card_.fetch(force, to);
    force = Array<kernel::ContactForce>(card_);
  }
  RowGatherArgs gather() {
    return {.records = records.data(),
            .touched = touched.data(),
            .couple = couples.size() > 0 ? couples.data() : nullptr,
            .link_begin = lists.link_begin.data(),
            .link = lists.link_of.data(),
            .xr = xr.data()};
  }

  static constexpr std::size_t kRowBytes = sizeof(PositionRadius) + sizeof(VelocityMass) +
                                           sizeof(SpinMaterial) + sizeof(Quat) + 4 * sizeof(Vec3) +
                                           sizeof(double) + 3 * sizeof(std::uint32_t);

  // Rows and bodies
  Array<PositionRadius> xr{card_};
  Array<VelocityMass> vm{card_};
  Array<SpinMaterial> ws{card_};
  Array<Quat> q{card_};
  Array<Vec3> f{card_}, tq{card_}, f_next{card_}, tq_next{card_};
  Array<double> inv_inertia{card_};
  Array<Body> body{card_};
  Array<Primitive> primitive{card_};
  Array<std::uint32_t> row_of{card_};
  Array<ParticleId> id{card_};
  // Near pairs
  CardPairs<Card> near{card_};
  CardLists<Card> lists{card_, near};
  Array<kernel::ContactRecord> records{card_};
  Array<std::uint8_t> touched{card_};
  Array<Vec3> couples{card_};
  Array<kernel::ContactForce> force{card_};  // only while reports ask for them
  // Laws
  Array<kernel::PairLaw> laws{card_};
  Array<std::uint16_t> law_of{card_};

  Held stale = 0;  // parts whose arrays of the host are old

 private:
  static constexpr Held kOfBodies =
      held::positions | held::orientations | held::velocities | held::forces;

  template <class Vector, class T>
  void send(const Vector& from, Array<T>& to) {
    card_.send(from.data(), from.size(), to);
  }
  template <class T, class Vector>
  void fetch(const Array<T>& from, Vector& to) {
    to.resize(from.size());
    card_.fetch(from, to.data());
  }
  // Laws hardly ever change, and what is sent to a card keeps it waiting.
  template <class T>
  void send_changed(const std::vector<T>& from, std::vector<std::byte>& sent, Array<T>& to) {
    const auto* bytes = reinterpret_cast<const std::byte*>(from.data());
    if (to.size() == from.size() && std::equal(sent.begin(), sent.end(), bytes)) return;
    sent.assign(bytes, bytes + from.size() * sizeof(T));
    send(from, to);
  }
  // Where the card has made the list, the host's is another one.
  void give_pairs(NearList& to) {
    if (std::exchange(lists.newer, false))
      fetch(near.begin, to.begin), fetch(near.owner, to.owner), fetch(near.other, to.other);
    fetch(near.history, to.history), fetch(near.last, to.last);
  }
  void give_bodies(World& w, Held parts) {
    room_.resize(body.size());
    card_.fetch(body, room_.data());
    for (std::size_t k = 0; k < room_.size(); ++k) {
      Body& to = w.bodies.body[k];
      const Body& from = room_[k];
      if (parts & held::positions) to.x = from.x;
      if (parts & held::orientations) to.q = from.q;
      if (parts & held::velocities) to.v = from.v, to.omega = from.omega;
      if (parts & held::forces) to.f = from.f, to.tq = from.tq;
    }
  }

  std::vector<std::byte> laws_sent_, index_sent_;
  std::vector<Body> room_;
};

}  // namespace scree
