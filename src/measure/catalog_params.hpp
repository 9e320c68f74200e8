// Parameters that several measures share, so that they are called and described alike.
#pragma once

#include <cmath>

#include "base/params.hpp"
#include "base/region_params.hpp"
#include "measure/measure.hpp"
#include "measure/unfolded.hpp"

namespace scree::measure_params {

inline constexpr ParamInfo axis{.name = "axis",
                                .kind = ParamKind::choice,
                                .fallback = "up",
                                .choices = "up|x|y|z",
                                .doc = "direction of the layers; up: against gravity"};
inline constexpr ParamInfo area{.name = "area",
                                .dim = dim::area,
                                .range = range::positive,
                                .doc = "of the cross-section (B in Ferrez 4.3)"};
inline constexpr ParamInfo radius{.name = "radius",
                                  .dim = dim::length,
                                  .range = range::positive,
                                  .doc = "of a round cross-section, in place of `area`"};
inline constexpr ParamInfo centre =
    region_params::origin("centre", "a point of the axis, or the middle of the region");
inline constexpr ParamInfo direction{.name = "axis",
                                     .kind = ParamKind::vector,
                                     .fallback = "[0, 1, 0]",
                                     .doc = "of the cylinder; need not be a unit vector"};
inline constexpr ParamInfo with_walls{.name = "walls",
                                      .kind = ParamKind::boolean,
                                      .fallback = "true",
                                      .doc = "count contacts with walls too"};
inline constexpr ParamInfo low = region_params::min_corner("lowest corner of the box");
inline constexpr ParamInfo high = region_params::max_corner("highest corner of the box");

// An error where only one of the two corners is given, or where they are no box.
std::optional<Error> wrong_box(const ParamSet& p);

// An error where the contacts were not stored; measures that count them ask in check().
std::optional<Error> need_contacts(const MeasureInput& in);
// E0625 in two dimensions.
std::optional<Error> need_space(const MeasureInput& in);

// The direction that the parameter `axis` (a choice) names.
Vec3 axis_of(const std::string& choice, const MeasureInput& in);

// f(height) for all images of a ball at height y that may meet heights 0 to `top` along the axis:
// where the axis is along a periodic direction, several. Oblique to one, layers have no period of
// their own: there each grain counts once, where it is stored.
template <class F>
void for_each_height(double y, double r, double top, const Vec3& axis, const PeriodicBox& box,
                     F&& f) {
  const double period = period_along(axis, box);
  if (!(period > 0)) return f(y);
  const double last = std::floor((top + r - y) / period);
  for (double k = std::ceil((-r - y) / period); k <= last; ++k) f(y + k * period);
}
// An error where these are too many to go through. For any direction: `up` may turn.
std::optional<Error> check_height(double top, const MeasureInput& in);

// The parameter `name` (a vector) as a unit vector; an error when it is zero.
Result<Vec3> unit_vector(const ParamSet& p, std::string_view name);

// A cross-section by `area` or `radius`; without both that of a periodic box, across the axis.
class CrossSection {
 public:
  static Result<CrossSection> read(const ParamSet& p);
  bool given() const { return area_ > 0; }
  double area(const MeasureInput& in, const Vec3& axis) const;  // 0: not known
  std::optional<Error> check(const MeasureInput& in, const Vec3& axis) const;

 private:
  double area_ = 0;
};

// "name_1", "name_2", ... at the end of `out`.
void add_numbered(const ColumnInfo& one, std::size_t count, std::vector<ColumnInfo>& out);

// Layers or rings by their number: how much of the space of each grains fill, or, where that space
// has no end, the volume of the grains.
std::vector<ColumnInfo> filled_parts(bool bounded, std::size_t count);

}  // namespace scree::measure_params
