// Triangles that draw the shapes; none of this is used for contacts.
#pragma once

#include <span>

#include "walls/frame.hpp"
#include "walls/profile_point.hpp"
#include "walls/wall.hpp"

namespace scree {

inline constexpr int kDrawSegments = 48;

// Keeps the arithmetic of a picture finite when a view is unbounded.
Bounds drawable(const Bounds& view);

// A polyline turned about the axis through `centre`.
WallMesh revolve(std::span<const ProfilePoint> line, const Vec3& centre, const AxisFrame& frame);

// The part of the plane n.x = offset inside the view, as a fan; empty where they do not meet.
WallMesh clipped_plane(const Vec3& n, double offset, const Bounds& view);

void add_quad(WallMesh& mesh, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

}  // namespace scree
