#include "view/frame_bytes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/render/color.hpp"
#include "view/frame_layer.hpp"
#include "view/packed_arrays.hpp"

namespace scree::view {
namespace {

using run::Json;

std::vector<std::size_t> chosen_grains(const Frame& frame, std::size_t every) {
  std::vector<std::size_t> chosen;
  every = std::max<std::size_t>(every, 1);
  chosen.reserve(frame.size() / every + 1);
  for (std::size_t k = 0; k < frame.size(); k += every) chosen.push_back(k);
  return chosen;
}

std::vector<float> values_of(const std::vector<double>& values,
                             const std::vector<std::size_t>& chosen) {
  std::vector<float> out;
  out.reserve(chosen.size());
  for (const std::size_t k : chosen) out.push_back(k < values.size() ? f32(values[k]) : 0.0f);
  return out;
}

void add_grains(PackedArrays& arrays, const Frame& frame, const std::vector<std::size_t>& chosen,
                const Vec3& origin) {
  std::vector<float> x, radius, q;
  std::vector<std::uint32_t> id, flags;
  x.reserve(3 * chosen.size()), radius.reserve(chosen.size());
  id.reserve(chosen.size()), flags.reserve(chosen.size());
  const auto shapes = shapes_of(frame);
  for (const std::size_t k : chosen) {
    push(x, frame.x[k] - origin);
    radius.push_back(f32(frame.radius[k]));
    id.push_back(frame.id[k]);
    // 0: a ball; k + 1: shape k; the top bit: a ball of a wall.
    std::uint32_t flag = 0;
    if (!shapes.empty() && shapes[k])
      flag = static_cast<std::uint32_t>(shapes[k] - frame.shapes.data()) + 1;
    flags.push_back(flag | (frame.fixed[k] ? 0x80000000u : 0u));
    if (!frame.shapes.empty())
      for (const double c : {frame.q[k].w, frame.q[k].x, frame.q[k].y, frame.q[k].z})
        q.push_back(f32(c));
  }
  arrays.add("x", 3, x);
  arrays.add("radius", 1, radius);
  arrays.add("id", 1, id);
  arrays.add("flags", 1, flags);
  if (!q.empty()) arrays.add("q", 4, q);
}

Json coloring_json(const std::string& by, const render::Coloring& c) {
  return {
      {"by", by}, {"label", c.label}, {"unit", c.unit}, {"lo", finite(c.lo)}, {"hi", finite(c.hi)}};
}

Json shapes_json(const Frame& frame) {
  Json list = Json::array();
  for (const FrameShape& s : frame.shapes) {
    Json points = Json::array(), faces = Json::array();
    for (const Vec3& p : s.points) points.push_back(triple(p));
    for (const auto& face : s.faces) faces.push_back(face);
    list.push_back({{"radius", s.radius}, {"points", points}, {"faces", faces}});
  }
  return list;
}

}  // namespace

std::string FrameChoice::text() const {
  std::string all = fmt::format("{} {} {} {} {}", color, walls, contacts, every, most_contacts);
  for (const std::string& c : more_colors) all += "\n" + c;
  return all;
}

Vec3 frame_origin(const Frame& frame) {
  FrameBounds bounds = grain_bounds(frame);
  if (bounds.empty()) bounds = wall_bounds(frame);
  if (bounds.empty()) bounds.include({});
  return 0.5 * (bounds.lo + bounds.hi);
}

Result<std::string> frame_bytes(const Frame& frame, const FrameChoice& choice) {
  const auto coloring = render::coloring(frame, choice.color);
  if (!coloring) return coloring.errors();
  FrameBounds bounds = grain_bounds(frame);
  if (bounds.empty()) bounds = wall_bounds(frame);
  if (bounds.empty()) bounds.include({});
  const Vec3 origin = frame_origin(frame);
  const std::vector<std::size_t> chosen = chosen_grains(frame, choice.every);

  PackedArrays arrays;
  add_grains(arrays, frame, chosen, origin);
  arrays.add("color", 1, values_of(coloring->values, chosen));
  Json head{{"time", finite(frame.time)},     {"step", frame.step},
            {"up", triple(frame.up)},         {"origin", triple(origin)},
            {"lo", triple(bounds.lo)},        {"hi", triple(bounds.hi)},
            {"dimensions", frame.dimensions}, {"grains", frame.size()},
            {"every", choice.every},          {"color", coloring_json(choice.color, *coloring)}};
  Json colors = Json::array();
  for (const std::string& by : choice.more_colors) {
    const auto more = render::coloring(frame, by);
    if (!more) continue;
    arrays.add("color " + by, 1, values_of(more->values, chosen));
    colors.push_back(coloring_json(by, *more));
  }
  head["colors"] = colors;
  Json fields = Json::array();
  for (const std::string& name : render::coloring_names()) fields.push_back(name);
  for (const FrameField& f : frame.fields) fields.push_back(f.name);
  head["fields"] = fields;
  head["shapes"] = shapes_json(frame);
  for (const FrameLayer* layer : frame_layers()) layer->add(frame, choice, origin, arrays, head);
  return arrays.finish(std::move(head));
}

}  // namespace scree::view
