// The regular (weighted Delaunay) triangulation of sites in three dimensions.
//
// The convex hull is closed by one infinite vertex: every facet has a tetrahedron on both sides,
// and no coordinates have to be invented for it (the thesis, 4.2.1, encloses its grains in a large
// tetrahedron instead). Ties are decided as in predicates.hpp, so the set of tetrahedra depends on
// sites and ids alone, not on the order of insertion.
//
//   cell      32 bytes: 4 vertices, 4 neighbours; neighbour k is across the facet opposite vertex k
//   neighbour cell << 2 | slot of the vertex opposite the common facet, seen from there
//   vertices  positive in orient3d; with the infinite vertex in slot k, any point beyond the hull
//             facet opposite k makes the cell positive
//
// Flat input (fewer than four sites, all in a plane, on a line, at one place) has dimension 2, 1 or
// 0 and no tetrahedra. Inside, helper sites off the plane span the space; the sites' own facets are
// then on the hull, where the tests in the plane decide. edges() and hidden() mean the same as
// ever.
//
// Motion: move_all charges every cell what its vertices moved, and looks again only at facets whose
// certificate is used up (certificate.hpp), or tests them all (pass_choice.hpp); then flips.
// docs/theory/triangulation.md.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "geometry/pass_choice.hpp"
#include "geometry/predicates.hpp"
#include "geometry/scratch.hpp"

namespace scree::geometry::kernel {
struct Kernels;
const Kernels* choose_kernels(const char* name);
}  // namespace scree::geometry::kernel

namespace scree::geometry {

// What one update did, rung by rung. Sums over updates are meaningful: see +=.
struct RepairStats {
  std::size_t whole_tests = 0;    // updates that tested everything, without certificates
  std::size_t cells_flagged = 0;  // whose certificates were used up
  std::size_t facets_tested = 0;  // and certified anew, of flagged and of new cells
  std::size_t flips_23 = 0, flips_32 = 0, flips_44 = 0, flips_41 = 0;
  std::size_t swallowed = 0, revived = 0;  // sites that became hidden, or visible again
  std::size_t turned = 0;      // tetrahedra that turned over and were mended by one flip
  std::size_t held = 0;        // sites that moved in parts: a tetrahedron would have turned over
  std::size_t rounds = 0;      // partial motions, 1 where nothing was held
  std::size_t reinserted = 0;  // sites removed and inserted again
  std::size_t local_rebuilds = 0;  // regions filled anew
  std::size_t full_rebuilds = 0;

  std::size_t flips() const { return flips_23 + flips_32 + flips_44 + flips_41; }
  RepairStats& operator+=(const RepairStats& o);
};

// How an update finds out what changed; the result is the same. automatic: pass_choice.hpp.
enum class Pass : std::uint8_t { automatic, certificates, tests };

class Triangulation {
 public:
  using Vertex = std::uint32_t;  // row of the sites given to build
  static constexpr Vertex infinite = 0xffffffffu;

  // Row numbers serve as ids where none are given. Errors: a site outside the exact domain, as many
  // ids as sites but not distinct, too many sites.
  static Result<Triangulation> build(std::span<const Site> sites, Ties ties = Ties::by_id,
                                     std::span<const std::uint32_t> ids = {});

  // Moves every site and repairs: afterwards the triangulation is the one that build would give.
  // New weights are optional. Hidden sites move, too, and come back where they have a cell again.
  // On an error nothing has changed. Removed rows' entries are ignored. The result does not depend
  // on the number of threads.
  Result<RepairStats> move_all(std::span<const Vec3> positions,
                               std::span<const double> weights = {}, int threads = 1);

  void use(Pass pass) { pass_ = pass; }  // from the next update on
  // By default the best that the machine has; never changes the result.
  void use(const kernel::Kernels& kernels) { kernels_ = &kernels; }

