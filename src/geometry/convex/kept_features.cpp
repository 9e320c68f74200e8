#include "geometry/convex/kept_features.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/convex/near_parts.hpp"
#include "geometry/convex/surface_point.hpp"

namespace scree::geometry {
namespace {

// Of the range. More lasts longer and looks at more pieces.
constexpr double kMargin = 0.25;
// Square of the sine below which the nearest points of two edges are mostly rounding.
constexpr double kParallel2 = 1e-6;

using EdgeEnds = std::array<std::uint32_t, 2>;

struct SeenFromFirst {
  Turn turn;
  Vec3 x;
  SeenFromFirst(const PlacedBody& a, const PlacedBody& b) : x(a.turn.back(b.x - a.x)) {
    const Turn &s = a.turn, &t = b.turn;
    turn.x = s.x.x * t.x + s.y.x * t.y + s.z.x * t.z;
    turn.y = s.x.y * t.x + s.y.y * t.y + s.z.y * t.z;
    turn.z = s.x.z * t.x + s.y.z * t.y + s.z.z * t.z;
  }
};

std::uint32_t number_of(std::vector<EdgeEnds>& edges, const NearEdge& e) {
  const EdgeEnds ends{std::min(e.from, e.to), std::max(e.from, e.to)};
  const auto at = std::find(edges.begin(), edges.end(), ends);
  if (at == edges.end()) return edges.push_back(ends), static_cast<std::uint32_t>(edges.size() - 1);
  return static_cast<std::uint32_t>(at - edges.begin());
}

bool surely_apart(const NearEdge& e, const NearEdge& g, double reach) {
  const SegmentLink link = segment_link(e.start, e.along, g.start, g.along);
  const Vec3 d = (g.start + link.t * g.along) - (e.start + link.s * e.along);
  const double e2 = norm2(e.along), g2 = norm2(g.along);
  const bool crossing = norm2(cross(e.along, g.along)) > kParallel2 * (e2 * g2);
  const double sure = reach + 1e-9 * std::sqrt(e2 + g2);
  return crossing && norm2(d) > sure * sure;
}

}  // namespace

bool KeptFeatures::holds(const PlacedBody& a, const PlacedBody& b, double range) const {
  if (a.body != a_ || b.body != b_) return false;
  if (a.body->volume() != volume_a_ || b.body->volume() != volume_b_ || a.size != size_a_ ||
      b.size != size_b_ || range != range_)
    return false;
  const SeenFromFirst now(a, b);
  const double turned =
      norm2(now.turn.x - turn_.x) + norm2(now.turn.y - turn_.y) + norm2(now.turn.z - turn_.z);
  // (p + q)^2 <= 2 (p^2 + q^2)
  return norm2(now.x - x_) + turned * radius2_ < motion2_;
}

bool KeptFeatures::fill(Pieces& pieces, std::vector<std::uint32_t>& corners,
                        const std::vector<std::uint32_t>& tested,
                        const std::vector<EdgeEnds>& edges) {
  corners = tested;
  for (const EdgeEnds& e : edges) corners.insert(corners.end(), e.begin(), e.end());
  std::sort(corners.begin(), corners.end());
  corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  if (corners.size() > kCorners || edges.size() > kEdges) return false;
  if (!corners.empty() && corners.back() > 0xffff) return false;
  const auto place = [&](std::uint32_t corner) {
    const auto at = std::lower_bound(corners.begin(), corners.end(), corner);
    return static_cast<std::uint8_t>(at - corners.begin());
  };
  pieces.corners = static_cast<std::uint8_t>(corners.size());
  pieces.edges = static_cast<std::uint8_t>(edges.size());
  for (std::size_t k = 0; k < corners.size(); ++k)
    pieces.corner[k] = static_cast<std::uint16_t>(corners[k]);
  pieces.tested = 0;
  for (const std::uint32_t c : tested)
    pieces.tested = static_cast<std::uint16_t>(pieces.tested | 1u << place(c));
  for (std::size_t k = 0; k < edges.size(); ++k)
    pieces.edge[k] = {place(edges[k][0]), place(edges[k][1])};
  return true;
}

void KeptFeatures::collect(const PlacedBody& a, const PlacedBody& b, double range, const Gap& gap) {
  struct Room {
    NearParts parts;
    std::vector<std::uint32_t> corners, tested[2];
    std::vector<EdgeEnds> edges[2];
    std::vector<EdgeEnds> pairs;
  };
  static thread_local Room room;
  remember(a, b, range);
  const double reach = (1 + kMargin) * range;
  NearParts& parts = room.parts;
  parts.find(a, b, reach, gap);
  parts.place_edges(a, b);
  for (int k = 0; k < 2; ++k) room.tested[k].clear(), room.edges[k].clear();
  room.pairs.clear();
  const auto test = [&](const NearPart& part, const PlacedBody& of, const PlaneBox& box,
                        const PlacedBody& other, std::vector<std::uint32_t>& tested) {
    for (const NearCorner& c : part.corners)
      if (parts.is_near(c, box) && depth_of_point(other, of.corner(c.number), reach).depth > 0)
        tested.push_back(c.number);
  };
  test(parts.a, a, parts.b.box, b, room.tested[0]);
  test(parts.b, b, parts.a.box, a, room.tested[1]);
  for (const NearEdge& e : parts.a.edges)
    for (const NearEdge& g : parts.b.edges)
      if (parts.are_near(e, g) && !surely_apart(e, g, reach))
        room.pairs.push_back({number_of(room.edges[0], e), number_of(room.edges[1], g)});
  complete_ = fill(of_a_, room.corners, room.tested[0], room.edges[0]) &&
              fill(of_b_, room.corners, room.tested[1], room.edges[1]);
  if (!complete_) return;
  partners_.fill(0);
  for (const EdgeEnds& p : room.pairs)
    partners_[p[0]] = static_cast<std::uint16_t>(partners_[p[0]] | 1u << p[1]);
}

void KeptFeatures::remember(const PlacedBody& a, const PlacedBody& b, double range) {
  const SeenFromFirst now(a, b);
  turn_ = now.turn, x_ = now.x;
  a_ = a.body, b_ = b.body;
  volume_a_ = a.body->volume(), volume_b_ = b.body->volume();
  size_a_ = a.size, size_b_ = b.size, range_ = range;
  const double radius = b.size * (b.body->radius() + norm(b.body->centre()));
  radius2_ = radius * radius;
  const double margin = 0.999 * kMargin * range;  // less than all that rounding does
  motion2_ = 0.5 * margin * margin;
}

// The corners of a body where it is.
struct KeptFeatures::Placed {
  union {  // without initial values
    std::array<Vec3, kCorners> x;
  };
  std::array<double, kCorners> height;  // over the plane of the other body
  std::uint32_t low = 0;                // bits: below the range

