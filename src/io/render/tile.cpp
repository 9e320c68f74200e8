#include "io/render/tile.hpp"

#include <algorithm>
#include <cmath>

namespace scree::render {
namespace {

constexpr float kNear = 1e-3f;
constexpr float kFar = 1e30f;
constexpr float kOpaque = 0.999f;  // opacity from which on nothing shines through
const Vec kGlass = linear(0.50f, 0.58f, 0.67f);

// Slopes of the tangents from the eye to a circle at (c, z) with z > r.
std::pair<float, float> tangents(float c, float z, float r) {
  const float t = std::sqrt(std::max(c * c + z * z - r * r, 0.0f));
  return {(c * t - r * z) / (z * t + r * c), (c * t + r * z) / (z * t - r * c)};
}

// A floor fades into the background: it has no end that matters.
float floor_fades(const Stage& stage, const Vec& p) {
  const Vec off = p - stage.middle;
  return smoothstep(0.9f, 1.7f, norm(off - dot(off, stage.up) * stage.up) / stage.radius);
}

PixelBox box_around(const Camera& camera, std::span<const Vec> points, float margin) {
  PixelBox b{1e9f, 1e9f, -1e9f, -1e9f};
  for (const Vec& p : points) {
    const float x = camera.pixel_x(p), y = camera.pixel_y(p);
    b = {std::min(b.x0, x), std::min(b.y0, y), std::max(b.x1, x), std::max(b.y1, y)};
  }
  return {b.x0 - margin, b.y0 - margin, b.x1 + margin, b.y1 + margin};
}

// Around the part of a triangle that lies before the eye, empty where there is none: of a wide
// floor most triangles lie beside or behind the camera, and each would be asked for by every
// sample. The corners that the near plane cuts are found in double, far outside the picture as they
// are.
PixelBox box_of_part_before_eye(const Camera& camera, const WallTriangle& t) {
  double x0 = 1e9, y0 = 1e9, x1 = -1e9, y1 = -1e9;
  const auto add = [&](double x, double y, double z) {
    const double px = camera.center_x + camera.focal * (x / z);
    const double py = camera.center_y - camera.focal * (y / z);
    x0 = std::min(x0, px), y0 = std::min(y0, py), x1 = std::max(x1, px), y1 = std::max(y1, py);
  };
  for (int k = 0; k < 3; ++k) {
    const Vec &a = t.corner[k], &b = t.corner[(k + 1) % 3];
    if (a.z >= kNear) add(a.x, a.y, a.z);
    if ((a.z >= kNear) == (b.z >= kNear)) continue;
    const double s = (double(kNear) - a.z) / (double(b.z) - a.z);
    add(a.x + s * (double(b.x) - a.x), a.y + s * (double(b.y) - a.y), kNear);
  }
  if (!(x0 <= x1)) return {};
  const auto pixel = [](double v) { return static_cast<float>(std::clamp(v, -1e9, 1e9)); };
  return {pixel(x0 - 1), pixel(y0 - 1), pixel(x1 + 1), pixel(y1 + 1)};
}

}  // namespace

Vec background(float height) {
  return mix({0.985f, 0.988f, 0.993f}, {0.875f, 0.893f, 0.915f}, smoothstep(0.0f, 1.1f, height));
}

PixelBox box_of(const Camera& camera, const Ball& b) {
  if (!(b.x.z - b.r > kNear) || !(b.r > 0)) return {};  // also what is not a number
  const auto [x0, x1] = tangents(b.x.x, b.x.z, b.r);
  const auto [y0, y1] = tangents(b.x.y, b.x.z, b.r);
  return {camera.center_x + camera.focal * x0, camera.center_y - camera.focal * y1,
          camera.center_x + camera.focal * x1, camera.center_y - camera.focal * y0};
}
// The hull of its two round ends; their boxes bound it.
PixelBox box_of(const Camera& camera, const RodShape& rod) {
  const PixelBox a = box_of(camera, Ball{rod.a, rod.r}), b = box_of(camera, Ball{rod.b, rod.r});
  if (!(a.x0 <= a.x1) || !(b.x0 <= b.x1)) return {};
  return {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1), std::max(a.y1, b.y1)};
}
PixelBox box_of(const Camera& camera, const WallTriangle& t) {
  for (const Vec& p : t.corner)
    if (p.z < kNear) return box_of_part_before_eye(camera, t);
  return box_around(camera, t.corner, 0);
}
PixelBox box_of(const Camera& camera, const WallEdge& e) {
  if (e.a.z < kNear || e.b.z < kNear) return {};  // not drawn
  return box_around(camera, std::array{e.a, e.b}, 2);
}

