// Contacts of two polygons: the part of PointContacts that works on eight pairs and 32 points at a
// time.
//
//   pairs that are awake --circles--> overlapped a step ago --plane_touch, eight lanes--> points
//                                     others, or in doubt   --touch_polygons, one by one-> points
//   points --history of a step ago--> blocks of 32 of one law --apply_law--> forces
//
// A pair that is apart by a gap sleeps until the paths of both rows add up to it. What a pair was
// found with is not part of the state and changes no bit of it.
#pragma once

#include <span>
#include <vector>

#include "sim/contacts/pair_laws.hpp"
#include "sim/contacts/polygon_rows.hpp"
#include "sim/kernel/kernel.hpp"
#include "sim/kernel/polygon_block.hpp"

namespace scree {

struct PointArgs;
struct PointPair;

// One contact point of two polygons, with what acts there; along z all is 0. What the next step and
// the gather need of it is one cache line.
struct alignas(64) PolygonPoint {
  geometry::Vec2 force, arm1, arm2;  // as in PointRecord
  double couple = 0, share = 1;
};
// The rest, for reports and for contacts that end.
struct alignas(64) PolygonPointRest {
  geometry::Vec2 normal, point, tangential;
  double depth = 0, m_eff = 0;
};

// A pair, with what its last answer was found with.
struct PolygonPair {
  enum class Last : std::uint8_t { none, side_of_a, side_of_b, crossing, overlap };
  double wake = 0;  // the pair cannot touch before the rows' paths add up to this
  double r_eff = 0;
  double smaller = 0;          // of the circles that the two hold
  std::uint32_t i = 0, j = 0;  // rows
  std::uint32_t pair = 0;      // place in PointContacts::pairs()
  std::uint32_t a = 0, b = 0;  // features; of an overlap: the sides on which each enters the other
  std::uint32_t side_a = 0, side_b = 0;  // that faced each other
  Last last = Last::none;
  std::uint8_t inside_a = 0, inside_b = 0;  // of an overlap: corners inside the other
  bool potential = false;                   // both press by it
};

// In the order of rows: what lies together is read together.
struct PolygonStore {
  static constexpr int kMax = 2;  // points of a pair
  std::vector<PolygonPair> pair;
  std::vector<std::uint8_t> touching;  // points in use
  std::vector<PolygonPoint> point;     // kMax per pair
  std::vector<PolygonPointRest> rest;
  std::vector<double> history;  // stride per point
  std::size_t stride = 0;

  std::size_t at(std::uint32_t slot) const { return std::size_t{slot} * kMax; }
  double* histories(std::uint32_t slot) { return history.data() + at(slot) * stride; }
  const double* histories(std::uint32_t slot) const { return history.data() + at(slot) * stride; }
  void resize(std::size_t pairs, std::size_t doubles);
  // Of the normal part's energy of a pair, what is counted at its point k; 0: the point's share.
  // That of a potential is the pair's as a whole.
  double energy_share(std::uint32_t slot, std::size_t k) const {
    if (!pair[slot].potential) return 0;
    double all = 0;
    for (std::size_t p = at(slot), end = p + touching[slot]; p < end; ++p) all += point[p].share;
    return point[at(slot) + k].share / all;
  }
  // A pair goes on in another list.
  void remember(std::uint32_t slot, const PolygonPair& from);
  // Adds what acts on the first or on the second of a pair.
  void gather(std::uint32_t slot, bool second, Vec3& f, Vec3& tq) const {
    for (std::size_t k = at(slot), end = k + touching[slot]; k < end; ++k) {
      const PolygonPoint& p = point[k];
      if (second) {
        f.x -= p.force.x, f.y -= p.force.y;
        tq.z -= cross(p.arm2, p.force) + p.couple;
      } else {
        f.x += p.force.x, f.y += p.force.y;
        tq.z += cross(p.arm1, p.force) + p.couple;
      }
    }
  }
};

// One polygon of a lane at x. `in`: the side on which it comes into the other; `inside`: its
// corners there; `side`: that faced the other.
void fill_polygon_lane(kernel::PolygonBlock& block, int which, int lane, const PolygonRow& row,
                       const geometry::Vec2& x, std::uint32_t in, std::uint32_t inside,
                       std::uint32_t side);
// The answer of a lane that is `ok`.
PolygonTouch touch_of_polygon_lane(const kernel::PolygonBlock& block, int lane, double r_eff);

// The pairs of one thread.
class PolygonLoop {
 public:
  PolygonLoop(const PointArgs& args, const PolygonRows& rows, PolygonStore& store,
              std::span<PointPair> pairs, kernel::LossSum& sum);

  void take(std::uint32_t slot);
  // All that waits.
  void finish();

 private:
  struct Meeting {  // a pair whose circles overlap
    std::uint32_t slot;
    geometry::Vec2 x2;  // of the second row, at its nearest image
  };
  struct Lane {
    std::size_t point;
    double* history;
    double smaller;  // radius of what the two hold
  };

  void fetch_points(std::uint32_t slot) const;
  bool remembered(const PolygonPair& p) const;
  void add_lane(const Meeting& m);
  void touch_lanes();
  void touch_alone(const Meeting& m);
  void part(std::uint32_t slot, double gap);
  void answer(const Meeting& m, const PolygonTouch& touch);
  const kernel::PairLaw& law_of_slot(std::uint32_t slot) const;
  void carry(std::uint32_t slot, const kernel::PairLaw& law, const PolygonTouch& now);
  void release(const kernel::PairLaw& law, std::size_t point, double r_eff, const double* history,
               double share, double of_normal);
  void add_points(const Meeting& m, const kernel::PairLaw& law, const PolygonTouch& touch);
  void run_law();
  void add_releases();

  const PointArgs& a_;
  const PolygonRows& rows_;
  PolygonStore& store_;
  std::span<PointPair> pairs_;
  kernel::LossSum& sum_;
  const Vec3 length_, inverse_length_;

  kernel::PolygonBlock narrow_{};
  Meeting meeting_[kernel::kPolygonLanes];
  int meetings_ = 0;

  kernel::Block block_{};
  Lane lane_[kernel::kBlock];
  int lanes_ = 0;
  bool damped_ = false;  // a lane's dashpot has a scale
  const kernel::PairLaw* law_ = nullptr;

  double released_[kernel::kLosses][kernel::kBlock] = {};
  int releases_ = 0;
};

}  // namespace scree
