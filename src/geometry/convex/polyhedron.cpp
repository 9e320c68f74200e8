#include "geometry/convex/polyhedron.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

#include "geometry/convex/corner_scan.hpp"
#include "geometry/convex/hull.hpp"
#include "geometry/predicates/predicates.hpp"

namespace scree::geometry {
namespace {

using Loop = std::vector<std::uint32_t>;
using Side = std::pair<std::uint32_t, std::uint32_t>;

Vec3 area_normal(std::span<const Vec3> p, const HullTriangle& t) {
  return cross(p[t[1]] - p[t[0]], p[t[2]] - p[t[0]]);
}

// Triangles of the hull, joined to flat faces.
class Faces {
 public:
  Faces(std::span<const Vec3> points, std::span<const HullTriangle> triangles, double slack)
      : p_(points), t_(triangles), slack_(slack) {
    for (std::uint32_t k = 0; k < t_.size(); ++k)
      for (int m = 0; m < 3; ++m) owner_[{t_[k][m], t_[k][(m + 1) % 3]}] = k;
  }

  // Borders of the faces; empty where a face is not a simple polygon: the slack was too large.
  std::vector<Loop> loops() {
    std::vector<std::uint32_t> order(t_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return norm2(area_normal(p_, t_[a])) > norm2(area_normal(p_, t_[b]));
    });
    face_of_.assign(t_.size(), kNone);
    std::uint32_t faces = 0;
    for (const std::uint32_t k : order)
      if (face_of_[k] == kNone) spread(k, faces++);
    std::vector<std::vector<std::uint32_t>> triangles(faces);
    for (std::uint32_t k = 0; k < t_.size(); ++k) triangles[face_of_[k]].push_back(k);
    std::vector<Loop> out(faces);
    for (std::uint32_t f = 0; f < faces; ++f)
      if (!border(f, triangles[f], out[f])) return {};
    return out;
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  bool in_plane(const HullTriangle& of, const Vec3& n, const HullTriangle& t) const {
    return std::all_of(t.begin(), t.end(),
                       [&](std::uint32_t v) {
                         const Vec3& x = p_[v];
                         if (orient3d(p_[of[0]], p_[of[1]], p_[of[2]], x) == 0) return true;
                         const double h = dot(n, x - p_[of[0]]);
                         return (h < 0 ? -h : h) <= slack_;
                       }) &&
           dot(n, area_normal(p_, t)) > 0;
  }
  void spread(std::uint32_t from, std::uint32_t face) {
    const Vec3 n = normalized(area_normal(p_, t_[from]));
    std::vector<std::uint32_t> open{from};
    face_of_[from] = face;
    while (!open.empty()) {
      const HullTriangle t = t_[open.back()];
      open.pop_back();
      for (int m = 0; m < 3; ++m) {
        const std::uint32_t next = owner_.at({t[(m + 1) % 3], t[m]});
        if (face_of_[next] != kNone || !in_plane(t_[from], n, t_[next])) continue;
        face_of_[next] = face;
        open.push_back(next);
      }
    }
  }
  bool border(std::uint32_t face, std::span<const std::uint32_t> triangles, Loop& out) const {
    std::map<std::uint32_t, std::uint32_t> next;
    for (const std::uint32_t k : triangles) {
      for (int m = 0; m < 3; ++m) {
        const Side side{t_[k][m], t_[k][(m + 1) % 3]};
        if (face_of_[owner_.at({side.second, side.first})] == face) continue;
        if (!next.insert(side).second) return false;
      }
    }
    if (next.empty()) return false;
    const std::uint32_t first = next.begin()->first;
    std::uint32_t at = first;
    do {
      out.push_back(at);
      const auto found = next.find(at);
      if (found == next.end() || out.size() > next.size()) return false;
      at = found->second;
    } while (at != first);
    return out.size() == next.size() && out.size() >= 3;
  }

