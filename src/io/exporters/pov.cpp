// A POV-Ray scene that renders as it is: povray +W1200 +H900 +A0.3 file.pov
#include <fmt/format.h>

#include "base/safe_text.hpp"
#include "io/exporter.hpp"
#include "io/grain_faces.hpp"
#include "io/render/scene_view.hpp"
#include "io/render/wall_mesh.hpp"

namespace scree::exporters {
namespace {

namespace look = render::look_params;
using render::Look;
using render::SceneLegend;
using render::SceneView;
using render::Shown;
using render::Vec;

constexpr ParamInfo kPovParams[] = {
    look::color,       look::map,       look::lo,           look::hi,
    look::azimuth,     look::elevation, look::zoom,         look::clip_point,
    look::clip_normal, look::walls,     look::grains,       look::grain_scale,
    look::contacts,    look::force_hi,  look::force_radius, look::legend,
};

std::string text_of(const Vec3& v) { return fmt::format("<{:.9g},{:.9g},{:.9g}>", v.x, v.y, v.z); }
std::string text_of(const Vec& v) { return fmt::format("<{:.7g},{:.7g},{:.7g}>", v.x, v.y, v.z); }
std::string color_of(const Vec& v) { return fmt::format("<{:.3f},{:.3f},{:.3f}>", v.x, v.y, v.z); }

// POV-Ray is at home in sizes about 1 (its tolerances are absolute): everything is scaled about the
// middle of the scene, once, while it is written.
class Scene {
 public:
  Scene(const Frame& frame, const Look& l, const Shown& shown)
      : frame_(frame),
        look_(l),
        shown_(shown),
        view_(scene_view(frame, l)),
        faces_(frame, l.grain_scale) {
    clipped_ = look_.clip && norm(look_.clip->normal) > 0;
  }

  std::string write(bool legend) {
    add_head();
    if (legend) add_legend(scene_legend(view_, shown_.legend(look_)));
    add_forms();
    for (const std::uint32_t k : shown_.balls) add_grain(k);
    for (std::size_t k = 0; k < shown_.rods.size(); ++k) add_rod(k);
    add_walls();
    return std::move(out_);
  }

 private:
  Vec3 placed(const Vec3& p) const { return (10 / view_.size) * (p - view_.middle); }
  double scaled(double length) const { return 10 / view_.size * length; }

  void add_head() {
    const std::string title = safe_text(frame_.title);
    const double tall = 2 * std::tan(0.5 * view_.field);
    const Vec3 up = norm(frame_.up) > 0 ? normalized(frame_.up) : Vec3{0, 1, 0};
    const Vec3 key = 16 * up - 9 * view_.right - 9 * view_.forward;
    const Vec3 fill = 6 * up + 12 * view_.right - 9 * view_.forward;
    out_ = fmt::format(
        "// {}\n// t = {} s. Written by Scree; render with: povray +W1200 +H900 +A0.3 FILE\n"
        "#version 3.7;\n"
        "global_settings {{ assumed_gamma 1.0 max_trace_level 30 ambient_light rgb 1 }}\n"
        "background {{ rgb <0.86,0.88,0.91> }}\n"
        "camera {{ perspective location {} direction {} right {} up {} }}\n"
        "light_source {{ {} rgb <1.05,1.01,0.94> area_light <3,0,0>, <0,0,3>, 5, 5 adaptive 1 "
        "jitter "
        "circular "
        "orient }}\n"
        "light_source {{ {} rgb <0.30,0.32,0.36> shadowless }}\n"
        "#declare Grain = finish {{ ambient 0.33 diffuse 0.64 specular 0.22 roughness 0.03 }}\n"
        "#declare Flat = finish {{ ambient 0 diffuse 0 emission 1 }}\n"
        "#declare Glass = texture {{ pigment {{ rgbt <0.74,0.84,0.94,0.87> }} finish {{ ambient "
        "0.1 "
        "diffuse 0.35 specular 0.35 roughness 0.004 }} }}\n"
        "#declare Floor = texture {{ pigment {{ rgb <0.80,0.81,0.83> }} finish {{ ambient 0.25 "
        "diffuse 0.65 }} }}\n",
        title, frame_.time, text_of(placed(view_.eye)), text_of(view_.forward),
        text_of((tall * SceneView::kWidth / SceneView::kHeight) * view_.right),
        text_of(tall * view_.up), text_of(key), text_of(fill));
    if (clipped_) {
      const Vec3 n = normalized(look_.clip->normal);
      out_ += fmt::format("#declare Cut = plane {{ {}, {:.9g} }}\n", text_of(n),
                          dot(n, placed(look_.clip->point)));
    }
  }

  // The shapes that are shown, each once and in its own frame, in units of its radius.
  void add_forms() {
    std::vector<bool> used(frame_.shapes.size());
    for (const std::uint32_t k : shown_.balls)
      if (faces_.has(k)) used[faces_.number(k)] = true;
    for (std::size_t n = 0; n < used.size(); ++n) {
      if (!used[n]) continue;
      const FrameShape& shape = frame_.shapes[n];
      const auto triangles = triangles_of(shape.faces);
      out_ +=
          fmt::format("#declare Form{} = mesh2 {{\nvertex_vectors {{ {}", n, shape.points.size());
      for (const Vec3& p : shape.points) out_ += ", " + text_of((1 / shape.radius) * p);
      out_ += fmt::format(" }}\nface_indices {{ {}", triangles.size());
      for (const auto& t : triangles) out_ += fmt::format(", <{},{},{}>", t[0], t[1], t[2]);
      out_ += " }\ninside_vector <0.31,0.87,0.39>\n}\n";  // it is a solid, which can be cut
    }
  }

