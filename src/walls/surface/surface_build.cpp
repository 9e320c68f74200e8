#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "base/exact_math.hpp"
#include "walls/frame.hpp"
#include "walls/mesh/weld.hpp"
#include "walls/surface/surface.hpp"
#include "walls/surface/surface_links.hpp"

namespace scree {
namespace {

// Below this ratio of height to longest side the normal of a triangle is mostly rounding.
constexpr double kSliver = 1e-10;
// Two edges of one straight line may differ in direction by what float coordinates allow.
constexpr double kStraight = 1e-5;
// Coordinates stored as float are off by up to 6e-8 of their size; three of them make a plane.
constexpr double kFlat = 4e-7;

struct DisjointSets {
  std::vector<std::uint32_t> parent;
  explicit DisjointSets(std::size_t n) : parent(n) { std::iota(parent.begin(), parent.end(), 0u); }
  std::uint32_t find(std::uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  }
  void unite(std::uint32_t a, std::uint32_t b) {
    a = find(a), b = find(b);
    if (a != b) parent[std::max(a, b)] = std::min(a, b);
  }
};

}  // namespace

class SurfaceBuilder {
 public:
  SurfaceBuilder(const TriangleSoup& soup, const SurfaceOptions& options)
      : soup_(soup), options_(options) {}

  Result<Surface> build() {
    if (auto error = check()) return *error;
    take_triangles();
    if (s_.triangles_.empty())
      return Error{"E0417", "the mesh has no triangle of positive area", "", ""};
    find_edges();
    find_patches();
    set_inward();
    find_sharp_edges();
    find_vertex_edges();
    number_features();
    list_feature_vertices();
    build_tree();
    SurfaceLinker(s_).run();
    return std::move(s_);
  }

