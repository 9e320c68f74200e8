// How exact a double is.
#pragma once

namespace scree::geometry::rounding {

// Half the distance from 1 to the next double: a rounded operation is off by at most this share.
inline constexpr double u = 0x1.0p-53;

}  // namespace scree::geometry::rounding
