// Complete elliptic integrals of all three kinds in one function.
#pragma once

namespace scree {

// cel(k', p, a, b) = integral over theta from 0 to pi/2 of
//
//        a cos^2 + b sin^2
//   ---------------------------------------------       (Bulirsch 1969; NIST DLMF 19.2.11)
//   (cos^2 + p sin^2) sqrt(cos^2 + k'^2 sin^2)
//
// for k' > 0, p > 0 and a, b >= 0. With such arguments every term of the iteration is positive:
// nothing cancels, and the result is good to a few units in the last place however large p is.
// K = cel(k', 1, 1, 1), E = cel(k', 1, 1, k'^2), Pi(n) = cel(k', 1 - n, 1, 1).
double complete_elliptic(double k_prime, double p, double a, double b);

}  // namespace scree
