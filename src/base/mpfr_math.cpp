#include "base/mpfr_math.hpp"

#include <mpfr.h>

namespace scree::mpfr_math {
namespace {

constexpr mpfr_prec_t kBits = 53;

// The exponents of doubles, subnormals among them (MPFR's fractions lie in [1/2, 1)). The range
// belongs to the thread: whatever else uses MPFR finds it as it was.
class DoubleExponents {
 public:
  DoubleExponents() : lowest_(mpfr_get_emin()), highest_(mpfr_get_emax()) {
    mpfr_set_emin(-1073);
    mpfr_set_emax(1024);
  }
  ~DoubleExponents() {
    mpfr_set_emin(lowest_);
    mpfr_set_emax(highest_);
  }
  DoubleExponents(const DoubleExponents&) = delete;
  DoubleExponents& operator=(const DoubleExponents&) = delete;

 private:
  mpfr_exp_t lowest_, highest_;
};

// MPFR keeps constants (pi, log 2) for each thread: they go when the thread does.
struct ThreadCache {
  ~ThreadCache() { mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); }
};
void free_cache_with_thread() {
  static thread_local ThreadCache cache;
  (void)cache;
}

// f(to, from, rounding) returns the sign of its rounding error; a subnormal result has fewer bits
// and is rounded once more with its help, as if it had been rounded once. Numbers of MPFR live on
// the stack.
template <class Function>
double rounded(Function f, double x) {
  free_cache_with_thread();
  const DoubleExponents range;
  MPFR_DECL_INIT(from, kBits);
  MPFR_DECL_INIT(to, kBits);
  mpfr_set_d(from, x, MPFR_RNDN);
  mpfr_subnormalize(to, f(to, from, MPFR_RNDN), MPFR_RNDN);
  return mpfr_get_d(to, MPFR_RNDN);
}

template <class Function>
double rounded(Function f, double x, double y) {
  free_cache_with_thread();
  const DoubleExponents range;
  MPFR_DECL_INIT(a, kBits);
  MPFR_DECL_INIT(b, kBits);
  MPFR_DECL_INIT(to, kBits);
  mpfr_set_d(a, x, MPFR_RNDN);
  mpfr_set_d(b, y, MPFR_RNDN);
  mpfr_subnormalize(to, f(to, a, b, MPFR_RNDN), MPFR_RNDN);
  return mpfr_get_d(to, MPFR_RNDN);
}

}  // namespace

double sin(double x) { return rounded(mpfr_sin, x); }
double cos(double x) { return rounded(mpfr_cos, x); }
double tan(double x) { return rounded(mpfr_tan, x); }
double exp(double x) { return rounded(mpfr_exp, x); }
double log(double x) { return rounded(mpfr_log, x); }
double log1p(double x) { return rounded(mpfr_log1p, x); }
double pow(double x, double y) { return rounded(mpfr_pow, x, y); }
double hypot(double x, double y) { return rounded(mpfr_hypot, x, y); }
double atan2(double y, double x) { return rounded(mpfr_atan2, y, x); }

}  // namespace scree::mpfr_math
