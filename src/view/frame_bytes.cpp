#include "view/frame_bytes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/contact_lines.hpp"
#include "io/render/color.hpp"
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

Json add_walls(PackedArrays& arrays, const Frame& frame, const Vec3& origin) {
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

// The least force that is among the strongest `most`.
double least_shown(const Frame& frame, std::size_t most) {
  if (frame.contacts.size() <= most) return 0;
  std::vector<double> force;
  force.reserve(frame.contacts.size());
  for (const FrameContact& c : frame.contacts) force.push_back(norm(c.force));
  const auto at = force.begin() + static_cast<std::ptrdiff_t>(most);
  std::nth_element(force.begin(), at, force.end(), std::greater<>());
  return *at;
}

// A line for each contact: between the centres, or from the centre to the wall.
void add_contacts(PackedArrays& arrays, const Frame& frame, const Vec3& origin, std::size_t most) {
  std::vector<float> ends, force;
  std::vector<std::uint32_t> kind;
  const ContactLines lines(frame);
  const double least = least_shown(frame, most);
  for (const FrameContact& c : frame.contacts) {
    const double f = norm(c.force);
    if (least > 0 && !(f > least)) continue;
    const auto [from, to] = lines.ends(c);
    push(ends, from - origin);
    push(ends, to - origin);
    force.push_back(f32(f));
    kind.push_back(c.wall < 0 ? 0 : 1);
  }
  arrays.add("contact_ends", 6, ends);
  arrays.add("contact_force", 1, force);
  arrays.add("contact_kind", 1, kind);
}

// From its end on i along the bond: in a periodic box its other end may be beyond a side.
void add_bonds(PackedArrays& arrays, const Frame& frame, const Vec3& origin) {
  std::vector<float> ends, strain;
  for (const FrameBond& b : frame.bonds) {
    const auto at = std::lower_bound(frame.id.begin(), frame.id.end(), b.i);
    if (at == frame.id.end() || *at != b.i) continue;
    const Vec3 from = frame.x[static_cast<std::size_t>(at - frame.id.begin())] + b.from - origin;
    push(ends, from);
    push(ends, from + b.line);
    strain.push_back(f32(b.strain));
  }
  arrays.add("bond_ends", 6, ends);
  arrays.add("bond_strain", 1, strain);
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
  if (choice.walls) head["walls"] = add_walls(arrays, frame, origin);
  head["contacts_known"] = frame.contacts_known;
  head["contacts"] = frame.contacts.size();
  head["bonds"] = frame.bonds.size();
  if (choice.contacts && frame.contacts_known)
    add_contacts(arrays, frame, origin, choice.most_contacts);
  if (choice.contacts) add_bonds(arrays, frame, origin);
  return arrays.finish(std::move(head));
}

}  // namespace scree::view
