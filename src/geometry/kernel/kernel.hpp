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
#include "base/simd.hpp"
#include "geometry/predicates/predicates.hpp"

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

// A block of cells to be tested: four vertices and, for each, the vertex beyond the facet opposite
// it. to_test: bit k for facet k, bit 4 for the orientation. undecided: those bits of it that are
// not certainly right.
struct CellBlock {
  static constexpr int room = 256;
  int count = 0;
  std::array<std::uint32_t, room> cell;
  std::array<std::array<std::uint32_t, 8>, room> sites;
  alignas(8) std::array<std::uint8_t, room> to_test, undecided;
};

// Cells as they lie in memory: four vertices (all bits set: infinite), four neighbours, each cell
// << 2 | slot. mark: one byte per cell.
struct CellArray {
  const std::array<std::uint32_t, 8>* cells;
  const std::uint8_t* mark;
  std::uint8_t free;  // the mark of a free cell
};

// A pass over cells under way: those that wait, by the number of facets to test, and
// what was found since the last call.
struct CellSweep {
  static constexpr int room = 64, max_listed = 1024;
  // Four vertices and the sites beyond its facets, each four times its row; the cell, the facets
  // to test as bits.
  using Entry = std::array<std::uint32_t, 12>;
  struct alignas(64) Group {
    std::array<Entry, room> entry;
    int count = 0;
  };
  std::array<Group, 5> group;
  std::size_t facets = 0;        // tested so far
  int listed = 0, infinite = 0;  // lengths of the lists below
  std::array<std::uint32_t, max_listed> cell;
  std::array<std::uint8_t, max_listed> undecided;  // of `cell`: bits as in CellBlock
  std::array<std::uint8_t, max_listed> wrong;      // facets that are certainly not regular
  std::array<std::uint32_t, room> infinite_cell;
};

struct Kernels {
  const char* name;
  // Determinants of the power test (positive: conflict) and of orient3d.
  void (*power)(const Site*, const std::array<std::uint32_t, 5>*, int count, double* det, Spread&);
  void (*orient)(const Site*, const std::array<std::uint32_t, 4>*, int count, double* det, Spread&);
  // Signs of values beyond +-bound, 0 for the others; returns how many those are.
  std::size_t (*signs)(const double* value, int count, double bound, std::int8_t*);
  // Tests the cells from `first` on, each facet from the lower of its cells. Returns the first
  // cell that it has not met: what it lists has no more room. At `stop` no cell waits. A facet with
  // infinite space beyond it is not tested, but may be listed as undecided; cells with the infinite
  // vertex are listed and not tested.
  std::uint32_t (*sweep)(const CellArray&, const Site*, std::uint32_t first, std::uint32_t stop,
                         CellSweep&);
  void (*filter)(const Site*, CellBlock&);
  // usable[k] is 0 where the power centre of tetrahedron k is not inside the box low, high, or not
  // certain enough. Tetrahedra positive in orient3d.
  void (*pieces)(const Site*, const std::array<std::uint32_t, 4>*, int count, const Vec3& low,
                 const Vec3& high, Pieces*, std::uint8_t* usable);
};

extern const Kernels plain_kernels;
#if SCREE_X86
extern const Kernels avx2_kernels, avx512_kernels;
#else  // never chosen (base/cpu.hpp)
inline constexpr const Kernels &avx2_kernels = plain_kernels, &avx512_kernels = plain_kernels;
#endif

// By name ("auto", "plain", "avx2", "avx512"); null when unknown or not on this machine.
const Kernels* choose_kernels(const char* name);

}  // namespace scree::geometry::kernel