  Placed(const PlacedBody& body, const Pieces& pieces, const Vec3& towards, double limit,
         double range) {
    const auto own = body.body->corners();
    const Vec3 own_n = body.size * body.turn.back(towards);
    const double base = limit - dot(towards, body.x);
    for (std::uint32_t k = 0; k < pieces.corners; ++k) {
      const Vec3& c = own[pieces.corner[k]];
      height[k] = base - dot(own_n, c);
      if (height[k] < range) low |= 1u << k;
      x[k] = body.to_world(c);
    }
  }
};

// Edges that have a low end, from that end (of two: from the one with the lower number), in the
// order of their ends.
struct KeptFeatures::Ordered {
  struct One {
    std::uint32_t key;
    std::uint8_t from, to, edge;
    double height;  // of the lower end
  };
  std::array<One, kEdges> edge;
  std::uint32_t count = 0;

  Ordered(const Pieces& pieces, const Placed& at) {
    for (std::uint8_t k = 0; k < pieces.edges; ++k) {
      const auto [lower, higher] = pieces.edge[k];
      const bool first = (at.low >> lower & 1u) != 0, second = (at.low >> higher & 1u) != 0;
      if (!first && !second) continue;
      One e{0, first ? lower : higher, first ? higher : lower, k,
            std::min(at.height[lower], at.height[higher])};
      e.key = std::uint32_t{e.from} << 8 | e.to;  // places are in the order of numbers
      std::uint32_t place = count++;
      for (; place > 0 && edge[place - 1].key > e.key; --place) edge[place] = edge[place - 1];
      edge[place] = e;
    }
  }
};

void KeptFeatures::press(const PlacedBody& a, const PlacedBody& b, double range, const Gap& gap,
                         bool apart, std::vector<FeatureDepth>& out) const {
  const Placed at_a(a, of_a_, gap.normal, dot(gap.normal, gap.on_b), range);
  const Placed at_b(b, of_b_, -gap.normal, -dot(gap.normal, gap.on_a), range);
  const auto test = [&](const Placed& at, std::uint32_t tested, const PlacedBody& other,
                        bool of_first) {
    for (std::uint32_t rest = at.low & tested; rest != 0; rest &= rest - 1) {
      FeatureDepth f =
          depth_of_point(other, at.x[static_cast<std::uint32_t>(__builtin_ctz(rest))], range);
      if (!(f.depth > 0)) continue;
      if (of_first) f.normal = -f.normal, std::swap(f.on_a, f.on_b);
      out.push_back(f);
    }
  };
  test(at_a, of_a_.tested, b, true);
  test(at_b, of_b_.tested, a, false);
  if (!apart || of_a_.edges == 0) return;
  const Ordered edges_a(of_a_, at_a), edges_b(of_b_, at_b);
  // What is farther apart along the normal needs no link.
  const double reach = (1 + 1e-9) * range + 1e-14 * (a.radius() + b.radius()) + gap.distance;
  FeatureDepth f;
  for (std::uint32_t i = 0; i < edges_a.count; ++i) {
    const auto& e = edges_a.edge[i];
    const Vec3 &p = at_a.x[e.from], along = at_a.x[e.to] - p;
    for (std::uint32_t j = 0; j < edges_b.count; ++j) {
      const auto& g = edges_b.edge[j];
      if ((partners_[e.edge] >> g.edge & 1u) == 0 || e.height + g.height > reach) continue;
      const Vec3& q = at_b.x[g.from];
      if (depth_of_edges(p, along, q, at_b.x[g.to] - q, range, f)) out.push_back(f);
    }
  }
}

}  // namespace scree::geometry