  // The row of the new site: that of a removed one, else the next. Without an id it gets the next
  // after the highest so far; a lower one is compared with all others. Price: a walk from the last
  // place of work, and the new cells.
  Result<Vertex> insert(const Site& site, std::optional<std::uint32_t> id = {});
  // The row stays empty until an insertion takes it. Sites that it had swallowed come back.
  Result<bool> remove(Vertex v);

  // Certifies all cells now, so that the first move_all need not. Compacts and sorts the cells.
  void prepare(int threads = 1);

  std::size_t sites() const { return count_; }  // rows, removed ones included
  bool removed(Vertex v) const { return cell_of_[v] == gone; }
  const Site& site(Vertex v) const { return all_[v]; }
  std::size_t memory_bytes() const;
  int dimension() const { return dimension_; }  // of the sites' affine hull; -1: no sites
  // A hidden site has an empty Laguerre cell: it is in no tetrahedron.
  bool hidden(Vertex v) const { return cell_of_[v] == none; }
  std::vector<Vertex> hidden_sites() const;

  // Each with its vertices ascending, the list sorted: equal triangulations give equal lists.
  std::vector<std::array<Vertex, 4>> tetrahedra() const;
  std::vector<std::array<Vertex, 2>> edges() const;

  // The cell that holds x (closed), with the infinite vertex in it where x is outside the hull.
  // Four times infinite where there are no tetrahedra.
  std::array<Vertex, 4> locate(const Vec3& x) const;
  std::vector<Vertex> neighbours(Vertex v) const;                   // ascending
  std::vector<std::array<Vertex, 4>> cells_around(Vertex v) const;  // infinite ones included
  // f(i, j), i < j, once for each edge, in the order of the cells. Price: about two steps of a walk
  // about the edge for each edge of each cell.
  template <class F>
  void for_each_edge(F f) const;
  // f(vertices), once for each tetrahedron, positive in orient3d.
  template <class F>
  void for_each_tetrahedron(F f) const;

  // The cells as they are stored, for passes over all of them. A slot that is not live holds
  // nothing. Vertices may be infinite or helpers: those are not below sites().
  std::size_t cell_slots() const { return cells_.size(); }
  bool live(std::uint32_t slot) const { return mark_[slot] != Mark::free; }
  const std::array<Vertex, 4>& vertices_of(std::uint32_t slot) const { return cells_[slot].v; }
  const std::array<std::uint32_t, 4>& neighbours_of(std::uint32_t slot) const {
    return cells_[slot].n;
  }
  std::uint32_t cell_of(Vertex v) const { return cell_of_[v]; }  // precondition: not hidden

  // Empty when everything is right, else what is wrong. Levels: 1 adjacency, 2 orientation,
  // 3 regularity of every facet, 4 hidden sites truly hidden. Each includes those below; price up
  // to level 3: a predicate a facet; level 4: a walk for each hidden site.
  std::string fault(int level) const;
  bool is_valid(int level) const { return fault(level).empty(); }

 private:
  static constexpr std::uint32_t none = 0xffffffffu;
  static constexpr std::uint32_t gone = 0xfffffffeu;   // cell_of_ a removed row
  static constexpr Vertex infinite_vertex = infinite;  // one to point at
  struct Cell {
    std::array<Vertex, 4> v;
    std::array<std::uint32_t, 4> n;
  };
  enum class Mark : std::uint8_t { unknown, conflict, clear, turned, free };

