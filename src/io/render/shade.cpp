#include "io/render/stage.hpp"

namespace scree::render {

Vec RodShape::axis_point(const Vec& p) const {
  const Vec u = b - a;
  const float l2 = dot(u, u);
  const float t = l2 > 0 ? std::clamp(dot(p - a, u) / l2, 0.0f, 1.0f) : 0;
  return a + t * u;
}

float sky_light(const Stage& stage, const Vec& p, const Vec& n, float lift) {
  // A cosine-weighted mean over the sky's lights, and a little from below: grains on a bright
  // floor are never black underneath.
  float sum = 0;
  const Vec from = p + lift * n;
  for (const LightMap& map : stage.sky) {
    const float facing = dot(n, map.direction());
    if (facing > 0) sum += facing * map.lit(from, 0.5f * lift + map.texel());
  }
  const float open = 2 * sum / static_cast<float>(std::max<std::size_t>(stage.sky.size(), 1));
  const float below = 0.5f - 0.5f * dot(n, stage.up);
  return open + 0.26f * below;
}

float key_light(const Stage& stage, const Vec& p, const Vec& n, float lift) {
  const float facing = dot(n, stage.to_key);
  if (facing <= 0) return 0;
  if (!stage.key) return facing;
  return facing * stage.key->softly_lit(p + lift * n, 0.5f * lift + stage.key->texel());
}

Vec shade_grain(const Stage& stage, const Vec&, const Vec& n, const Vec& view, const Vec& albedo,
                float ambient, float key) {
  constexpr Vec warm{1.0f, 0.965f, 0.90f}, cool{0.90f, 0.95f, 1.0f};
  const float fill = std::max(0.0f, dot(n, view));
  Vec light = (0.86f * key) * warm + (0.62f * ambient) * cool +
              (0.20f * fill * (0.3f + 0.7f * std::min(ambient, 1.0f))) * Vec{1, 1, 1};
  Vec out = albedo * light;
  // Gloss: a tight highlight of the key light and a pale rim, both only where light arrives.
  const Vec half = unit(stage.to_key + view);
  const float highlight = std::pow(std::max(0.0f, dot(n, half)), 48.0f);
  out = out + (0.20f * highlight * std::min(1.0f, 1.5f * key)) * warm;
  const float grazing = 1 - std::max(0.0f, dot(n, view));
  const float rim =
      grazing * grazing * grazing * std::max(0.0f, 0.35f + 0.65f * dot(n, stage.to_rim));
  return out + (0.16f * rim * std::min(ambient, 1.0f)) * cool;
}

Vec shade_floor(const Stage&, float ambient, float key) {
  constexpr Vec albedo{0.80f, 0.81f, 0.83f};
  return (0.52f * key + 0.56f * ambient) * albedo;
}

}  // namespace scree::render
