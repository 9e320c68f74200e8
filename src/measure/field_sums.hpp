// Coarse-grained fields at the points of a grid (Goldhirsch 2010, walls after Weinhart et al.
// 2012).
//
//   density   rho = sum m_i W(r - r_i)              momentum  p = sum m_i v_i W(r - r_i)
//   kinetic   sum m_i v' v' W(r - r_i),             v' = v_i - p/rho at r
//   contact   -sum f_ij l_ij \int_0^1 W(r - r_i - s l_ij) ds
//   walls     sum f_ik W(r - c_ik), c_ik the contact point
//
// W is a product of cubic B-splines. Points lie at whole parts of its width, so that the weights of
// the points add up to one wherever a grain is: sums over the grid are the sums over the grains, to
// rounding. docs/theory/fields.md
#pragma once

#include "measure/measure.hpp"

namespace scree {

// With contacts: their stress (nine components), kinetic stress (six), pressure and force of walls.
std::vector<ColumnInfo> field_columns(bool contacts);

// `width` is a whole number of spacings in every direction.
MeasureTable field_values(const MeasureInput& in, const TableGrid& grid, const Vec3& width,
                          bool contacts);

// One point thick: the mean of densities along an axis, and velocities and temperatures of these.
MeasureTable mean_across(const MeasureTable& t, int axis);

}  // namespace scree
