#include "run/black_box_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/words.hpp"
#include "shapes/polygon.hpp"

namespace scree::run {
namespace {

// 0: no polygon or polyhedron by itself.
std::uint32_t form_of(const World& w, const Body& b) {
  if (b.count != 1) return 0;
  const Primitive& p = w.bodies.primitive[b.first_primitive];
  const std::uint32_t form = p.form > 0 ? p.form : p.shape;
  if (form == 0 || form >= w.shapes.size() || !w.shapes[form]) return 0;
  const std::string_view kind = w.shapes[form]->kind();
  return kind == "polygon" || kind == "polyhedron" ? form : 0;
}

}  // namespace

std::vector<std::uint32_t> box_forms(const World& w) {
  std::set<std::uint32_t> found;
  for (const Body& b : w.bodies.body)
    if (const std::uint32_t form = form_of(w, b); form > 0) found.insert(form);
  return {found.begin(), found.end()};
}

BoxSolid box_solid(const World& w, const std::vector<std::uint32_t>& forms, const SpinMaterial& g,
                   std::uint32_t id) {
  const Body* b = g.flags & kShaped ? w.bodies.find(g.body) : nullptr;
  const std::uint32_t form = b != nullptr ? form_of(w, *b) : 0;
  if (form == 0) return {};
  const auto at = std::lower_bound(forms.begin(), forms.end(), form);
  const Primitive& p = w.bodies.primitive_of(*b, id);
  return {static_cast<std::uint32_t>(at - forms.begin()) + 1, rotate_back(p.q, p.x)};
}

std::vector<std::string> shape_orders(const World& w, const std::vector<std::uint32_t>& forms) {
  std::vector<std::string> out;
  for (std::size_t k = 0; k < forms.size(); ++k) {
    const Shape& shape = *w.shapes[forms[k]];
    const auto* polygon = dynamic_cast<const PolygonShape*>(&shape);
    std::string corners;
    for (const Corner& c : shape.corners()) {
      corners += fmt::format("{}[{}, {}", corners.empty() ? "" : ", ", number_text(c.x.x),
                             number_text(c.x.y));
      corners += polygon != nullptr ? "]" : ", " + number_text(c.x.z) + "]";
    }
    const bool by_points = shape.kind() == "polyhedron" && !shape.rounded_core();
    const double rounding = shape.corners().empty() ? 0 : shape.corners().front().radius;
    out.push_back(fmt::format("shape.box_{}={{ kind = \"{}\", vertices = [{}], rounding = {}{} }}",
                              k + 1, shape.kind(), corners, number_text(rounding),
                              polygon != nullptr && polygon->form().by_area ? ", contact = \"area\""
                              : by_points ? ", contact = \"points\""
                                          : ""));
  }
  return out;
}

std::string mixture_text(std::size_t forms) {
  std::string out;
  for (std::size_t k = 0; k < forms; ++k)
    out += fmt::format("{}{{ shape = \"box_{}\" }}", k == 0 ? "" : ", ", k + 1);
  return out.empty() ? out : "mixture = [" + out + "], ";
}

}  // namespace scree::run