  std::span<const Vec3> p_;
  std::span<const HullTriangle> t_;
  double slack_;
  std::map<Side, std::uint32_t> owner_;  // triangle left of a directed edge
  std::vector<std::uint32_t> face_of_;
};

// A corner belongs to three faces at least; one of two faces lies on the line between them.
void drop_straight_corners(std::size_t points, std::vector<Loop>& loops) {
  std::vector<int> faces(points, 0);
  for (const Loop& l : loops)
    for (const std::uint32_t v : l) ++faces[v];
  for (Loop& l : loops) std::erase_if(l, [&](std::uint32_t v) { return faces[v] < 3; });
}

bool sound(const std::vector<Loop>& loops) {
  return loops.size() >= 4 &&
         std::all_of(loops.begin(), loops.end(), [](const Loop& l) { return l.size() >= 3; });
}

}  // namespace

Result<Polyhedron> Polyhedron::make(std::span<const Vec3> points, double flat) {
  const Result<std::vector<HullTriangle>> hull = convex_hull(points);
  if (!hull) return hull.errors();
  Vec3 lo = points[0], hi = points[0];
  for (const Vec3& x : points)
    for (int k = 0; k < 3; ++k) lo[k] = std::min(lo[k], x[k]), hi[k] = std::max(hi[k], x[k]);
  std::vector<Loop> loops = Faces(points, *hull, flat * norm(hi - lo)).loops();
  drop_straight_corners(points.size(), loops);
  if (!sound(loops)) {  // the slack joined what does not belong together: exact planes only
    loops = Faces(points, *hull, 0).loops();
    drop_straight_corners(points.size(), loops);
  }
  Polyhedron out;
  std::vector<std::uint32_t> number(points.size(), 0);
  for (const Loop& l : loops)
    for (const std::uint32_t v : l) number[v] = 1;
  for (std::size_t k = 0; k < points.size(); ++k)
    if (number[k] != 0) {
      number[k] = static_cast<std::uint32_t>(out.corners_.size());
      out.corners_.push_back(points[k]);
    }
  for (Loop& l : loops) {
    for (std::uint32_t& v : l) v = number[v];
    std::rotate(l.begin(), std::min_element(l.begin(), l.end()), l.end());
  }
  std::sort(loops.begin(), loops.end());
  out.connect(loops);
  out.measure();
  out.fill_columns();
  out.fill_tables();
  return out;
}

void Polyhedron::connect(const std::vector<Loop>& loops) {
  std::map<Side, std::uint32_t> left;
  face_begin_ = {0};
  for (std::uint32_t f = 0; f < loops.size(); ++f) {
    const Loop& l = loops[f];
    face_.insert(face_.end(), l.begin(), l.end());
    face_begin_.push_back(static_cast<std::uint32_t>(face_.size()));
    for (std::size_t k = 0; k < l.size(); ++k) left[{l[k], l[(k + 1) % l.size()]}] = f;
  }
  for (std::uint32_t f = 0; f < loops.size(); ++f) {
    const Loop& l = loops[f];
    for (std::size_t k = 0; k < l.size(); ++k)
      across_.push_back(left.at({l[(k + 1) % l.size()], l[k]}));
  }
  neighbour_begin_.assign(corners_.size() + 1, 0);
  for (const auto& [side, face] : left) {
    ++neighbour_begin_[side.first + 1];
    if (side.first < side.second)
      edges_.push_back({side.first, side.second, face, left.at({side.second, side.first})});
    neighbour_.push_back(side.second);  // sides are in the order of (from, to)
  }
  const auto edge_of = [&](std::uint32_t u, std::uint32_t v) {
    const Side side = std::minmax(u, v);
    const auto at =
        std::lower_bound(edges_.begin(), edges_.end(), side, [](const Edge& e, const Side& s) {
          return Side{e.from, e.to} < s;
        });
    return static_cast<std::uint32_t>(at - edges_.begin());
  };
  for (const auto& [side, face] : left) edges_at_.push_back(edge_of(side.first, side.second));
  for (const Loop& l : loops)
    for (std::size_t k = 0; k < l.size(); ++k)
      edges_of_.push_back(edge_of(l[k], l[(k + 1) % l.size()]));
  std::partial_sum(neighbour_begin_.begin(), neighbour_begin_.end(), neighbour_begin_.begin());
  // As many faces as neighbours meet at a corner.
  faces_of_.resize(neighbour_.size());
  Offsets next(neighbour_begin_.begin(), neighbour_begin_.end() - 1);
  for (std::uint32_t f = 0; f < loops.size(); ++f)
    for (const std::uint32_t v : loops[f]) faces_of_[next[v]++] = f;
}

// Planes by the mean normal of each polygon (Newell); volume and centre from the tetrahedra between
// one corner and the triangles of the faces.
void Polyhedron::measure() {
  const Vec3 origin = corners_[0];
  Vec3 moment{};
  planes_.resize(face_begin_.size() - 1);
  for (std::size_t f = 0; f < planes_.size(); ++f) {
    const auto loop = face(f);
    const Vec3 a = corners_[loop[0]] - origin;
    Vec3 normal{}, mean{};
    for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
      const Vec3 b = corners_[loop[k]] - origin, c = corners_[loop[k + 1]] - origin;
      const Vec3 n = cross(b - a, c - a);
      normal += n;
      const double six = dot(a, n);  // six times the volume to the origin
      volume_ += six;
      moment += six * (a + b + c);
    }
    for (const std::uint32_t v : loop) mean += corners_[v] - origin;
    planes_[f].normal = normalized(normal);
    planes_[f].offset =
        dot(planes_[f].normal, origin + (1.0 / static_cast<double>(loop.size())) * mean);
  }
  leans_.resize(edges_.size());
  for (std::size_t k = 0; k < edges_.size(); ++k) {
    const Edge& e = edges_[k];
    const Vec3 u = corners_[e.to] - corners_[e.from];
    leans_[k] = {normalized(cross(planes_[e.left].normal, u)),
                 normalized(cross(u, planes_[e.right].normal))};
  }
  clearance_.resize(planes_.size());
  std::vector<std::size_t> last_face(corners_.size(), planes_.size());  // that a corner was met in
  for (std::size_t f = 0; f < planes_.size(); ++f) {
    const auto loop = face(f);
    clearance_[f] = std::numeric_limits<double>::infinity();
    for (const std::uint32_t v : loop) last_face[v] = f;
    for (const std::uint32_t v : loop)
      for (const std::uint32_t k : neighbours(v))
        if (last_face[k] != f)
          clearance_[f] =
              std::min(clearance_[f], planes_[f].offset - dot(planes_[f].normal, corners_[k]));
  }
  centre_ = origin + (0.25 / volume_) * moment;
  volume_ /= 6;
  inner_ = std::numeric_limits<double>::infinity();
  for (const Vec3& x : corners_) radius_ = std::max(radius_, norm(x - centre_));
  for (const Plane& p : planes_) inner_ = std::min(inner_, p.offset - dot(p.normal, centre_));
}

