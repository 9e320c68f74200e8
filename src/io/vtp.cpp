#include "io/vtp.hpp"

#include <bit>
#include <cstring>
#include <type_traits>
#include <unordered_map>

#include "io/base64.hpp"
#include "io/text.hpp"

namespace scree {
namespace {

static_assert(std::endian::native == std::endian::little, "VTP arrays are copied as they lie");

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

template <class T>
constexpr const char* vtk_type() {
  if constexpr (std::is_same_v<T, double>) return "Float64";
  if constexpr (std::is_same_v<T, std::uint8_t>) return "UInt8";
  if constexpr (std::is_same_v<T, std::int32_t>) return "Int32";
  if constexpr (std::is_same_v<T, std::int64_t>) return "Int64";
  if constexpr (std::is_same_v<T, std::uint64_t>) return "UInt64";
}

class Writer {
 public:
  Writer(std::size_t points, std::size_t verts, std::size_t lines, std::size_t polys,
         const Frame& frame) {
    out_ =
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" "
        "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<PolyData>\n<FieldData>\n";
    tuples("TimeValue", std::vector<double>{frame.time});
    tuples("step", std::vector<std::uint64_t>{frame.step});
    out_ += "</FieldData>\n<Piece NumberOfPoints=\"" + std::to_string(points) +
            "\" NumberOfVerts=\"" + std::to_string(verts) + "\" NumberOfLines=\"" +
            std::to_string(lines) + "\" NumberOfStrips=\"0\" NumberOfPolys=\"" +
            std::to_string(polys) + "\">\n";
  }

  void open(const char* element) { out_ += std::string("<") + element + ">\n"; }
  void close(const char* element) { out_ += std::string("</") + element + ">\n"; }

  template <class T>
  void array(std::string_view name, const std::vector<T>& values, int components = 1) {
    element(name, vtk_type<T>(), components, "", values.data(), values.size() * sizeof(T));
  }
  void array(std::string_view name, const std::vector<Vec3>& values) {
    static_assert(sizeof(Vec3) == 3 * sizeof(double));
    element(name, "Float64", 3, "", values.data(), values.size() * sizeof(Vec3));
  }
  // Connectivity and offsets of cells with `corners` points each.
  void cells(const char* kind, const std::vector<std::int64_t>& connectivity, int corners) {
    open(kind);
    array("connectivity", connectivity);
    std::vector<std::int64_t> offsets(connectivity.size() / corners);
    for (std::size_t k = 0; k < offsets.size(); ++k)
      offsets[k] = static_cast<std::int64_t>(k + 1) * corners;
    array("offsets", offsets);
    close(kind);
  }
  void points(const std::vector<Vec3>& x) {
    open("Points");
    array("Points", x);
    close("Points");
  }
  std::string finish() {
    out_ += "</Piece>\n</PolyData>\n</VTKFile>\n";
    return std::move(out_);
  }

 private:
  template <class T>
  void tuples(std::string_view name, const std::vector<T>& values) {
    element(name, vtk_type<T>(), 1, " NumberOfTuples=\"" + std::to_string(values.size()) + "\"",
            values.data(), values.size() * sizeof(T));
  }
  void element(std::string_view name, const char* type, int components, const std::string& more,
               const void* data, std::size_t bytes) {
    out_ += std::string("<DataArray type=\"") + type + "\" Name=\"" + escaped(name) +
            "\" NumberOfComponents=\"" + std::to_string(components) + "\"" + more +
            " format=\"binary\">";
    // Length and data are one base64 block.
    const std::uint64_t length = bytes;
    buffer_.resize(sizeof length + bytes);
    std::memcpy(buffer_.data(), &length, sizeof length);
    if (bytes > 0) std::memcpy(buffer_.data() + sizeof length, data, bytes);
    append_base64(out_, buffer_);
    out_ += "</DataArray>\n";
  }

