#include "measure/field_sums.hpp"

namespace scree {

std::vector<ColumnInfo> field_columns(bool contacts) {
  std::vector<ColumnInfo> out;
  const auto add = [&out](std::initializer_list<const char*> endings, const ColumnInfo& c) {
    for (const char* ending : endings) out.push_back(c), out.back().name += ending;
  };
  const auto vector = [&add](const ColumnInfo& c) { add({"_x", "_y", "_z"}, c); };
  add({"x", "y", "z"}, {"", "m", "point of the grid"});
  out.push_back({"mass_density", "kg/m³", "mass per volume"});
  out.push_back({"solid_fraction", "", "share of the space that grains fill"});
  vector({"momentum", "kg/(m² s)", "momentum per volume"});
  vector({"velocity", "m/s", "momentum over mass density"});
  out.push_back({"temperature", "m²/s²", "a third of the mean square of velocity fluctuations"});
  vector({"spin", "rad/s", "mean angular velocity, by mass"});
  if (!contacts) return out;
  add({"xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz"},
      {"stress_", "Pa", "contact stress: first the force, then the branch"});
  add({"xx", "yy", "zz", "xy", "xz", "yz"}, {"kinetic_", "Pa", "stress of velocity fluctuations"});
  out.push_back({"pressure", "Pa", "a third of the trace of both stresses"});
  vector({"wall_force", "N/m³", "force of walls on the grains, per volume"});
  return out;
}

}  // namespace scree
