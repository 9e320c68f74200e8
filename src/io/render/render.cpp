#include "io/render/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/render/overlay.hpp"
#include "io/render/tile.hpp"
#include "io/render/tiles.hpp"

namespace scree::render {

Area area_for(const Options& o) {
  const double h = o.height, w = o.width;
  return {0.03 * w, (o.labels ? 0.095 : 0.03) * h,
          w - 0.03 * w - (o.legend ? legend_width(o.height) : 0), h - (o.labels ? 0.07 : 0.03) * h};
}

FrameBounds light_focus(const Frame& frame) {
  FrameBounds focus = focus_of(frame, false);
  if (focus.empty()) focus = focus_of(frame, true);
  if (focus.empty()) focus.lo = {-1, -1, -1}, focus.hi = {1, 1, 1};
  return focus;
}

namespace {

// Which balls of walls stand before grains: a coarse map of how near the first grain is.
class Hiding {
 public:
  Hiding(const Camera& camera, int width, int height)
      : camera_(camera), columns_(width / kCell + 1), rows_(height / kCell + 1) {
    nearest_.assign(std::size_t(columns_) * rows_, 0.0f);
  }
  void add_grain(const Ball& b) {
    visit(b, [&](float& z) { z = z > 0 ? std::min(z, b.x.z) : b.x.z; });
  }
  bool hides(const Ball& b) {
    bool found = false;
    visit(b, [&](const float& z) { found = found || (z > 0 && b.x.z + b.r < z); });
    return found;
  }

