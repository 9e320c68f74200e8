#include "measure/catalog_params.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace scree::measure_params {

std::optional<Error> wrong_box(const ParamSet& p) {
  if (p.has("min") != p.has("max"))
    return Error{"E0102", "a box needs both `min` and `max`, its corners", "", "",
                 Subject::of_key(p.has("min") ? "min" : "max")};
  if (!p.has("min")) return std::nullopt;
  const Vec3 lo = p.vector("min"), hi = p.vector("max");
  if (lo.x < hi.x && lo.y < hi.y && lo.z < hi.z) return std::nullopt;
  return Error{"E0104", "`min` must be below `max` in every direction", "", "",
               Subject::of_key("max")};
}

std::optional<Error> need_contacts(const MeasureInput& in) {
  if (in.contacts_known) return std::nullopt;
  return Error{"E0102", "the contacts are not known here", "",
               "run with output.contacts = true, or measure while the simulation runs"};
}

std::optional<Error> need_space(const MeasureInput& in) {
  if (in.particles.dimensions() == Dimensions::three) return std::nullopt;
  return Error{"E0625", "this measure needs three dimensions", "",
               "`density`, `layers`, `mass` and `stress` measure areas in two"};
}

Vec3 axis_of(const std::string& choice, const MeasureInput& in) {
  if (choice == "x") return {1, 0, 0};
  if (choice == "y") return {0, 1, 0};
  if (choice == "z") return {0, 0, 1};
  return in.up;
}

std::optional<Error> check_height(double top, const MeasureInput& in) {
  for (int k = 0; k < 3; ++k) {
    Vec3 extent;
    extent[k] = top;
    if (auto e = too_many_images(in.box, extent)) return e;
  }
  return std::nullopt;
}

Result<Vec3> unit_vector(const ParamSet& p, std::string_view name) {
  const Vec3 v = p.vector(name);
  // Scaled first: squares of very long or very short vectors would leave the range of a double.
  const double scale = std::fmax(std::abs(v.x), std::fmax(std::abs(v.y), std::abs(v.z)));
  if (!is_finite(v) || !(scale > 0))
    return Error{"E0401", fmt::format("`{}` must be a direction, not zero", name), "",
                 fmt::format("for example {} = [0, 1, 0]", name),
                 Subject::of_key(std::string(name))};
  return normalized(v / scale);
}

Result<CrossSection> CrossSection::read(const ParamSet& p) {
  if (p.has("area") && p.has("radius"))
    return Error{"E0706", "`area` and `radius` both give the cross-section", "", "leave one out",
                 Subject::of_key("area")};
  CrossSection c;
  if (p.has("area")) c.area_ = p.number("area");
  if (p.has("radius")) c.area_ = std::numbers::pi * p.number("radius") * p.number("radius");
  return c;
}

double CrossSection::area(const MeasureInput& in, const Vec3& axis) const {
  if (area_ > 0) return area_;
  if (in.particles.dimensions() == Dimensions::two) {  // of 1 m depth
    for (int k = 0; k < 2; ++k)
      if (std::abs(axis[k]) == 1 && in.box.periodic[1 - k]) return in.box.length(1 - k);
    return 0;
  }
  for (int k = 0; k < 3; ++k) {
    const int a = (k + 1) % 3, b = (k + 2) % 3;
    if (std::abs(axis[k]) == 1 && in.box.periodic[a] && in.box.periodic[b])
      return in.box.length(a) * in.box.length(b);
  }
  return 0;
}

std::optional<Error> CrossSection::check(const MeasureInput& in, const Vec3& axis) const {
  if (area(in, axis) > 0) return std::nullopt;
  return Error{"E0102", "`area` or `radius` is missing: the cross-section that the grains fill", "",
               "only a box that is periodic across the axis has one by itself"};
}

void add_numbered(const ColumnInfo& one, std::size_t count, std::vector<ColumnInfo>& out) {
  for (std::size_t k = 1; k <= count; ++k) {
    out.push_back(one);
    out.back().name += fmt::format("_{}", k);
  }
}

std::vector<ColumnInfo> filled_parts(bool bounded, std::size_t count) {
  std::vector<ColumnInfo> out;
  add_numbered(bounded ? ColumnInfo{"solid_fraction", "", "share of this part that grains fill"}
                       : ColumnInfo{"volume", "m³", "volume of the grains in this part"},
               count, out);
  return out;
}

}  // namespace scree::measure_params
