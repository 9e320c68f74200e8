// How much the tests try. A step costs twenty times more under the address sanitizer and a hundred
// times more under the thread sanitizer, and fewer tries run the same code: there, or with
// SCREE_TEST_MATRIX=reduced, the tests try less. SCREE_TEST_MATRIX=full asks for the whole
// anywhere.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace scree::test {

inline bool reduced_effort() {
  static const bool reduced = [] {
    const char* set = std::getenv("SCREE_TEST_MATRIX");
    const std::string_view asked = set == nullptr ? "" : set;
#ifdef __SANITIZE_THREAD__
    return asked != "full";
#else
    return asked == "reduced";
#endif
  }();
  return reduced;
}

// A tenth of them with reduced effort.
inline int tries(int whole) { return reduced_effort() ? (whole + 9) / 10 : whole; }

// SCREE_PART=k/n: of the tries of a long test this process makes the k-th (from 0) and each n-th
// after it, so that many cores can share them.
struct PartOfTries {
  int first = 0, step = 1;
};
inline PartOfTries part_of_tries() {
  PartOfTries part;
  const char* set = std::getenv("SCREE_PART");
  if (set != nullptr && std::sscanf(set, "%d/%d", &part.first, &part.step) != 2) part = {};
  return part;
}

}  // namespace scree::test
