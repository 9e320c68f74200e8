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
#include "geometry/triangulation.hpp"

namespace scree::geometry {

// Vertices in an order that is positive for the first cell. inner: neighbours of the first cell
// opposite 0, 1, 2; outer: those of the second opposite the same vertices.
struct Triangulation::Facet {
  std::uint32_t first, second;
  std::array<Vertex, 4> v;
  Vertex q;
  std::array<std::uint32_t, 3> inner, outer;
};

Triangulation::Facet Triangulation::facet(std::uint32_t cell, int k) const {
  const Cell& c = cells_[cell];
  const Cell& d = cells_[c.n[k] >> 2];
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

// Orientation where the infinite vertex may take part: it stands opposite the core, a point deep
// inside the hull. The hull is star-shaped about it, and flips with positive cells keep it so.
int Triangulation::orientation(const std::array<Vertex, 4>& v) const {
  const auto x = [this](Vertex s) -> const Vec3& { return s == infinite ? core_ : all_[s].x; };
  const int sign = orient3d(x(v[0]), x(v[1]), x(v[2]), x(v[3]));
  return std::find(v.begin(), v.end(), infinite) == v.end() ? sign : -sign;
}

std::array<int, 3> Triangulation::flip_signs(const Facet& f) const {
  std::array<int, 3> sign{};
  for (int i = 0; i < 3; ++i) {
    auto v = f.v;
    v[i] = f.q;
    sign[i] = orientation(v);
  }
  return sign;
}

void Triangulation::link(std::uint32_t cell, int k, std::uint32_t neighbour) {
  cells_[cell].n[k] = neighbour;
  cells_[neighbour >> 2].n[neighbour & 3] = cell << 2 | static_cast<std::uint32_t>(k);
  if (certified_) {  // a facet between an old cell and a new one is not certified
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

// New cell i: q in place of vertex i.
void Triangulation::flip_23(const Facet& f) {
  free_cell(f.first), free_cell(f.second);
  std::array<std::uint32_t, 3> fresh;
  for (auto& c : fresh) c = new_cell();
  for (int i = 0; i < 3; ++i) {
    auto v = f.v;
    v[i] = f.q;
    enter(fresh[i], v);
  }
  for (int i = 0; i < 3; ++i) {
    link(fresh[i], i, f.inner[i]);
    link(fresh[i], 3, f.outer[i]);
    const int j = (i + 1) % 3;
    link(fresh[i], j, fresh[j] << 2 | static_cast<std::uint32_t>(i));
  }
}

// The edge opposite i goes: new cells with q in place of one end or the other.
void Triangulation::flip_32(const Facet& f, int i) {
  const int j = (i + 1) % 3, k = (i + 2) % 3;
  const std::uint32_t third = f.inner[i] >> 2;
  const auto beyond = [&](int s) {
    const auto& v = cells_[third].v;
    return cells_[third].n[std::find(v.begin(), v.end(), f.v[s]) - v.begin()];
  };
  const std::uint32_t past_j = beyond(j), past_k = beyond(k);
  for (const std::uint32_t c : {f.first, f.second, third}) free_cell(c);
  const std::uint32_t no_j = new_cell(), no_k = new_cell();
  for (const int s : {j, k}) {
    auto v = f.v;
    v[s] = f.q;
    enter(s == j ? no_j : no_k, v);
  }
  link(no_j, j, f.inner[j]), link(no_k, k, f.inner[k]);
  link(no_j, 3, f.outer[j]), link(no_k, 3, f.outer[k]);
  link(no_j, i, past_j), link(no_k, i, past_k);
  link(no_j, k, no_k << 2 | static_cast<std::uint32_t>(j));
}

// As a 3-2 on this side of the plane, and the same seen from the vertex x across it. There the
// order is mirrored: slots i and 3 are exchanged.
void Triangulation::flip_44(const Facet& f, int i) {
  const int j = (i + 1) % 3, k = (i + 2) % 3;
  const std::uint32_t near = f.inner[i] >> 2, far = f.outer[i] >> 2;
  const Vertex x = cells_[near].v[f.inner[i] & 3];
  const auto beyond = [&](std::uint32_t cell, int s) {
    const auto& v = cells_[cell].v;
    return cells_[cell].n[std::find(v.begin(), v.end(), f.v[s]) - v.begin()];
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
    link(mine[t], s, f.inner[s]);
    link(mine[t], 3, f.outer[s]);
    link(mine[t], i, theirs[t] << 2 | 3u);
    link(theirs[t], s, past_near[t]);  // opposite q
    link(theirs[t], i, past_far[t]);   // opposite the apex
  }
  link(mine[0], k, mine[1] << 2 | static_cast<std::uint32_t>(j));
  link(theirs[0], k, theirs[1] << 2 | static_cast<std::uint32_t>(j));
}

void Triangulation::flip_41(const Facet& f, int k) {
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  const std::uint32_t around_i = f.inner[i] >> 2, around_j = f.inner[j] >> 2;
  const auto beyond = [&](std::uint32_t cell) {
    const auto& v = cells_[cell].v;
    return cells_[cell].n[std::find(v.begin(), v.end(), f.v[k]) - v.begin()];
  };
  const std::uint32_t past_i = beyond(around_i), past_j = beyond(around_j);
  for (const std::uint32_t c : {f.first, f.second, around_i, around_j}) free_cell(c);
  const std::uint32_t fresh = new_cell();
  cell_of_[f.v[k]] = none;
  hidden_rows_.push_back(f.v[k]);
  auto v = f.v;
  v[k] = f.q;
  enter(fresh, v);
  link(fresh, k, f.inner[k]);
  link(fresh, 3, f.outer[k]);
  link(fresh, i, past_i);
  link(fresh, j, past_j);
}

// One edge (opposite i) is reflex or in the plane: is its ring closed by one or two further cells?
bool Triangulation::flip_one_edge(const Facet& f, const std::array<int, 3>& sign,
                                  RepairStats& stats) {
  int i = 0;
  while (sign[i] > 0) ++i;
  const std::uint32_t near = f.inner[i] >> 2, far = f.outer[i] >> 2;
  if (near == far || sign[i] < 0) {  // a ring of three with sign 0 has a flat cell: it goes, too
    if (near != far) return false;
    flip_32(f, i);
    ++stats.flips_32;
    return true;
  }
  // The fourth facet of the ring is opposite vertex 3 in near, and opposite q in far.
  const Cell& c = cells_[near];
  const auto slot = std::find(c.v.begin(), c.v.end(), f.v[3]) - c.v.begin();
  if (c.n[slot] >> 2 != far || cells_[far].v[c.n[slot] & 3] != f.q) return false;
  // x must be beyond the plane: else near and far are turned over, and so would be what replaces
  // them; the second of the two flips would raise the lifted surface.
  auto beyond = f.v;
  beyond[(i + 1) % 3] = f.q;
  std::swap(beyond[i], beyond[3]);
  beyond[3] = c.v[f.inner[i] & 3];
  if (orientation(beyond) <= 0) return false;
  flip_44(f, i);
  ++stats.flips_44;
  return true;
}

bool Triangulation::flip(std::uint32_t cell, int k, RepairStats& stats) {
  const Facet f = facet(cell, k);
  const std::array<int, 3> sign = flip_signs(f);
  const auto positive = std::count(sign.begin(), sign.end(), 1);
  // An edge that stays must have other cells: always so, unless cells around are turned over.
  for (int i = 0; i < 3; ++i)
    if (positive >= 2 && sign[i] > 0 && f.inner[i] >> 2 == f.outer[i] >> 2) return false;
  if (positive == 3) {
    flip_23(f);
    ++stats.flips_23;
    return true;
  }
  if (positive == 2) return flip_one_edge(f, sign, stats);
  if (positive != 1 || std::count(sign.begin(), sign.end(), -1) != 2) return false;
  const int s = static_cast<int>(std::find(sign.begin(), sign.end(), 1) - sign.begin());
  const int i = (s + 1) % 3, j = (s + 2) % 3;
  if (f.v[s] == infinite || f.inner[i] >> 2 != f.outer[i] >> 2 ||
      f.inner[j] >> 2 != f.outer[j] >> 2)
    return false;
  const Cell& c = cells_[f.inner[i] >> 2];  // has s, j, apex, q: opposite j must be the fourth cell
  const auto slot = std::find(c.v.begin(), c.v.end(), f.v[j]) - c.v.begin();
  if (c.n[slot] >> 2 != f.inner[j] >> 2) return false;
  flip_41(f, s);
  ++stats.flips_41;
  return true;
}

// The border of the cells that one change made, pending_ from `first` on: what is between them is
// regular.
void Triangulation::queue_border(std::size_t first) {
  const auto begin = pending_.begin() + static_cast<std::ptrdiff_t>(first);
  for (auto c = begin; c != pending_.end(); ++c)
    for (std::uint32_t k = 0; k < 4; ++k)
      if (std::find(begin, pending_.end(), cells_[*c].n[k] >> 2) == pending_.end())
        queue_.push_back(*c << 2 | k);
}

// Flips of cells that are turned over, wherever all the new cells are positive. Leaves those that
// it cannot mend.
void Triangulation::untangle(std::vector<std::uint32_t>& turned, RepairStats& stats) {
  const auto mended = [&](std::uint32_t c) {
    if (mark_[c] == Mark::free || orientation(cells_[c].v) > 0) return true;
    for (int k = 0; k < 4; ++k) {
      const Facet f = facet(c, k);
      const std::array<int, 3> sign = flip_signs(f);
      const std::size_t known = pending_.size();
      if (std::count(sign.begin(), sign.end(), 1) < 2 || !flip(c, k, stats)) continue;
      ++stats.turned;
      // Nothing is known of what is between the new cells.
      for (std::size_t i = known; i < pending_.size(); ++i)
        for (std::uint32_t s = 0; s < 4; ++s) queue_.push_back(pending_[i] << 2 | s);
      return true;
    }
    return false;
  };
  for (std::size_t before = turned.size() + 1; turned.size() < before;) {
    before = turned.size();
    std::erase_if(turned, mended);
  }
}

// What the facets some places down the queue will need: their cells, then what is around those,
// then the sites beyond. A flip reads a dozen cells and sites that nobody has read for long.
void Triangulation::fetch_ahead(std::size_t size) const {
  const auto entry = [&](std::size_t below) { return queue_[size - below] >> 2; };
  if (size < 13) return;
  __builtin_prefetch(&cells_[entry(13)]);
  for (const std::uint32_t n : cells_[entry(9)].n) {
    __builtin_prefetch(&cells_[n >> 2], 1);
    __builtin_prefetch(&facet_budget_[n >> 2], 1);
  }
  for (const Vertex v : cells_[entry(9)].v) __builtin_prefetch(&all_[v == infinite ? 0 : v]);
  const Cell& c = cells_[entry(5)];
  for (const std::uint32_t n : c.n) {
    const Vertex v = cells_[n >> 2].v[n & 3];
    __builtin_prefetch(&all_[v == infinite ? 0 : v]);
  }
  for (const std::uint32_t n : cells_[c.n[queue_[size - 5] & 3] >> 2].n)
    __builtin_prefetch(&cells_[n >> 2], 1);
}

// Facets that no flip fits wait: flips around them may open them. New cells are certified together
// at the end. Where cells are still turned over (tangled), their facets wait, too.
bool Triangulation::flip_all(RepairStats& stats, bool tangled) {
  std::vector<std::uint32_t> stuck;
  const auto regular = [this](std::uint32_t at) {
    const std::uint32_t n = cells_[at >> 2].n[at & 3];
    const Vertex apex = cells_[n >> 2].v[n & 3];
    if (apex != infinite) return !conflicts(at >> 2, apex);
    return orientation(cells_[at >> 2].v) > 0;
  };
  const auto turned = [this](std::uint32_t at) {
    return mark_[at >> 2] == Mark::turned || mark_[cells_[at >> 2].n[at & 3] >> 2] == Mark::turned;
  };
  for (bool progress = true; progress;) {
    progress = false;
    std::size_t fetched = queue_.size() + 1;
    while (!queue_.empty()) {
      if (too_many_flips(stats)) return false;
      if (queue_.size() < fetched) fetch_ahead(fetched = queue_.size());
      const std::uint32_t at = queue_.back();
      queue_.pop_back();
      if (mark_[at >> 2] == Mark::free || facet_budget_[at >> 2][at & 3] != 0) continue;
      if (tangled && turned(at)) {
        stuck.push_back(at);
        continue;
      }
      ++stats.facets_tested;
      if (regular(at)) continue;
      const std::size_t known = pending_.size();
      if (flip(at >> 2, static_cast<int>(at & 3), stats)) {
        progress = true;
        queue_border(known);
      } else {
        stuck.push_back(at);
      }
    }
    queue_.swap(stuck);
    if (queue_.empty()) return tangled || certify_pending();
  }
  return false;
}

}  // namespace scree::geometry