 private:
  std::unique_ptr<Error> check() {
    double size = 0;
    for (const auto& t : soup_.triangles)
      for (const std::uint32_t v : t) {
        if (v >= soup_.points.size())
          return std::make_unique<Error>(
              Error{"E0415", fmt::format("vertex {} does not exist", v), "", ""});
        const Vec3& p = soup_.points[v];
        if (!is_finite(p))
          return std::make_unique<Error>(Error{"E0414", "a coordinate is not finite", "", ""});
        size = std::max({size, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
      }
    // Squares and fourth powers of lengths must stay in the range of a double.
    if (!(size < 1e60))
      return std::make_unique<Error>(Error{"E0414", "a coordinate is too large", "", ""});
    rounding_ = 1e-14 * size;
    s_.flat_ = options_.flat >= 0 ? options_.flat : kFlat * size;
    s_.cos_merge_ = exact::cos(std::max(options_.merge_angle, 1e-6));
    return nullptr;
  }

  void take_triangles() {
    const std::vector<std::uint32_t> same = weld_points(soup_.points, options_.weld);
    std::vector<std::uint32_t> number(soup_.points.size(), Surface::kNone);
    std::map<std::array<std::uint32_t, 3>, int> seen;
    std::size_t degenerate = 0, repeated = 0, first_degenerate = 0;
    for (std::size_t i = 0; i < soup_.triangles.size(); ++i) {
      std::array<std::uint32_t, 3> v = soup_.triangles[i];
      for (std::uint32_t& p : v) p = same[p];
      if (is_sliver(v)) {
        if (degenerate++ == 0) first_degenerate = i;
        continue;
      }
      std::array<std::uint32_t, 3> key = v;
      std::sort(key.begin(), key.end());
      if (!seen.insert({key, 0}).second) {
        ++repeated;
        continue;
      }
      for (std::uint32_t& p : v) {
        if (number[p] == Surface::kNone) {
          number[p] = static_cast<std::uint32_t>(s_.points_.size());
          s_.points_.push_back(soup_.points[p]);
        }
        p = number[p];
      }
      s_.triangles_.push_back({.v = v});
    }
    if (degenerate > 0)
      s_.warnings_.push_back(
          fmt::format("{} degenerate triangle(s) dropped, the first is number {}", degenerate,
                      first_degenerate + 1));
    if (repeated > 0)
      s_.warnings_.push_back(fmt::format("{} repeated triangle(s) dropped", repeated));
  }
  bool is_sliver(const std::array<std::uint32_t, 3>& v) const {
    const Vec3 a = soup_.points[v[1]] - soup_.points[v[0]];
    const Vec3 b = soup_.points[v[2]] - soup_.points[v[1]];
    const Vec3 c = soup_.points[v[0]] - soup_.points[v[2]];
    const double longest2 = std::max({norm2(a), norm2(b), norm2(c)});
    return !(norm(cross(a, b)) > kSliver * longest2);
  }

  void find_edges() {
    struct Half {
      std::uint32_t a, b, triangle;
      int side;
    };
    std::vector<Half> halves;
    for (std::uint32_t t = 0; t < s_.triangles_.size(); ++t)
      for (int k = 0; k < 3; ++k) {
        const auto& v = s_.triangles_[t].v;
        const std::uint32_t a = v[k], b = v[(k + 1) % 3];
        halves.push_back({std::min(a, b), std::max(a, b), t, k});
      }
    std::sort(halves.begin(), halves.end(), [](const Half& x, const Half& y) {
      return std::array{x.a, x.b, x.triangle} < std::array{y.a, y.b, y.triangle};
    });
    for (std::size_t i = 0; i < halves.size(); ++i) {
      const Half& h = halves[i];
      if (i == 0 || halves[i - 1].a != h.a || halves[i - 1].b != h.b) {
        s_.edge_first_.push_back(static_cast<std::uint32_t>(i));
        s_.edges_.push_back(
            {{h.a, h.b}, normalized(s_.points_[h.b] - s_.points_[h.a]), true, Surface::kNone});
      }
      s_.triangles_[h.triangle].e[h.side] = static_cast<std::uint32_t>(s_.edges_.size() - 1);
      s_.edge_corners_.push_back({h.triangle, h.side});
    }
    s_.edge_first_.push_back(static_cast<std::uint32_t>(halves.size()));
  }

  Vec3 doubled_area(std::uint32_t t) const {
    const auto& v = s_.triangles_[t].v;
    return cross(s_.points_[v[1]] - s_.points_[v[0]], s_.points_[v[2]] - s_.points_[v[0]]);
  }

  // Planes are laid through the largest triangles first: their normals have the most digits.
  void find_patches() {
    const std::size_t n = s_.triangles_.size();
    std::vector<double> area(n);
    for (std::uint32_t t = 0; t < n; ++t) {
      area[t] = 0.5 * norm(doubled_area(t));
      s_.area_ += area[t];
    }
    std::vector<std::uint32_t> order(n), patch(n, Surface::kNone);
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return area[a] > area[b]; });
    std::vector<Surface::Patch> planes;
    for (const std::uint32_t seed : order)
      if (patch[seed] == Surface::kNone) grow_patch(seed, patch, planes);
    // Numbered by the first triangle of each.
    std::vector<std::uint32_t> number(planes.size(), Surface::kNone);
    for (std::uint32_t t = 0; t < n; ++t) {
      std::uint32_t& p = number[patch[t]];
      if (p == Surface::kNone) {
        p = static_cast<std::uint32_t>(s_.patches_.size());
        s_.patches_.push_back(planes[patch[t]]);
      }
      s_.triangles_[t].patch = p;
    }
  }
  // A plane through a growing patch: the sum of the area vectors (Newell's normal of its border)
  // and the weighted middle, so that the digits improve with every triangle taken in.
  struct Fit {
    Vec3 area{}, moment{};
    double weight = 0;
    Vec3 n() const { return without_negative_zeros(normalized(area)); }
    Vec3 middle() const { return moment / weight; }
  };
  void add_to_fit(Fit& fit, std::uint32_t t) const {
    const Vec3 a = doubled_area(t);
    const auto& v = s_.triangles_[t].v;
    const double w = norm(a);
    fit.area += dot(fit.area, a) < 0 ? -a : a;  // the winding may differ
    fit.moment += w * (s_.points_[v[0]] + s_.points_[v[1]] + s_.points_[v[2]]) / 3;
    fit.weight += w;
  }
  void grow_patch(std::uint32_t seed, std::vector<std::uint32_t>& patch,
                  std::vector<Surface::Patch>& planes) const {
    const auto number = static_cast<std::uint32_t>(planes.size());
    std::vector<std::uint32_t> members;
    Fit fit = add_neighbours(seed, true, number, patch, members);
    Surface::Patch plane = through(fit.n(), members);
    if (!is_flat(plane, members)) {  // a gentle bend that was followed too far: back to one plane
      for (const std::uint32_t t : members) patch[t] = Surface::kNone;
      fit = add_neighbours(seed, false, number, patch, members);
      plane = through(fit.n(), members);
    }
    planes.push_back(plane);
  }
  // Breadth first, so that a patch grows round and its plane is extended by little at a time.
  Fit add_neighbours(std::uint32_t seed, bool refit, std::uint32_t number,
                     std::vector<std::uint32_t>& patch, std::vector<std::uint32_t>& members) const {
    Fit fit;
    add_to_fit(fit, seed);
    members.assign(1, seed);
    patch[seed] = number;
    for (std::size_t next = 0; next < members.size(); ++next)
      for (const std::uint32_t e : s_.triangles_[members[next]].e)
        for (std::uint32_t i = s_.edge_first_[e]; i < s_.edge_first_[e + 1]; ++i) {
          const std::uint32_t other = s_.edge_corners_[i].triangle;
          if (patch[other] != Surface::kNone || !lies_in(other, fit)) continue;
          patch[other] = number;
          members.push_back(other);
          if (refit) add_to_fit(fit, other);
        }
    return fit;
  }
  bool lies_in(std::uint32_t t, const Fit& fit) const {
    const Vec3 n = fit.n(), middle = fit.middle();
    for (const std::uint32_t v : s_.triangles_[t].v)
      if (!(std::abs(dot(n, s_.points_[v] - middle)) <= s_.flat_ + rounding_)) return false;
    // A triangle smaller than the tolerance may stand across the plane.
    return std::abs(dot(normalized(doubled_area(t)), n)) > 0.99;
  }
  // Halfway between the outermost vertices: exact where all of them agree.
  Surface::Patch through(const Vec3& n, const std::vector<std::uint32_t>& members) const {
    double lo = std::numeric_limits<double>::infinity(), hi = -lo;
    for (const std::uint32_t t : members)
      for (const std::uint32_t v : s_.triangles_[t].v) {
        const double d = dot(n, s_.points_[v]);
        lo = std::min(lo, d), hi = std::max(hi, d);
      }
    return {n, 0.5 * (lo + hi)};
  }
  bool is_flat(const Surface::Patch& plane, const std::vector<std::uint32_t>& members) const {
    for (const std::uint32_t t : members)
      for (const std::uint32_t v : s_.triangles_[t].v)
        if (!(std::abs(dot(plane.n, s_.points_[v]) - plane.offset) <= 2 * s_.flat_ + rounding_))
          return false;
    return true;
  }