std::uint32_t Polyhedron::farthest(const Vec3& u, std::uint32_t from) const {
  if (corners_.size() <= kMostScanned)
    return scan_farthest(columns_.data(), columns_.size() / 3, u);
  std::uint32_t best = from;
  double most = dot(corners_[from], u);
  for (;;) {
    const std::uint32_t at = best;
    for (const std::uint32_t v : neighbours(at))
      if (const double d = dot(corners_[v], u); d > most) most = d, best = v;
    if (best == at) return best;
  }
}

void Polyhedron::fill_tables() {
  const std::size_t n = corners_.size();
  if (n > 32 || face_count() > 64) return;
  face_bits_.assign(n, 0);
  edge_between_.assign(n * n, 0);
  for (std::size_t k = 0; k < n; ++k) {
    for (const std::uint32_t f : faces_of(k)) face_bits_[k] |= std::uint64_t{1} << f;
    for (std::size_t m = 0; m < neighbours(k).size(); ++m)
      edge_between_[k * n + neighbours(k)[m]] = static_cast<std::uint16_t>(edges_at(k)[m]);
  }
}

void Polyhedron::fill_columns() {
  const std::size_t padded = (corners_.size() + 3) / 4 * 4;
  columns_.resize(3 * padded);
  rough_columns_.resize(3 * padded);
  for (std::size_t k = 0; k < padded; ++k) {
    const Vec3& v = k < corners_.size() ? corners_[k] : centre_;
    for (int c = 0; c < 3; ++c) {
      const std::size_t at = static_cast<std::size_t>(c) * padded + k;
      columns_[at] = v[c];
      rough_columns_[at] = static_cast<float>(v[c]);
    }
  }
  const std::size_t planes = (planes_.size() + 3) / 4 * 4;
  plane_columns_.resize(4 * planes);
  for (std::size_t k = 0; k < planes; ++k) {
    const Plane& p = planes_[k < planes_.size() ? k : 0];
    for (int c = 0; c < 3; ++c)
      plane_columns_[static_cast<std::size_t>(c) * planes + k] = p.normal[c];
    plane_columns_[3 * planes + k] = p.offset;
  }
}

std::vector<std::array<std::uint32_t, 3>> Polyhedron::triangles() const {
  std::vector<std::array<std::uint32_t, 3>> out;
  for (std::size_t f = 0; f < face_count(); ++f) {
    const auto loop = face(f);
    for (std::size_t k = 1; k + 1 < loop.size(); ++k)
      out.push_back({loop[0], loop[k], loop[k + 1]});
  }
  return out;
}

Polyhedron Polyhedron::moved(const Vec3& x, const Quat& q) const {
  Polyhedron out = *this;
  for (Vec3& c : out.corners_) c = x + rotate(q, c);
  out.centre_ = x + rotate(q, centre_);
  for (Lean& l : out.leans_) l = {rotate(q, l.left), rotate(q, l.right)};
  for (Plane& p : out.planes_) {
    p.normal = rotate(q, p.normal);
    p.offset += dot(p.normal, x);
  }
  out.fill_columns();
  return out;
}

Polyhedron Polyhedron::scaled(double by) const {
  Polyhedron out = *this;
  for (Vec3& c : out.corners_) c *= by;
  for (Plane& p : out.planes_) p.offset *= by;
  for (double& c : out.clearance_) c *= by;
  out.centre_ *= by;
  out.volume_ *= by * by * by;
  out.radius_ *= by;
  out.inner_ *= by;
  out.fill_columns();
  return out;
}

}  // namespace scree::geometry