bool SolidShape::meets(const Vec& ray, float& in, float& out) const {
  for (const Side& s : sides) {
    const float along = dot(s.n, ray);
    if (along < 0)
      in = std::max(in, s.offset / along);
    else if (along > 0)
      out = std::min(out, s.offset / along);
    else if (s.offset < 0)
      return false;
  }
  return in < out;
}

const SolidShape::Side& SolidShape::side_at(const Vec& p) const {
  const Side* best = &sides.front();
  float most = dot(best->n, p) - best->offset;
  for (const Side& s : sides)
    if (const float d = dot(s.n, p) - s.offset; d > most) most = d, best = &s;
  return *best;
}

Tile::Tile(const Stage& stage, int samples, int x, int y)
    : stage_(stage),
      samples_(samples),
      side_(kSide * samples),
      x_(static_cast<float>(x)),
      y_(static_cast<float>(y)) {
  const std::size_t n = std::size_t(side_) * side_;
  depth_.assign(n, kFar);
  nearest_.assign(n, kNothing);
  through_.assign(n, 1.0f);
  gloss_.assign(n, Vec{});
  edge_.assign(n, 0.0f);
  light_.resize(n);
  sky_.resize(n);
  key_.resize(n);
}

Tile::Span Tile::samples_in(const PixelBox& b) const {
  const auto clip = [this](float v) {
    return static_cast<int>(std::clamp(v, 0.0f, static_cast<float>(side_)));
  };
  const float s = static_cast<float>(samples_);
  return {clip(std::floor((b.x0 - x_) * s)), clip(std::ceil((b.x1 - x_) * s)),
          clip(std::floor((b.y0 - y_) * s)), clip(std::ceil((b.y1 - y_) * s))};
}

float Tile::farthest() const {
  float d = 0;
  for (const float v : depth_) d = std::max(d, v);
  return d;
}

// Nearest first: once the tile is full, whatever begins behind its farthest sample is hidden, and
// of a deep packing only the first few layers are ever drawn.
void Tile::draw_balls(std::span<const std::uint32_t> balls) {
  std::vector<std::pair<float, std::uint32_t>> order;
  order.reserve(balls.size());
  for (const std::uint32_t k : balls)
    order.emplace_back(stage_.balls[k].x.z - stage_.balls[k].r, k);
  std::sort(order.begin(), order.end());
  float limit = kFar;
  for (std::size_t n = 0; n < order.size(); ++n) {
    if (n % 16 == 0 && n > 0) limit = farthest();
    // Rays away from the middle are longer than their depth: a ball's nearest depth is a bound.
    if (order[n].first > limit) break;
    const Ball& ball = stage_.balls[order[n].second];
    if (const SolidShape* solid = stage_.solid(order[n].second))
      draw_solid(ball, *solid, order[n].second);
    else
      stage_.clipped ? draw_clipped_ball(ball, order[n].second) : draw_ball(ball, order[n].second);
  }
}