  Triangulation() = default;
  // triangulation_build.cpp
  void rebuild();  // from all_, ids_ and count_; helpers are made anew
  std::array<Vertex, 4> first_simplex(std::span<const Vertex> order);
  void make_first_cells(std::array<Vertex, 4> simplex);
  void sort_cells();  // along the rows, free ones dropped
  // triangulation.cpp
  RankedSite ranked(Vertex v) const { return {all_[v], ids_[v]}; }
  static int infinite_slot(const Cell& c) {
    for (int k = 0; k < 4; ++k)
      if (c.v[k] == infinite) return k;
    return -1;
  }
  bool conflicts(std::uint32_t cell, Vertex p) const;
  std::uint32_t walk(const Vec3& x, std::uint32_t hint) const;
  enum class Entry : std::uint8_t { visible, hidden, lost };  // lost: nothing is regular here
  Entry insert_row(Vertex p);
  void find_cavity(std::uint32_t start, Vertex p);
  void ask_ring(std::size_t ring, std::size_t end, Vertex p);
  void enlist(std::uint32_t cell, bool conflict);
  void sort_ring(Vertex p);
  void fill_cavity(Vertex p);
  void take_cells();
  std::size_t make_fresh_cells(Vertex p);
  void link_by_table();
  void link_around_edge(std::uint32_t dead, int k, int j);
  std::uint32_t new_cell();
  void free_cell(std::uint32_t c);
  void grow();
  bool is_helper(Vertex v) const { return v != infinite && v >= count_; }
  bool is_own(const Cell& c) const;  // no infinite vertex, no helper
  bool visible(Vertex v) const { return cell_of_[v] < gone; }
  // triangulation_query.cpp
  bool first_around_edge(std::uint32_t cell, int i, int j) const;
  std::vector<std::uint32_t> star(Vertex v) const;
  void append_star(Vertex v, std::vector<std::uint32_t>& out);
  // triangulation_check.cpp
  std::string adjacency_fault() const;
  std::string orientation_fault() const;
  std::string regularity_fault() const;
  std::string hidden_fault() const;
  bool wraps_once(const Vec3& core) const;
  // triangulation_certify.cpp
  bool start_motion();
  void certify_all();
  void drop_budgets();
  void add_spare_cells();
  void drop_certificates() { certified_ = budgets_ = false, pending_.clear(), queue_.clear(); }
  double length_scale() const;
  std::optional<std::array<Vertex, 4>> find_core() const;
  Vec3 core_of(const std::array<Vertex, 4>& rows) const;
  std::uint16_t code_of(double reach) const;
  void certify_width(std::uint32_t cell);
  bool certify_facet(std::uint32_t cell, int k);  // false: not regular
  void certify_facets(std::span<const std::uint32_t> facets, std::span<std::uint8_t> regular);
  void set_budget(std::uint32_t facet, std::uint16_t code);
  bool certified(std::uint32_t facet) const {
    return budgets_ && facet_budget_[facet >> 2][facet & 3] != 0;
  }
  bool wide(std::uint32_t cell) const { return budgets_ && width_budget_[cell] != 0; }
  bool all_certified() const;
  bool certify_pending();  // new cells; false: a facet is not regular
  bool test_pending(std::size_t first = 0);
  // triangulation_flip.cpp
  struct Facet;
  class Flips;
  int orientation(const std::array<Vertex, 4>& v) const;
  void link(std::uint32_t cell, int k, std::uint32_t neighbour);
  void enter(std::uint32_t cell, const std::array<Vertex, 4>& v);
  // triangulation_repair.cpp
  void untangle(std::vector<std::uint32_t>& turned, RepairStats& stats);
  void fetch_ahead(std::span<const std::uint32_t> queue, const Flips& flips) const;
  bool waits(std::uint32_t at) const;
  bool flips_are_enough();
  void flip_ranges(RepairStats& stats, std::uint32_t shift);
  template <class Lists>
  void flip_range(Lists& lists, int r, std::uint32_t shift);
  // Each costs about a microsecond: beyond this many a rebuild is cheaper. Flips end in any case.
  bool too_many_flips(const RepairStats& stats) const { return stats.flips() > 1000 + 3 * count_; }
  // False: facets are left that no flip mends.
  bool flip_all(RepairStats& stats, bool tangled = false);
  // triangulation_refill.cpp
  bool refill(const std::vector<std::uint32_t>& region, const std::vector<Vertex>& sites);
  bool take_out(Vertex v);
  bool mend_regions(std::span<const std::uint32_t> cells, bool& hull, RepairStats& stats);
  bool revive(RepairStats& stats);
  // triangulation_hole.cpp
  std::optional<Vertex> wrap_hull_edge(const std::array<Vertex, 3>& f,
                                       std::span<const Vertex> sites) const;
  struct Pencil;
  Vertex wrap_facet(const std::array<Vertex, 3>& f, std::span<const Vertex> sites);
  bool wrap_hole(const std::vector<std::uint32_t>& region, std::span<const Vertex> sites);
  bool close_hole(const std::vector<std::uint32_t>& region, std::span<const Vertex> sites);
  // triangulation_move.cpp
  struct Motion;
  bool move(Motion& m, RepairStats& stats);
  void choose_pass(Motion& m);
  Errors motion_errors(const Motion& m) const;
  bool settle(Motion& m, RepairStats& stats);
  bool settle_facets(Motion& m, RepairStats& stats);
  bool finish_held(Motion& m, RepairStats& stats);
  bool reinsert(Motion& m, std::span<const Vertex> rows, RepairStats& stats);
  void start_over(const Motion& m, RepairStats& stats);
  // triangulation_charge.cpp
  struct Listed;
  bool charge_vertices(const Motion& m);
  void charge_cells();
  void charge_range(std::uint32_t first, std::uint32_t stop, Listed& lists);
  void charge_around(const Motion& m);
  void certify_listed(RepairStats& stats);
  double mean_motion(const Motion& m) const;
  // triangulation_sweep.cpp
  class Sweep;
  bool send_all(const Motion& m);
  void test_all(Motion& m, RepairStats& stats);
  std::vector<std::uint32_t> test_cells(std::span<const std::uint32_t> cells, RepairStats* stats);
  void queue_tested(const Motion& m, RepairStats& stats);
  // triangulation_hold.cpp
  Vec3 place(const Motion& m, Vertex v) const;
  Vec3 place_before(const Motion& m, Vertex v) const;
  bool hold_back(Motion& m);
  bool may_pass_core(const Motion& m, const std::array<Vertex, 4>& v) const;
  std::array<Vertex, 5> whom_to_hold(const Motion& m, const std::array<Vertex, 4>& v);
  bool can_untangle(const Motion& m, std::uint32_t cell, int k) const;
  int placed_orientation(const Motion& m, const std::array<Vertex, 4>& v) const;
  void commit(const Motion& m);

