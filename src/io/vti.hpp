// A table on a regular grid as VTK image data (.vti), which ParaView shows as slices, volumes and
// streamlines.
#pragma once

#include <string>

#include "base/table.hpp"

namespace scree {

// Columns NAME_x, NAME_y, NAME_z become one vector, NAME_xx ... NAME_zz (six or nine) one tensor in
// the order of VTK. Precondition: the table has a grid.
std::string vti_image(const MeasureTable& table, double time);

}  // namespace scree