  void set_inward() {
    for (Surface::Triangle& t : s_.triangles_)
      for (int k = 0; k < 3; ++k) {
        const Surface::Edge& e = s_.edges_[t.e[k]];
        const Vec3 across = normalized(cross(s_.patches_[t.patch].n, e.along));
        const Vec3 to_third = s_.points_[t.v[(k + 2) % 3]] - s_.points_[e.v[0]];
        const double border = dot(s_.points_[e.v[0]], across);
        const bool same = dot(to_third, across) > 0;
        t.inward[k] = same ? across : -across;
        t.border[k] = same ? border : -border;
      }
  }

  void find_sharp_edges() {
    for (std::uint32_t e = 0; e < s_.edges_.size(); ++e) {
      const Surface::Corner& first = s_.edge_corners_[s_.edge_first_[e]];
      const Surface::Triangle& a = s_.triangles_[first.triangle];
      bool one_patch = true, both_sides = false;
      for (std::uint32_t i = s_.edge_first_[e]; i < s_.edge_first_[e + 1]; ++i) {
        const Surface::Corner& c = s_.edge_corners_[i];
        const Surface::Triangle& b = s_.triangles_[c.triangle];
        one_patch = one_patch && b.patch == a.patch;
        both_sides = both_sides || dot(a.inward[first.side], b.inward[c.side]) < 0;
      }
      s_.edges_[e].sharp = !(one_patch && both_sides);
    }
  }

  void find_vertex_edges() {
    s_.vertex_first_.assign(s_.points_.size() + 1, 0);
    for (const Surface::Edge& e : s_.edges_)
      for (const std::uint32_t v : e.v) ++s_.vertex_first_[v + 1];
    std::partial_sum(s_.vertex_first_.begin(), s_.vertex_first_.end(), s_.vertex_first_.begin());
    s_.vertex_edges_.resize(s_.vertex_first_.back());
    std::vector<std::uint32_t> next(s_.vertex_first_.begin(), s_.vertex_first_.end() - 1);
    for (std::uint32_t e = 0; e < s_.edges_.size(); ++e)
      for (const std::uint32_t v : s_.edges_[e].v) s_.vertex_edges_[next[v]++] = e;
  }

