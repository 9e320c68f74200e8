// How much of a matrix of runs is made: with reduced effort the runs are shorter and have two or
// three threads. Never more: the cores of a small machine would spend four fifths of the time in
// wake-ups.
#pragma once

#include <cstdint>
#include <iostream>
#include <vector>

#include "support/effort.hpp"

namespace scree::test {

struct Matrix {
  bool reduced = false;

  std::vector<int> threads() const {
    return reduced ? std::vector<int>{2, 3} : std::vector<int>{1, 2, 3};
  }
  std::uint64_t steps(std::uint64_t whole, std::uint64_t few) const {
    return reduced ? few : whole;
  }
};

inline const Matrix& matrix() {
  static const Matrix m = [] {
    const bool reduced = reduced_effort();
    std::cout << "[  matrix  ] "
              << (reduced ? "reduced: threads 2 and 3, fewer steps, parallel detectors only"
                          : "full")
              << " (SCREE_TEST_MATRIX)" << std::endl;
    return Matrix{reduced};
  }();
  return m;
}

}  // namespace scree::test
