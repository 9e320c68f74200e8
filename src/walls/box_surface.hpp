// Where a ball touches six planes at right angles: a box from inside or outside, an open box, a
// rectangle. A value, for the processor and a graphics card.
//
// Faces, edges and corners have a code (c0, c1, c2), each -1, 0 or +1: the direction from
// the middle of the box. Faces have one nonzero entry, edges two, corners three; the feature number
// is (c0 + 1) + 3 (c1 + 1) + 9 (c2 + 1).
#pragma once

#include <array>
#include <cstdint>

#include "walls/frame.hpp"
#include "walls/wall.hpp"

namespace scree {

class BoxSurface {
 public:
  // container: grains inside; solid: grains outside; shell: faces without thickness, both sides;
  // front: one face, met from the side of its inward normal only.
  enum class Kind { container, solid, shell, front };
  enum Face { left, right, bottom, top, back, front, kFaces };  // -x +x -y +y -z +z of the frame
  using Faces = std::array<bool, kFaces>;

  // lo and hi are along the frame's axes (u, axis, w), not relative to a centre: the distance from
  // the plane y = 1 is then y - 1 to the last bit. Precondition: lo <= hi; container and solid have
  // all faces.
  BoxSurface(const AxisFrame& frame, const Vec3& lo, const Vec3& hi, Kind kind, const Faces& faces);

  HD void touch(const Vec3& x, double reach, WallTouches& out) const {
    const Vec3 xi = coordinates(x);
    if (kind_ == Kind::container) return touch_container(xi, reach, out);
    if (kind_ == Kind::solid) return touch_solid(xi, reach, out);
    touch_shell(xi, reach, out);
  }
  // They meet unless they lie on opposite ends of some axis.
  HD bool adjacent(std::uint32_t a, std::uint32_t b) const {
    const Code ca = code_of(a), cb = code_of(b);
    for (int k = 0; k < 3; ++k)
      if (ca.at[k] * cb.at[k] < 0) return false;
    return true;
  }

 protected:
  struct Code {
    int at[3];
  };
  struct Piece {
    Code code;
    bool present[3];  // is the face (k, code[k]) there?
    std::uint32_t feature;
    int active;  // nonzero entries: 1 face, 2 edge, 3 corner
  };
  HD static std::uint32_t feature_of(const Code& c) {
    return static_cast<std::uint32_t>((c.at[0] + 1) + 3 * (c.at[1] + 1) + 9 * (c.at[2] + 1));
  }
  HD static Code code_of(std::uint32_t feature) {
    const int f = static_cast<int>(feature);
    return {{f % 3 - 1, f / 3 % 3 - 1, f / 9 % 3 - 1}};
  }
  HD static std::uint32_t face_feature(int axis, int sign) {
    Code code{};
    code.at[axis] = sign;
    return feature_of(code);
  }
  HD Vec3 coordinates(const Vec3& x) const {
    return {dot(axis_[0], x), dot(axis_[1], x), dot(axis_[2], x)};
  }
  HD Vec3 from_coordinates(const Vec3& xi) const {
    return xi.x * axis_[0] + xi.y * axis_[1] + xi.z * axis_[2];
  }

  Vec3 axis_[3], minus_[3];  // and their opposites
  Vec3 lo_, hi_;
  Kind kind_;
  Faces faces_;
  Piece pieces_[26];  // of a shell
  int piece_count_ = 0;

 private:
  HD void touch_container(const Vec3& xi, double reach, WallTouches& out) const;
  HD void touch_solid(const Vec3& xi, double reach, WallTouches& out) const;
  HD void touch_shell(const Vec3& xi, double reach, WallTouches& out) const;
  HD void touch_piece(const Piece& piece, const Vec3& xi, double reach, WallTouches& out) const;
};

// At right angles the foot on a face is inside the face whenever the point is inside the box, and
// outside the planes hold to any depth.
HD void BoxSurface::touch_container(const Vec3& xi, double reach, WallTouches& out) const {
  for (int k = 0; k < 3; ++k) {
    const double above = xi[k] - lo_[k], below = hi_[k] - xi[k];
    if (above < reach) out.add({axis_[k], above, face_feature(k, -1)});
    if (below < reach) out.add({minus_[k], below, face_feature(k, 1)});
  }
}

HD void BoxSurface::touch_solid(const Vec3& xi, double reach, WallTouches& out) const {
  Code code{};
  Vec3 w{};
  int active = 0, last = 0;
  double deepest = -1e308;
  for (int k = 0; k < 3; ++k) {
    const double under = lo_[k] - xi[k], over = xi[k] - hi_[k];
    const double d = under < over ? over : under;
    if (d > 0) {
      code.at[k] = over > under ? 1 : -1;
      w[k] = over > under ? d : -d;
      ++active, last = k;
    } else if (active == 0 && d > deepest) {
      deepest = d, last = k;
    }
  }
  if (active > 1) {
    const double d = norm(w);
    if (d < reach) out.add({from_coordinates(w / d), d, feature_of(code)});
    return;
  }
  const double under = lo_[last] - xi[last], over = xi[last] - hi_[last];
  const bool upper = over > under;
  const double d = upper ? over : under;
  if (d < reach)
    out.add({upper ? axis_[last] : minus_[last], d, face_feature(last, upper ? 1 : -1)});
}

HD void BoxSurface::touch_shell(const Vec3& xi, double reach, WallTouches& out) const {
  bool near = false;
  for (int k = 0; k < 3; ++k) {
    const double above = xi[k] - lo_[k], below = hi_[k] - xi[k];
    if (!(above > -reach && below > -reach)) return;
    near = near || above < reach || below < reach;
  }
  if (!near) return;
  for (int k = 0; k < piece_count_; ++k) touch_piece(pieces_[k], xi, reach, out);
}

// The foot on a piece is a local minimum of the distance when it lies in the piece (axes with code
// 0) and no face that ends there leads closer: face i leads closer along -code[j] for the other
// active axes j, unless the point is beyond the box in j.
HD void BoxSurface::touch_piece(const Piece& p, const Vec3& xi, double reach,
                                WallTouches& out) const {
  Vec3 w{};
  for (int k = 0; k < 3; ++k) {
    if (p.code.at[k] == 0) {
      if (xi[k] < lo_[k] || xi[k] > hi_[k]) return;
      continue;
    }
    w[k] = xi[k] - (p.code.at[k] > 0 ? hi_[k] : lo_[k]);
  }
  for (int i = 0; i < 3; ++i) {
    if (!p.present[i]) continue;
    for (int j = 0; j < 3; ++j)
      if (j != i && p.code.at[j] != 0 && p.code.at[j] * w[j] <= 0) return;
  }
  if (p.active == 1) {
    const int k = p.code.at[0] != 0 ? 0 : (p.code.at[1] != 0 ? 1 : 2);
    const double inward = p.code.at[k] > 0 ? 0.0 - w[k] : w[k];
    const double d = __builtin_fabs(w[k]);
    if (!(d < reach)) return;
    const bool along =
        kind_ == Kind::front ? p.code.at[k] < 0 : (w[k] > 0 || (w[k] == 0 && p.code.at[k] < 0));
    out.add({along ? axis_[k] : minus_[k], kind_ == Kind::front ? inward : d, p.feature});
    return;
  }
  const double d = norm(w);
  if (d < reach && d > 0) out.add({from_coordinates(w / d), d, p.feature});
}

}  // namespace scree
