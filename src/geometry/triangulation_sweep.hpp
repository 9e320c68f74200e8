// Exact tests of many cells and their facets without certificates, as fast as the filter allows.
#pragma once

#include "geometry/kernel/kernel.hpp"
#include "geometry/triangulation.hpp"

namespace scree::geometry {

// Collects cells, asks the filter about a block of them, and what it doubts exactly. Cells at
// infinity are few and asked one by one.
class Triangulation::Sweep {
 public:
  // flat: cells that are not positive. irregular: facets, cell << 2 | slot.
  Sweep(const Triangulation& t, std::vector<std::uint32_t>& flat,
        std::vector<std::uint32_t>& irregular)
      : t_(t), flat_(flat), irregular_(irregular) {}

  // asks(n): all bits set if the facet towards cell n is to be asked from here, else none. Precondition: the cell is live.
  template <class Asks>
  void add(std::uint32_t c, Asks asks);
  // The cells that wait. Call it at the end.
  void test_block();
  std::size_t facets() const { return facets_; }  // asked so far

 private:
  static constexpr std::size_t block = 256;
  template <class Asks>
  void test_infinite(std::uint32_t c, Asks asks);
  void test_doubted(std::size_t i);

  const Triangulation& t_;
  std::vector<std::uint32_t>&flat_, &irregular_;
  std::size_t waiting_ = 0, facets_ = 0;
  std::array<std::uint32_t, block> cells_;
  std::array<std::array<std::uint32_t, 8>, block> queries_;  // vertices, vertices beyond the facets
  alignas(8) std::array<std::uint8_t, block> asked_, doubts_;
};

// A facet that is not asked from here, or has nothing but infinity beyond it (the orientation of
// the cell is all there is to it then), gets the first vertex: no memory is waited for. No branches:
// half of the facets are asked, at random.
template <class Asks>
inline void Triangulation::Sweep::add(std::uint32_t c, Asks asks) {
  const Cell* const cells = t_.cells_.data();
  const Cell& cell = cells[c];
  const auto& v = cell.v;
  if ((v[0] == infinite) | (v[1] == infinite) | (v[2] == infinite) | (v[3] == infinite))
      [[unlikely]]
    return test_infinite(c, asks);
  auto& q = queries_[waiting_];
  std::uint32_t asked = 16, count = 0;
  for (std::uint32_t k = 0; k < 4; ++k) {
    const std::uint32_t n = cell.n[k], yes = asks(n >> 2);
    const Vertex beyond = cells[c ^ ((c ^ n >> 2) & yes)].v[n & 3 & yes];
    const std::uint32_t on = yes & (beyond != infinite ? ~0u : 0u);
    q[k] = v[k];
    q[4 + k] = v[0] ^ ((v[0] ^ beyond) & on);
    asked |= on & 1u << k;
    count += on & 1;
  }
  cells_[waiting_] = c;
  asked_[waiting_] = static_cast<std::uint8_t>(asked);
  facets_ += count;
  if (++waiting_ == block) test_block();
}

template <class Asks>
void Triangulation::Sweep::test_infinite(std::uint32_t c, Asks asks) {
  const Cell& cell = t_.cells_[c];
  const int far = t_.infinite_slot(cell);
  if (t_.orientation(cell.v) <= 0) flat_.push_back(c);
  for (int k = 0; k < 4; ++k) {
    const std::uint32_t n = cell.n[k];
    if (k == far || !asks(n >> 2)) continue;
    ++facets_;
    if (t_.conflicts(c, t_.cells_[n >> 2].v[n & 3]))
      irregular_.push_back(c << 2 | static_cast<std::uint32_t>(k));
  }
}

}  // namespace scree::geometry
