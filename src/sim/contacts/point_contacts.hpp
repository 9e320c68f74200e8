// Contacts of primitives that are not two balls: shapes with each other, with balls, and with
// walls. The second source of forces, after the near pairs of balls (sim/engines/engine.hpp).
//
// A pair has 0 to kMax contact points per step, each with a feature that stays the same from step
// to step (shapes/contact_point.hpp); history is kept by feature and handed on between adjacent
// ones (sim/contacts/feature_match.hpp). What a point does to both sides is {force, point, couple}:
// the lever arms are those of the point, not radii.
//
// Pairs are computed before the rows are gathered, every pair by one thread; a row then adds up its
// own: partners in the order of ids, after them walls in the order of the scene. A pair that is
// apart by a gap sleeps until the paths of both rows add up to it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "detect/detector.hpp"
#include "sim/contacts/narrow_report.hpp"
#include "sim/contacts/pair_laws.hpp"
#include "sim/contacts/point_store.hpp"
#include "sim/contacts/polygon_contacts.hpp"
#include "sim/contacts/shape_rows.hpp"
#include "sim/kernel/kernel.hpp"
#include "sim/world/world.hpp"
#include "walls/images.hpp"

namespace scree {

struct PointPair {
  static constexpr std::uint32_t kNoWall = 0xffffffffu;
  std::uint32_t i = 0, j = 0;  // rows, of the lower and of the higher id; j unused at a wall
  std::uint32_t wall = kNoWall;
  std::uint32_t touching = 0;  // points in use
  std::uint32_t slot = 0;      // where its points are kept
  bool polygons = false;       // two polygons: as PolygonPoint

  bool at_wall() const { return wall != kNoWall; }
};

struct PointArgs {
  const World& world;
  std::span<const WallImages> images;
  const PairLaws& laws;
  const kernel::Kernels& kernels;
  const CollideTable& table;
  double lever = 0.5;
  double dt = 0;
  int threads = 1;
};

const kernel::PairLaw& law_of(const PointArgs& a, const PointPair& p);

// The points of one pair; those of polygons are put together when they are asked for.
class PairPoints {
 public:
  PairPoints(const PointRecord* stored, std::size_t count) : stored_(stored), count_(count) {}
  PairPoints(const PolygonStore& store, std::uint32_t slot);
  std::size_t size() const { return count_; }
  const PointRecord* begin() const { return stored_ ? stored_ : made_; }
  const PointRecord* end() const { return begin() + count_; }
  const PointRecord& operator[](std::size_t k) const { return begin()[k]; }
  std::span<const PointRecord> span() const { return {begin(), count_}; }

 private:
  const PointRecord* stored_ = nullptr;
  PointRecord made_[PolygonStore::kMax];
  std::size_t count_ = 0;
};

// The number of a geometry::GapMethod by its name; nothing where there is none.
std::optional<std::uint8_t> find_gap_method(std::string_view name);

// Null: a ball.
const Shape* shape_of_row(const World& world, std::uint32_t row);

// Where the primitives of two rows are nearer than `reach`; balls are shapes, too.
void collide_rows(const World& world, const CollideTable& table, std::uint32_t i, std::uint32_t j,
                  double reach, ContactPoints& out);

class PointContacts {
 public:
  static constexpr int kMax = ContactPoints::kMax;

  bool empty() const { return pairs_.empty(); }
  const NarrowUse& narrow() const { return narrow_; }
  std::size_t touching() const;

  // New pairs: `rows` may touch each other, every shaped row is held against every wall within
  // `reach`. What was known is carried over by ids; `id_of_old_row` tells whose it was. `ranged`: a
  // law acts beyond the surfaces; then polygons are treated as all other shapes.
  void renew(const World& world, std::span<const RowPair> rows, std::span<const WallImages> images,
             double reach, bool ranged, int stride, std::span<const ParticleId> id_of_old_row);

  // Touch and law of all pairs. Losses and the greatest overlap are added to `sum`.
  void touch(const PointArgs& args, kernel::LossSum& sum);

  // Adds what acts on rows [first, last) to f and tq (offset by first).
  void gather(std::uint32_t first, std::uint32_t last, Vec3* f, Vec3* tq) const;

