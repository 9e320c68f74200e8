// Exact arithmetic on expansions: a number as a sum of doubles that do not overlap, smallest first.
//
// Ferrez (2001) 4.3.1 after Shewchuk (1997). The operations keep Shewchuk's "strongly
// non-overlapping" property and drop zeros, so the last component is the largest and carries the
// sign, and the number zero has no components. They need round-to-nearest-even, no fast-math and no
// contraction, and are exact while nothing overflows or falls below the smallest subnormal;
// in_exact_domain (predicates.hpp) guards that.
//
// Memory: components live in an ExpansionArena that belongs to the caller, so the exact path does
// not allocate once its arena has grown to the size that the work needs.
#pragma once

#include <cmath>
#include <cstddef>
#include <memory>
#include <vector>

namespace scree::geometry {

// x + y is exact, x the rounded result.
struct TwoTerms {
  double x, y;
};

inline TwoTerms fast_two_sum(double a, double b) {  // needs |a| >= |b| or a == 0
  const double x = a + b;
  return {x, b - (x - a)};
}

inline TwoTerms two_sum(double a, double b) {
  const double x = a + b;
  const double bv = x - a;
  const double av = x - bv;
  return {x, (a - av) + (b - bv)};
}

inline TwoTerms two_diff(double a, double b) {
  const double x = a - b;
  const double bv = a - x;
  const double av = x + bv;
  return {x, (a - av) + (bv - b)};
}

// Halves of 26 bits: a = x + y, the products of halves are exact (Dekker 1971).
inline TwoTerms split(double a) {
  const double c = 134217729.0 * a;  // 2^27 + 1
  const double high = c - (c - a);
  return {high, a - high};
}

inline TwoTerms two_product_split(double a, double b) {
  const double x = a * b;
  const TwoTerms s = split(a), t = split(b);
  return {x, s.y * t.y - (((x - s.x * t.x) - s.y * t.x) - s.x * t.y)};
}

inline TwoTerms two_product(double a, double b) {
#ifdef __FMA__
  const double x = a * b;
  return {x, std::fma(a, b, -x)};  // the same two numbers: both are exact
#else
  return two_product_split(a, b);
#endif
}

// A view of components, smallest first; the arena owns them.
struct Expansion {
  const double* c = nullptr;
  std::size_t n = 0;

  int sign() const { return n == 0 ? 0 : (c[n - 1] > 0 ? 1 : -1); }
  // The nearest double up to some ulps: the small components first.
  double approximate() const {
    double s = 0;
    for (std::size_t i = 0; i < n; ++i) s += c[i];
    return s;
  }
};

// Bump allocator in blocks: pointers stay valid until clear(). Not for sharing between threads.
class ExpansionArena {
 public:
  void clear() { block_ = 0, used_ = 0; }

  double* take(std::size_t n) {
    while (block_ < blocks_.size() && used_ + n > blocks_[block_].size) ++block_, used_ = 0;
    if (block_ == blocks_.size()) {
      const std::size_t size = n > block_size ? n : block_size;
      blocks_.push_back({std::unique_ptr<double[]>(new double[size]), size});
      used_ = 0;
    }
    double* p = blocks_[block_].data.get() + used_;
    used_ += n;
    return p;
  }

  // Gives back the end of the latest take.
  void shrink(std::size_t by) { used_ -= by; }

 private:
  static constexpr std::size_t block_size = 8192;  // 64 KB: holds a whole test of common input
  struct Block {
    std::unique_ptr<double[]> data;
    std::size_t size;
  };
  std::vector<Block> blocks_;
  std::size_t block_ = 0, used_ = 0;
};

Expansion make_expansion(ExpansionArena& arena, TwoTerms t);
Expansion sum(ExpansionArena& arena, Expansion e, Expansion f);
Expansion scale(ExpansionArena& arena, Expansion e, double b);
Expansion product(ExpansionArena& arena, Expansion e, Expansion f);
Expansion negate(ExpansionArena& arena, Expansion e);

// Operators for formulas that are written once for double and for exact numbers.
class Exact {
 public:
  Exact(ExpansionArena& arena, Expansion e) : arena_(&arena), e_(e) {}
  static Exact difference(ExpansionArena& arena, double a, double b) {
    return {arena, make_expansion(arena, two_diff(a, b))};
  }
  int sign() const { return e_.sign(); }
  Expansion terms() const { return e_; }

  friend Exact operator+(Exact a, Exact b) { return {*a.arena_, sum(*a.arena_, a.e_, b.e_)}; }
  friend Exact operator-(Exact a) { return {*a.arena_, negate(*a.arena_, a.e_)}; }
  friend Exact operator-(Exact a, Exact b) { return a + -b; }
  friend Exact operator*(Exact a, Exact b) { return {*a.arena_, product(*a.arena_, a.e_, b.e_)}; }

 private:
  ExpansionArena* arena_;
  Expansion e_;
};

}  // namespace scree::geometry
