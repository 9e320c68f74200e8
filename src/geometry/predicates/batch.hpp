// The main predicates for many queries at once: same signs as one by one, several times faster.
//
// A block of queries shares one error bound, from the greatest difference of coordinates and
// weights in it: the bound costs next to nothing, and is tight where the queries of a block are
// near each other (tetrahedra along a curve). What it leaves undecided goes to the predicates of
// predicates.hpp, one by one. docs/theory/predicates.md has the bounds.
//
// No state: several threads may each have their part of the queries.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "geometry/predicates/predicates.hpp"

namespace scree::geometry {

using PowerQuery = std::array<std::uint32_t, 5>;   // a, b, c, d positive in orient3d; p
using OrientQuery = std::array<std::uint32_t, 4>;  // a, b, c, d

struct BatchOptions {
  const char* instruction_set = "auto";  // "plain", "avx2", "avx512"; what is not there: "plain"
};

// Signs -1, 0, 1 of power_test and orient3d for rows of `sites`. Returns how many queries the
// filter left undecided. Preconditions: rows exist; signs.size() == queries.size().
std::size_t power_tests(std::span<const Site> sites, std::span<const PowerQuery> queries,
                        std::span<std::int8_t> signs, const BatchOptions& options = {});
std::size_t orient3d_tests(std::span<const Site> sites, std::span<const OrientQuery> queries,
                           std::span<std::int8_t> signs, const BatchOptions& options = {});

// The determinants alone, and the bound for all of them together: signs of values beyond +-bound
// are right. Precondition: det.size() == queries.size().
double power_determinants(std::span<const Site> sites, std::span<const PowerQuery> queries,
                          std::span<double> det);

}  // namespace scree::geometry
