#include "detect/choose.hpp"

#include <gtest/gtest.h>

#include "detect/detector.hpp"

namespace scree {
namespace {

DetectorChoice choice(std::initializer_list<double> radii) {
  GrainSpread s;
  for (const double r : radii) s.add(r), ++s.grains;
  return choose_detector(s);
}

TEST(ChooseDetector, takes_one_grid_for_similar_sizes_and_levels_for_wide_ones) {
  EXPECT_EQ(choice({1, 1, 1}).name, "cubes");
  EXPECT_EQ(choice({2, 1}).name, "cubes");
  EXPECT_EQ(choice({1, 2.1}).name, "levels");
  EXPECT_EQ(choice({1, 5, 35}).name, "levels");
  EXPECT_EQ(choice({1, 0}).name, "levels");
}

TEST(ChooseDetector, names_a_detector_of_the_catalogue_and_a_reason_whatever_the_grains) {
  for (const auto& c : {choice({}), choice({0}), choice({1}), choice({1, 1000})}) {
    EXPECT_NE(find_detector(c.name), nullptr) << c.name;
    EXPECT_FALSE(c.why.empty());
  }
  EXPECT_NE(choice({1, 5, 35}).why.find("35 times"), std::string::npos);
}

}  // namespace
}  // namespace scree
