// The hot loops of the geometry, compiled once for each instruction set and chosen at run time.
//
// Determinants may differ between the forms in their last bits (fused multiply-add where the
// machine has it): they only feed filters, whose signs are right in every form. Pieces of volume
// are the same bits in every form.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/macros.hpp"
#include "geometry/predicates.hpp"

namespace scree::geometry::kernel {

// What four vertices get of their tetrahedron: laguerre_pieces.hpp.
struct alignas(32) Pieces {
  double volume[4];
};

// Greatest absolute values in a batch, of differences from the last site of each query. Power test:
// lifts |x|^2 - w, weights w, nothing. orient3d: x, y, z.
struct Spread {
  double value[3];
};

struct Kernels {
  const char* name;
  // Determinants of the power test (positive: conflict) and of orient3d.
  void (*power)(const Site*, const std::array<std::uint32_t, 5>*, int count, double* det, Spread&);
  void (*orient)(const Site*, const std::array<std::uint32_t, 4>*, int count, double* det, Spread&);
  // Signs of values beyond +-bound, 0 for the others; returns how many those are.
  std::size_t (*signs)(const double* value, int count, double bound, std::int8_t*);
  // Cells: four vertices and, for each, the vertex beyond the facet opposite it. asked: bit k for
  // facet k, bit 4 for the orientation. doubts: those bits of it that are not certainly right.
  void (*doubts)(const Site*, const std::array<std::uint32_t, 8>* cells, const std::uint8_t* asked,
                 int count, std::uint8_t* doubts);
  // usable[k] is 0 where the power centre of tetrahedron k is not inside the box low, high, or not
  // certain enough. Tetrahedra positive in orient3d.
  void (*pieces)(const Site*, const std::array<std::uint32_t, 4>*, int count, const Vec3& low,
                 const Vec3& high, Pieces*, std::uint8_t* usable);
};

extern const Kernels plain_kernels, avx2_kernels, avx512_kernels;

// By name ("auto", "plain", "avx2", "avx512"); null when unknown or not on this machine.
const Kernels* choose_kernels(const char* name);

}  // namespace scree::geometry::kernel
