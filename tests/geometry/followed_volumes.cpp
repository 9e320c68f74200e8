// Volumes that follow the grains: the rule is kept, errors are of second order, bits are the same.
#include "geometry/laguerre/followed_volumes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "packing.hpp"

namespace scree::geometry {
namespace {

constexpr ClipBox kFollowBox{{-0.6, -0.6, -0.6}, {7, 7, 7}};

std::vector<Vec3> positions_of(const std::vector<Site>& sites) {
  std::vector<Vec3> x;
  for (const Site& s : sites) x.push_back(s.x);
  return x;
}

// A walk of many small steps, some sites faster than others.
struct Walk {
  std::vector<Site> sites = packing(400);
  std::vector<Vec3> x = positions_of(sites), v;
  explicit Walk(double speed) {
    Draw d(31, 7);
    for (std::size_t k = 0; k < sites.size(); ++k)
      v.push_back(jitter(d, k % 9 == 0 ? 3 * speed : speed));
  }
  void step() {
    for (std::size_t k = 0; k < x.size(); ++k) x[k] += v[k];
  }
  std::vector<double> exact() const {
    std::vector<Site> moved = sites;
    for (std::size_t k = 0; k < x.size(); ++k) moved[k].x = x[k];
    return laguerre_cells(*Triangulation::build(moved), kFollowBox).volume;
  }
};

double worst_error(double epsilon, double speed, int steps, std::size_t& renewed) {
  Walk walk(speed);
  auto f = FollowedVolumes::start(walk.sites, kFollowBox, epsilon);
  EXPECT_TRUE(f.ok());
  double worst = 0;
  renewed = 0;
  std::vector<double> v(walk.sites.size());
  for (int k = 1; k <= steps; ++k) {
    walk.step();
    renewed += *f->update(walk.x);
    if (k % 20 != 0) continue;
    f->volumes(v);
    const std::vector<double> exact = walk.exact();
    for (std::size_t i = 0; i < v.size(); ++i)
      if (exact[i] > 0) worst = std::max(worst, std::abs(v[i] - exact[i]) / exact[i]);
  }
  return worst;
}

TEST(FollowedVolumes, errors_stay_small_and_fall_with_the_square_of_epsilon) {
  std::size_t at_one = 0, at_two = 0;
  const double one = worst_error(0.01, 2e-5, 200, at_one);
  const double two = worst_error(0.04, 2e-5, 200, at_two);
  EXPECT_LT(one, 1e-3);
  EXPECT_LT(two, 2e-2);
  EXPECT_GT(two, 4 * one);  // 16 in the mean; the worst cell is another one
  EXPECT_GT(at_one, at_two);
  EXPECT_GT(at_two, 100u);
  EXPECT_LT(at_one, 200 * 400u / 2);  // far from every cell at every step
}

TEST(FollowedVolumes, nothing_moves_nothing_is_renewed) {
  Walk walk(0);
  auto f = FollowedVolumes::start(walk.sites, kFollowBox, 0.01);
  EXPECT_EQ(*f->update(walk.x), 0u);
  const std::vector<double> exact = walk.exact();
  std::vector<double> v(exact.size());
  f->volumes(v);
  // Corners and cuts are two exact ways.
  for (std::size_t i = 0; i < v.size(); ++i) EXPECT_NEAR(v[i], exact[i], 1e-12) << i;
  const double fifth = f->volume(5);
  // Contacts changed: that cell alone.
  f->renew(5), f->renew(5);
  EXPECT_EQ(*f->update(walk.x), 1u);
  EXPECT_EQ(f->volume(5), fifth);
  EXPECT_FALSE(f->update(std::span(walk.x).first(3)).ok());
  EXPECT_EQ(f->volume(5), fifth);
}

TEST(FollowedVolumes, epsilon_of_zero_is_exact) {
  Walk walk(1e-3);
  auto f = FollowedVolumes::start(walk.sites, kFollowBox, 0);
  for (int k = 0; k < 5; ++k) {
    walk.step();
    ASSERT_TRUE(f->update(walk.x).ok());
  }
  const std::vector<double> exact = walk.exact();
  for (std::uint32_t i = 0; i < exact.size(); ++i) EXPECT_NEAR(f->volume(i), exact[i], 1e-13);
  double sum = 0;
  for (std::uint32_t i = 0; i < exact.size(); ++i) sum += f->volume(i);
  EXPECT_NEAR(sum, kFollowBox.volume(), 1e-11);
}

TEST(FollowedVolumes, one_answer_for_all_threads) {
  std::vector<double> first;
  for (const int threads : {1, 2, 7}) {
    Walk walk(1e-3);
    auto f = FollowedVolumes::start(walk.sites, kFollowBox, 0.01, threads);
    for (int k = 0; k < 8; ++k) {
      walk.step();
      ASSERT_TRUE(f->update(walk.x).ok());
    }
    std::vector<double> v(walk.sites.size());
    f->volumes(v);
    if (threads == 1) first = v;
    EXPECT_EQ(v, first) << threads;
  }
}

}  // namespace
}  // namespace scree::geometry
