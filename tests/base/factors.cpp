// Units with a factor that is not a power of ten, below a fraction bar; lists of a given length.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/params.hpp"
#include "base/units.hpp"

namespace scree {
namespace {

void expect_quantity(const char* text, Dimension dimension, double si) {
  const auto v = parse_quantity(text, dimension);
  ASSERT_TRUE(v.ok()) << text;
  EXPECT_LT(std::abs(*v / si - 1), 1e-15) << text;  // one or two roundings
}

TEST(Units, a_factor_below_the_fraction_bar_divides) {
  expect_quantity("30 m/min", dim::velocity, 0.5);
  expect_quantity("36 km/h", dim::velocity, 10);
  expect_quantity("6 min^-1", dim::frequency, 0.1);
  expect_quantity("3600 m/min^2", dim::acceleration, 1);
  expect_quantity("1 g/in^3", dim::density, 1e-3 / (0.0254 * 0.0254 * 0.0254));
}

TEST(Params, a_vector_has_three_numbers) {
  const ParamInfo info{.name = "axis", .kind = ParamKind::vector};
  EXPECT_TRUE(parse_param(info, "[1, 2, 3]").ok());
  for (const char* text : {"[]", "[1]", "[1, 2]", "[1, 2, 3, 4]", "[1, 2, 3, 4, 5, 6]"})
    EXPECT_FALSE(parse_param(info, text).ok()) << text;
}

}  // namespace
}  // namespace scree
