#include "walls/ortho_box.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "walls/tessellate.hpp"

namespace scree {
BoxSurface::BoxSurface(const AxisFrame& frame, const Vec3& lo, const Vec3& hi, Kind kind,
                       const Faces& faces)
    : axis_{frame.u, frame.axis, frame.w}, lo_(lo), hi_(hi), kind_(kind), faces_(faces) {
  for (int k = 0; k < 3; ++k) minus_[k] = negated(axis_[k]);
  if (kind == Kind::container || kind == Kind::solid) return;
  for (std::uint32_t f = 0; f < 27; ++f) {
    Piece p{code_of(f), {}, f, 0};
    bool exists = false;
    for (int k = 0; k < 3; ++k) {
      if (p.code.at[k] == 0) continue;
      ++p.active;
      p.present[k] = faces[static_cast<std::size_t>(2 * k + (p.code.at[k] > 0))];
      exists = exists || p.present[k];
    }
    if (exists) pieces_[piece_count_++] = p;
  }
}

// The corners, but of a box that is seen from inside.
void OrthoBox::tips(const Vec3& x, double reach, std::vector<WallTip>& out) const {
  const auto add = [&](const Code& code, std::uint32_t feature) {
    Vec3 xi{};
    for (int k = 0; k < 3; ++k) xi[k] = code.at[k] > 0 ? hi_[k] : lo_[k];
    const Vec3 tip = from_coordinates(xi);
    if (norm2(x - tip) < reach * reach) out.push_back({tip, 0, feature});
  };
  for (const Piece& p : std::span(pieces_, static_cast<std::size_t>(piece_count_)))
    if (p.active == 3) add(p.code, p.feature);
  if (kind_ != Kind::solid) return;
  for (const int i : {-1, 1})
    for (const int j : {-1, 1})
      for (const int k : {-1, 1}) add({{i, j, k}}, feature_of({{i, j, k}}));
}

// The edges, but of a box that is seen from inside.
void OrthoBox::ridges(const Vec3& x, double reach, std::vector<WallRidge>& out) const {
  if (kind_ == Kind::container) return;
  const Vec3 xi = coordinates(x);
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    if (!(hi_[k] > lo_[k]) || xi[k] < lo_[k] - reach || xi[k] > hi_[k] + reach) continue;
    for (const bool upper_i : {false, true})
      for (const bool upper_j : {false, true}) {
        if (!faces_[2 * i + upper_i] && !faces_[2 * j + upper_j]) continue;
        Vec3 a{}, b{};
        a[i] = b[i] = upper_i ? hi_[i] : lo_[i];
        a[j] = b[j] = upper_j ? hi_[j] : lo_[j];
        a[k] = lo_[k], b[k] = hi_[k];
        const double u = xi[i] - a[i], v = xi[j] - a[j];
        if (u * u + v * v < reach * reach)
          out.push_back({from_coordinates(a), from_coordinates(b)});
      }
  }
}

bool OrthoBox::pokes(const WallTip& tip, const Vec3& n) const {
  const Code code = code_of(tip.feature);
  const auto present = [&](int k) { return faces_[2 * k + (code.at[k] > 0)]; };
  for (int k = 0; k < 3; ++k) {
    const bool edge = present((k + 1) % 3) || present((k + 2) % 3);
    if (edge && code.at[k] * dot(axis_[k], n) > 0.5) return false;
  }
  return true;
}

std::optional<bool> OrthoBox::lies_between(const Vec3& a, const Vec3& b) const {
  const Vec3 from = coordinates(a), to = coordinates(b);
  for (int f = 0; f < kFaces; ++f) {
    if (!faces_[static_cast<std::size_t>(f)]) continue;
    const int k = f / 2, i = (k + 1) % 3, j = (k + 2) % 3;
    const double at = f % 2 ? hi_[k] : lo_[k], over_a = from[k] - at, over_b = to[k] - at;
    if ((over_a > 0) == (over_b > 0)) continue;
    const double t = over_a / (over_a - over_b);
    const double u = from[i] + t * (to[i] - from[i]), v = from[j] + t * (to[j] - from[j]);
    if (u >= lo_[i] && u <= hi_[i] && v >= lo_[j] && v <= hi_[j]) return true;
  }
  return false;
}

int OrthoBox::max_contacts() const {
  if (kind_ == Kind::solid || kind_ == Kind::front) return 1;
  if (kind_ == Kind::container) return 6;
  // One for each face at most: the closest point of a face is its only local minimum.
  return static_cast<int>(std::count(faces_.begin(), faces_.end(), true));
}

