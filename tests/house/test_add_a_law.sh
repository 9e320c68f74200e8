#!/bin/bash
# Follows "Add a contact law in 30 minutes" of CONTRIBUTING.md: puts its files into a copy of the
# tree, edits nothing else, builds the tests of the laws and runs them.
# usage: test_add_a_law.sh SOURCE WORK PYTHON CMAKE
set -eu
source=$1 work=$2/add_a_law python=$3 cmake=$4
tree=$work/tree

# Copies keep their times, so that a second run rebuilds little.
rm -rf "$tree"
mkdir -p "$tree"
cp -a "$source/CMakeLists.txt" "$source/cmake" "$source/src" "$source/apps" \
  "$source/tests" "$source/bench" "$tree/"
header=src/laws/catalog/normal/hunt_crossley.hpp
if [ -e "$tree/$header" ]; then
  echo "the law of the walk-through is already in the catalogue" >&2
  exit 1
fi
# Only the generic tests: the others know their laws.
find "$tree/tests/laws" -name '*.cpp' ! -name catalogue.cpp ! -name energy.cpp -delete
"$python" "$source/tools/extract_code.py" "$source/CONTRIBUTING.md" "$tree"

"$cmake" -S "$tree" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DSCREE_PYTHON=OFF \
  -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=20 \
  >"$work/configure.log" || { cat "$work/configure.log"; exit 1; }
grep -q 'normal::HuntCrossley' "$work/build/generated/laws/registry.hpp"
"$cmake" --build "$work/build" --target test_laws

# The generic tests, which now cover the new law too, and its own.
generic='Catalogue.*:Energy.*'
"$work/build/tests/test_laws" --gtest_brief=1 --gtest_filter="$generic" | tee "$work/generic.log"
if grep -q '^\[==========\] 0 tests' "$work/generic.log"; then
  echo "no generic test of the laws is called $generic" >&2
  exit 1
fi
"$work/build/tests/test_laws" --gtest_filter='HuntCrossley.*' | tee "$work/own.log"
grep -q '3 tests from 1 test suite ran' "$work/own.log"