  // The two rows are held against each other.
  bool lists(std::uint32_t row, std::uint32_t other) const;

  // In the order of (id, id), then (id, wall); points by feature.
  std::span<const PointPair> pairs() const { return pairs_; }
  PairPoints points(std::size_t pair) const {
    const PointPair& p = pairs_[pair];
    if (p.polygons) return {polygons_, p.slot};
    return {store_.records(p.slot), p.touching};
  }
  std::span<const double> history(std::size_t pair, std::size_t point) const {
    const PointPair& p = pairs_[pair];
    if (p.polygons) return {polygons_.histories(p.slot) + point * stride_, stride_};
    return {store_.histories(p.slot) + point * stride_, stride_};
  }
  std::span<double> history(std::size_t pair, std::size_t point) {
    const PointPair& p = pairs_[pair];
    if (p.polygons) return {polygons_.histories(p.slot) + point * stride_, stride_};
    return {store_.histories(p.slot) + point * stride_, stride_};
  }
  // Fills in a point that was saved; false where the pair is not listed or full.
  bool put(std::uint32_t i, std::uint32_t j, std::uint32_t wall, const PointRecord& point,
           std::span<const double> history);
  // The pair touches no more: its springs are someone else's business.
  void forget(std::size_t pair) {
    PointPair& p = pairs_[pair];
    p.touching = 0;
    if (p.polygons) polygons_.touching[p.slot] = 0;
  }
  // Rows that leave take their pairs along; others become new_row[row].
  void drop_rows(std::span<const std::uint32_t> new_row);

 private:
  // A pair of a row: number of a slot of `polygons_` or of a pair; whether the row is the second.
  struct Link {
    std::uint32_t number : 30, polygons : 1, second : 1;
  };
  // Of one thread.
  struct Scratch {
    kernel::Block block{};
    kernel::LossSum sum;
    ContactPoints now;
    NarrowUse use;
  };
  std::size_t pair_of(Link link) const {
    return link.polygons ? polygons_.pair[link.number].pair : link.number;
  }
  void index_rows(std::size_t rows);
  void give_slots(const World& world, bool ranged);
  void put_point(std::size_t pair, std::size_t at, const PointRecord& point,
                 std::span<const double> history);
  void follow_shapes(const PointArgs& a);
  bool sleeps(const PointPair& p, double range) const;
  double size_for_overlap(std::uint32_t row) const;
  void touch_pair(const PointArgs& a, std::size_t pair, Scratch& scratch);
  void count_query(std::size_t pair, NarrowUse& use) const;
  void find_points(const PointArgs& a, const PointPair& p, const kernel::PairLaw& law,
                   ContactPoints& out);
  void carry(const PointArgs& a, PointPair& p, const kernel::PairLaw& law, const ContactPoints& now,
             kernel::LossSum& sum);
  void carry_area(const PointArgs& a, PointPair& p, const kernel::PairLaw& law,
                  const ContactPoints& now, kernel::LossSum& sum);
  void end_unheld(const PointArgs& a, PointPair& p, const kernel::PairLaw& law, ContactPoints& now,
                  kernel::LossSum& sum);
  void apply(const PointArgs& a, PointPair& p, const kernel::PairLaw& law, const ContactPoints& now,
             kernel::Block& block, kernel::LossSum& sum);

  std::vector<PointPair> pairs_;
  // Of pairs that are not two polygons.
  PointStore store_, spare_;  // `spare_`: that of the list before, for its room
  ShapeRows shapes_;
  std::vector<double> wake_;  // of a slot: it cannot touch before its rows' paths add up to this
  // Of two polygons.
  PolygonStore polygons_;
  PolygonRows rows_;
  std::size_t stride_ = 0;
  std::vector<PairHint> hints_;  // one per slot; no part of the state
  NarrowUse narrow_;
  std::int64_t turns_ = 0;
  std::vector<std::uint32_t> others_;      // pairs that are not two polygons
  std::vector<std::uint32_t> link_begin_;  // of a row
  std::vector<Link> link_;
};

}  // namespace scree
