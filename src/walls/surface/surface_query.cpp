#include <algorithm>
#include <cmath>

#include "walls/frame.hpp"
#include "walls/surface/surface.hpp"

namespace scree {
namespace {

// Only + - * / and the square root: the same bits everywhere.
struct EnergyPower {
  bool hertz;
  double value(double d) const { return hertz ? d * d * std::sqrt(d) : d * d; }
  double slope(double d) const { return hertz ? d * std::sqrt(d) : d; }  // less its factor
  // The overlap of which value() is `sum`, not below `least`.
  double overlap(double sum, double least) const {
    if (!hertz) return std::sqrt(sum);
    // y^5 = e^2 by Newton's method from above, where it goes down only.
    const double e = sum / value(least);
    double y = std::max(e, 1.0);
    for (int i = 0; i < 200; ++i) {
      const double y2 = y * y, next = y - (y - e * e / (y2 * y2)) / 5;
      if (!(next < y)) break;
      y = next;
    }
    return least * y;
  }
};

// A smooth minimum of two numbers >= 0: 0 with either of them, and then with the slope of that one.
// S = a b / (a^4 + b^4)^(1/4)
struct SmoothMinimum {
  double value = 0, by_a = 0, by_b = 0;
  SmoothMinimum(double a, double b) {
    const double most = std::max(a, b);
    if (!(most > 0)) return;
    const double u = a / most, v = b / most, u4 = u * u * u * u, v4 = v * v * v * v;
    const double root = std::sqrt(std::sqrt(u4 + v4)), cube = root * (u4 + v4);
    value = most * u * v / root;
    by_a = v4 * v / cube, by_b = u4 * u / cube;
  }
};

}  // namespace

// A triangle within reach, and the connected piece that it is the nearest triangle of.
struct SurfaceNode {
  Vec3 normal;
  double distance;
  std::uint32_t triangle, feature;
  std::uint32_t parent;
  bool joined;  // more than one local minimum
  double sum;   // of the powers of the overlaps, but that of the node itself
  Vec3 push;    // the same for the gradient
};
struct SurfaceJoint {
  double distance;
  Vec3 normal;
  std::uint32_t a, b;  // nodes
};
// Kept from query to query: no allocation once they have grown.
struct SurfaceScratch {
  std::vector<SurfaceNode> nodes;
  std::vector<SurfaceJoint> joints;
  std::vector<std::uint32_t> roots;
};

// One query of a surface.
class SurfaceQuery {
 public:
  SurfaceQuery(const Surface& s, const Vec3& x, double reach, SurfaceScratch& scratch)
      : s_(s),
        x_(x),
        reach_(reach),
        nodes_(scratch.nodes),
        joints_(scratch.joints),
        roots_(scratch.roots) {
    nodes_.clear(), joints_.clear(), roots_.clear();
  }

  // Only what is nearest, with all that lies as near: the ball shrinks to the nearest triangle
  // while they are asked. What is decided among these is decided no other way with the whole ball,
  // whose other triangles and links are farther: see Surface::nearest().
  void run_nearest(WallTouches& out) {
    s_.tree_.visit_nearest(x_, reach_, [this](std::uint32_t t) {
      const std::size_t before = nodes_.size();
      add_triangle(t);
      // Rounding takes equals apart by far less than this.
      if (nodes_.size() > before)
        reach_ = std::min(reach_, nodes_.back().distance * (1 + 1e-9) + 1e-3 * s_.flat_);
      return reach_;
    });
    std::erase_if(nodes_, [this](const SurfaceNode& n) { return !(n.distance < reach_); });
    std::sort(nodes_.begin(), nodes_.end(),
              [](const SurfaceNode& a, const SurfaceNode& b) { return a.triangle < b.triangle; });
    for (std::uint32_t k = 0; k < nodes_.size(); ++k) nodes_[k].parent = k;
    finish(out);
  }
  bool finds_any() {
    s_.tree_.visit_nearest(x_, reach_, [this](std::uint32_t t) {
      add_triangle(t);
      return nodes_.empty() ? reach_ : 0;
    });
    return !nodes_.empty();
  }

