#include "geometry/polygon/overlap.hpp"

namespace scree::geometry {
namespace {

constexpr std::uint32_t kNoSide = ~std::uint32_t{0};

// Where two sides cross. From the distances of the ends to the other side, which have two signs:
// nothing cancels, and where the sides are all but parallel the point stays on both. The mean of
// both sides' answers is the same for a and b in either order.
Vec2 share_of(const Vec2& from, const Vec2& to, const Vec2& p, const Vec2& q) {
  const Vec2 line = q - p;
  const double before = __builtin_fabs(cross(line, from - p)),
               behind = __builtin_fabs(cross(line, to - p));
  const double whole = before + behind;
  return from + (whole > 0 ? before / whole : 0.5) * (to - from);
}

Vec2 crossing_point(const PolygonPair& pair, std::uint32_t i, std::uint32_t j) {
  const RingView &a = pair.a(), &b = pair.b();
  const Vec2 a_from = a.corner(i), a_to = a.corner(a.next(i));
  const Vec2 b_from = b.corner(j), b_to = b.corner(b.next(j));
  return 0.5 * (share_of(a_from, a_to, b_from, b_to) + share_of(b_from, b_to, a_from, a_to));
}

// Where the line of a side of one polygon leaves the other: the only side of that one which goes
// from the right of the line to its left.
class ExitSearch {
 public:
  ExitSearch(const PolygonPair& pair, int which, const Vec2& from, const Vec2& to, bool& tie)
      : pair_(pair), other_(pair.ring(1 - which)), which_(which), from_(from), to_(to), tie_(tie) {}

  // From the side `entry` by which the line came in. Its end and the corners after it lie to the
  // right, up to the exit; its start and the corners before it to the left. Strides that double go
  // both ways, then the gap is halved: logarithmic in the shorter way.
  std::uint32_t from_entry(std::uint32_t entry) const {
    const std::uint32_t n = other_.size();
    for (std::uint32_t stride = 1; stride < 2 * n; stride *= 2) {
      const std::uint32_t reach = stride < n - 1 ? stride : n - 1;
      if (left(after(entry, 1 + reach))) return last_right(entry, stride / 2, reach);
      if (!left(before(entry, reach))) return last_right(entry, n - 1 - reach, n - 1 - stride / 2);
    }
    return kNoSide;
  }
  // From the exit of the side before: the line has turned to the left, and its exit moves on.
  std::uint32_t from_exit(std::uint32_t exit) const {
    for (std::uint32_t step = 0; step < other_.size(); ++step) {
      const std::uint32_t next = other_.next(exit);
      if (left(next)) return exit;
      exit = next;
    }
    return kNoSide;
  }

 private:
  std::uint32_t after(std::uint32_t k, std::uint32_t by) const {
    return static_cast<std::uint32_t>((std::uint64_t{k} + by) % other_.size());
  }
  std::uint32_t before(std::uint32_t k, std::uint32_t by) const {
    return after(k, other_.size() - by);
  }
  // Corner 1 + right after the entry is on the right, 1 + left after it on the left.
  std::uint32_t last_right(std::uint32_t entry, std::uint32_t on_right,
                           std::uint32_t on_left) const {
    while (on_left - on_right > 1) {
      const std::uint32_t middle = on_right + (on_left - on_right) / 2;
      (left(after(entry, 1 + middle)) ? on_left : on_right) = middle;
    }
    return after(entry, 1 + on_right);
  }
  bool left(std::uint32_t corner) const {
    return pair_.left_of(which_, from_, to_, other_.corner(corner), tie_);
  }

  const PolygonPair& pair_;
  const RingView& other_;
  int which_;
  Vec2 from_, to_;
  bool& tie_;
};

}  // namespace

bool walk_overlap(const PolygonPair& pair, const SideCrossing& from, OverlapBorder& out,
                  int& iterations) {
  out.corners.clear();
  out.crossings.clear();
  out.tie = from.tie;
  const bool a_enters = pair.left_of(1, from.b, pair.a().corner(pair.a().next(from.a)), out.tie);
  const int first = a_enters ? 0 : 1;
  const std::uint32_t first_side = a_enters ? from.a : from.b;
  const std::uint32_t first_other = a_enters ? from.b : from.a;
  int owner = first;
  std::uint32_t side = first_side, other = first_other;
  const std::uint32_t limit = 2 * (pair.a().size() + pair.b().size());
  do {
    const Vec2 x =
        owner == 0 ? crossing_point(pair, side, other) : crossing_point(pair, other, side);
    out.corners.push_back({x, owner, side});
    out.crossings.push_back(x);
    const RingView& ring = pair.ring(owner);
    Vec2 start = ring.corner(side);
    for (bool entered = true;; entered = false) {
      ++iterations;
      const std::uint32_t next = ring.next(side);
      const Vec2 end = ring.corner(next);
      const ExitSearch search(pair, owner, start, end, out.tie);
      other = entered ? search.from_entry(other) : search.from_exit(other);
      if (other == kNoSide || out.corners.size() > limit) return false;
      if (!pair.left_of(1 - owner, other, end, out.tie)) break;
      side = next;
      start = end;
      out.corners.push_back({end, owner, side});
    }
    owner = 1 - owner;
    const std::uint32_t left_by = side;
    side = other;
    other = left_by;
  } while (owner != first || side != first_side || other != first_other);
  return true;
}

void whole_polygon(const PolygonPair& pair, int which, OverlapBorder& out) {
  out.corners.clear();
  out.crossings.clear();
  out.tie = false;
  const RingView& ring = pair.ring(which);
  for (std::uint32_t k = 0; k < ring.size(); ++k) out.corners.push_back({ring.corner(k), which, k});
}

}  // namespace scree::geometry
