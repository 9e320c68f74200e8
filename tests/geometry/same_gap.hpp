// That two answers are one, to the last bit.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "geometry/convex/gap.hpp"

namespace scree::geometry {

inline void expect_same(const Gap& a, const Gap& b, const std::string& who) {
  EXPECT_EQ(a.distance, b.distance) << who;
  EXPECT_EQ(a.normal, b.normal) << who;
  EXPECT_EQ(a.on_a, b.on_a) << who;
  EXPECT_EQ(a.on_b, b.on_b) << who;
}

}  // namespace scree::geometry