// A ray (x, y, 1) passes the centre c nearest at parameter s = c.d / d.d; the distance there is
// taken as the length of a difference, which stays exact for grains that are tiny and far away.
void Tile::draw_ball(const Ball& ball, std::uint32_t number) {
  const Span in = samples_in(box_of(stage_.camera, ball));
  const float cx = ball.x.x, cy = ball.x.y, cz = ball.x.z, r2 = ball.r * ball.r;
  const float step = 1 / (stage_.camera.focal * static_cast<float>(samples_)), first = ray_x(0);
  for (int y = in.y0; y < in.y1; ++y) {
    const float dy = ray_y(y);
    float* depth = depth_.data() + std::size_t(y) * side_;
    std::uint32_t* nearest = nearest_.data() + std::size_t(y) * side_;
    for (int x = in.x0; x < in.x1; ++x) {
      const float dx = first + step * static_cast<float>(x);
      const float dd = dx * dx + dy * dy + 1;
      const float s = (dx * cx + dy * cy + cz) / dd;
      const float px = s * dx - cx, py = s * dy - cy, pz = s - cz;
      const float inside = r2 - (px * px + py * py + pz * pz);
      const float t = s - std::sqrt(std::max(inside, 0.0f) / dd);
      const bool hit = (inside > 0) & (t < depth[x]);
      depth[x] = hit ? t : depth[x];
      nearest[x] = hit ? number : nearest[x];
    }
  }
}

// As draw_ball, but where the front lies on the removed side the plane may show the inside.
void Tile::draw_clipped_ball(const Ball& ball, std::uint32_t number) {
  const Span in = samples_in(box_of(stage_.camera, ball));
  for (int y = in.y0; y < in.y1; ++y)
    for (int x = in.x0; x < in.x1; ++x) {
      const Vec d{ray_x(x), ray_y(y), 1};
      const float dd = dot(d, d), s = dot(d, ball.x) / dd;
      const Vec p = s * d - ball.x;
      const float inside = ball.r * ball.r - dot(p, p);
      if (!(inside > 0)) continue;
      const float half = std::sqrt(inside / dd);
      float t = s - half;
      if (stage_.removed(t * d)) {
        t = stage_.clip_offset / dot(stage_.clip_normal, d);
        if (!(t > s - half) || !(t < s + half)) continue;
      }
      const std::size_t k = std::size_t(y) * side_ + x;
      if (t < depth_[k]) depth_[k] = t, nearest_[k] = number;
    }
}

// Within the picture of the ball around it.
void Tile::draw_solid(const Ball& ball, const SolidShape& solid, std::uint32_t number) {
  const Span in = samples_in(box_of(stage_.camera, ball));
  for (int y = in.y0; y < in.y1; ++y)
    for (int x = in.x0; x < in.x1; ++x) {
      const Vec d{ray_x(x), ray_y(y), 1};
      float t = kNear, far = kFar;
      if (!solid.meets(d, t, far)) continue;
      if (stage_.removed(t * d)) {
        const float at = stage_.clip_offset / dot(stage_.clip_normal, d);
        if (!(at > t) || !(at < far)) continue;
        t = at;
      }
      const std::size_t k = std::size_t(y) * side_ + x;
      if (t < depth_[k]) depth_[k] = t, nearest_[k] = number;
    }
}

void Tile::draw_rods(std::span<const std::uint32_t> rods) {
  const auto first = static_cast<std::uint32_t>(stage_.balls.size());
  for (const std::uint32_t k : rods) {
    const RodShape& rod = stage_.rods[k];
    draw_rod(rod, first + k);
    draw_ball({rod.a, rod.r}, first + k);
    draw_ball({rod.b, rod.r}, first + k);
  }
}

// As draw_ball, in the plane across the axis: d and the axis less their parts along it.
void Tile::draw_rod(const RodShape& rod, std::uint32_t number) {
  const Span in = samples_in(box_of(stage_.camera, rod));
  const float length = norm(rod.b - rod.a), r2 = rod.r * rod.r;
  const Vec u = unit(rod.b - rod.a), c = rod.a - dot(rod.a, u) * u;
  for (int y = in.y0; y < in.y1; ++y)
    for (int x = in.x0; x < in.x1; ++x) {
      const Vec d{ray_x(x), ray_y(y), 1}, across = d - dot(d, u) * u;
      const float dd = dot(across, across);
      if (!(dd > 1e-10f)) continue;  // along the axis: the round ends show
      const float s = dot(across, c) / dd;
      const Vec p = s * across - c;
      const float inside = r2 - dot(p, p);
      if (!(inside > 0)) continue;
      const float t = s - std::sqrt(inside / dd), along = dot(t * d - rod.a, u);
      const std::size_t k = std::size_t(y) * side_ + x;
      if (along > 0 && along < length && t > kNear && t < depth_[k])
        depth_[k] = t, nearest_[k] = number;
    }
}

