#include "run/black_box/black_box_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/words.hpp"

namespace scree::run {
namespace {

// As a scene has it.
std::string scene_text(double v) { return number_text(v); }
std::string scene_text(std::int64_t v) { return std::to_string(v); }
std::string scene_text(bool v) { return v ? "true" : "false"; }
std::string scene_text(const std::string& v) { return "\"" + v + "\""; }
std::string scene_text(const Vec3& v) {
  return fmt::format("[{}, {}, {}]", number_text(v.x), number_text(v.y), number_text(v.z));
}
template <class T>
std::string scene_text(const std::vector<T>& list) {
  std::string out;
  for (const T& v : list) out += (out.empty() ? "" : ", ") + scene_text(v);
  return "[" + out + "]";
}
std::string scene_text(const ParamSet::Value& value) {
  return std::visit([](const auto& v) { return scene_text(v); }, value);
}

// 0: no shape by itself that a scene could describe.
std::uint32_t form_of(const World& w, const Body& b) {
  if (b.count != 1) return 0;
  const Primitive& p = w.bodies.primitive[b.first_primitive];
  const std::uint32_t form = p.form > 0 ? p.form : p.shape;
  if (form == 0 || form >= w.shapes.size() || !w.shapes[form]) return 0;
  return w.shapes[form]->parameters() ? form : 0;
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
    std::string table = fmt::format("kind = \"{}\"", shape.kind());
    const std::optional<ParamSet> given = shape.parameters();
    for (const auto& [name, value] : given->values())
      table += fmt::format(", {} = {}", name, scene_text(value));
    out.push_back(fmt::format("shape.box_{}={{ {} }}", k + 1, table));
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
