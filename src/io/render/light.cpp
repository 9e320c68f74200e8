#include "io/render/light.hpp"

#include <numbers>

namespace scree::render {
namespace {

constexpr float kNothing = -1e30f;

Vec perpendicular(const Vec& n) {
  return unit(std::abs(n.x) < 0.8f ? cross(n, {1, 0, 0}) : cross(n, {0, 1, 0}));
}

}  // namespace

LightMap::LightMap(const Vec& to_light, const Vec& middle, float radius, int resolution)
    : to_light_(to_light),
      u_(perpendicular(to_light)),
      v_(cross(to_light, u_)),
      middle_(middle),
      radius_(radius),
      per_unit_(static_cast<float>(resolution) / (2 * radius)),
      size_(resolution),
      height_(std::size_t(resolution) * resolution, kNothing) {}

void LightMap::draw(std::span<const Ball> balls) {
  for (const Ball& b : balls) draw(b);
}

void LightMap::draw(const Ball& b) {
  const Vec d = b.x - middle_;
  const float cu = (dot(d, u_) + radius_) * per_unit_, cv = (dot(d, v_) + radius_) * per_unit_;
  const float h = dot(d, to_light_), r = b.r * per_unit_;
  if (!(cu + r >= 0) || !(cv + r >= 0) || cu - r > size_ || cv - r > size_) return;
  // Texels whose middle the ball covers; the one under its centre in any case, so that grains
  // smaller than a texel still cast a shadow.
  const int u0 =
      std::max(0, std::min(static_cast<int>(std::ceil(cu - r - 0.5f)), static_cast<int>(cu)));
  const int u1 = std::min(
      size_ - 1, std::max(static_cast<int>(std::floor(cu + r - 0.5f)), static_cast<int>(cu)));
  const int v0 =
      std::max(0, std::min(static_cast<int>(std::ceil(cv - r - 0.5f)), static_cast<int>(cv)));
  const int v1 = std::min(
      size_ - 1, std::max(static_cast<int>(std::floor(cv + r - 0.5f)), static_cast<int>(cv)));
  for (int v = v0; v <= v1; ++v) {
    float* row = height_.data() + std::size_t(v) * size_;
    const float dv = static_cast<float>(v) + 0.5f - cv, rest = std::max(r * r - dv * dv, 0.0f);
    for (int u = u0; u <= u1; ++u) {
      const float du = static_cast<float>(u) + 0.5f - cu;
      const float inside = rest - du * du;
      const float top = h + std::sqrt(std::max(inside, 0.0f)) / per_unit_;
      const float old = row[u];
      row[u] = (inside >= 0 || u0 == u1) && top > old ? top : old;
    }
  }
}

void LightMap::draw(const Ball& around, const SolidShape& solid) {
  const Vec d = around.x - middle_;
  const float cu = (dot(d, u_) + radius_) * per_unit_, cv = (dot(d, v_) + radius_) * per_unit_;
  const float r = around.r * per_unit_;
  const auto clip = [this](float t) {
    return static_cast<int>(std::clamp(t, 0.0f, static_cast<float>(size_ - 1)));
  };
  for (int v = clip(cv - r); v <= clip(cv + r); ++v)
    for (int u = clip(cu - r); u <= clip(cu + r); ++u) {
      const Vec from = middle_ + ((static_cast<float>(u) + 0.5f) / per_unit_ - radius_) * u_ +
                       ((static_cast<float>(v) + 0.5f) / per_unit_ - radius_) * v_;
      float low = -1e30f, high = 1e30f;
      for (const SolidShape::Side& s : solid.sides) {
        const float along = dot(s.n, to_light_), left = s.offset - dot(s.n, from);
        if (along > 0)
          high = std::min(high, left / along);
        else if (along < 0)
          low = std::max(low, left / along);
        else if (left < 0)
          high = -1e30f;
      }
      float& row = height_[std::size_t(v) * size_ + u];
      if (low < high && high > row) row = high;
    }
}

float LightMap::lit(const Vec& p, float lift) const {
  const Vec d = p - middle_;
  const float fu = (dot(d, u_) + radius_) * per_unit_ - 0.5f;
  const float fv = (dot(d, v_) + radius_) * per_unit_ - 0.5f;
  if (!(fu >= 0) || !(fv >= 0) || fu >= size_ - 1 || fv >= size_ - 1) return 1;
  const int u = static_cast<int>(fu), v = static_cast<int>(fv);
  const float a = fu - u, b = fv - v, h = dot(d, to_light_) + lift;
  const float* row = height_.data() + std::size_t(v) * size_ + u;
  const float s00 = row[0] <= h, s01 = row[1] <= h;
  const float s10 = row[size_] <= h, s11 = row[size_ + 1] <= h;
  return (1 - b) * ((1 - a) * s00 + a * s01) + b * ((1 - a) * s10 + a * s11);
}

float LightMap::softly_lit(const Vec& p, float lift) const {
  static constexpr float taps[] = {-1.5f, -0.5f, 0.5f, 1.5f};
  float sum = 0;
  for (const float du : taps)
    for (const float dv : taps) sum += lit(p + (du * texel()) * u_ + (dv * texel()) * v_, lift);
  return sum / 16;
}

std::vector<Vec> hemisphere(const Vec& up, int count) {
  const Vec a = perpendicular(up), b = cross(up, a);
  std::vector<Vec> out;
  for (int k = 0; k < count; ++k) {
    const float height = (static_cast<float>(k) + 0.5f) / static_cast<float>(count);
    const float angle = static_cast<float>(k) * std::numbers::pi_v<float> * (3 - std::sqrt(5.0f));
    const float flat = std::sqrt(1 - height * height);
    out.push_back((flat * std::cos(angle)) * a + (flat * std::sin(angle)) * b + height * up);
  }
  return out;
}

}  // namespace scree::render
