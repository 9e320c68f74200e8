// How much of a matrix of runs is made. Under the thread sanitizer a step costs a hundred times
// more, and fewer steps show the same races: there, or with SCREE_TEST_MATRIX=reduced, the runs are
// shorter and have two or three threads. SCREE_TEST_MATRIX=full asks for the whole anywhere.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <vector>

namespace scree::test {

struct Matrix {
  bool reduced = false;

  std::vector<int> threads() const {
    return reduced ? std::vector<int>{2, 3} : std::vector<int>{1, 2, 3, 7};
  }
  std::uint64_t steps(std::uint64_t whole, std::uint64_t few) const {
    return reduced ? few : whole;
  }
};

inline const Matrix& matrix() {
  static const Matrix m = [] {
#ifdef __SANITIZE_THREAD__
    bool reduced = true;
#else
    bool reduced = false;
#endif
    if (const char* asked = std::getenv("SCREE_TEST_MATRIX")) {
      if (std::string_view(asked) == "reduced") reduced = true;
      if (std::string_view(asked) == "full") reduced = false;
    }
    std::cout << "[  matrix  ] "
              << (reduced ? "reduced: threads 2 and 3, fewer steps, parallel detectors only"
                          : "full")
              << " (SCREE_TEST_MATRIX)" << std::endl;
    return Matrix{reduced};
  }();
  return m;
}

}  // namespace scree::test
