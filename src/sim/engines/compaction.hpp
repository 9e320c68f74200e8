// Compaction at work (laws/compaction.hpp): cells of the grains within the walls, their pressures,
// the forces that follow.
//
//   E = sum over grains of E(V_i),  F_j = sum_i p_i dV_i/dx_j,  on a side of a wall p_i A_i
//   outwards
//
// Volumes are linear in the way from reference positions (geometry/laguerre/reference_cells.hpp). A
// grain has its reference in a field, so it is sorted, saved and hashed with it; a grain that has
// left it by half the tolerance takes it along, and so do those that are half on the way. Walls
// have theirs on a grid. So forces are a function of the state, whatever was found before.
//
// A cell that is larger at the references than the law's beginning by more than the way from there
// can take is not pressed. Such cells are never found: most of them a lower bound tells
// (cell_room.hpp), and only the others are cut out. While nothing is pressed the triangulation is
// not moved either.
#pragma once

#include <optional>
#include <vector>

#include "geometry/laguerre/reference_cells.hpp"
#include "sim/contacts/wall_contacts.hpp"
#include "sim/engines/room_for_cells.hpp"
#include "sim/world/world.hpp"

namespace scree {

inline constexpr std::string_view kCellReference = "cell reference";

class CompactionSystem {
 public:
  // Adds the field. Errors where a material has compaction that cannot act in this world: E0594 a
  // modulus too low, E0595 grains that are not single balls or that come and go, E0596 walls that
  // leave no closed space.
  Errors prepare(World& world);

  bool on() const { return on_; }
  // References follow, then forces at the current positions.
  void act(World& world, int threads);

  const std::vector<Vec3>& forces() const { return f_; }  // of each row; none: no cell is pressed
  const std::vector<WallReaction>& wall_loads() const { return load_; }
  double energy(const World& world) const;                    // at the positions of the last act()
  std::uint64_t cells_found() const { return cells_found_; }  // since the start; a matter of time

 private:
  void follow(World& world, int threads) const;
  bool number_grains(const Particles& p);
  bool place_grains(const World& world, int threads);
  void find_sites(const World& world);
  void find_ways(const World& world, int threads);
  bool find_container(const World& world);
  bool same_sides(const std::vector<SpacePart>& parts) const;
  bool find_cells(const World& world, int threads);
  double pressure_of(const World& world, std::uint32_t site) const;
  void push(const World& world, int threads);

  bool on_ = false;
  double tolerance_ = 0, grid_ = 0;
  int sides_ = 60;

  // Found, not remembered: by the references.
  std::optional<geometry::ReferenceCells> cells_;
  bool cells_are_current_ = false;         // since references or walls last changed
  std::vector<ParticleId> order_;          // of the rows, when they were numbered
  std::vector<std::uint32_t> ids_, rows_;  // of the sites that are grains, and their rows
  std::vector<CellRoom::Grain> grains_;    // the same, at their references
  CellRoom room_;
  bool surveyed_ = false;
  std::uint64_t cells_found_ = 0;
  std::vector<std::uint32_t> narrow_;          // sites whose cells are looked at, ascending
  std::vector<geometry::Site> sites_;          // grains, then images of a periodic space
  std::vector<std::uint32_t> of_;              // grain of each site
  std::vector<Vec3> way_;                      // of each site from its reference
  geometry::ConvexContainer now_, reference_;  // the walls, and where cells are found
  std::vector<std::uint32_t> wall_of_plane_;
  std::vector<geometry::FlatSides> flat_;  // of each part
  std::vector<double> pressure_;           // of each of narrow_
  std::vector<Vec3> f_;
  std::vector<WallReaction> load_;
};

}  // namespace scree
