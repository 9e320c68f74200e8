#include "io/web3d.hpp"

#include <fmt/format.h>

#include <map>

#include "io/grain_faces.hpp"
#include "io/render/scene_view.hpp"
#include "io/text.hpp"
#include "io/web3d_graph.hpp"
#include "io/xml.hpp"

namespace scree {
namespace {

using render::AxisAngle;
using render::Coloring;
using render::Look;
using render::SceneLegend;
using render::SceneView;
using render::Shown;
using render::Vec;

std::string text_of(const Vec3& v) {
  std::string s;
  append(s, v, ' ');
  return s;
}
std::string text_of(double v) {
  std::string s;
  append(s, v);
  return s;
}
std::string text_of(const AxisAngle& r) { return text_of(r.axis) + " " + text_of(r.angle); }

// Viewers work in sRGB: three digits are finer than a screen.
std::string text_of(const Vec& color) {
  return fmt::format("{:.3f} {:.3f} {:.3f}", render::srgb_from_linear(color.x),
                     render::srgb_from_linear(color.y), render::srgb_from_linear(color.z));
}

class Scene {
 public:
  Scene(const Frame& frame, const Look& look, const Shown& shown, Web3dForm form)
      : frame_(frame),
        look_(look),
        shown_(shown),
        view_(scene_view(frame, look)),
        faces_(frame, look.grain_scale),
        forms_(frame.shapes.size()),
        graph_(form) {}

  std::string write(bool legend) {
    add_world();
    add_balls();
    add_rods();
    for (const FrameWall& wall : shown_.walls) add_wall(wall);
    if (legend) add_legend(scene_legend(view_, shown_.legend(look_)));
    return std::move(graph_.text());
  }

 private:
  void add_world() {
    graph_.leaf("", "WorldInfo", {{"title", frame_.title, Web3dField::text}});
    graph_.leaf("", "Background", {{"skyColor", "0.95 0.96 0.97", Web3dField::list}});
    graph_.leaf("", "NavigationInfo",
                {{"avatarSize", text_of(0.002 * view_.size) + " " + text_of(view_.size) + " 0",
                  Web3dField::list},
                 {"speed", text_of(view_.size)},
                 {"type", "EXAMINE", Web3dField::texts}});
    graph_.leaf("", "Viewpoint",
                {{"position", text_of(view_.eye)},
                 {"orientation", text_of(orientation_of(view_))},
                 {"fieldOfView", text_of(view_.field)},
                 {"description", "all", Web3dField::text}});
  }

  // Shapes of one colour share their appearance.
  void add_appearance(const Vec& color) {
    const std::string rgb = text_of(color);
    const auto [known, added] = looks_.emplace(rgb, "a" + std::to_string(looks_.size()));
    if (!added) return graph_.use("appearance", "Appearance", known->second);
    graph_.open("appearance", "Appearance", {}, known->second);
    graph_.leaf("material", "Material",
                {{"diffuseColor", rgb}, {"specularColor", "0.2 0.2 0.2"}, {"shininess", "0.3"}});
    graph_.close();
  }

  // A unit shape, placed, turned and stretched.
  void add_shape(const char* node, const char* name, bool& defined, const Vec3& at,
                 const Vec3& scale, const AxisAngle& turn, const Vec& color) {
    graph_.open(
        "", "Transform",
        {{"translation", text_of(at)}, {"rotation", text_of(turn)}, {"scale", text_of(scale)}});
    graph_.begin_children();
    graph_.open("", "Shape");
    add_appearance(color);
    if (defined)
      graph_.use("geometry", node, name);
    else
      graph_.leaf("geometry", node, {}, name);
    defined = true;
    graph_.close();
    graph_.end_children();
    graph_.close();
  }

  void add_balls() {
    bool defined = false;
    for (const std::uint32_t k : shown_.balls) {
      // There is no cutting of spheres here: a grain is shown when its centre is.
      if (look_.clip && look_.clip->beyond(frame_.x[k]) > 0) continue;
      if (faces_.has(k)) {
        add_solid(k);
        continue;
      }
      const double r = look_.grain_scale * frame_.radius[k];
      add_shape("Sphere", "ball", defined, frame_.x[k], {r, r, r}, {}, shown_.color.color(k));
    }
  }

  // Its form is written where it is met first, in its own frame.
  void add_solid(std::uint32_t k) {
    const double size = faces_.size(k);
    graph_.open("", "Transform",
                {{"translation", text_of(frame_.x[k])},
                 {"rotation", text_of(render::axis_angle(frame_.q[k]))},
                 {"scale", text_of(Vec3{size, size, size})}});
    graph_.begin_children();
    graph_.open("", "Shape");
    add_appearance(shown_.color.color(k));
    const std::size_t n = faces_.number(k);
    const std::string name = "form" + std::to_string(n);
    if (forms_[n])
      graph_.use("geometry", "IndexedFaceSet", name);
    else
      add_form(faces_.shape(k), name);
    forms_[n] = true;
    graph_.close();
    graph_.end_children();
    graph_.close();
  }