  std::string out_;
  std::vector<unsigned char> buffer_;
};

std::vector<std::int64_t> iota(std::size_t n) {
  std::vector<std::int64_t> v(n);
  for (std::size_t k = 0; k < n; ++k) v[k] = static_cast<std::int64_t>(k);
  return v;
}

// VTK readers expect ids and types as signed integers; OVITO's types are 32 bit.
template <class To>
std::vector<To> as(const std::vector<std::uint32_t>& values) {
  return {values.begin(), values.end()};
}

}  // namespace

std::string vtp_grains(const Frame& frame) {
  const std::size_t n = frame.size();
  Writer w(n, n, 0, 0, frame);
  w.open("PointData");
  w.array("id", as<std::int64_t>(frame.id));
  w.array("type", as<std::int32_t>(frame.type));
  w.array("radius", frame.radius);
  w.array("mass", frame.mass);
  w.array("v", frame.v);
  w.array("omega", frame.omega);
  w.array("f", frame.f);
  w.array("tq", frame.tq);
  std::vector<double> orientation;
  orientation.reserve(4 * n);
  for (const Quat& q : frame.q) orientation.insert(orientation.end(), {q.x, q.y, q.z, q.w});
  w.array("orientation", orientation, 4);
  w.array("body", as<std::int64_t>(frame.body));
  for (const FrameField& field : frame.fields) w.array(field.name, field.values);
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
  Writer w(points.size(), 0, 0, number.size(), frame);
  w.open("CellData");
  w.array("wall", number);
  w.close("CellData");
  w.points(points);
  w.cells("Polys", corners, 3);
  return w.finish();
}

namespace {

struct Lines {
  std::vector<Vec3> ends, normal, force, point;
  std::vector<double> magnitude, normal_force, overlap;
  std::vector<std::int64_t> i, j;
  std::vector<std::int32_t> wall;
};

Lines lines_of(const Frame& frame) {
  std::unordered_map<std::uint32_t, std::size_t> row;
  for (std::size_t k = 0; k < frame.size(); ++k) row.emplace(frame.id[k], k);
  Lines l;
  for (const FrameContact& c : frame.contacts) {
    const auto a = row.find(c.i);
    const Vec3 from = a != row.end() ? frame.x[a->second] : c.point;
    Vec3 to = c.point;
    if (c.wall < 0) {
      // Across a periodic boundary the partner's centre is far away: mirror the near end instead.
      const auto b = row.find(c.j);
      const Vec3 far = b != row.end() ? frame.x[b->second] : c.point;
      const double reach = a != row.end() && b != row.end()
                               ? 1.5 * (frame.radius[a->second] + frame.radius[b->second])
                               : 1e300;
      to = norm(far - from) < reach ? far : from + 2.0 * (c.point - from);
    }
    l.ends.push_back(from), l.ends.push_back(to);
    l.point.push_back(c.point);
    l.normal.push_back(c.normal);
    l.force.push_back(c.force);
    l.magnitude.push_back(norm(c.force));
    l.normal_force.push_back(-dot(c.force, c.normal));
    l.overlap.push_back(c.overlap);
    l.i.push_back(c.i);
    l.j.push_back(c.wall < 0 ? static_cast<std::int64_t>(c.j) : -1);
    l.wall.push_back(c.wall);
  }
  return l;
}

}  // namespace

std::string vtp_contacts(const Frame& frame) {
  const Lines l = lines_of(frame);
  Writer w(l.ends.size(), 0, l.i.size(), 0, frame);
  w.open("CellData");
  w.array("i", l.i);
  w.array("j", l.j);
  w.array("wall", l.wall);
  w.array("point", l.point);
  w.array("normal", l.normal);
  w.array("force", l.force);
  w.array("magnitude", l.magnitude);
  w.array("normal_force", l.normal_force);
  w.array("overlap", l.overlap);
  w.close("CellData");
  w.points(l.ends);
  w.cells("Lines", iota(l.ends.size()), 2);
  return w.finish();
}

std::string pvd_collection(std::span<const std::pair<double, std::string>> files) {
  std::string out =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" "
      "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<Collection>\n";
  for (const auto& [time, file] : files) {
    out += "<DataSet timestep=\"";
    append(out, time);
    out += "\" part=\"0\" file=\"" + escaped(file) + "\"/>\n";
  }
  return out + "</Collection>\n</VTKFile>\n";
}

}  // namespace scree
