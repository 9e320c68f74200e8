#include "geometry/predicates/expansion.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "samples.hpp"

namespace scree::geometry {
namespace {

mpq_class exact_value(Expansion e) {
  mpq_class s = 0;
  for (std::size_t i = 0; i < e.n; ++i) s += mpq_class(e.c[i]);
  return s;
}

double any_double(Draw& d) { return std::ldexp(d.between(-1, 1), d.integer(-60, 60)); }

// A long expansion of random content: sums of scaled pieces.
Expansion any_expansion(ExpansionArena& arena, Draw& d, int pieces) {
  Expansion e;
  for (int i = 0; i < pieces; ++i)
    e = sum(arena, e, make_expansion(arena, two_product(any_double(d), any_double(d))));
  return e;
}

// Non-overlapping, increasing, no zeros: what the sign and the next operation rely on.
void expect_well_formed(Expansion e) {
  for (std::size_t i = 0; i < e.n; ++i) ASSERT_NE(e.c[i], 0.0);
  for (std::size_t i = 1; i < e.n; ++i) {
    int low_top;
    std::frexp(e.c[i - 1], &low_top);  // |c| < 2^low_top
    const double grid = std::ldexp(1.0, low_top);
    ASSERT_EQ(std::fmod(e.c[i], grid), 0.0) << "component " << i << " overlaps the one below";
  }
}

TEST(Expansion, two_term_operations_lose_nothing) {
  Draw d(1, 1);
  for (int i = 0; i < 20000; ++i) {
    const double a = any_double(d), b = any_double(d);
    const TwoTerms s = two_sum(a, b), t = two_diff(a, b), p = two_product(a, b);
    ASSERT_EQ(mpq_class(s.x) + mpq_class(s.y), mpq_class(a) + mpq_class(b));
    ASSERT_EQ(mpq_class(t.x) + mpq_class(t.y), mpq_class(a) - mpq_class(b));
    ASSERT_EQ(mpq_class(p.x) + mpq_class(p.y), mpq_class(a) * mpq_class(b));
    const TwoTerms q = two_product_split(a, b);
    ASSERT_EQ(q.x, p.x);
    ASSERT_EQ(q.y, p.y);
    ASSERT_EQ(p.y, std::fma(a, b, -p.x));
  }
}

TEST(Expansion, sums_scalings_and_products_are_exact_and_well_formed) {
  Draw d(1, 2);
  ExpansionArena arena;
  for (int i = 0; i < 3000; ++i) {
    arena.clear();
    const Expansion e = any_expansion(arena, d, d.integer(0, 6));
    const Expansion f = any_expansion(arena, d, d.integer(0, 6));
    const double b = any_double(d);
    const Expansion s = sum(arena, e, f), t = scale(arena, e, b), p = product(arena, e, f);
    ASSERT_EQ(exact_value(s), exact_value(e) + exact_value(f));
    ASSERT_EQ(exact_value(t), exact_value(e) * mpq_class(b));
    ASSERT_EQ(exact_value(p), exact_value(e) * exact_value(f));
    for (const Expansion& x : {e, f, s, t, p}) {
      expect_well_formed(x);
      ASSERT_EQ(x.sign(), sgn(exact_value(x)));
    }
  }
}

TEST(Expansion, a_difference_of_equal_numbers_has_no_components) {
  Draw d(1, 3);
  ExpansionArena arena;
  for (int i = 0; i < 1000; ++i) {
    arena.clear();
    const Expansion e = any_expansion(arena, d, 5), f = any_expansion(arena, d, 5);
    const Exact a(arena, e), b(arena, f);
    const Exact zero = (a + b) * (a - b) - (a * a - b * b);
    ASSERT_EQ(zero.terms().n, 0u);
    ASSERT_EQ(zero.sign(), 0);
  }
}

TEST(Expansion, one_ulp_of_the_smallest_component_decides) {
  ExpansionArena arena;
  const Expansion one = make_expansion(arena, {1.0, 0x1p-200});
  const Expansion minus_one = make_expansion(arena, {-1.0, 0.0});
  EXPECT_EQ(sum(arena, one, minus_one).sign(), 1);
  const Expansion below = make_expansion(arena, {-1.0, -0x1p-199});
  EXPECT_EQ(sum(arena, one, below).sign(), -1);
}

TEST(Expansion, zero_and_empty_are_the_same_number) {
  ExpansionArena arena;
  const Expansion zero = make_expansion(arena, {0.0, 0.0});
  const Expansion e = make_expansion(arena, {3.0, 0x1p-60});
  EXPECT_EQ(zero.n, 0u);
  EXPECT_EQ(scale(arena, e, 0.0).n, 0u);
  EXPECT_EQ(product(arena, e, zero).n, 0u);
  EXPECT_EQ(sum(arena, zero, zero).n, 0u);
  EXPECT_EQ(exact_value(sum(arena, e, zero)), exact_value(e));
}

TEST(Expansion, the_arena_grows_without_moving_what_it_gave) {
  ExpansionArena arena;
  std::vector<double*> given;
  for (int i = 0; i < 100; ++i) {
    given.push_back(arena.take(1000));
    given.back()[0] = i;
    given.back()[999] = i;
  }
  double* large = arena.take(100000);
  large[99999] = 1;
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(given[i][0], i);
    EXPECT_EQ(given[i][999], i);
  }
}

}  // namespace
}  // namespace scree::geometry
