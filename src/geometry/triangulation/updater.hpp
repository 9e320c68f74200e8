// Motion of all sites, and the ladder of repairs: flips; motion in parts where tetrahedra would be
// inverted; sites taken out and inserted again; regions filled again; everything built again.
//
// Every loop on it ends: charging and holding back go through each cell and each site once, each
// flip lowers the lifted surface (and has its price: see too_many_flips), a region that stops
// growing and a walk longer than there are cells give up; then the next rung takes over.
//
// Writes everything in the mesh. What is kept here between updates: the choice of the pass, and
// arrays that are used again.
#pragma once

#include <span>
#include <vector>

#include "base/result.hpp"
#include "geometry/triangulation/charges.hpp"
#include "geometry/triangulation/inserter.hpp"
#include "geometry/triangulation/motion.hpp"
#include "geometry/triangulation/pass_choice.hpp"
#include "geometry/triangulation/recheck.hpp"
#include "geometry/triangulation/remover.hpp"
#include "geometry/triangulation/repair_stats.hpp"

namespace scree::geometry {

// How an update finds out what changed; the result is the same. automatic: pass_choice.hpp.
enum class Pass : std::uint8_t { automatic, certificates, tests };

class Updater {
 public:
  void use(Pass pass) { pass_ = pass; }

  // Certifies all cells now, so that the first update need not. Sorts the cells.
  void prepare(Mesh& mesh, int threads);
  // See Triangulation::move_all.
  Result<RepairStats> move_all(Mesh& mesh, Inserter& inserter, Remover& remover,
                               std::span<const Vec3> positions, std::span<const double> weights,
                               int threads);

  std::size_t memory_bytes() const;

 private:
  // The update at hand: what it works with, and what it has found so far.
  struct Update {
    Mesh& mesh;
    Inserter& inserter;
    Remover& remover;
    int threads;
    RepairStats stats = {};
    std::vector<std::uint32_t> inverted = {};  // cells, each to be fixed by a flip
    bool core_passed = false;  // perhaps: a hull facet came near the core, or was replaced
  };
  void choose_pass(Mesh& mesh, int threads);
  bool move(Update& u);
  void charge_cells(Update& u);
  void test_cells_in_ranges(Update& u);
  void recheck_around(Mesh& mesh);
  bool hold_and_commit(Update& u);
  bool settle(Update& u);
  bool settle_facets(Update& u);
  bool flip_inverted(Update& u);
  void certify_listed(Update& u);
  void queue_tested(Update& u);
  bool finish_held(Update& u);
  bool reinsert_held(Update& u);
  void start_over(Update& u);

  Pass pass_ = Pass::automatic;
  PassChoice choice_;
  double mean_distance_ = 0;  // of the motion at hand
  Motion motion_;
  Charges charges_;
  std::vector<Recheck> recheck_;  // one per range of cells, or one for a second round
};

}  // namespace scree::geometry
