// Motions under which a contact shows its law, and the loops that come of them.
//
//   PairLaw, bodies, motion --> LawTable: columns with units, one loop per speed, amplitude or turn
//
// What a user leaves out is chosen from the law itself: how deep an impact goes, how far its
// cohesion reaches, how far the contact slides before it slips.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "sim/reports/law_probe.hpp"

namespace scree::run {

struct MotionInfo {
  std::string_view name, about;
  std::string_view x, y;  // columns of the picture
};
std::span<const MotionInfo> law_motions();
const MotionInfo* find_motion(std::string_view name);

struct TablePoint {
  double time = 0, overlap = 0, slide = 0;
};

// Empty and 0: chosen from the law.
struct MotionRequest {
  std::string motion = "impact";
  ProbeBodies bodies;
  std::vector<double> speeds;    // impact: of each loop; else the greatest rate
  std::vector<double> overlaps;  // amplitudes
  std::vector<double> travels;   // amplitudes of shear
  std::vector<double> angles;    // amplitudes of roll and twist
  std::optional<double> low;     // overlap to which a cycle unloads
  double load = 0;               // of shear, roll and twist
  double duration = 0;           // of hold
  double dt = 0;
  int cycles = 0;
  std::vector<TablePoint> table;
};

struct LawColumn {
  std::string name, unit;
};
struct LoopNumber {
  std::string name, unit;
  double value = 0;
};
struct LawLoop {
  std::string label;
  std::vector<LoopNumber> numbers;
  std::vector<std::vector<double>> columns;  // as LawTable::columns
};
struct LawTable {
  std::string motion, x, y;
  std::vector<LawColumn> columns;
  std::vector<LawLoop> loops;
  int column(std::string_view name) const;  // -1: none
};

// E0334: the motion is none, or asks for a part that the law lacks. E0338: a value that no motion
// can have, or a motion of too many steps.
Result<LawTable> law_loops(const kernel::PairLaw& law, const MotionRequest& request);

}  // namespace scree::run
