// An engine that stands for one on a card: all that it works on lies in arrays of its own. It
// copies a state in when it is told of one, gives it back when it is asked to, and spoils the
// arrays of the host whenever it has worked. The arithmetic is that of another engine.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

#include "sim/engines/engine_catalog.hpp"
#include "sim/world/run_options.hpp"

namespace scree::test {

class RemoteEngine final : public Engine {
 public:
  explicit RemoteEngine(std::unique_ptr<Engine> inner) : inner_(std::move(inner)) {}

  void load(const StepState& s) override {
    take_all(s);
    inner_->load(own(s));
  }
  void publish(const StepState& s, Held parts) override {
    if (!loaded_) return;
    inner_->publish(own(s), parts);
    copy(world_, s.world, parts);
    if (parts & held::pairs) copy_pairs(near_, s.near);
    if (parts & held::wall_contacts) s.walls.contacts = walls_.contacts;
    if (parts & held::points) hand_back_points(s);
  }
  void edited(const StepState& s, Held parts) override {
    if (parts == held::everything) take_all(s);
    copy(s.world, world_, parts);
    if (parts & held::pairs) copy_pairs(s.near, near_);
    if (parts & held::wall_contacts) walls_.contacts = s.walls.contacts;
    inner_->edited(own(s), parts);
  }
  void drop_pairs(std::span<const std::uint32_t> kept) override { inner_->drop_pairs(kept); }
  std::vector<std::uint32_t> row_order(const StepState& s) override {
    return loaded_ ? inner_->row_order(own(s)) : inner_->row_order(s);
  }

  double predict(const StepState& s, Timers& timers) override {
    const double d = inner_->predict(own(s), timers);
    spoil(s);
    return d;
  }
  void deform(const StepState& s, const CellNumbers& increment) override {
    inner_->deform(own(s), increment);
    spoil(s);
  }
  StepTotals step(const StepState& s, const StepOrders& orders, Timers& timers) override {
    take_points(s);
    const StepTotals totals = inner_->step(own(s), orders, timers);
    spoil(s);
    return totals;
  }

  double gravity_power(const StepState& s) const override { return inner_->gravity_power(own(s)); }
  double source_power(const StepState& s) const override { return inner_->source_power(own(s)); }
  CellNumbers virial(const StepState& s) const override { return inner_->virial(own(s)); }
  std::span<const kernel::ContactForce> pair_forces() const override {
    return inner_->pair_forces();
  }
  void put_pair_forces(std::vector<kernel::ContactForce> forces) override {
    inner_->put_pair_forces(std::move(forces));
  }
  std::size_t memory_bytes() const override { return inner_->memory_bytes(); }

 private:
  void take_all(const StepState& s) {
    world_ = s.world, near_ = s.near, walls_ = s.walls;
    loaded_ = true;
  }

  // These are handed over: hints of polyhedra are not for copies.
  void take_points(const StepState& s) {
    if (!has_points_) std::swap(points_, s.points);
    has_points_ = true;
  }
  void hand_back_points(const StepState& s) {
    if (has_points_) std::swap(points_, s.points);
    has_points_ = false;
  }

  // What the inner engine sees: its own arrays, and what the host decides.
  StepState own(const StepState& s) const {
    world_.dt = s.world.dt, world_.box = s.world.box, world_.bonds = s.world.bonds;
    world_.walls = s.world.walls;
    walls_.certificate = s.walls.certificate;
    return {.world = world_,
            .laws = s.laws,
            .integrator = s.integrator,
            .integrator_state = s.integrator_state,
            .near = near_,
            .points = points_,
            .walls = walls_,
            .bonds = s.bonds,
            .sources = s.sources,
            .collisions = s.collisions,
            .gravity = s.gravity,
            .gravity_works = s.gravity_works,
            .loss_magic = s.loss_magic,
            .touching_before = s.touching_before};
  }

  // visit(one number of a, the same of b, the part that it is of)
  template <class Visit>
  static void each_number(World& a, World& b, const Visit& visit) {
    const auto vec = [&](Vec3& x, Vec3& y, Held part) {
      for (int k = 0; k < 3; ++k) visit(x[k], y[k], part);
    };
    const auto quat = [&](Quat& x, Quat& y) {
      visit(x.w, y.w, held::orientations), visit(x.x, y.x, held::orientations);
      visit(x.y, y.y, held::orientations), visit(x.z, y.z, held::orientations);
    };
    Particles &p = a.particles, &o = b.particles;
    ASSERT_EQ(p.size(), o.size()) << "rows came or went, and the engine was not told";
    for (std::size_t s = 0; s < p.size(); ++s) {
      vec(p.xr[s].x, o.xr[s].x, held::positions), quat(p.q[s], o.q[s]);
      vec(p.vm[s].v, o.vm[s].v, held::velocities);
      vec(p.ws[s].omega, o.ws[s].omega, held::velocities);
      vec(p.f[s], o.f[s], held::forces), vec(p.tq[s], o.tq[s], held::forces);
    }
    const IntegratorEntry& moved_by = *find_integrator(a.integrator);
    for (const IntegratorField& f : moved_by.state) {
      std::vector<double>& x = p.extra().find(f.name)->values;
      std::vector<double>& y = o.extra().find(f.name)->values;
      for (std::size_t k = 0; k < x.size(); ++k) visit(x[k], y[k], held::forces);
    }
    ASSERT_EQ(a.bodies.body.size(), b.bodies.body.size());
    for (std::size_t k = 0; k < a.bodies.body.size(); ++k) {
      Body &x = a.bodies.body[k], &y = b.bodies.body[k];
      vec(x.x, y.x, held::positions), quat(x.q, y.q);
      vec(x.v, y.v, held::velocities), vec(x.omega, y.omega, held::velocities);
      vec(x.f, y.f, held::forces), vec(x.tq, y.tq, held::forces);
    }
  }
  static void copy(World& from, World& to, Held parts) {
    each_number(from, to, [parts](double& x, double& y, Held part) {
      if (parts & part) y = x;
    });
  }
  static void copy_pairs(NearList& from, NearList& to) {
    ASSERT_EQ(from.size(), to.size()) << "pairs came or went, and the engine was not told";
    to.history = from.history, to.last = from.last;
  }

  static void spoil(const StepState& s) {
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    each_number(s.world, s.world, [](double& x, double&, Held) { x = nothing; });
    for (double& h : s.near.history) h = nothing;
    for (kernel::LastForce& f : s.near.last) f = {};
    s.walls.contacts = {};
  }

  std::unique_ptr<Engine> inner_;
  bool loaded_ = false, has_points_ = false;
  mutable World world_;
  mutable NearList near_;
  mutable PointContacts points_;
  mutable WallSystem walls_;
};

// The same options with such an engine around that of the name.
inline RunOptions remote(RunOptions options) {
  options.make_engine = [name = options.engine](const EngineArgs& args) {
    return std::make_unique<RemoteEngine>(find_engine(name)->make(args));
  };
  return options;
}

}  // namespace scree::test
