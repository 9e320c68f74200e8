// VTK's XML PolyData (.vtp) and the collection that strings frames together (.pvd).
//
// What both ParaView and OVITO read: little endian, inline base64 with a UInt64 length before each
// array, no compressor; grains are points with one vertex each and no lines, strips or polygons.
#pragma once

#include <span>
#include <string>
#include <utility>

#include "io/frame.hpp"

namespace scree {

// Arrays id type radius mass v omega f tq orientation (quaternion x y z w) body, `fixed` where
// balls belong to walls, then the frame's fields. Field data: TimeValue, step, title, up, box (two
// corners) and which of its directions are periodic, number of contacts (-1: not stored), names of
// the walls with force and torque of the grains on them, units of the fields, and the shapes that
// grains have. OVITO skips field data.
std::string vtp_grains(const Frame& frame);
// All walls in one piece; the array `wall` on the triangles is the wall's number.
std::string vtp_walls(const Frame& frame);
// Lines between the centres of touching grains, or from a centre to the point where it meets a
// wall; normal, force, its tangential part, magnitude and normal part, overlap and both ids on each
// line.
std::string vtp_contacts(const Frame& frame);
// Lines between the centres of bonded grains: i j type force pull strain.
std::string vtp_bonds(const Frame& frame);
// The faces of the grains that are not balls: id type body speed v of the grain on each polygon.
std::string vtp_shapes(const Frame& frame);

// (time, file relative to the collection)
std::string pvd_collection(std::span<const std::pair<double, std::string>> files);

}  // namespace scree