  void add_form(const FrameShape& shape, const std::string& name) {
    std::string points, corners;
    for (const Vec3& p : shape.points) points += (points.empty() ? "" : ", ") + text_of(p);
    for (const auto& face : shape.faces) {
      for (const std::uint32_t c : face) corners += std::to_string(c) + " ";
      corners += "-1 ";
    }
    graph_.open("geometry", "IndexedFaceSet", {{"coordIndex", corners, Web3dField::list}}, name);
    graph_.leaf("coord", "Coordinate", {{"point", points, Web3dField::list}});
    graph_.close();
  }

  void add_rods() {
    bool defined = false;
    for (std::size_t k = 0; k < shown_.rods.size(); ++k) {
      const render::Rod& rod = shown_.rods[k];
      const double half = 0.5 * norm(rod.b - rod.a);  // a cylinder has height 2 and radius 1
      if (!(rod.radius > 0) || !(half > 0)) continue;
      add_shape("Cylinder", "rod", defined, 0.5 * (rod.a + rod.b), {rod.radius, half, rod.radius},
                render::from_y_axis(rod.b - rod.a), shown_.force.color(k));
    }
  }

  void add_wall(const FrameWall& wall) {
    if (wall.triangles.empty()) return;
    std::string points, corners;
    for (const Vec3& p : wall.points)
      points += (points.empty() ? "" : ", ") + text_of(is_finite(p) ? p : Vec3{});
    for (const auto& t : wall.triangles) corners += fmt::format("{} {} {} -1 ", t[0], t[1], t[2]);
    graph_.open("", "Shape");
    graph_.open("appearance", "Appearance");
    graph_.leaf("material", "Material",
                {{"diffuseColor", "0.6 0.68 0.76"},
                 {"specularColor", "0.5 0.5 0.5"},
                 {"shininess", "0.6"},
                 {"transparency", "0.75"}});
    graph_.close();
    graph_.open(
        "geometry", "IndexedFaceSet",
        {{"solid", "false"}, {"creaseAngle", "0.6"}, {"coordIndex", corners, Web3dField::list}});
    graph_.leaf("coord", "Coordinate", {{"point", points, Web3dField::list}});
    graph_.close();
    graph_.close();
  }

  // Without a material colours shine by themselves, whatever the light.
  void add_legend(const SceneLegend& legend) {
    if (legend.labels.empty()) return;
    std::string points, corners, colors;
    for (std::size_t k = 0; k < legend.patches.size(); ++k) {
      for (const Vec3& p : legend.patches[k].corner) points += text_of(p) + ", ";
      corners += fmt::format("{} {} {} {} -1 ", 4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3);
      colors += text_of(legend.patches[k].color) + ", ";
    }
    graph_.open("", "Shape");
    graph_.open("geometry", "IndexedFaceSet",
                {{"solid", "false"},
                 {"colorPerVertex", "false"},
                 {"coordIndex", corners, Web3dField::list}});
    graph_.leaf("coord", "Coordinate", {{"point", points, Web3dField::list}});
    graph_.leaf("color", "Color", {{"color", colors, Web3dField::list}});
    graph_.close();
    graph_.close();
    for (const SceneLegend::Label& label : legend.labels) add_label(label, legend.text_size);
  }

  void add_label(const SceneLegend::Label& label, double size) {
    graph_.open("", "Transform",
                {{"translation", text_of(label.at)}, {"rotation", text_of(orientation_of(view_))}});
    graph_.begin_children();
    graph_.open("", "Shape");
    graph_.open("appearance", "Appearance");
    graph_.leaf("material", "Material",
                {{"diffuseColor", "0 0 0"}, {"emissiveColor", "0.2 0.23 0.28"}});
    graph_.close();
    graph_.open("geometry", "Text", {{"string", label.text, Web3dField::texts}});
    graph_.leaf("fontStyle", "FontStyle",
                {{"size", text_of(size)}, {"family", "SANS", Web3dField::texts}});
    graph_.close();
    graph_.close();
    graph_.end_children();
    graph_.close();
  }

  const Frame& frame_;
  const Look& look_;
  const Shown& shown_;
  SceneView view_;
  GrainFaces faces_;
  std::vector<bool> forms_;  // written
  Web3dGraph graph_;
  std::map<std::string, std::string> looks_;
};

}  // namespace

Result<std::string> write_web3d(const Frame& frame, const ParamSet& params, Web3dForm form) {
  const Look look = render::look_of(params);
  const Result<Shown> shown = render::shown(frame, look);
  if (!shown) return shown.errors();
  const std::string graph = Scene(frame, look, *shown, form).write(params.boolean("legend"));
  const std::string time = fmt::format("t = {} s", frame.time);
  if (form == Web3dForm::vrml) return "#VRML V2.0 utf8\n# Scree, " + time + "\n" + graph;
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<X3D profile=\"Interchange\" "
         "version=\"3.3\">\n"
         "<head>\n<component name=\"Text\" level=\"1\"/>\n<meta name=\"title\" content=\"" +
         xml_escaped(frame.title) + "\"/>\n<meta name=\"generator\" content=\"Scree\"/>\n" +
         "<meta name=\"description\" content=\"" + time + "\"/>\n</head>\n<Scene>\n" + graph +
         "</Scene>\n</X3D>\n";
}

}  // namespace scree