  std::vector<std::uint32_t> patches_at(std::uint32_t e) const {
    std::vector<std::uint32_t> p;
    for (std::uint32_t i = s_.edge_first_[e]; i < s_.edge_first_[e + 1]; ++i)
      p.push_back(s_.triangles_[s_.edge_corners_[i].triangle].patch);
    std::sort(p.begin(), p.end());
    p.erase(std::unique(p.begin(), p.end()), p.end());
    return p;
  }
  std::vector<std::uint32_t> sharp_edges_at(std::uint32_t v) const {
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = s_.vertex_first_[v]; i < s_.vertex_first_[v + 1]; ++i)
      if (s_.edges_[s_.vertex_edges_[i]].sharp) out.push_back(s_.vertex_edges_[i]);
    return out;
  }
  // Two sharp edges that go straight on through v, between the same patches.
  bool continues_straight(std::uint32_t v, const std::vector<std::uint32_t>& sharp) const {
    if (sharp.size() != 2) return false;
    const Surface::Edge &a = s_.edges_[sharp[0]], &b = s_.edges_[sharp[1]];
    const double sign = (a.v[0] == v) == (b.v[0] == v) ? -1 : 1;
    if (norm(a.along - sign * b.along) > kStraight) return false;
    return patches_at(sharp[0]) == patches_at(sharp[1]);
  }

  // Patches, chains of edges, vertices, in the order of their lowest member.
  void number_features() {
    DisjointSets chains(s_.edges_.size());
    std::vector<std::uint32_t> inner(s_.points_.size(), Surface::kNone);  // edge through v
    std::vector<bool> sharp(s_.points_.size(), false);
    for (std::uint32_t v = 0; v < s_.points_.size(); ++v) {
      const auto at = sharp_edges_at(v);
      sharp[v] = !at.empty();
      if (!continues_straight(v, at)) continue;
      chains.unite(at[0], at[1]);
      inner[v] = at[0];
    }
    auto next = static_cast<std::uint32_t>(s_.patches_.size());
    for (std::uint32_t e = 0; e < s_.edges_.size(); ++e) {
      if (!s_.edges_[e].sharp) continue;
      const std::uint32_t root = chains.find(e);  // the lowest of its chain
      s_.edges_[e].feature = root == e ? next++ : s_.edges_[root].feature;
    }
    s_.first_tip_ = next;
    s_.vertex_feature_.assign(s_.points_.size(), Surface::kNone);
    for (std::uint32_t v = 0; v < s_.points_.size(); ++v)
      if (sharp[v])
        s_.vertex_feature_[v] = inner[v] == Surface::kNone ? next++ : s_.edges_[inner[v]].feature;
    s_.feature_first_.assign(next + 1, 0);
  }

  // Only vertices where features meet: the inside of a patch is of no use to adjacent().
  void list_feature_vertices() {
    std::vector<std::array<std::uint32_t, 2>> pairs;
    const auto note = [&](std::uint32_t feature, std::uint32_t v) {
      if (s_.vertex_feature_[v] != Surface::kNone) pairs.push_back({feature, v});
    };
    for (const Surface::Triangle& t : s_.triangles_)
      for (const std::uint32_t v : t.v) note(t.patch, v);
    for (const Surface::Edge& e : s_.edges_)
      if (e.sharp)
        for (const std::uint32_t v : e.v) note(e.feature, v);
    for (std::uint32_t v = 0; v < s_.points_.size(); ++v) note(s_.vertex_feature_[v], v);
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    for (const auto& [feature, v] : pairs) {
      ++s_.feature_first_[feature + 1];
      s_.feature_vertices_.push_back(v);
    }
    std::partial_sum(s_.feature_first_.begin(), s_.feature_first_.end(), s_.feature_first_.begin());
  }

  void build_tree() {
    std::vector<Box3> boxes;
    for (const Surface::Triangle& t : s_.triangles_) {
      Box3 b{s_.points_[t.v[0]], s_.points_[t.v[0]]};
      for (const std::uint32_t v : t.v)
        for (int k = 0; k < 3; ++k) {
          b.lo[k] = std::min(b.lo[k], s_.points_[v][k]);
          b.hi[k] = std::max(b.hi[k], s_.points_[v][k]);
        }
      boxes.push_back(b);
    }
    s_.tree_ = Bvh(boxes);
    sort_triangles(s_.tree_.renumber());
  }
  // Into the order of the tree's leaves: neighbours in space are neighbours in memory.
  void sort_triangles(const std::vector<std::uint32_t>& order) {
    std::vector<Surface::Triangle> sorted;
    std::vector<std::uint32_t> new_number(order.size());
    sorted.reserve(order.size());
    for (const std::uint32_t old : order) {
      new_number[old] = static_cast<std::uint32_t>(sorted.size());
      sorted.push_back(s_.triangles_[old]);
    }
    s_.triangles_ = std::move(sorted);
    for (Surface::Corner& c : s_.edge_corners_) c.triangle = new_number[c.triangle];
  }

  const TriangleSoup& soup_;
  const SurfaceOptions& options_;
  double rounding_ = 0;
  Surface s_;
};

Result<Surface> Surface::build(const TriangleSoup& soup, const SurfaceOptions& options) {
  return SurfaceBuilder(soup, options).build();
}

}  // namespace scree
