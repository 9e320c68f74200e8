#include "sim/world/row_solids.hpp"

namespace scree {

const RowSolids* LiveSolids::of(const World& w) {
  if (w.shapes.size() < 2) return nullptr;
  const Particles& p = w.particles;
  solids_.form.assign(p.size(), 0);
  for (std::size_t s = 0; s < p.size(); ++s) {
    if (!(p.ws[s].flags & kShaped)) continue;
    const Body* b = w.bodies.find(p.ws[s].body);
    if (b == nullptr) continue;
    const Primitive& of = w.bodies.primitive_of(*b, p.id[s].value);
    const std::uint32_t form = of.form > 0 ? of.form : of.shape;
    const auto [it, fresh] = number_.try_emplace(form, 0);
    if (fresh) {
      ShapeSurface surface = w.shapes[form]->surface();
      if (!surface.faces.empty()) {
        solids_.forms.emplace_back(w.shapes[form]->bounding_radius(), std::move(surface.points),
                                   surface.faces);
        it->second = static_cast<std::uint32_t>(solids_.forms.size());
      }
    }
    solids_.form[s] = it->second;
  }
  return &solids_;
}

RowSolids frame_solids(const Frame& frame) {
  RowSolids out;
  const auto shapes = shapes_of(frame);
  if (shapes.empty()) return out;
  for (const FrameShape& s : frame.shapes) out.forms.emplace_back(s.radius, s.points, s.faces);
  for (const FrameShape* s : shapes)
    out.form.push_back(s == nullptr ? 0 : static_cast<std::uint32_t>(s - frame.shapes.data()) + 1);
  return out;
}

}  // namespace scree