template <class F>
void Tile::for_each_sample(const WallTriangle& t, const F& f) {
  const Span in = samples_in(box_of(stage_.camera, t));
  const Vec &a = t.corner[0], &b = t.corner[1], &c = t.corner[2];
  // A ray d meets the plane at weights proportional to the volumes of (d, two corners, eye).
  const Vec bc = cross(b, c), ca = cross(c, a), ab = cross(a, b);
  const float volume = dot(a, bc);
  if (volume == 0) return;  // seen edge-on
  for (int y = in.y0; y < in.y1; ++y)
    for (int x = in.x0; x < in.x1; ++x) {
      const Vec d{ray_x(x), ray_y(y), 1};
      const float u = dot(d, bc), v = dot(d, ca), w = dot(d, ab), sum = u + v + w;
      // Inside when all have one sign. Zero belongs to the side that makes u, v, w >= 0 so that
      // neighbours may both draw their common edge's samples, never neither.
      if (!((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0)) || sum == 0) continue;
      const float depth = volume / sum;
      if (!(depth > kNear)) continue;
      const Vec p = depth * d;
      if (stage_.removed(p)) continue;
      Vec n = unit((u / sum) * t.normal[0] + (v / sum) * t.normal[1] + (w / sum) * t.normal[2]);
      if (dot(n, d) > 0) n = -1.0f * n;
      f(std::size_t(y) * side_ + x, p, n);
    }
}

void Tile::draw_floors(std::span<const std::uint32_t> triangles) {
  for (const std::uint32_t k : triangles) {
    const WallTriangle& t = stage_.walls.triangles[k];
    if (!t.floor) continue;
    for_each_sample(t, [this](std::size_t s, const Vec& p, const Vec&) {
      if (p.z < depth_[s]) depth_[s] = p.z, nearest_[s] = kFloor;
    });
  }
}

void Tile::draw_opaque(std::span<const std::uint32_t> triangles) {
  const WallMeshes& w = stage_.walls;
  if (!w.any_solid) return;
  if (w.opacity < kOpaque) {
    tint_.assign(depth_.size(), Vec{});
    held_.assign(depth_.size(), 0.0f);
    return;
  }
  wall_normal_.resize(depth_.size());
  for (const std::uint32_t k : triangles) {
    if (!w.triangles[k].solid) continue;
    for_each_sample(w.triangles[k], [this](std::size_t s, const Vec& p, const Vec& n) {
      if (p.z < depth_[s]) depth_[s] = p.z, nearest_[s] = kWall, wall_normal_[s] = n;
    });
  }
}

void Tile::draw_glass(std::span<const std::uint32_t> triangles) {
  const Vec half_light = stage_.to_key;
  // A curved wall is drawn as facets, through which grains that touch it look out a little.
  const float facets = 6e-3f * stage_.radius;
  for (const std::uint32_t k : triangles) {
    const WallTriangle& t = stage_.walls.triangles[k];
    const WallMeshes& w = stage_.walls;
    if (t.floor || (t.solid && w.opacity >= kOpaque)) continue;
    for_each_sample(t, [&](std::size_t s, const Vec& p, const Vec& n) {
      if (p.z > depth_[s] + facets) return;
      const Vec view = unit(-1.0f * p);
      const float grazing = 1 - std::abs(dot(n, view));
      const float rim = grazing * grazing * grazing;
      // Over grains glass shows little but its rim: what is inside matters.
      const bool over_grain = nearest_[s] < kWall;
      float alpha = over_grain ? 0.035f + 0.30f * rim : 0.10f + 0.42f * rim;
      if (t.solid) alpha = w.opacity;
      through_[s] *= 1 - alpha;
      if (!tint_.empty()) {
        // A wall that faces the light is brighter.
        const float lit = 0.55f + 0.45f * std::abs(dot(n, stage_.to_key));
        tint_[s] = tint_[s] + alpha * (t.solid ? lit * w.color : kGlass);
        held_[s] += alpha;
      }
      const float shine = std::pow(std::abs(dot(n, unit(half_light + view))), 60.0f);
      gloss_[s] = gloss_[s] + ((over_grain ? 0.05f : 0.10f) * shine) * Vec{1, 1, 1};
    });
  }
}