 private:
  static constexpr int kCell = 8;  // pixels
  template <class F>
  void visit(const Ball& b, const F& f) {
    const PixelBox box = box_of(camera_, b);
    if (!(box.x0 <= box.x1)) return;
    const auto cell = [](float v, int n) {
      return static_cast<int>(std::clamp(v / kCell, 0.0f, float(n - 1)));
    };
    for (int r = cell(box.y0, rows_); r <= cell(box.y1, rows_); ++r)
      for (int c = cell(box.x0, columns_); c <= cell(box.x1, columns_); ++c)
        f(nearest_[std::size_t(r) * columns_ + c]);
  }
  const Camera& camera_;
  int columns_, rows_;
  std::vector<float> nearest_;
};

// The planes of its faces; none where a face has no area.
SolidShape solid_of(const Camera& camera, const Frame& frame, std::size_t k,
                    const FrameShape& shape, double scale) {
  SolidShape out;
  const Vec centre = camera.place(frame.x[k]);
  for (const auto& face : shape.faces) {
    Vec3 normal, middle;  // Newell
    for (std::size_t m = 0; m < face.size(); ++m) {
      const Vec3 &a = shape.points[face[m]], &b = shape.points[face[(m + 1) % face.size()]];
      normal += cross(a, b);
      middle += a;
    }
    if (!(scree::norm(normal) > 0)) continue;
    middle = middle / static_cast<double>(face.size());
    const Vec n = unit(camera.turn(rotate(frame.q[k], normal)));
    const float offset = static_cast<float>(scale * frame.radius[k] / shape.radius *
                                            dot(normalized(normal), middle)) *
                         camera.scale();
    out.sides.push_back({n, offset + dot(n, centre)});
  }
  return out;
}

void place_balls(Stage& stage, const Frame& frame, const Shown& shown, const Options& o) {
  Hiding hiding(stage.camera, o.width, o.height);
  stage.balls.reserve(shown.balls.size());
  const std::vector<const FrameShape*> shapes = shapes_of(frame);
  // Grains first: they decide which balls of walls would hide them.
  for (const bool fixed : {false, true})
    for (const std::uint32_t k : shown.balls) {
      if ((frame.fixed[k] != 0) != fixed) continue;
      const Ball ball{stage.camera.place(frame.x[k]),
                      static_cast<float>(o.grain_scale * frame.radius[k]) * stage.camera.scale()};
      if (!fixed) hiding.add_grain(ball);
      if (fixed && hiding.hides(ball)) continue;
      if (!shapes.empty()) {
        const bool solid = shapes[k] != nullptr && !shapes[k]->faces.empty();
        stage.solid_of.push_back(solid ? static_cast<std::uint32_t>(stage.solids.size())
                                       : Stage::kNoSolid);
        if (solid)
          stage.solids.push_back(solid_of(stage.camera, frame, k, *shapes[k], o.grain_scale));
      }
      stage.balls.push_back(ball);
      stage.albedo.push_back(shown.color.color(k));
    }
}

void place_rods(Stage& stage, const Shown& shown) {
  for (std::size_t k = 0; k < shown.rods.size(); ++k) {
    const Rod& rod = shown.rods[k];
    const float r = static_cast<float>(rod.radius) * stage.camera.scale();
    if (!(r > 0)) continue;
    stage.rods.push_back({stage.camera.place(rod.a), stage.camera.place(rod.b), r});
    stage.albedo.push_back(shown.force.color(k));
  }
}

// What throws shadows beside shapes: the balls, and each rod as a row of beads.
std::vector<Ball> casters_of(const Stage& stage) {
  std::vector<Ball> out;
  for (std::uint32_t k = 0; k < stage.balls.size(); ++k)
    if (stage.solid(k) == nullptr) out.push_back(stage.balls[k]);
  for (const RodShape& rod : stage.rods) {
    const float length = norm(rod.b - rod.a);
    const int beads = static_cast<int>(std::clamp(length / rod.r, 2.0f, 16.0f));
    for (int k = 0; k <= beads; ++k)
      out.push_back({mix(rod.a, rod.b, static_cast<float>(k) / static_cast<float>(beads)), rod.r});
  }
  return out;
}

// Texels fine enough for the smaller grains, within reason.
int resolution_for(const std::vector<Ball>& casters, float radius, float texels_a_grain, int least,
                   int most) {
  std::vector<float> r;
  r.reserve(casters.size());
  for (const Ball& b : casters) r.push_back(b.r);
  if (r.empty()) return least;
  const auto at = r.begin() + static_cast<std::ptrdiff_t>(r.size() / 5);
  std::nth_element(r.begin(), at, r.end());
  return static_cast<int>(std::clamp(texels_a_grain * radius / *at, float(least), float(most)));
}

void light(Stage& stage, int sky) {
  const std::vector<Ball> casters = casters_of(stage);
  const std::vector<Ball>& sizes = casters.empty() ? stage.balls : casters;
  stage.key.emplace(stage.to_key, stage.middle, stage.radius,
                    resolution_for(sizes, stage.radius, 14, 192, 2048));
  const int fine = resolution_for(sizes, stage.radius, 9, 96, 768);
  // A few large grains show the shadow of every single light: there must be more of them.
  const double few =
      std::sqrt(2000.0 / static_cast<double>(casters.size() + stage.solids.size() + 1));
  sky = static_cast<int>(sky * std::clamp(few, 1.0, 4.0));
  for (const Vec& d : hemisphere(stage.up, sky))
    stage.sky.emplace_back(d, stage.middle, stage.radius, fine);
#pragma omp parallel for schedule(dynamic, 1)
  for (int k = -1; k < static_cast<int>(stage.sky.size()); ++k) {
    LightMap& map = k < 0 ? *stage.key : stage.sky[static_cast<std::size_t>(k)];
    map.draw(casters);
    for (std::uint32_t b = 0; b < stage.solid_of.size(); ++b)
      if (const SolidShape* solid = stage.solid(b)) map.draw(stage.balls[b], *solid);
  }
}

Stage set_up(const Frame& frame, const Options& o, const Shown& shown, const SolidWalls& solid) {
  Stage stage;
  stage.camera = o.stand ? o.stand->camera : fit_camera(frame, o.view, area_for(o), o.walls);
  stage.up = unit(stage.camera.turn(scree::norm(frame.up) > 0 ? frame.up : Vec3{0, 1, 0}));
  // From above left, over the viewer's shoulder; the rim light from behind on the right.
  stage.to_key = unit(1.0f * stage.up + Vec{-0.62f, 0.1f, -0.62f});
  stage.to_rim = unit(0.6f * stage.up + Vec{0.8f, 0, 0.9f});
  const FrameBounds focus = o.stand ? o.stand->focus : light_focus(frame);
  stage.middle = stage.camera.place(0.5 * (focus.lo + focus.hi));
  stage.radius = 0.5f * static_cast<float>(scree::norm(focus.hi - focus.lo)) * stage.camera.scale();
  stage.radius = std::max(stage.radius, 1e-6f);
  if (o.clip) {
    stage.clipped = scree::norm(o.clip->normal) > 0;
    stage.clip_normal = unit(stage.camera.turn(o.clip->normal));
    stage.clip_offset = dot(stage.clip_normal, stage.camera.place(o.clip->point));
  }
  place_balls(stage, frame, shown, o);
  place_rods(stage, shown);
  if (o.walls) {
    stage.walls = prepare_walls(frame, stage.camera, solid.solid);
    stage.walls.opacity = solid.opacity, stage.walls.color = solid.color;
    stage.walls.any_solid = o.wall_opacity.has_value();
    stage.walls.hidden_edges = o.hidden_edges;
  }
  light(stage, o.sky);
  return stage;
}

std::string with_thousands(std::size_t n) {
  std::string s = std::to_string(n);
  for (int at = static_cast<int>(s.size()) - 3; at > 0; at -= 3) s.insert(std::size_t(at), " ");
  return s;
}

}  // namespace

Result<Image> draw(const Frame& frame, const Options& o) {
  if (o.width < 16 || o.height < 16 || o.width > 16384 || o.height > 16384)
    return Error{"E0722", fmt::format("a picture of {} x {} pixels", o.width, o.height), "",
                 "both sides from 16 to 16384"};
  if (o.samples < 1 || o.samples > 4)
    return Error{"E0722", fmt::format("{} samples a pixel", o.samples), "", "from 1 to 4"};
  const Result<Shown> shown = render::shown(frame, o);
  if (!shown) return shown.errors();

  const Result<SolidWalls> solid = solid_walls(frame, o);
  if (!solid) return solid.errors();

  Image image(o.width, o.height);
  const Stage stage = set_up(frame, o, *shown, *solid);
  draw_tiles(stage, o.samples, image);
  if (const Coloring* scale = shown->legend(o); o.legend && scale) draw_legend(image, *scale);
  if (o.labels)
    draw_labels(image, frame.title,
                fmt::format("t = {}   ·   {} grain{}", time_text(frame.time),
                            with_thousands(frame.size()), frame.size() == 1 ? "" : "s"));
  return image;
}

Result<std::string> picture(const Frame& frame, const Options& options) {
  Result<Image> image = draw(frame, options);
  if (!image) return image.errors();
  return encode_png(
      *image,
      {{"Software", "Scree"}, {"Title", frame.title}, {"Time", fmt::format("{} s", frame.time)}});
}

Options options_of(const ParamSet& p) {
  Options o;
  static_cast<Look&>(o) = look_of(p);
  o.width = static_cast<int>(p.integer("width"));
  o.height = static_cast<int>(p.integer("height"));
  o.samples = static_cast<int>(p.integer("samples"));
  o.legend = p.boolean("legend");
  o.labels = p.boolean("labels");
  return o;
}

}  // namespace scree::render
