// AVS UCD (unstructured cell data), the text form: grains as points, shapes and walls as triangles
// or contacts as lines. VTK, ParaView, VisIt and COVISE read it.
#include "base/safe_text.hpp"
#include "io/contact_lines.hpp"
#include "io/exporter.hpp"
#include "io/grain_faces.hpp"
#include "io/text.hpp"

namespace scree::exporters {
namespace {

constexpr ParamInfo kAvsParams[] = {
    {.name = "part",
     .kind = ParamKind::choice,
     .fallback = "grains",
     .choices = "grains|shapes|walls|contacts",
     .doc = "what to write: one file holds one part"},
};

struct Column {
  std::string name, unit;
  std::vector<double> values;  // all components of the first, then of the second, ...
  std::size_t components = 1;
};

// A label ends at the comma and the line.
std::string label(std::string name) {
  name = safe_text(name);
  for (char& c : name)
    if (c == ',' || static_cast<unsigned char>(c) <= 32) c = '_';
  return name.empty() ? "_" : name;
}

// Nodes, cells of `corners` nodes each, and data of either.
struct Ucd {
  std::vector<Vec3> nodes;
  std::vector<std::uint64_t> cells;  // corners, from 0
  std::vector<std::uint64_t> material;
  std::size_t corners = 1;
  const char* type = "pt";
  std::vector<Column> node_data, cell_data;

  std::string text(const Frame& frame) const {
    std::string out = "# Scree, t = ";
    append(out, frame.time);
    out += " s\n";
    const auto width = [](const std::vector<Column>& data) {
      std::size_t n = 0;
      for (const Column& c : data) n += c.components;
      return n;
    };
    for (const std::size_t n :
         {nodes.size(), material.size(), width(node_data), width(cell_data), std::size_t{0}})
      append(out, std::uint64_t{n}), out += ' ';
    out.back() = '\n';
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      append(out, std::uint64_t{k + 1}), out += ' ';
      append(out, nodes[k], ' '), out += '\n';
    }
    for (std::size_t k = 0; k < material.size(); ++k) {
      append(out, std::uint64_t{k + 1}), out += ' ';
      append(out, material[k]), out += ' ', out += type;
      for (std::size_t c = 0; c < corners; ++c) out += ' ', append(out, cells[corners * k + c] + 1);
      out += '\n';
    }
    add_data(out, node_data, nodes.size());
    add_data(out, cell_data, material.size());
    return out;
  }

  static void add_data(std::string& out, const std::vector<Column>& data, std::size_t count) {
    if (data.empty()) return;
    append(out, std::uint64_t{data.size()});
    for (const Column& c : data) out += ' ', append(out, std::uint64_t{c.components});
    out += '\n';
    for (const Column& c : data) out += label(c.name) + ", " + label(c.unit) + "\n";
    for (std::size_t k = 0; k < count; ++k) {
      append(out, std::uint64_t{k + 1});
      for (const Column& c : data)
        for (std::size_t v = 0; v < c.components; ++v)
          out += ' ', append(out, c.values[c.components * k + v]);
      out += '\n';
    }
  }
};

Column column(const char* name, const char* unit, const std::vector<Vec3>& vectors) {
  Column c{name, unit, {}, 3};
  for (const Vec3& v : vectors) c.values.insert(c.values.end(), {v.x, v.y, v.z});
  return c;
}

Ucd grains(const Frame& f) {
  Ucd u;
  u.nodes = f.x;
  for (std::size_t k = 0; k < f.size(); ++k) u.cells.push_back(k), u.material.push_back(f.type[k]);
  for_each_field(f, [&u](const FrameArray& array, const auto& span) {
    // The places are those of the nodes, the type is the cell's material; four components are
    // nothing that readers of this format know.
    if (array.name == "x" || array.name == "type" || array.name == "q" || array.name == "fixed")
      return;
    Column c{std::string(array.name),
             std::string(array.unit.empty() ? "none" : array.unit),
             {},
             span.width()};
    for (std::size_t r = 0; r < span.rows(); ++r)
      c.values.insert(c.values.end(), span[r], span[r] + span.width());
    u.node_data.push_back(std::move(c));
  });
  return u;
}

Ucd shapes(const Frame& f) {
  Ucd u;
  u.corners = 3, u.type = "tri";
  const GrainFaces grains(f);
  Column id{"id", "none", {}}, speed{"speed", "m/s", {}};
  for (std::size_t k = 0; k < f.size(); ++k) {
    if (!grains.has(k)) continue;
    const std::uint64_t base = u.nodes.size();
    const std::vector<Vec3> points = grains.points(k);
    u.nodes.insert(u.nodes.end(), points.begin(), points.end());
    for (const auto& t : triangles_of(grains.faces(k))) {
      for (const std::uint32_t c : t) u.cells.push_back(base + c);
      u.material.push_back(f.type[k]);
      id.values.push_back(f.id[k]);
      speed.values.push_back(norm(f.v[k]));
    }
  }
  u.cell_data = {std::move(id), std::move(speed)};
  return u;
}

Ucd walls(const Frame& f) {
  Ucd u;
  u.corners = 3, u.type = "tri";
  Column number{"wall", "none", {}};
  for (std::size_t k = 0; k < f.walls.size(); ++k) {
    const std::uint64_t base = u.nodes.size();
    u.nodes.insert(u.nodes.end(), f.walls[k].points.begin(), f.walls[k].points.end());
    for (const auto& t : f.walls[k].triangles) {
      for (const std::uint32_t c : t) u.cells.push_back(base + c);
      u.material.push_back(k);
      number.values.push_back(static_cast<double>(k));
    }
  }
  u.cell_data = {std::move(number)};
  return u;
}

Ucd contacts(const Frame& f) {
  Ucd u;
  u.corners = 2, u.type = "line";
  const ContactLines lines(f);
  std::vector<Vec3> force, normal;
  Column magnitude{"magnitude", "N", {}}, overlap{"overlap", "m", {}}, wall{"wall", "none", {}};
  for (const FrameContact& c : f.contacts) {
    const auto [a, b] = lines.ends(c);
    u.cells.push_back(u.nodes.size()), u.nodes.push_back(a);
    u.cells.push_back(u.nodes.size()), u.nodes.push_back(b);
    u.material.push_back(c.wall < 0 ? 0 : 1);
    force.push_back(c.force), normal.push_back(c.normal);
    magnitude.values.push_back(norm(c.force));
    overlap.values.push_back(c.overlap);
    wall.values.push_back(c.wall);
  }
  u.cell_data = {column("force", "N", force), column("normal", "none", normal),
                 std::move(magnitude), std::move(overlap), std::move(wall)};
  return u;
}

Result<std::string> write_avs(const Frame& frame, const ParamSet& params) {
  const std::string& part = params.text("part");
  if (part == "shapes") return shapes(frame).text(frame);
  if (part == "walls") return walls(frame).text(frame);
  if (part == "contacts") return contacts(frame).text(frame);
  return grains(frame).text(frame);
}

}  // namespace

extern const ExporterEntry avs_entry;
const ExporterEntry avs_entry{
    .info = {"avs", "AVS UCD text: grains, shapes, walls or the force network",
             "AVS user's guide, UCD", kAvsParams},
    .extension = "inp",
    .write = write_avs};

}  // namespace scree::exporters
