#include "shapes/convex_shape.hpp"

#include <fmt/format.h>

namespace scree {

std::optional<Error> wrong_rounding(double rounding, std::string code, std::string_view noun) {
  if (rounding >= 0 && std::isfinite(rounding)) return std::nullopt;
  return Error{std::move(code),
               fmt::format("the rounding of a {} must be 0 or more, not {:g}", noun, rounding), "",
               "", Subject::of_key("rounding")};
}

Vec3 middle_of(std::span<const Vec3> points) {
  std::vector<SolidBall> balls;
  for (const Vec3& x : points) balls.push_back({x, 0});
  return enclosing_ball(balls).x;
}

}  // namespace scree
