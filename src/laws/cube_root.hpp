// x^(1/3) for x > 0 from multiplications and integer shifts alone: the same bits on every machine,
// and the loop around it is vectorised. 0 for 0.
//
// z = x^(-1/3) by Newton on z^-3 - x, z <- z (4 - x z^3)/3, which needs no division and squares the
// error: e <- 2 e^2. It starts from the bits of x as an integer: i is about 2^52 (log2 x + 1023),
// so that the bits of z are about 4/3 1023 2^52 - i/3, less a shift that balances the error of
// reading a mantissa as a logarithm: 3.5%. One third is a geometric series of shifts. Four steps
// end below rounding: 2.5e-3, 1.2e-5, 3e-10, 2e-19. Then x z^2, and the result is within 4 units of
// the last place (tests/laws/jkr.cpp, against long double).
//
// Range: normal numbers, 1e-290 to 1e290.
#pragma once

#include <bit>
#include <cstdint>

#include "base/vec3.hpp"

namespace scree::laws {

HD double cube_root(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  std::uint64_t third = bits >> 2;  // 1/4
  third += third >> 2;              // 1/4 + 1/16
  third += third >> 4;
  third += third >> 8;
  third += third >> 16;
  double z = std::bit_cast<double>(std::uint64_t{0x553ef0ff289dd796} - third);
#pragma GCC unroll 4
  for (int k = 0; k < 4; ++k) z *= (1.0 / 3.0) * (4 - x * z * z * z);
  return x > 0 ? x * z * z : 0.0;
}

}  // namespace scree::laws