  void run(WallTouches& out) {
    // The tree visits triangles in the order of their numbers.
    s_.tree_.visit_near(x_, reach_, [this](std::uint32_t t) { add_triangle(t); });
    finish(out);
  }
  void run_all(WallTouches& out) {
    for (std::uint32_t t = 0; t < s_.triangles_.size(); ++t) add_triangle(t);
    finish(out);
  }

 private:
  void finish(WallTouches& out) {
    if (nodes_.empty()) return;
    if (nodes_.size() > 1) find_joints(out.power > 0);
    if (!joints_.empty()) unite(out);
    report(out);
  }

  struct Foot {
    Vec3 away;
    bool at_a, at_b;
  };
  static Foot foot(const Vec3& x, const Vec3& a, const Vec3& b, const Vec3& along) {
    const Vec3 from_a = x - a, from_b = x - b;
    const double u = dot(from_a, along);
    if (!(u > 0)) return {from_a, true, false};
    if (!(dot(from_b, along) < 0)) return {from_b, false, true};
    return {from_a - u * along, false, false};
  }
  Foot foot_on_edge(const Surface::Edge& e) const {
    return foot(x_, s_.points_[e.v[0]], s_.points_[e.v[1]], e.along);
  }

  void add_triangle(std::uint32_t number) {
    const Surface::Triangle& t = s_.triangles_[number];
    const Surface::Patch& p = s_.patches_[t.patch];
    const double d = dot(p.n, x_) - p.offset;
    // Within `flat` a triangle may lie nearer than its patch's plane.
    if (!(std::abs(d) < reach_ + s_.flat_)) return;
    double from_edge[3];
    for (int k = 0; k < 3; ++k) {
      from_edge[k] = Surface::inside(t, k, x_);
      if (from_edge[k] < -reach_) return;
    }
    if (from_edge[0] >= 0 && from_edge[1] >= 0 && from_edge[2] >= 0)
      return add(number, d < 0 ? negated(p.n) : p.n, std::abs(d), t.patch);
    double least = HUGE_VAL;
    Foot best{};
    std::uint32_t edge = 0;
    for (int k = 0; k < 3; ++k) {
      if (from_edge[k] >= 0) continue;
      const Foot f = foot_on_edge(s_.edges_[t.e[k]]);
      const double d2 = norm2(f.away);
      if (d2 < least) least = d2, best = f, edge = t.e[k];
    }
    if (!(least < reach_ * reach_)) return;
    const double r = std::sqrt(least);
    add(number, direction(best.away, r, p.n), r, feature_at(s_.edges_[edge], best, t.patch));
  }
  void add(std::uint32_t t, const Vec3& n, double d, std::uint32_t feature) {
    if (!(d < reach_)) return;
    const auto self = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({n, d, t, feature, self, false, 0, {}});
  }
  // On the surface itself: a normal of a face beside it.
  static Vec3 direction(const Vec3& away, double d, const Vec3& n) {
    return d > 1e-150 ? away / d : n;
  }
  std::uint32_t feature_at(const Surface::Edge& e, const Foot& f, std::uint32_t patch) const {
    const std::uint32_t feature =
        f.at_a ? s_.vertex_feature_[e.v[0]]
               : (f.at_b ? s_.vertex_feature_[e.v[1]] : (e.sharp ? e.feature : Surface::kNone));
    return feature == Surface::kNone ? patch : feature;
  }