void Tile::draw_edges(std::span<const std::uint32_t> edges) {
  constexpr float half_width = 0.62f;
  const Camera& camera = stage_.camera;
  for (const std::uint32_t k : edges) {
    const WallEdge& e = stage_.walls.edges[k];
    const float ax = camera.pixel_x(e.a), ay = camera.pixel_y(e.a);
    const float dx = camera.pixel_x(e.b) - ax, dy = camera.pixel_y(e.b) - ay;
    const float l2 = dx * dx + dy * dy;
    const Span in = samples_in(box_of(camera, e));
    for (int y = in.y0; y < in.y1; ++y)
      for (int x = in.x0; x < in.x1; ++x) {
        const float px = x_ + (float(x) + 0.5f) / samples_ - ax;
        const float py = y_ + (float(y) + 0.5f) / samples_ - ay;
        const float t = l2 > 0 ? std::clamp((px * dx + py * dy) / l2, 0.0f, 1.0f) : 0;
        const float d = std::hypot(px - t * dx, py - t * dy);
        if (d > half_width + 0.25f) continue;
        const float z = 1 / ((1 - t) / e.a.z + t / e.b.z);  // 1/z is linear on the screen
        const std::size_t s = std::size_t(y) * side_ + x;
        // A hair in front, so that a floor does not swallow its own border.
        const bool hidden = z * 0.9995f > depth_[s];
        if (hidden && !(e.inner && stage_.walls.hidden_edges && nearest_[s] < kWall)) continue;
        const Vec p = z * Vec{ray_x(x), ray_y(y), 1};
        if (stage_.removed(p)) continue;
        const float fade = e.floor ? 1 - floor_fades(stage_, p) : 1;
        const float cover = std::clamp((half_width + 0.25f - d) / 0.5f, 0.0f, 1.0f);
        edge_[s] = std::max(edge_[s], (hidden ? 0.28f : 0.5f) * fade * cover);
      }
  }
}

// Light changes slowly over a grain: samples of one pixel that lie on the same grain share what
// costs most, the look into the maps.
Vec Tile::shade_sample(std::size_t k, int sx, int sy, std::size_t shared) {
  const Vec d{ray_x(sx), ray_y(sy), 1}, p = depth_[k] * d, view = unit(-1.0f * d);
  if (nearest_[k] == kFloor) {
    if (shared == k) {
      const float lift = 2e-3f * stage_.radius;
      sky_[k] = sky_light(stage_, p, stage_.up, lift);
      key_[k] = key_light(stage_, p, stage_.up, lift);
    }
    return shade_floor(stage_, sky_[shared], key_[shared]);
  }
  if (nearest_[k] == kWall) {
    const Vec& n = wall_normal_[k];
    if (shared == k) {
      const float lift = 4e-3f * stage_.radius;
      sky_[k] = sky_light(stage_, p, n, lift);
      key_[k] = key_light(stage_, p, n, lift);
    }
    return shade_grain(stage_, p, n, view, stage_.walls.color, sky_[shared], key_[shared]);
  }
  const auto [n, r, cap] = surface_of(nearest_[k], p);
  if (shared == k) {
    sky_[k] = cap ? 0.9f : sky_light(stage_, p, n, 0.06f * r);
    key_[k] = cap ? 0.6f : key_light(stage_, p, n, 0.06f * r);
  }
  const Vec& albedo = stage_.albedo[nearest_[k]];
  return shade_grain(stage_, p, n, view, cap ? 0.75f * albedo : albedo, sky_[shared], key_[shared]);
}