Bounds OrthoBox::bounds() const {
  Bounds b{{1e300, 1e300, 1e300}, {-1e300, -1e300, -1e300}};
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 p = from_coordinates(
        {corner & 1 ? hi_.x : lo_.x, corner & 2 ? hi_.y : lo_.y, corner & 4 ? hi_.z : lo_.z});
    for (int k = 0; k < 3; ++k) {
      b.lo[k] = std::min(b.lo[k], p[k]);
      b.hi[k] = std::max(b.hi[k], p[k]);
    }
  }
  return b;
}

WallExtent OrthoBox::extent(const Vec3& u) const {
  const Vec3 along = coordinates(u);
  WallExtent e;
  for (int k = 0; k < 3; ++k) {
    e.lo += std::min(along[k] * lo_[k], along[k] * hi_[k]);
    e.hi += std::max(along[k] * lo_[k], along[k] * hi_[k]);
  }
  return e;
}

double OrthoBox::area() const {
  const Vec3 s = hi_ - lo_;
  double sum = 0;
  for (int f = 0; f < kFaces; ++f)
    if (faces_[f]) sum += s[(f / 2 + 1) % 3] * s[(f / 2 + 2) % 3];
  return sum;
}

bool OrthoBox::within(const Vec3& xi) const {
  for (int k = 0; k < 3; ++k)
    if (!(xi[k] > lo_[k] && xi[k] < hi_[k])) return false;
  return true;
}

int OrthoBox::side(const Vec3& x) const {
  const Vec3 xi = coordinates(x);
  if (kind_ == Kind::container) return within(xi) ? 1 : -1;
  if (kind_ == Kind::solid) return within(xi) ? -1 : 1;
  if (kind_ == Kind::shell) return 0;
  WallTouches t;
  touch(x, 1e300, t);
  for (int i = 0; i < t.count; ++i)
    if (t.touch[i].distance < 0) return -1;
  return 1;
}

bool OrthoBox::encloses(const Vec3& x) const {
  return kind_ == Kind::shell ? within(coordinates(x)) : side(x) >= 0;
}

WallShape::Space OrthoBox::space(std::span<const Vec3> centres) const {
  if (kind_ == Kind::solid) return {};
  const auto present = static_cast<int>(std::count(faces_.begin(), faces_.end(), true));
  const auto coordinate = [this](const Vec3& x, int k) { return dot(axis_[k], x); };
  // A rectangle bounds the grains if it covers them all, from the side where most of them are.
  bool inwards = true;
  if (present == 1) {
    const int face =
        static_cast<int>(std::find(faces_.begin(), faces_.end(), true) - faces_.begin());
    const int k = face / 2;
    for (const Vec3& x : centres)
      for (int m = 0; m < 3; ++m)
        if (m != k && !(coordinate(x, m) >= lo_[m] && coordinate(x, m) <= hi_[m])) return {};
    if (centres.empty()) return {};
    if (kind_ == Kind::shell)
      inwards = most(centres, [&](const Vec3& x) {
        return face % 2 == 0 ? coordinate(x, k) > lo_[k] : coordinate(x, k) < hi_[k];
      });
  } else if (kind_ == Kind::shell && !most(centres, [&](const Vec3& x) { return encloses(x); })) {
    return {};
  }
  Space out{Space::Kind::parts, {}};
  for (int face = 0; face < kFaces; ++face) {
    if (!faces_[static_cast<std::size_t>(face)]) continue;
    const int k = face / 2;
    const bool high = face % 2 == 1;
    const double at = high ? hi_[k] : lo_[k];
    out.parts.push_back({at * axis_[k], (high == inwards) ? axis_[k] : minus_[k]});
  }
  return out;
}

WallMesh OrthoBox::mesh(const Bounds&) const {
  WallMesh m;
  for (int f = 0; f < kFaces; ++f) {
    if (!faces_[f]) continue;
    const int k = f / 2, i = (k + 1) % 3, j = (k + 2) % 3;
    Vec3 corner[4];
    for (int c = 0; c < 4; ++c) {
      Vec3 xi;
      xi[k] = f % 2 ? hi_[k] : lo_[k];
      xi[i] = c == 1 || c == 2 ? hi_[i] : lo_[i];
      xi[j] = c >= 2 ? hi_[j] : lo_[j];
      corner[c] = from_coordinates(xi);
    }
    if (f % 2)
      add_quad(m, corner[0], corner[1], corner[2], corner[3]);
    else
      add_quad(m, corner[3], corner[2], corner[1], corner[0]);
  }
  return m;
}

}  // namespace scree