  void find_joints(bool forces) {
    for (std::uint32_t b = 1; b < nodes_.size(); ++b) {
      const std::uint32_t t = nodes_[b].triangle;
      for (std::uint32_t i = s_.link_first_[t]; i < s_.link_first_[t + 1]; ++i) {
        const auto end = nodes_.begin() + b;
        const auto a = std::lower_bound(
            nodes_.begin(), end, s_.links_[i].other,
            [](const SurfaceNode& n, std::uint32_t other) { return n.triangle < other; });
        if (a == end || a->triangle != s_.links_[i].other) continue;
        joint(static_cast<std::uint32_t>(a - nodes_.begin()), b, s_.links_[i], forces);
      }
    }
  }
  void joint(std::uint32_t a, std::uint32_t b, const Surface::Link& link, bool forces) {
    const SurfaceNode &na = nodes_[a], &nb = nodes_[b];
    const SurfaceNode& farther = na.distance > nb.distance ? na : nb;
    if (link.kind == Surface::LinkKind::area || both_over_a_seam(na, nb, link)) return absorb(a, b);
    const Vec3 away = link_foot(link);
    const double q = norm(away);
    // A link is part of both: by rounding alone it may come out nearer than one of them.
    if (!(q > farther.distance)) return absorb(a, b);
    const Vec3 n = away / q;
    if (!(link.smooth && forces)) {
      if (q < reach_) joints_.push_back({q, n, a, b});
      return;
    }
    const SmoothMinimum s(q - na.distance, q - nb.distance);
    if (!(q - s.value < reach_)) return;
    joints_.push_back({std::max(q - s.value, farther.distance),
                       (1 - s.by_a - s.by_b) * n + s.by_a * na.normal + s.by_b * nb.normal, a, b});
  }
  // The farther one has its nearest point on the link: no contact of its own. No other link can
  // be nearer, so it joins the other one now, without waiting for the order of the links.
  void absorb(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t farther = nodes_[a].distance > nodes_[b].distance ? a : b;
    const std::uint32_t nearest = root(farther == a ? b : a);
    if (nodes_[farther].parent == farther && nearest != farther)
      nodes_[farther].parent = nearest;
    else
      joints_.push_back({nodes_[farther].distance, nodes_[farther].normal, a, b});
  }
  Vec3 link_foot(const Surface::Link& link) const {
    if (link.kind == Surface::LinkKind::edge) return foot_on_edge(s_.edges_[link.index]).away;
    const Surface::Segment& g = s_.segments_[link.index];
    return foot(x_, g.a, g.b, g.along).away;
  }
  // The foot lies on the seam of two triangles of one patch, in both of them.
  bool both_over_a_seam(const SurfaceNode& a, const SurfaceNode& b,
                        const Surface::Link& link) const {
    return link.kind == Surface::LinkKind::edge && !s_.edges_[link.index].sharp &&
           a.feature == b.feature && a.distance == b.distance;
  }

  std::uint32_t root(std::uint32_t i) {
    while (nodes_[i].parent != i) i = nodes_[i].parent = nodes_[nodes_[i].parent].parent;
    return i;
  }
  bool nearer(std::uint32_t a, std::uint32_t b) const {
    if (nodes_[a].distance != nodes_[b].distance) return nodes_[a].distance < nodes_[b].distance;
    return a < b;
  }
  // As the ball grows to its size, pieces of the surface inside it appear and merge. Where
  // two do, the one that appeared later ends: it counts by its overlap until then.
  void unite(WallTouches& out) {
    std::erase_if(joints_, [this](const SurfaceJoint& j) { return root(j.a) == root(j.b); });
    std::sort(joints_.begin(), joints_.end(), [](const SurfaceJoint& l, const SurfaceJoint& r) {
      if (l.distance != r.distance) return l.distance < r.distance;
      return l.a != r.a ? l.a < r.a : l.b < r.b;
    });
    const EnergyPower power{out.power > 2.25};
    for (const SurfaceJoint& j : joints_) {
      std::uint32_t elder = root(j.a), younger = root(j.b);
      if (elder == younger) continue;
      if (nearer(younger, elder)) std::swap(elder, younger);
      SurfaceNode &e = nodes_[elder], &y = nodes_[younger];
      y.parent = elder;
      const bool counts = j.distance > y.distance;
      if (out.power == 0) {
        if (counts) out.add({y.normal, y.distance, y.feature});
        continue;
      }
      if (y.joined) e.sum += y.sum, e.push += y.push, e.joined = true;
      if (!counts) continue;
      const double overlap = reach_ - y.distance, at_joint = reach_ - j.distance;
      e.sum += power.value(overlap) - power.value(at_joint);
      e.push += power.slope(overlap) * y.normal - power.slope(at_joint) * j.normal;
      e.joined = true;
    }
  }