Tile::Surface Tile::surface_of(std::uint32_t number, const Vec& p) const {
  if (number >= stage_.balls.size()) {
    const RodShape& rod = stage_.rods[number - stage_.balls.size()];
    return {unit(p - rod.axis_point(p)), rod.r, false};
  }
  const Ball& ball = stage_.balls[number];
  if (const SolidShape* solid = stage_.solid(number)) {
    const SolidShape::Side& side = solid->side_at(p);
    const bool inside = stage_.clipped && side.offset - dot(side.n, p) > 2e-3f * ball.r;
    return {inside ? stage_.clip_normal : side.n, ball.r, inside};
  }
  const Vec n = (1 / ball.r) * (p - ball.x);
  const bool cap =
      stage_.clipped && dot(n, n) < 0.996f &&
      std::abs(dot(stage_.clip_normal, p) - stage_.clip_offset) < 1e-3f * ball.r + 1e-5f;
  return {cap ? stage_.clip_normal : unit(n), ball.r, cap};
}

void Tile::shade(int picture_height) {
  for (int y = 0; y < side_; ++y) {
    const Vec sky = background((y_ + (float(y) + 0.5f) / samples_) / float(picture_height));
    const Vec back{linear_from_srgb(sky.x), linear_from_srgb(sky.y), linear_from_srgb(sky.z)};
    for (int x = 0; x < side_; ++x) {
      const std::size_t k = std::size_t(y) * side_ + x;
      if (nearest_[k] == kNothing) {
        light_[k] = back;
        continue;
      }
      const int px = x - x % samples_, py = y - y % samples_;
      std::size_t shared = k;
      for (int v = py; v <= y && shared == k; ++v)
        for (int u = px; u < px + samples_; ++u) {
          const std::size_t other = std::size_t(v) * side_ + u;
          if (other >= k) break;
          if (nearest_[other] == nearest_[k]) {
            shared = other;
            break;
          }
        }
      // The first sample on a grain within the pixel has looked for itself.
      light_[k] = shade_sample(k, x, y, shared);
      if (shared != k) sky_[k] = sky_[shared], key_[k] = key_[shared];
      if (nearest_[k] == kFloor) {
        const Vec p = depth_[k] * Vec{ray_x(x), ray_y(y), 1};
        light_[k] = mix(light_[k], back, floor_fades(stage_, p));
      }
    }
  }
}

void Tile::finish(Image& image) const {
  const Vec line = linear(0.30f, 0.36f, 0.44f);
  const float share = 1 / static_cast<float>(samples_ * samples_);
  for (int py = 0; py < kSide; ++py)
    for (int px = 0; px < kSide; ++px) {
      const int ix = static_cast<int>(x_) + px, iy = static_cast<int>(y_) + py;
      if (ix >= image.width || iy >= image.height) continue;
      Vec sum{};
      for (int v = 0; v < samples_; ++v)
        for (int u = 0; u < samples_; ++u) {
          const std::size_t k = std::size_t(py * samples_ + v) * side_ + px * samples_ + u;
          const Vec glass = !held_.empty() && held_[k] > 0 ? (1 / held_[k]) * tint_[k] : kGlass;
          Vec c = mix(glass, light_[k], through_[k]) + gloss_[k];
          c = mix(c, line, edge_[k]);
          // Limited before the mean: a highlight must not eat the smoothness of an edge.
          sum = sum + Vec{std::min(c.x, 1.0f), std::min(c.y, 1.0f), std::min(c.z, 1.0f)};
        }
      std::uint8_t* out = image.at(ix, iy);
      out[0] = static_cast<std::uint8_t>(255 * srgb_from_linear(share * sum.x) + 0.5f);
      out[1] = static_cast<std::uint8_t>(255 * srgb_from_linear(share * sum.y) + 0.5f);
      out[2] = static_cast<std::uint8_t>(255 * srgb_from_linear(share * sum.z) + 0.5f);
    }
}

}  // namespace scree::render
