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
// vertex come out through a facet, a 3-2 peels a tetrahedron off that has turned over, a 4-4
// exchanges the diagonals of two coplanar facets.
#include <algorithm>
#include <utility>

#include "geometry/cell_tables.hpp"
#include "geometry/triangulation_flips.hpp"

namespace scree::geometry {

// Orientation where the infinite vertex may take part: it stands opposite the core, a point deep
// inside the hull. The hull is star-shaped about it, and flips with positive cells keep it so.
int Triangulation::orientation(const std::array<Vertex, 4>& v) const {
  const auto x = [this](Vertex s) -> const Vec3& { return s == infinite ? core_ : all_[s].x; };
  const int sign = orient3d(x(v[0]), x(v[1]), x(v[2]), x(v[3]));
  return std::find(v.begin(), v.end(), infinite) == v.end() ? sign : -sign;
}

void Triangulation::link(std::uint32_t cell, int k, std::uint32_t neighbour) {
  cells_[cell].n[k] = neighbour;
  cells_[neighbour >> 2].n[neighbour & 3] = cell << 2 | static_cast<std::uint32_t>(k);
  if (budgets_) {  // a facet between an old cell and a new one is not certified
    facet_budget_[cell][k] = 0;
    facet_budget_[neighbour >> 2][neighbour & 3] = 0;
  }
}

void Triangulation::enter(std::uint32_t cell, const std::array<Vertex, 4>& v) {
  cells_[cell].v = v;
  hint_ = cell;  // walks must not start in a cell that went
  for (const Vertex s : v)
    if (s != infinite) cell_of_[s] = cell;
}

Triangulation::Facet Triangulation::Flips::facet(std::uint32_t cell, int k) const {
  const Cell& c = t_.cells_[cell];
  const Cell& d = t_.cells_[c.n[k] >> 2];
  Facet f{cell, c.n[k] >> 2, {}, d.v[c.n[k] & 3], {}, {}};
  f.v[3] = c.v[k];
  for (int i = 0; i < 3; ++i) {
    const int slot = facet_slots[k][i];
    f.v[i] = c.v[slot];
    f.inner[i] = c.n[slot];
    f.outer[i] = d.n[std::find(d.v.begin(), d.v.end(), f.v[i]) - d.v.begin()];
  }
  return f;
}

std::array<int, 3> Triangulation::Flips::signs(const Facet& f) const {
  std::array<int, 3> sign{};
  for (int i = 0; i < 3; ++i) {
    auto v = f.v;
    v[i] = f.q;
    sign[i] = t_.orientation(v);
  }
  return sign;
}

// What a flip of the two cells may write to.
bool Triangulation::Flips::around_is_mine(const Facet& f) const {
  if (range_ < 0) return true;
  for (int i = 0; i < 3; ++i)
    if (!mine(f.inner[i] >> 2) || !mine(f.outer[i] >> 2)) return false;
  return true;
}

bool Triangulation::Flips::around_is_mine(std::uint32_t cell) const {
  if (range_ < 0) return true;
  const auto& n = t_.cells_[cell].n;
  return std::all_of(n.begin(), n.end(), [this](std::uint32_t other) { return mine(other >> 2); });
}

std::uint32_t Triangulation::Flips::new_cell() {
  if (range_ < 0) return t_.new_cell();
  const std::uint32_t c = free_.back();
  free_.pop_back();
  t_.mark_[c] = Mark::unknown;
  if (t_.budgets_) t_.facet_budget_[c] = {}, t_.width_budget_[c] = 0;
  pending_.push_back(c);
  return c;
}

void Triangulation::Flips::free_cell(std::uint32_t c) {
  t_.mark_[c] = Mark::free;
  free_.push_back(c);
}

void Triangulation::Flips::enter(std::uint32_t cell, const std::array<Vertex, 4>& v) {
  if (range_ < 0) return t_.enter(cell, v);
  t_.cells_[cell].v = v;
  for (const Vertex s : v)
    if (s != infinite) lists_->entered.push_back({s, cell});
}

// New cell i: q in place of vertex i.
void Triangulation::Flips::flip_23(const Facet& f) {
  free_cell(f.first), free_cell(f.second);
  std::array<std::uint32_t, 3> fresh;
  for (auto& c : fresh) c = new_cell();
  for (int i = 0; i < 3; ++i) {
    auto v = f.v;
    v[i] = f.q;
    enter(fresh[i], v);
  }
  for (int i = 0; i < 3; ++i) {
    t_.link(fresh[i], i, f.inner[i]);
    t_.link(fresh[i], 3, f.outer[i]);
    const int j = (i + 1) % 3;
    t_.link(fresh[i], j, fresh[j] << 2 | static_cast<std::uint32_t>(i));
  }
}

// The edge opposite i goes: new cells with q in place of one end or the other.
void Triangulation::Flips::flip_32(const Facet& f, int i) {
  const int j = (i + 1) % 3, k = (i + 2) % 3;
  const std::uint32_t third = f.inner[i] >> 2;
  const auto beyond = [&](int s) {
    const auto& v = t_.cells_[third].v;
    return t_.cells_[third].n[std::find(v.begin(), v.end(), f.v[s]) - v.begin()];
  };
  const std::uint32_t past_j = beyond(j), past_k = beyond(k);
  for (const std::uint32_t c : {f.first, f.second, third}) free_cell(c);
  const std::uint32_t no_j = new_cell(), no_k = new_cell();
  for (const int s : {j, k}) {
    auto v = f.v;
    v[s] = f.q;
    enter(s == j ? no_j : no_k, v);
  }
  t_.link(no_j, j, f.inner[j]), t_.link(no_k, k, f.inner[k]);
  t_.link(no_j, 3, f.outer[j]), t_.link(no_k, 3, f.outer[k]);
  t_.link(no_j, i, past_j), t_.link(no_k, i, past_k);
  t_.link(no_j, k, no_k << 2 | static_cast<std::uint32_t>(j));
}

// As a 3-2 on this side of the plane, and the same seen from the vertex x across it. There the
// order is mirrored: slots i and 3 are exchanged.
void Triangulation::Flips::flip_44(const Facet& f, int i) {
  const int j = (i + 1) % 3, k = (i + 2) % 3;
  const std::uint32_t near = f.inner[i] >> 2, far = f.outer[i] >> 2;
  const Vertex x = t_.cells_[near].v[f.inner[i] & 3];
  const auto beyond = [&](std::uint32_t cell, int s) {
    const auto& v = t_.cells_[cell].v;
    return t_.cells_[cell].n[std::find(v.begin(), v.end(), f.v[s]) - v.begin()];
  };
  const std::array<std::uint32_t, 2> past_near{beyond(near, j), beyond(near, k)};
  const std::array<std::uint32_t, 2> past_far{beyond(far, j), beyond(far, k)};
  for (const std::uint32_t c : {f.first, f.second, near, far}) free_cell(c);
  std::array<std::uint32_t, 2> mine, theirs;  // without j, without k
  for (auto& c : mine) c = new_cell();
  for (auto& c : theirs) c = new_cell();
  for (int t = 0; t < 2; ++t) {
    const int s = t == 0 ? j : k;
    auto v = f.v;
    v[s] = f.q;
    enter(mine[t], v);
    v[i] = x;
    std::swap(v[i], v[3]);  // x at 3, the apex at i
    enter(theirs[t], v);
    t_.link(mine[t], s, f.inner[s]);
    t_.link(mine[t], 3, f.outer[s]);
    t_.link(mine[t], i, theirs[t] << 2 | 3u);
    queue_.push_back(mine[t] << 2 |
                     static_cast<std::uint32_t>(i));  // nothing is known of these two
    t_.link(theirs[t], s, past_near[t]);              // opposite q
    t_.link(theirs[t], i, past_far[t]);               // opposite the apex
  }
  t_.link(mine[0], k, mine[1] << 2 | static_cast<std::uint32_t>(j));
  t_.link(theirs[0], k, theirs[1] << 2 | static_cast<std::uint32_t>(j));
}

void Triangulation::Flips::flip_41(const Facet& f, int k) {
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  const std::uint32_t around_i = f.inner[i] >> 2, around_j = f.inner[j] >> 2;
  const auto beyond = [&](std::uint32_t cell) {
    const auto& v = t_.cells_[cell].v;
    return t_.cells_[cell].n[std::find(v.begin(), v.end(), f.v[k]) - v.begin()];
  };
  const std::uint32_t past_i = beyond(around_i), past_j = beyond(around_j);
  for (const std::uint32_t c : {f.first, f.second, around_i, around_j}) free_cell(c);
  const std::uint32_t fresh = new_cell();
  t_.cell_of_[f.v[k]] = none;
  t_.hidden_rows_.push_back(f.v[k]);
  auto v = f.v;
  v[k] = f.q;
  enter(fresh, v);
  t_.link(fresh, k, f.inner[k]);
  t_.link(fresh, 3, f.outer[k]);
  t_.link(fresh, i, past_i);
  t_.link(fresh, j, past_j);
}

// One edge (opposite i) is reflex or in the plane: is its ring closed by one or two further cells?
Triangulation::Flips::Outcome Triangulation::Flips::flip_edge(const Facet& f,
                                                              const std::array<int, 3>& sign) {
  int i = 0;
  while (sign[i] > 0) ++i;
  const std::uint32_t near = f.inner[i] >> 2, far = f.outer[i] >> 2;
  if (near == far || sign[i] < 0) {  // a ring of three with sign 0 has a flat cell: it goes, too
    if (near != far) return Outcome::stuck;
    if (!around_is_mine(near)) return Outcome::foreign;
    flip_32(f, i);
    ++stats_.flips_32;
    return Outcome::done;
  }
  // The fourth facet of the ring is opposite vertex 3 in near, and opposite q in far.
  const Cell& c = t_.cells_[near];
  const auto slot = std::find(c.v.begin(), c.v.end(), f.v[3]) - c.v.begin();
  if (c.n[slot] >> 2 != far || t_.cells_[far].v[c.n[slot] & 3] != f.q) return Outcome::stuck;
  // x must be beyond the plane: else near and far are turned over, and so would be what replaces
  // them; the second of the two flips would raise the lifted surface.
  auto beyond = f.v;
  beyond[(i + 1) % 3] = f.q;
  beyond[i] = f.v[3];
  beyond[3] = c.v[f.inner[i] & 3];
  if (t_.orientation(beyond) <= 0) return Outcome::stuck;
  if (!around_is_mine(near) || !around_is_mine(far)) return Outcome::foreign;
  flip_44(f, i);
  ++stats_.flips_44;
  return Outcome::done;
}

// A vertex inside the other four goes, and is hidden. Rare, and the list of hidden sites is common:
// not in a range.
Triangulation::Flips::Outcome Triangulation::Flips::flip_vertex(const Facet& f,
                                                                const std::array<int, 3>& sign) {
  const int s = static_cast<int>(std::find(sign.begin(), sign.end(), 1) - sign.begin());
  const int i = (s + 1) % 3, j = (s + 2) % 3;
  if (f.v[s] == infinite || f.inner[i] >> 2 != f.outer[i] >> 2 ||
      f.inner[j] >> 2 != f.outer[j] >> 2)
    return Outcome::stuck;
  const Cell& c = t_.cells_[f.inner[i] >> 2];  // has s, j, apex, q: opposite j is the fourth cell
  const auto slot = std::find(c.v.begin(), c.v.end(), f.v[j]) - c.v.begin();
  if (c.n[slot] >> 2 != f.inner[j] >> 2) return Outcome::stuck;
  if (range_ >= 0) return Outcome::foreign;
  flip_41(f, s);
  ++stats_.flips_41;
  return Outcome::done;
}

Triangulation::Flips::Outcome Triangulation::Flips::flip(std::uint32_t cell, int k) {
  const Facet f = facet(cell, k);
  if (!around_is_mine(f)) return Outcome::foreign;
  const std::array<int, 3> sign = signs(f);
  const auto positive = std::count(sign.begin(), sign.end(), 1);
  // An edge that stays must have other cells: always so, unless cells around are turned over.
  for (int i = 0; i < 3; ++i)
    if (positive >= 2 && sign[i] > 0 && f.inner[i] >> 2 == f.outer[i] >> 2) return Outcome::stuck;
  if (positive == 3) {
    if (range_ >= 0 && free_.empty()) return Outcome::foreign;  // three for two
    flip_23(f);
    ++stats_.flips_23;
    return Outcome::done;
  }
  if (positive == 2) return flip_edge(f, sign);
  if (positive != 1 || std::count(sign.begin(), sign.end(), -1) != 2) return Outcome::stuck;
  return flip_vertex(f, sign);
}

// All of them go through the filter at once: most are regular, and need not be queued.
void Triangulation::Flips::queue_border(std::size_t first) {
  const kernel::Kernels& kernels = *t_.kernels_;
  const auto begin = pending_.begin() + static_cast<std::ptrdiff_t>(first);
  const auto test = [&] {
    kernels.doubts(t_.all_.data(), block_);
    for (int i = 0; i < block_.count; ++i)
      for (std::uint32_t k = 0; k < 4; ++k)
        if (block_.doubts[i] >> k & 1) queue_.push_back(block_.cell[i] << 2 | k);
    block_.count = 0;
  };
  block_.count = 0;
  for (auto c = begin; c != pending_.end(); ++c) {
    const Cell& cell = t_.cells_[*c];
    const bool finite = infinite_slot(cell) < 0;
    auto& q = block_.sites[block_.count];
    std::uint8_t asked = 0;
    for (std::uint32_t k = 0; k < 4; ++k) {
      const std::uint32_t n = cell.n[k];
      q[k] = q[4 + k] = cell.v[k];
      if (std::find(begin, pending_.end(), n >> 2) != pending_.end()) continue;
      const Vertex apex = t_.cells_[n >> 2].v[n & 3];
      if (finite && apex != infinite)
        q[4 + k] = apex, asked |= static_cast<std::uint8_t>(1 << k);
      else
        queue_.push_back(*c << 2 | k);
    }
    if (asked == 0) continue;
    block_.cell[block_.count] = *c;
    block_.asked[block_.count] = asked;
    if (++block_.count == kernel::CellBlock::room) test();
  }
  if (block_.count > 0) test();
}

bool Triangulation::Flips::regular(std::uint32_t at) const {
  const std::uint32_t n = t_.cells_[at >> 2].n[at & 3];
  const Vertex apex = t_.cells_[n >> 2].v[n & 3];
  if (apex != infinite) return !t_.conflicts(at >> 2, apex);
  return t_.orientation(t_.cells_[at >> 2].v) > 0;
}

}  // namespace scree::geometry
