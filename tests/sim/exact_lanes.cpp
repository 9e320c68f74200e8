// Blocks of addends against the same addends one by one, in every instruction set.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "sim/kernel/kernel.hpp"

namespace scree {
namespace {

// Nearest number of 24 bits, ties as Veltkamp's splitting leaves them.
double rounded(double x) {
  const double c = x * (0x1p29 + 1);
  return c - (c - x);
}

std::vector<double> addends(std::mt19937_64& random, int kind) {
  std::vector<double> v(random() % 150);
  for (double& x : v) {
    const double u = std::ldexp(static_cast<double>(random() >> 11), -53) - 0.25;
    const int spread[] = {0, 20, 200, 1500};
    const auto e = static_cast<int>(random() % static_cast<unsigned>(spread[kind] + 1));
    x = random() % 5 == 0 ? 0.0 : std::ldexp(u, e - spread[kind] / 2);
  }
  return v;
}

TEST(ExactLanes, add_what_one_addend_after_the_other_would) {
  std::mt19937_64 random(3);
  for (const char* set : {"plain", "avx2", "avx512"}) {
    const kernel::Kernels* kernels = kernel::choose_kernels(set);
    if (kernels == nullptr) continue;  // not on this machine
    for (int k = 0; k < 2000; ++k) {
      const std::vector<double> v = addends(random, k % 4);
      ExactSum blocks, singles;
      kernels->add_rounded(v.data(), v.size(), blocks);
      for (const double x : v) singles += rounded(x);
      EXPECT_TRUE(blocks == singles) << set << " " << k;
    }
  }
}

TEST(ExactLanes, keep_the_relative_size_of_every_addend) {
  std::mt19937_64 random(4);
  const kernel::Kernels* kernels = kernel::choose_kernels("auto");
  for (int k = 0; k < 1000; ++k) {
    const double x = std::ldexp(1 + std::ldexp(static_cast<double>(random() >> 11), -53),
                                static_cast<int>(random() % 1800) - 900);
    const double v[2] = {0x1p300, x};
    ExactSum sum;
    kernels->add_rounded(v, 2, sum);
    sum += -0x1p300;
    EXPECT_NEAR(sum.value(), x, 0x1p-24 * x);  // half a unit of 24 bits
  }
}

TEST(ExactLanes, show_an_addend_that_is_not_finite) {
  const kernel::Kernels* kernels = kernel::choose_kernels("auto");
  for (const double bad :
       {std::nan(""), static_cast<double>(INFINITY), -static_cast<double>(INFINITY)})
    for (const double other : {0.0, 1.0, 1e-320, 1e308}) {
      const double v[3] = {other, bad, -other};
      ExactSum sum;
      kernels->add_rounded(v, 3, sum);
      EXPECT_FALSE(std::isfinite(sum.value())) << bad << " beside " << other;
    }
}

}  // namespace
}  // namespace scree
