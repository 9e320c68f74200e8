// Parameters that several shapes share, so that they are called and described alike.
#pragma once

#include "base/params.hpp"

namespace scree::wall_params {

inline constexpr ParamInfo centre{.name = "centre",
                                  .kind = ParamKind::vector,
                                  .dim = dim::length,
                                  .fallback = "[0, 0, 0]",
                                  .doc = "middle of the shape"};
inline constexpr ParamInfo axis{.name = "axis",
                                .kind = ParamKind::vector,
                                .fallback = "[0, 1, 0]",
                                .doc = "from bottom to top; need not be a unit vector"};
inline constexpr ParamInfo normal{.name = "normal",
                                  .kind = ParamKind::vector,
                                  .fallback = "[0, 1, 0]",
                                  .doc = "of the flat piece; need not be a unit vector"};
inline constexpr ParamInfo turn{
    .name = "turn", .fallback = "0", .doc = "angle of the sides about the axis, from x towards -z"};
inline constexpr ParamInfo side{.name = "side",
                                .kind = ParamKind::choice,
                                .fallback = "inside",
                                .choices = "inside|outside",
                                .doc = "where the grains are"};
inline constexpr ParamInfo open{
    .name = "open",
    .kind = ParamKind::choice,
    .fallback = "none",
    .choices = "none|top|bottom|both",
    .doc = "ends without a cap; with one open the wall is a thin shell met from both sides"};
inline constexpr ParamInfo sided{
    .name = "sided",
    .kind = ParamKind::choice,
    .fallback = "both",
    .choices = "both|one",
    .doc = "one: met from the side of the normal only, and pushes back grains behind it"};

}  // namespace scree::wall_params
