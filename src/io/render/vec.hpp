// Single-precision algebra of the renderer. Camera space: x right, y up, z away from the eye, in
// units of the scene's size, so that floats resolve a grain of a millionth of the scene.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/vec3.hpp"

namespace scree::render {

struct Vec {
  float x = 0, y = 0, z = 0;
};

inline Vec operator+(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec operator-(const Vec& a, const Vec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec operator*(float s, const Vec& a) { return {s * a.x, s * a.y, s * a.z}; }
inline Vec operator*(const Vec& a, const Vec& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
inline float dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec cross(const Vec& a, const Vec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline float norm(const Vec& a) { return std::sqrt(dot(a, a)); }
inline Vec unit(const Vec& a) {
  const float l = norm(a);
  return l > 0 ? (1 / l) * a : Vec{};
}
inline Vec mix(const Vec& a, const Vec& b, float t) { return (1 - t) * a + t * b; }
inline float smoothstep(float lo, float hi, float v) {
  const float t = std::clamp((v - lo) / (hi - lo), 0.0f, 1.0f);
  return t * t * (3 - 2 * t);
}

}  // namespace scree::render