  // Size, turn and place in one matrix: the images of the three axes, then of the origin.
  std::string solid_of(std::uint32_t k) const {
    const double size = scaled(faces_.size(k) * faces_.shape(k).radius);
    std::string out = fmt::format("object {{ Form{} matrix <", faces_.number(k));
    for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
      const Vec3 image = size * rotate(frame_.q[k], axis);
      out += fmt::format("{:.9g},{:.9g},{:.9g}, ", image.x, image.y, image.z);
    }
    const Vec3 at = placed(frame_.x[k]);
    return out + fmt::format("{:.9g},{:.9g},{:.9g}> }}", at.x, at.y, at.z);
  }

  void add_grain(std::uint32_t k) {
    const double r = look_.grain_scale * frame_.radius[k];
    const std::string look =
        fmt::format("pigment {{ rgb {} }} finish {{ Grain }}", color_of(shown_.color.color(k)));
    const std::string solid = faces_.has(k) ? solid_of(k)
                                            : "sphere { " + text_of(placed(frame_.x[k])) +
                                                  fmt::format(", {:.9g}", scaled(r)) + " }";
    if (clipped_ && look_.clip->beyond(frame_.x[k]) > -r)
      out_ += "intersection { " + solid + " plane { Cut } " + look + " }\n";
    else  // before the closing bracket of the solid
      out_ += solid.substr(0, solid.size() - 1) + look + " }\n";
  }

  void add_rod(std::size_t k) {
    const render::Rod& rod = shown_.rods[k];
    const Vec3 a = placed(rod.a), b = placed(rod.b);
    const double r = scaled(rod.radius);
    if (!(r > 1e-6) || !(norm(b - a) > 1e-6)) return;  // POV-Ray refuses such cylinders
    out_ += fmt::format("cylinder {{ {}, {}, {:.9g} pigment {{ rgb {} }} finish {{ Grain }} }}\n",
                        text_of(a), text_of(b), r, color_of(shown_.force.color(k)));
  }

  // Smooth triangles; a floor is opaque and shows shadows, everything else is glass and throws
  // none.
  void add_walls() {
    if (shown_.walls.empty()) return;
    Frame space;
    space.up = frame_.up;
    space.walls = shown_.walls;
    for (FrameWall& wall : space.walls)
      for (Vec3& p : wall.points) p = placed(p);
    // Grains decide what is a floor.
    for (std::size_t k = 0; k < frame_.size(); ++k)
      space.add(0, placed(frame_.x[k]), scaled(frame_.radius[k]));
    const render::WallMeshes walls = prepare_walls(space, render::Camera{});
    for (const bool floor : {false, true}) {
      std::string triangles;
      for (const render::WallTriangle& t : walls.triangles) {
        if (t.floor != floor) continue;
        triangles += "smooth_triangle {";
        for (int c = 0; c < 3; ++c)
          triangles += (c > 0 ? ", " : " ") + text_of(t.corner[c]) + ", " + text_of(t.normal[c]);
        triangles += " }\n";
      }
      if (!triangles.empty())
        out_ += "mesh {\n" + triangles +
                (floor ? "texture { Floor } }\n" : "texture { Glass } no_shadow }\n");
    }
  }

  void add_legend(const SceneLegend& legend) {
    // Triangles, not polygons: POV-Ray drops those whose rounded corners are not quite in a plane.
    for (const SceneLegend::Patch& p : legend.patches) {
      out_ += "mesh {";
      for (const auto& t : {std::array{0, 1, 2}, std::array{0, 2, 3}}) {
        out_ += " triangle { ";
        for (const int c : t) out_ += (c == t[0] ? "" : ", ") + text_of(placed(p.corner[c]));
        out_ += " }";
      }
      out_ +=
          fmt::format(" pigment {{ rgb {} }} finish {{ Flat }} no_shadow }}\n", color_of(p.color));
    }
    // Texts lie in the x-y plane with unit height: the matrix turns x, y, z into the camera's axes.
    const double s = scaled(legend.text_size);
    const Vec3 x = s * view_.right, y = s * view_.up, z = s * view_.forward;
    for (const SceneLegend::Label& l : legend.labels) {
      const Vec3 at = placed(l.at);
      std::string text;
      for (const char c : l.text) {
        if (c == '"' || c == '\\') text += '\\';
        text += c;
      }
      out_ += fmt::format(
          "text {{ internal 2 \"{}\" 0.01, 0 pigment {{ rgb <0.035,0.043,0.06> }} finish {{ Flat "
          "}} "
          "no_shadow matrix <{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},"
          "{:.9g},{:.9g},{:.9g}> }}\n",
          text, x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z, at.x, at.y, at.z);
    }
  }

  const Frame& frame_;
  const Look& look_;
  const Shown& shown_;
  SceneView view_;
  GrainFaces faces_;
  bool clipped_ = false;
  std::string out_;
};

Result<std::string> write_pov(const Frame& frame, const ParamSet& params) {
  const Look look = render::look_of(params);
  const Result<Shown> shown = render::shown(frame, look);
  if (!shown) return shown.errors();
  return Scene(frame, look, *shown).write(params.boolean("legend"));
}

}  // namespace

extern const ExporterEntry pov_entry;
const ExporterEntry pov_entry{.info = {"pov", "POV-Ray scene with camera, light and legend",
                                       "POV-Ray 3.7 reference", kPovParams},
                              .extension = "pov",
                              .write = write_pov};

}  // namespace scree::exporters
