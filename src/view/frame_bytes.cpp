#include "view/frame_bytes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "io/contact_lines.hpp"
#include "io/render/color.hpp"
#include "run/json.hpp"

namespace scree::view {
namespace {

using run::Json;

static_assert(std::endian::native == std::endian::little);

class Arrays {
 public:
  template <class T>
  void add(const char* name, std::size_t width, const std::vector<T>& values) {
    static_assert(sizeof(T) == 4);
    list_.push_back({{"name", name},
                     {"type", std::is_same_v<T, float> ? "f32" : "u32"},
                     {"width", width},
                     {"count", values.size() / width},
                     {"offset", bytes_.size()}});
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  }
  const Json& list() const { return list_; }
  const std::string& bytes() const { return bytes_; }

 private:
  Json list_ = Json::array();
  std::string bytes_;
};

// Beyond what 32 bits hold, and what is no number: NaN, which the page draws grey or not at all.
float f32(double v) {
  return std::abs(v) < 3e38 ? static_cast<float>(v) : std::numeric_limits<float>::quiet_NaN();
}
void push(std::vector<float>& to, const Vec3& v) {
  to.insert(to.end(), {f32(v.x), f32(v.y), f32(v.z)});
}

Json finite(double v) { return std::isfinite(v) ? Json(v) : Json(nullptr); }
Json triple(const Vec3& v) { return {finite(v.x), finite(v.y), finite(v.z)}; }

std::vector<std::size_t> chosen_grains(const Frame& frame, std::size_t every) {
  std::vector<std::size_t> chosen;
  every = std::max<std::size_t>(every, 1);
  chosen.reserve(frame.size() / every + 1);
  for (std::size_t k = 0; k < frame.size(); k += every) chosen.push_back(k);
  return chosen;
}

void add_grains(Arrays& arrays, const Frame& frame, const std::vector<std::size_t>& chosen,
                const Vec3& origin, const std::vector<double>& values) {
  std::vector<float> x, radius, color, q;
  std::vector<std::uint32_t> id, flags;
  const auto shapes = shapes_of(frame);
  for (const std::size_t k : chosen) {
    push(x, frame.x[k] - origin);
    radius.push_back(f32(frame.radius[k]));
    color.push_back(k < values.size() ? f32(values[k]) : 0.0f);
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
  arrays.add("color", 1, color);
  arrays.add("id", 1, id);
  arrays.add("flags", 1, flags);
  if (!q.empty()) arrays.add("q", 4, q);
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

Json add_walls(Arrays& arrays, const Frame& frame, const Vec3& origin) {
  Json list = Json::array();
  std::vector<float> points;
  std::vector<std::uint32_t> corners;
  for (const FrameWall& w : frame.walls) {
    const auto first = static_cast<std::uint32_t>(points.size() / 3);
    const std::size_t begin = corners.size() / 3;
    for (const Vec3& p : w.points) push(points, p - origin);
    for (const auto& t : w.triangles)
      for (const std::uint32_t c : t) corners.push_back(first + c);
    list.push_back({{"name", w.name},
                    {"first", begin},
                    {"count", corners.size() / 3 - begin},
                    {"force", triple(w.force)}});
  }
  arrays.add("wall_points", 3, points);
  arrays.add("wall_triangles", 3, corners);
  return list;
}

// A line for each contact: between the centres, or from the centre to the wall.
void add_contacts(Arrays& arrays, const Frame& frame, const Vec3& origin) {
  std::vector<float> ends, force;
  std::vector<std::uint32_t> kind;
  const ContactLines lines(frame);
  for (const FrameContact& c : frame.contacts) {
    const auto [from, to] = lines.ends(c);
    push(ends, from - origin);
    push(ends, to - origin);
    force.push_back(f32(norm(c.force)));
    kind.push_back(c.wall < 0 ? 0 : 1);
  }
  arrays.add("contact_ends", 6, ends);
  arrays.add("contact_force", 1, force);
  arrays.add("contact_kind", 1, kind);
}

}  // namespace

Result<std::string> frame_bytes(const Frame& frame, const FrameChoice& choice) {
  const auto coloring = render::coloring(frame, choice.color);
  if (!coloring) return coloring.errors();
  FrameBounds bounds = grain_bounds(frame);
  if (bounds.empty()) bounds = wall_bounds(frame);
  if (bounds.empty()) bounds.include({});
  const Vec3 origin = 0.5 * (bounds.lo + bounds.hi);
  const std::vector<std::size_t> chosen = chosen_grains(frame, choice.every);

  Arrays arrays;
  add_grains(arrays, frame, chosen, origin, coloring->values);
  Json head{{"time", finite(frame.time)},
            {"step", frame.step},
            {"up", triple(frame.up)},
            {"origin", triple(origin)},
            {"lo", triple(bounds.lo)},
            {"hi", triple(bounds.hi)},
            {"grains", frame.size()},
            {"every", choice.every},
            {"color",
             {{"by", choice.color},
              {"label", coloring->label},
              {"unit", coloring->unit},
              {"lo", finite(coloring->lo)},
              {"hi", finite(coloring->hi)}}}};
  Json fields = Json::array();
  for (const std::string& name : render::coloring_names()) fields.push_back(name);
  for (const FrameField& f : frame.fields) fields.push_back(f.name);
  head["fields"] = fields;
  head["shapes"] = shapes_json(frame);
  if (choice.walls) head["walls"] = add_walls(arrays, frame, origin);
  head["contacts_known"] = frame.contacts_known;
  if (choice.contacts && frame.contacts_known) add_contacts(arrays, frame, origin);
  head["arrays"] = arrays.list();

  std::string text = run::json_text(head);
  text.resize((text.size() + 3) / 4 * 4, ' ');
  const auto length = static_cast<std::uint32_t>(text.size());
  std::string bytes = "SCR1";
  bytes.append(reinterpret_cast<const char*>(&length), sizeof length);
  return bytes + text + arrays.bytes();
}

}  // namespace scree::view
