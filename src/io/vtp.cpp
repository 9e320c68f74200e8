#include "io/vtp.hpp"

#include <algorithm>
#include <unordered_map>

#include "io/contact_lines.hpp"
#include "io/grain_faces.hpp"
#include "io/text.hpp"
#include "io/vtp_writer.hpp"

namespace scree {
namespace {

std::vector<std::int64_t> iota(std::size_t n) {
  std::vector<std::int64_t> v(n);
  for (std::size_t k = 0; k < n; ++k) v[k] = static_cast<std::int64_t>(k);
  return v;
}

template <class To, class N>
std::vector<To> values_of(const FieldSpan<N>& span) {
  std::vector<To> out;
  out.reserve(span.rows() * span.width());
  for (std::size_t r = 0; r < span.rows(); ++r)
    out.insert(out.end(), span[r], span[r] + span.width());
  return out;
}

// VTK readers expect whole numbers as signed integers; OVITO's types are 32 bit.
void write_array(VtpWriter& w, const FrameArray& array,
                 const FieldSpan<const std::uint32_t>& span) {
  if (array.name == "type")
    w.array(array.name, values_of<std::int32_t>(span));
  else
    w.array(array.name, values_of<std::int64_t>(span));
}
// Only where there are some.
void write_array(VtpWriter& w, const FrameArray& array,
                 const FieldSpan<const std::uint8_t>& flags) {
  const std::vector<std::int32_t> values = values_of<std::int32_t>(flags);
  if (std::any_of(values.begin(), values.end(), [](std::int32_t v) { return v != 0; }))
    w.array(array.name, values);
}
void write_array(VtpWriter& w, const FrameArray& array, const FieldSpan<const double>& span) {
  if (array.name == "x") return;  // they are the points
  std::vector<double> values = values_of<double>(span);
  if (array.name != "q") return w.array(array.name, values, span.width());
  // OVITO wants the orientation as x y z w.
  for (std::size_t k = 0; k < values.size(); k += 4)
    std::rotate(values.begin() + static_cast<std::ptrdiff_t>(k),
                values.begin() + static_cast<std::ptrdiff_t>(k + 1),
                values.begin() + static_cast<std::ptrdiff_t>(k + 4));
  w.array("orientation", values, 4);
}

void write_time(VtpWriter& w, const Frame& frame) {
  w.field("TimeValue", std::vector<double>{frame.time});
  w.field("step", std::vector<std::uint64_t>{frame.step});
}

std::vector<std::string> wall_names(const Frame& frame) {
  std::vector<std::string> names;
  for (const FrameWall& wall : frame.walls) names.push_back(wall.name);
  return names;
}

// Totals of shapes, points and numbers of faces. Shape after shape: its radius, the number of its
// points, all points, and its faces as one row of numbers: how many faces, and of each how many
// corners and which.
void write_shapes(VtpWriter& w, const Frame& frame) {
  if (frame.shapes.empty()) return;
  std::vector<double> radius;
  std::vector<std::int64_t> counts, faces;
  std::vector<Vec3> points;
  for (const FrameShape& s : frame.shapes) {
    radius.push_back(s.radius);
    counts.push_back(static_cast<std::int64_t>(s.points.size()));
    points.insert(points.end(), s.points.begin(), s.points.end());
    faces.push_back(static_cast<std::int64_t>(s.faces.size()));
    for (const auto& face : s.faces) {
      faces.push_back(static_cast<std::int64_t>(face.size()));
      faces.insert(faces.end(), face.begin(), face.end());
    }
  }
  w.field("shape_totals", std::vector<std::int64_t>{static_cast<std::int64_t>(radius.size()),
                                                    static_cast<std::int64_t>(points.size()),
                                                    static_cast<std::int64_t>(faces.size())});
  w.field("shape_radius", radius);
  w.field("shape_point_counts", counts);
  w.field("shape_points", points);
  w.field("shape_faces", faces);
}

// What measures and pictures need later beside the grains: the scene's directions, the load of the
// walls, and whether the contacts are stored.
void write_setting(VtpWriter& w, const Frame& frame) {
  write_time(w, frame);
  w.field("title", std::vector<std::string>{frame.title});
  w.field("up", std::vector<Vec3>{frame.up});
  if (frame.gravity) w.field("gravity", std::vector<Vec3>{*frame.gravity});
  if (frame.dimensions == 2) w.field("dimension", std::vector<std::int32_t>{2});
  const PeriodicBox& box = frame.box;
  w.field("box", std::vector<Vec3>{box.lo, box.hi});
  w.field("periodic", std::vector<std::int32_t>{box.periodic[0], box.periodic[1], box.periodic[2]},
          3);
  // Its edges as rows, and how it moves: xx yy zz, then xy xz yz.
  if (box.tilted() || box.moves()) {
    w.field("cell", std::vector<Vec3>{{box.length(0), 0, 0},
                                      {box.tilt.x, box.length(1), 0},
                                      {box.tilt.y, box.tilt.z, box.length(2)}});
    w.field("cell_rate", std::vector<Vec3>{box.stretch, box.shear});
  }
  const bool known = frame.contacts_known || !frame.contacts.empty();
  w.field("contacts",
          std::vector<std::int64_t>{known ? static_cast<std::int64_t>(frame.contacts.size()) : -1});
  std::vector<std::string> units;
  for (const FrameField& field : frame.fields) units.push_back(field.unit);
  if (!units.empty()) w.field("field_units", units);
  write_shapes(w, frame);
  if (frame.walls.empty()) return;
  std::vector<Vec3> force, torque;
  for (const FrameWall& wall : frame.walls)
    force.push_back(wall.force), torque.push_back(wall.torque);
  w.field("wall_names", wall_names(frame));
  w.field("wall_force", force);
  w.field("wall_torque", torque);
  if (!frame.space) return;
  std::vector<Vec3> parts;  // three vectors each, the last one radius, slope, 0
  for (const SpacePart& part : *frame.space)
    parts.insert(parts.end(), {part.x, part.axis, Vec3{part.radius, part.slope, 0}});
  w.field("wall_space_parts", std::vector<std::int64_t>{static_cast<std::int64_t>(parts.size())});
  w.field("wall_space", parts);
}

}  // namespace

std::string vtp_grains(const Frame& frame) {
  const std::size_t n = frame.size();
  VtpWriter w;
  write_setting(w, frame);
  w.piece(n, n, 0, 0);
  w.open("PointData");
  for_each_field(frame,
                 [&w](const FrameArray& array, const auto& span) { write_array(w, array, span); });
  w.close("PointData");
  w.points(frame.x);
  w.cells("Verts", iota(n), 1);
  return w.finish();
}

std::string vtp_walls(const Frame& frame) {
  std::vector<Vec3> points;
  std::vector<std::int64_t> corners;
  std::vector<std::int32_t> number;
  for (std::size_t k = 0; k < frame.walls.size(); ++k) {
    const FrameWall& wall = frame.walls[k];
    const auto base = static_cast<std::int64_t>(points.size());
    points.insert(points.end(), wall.points.begin(), wall.points.end());
    for (const auto& t : wall.triangles) {
      for (const std::uint32_t c : t) corners.push_back(base + c);
      number.push_back(static_cast<std::int32_t>(k));
    }
  }
  VtpWriter w;
  write_time(w, frame);
  if (!frame.walls.empty()) w.field("wall_names", wall_names(frame));
  w.piece(points.size(), 0, 0, number.size());
  w.open("CellData");
  w.array("wall", number);
  w.close("CellData");
  w.points(points);
  w.cells("Polys", corners, 3);
  return w.finish();
}

namespace {

struct Lines {
  std::vector<Vec3> ends, normal, force, tangential, point;
  std::vector<double> magnitude, normal_force, overlap;
  std::vector<std::int64_t> i, j;
  std::vector<std::int32_t> wall;
  std::vector<std::int32_t> friction;
};

Lines lines_of(const Frame& frame) {
  const ContactLines lines(frame);
  Lines l;
  for (const FrameContact& c : frame.contacts) {
    const auto [from, to] = lines.ends(c);
    l.ends.push_back(from), l.ends.push_back(to);
    l.point.push_back(c.point);
    l.normal.push_back(c.normal);
    l.force.push_back(c.force);
    l.tangential.push_back(c.tangential);
    l.magnitude.push_back(norm(c.force));
    l.normal_force.push_back(-dot(c.force, c.normal));
    l.overlap.push_back(c.overlap);
    l.i.push_back(c.i);
    l.j.push_back(c.wall < 0 ? static_cast<std::int64_t>(c.j) : -1);
    l.wall.push_back(c.wall);
    l.friction.push_back(c.friction ? 1 : 0);
  }
  return l;
}

}  // namespace

std::string vtp_contacts(const Frame& frame) {
  const Lines l = lines_of(frame);
  VtpWriter w;
  write_time(w, frame);
  w.piece(l.ends.size(), 0, l.i.size(), 0);
  w.open("CellData");
  w.array("i", l.i);
  w.array("j", l.j);
  w.array("wall", l.wall);
  w.array("point", l.point);
  w.array("normal", l.normal);
  w.array("force", l.force);
  w.array("tangential", l.tangential);
  w.array("magnitude", l.magnitude);
  w.array("normal_force", l.normal_force);
  w.array("overlap", l.overlap);
  w.array("friction", l.friction);
  w.close("CellData");
  w.points(l.ends);
  w.cells("Lines", iota(l.ends.size()), 2);
  return w.finish();
}

std::string vtp_bonds(const Frame& frame) {
  std::unordered_map<std::uint32_t, std::size_t> row;
  for (std::size_t k = 0; k < frame.size(); ++k) row.emplace(frame.id[k], k);
  std::vector<Vec3> ends, force;
  std::vector<double> pull, strain;
  std::vector<std::int64_t> i, j;
  std::vector<std::int32_t> type;
  for (const FrameBond& b : frame.bonds) {
    const auto at = row.find(b.i);
    if (at == row.end()) continue;
    const Vec3 from = frame.x[at->second] + b.from;
    ends.push_back(from), ends.push_back(from + b.line);  // not cut at a periodic boundary
    force.push_back(b.force);
    pull.push_back(dot(b.force, normalized(b.line)));
    strain.push_back(b.strain);
    i.push_back(b.i), j.push_back(b.j);
    type.push_back(static_cast<std::int32_t>(b.type));
  }
  VtpWriter w;
  write_time(w, frame);
  w.piece(ends.size(), 0, i.size(), 0);
  w.open("CellData");
  w.array("i", i);
  w.array("j", j);
  w.array("type", type);
  w.array("force", force);
  w.array("pull", pull);
  w.array("strain", strain);
  w.close("CellData");
  w.points(ends);
  w.cells("Lines", iota(ends.size()), 2);
  return w.finish();
}

std::string vtp_shapes(const Frame& frame) {
  const GrainFaces grains(frame);
  std::vector<Vec3> points, v;
  std::vector<std::int64_t> corners, ends, id, body;
  std::vector<std::int32_t> type;
  std::vector<double> speed;
  for (std::size_t k = 0; k < frame.size(); ++k) {
    if (!grains.has(k)) continue;
    const auto base = static_cast<std::int64_t>(points.size());
    for (const Vec3& x : grains.points(k)) points.push_back(x);
    for (const auto& face : grains.faces(k)) {
      for (const std::uint32_t c : face) corners.push_back(base + c);
      ends.push_back(static_cast<std::int64_t>(corners.size()));
      id.push_back(frame.id[k]), body.push_back(frame.body[k]);
      type.push_back(static_cast<std::int32_t>(frame.type[k]));
      speed.push_back(norm(frame.v[k])), v.push_back(frame.v[k]);
    }
  }
  VtpWriter w;
  write_time(w, frame);
  w.piece(points.size(), 0, 0, ends.size());
  w.open("CellData");
  w.array("id", id);
  w.array("type", type);
  w.array("body", body);
  w.array("speed", speed);
  w.array("v", v);
  w.close("CellData");
  w.points(points);
  w.open("Polys");
  w.array("connectivity", corners);
  w.array("offsets", ends);
  w.close("Polys");
  return w.finish();
}

std::string pvd_collection(std::span<const std::pair<double, std::string>> files) {
  std::string out =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" "
      "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<Collection>\n";
  for (const auto& [time, file] : files) {
    out += "<DataSet timestep=\"";
    append(out, time);
    out += "\" part=\"0\" file=\"" + xml_escaped(file) + "\"/>\n";
  }
  return out + "</Collection>\n</VTKFile>\n";
}

}  // namespace scree
