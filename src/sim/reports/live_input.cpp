#include "sim/reports/live_input.hpp"

#include "sim/world/wall_space.hpp"

namespace scree {

std::vector<MeasureWall> measure_walls(const Simulation& sim) {
  std::vector<MeasureWall> out;
  const std::vector<WallReport> reports = sim.wall_reports();
  for (std::size_t k = 0; k < reports.size(); ++k) {
    const Wall& w = sim.world().walls[k];
    out.push_back({.name = w.name,
                   .force = reports[k].force,
                   .torque = reports[k].torque,
                   .position = w.pose.x,
                   .velocity = w.pose.v,
                   .area = w.area});
  }
  return out;
}

MeasureInput LiveInput::at(const Simulation& sim, const EnergyReport& energy) {
  walls_ = measure_walls(sim);
  energy_ = energy;
  shares_ = row_shares(sim.particles(), sim.world().bodies);
  const CellReport cell = sim.world().deforms() ? sim.cell() : CellReport{};
  cell_ = {cell.strain, cell.rate, cell.stress, cell.work, cell.phase};
  const Vec3 gravity = sim.world().gravity.at(sim.time());
  return {.particles = sim.particles(),
          .contacts = MeasureContacts([&sim](int threads, const ContactVisitor& visit) {
            sim.visit_contacts(threads, visit);
          }),
          .walls = walls_,
          .energy = &energy_,
          .time = sim.time(),
          .up = up_of(gravity),
          .weight = norm(gravity) > 0,
          .box = sim.world().box,
          .threads = sim.threads(),
          .shares = shares_.empty() ? nullptr : &shares_,
          .solids = solids_.of(sim.world()),
          .space =
              [&sim] {
                WallSpace s = wall_space(sim.world());
                return MeasureSpace{std::move(s.parts), std::move(s.why_not)};
              },
          .cell = sim.world().deforms() ? &cell_ : nullptr};
}

Vec3 up_of(const Vec3& g) {
  const double size = norm(g);
  return size > 0 ? g / -size : Vec3{0, 1, 0};
}

}  // namespace scree
