// Forces that are not contact laws: fields, drag, attraction, pressure from cell volumes.
//
// What acts on a row comes from sources, ranked and each summed in one order:
//
//   1 near pairs of balls   sim/contacts/near_list.hpp, fused with the motion of the rows
//   2 other pairs           sim/contacts/point_contacts.hpp
//   3 balls at walls        sim/contacts/wall_contacts.hpp
//   4 bonds                 sim/bonds/bond_system.hpp
//   5 force sources         this file, in the order of World::sources
//   6 weight, background damping
//
// Where a source needs a value of every grain first (its number of contacts, its cell volume), it
// says how many, and they are computed for all rows before any force: a schedule of two passes or
// more, none of them fused with the rest of the step.
//
// A source is a value: it keeps nothing from step to step. What belongs to a grain goes into a
// field (state/fields.hpp). Its work is booked as the power of its forces, by the trapezoid rule.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "state/bodies.hpp"
#include "state/box.hpp"
#include "state/particles.hpp"

namespace scree {

struct SourceView {
  const Particles& p;
  const Bodies& bodies;
  const PeriodicBox& box;
  double time = 0, dt = 0;
  // values() numbers per row, of this source, as the passes so far have left them.
  std::span<const double> values;
  std::span<const std::uint32_t> neighbour_begin, neighbour;
  const void* prepared = nullptr;  // what prepare() gave

  // Rows of other bodies whose surfaces are nearer than range(), and some more, in the order of
  // their ids. Empty for sources without range.
  std::span<const std::uint32_t> neighbours(std::uint32_t row) const {
    if (neighbour_begin.empty()) return {};
    return neighbour.subspan(neighbour_begin[row], neighbour_begin[row + 1] - neighbour_begin[row]);
  }
  // From row a to row b. A pair is always seen from its lower id, so that both sides round alike.
  Vec3 between(std::uint32_t a, std::uint32_t b) const;
};

class ForceSource {
 public:
  virtual ~ForceSource() = default;
  virtual std::string_view name() const = 0;
  // Neighbours up to this distance of the surfaces are wanted; negative: none.
  virtual double range() const { return -1; }
  virtual int values() const { return 0; }
  virtual int passes() const { return values() > 0 ? 1 : 0; }
  // Asked once before the rows, on the thread that steps: for sources that look at all grains at
  // once. What comes back is kept until all rows were asked.
  virtual std::shared_ptr<const void> prepare(const SourceView&) const { return nullptr; }
  // Pass `pass` for one row: writes its values. May read what earlier passes wrote of any row.
  virtual void value(int /*pass*/, const SourceView&, std::uint32_t /*row*/,
                     double* /*out*/) const {}
  // Adds the force and torque on one row. Pure and thread-safe.
  virtual void act(const SourceView& v, std::uint32_t row, Vec3& force, Vec3& torque) const = 0;
};

}  // namespace scree
