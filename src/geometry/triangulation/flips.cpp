// Flips: the other triangulation of five sites around a facet that is not regular (Ferrez 2.4.3;
// Joe 1991; Edelsbrunner & Shah 1996). Each flip lowers the lifted surface, so that they end.
//
// Two cells share a facet: {0, 1, 2} are its slots below, 3 the apex of the first cell, q the apex
// of the second. sign[i]: the orientation of the first cell with its vertex i replaced by q.
//
//   + + +   q sees the facet whole: 2-3, the facet becomes the edge (3, q)
//   - + +   the edge opposite i is reflex: 3-2, where three cells are around it
//   0 + +   that edge, 3 and q in one plane: 4-4, where four cells are around it; a 2-3 would make
//           a flat tetrahedron
//   - - +   vertex k lies inside the other four: 4-1, where it has no other cell; it is hidden then
//
// The infinite vertex takes part: a 2-3 on the hull adds a tetrahedron over a reflex edge or lets a
// vertex come out through a facet, a 3-2 peels an inverted tetrahedron off, a 4-4
// exchanges the diagonals of two coplanar facets.
#include "geometry/triangulation/flips.hpp"

#include <algorithm>
#include <utility>

#include "geometry/laguerre/cell_tables.hpp"

namespace scree::geometry {

FacetCells Flips::facet(std::uint32_t cell, int k) const {
  const Cell& c = mesh_.cells[cell];
  const Cell& d = mesh_.cells[c.n[k] >> 2];
  FacetCells f{cell, c.n[k] >> 2, {}, d.v[c.n[k] & 3], {}, {}};
  f.v[3] = c.v[k];
  for (int i = 0; i < 3; ++i) {
    const int slot = facet_slots[k][i];
    f.v[i] = c.v[slot];
    f.inner[i] = c.n[slot];
    f.outer[i] = d.n[std::find(d.v.begin(), d.v.end(), f.v[i]) - d.v.begin()];
  }
  return f;
}

std::array<int, 3> Flips::signs(const FacetCells& f) const {
  std::array<int, 3> sign{};
  for (int i = 0; i < 3; ++i) {
    auto v = f.v;
    v[i] = f.q;
    sign[i] = mesh_.orientation(v);
  }
  return sign;
}

bool Flips::neighbours_in_range(const FacetCells& f) const {
  if (lists_ == nullptr) return true;
  for (int i = 0; i < 3; ++i)
    if (!in_range(f.inner[i] >> 2) || !in_range(f.outer[i] >> 2)) return false;
  return true;
}

bool Flips::neighbours_in_range(std::uint32_t cell) const {
  if (lists_ == nullptr) return true;
  const auto& n = mesh_.cells[cell].n;
  return std::all_of(n.begin(), n.end(),
                     [this](std::uint32_t other) { return in_range(other >> 2); });
}

std::uint32_t Flips::new_cell() {
  if (lists_ == nullptr) return mesh_.new_cell();
  const std::uint32_t c = lists_->free.back();
  lists_->free.pop_back();
  mesh_.cells.set_mark(c, Mark::unknown);
  mesh_.budgets.clear(c);
  new_cells_.push_back(c);
  return c;
}

void Flips::free_cell(std::uint32_t c) {
  if (lists_ == nullptr) return mesh_.free_cell(c);
  mesh_.cells.set_mark(c, Mark::free);
  lists_->free.push_back(c);
}

void Flips::enter(std::uint32_t cell, const std::array<Vertex, 4>& v) {
  if (lists_ == nullptr) return mesh_.enter(cell, v);
  mesh_.cells[cell].v = v;
  for (const Vertex s : v)
    if (s != infinite_vertex) lists_->entered.push_back({s, cell});
}

// New cell i: q in place of vertex i.
void Flips::flip_23(const FacetCells& f) {
  free_cell(f.first), free_cell(f.second);
  std::array<std::uint32_t, 3> fresh;
  for (auto& c : fresh) c = new_cell();
  for (int i = 0; i < 3; ++i) {
    auto v = f.v;
    v[i] = f.q;
    enter(fresh[i], v);
  }
  for (int i = 0; i < 3; ++i) {
    mesh_.link(fresh[i], i, f.inner[i]);
    mesh_.link(fresh[i], 3, f.outer[i]);
    const int j = (i + 1) % 3;
    mesh_.link(fresh[i], j, fresh[j] << 2 | static_cast<std::uint32_t>(i));
  }
}

// The edge opposite i vanishes: new cells with q in place of one end or the other.
void Flips::flip_32(const FacetCells& f, int i) {
  const int j = (i + 1) % 3, k = (i + 2) % 3;
  const std::uint32_t third = f.inner[i] >> 2;
  const auto beyond = [&](int s) {
    const auto& v = mesh_.cells[third].v;
    return mesh_.cells[third].n[std::find(v.begin(), v.end(), f.v[s]) - v.begin()];
  };
  const std::uint32_t past_j = beyond(j), past_k = beyond(k);
  for (const std::uint32_t c : {f.first, f.second, third}) free_cell(c);
  const std::uint32_t no_j = new_cell(), no_k = new_cell();
  for (const int s : {j, k}) {
    auto v = f.v;
    v[s] = f.q;
    enter(s == j ? no_j : no_k, v);
  }
  mesh_.link(no_j, j, f.inner[j]), mesh_.link(no_k, k, f.inner[k]);
  mesh_.link(no_j, 3, f.outer[j]), mesh_.link(no_k, 3, f.outer[k]);
  mesh_.link(no_j, i, past_j), mesh_.link(no_k, i, past_k);
  mesh_.link(no_j, k, no_k << 2 | static_cast<std::uint32_t>(j));
}

// As a 3-2 on this side of the plane, and the same seen from the vertex x across it. There the
// order is mirrored: slots i and 3 are exchanged.
void Flips::flip_44(const FacetCells& f, int i) {
  const int j = (i + 1) % 3, k = (i + 2) % 3;
  const std::uint32_t near = f.inner[i] >> 2, far = f.outer[i] >> 2;
  const Vertex x = mesh_.cells[near].v[f.inner[i] & 3];
  const auto beyond = [&](std::uint32_t cell, int s) {
    const auto& v = mesh_.cells[cell].v;
    return mesh_.cells[cell].n[std::find(v.begin(), v.end(), f.v[s]) - v.begin()];
  };
  const std::array<std::uint32_t, 2> past_near{beyond(near, j), beyond(near, k)};
  const std::array<std::uint32_t, 2> past_far{beyond(far, j), beyond(far, k)};
  for (const std::uint32_t c : {f.first, f.second, near, far}) free_cell(c);
  std::array<std::uint32_t, 2> this_side, other_side;  // without j, without k
  for (auto& c : this_side) c = new_cell();
  for (auto& c : other_side) c = new_cell();
  for (int t = 0; t < 2; ++t) {
    const int s = t == 0 ? j : k;
    auto v = f.v;
    v[s] = f.q;
    enter(this_side[t], v);
    v[i] = x;
    std::swap(v[i], v[3]);  // x at 3, the apex at i
    enter(other_side[t], v);
    mesh_.link(this_side[t], s, f.inner[s]);
    mesh_.link(this_side[t], 3, f.outer[s]);
    mesh_.link(this_side[t], i, other_side[t] << 2 | 3u);
    queue_.push_back(this_side[t] << 2 |
                     static_cast<std::uint32_t>(i));  // nothing is known of these two
    mesh_.link(other_side[t], s, past_near[t]);       // opposite q
    mesh_.link(other_side[t], i, past_far[t]);        // opposite the apex
  }
  mesh_.link(this_side[0], k, this_side[1] << 2 | static_cast<std::uint32_t>(j));
  mesh_.link(other_side[0], k, other_side[1] << 2 | static_cast<std::uint32_t>(j));
}

void Flips::flip_41(const FacetCells& f, int k) {
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  const std::uint32_t around_i = f.inner[i] >> 2, around_j = f.inner[j] >> 2;
  const auto beyond = [&](std::uint32_t cell) {
    const auto& v = mesh_.cells[cell].v;
    return mesh_.cells[cell].n[std::find(v.begin(), v.end(), f.v[k]) - v.begin()];
  };
  const std::uint32_t past_i = beyond(around_i), past_j = beyond(around_j);
  for (const std::uint32_t c : {f.first, f.second, around_i, around_j}) free_cell(c);
  const std::uint32_t fresh = new_cell();
  mesh_.cells.set_hidden(f.v[k]);
  mesh_.changes.hidden.push_back(f.v[k]);
  auto v = f.v;
  v[k] = f.q;
  enter(fresh, v);
  mesh_.link(fresh, k, f.inner[k]);
  mesh_.link(fresh, 3, f.outer[k]);
  mesh_.link(fresh, i, past_i);
  mesh_.link(fresh, j, past_j);
}

// One edge (opposite i) is reflex or in the plane: is its ring closed by one or two further cells?
Flips::Outcome Flips::flip_edge(const FacetCells& f, const std::array<int, 3>& sign) {
  int i = 0;
  while (sign[i] > 0) ++i;
  const std::uint32_t near = f.inner[i] >> 2, far = f.outer[i] >> 2;
  if (near == far ||
      sign[i] < 0) {  // a ring of three with sign 0 has a flat cell: it vanishes, too
    if (near != far) return Outcome::stuck;
    if (!neighbours_in_range(near)) return Outcome::outside;
    flip_32(f, i);
    ++stats_.flips_32;
    return Outcome::done;
  }
  // The fourth facet of the ring is opposite vertex 3 in near, and opposite q in far.
  const Cell& c = mesh_.cells[near];
  const auto slot = std::find(c.v.begin(), c.v.end(), f.v[3]) - c.v.begin();
  if (c.n[slot] >> 2 != far || mesh_.cells[far].v[c.n[slot] & 3] != f.q) return Outcome::stuck;
  // x must be beyond the plane: else near and far are inverted, and so would be what replaces
  // them; the second of the two flips would raise the lifted surface.
  auto beyond = f.v;
  beyond[(i + 1) % 3] = f.q;
  beyond[i] = f.v[3];
  beyond[3] = c.v[f.inner[i] & 3];
  if (mesh_.orientation(beyond) <= 0) return Outcome::stuck;
  if (!neighbours_in_range(near) || !neighbours_in_range(far)) return Outcome::outside;
  flip_44(f, i);
  ++stats_.flips_44;
  return Outcome::done;
}

// A vertex inside the other four is hidden. Rare, and the list of hidden sites is common to all
// ranges: not in a range.
Flips::Outcome Flips::flip_vertex(const FacetCells& f, const std::array<int, 3>& sign) {
  const int s = static_cast<int>(std::find(sign.begin(), sign.end(), 1) - sign.begin());
  const int i = (s + 1) % 3, j = (s + 2) % 3;
  if (f.v[s] == infinite_vertex || f.inner[i] >> 2 != f.outer[i] >> 2 ||
      f.inner[j] >> 2 != f.outer[j] >> 2)
    return Outcome::stuck;
  const Cell& c = mesh_.cells[f.inner[i] >> 2];  // has s, j, apex, q: opposite j is the fourth cell
  const auto slot = std::find(c.v.begin(), c.v.end(), f.v[j]) - c.v.begin();
  if (c.n[slot] >> 2 != f.inner[j] >> 2) return Outcome::stuck;
  if (lists_ != nullptr) return Outcome::outside;
  flip_41(f, s);
  ++stats_.flips_41;
  return Outcome::done;
}

Flips::Outcome Flips::flip(std::uint32_t cell, int k) {
  const FacetCells f = facet(cell, k);
  if (!neighbours_in_range(f)) return Outcome::outside;
  const std::array<int, 3> sign = signs(f);
  const auto positive = std::count(sign.begin(), sign.end(), 1);
  // An edge that stays must have other cells: always so, unless cells around are inverted.
  for (int i = 0; i < 3; ++i)
    if (positive >= 2 && sign[i] > 0 && f.inner[i] >> 2 == f.outer[i] >> 2) return Outcome::stuck;
  if (positive == 3) {
    if (lists_ != nullptr && lists_->free.empty()) return Outcome::outside;  // three for two
    flip_23(f);
    ++stats_.flips_23;
    return Outcome::done;
  }
  if (positive == 2) return flip_edge(f, sign);
  if (positive != 1 || std::count(sign.begin(), sign.end(), -1) != 2) return Outcome::stuck;
  return flip_vertex(f, sign);
}

// All of them go through the filter at once: most are regular, and need not be queued.
void Flips::queue_neighbours(std::size_t first) {
  const kernel::Kernels& kernels = *mesh_.kernels;
  const auto begin = new_cells_.begin() + static_cast<std::ptrdiff_t>(first);
  const auto test = [&] {
    kernels.filter(mesh_.sites.data(), block_);
    for (int i = 0; i < block_.count; ++i)
      for (std::uint32_t k = 0; k < 4; ++k)
        if (block_.undecided[i] >> k & 1) queue_.push_back(block_.cell[i] << 2 | k);
    block_.count = 0;
  };
  block_.count = 0;
  for (auto c = begin; c != new_cells_.end(); ++c) {
    const Cell& cell = mesh_.cells[*c];
    const bool finite = infinite_slot(cell) < 0;
    auto& q = block_.sites[block_.count];
    std::uint8_t to_test = 0;
    for (std::uint32_t k = 0; k < 4; ++k) {
      const std::uint32_t n = cell.n[k];
      q[k] = q[4 + k] = cell.v[k];
      if (std::find(begin, new_cells_.end(), n >> 2) != new_cells_.end()) continue;
      const Vertex apex = mesh_.cells[n >> 2].v[n & 3];
      if (finite && apex != infinite_vertex)
        q[4 + k] = apex, to_test |= static_cast<std::uint8_t>(1 << k);
      else
        queue_.push_back(*c << 2 | k);
    }
    if (to_test == 0) continue;
    block_.cell[block_.count] = *c;
    block_.to_test[block_.count] = to_test;
    if (++block_.count == kernel::CellBlock::room) test();
  }
  if (block_.count > 0) test();
}

bool Flips::regular(std::uint32_t facet) const {
  const Vertex apex = mesh_.apex_beyond(facet);
  if (apex != infinite_vertex) return !mesh_.conflicts(facet >> 2, apex);
  return mesh_.orientation(mesh_.cells[facet >> 2].v) > 0;
}

}  // namespace scree::geometry
