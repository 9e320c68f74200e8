// The innermost loop of the cell-sorted detector: one grain against runs of its neighbours.
//
// Grains are kept as a structure of arrays in cell order, so that a run is contiguous memory and
// four candidates are decided at once. Every version computes within_reach() with the same
// operations in the same order: the answer has the same bits on every machine. (Eight at once,
// with AVX-512, was measured: a run holds three grains of equal size, and it was slower by 10%;
// for sizes 1:3 it was faster by 10%.)
#pragma once

#include <cstdint>
#include <vector>

#include "detect/detector.hpp"

namespace scree::detect {

inline constexpr std::size_t kScanPadding = 4;  // a vector load may read this far past the end

struct CellArrays {
  std::vector<double> x, y, z, r;
  std::vector<std::uint32_t> slot, id;
  std::vector<std::uint32_t> cell;
  std::vector<std::uint8_t> fixed;  // 0xff: fixed

  void resize(std::size_t n);
};

struct Window {
  std::uint32_t begin, end;
};

struct ScanConstants {
  double reach = 0;
  Vec3 length{}, inverse{};  // of the periodic box
};

// Pairs of grain i with all grains of the windows, written from `out` on; returns the end. `out`
// must have room for all candidates and kScanPadding more.
using ScanFunction = RowPair* (*)(const CellArrays& a, const ScanConstants& c, std::uint32_t i,
                                  const Window* windows, int count, RowPair* out);

struct ScanFunctions {
  const char* name;
  ScanFunction plain;  // straight differences
  ScanFunction image;  // nearest images
};

// Best of this machine first; the last, "scalar", runs everywhere and is the plain twin.
std::vector<ScanFunctions> scan_functions();

}  // namespace scree::detect