  WallTouch touch_of(const SurfaceNode& n, const EnergyPower& power) const {
    if (!n.joined) return {n.normal, n.distance, n.feature};
    const double overlap = reach_ - n.distance;
    if (!(power.value(overlap) > 0)) return {n.normal, n.distance, n.feature};  // below all numbers
    const double common = power.overlap(power.value(overlap) + n.sum, overlap);
    const Vec3 push = (power.slope(overlap) * n.normal + n.push) / power.slope(common);
    const double slope = norm(push);
    return {slope > 0 ? push / slope : n.normal, reach_ - common, n.feature, slope};
  }
  void report(WallTouches& out) {
    for (std::uint32_t i = 0; i < nodes_.size(); ++i)
      if (nodes_[i].parent == i) roots_.push_back(i);
    const EnergyPower power{out.power > 2.25};
    if (out.power > 0 && roots_.size() > WallTouches::kMax) merge_shallowest(power);
    for (const std::uint32_t i : roots_) out.add(touch_of(nodes_[i], power));
  }
  // More pieces than an answer has room for: the energies of the shallowest are added up in one.
  void merge_shallowest(const EnergyPower& power) {
    std::sort(roots_.begin(), roots_.end(),
              [this](std::uint32_t a, std::uint32_t b) { return nearer(a, b); });
    SurfaceNode& last = nodes_[roots_[WallTouches::kMax - 1]];
    for (std::size_t k = WallTouches::kMax; k < roots_.size(); ++k) {
      const SurfaceNode& n = nodes_[roots_[k]];
      const double overlap = reach_ - n.distance;
      last.sum += power.value(overlap) + n.sum;
      last.push += power.slope(overlap) * n.normal + n.push;
      last.joined = true;
    }
    roots_.resize(WallTouches::kMax);
  }

  const Surface& s_;
  const Vec3& x_;
  double reach_;
  std::vector<SurfaceNode>& nodes_;
  std::vector<SurfaceJoint>& joints_;
  std::vector<std::uint32_t>& roots_;
};

void Surface::touch(const Vec3& x, double reach, WallTouches& out) const {
  static thread_local SurfaceScratch scratch;
  SurfaceQuery(*this, x, reach, scratch).run(out);
}

void Surface::all_touches(const Vec3& x, double reach, WallTouches& out) const {
  static thread_local SurfaceScratch scratch;
  SurfaceQuery(*this, x, reach, scratch).run_all(out);
}

// Pieces of the surface inside a growing ball appear and merge in the order of their distances, so
// what happened before the ball had the distance r does not depend on how large it becomes: where
// only one touch has come up by then, it is the nearest of the whole ball, to the last bit. Of
// several that are as near, the order in which the whole ball finds them decides.
const WallTouch* Surface::nearest(const Vec3& x, double reach, WallTouches& room) const {
  static thread_local SurfaceScratch scratch;
  room.count = 0;
  SurfaceQuery(*this, x, reach, scratch).run_nearest(room);
  if (room.count > 1) {
    room.count = 0;
    SurfaceQuery(*this, x, reach, scratch).run(room);
  }
  return room.nearest();
}

bool Surface::is_near(const Vec3& x, double reach) const {
  static thread_local SurfaceScratch scratch;
  return SurfaceQuery(*this, x, reach, scratch).finds_any();
}

// They share a vertex. The shorter list is looked up in the longer one: most features have three
// vertices or fewer.
bool Surface::adjacent(std::uint32_t a, std::uint32_t b) const {
  if (a == b) return true;
  if (a >= features() || b >= features()) return false;
  if (feature_first_[a + 1] - feature_first_[a] > feature_first_[b + 1] - feature_first_[b])
    std::swap(a, b);
  const auto at = [this](std::uint32_t i) { return feature_vertices_.begin() + i; };
  for (auto v = at(feature_first_[a]); v != at(feature_first_[a + 1]); ++v)
    if (std::binary_search(at(feature_first_[b]), at(feature_first_[b + 1]), *v)) return true;
  return false;
}

std::vector<std::array<std::uint32_t, 3>> Surface::triangles() const {
  std::vector<std::array<std::uint32_t, 3>> out;
  out.reserve(triangles_.size());
  for (const Triangle& t : triangles_) out.push_back(t.v);
  return out;
}

}  // namespace scree
