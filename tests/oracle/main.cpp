// The oracle tests need a program that we did not write. Where it is missing they say so and are
// reported as skipped (SKIP_RETURN_CODE in tests/CMakeLists.txt), never as passed.
#include <gtest/gtest.h>

#include <cstdio>

#include "peers/process.hpp"

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  if (!scree::peers::find_program("lmp")) {
    std::puts(
        "SKIPPED: the oracle tests compare Scree with LAMMPS, and there is no `lmp` in PATH.\n"
        "         Install it (Debian: apt-get install lammps) and run `ctest -L oracle`.");
    return 77;
  }
  return RUN_ALL_TESTS();
}
