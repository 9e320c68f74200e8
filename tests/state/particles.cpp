#include "state/particles.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "state/box.hpp"
#include "state/hash.hpp"

namespace scree::test {
namespace {

// Every array has another value in every row, made from the grain's number alone.
Particles numbered(std::uint32_t n) {
  Particles p;
  for (std::uint32_t k = 0; k < n; ++k) {
    const double d = k;
    p.add({.x = {d, 2 * d, 3 * d},
           .radius = 1 + d,
           .material = MaterialId{k},
           .v = {4 * d, 5 * d, 6 * d},
           .omega = {7 * d, 8 * d, 9 * d},
           .q = {0.5, d, 2 * d, 3 * d}},
          2500);
    p.ws[k].body = 10 + k;
    p.f[k] = {11 * d, 12 * d, 13 * d};
    p.tq[k] = {14 * d, 15 * d, 16 * d};
  }
  return p;
}

void expect_rows_of(const Particles& p, std::initializer_list<std::uint32_t> ids) {
  const Particles all = numbered(5);
  ASSERT_EQ(p.size(), ids.size());
  std::uint32_t s = 0;
  for (const std::uint32_t k : ids) {
    EXPECT_EQ(p.id[s].value, k);
    EXPECT_EQ(p.row_of()[k], s);
    EXPECT_EQ(p.xr[s].x, all.xr[k].x);
    EXPECT_EQ(p.xr[s].r, all.xr[k].r);
    EXPECT_EQ(p.vm[s].v, all.vm[k].v);
    EXPECT_EQ(p.vm[s].inv_mass, all.vm[k].inv_mass);
    EXPECT_EQ(p.ws[s].omega, all.ws[k].omega);
    EXPECT_EQ(p.ws[s].material, k);
    EXPECT_EQ(p.ws[s].body, 10 + k);
    EXPECT_EQ(p.q[s], all.q[k]);
    EXPECT_EQ(p.f[s], all.f[k]);
    EXPECT_EQ(p.tq[s], all.tq[k]);
    EXPECT_EQ(p.inv_inertia[s], all.inv_inertia[k]);
    ++s;
  }
}

TEST(Particles, a_grain_has_the_mass_and_inertia_of_a_ball) {
  Particles p;
  p.add({.radius = 0.003}, 2700);
  const double m = 2700 * 4 * std::numbers::pi / 3 * 0.003 * 0.003 * 0.003;
  // The same products in another order: some last bits.
  EXPECT_LT(std::abs(p.mass(0) / m - 1), 1e-15 * 8);
  EXPECT_LT(std::abs(p.inv_inertia[0] * (2.0 / 5) * m * 0.003 * 0.003 - 1), 1e-15 * 8);
}

TEST(Particles, a_fixed_grain_cannot_be_moved_or_turned) {
  Particles p;
  p.add({.radius = 1, .v = {1, 2, 3}, .omega = {4, 5, 6}, .fixed = true}, 2500);
  EXPECT_EQ(p.vm[0].inv_mass, 0);
  EXPECT_EQ(p.inv_inertia[0], 0);
  EXPECT_EQ(p.vm[0].v, Vec3{});
  EXPECT_EQ(p.ws[0].omega, Vec3{});
  EXPECT_TRUE(p.ws[0].flags & kFixed);
}

TEST(Particles, all_that_belongs_to_a_grain_follows_a_sorting) {
  Particles p = numbered(5);
  const std::uint32_t order[] = {3, 0, 4, 2, 1};
  p.permute(order);
  expect_rows_of(p, {3, 0, 4, 2, 1});
}

TEST(Particles, ids_are_not_used_again) {
  Particles p = numbered(5);
  const std::uint8_t gone[] = {0, 1, 0, 0, 1};
  p.remove(gone);
  expect_rows_of(p, {0, 2, 3});
  EXPECT_EQ(p.row_of()[1], Particles::kNoRow);
  EXPECT_EQ(p.row_of()[4], Particles::kNoRow);
  EXPECT_EQ(p.add({.radius = 1}, 1).value, 5u);
}

TEST(PeriodicBox, the_nearest_image_is_within_half_a_length_in_periodic_directions_only) {
  const PeriodicBox box{{-1, -2, -3}, {1, 6, 3}, {true, false, true}};
  EXPECT_EQ(box.lengths(), (Vec3{2, 0, 6}));
  EXPECT_EQ(box.inverse_lengths(), (Vec3{0.5, 0, 1.0 / 6}));
  const Vec3 d = nearest_image({1.5, 7.5, -4}, box.lengths(), box.inverse_lengths());
  EXPECT_EQ(d, (Vec3{-0.5, 7.5, 2}));
}

// Published by whatever reads a summary: these bits must not change by themselves.
TEST(StateHash, depends_on_every_bit_the_order_and_the_number_of_words) {
  const auto of = [](std::initializer_list<std::uint64_t> words) {
    StateHasher h;
    for (const std::uint64_t w : words) h.add(w);
    return to_string(h.finish());
  };
  const std::string base = of({1, 2, 3});
  EXPECT_EQ(base.size(), 32u);
  EXPECT_NE(of({2, 1, 3}), base);
  EXPECT_NE(of({1, 2, 3, 0}), base);
  EXPECT_NE(of({1, 2}), base);
  for (int bit = 0; bit < 64; ++bit)
    for (int word = 0; word < 3; ++word) {
      std::uint64_t w[] = {1, 2, 3};
      w[word] ^= std::uint64_t{1} << bit;
      const std::string other = of({w[0], w[1], w[2]});
      EXPECT_NE(other.substr(0, 16), base.substr(0, 16)) << word << " " << bit;
      EXPECT_NE(other.substr(16), base.substr(16)) << word << " " << bit;
    }
  EXPECT_NE(to_string(hash_bytes("abc")), to_string(hash_bytes(std::string_view("abc\0", 4))));
  EXPECT_NE(to_string(hash_bytes("abcdefgh1")), to_string(hash_bytes("abcdefgh2")));
  StateHasher plus, minus;
  plus.add(0.0), minus.add(-0.0);
  EXPECT_FALSE(plus.finish() == minus.finish());
}

}  // namespace
}  // namespace scree::test