  std::vector<Site> all_;           // the sites, then up to three helpers
  std::vector<std::uint32_t> ids_;  // the same rows
  std::size_t count_ = 0;
  std::uint32_t next_id_ = 0;
  int dimension_ = -1;
  Ties ties_ = Ties::by_id;
  std::vector<Cell> cells_;
  std::vector<Mark> mark_;              // of each cell; between insertions unknown or free
  std::vector<std::uint32_t> free_;     // cells to use again
  std::vector<std::uint32_t> cell_of_;  // of each site: some cell of it, or none
  std::uint32_t hint_ = 0;              // where the next walk starts
  std::vector<Vertex>
      hidden_rows_;                // candidates, while certified_: those hidden now are among them
  std::vector<Vertex> gone_rows_;  // to use again

  // Certificates, in units of unit_, rounded down: what the vertices of a cell may still move. 0:
  // look again. One for each facet, kept on both sides of it, and one for the orientation.
  int threads_ = 1;  // of the update at hand
  const kernel::Kernels* kernels_ = kernel::choose_kernels("auto");
  // Ranges of cells that are charged, certified and flipped side by side. Each has a store of spare
  // cells behind those that there were when the certificates began; later ones are of no range.
  static constexpr int ranges = 64;
  std::uint32_t range_share_ = 1, spare_first_ = 0, spare_share_ = 0;
  // shift 1: ranges half a range further down, and one more of them. ranges + 1: of none.
  int range_of(std::uint32_t cell, std::uint32_t shift = 0) const {
    if (cell < spare_first_)
      return static_cast<int>((cell + shift * (range_share_ / 2)) / range_share_);
    const std::uint32_t spare = cell - spare_first_;
    return spare < ranges * spare_share_ ? static_cast<int>(spare / spare_share_) : ranges + 1;
  }
  bool certified_ = false;  // ready for motion: ranges, core, and budgets if there are any
  bool budgets_ = false;    // else every update tests everything
  Pass pass_ = Pass::automatic;
  PassChoice choice_;
  double unit_ = 0;
  std::array<Vertex, 4> core_rows_{};  // a tetrahedron deep inside when it was chosen ...
  Vec3 core_;                          // ... and its middle, about which the hull is star-shaped
  std::vector<std::array<std::uint16_t, 4>> facet_budget_;
  std::vector<std::uint16_t> width_budget_;
  std::vector<std::uint16_t>
      charge_;  // of each vertex in the motion at hand; last: infinite, that of the core
  std::vector<Site> before_;  // without budgets: the sites before the update at hand
  // What an update looks at again, by ranges of cells. Kept for the next one: pages that the system
  // has to clear cost as much as the tests.
  struct Listed {
    std::size_t flagged = 0;            // cells with a budget used up
    std::vector<std::uint32_t> flat;    // those that may have turned over
    std::vector<std::uint32_t> facets;  // cell << 2 | slot, each once
    std::vector<std::uint32_t> later;   // that a cell of a lower range may list
    void clear() { flagged = 0, flat.clear(), facets.clear(), later.clear(); }
  };
  std::vector<Listed> listed_;
  std::vector<std::uint32_t> pending_;  // cells made since, not certified
  std::vector<std::uint32_t> queue_;    // facets that are not regular: cell << 2 | slot

