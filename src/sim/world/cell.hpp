// A periodic cell that deforms: which of its six components are driven, and how.
//
// Velocities of grains are counted from the homogeneous flow v = L (x - lo) of the cell, so that a
// grain and its images have one velocity, and two grains d apart move by v_j - v_i + L d against
// each other. docs/theory/cell.md, docs/decisions/0042.
//
//   rate    a component of L as given, 1/s
//   strain  a length, or a tilt, that changes evenly over the phase by that share
//   stress  a servo: L = max_rate * clamp(gain (sigma - target)/scale, -1, 1), where the scale is
//           the greatest target of the phase; sigma is positive in compression
//
// Components that are not driven stay as they are. Phases follow each other.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "state/box.hpp"

namespace scree {

// Of L, the strain and the stress; the first index is that of the velocity and of the force, the
// second that of the direction in which it changes and of the branch.
inline constexpr std::array<std::string_view, 6> kCellComponents{"xx", "yy", "zz",
                                                                 "xy", "xz", "yz"};
using CellNumbers = std::array<double, 6>;

enum class CellDrive : std::uint8_t { held, rate, strain, stress };

struct CellComponent {
  CellDrive drive = CellDrive::held;
  double value = 0;  // 1/s, share or Pa
};

struct CellPhase {
  double duration = 0;  // s; 0: to the end of the run
  std::array<CellComponent, 6> of{};
  double ramp = 0;      // s in which rates and max_rate grow from 0 to their values
  double max_rate = 0;  // 1/s, of the servo
  double gain = 1;      // of the servo

  bool has(CellDrive drive) const {
    for (const CellComponent& c : of)
      if (c.drive == drive) return true;
    return false;
  }
  double greatest_target() const;  // of |stress|
};

struct CellSpec {
  std::vector<CellPhase> phases;  // empty: the box stays as it is

  bool empty() const { return phases.empty(); }
  bool tilts() const;  // some phase drives xy, xz or yz
};

// What became of a cell, for reports.
struct CellReport {
  CellNumbers strain{};  // lengths against those of the start; tilts: shear so far
  CellNumbers rate{};    // L of the last step, 1/s
  CellNumbers stress{};  // Pa: contacts and motion, positive in compression
  double work = 0;       // J, of the cell on the grains since the start
  std::size_t phase = 0;
};

// Deforms the box by x -> x + D (x - lo). A tilt of more than half a length becomes one of less:
// the same lattice.
PeriodicBox deformed(const PeriodicBox& box, const CellNumbers& increment);

// Into the brick [lo, hi) of a cell.
void wrap_into_cell(Vec3& x, const PeriodicBox& box);

// The cell of a simulation: what it remembers from step to step.
class CellSystem {
 public:
  CellNumbers increment{};  // D of the step that is being made, L dt
  CellNumbers virial{};     // V sigma at the end of the last step, J
  Vec3 shear{};             // so far: xy, xz, yz
  double work = 0;
  Vec3 start_length{};

  // The increment of the step from `step` to `step` + 1.
  CellNumbers next(const CellSpec& spec, const PeriodicBox& box, std::uint64_t step,
                   double dt) const;
  // The work of the step that ends with this virial, by the trapezoid rule.
  void account(const CellNumbers& virial_now);
  CellReport report(const CellSpec& spec, const PeriodicBox& box, std::uint64_t step,
                    double dt) const;

  // All that is remembered, and the box, for archives and the hash.
  static constexpr std::size_t kNumbers = 28;
  std::vector<double> state(const PeriodicBox& box) const;
  void restore(const std::vector<double>& state, PeriodicBox& box);
};

// Number of the phase of a step, and the step at which it began.
struct CellStage {
  std::size_t phase = 0;
  std::uint64_t begin = 0;
};
CellStage cell_stage(const CellSpec& spec, std::uint64_t step, double dt);

}  // namespace scree