  // Scratch of one removal.
  struct OpenFacet {
    std::array<Vertex, 3> v;  // with an apex in the hole after them: positive
    std::uint32_t beyond;     // the neighbour: cell << 2 | slot
    bool inner;               // that is one of hole_cells_
  };
  struct HoleCell {
    Cell cell;
    std::array<bool, 4> inner;  // neighbour k is one of hole_cells_
  };
  std::vector<OpenFacet> hole_open_;
  std::vector<std::uint64_t> hole_keys_;  // of hole_open_
  std::vector<HoleCell> hole_cells_;
  std::vector<std::pair<Vertex, double>> hole_first_;  // candidates of one facet
  std::vector<std::uint32_t> hole_place_;
  // Scratch of one insertion.
  struct BorderFacet {
    std::uint32_t cell;
    int slot;
    std::uint32_t fresh;                 // the new cell on it
    std::array<std::uint8_t, 3> number;  // of its vertices
  };
  Scratch<std::uint32_t> cavity_, rim_, asked_;
  Scratch<std::array<std::uint32_t, 5>> queries_;  // of asked_
  Scratch<double> determinants_;
  Scratch<BorderFacet> border_;
  // The directed edges of the border: [number of the tail][number of the head] -> cell << 2 | slot.
  static constexpr std::size_t table_side = 64;
  std::vector<std::uint32_t> edge_table_;
  std::vector<std::uint8_t> number_;  // of each vertex on the border; the infinite one has 0
};

template <class F>
void Triangulation::for_each_tetrahedron(F f) const {
  for (std::size_t c = 0; c < cells_.size(); ++c)
    if (mark_[c] != Mark::free && is_own(cells_[c])) f(cells_[c].v);
}

template <class F>
void Triangulation::for_each_edge(F f) const {
  for (std::uint32_t c = 0; c < cells_.size(); ++c) {
    if (mark_[c] == Mark::free) continue;
    const auto& v = cells_[c].v;
    for (int i = 0; i < 4; ++i)
      for (int j = i + 1; j < 4; ++j)
        if (std::max(v[i], v[j]) < count_ && first_around_edge(c, i, j))
          f(std::min(v[i], v[j]), std::max(v[i], v[j]));
  }
}

}  // namespace scree::geometry
