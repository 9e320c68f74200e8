#include "io/vtp_reader.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>

#include "io/vtp_file.hpp"
#include "io/xml.hpp"

namespace scree {
namespace {

constexpr std::int64_t kAnyId = std::numeric_limits<std::uint32_t>::max();
constexpr std::int64_t kAnyCount = std::numeric_limits<std::int64_t>::max();

// Collects the first error of a row of reads, so that each read is one line.
class Reads {
 public:
  // The value, or an empty one after an error.
  template <class T>
  T operator()(Result<T> result) {
    if (result) return std::move(*result);
    if (errors_.empty()) errors_ = result.errors();
    return {};
  }
  void fail(const std::string& what) {
    if (errors_.empty()) errors_ = {damaged_vtp(what)};
  }
  bool ok() const { return errors_.empty(); }
  const Errors& errors() const { return errors_; }

 private:
  Errors errors_;
};

template <class To>
std::vector<To> narrowed(const std::vector<std::int64_t>& values) {
  std::vector<To> out;
  out.reserve(values.size());
  for (const std::int64_t v : values) out.push_back(static_cast<To>(v));
  return out;
}

void read_time(const VtpFile& file, Frame& frame, Reads& read) {
  const auto time = read(file.numbers("FieldData", "TimeValue", 1));
  const auto step = read(file.integers("FieldData", "step", 1, 0, kAnyCount));
  if (!read.ok()) return;
  frame.time = time[0];
  frame.step = static_cast<std::uint64_t>(step[0]);
}

// Files of before these were stored have none of them: then the defaults of a Frame hold.
void read_setting(const VtpFile& file, Frame& frame, Reads& read) {
  const auto has = [&file](const char* name) { return file.find("FieldData", name) != nullptr; };
  if (has("title")) {
    const auto title = read(file.texts("FieldData", "title"));
    if (!title.empty()) frame.title = title[0];
  }
  if (has("up")) {
    const auto up = read(file.vectors("FieldData", "up", 1));
    if (read.ok()) frame.up = up[0];
  }
  if (has("gravity")) {
    const auto gravity = read(file.vectors("FieldData", "gravity", 1));
    if (read.ok()) frame.gravity = gravity[0];
  }
  if (has("dimension")) {
    const auto d = read(file.integers("FieldData", "dimension", 1, 2, 3));
    if (read.ok()) frame.dimensions = static_cast<int>(d[0]);
  }
  if (has("box")) {
    const auto box = read(file.vectors("FieldData", "box", 2));
    const auto periodic = read(file.integers("FieldData", "periodic", 1, 0, 1, 3));
    if (read.ok()) frame.box.lo = box[0], frame.box.hi = box[1];
    for (int k = 0; k < 3 && read.ok(); ++k) frame.box.periodic[k] = periodic[k] != 0;
  }
  if (has("cell")) {
    const auto edges = read(file.vectors("FieldData", "cell", 3));
    const auto rate = read(file.vectors("FieldData", "cell_rate", 2));
    if (read.ok()) {
      frame.box.tilt = {edges[1].x, edges[2].x, edges[2].y};
      frame.box.stretch = rate[0], frame.box.shear = rate[1];
    }
  }
  if (has("contacts")) {
    const auto count = read(file.integers("FieldData", "contacts", 1, -1, kAnyCount));
    if (read.ok()) frame.contacts_known = count[0] >= 0;
  }
  if (has("wall_names")) {
    const auto names = read(file.texts("FieldData", "wall_names"));
    const auto force = read(file.vectors("FieldData", "wall_force", names.size()));
    const auto torque = read(file.vectors("FieldData", "wall_torque", names.size()));
    for (std::size_t k = 0; k < names.size() && read.ok(); ++k)
      frame.walls.push_back({names[k], {}, {}, force[k], torque[k]});
  }
  if (has("wall_space_parts")) {
    const auto count = read(file.integers("FieldData", "wall_space_parts", 1, 0, kAnyCount));
    if (!read.ok()) return;
    const auto parts =
        read(file.vectors("FieldData", "wall_space", static_cast<std::uint64_t>(count[0])));
    if (!read.ok()) return;
    frame.space.emplace();
    for (std::size_t k = 0; k + 2 < parts.size(); k += 3)
      frame.space->push_back({parts[k], parts[k + 1], parts[k + 2].x, parts[k + 2].y});
  }
}

// As write_shapes() of vtp.cpp has them.
void read_shapes(const VtpFile& file, Frame& frame, Reads& read) {
  if (!file.find("FieldData", "shape_totals")) return;
  const auto totals = read(file.integers("FieldData", "shape_totals", 3, 0, kAnyCount));
  if (!read.ok()) return;
  const auto n = static_cast<std::uint64_t>(totals[0]);
  const auto radius = read(file.numbers("FieldData", "shape_radius", n));
  const auto counts = read(file.integers("FieldData", "shape_point_counts", n, 0, kAnyCount));
  const auto points =
      read(file.vectors("FieldData", "shape_points", static_cast<std::uint64_t>(totals[1])));
  const auto faces = read(file.integers("FieldData", "shape_faces",
                                        static_cast<std::uint64_t>(totals[2]), 0, kAnyCount));
  if (!read.ok()) return;
  std::size_t point = 0, at = 0;
  const auto next = [&]() -> std::size_t {
    if (at < faces.size()) return static_cast<std::size_t>(faces[at++]);
    read.fail("the faces of its shapes end too early");
    return 0;
  };
  for (std::size_t k = 0; k < radius.size() && read.ok(); ++k) {
    FrameShape s{radius[k], {}, {}};
    const auto count = static_cast<std::size_t>(counts[k]);
    if (count > points.size() - point) return read.fail("its shapes have too few points");
    s.points.assign(points.begin() + static_cast<std::ptrdiff_t>(point),
                    points.begin() + static_cast<std::ptrdiff_t>(point + count));
    point += count;
    for (std::size_t f = next(); f > 0 && read.ok(); --f) {
      std::vector<std::uint32_t> face;
      for (std::size_t c = next(); c > 0 && read.ok(); --c)
        face.push_back(static_cast<std::uint32_t>(next()));
      s.faces.push_back(std::move(face));
    }
    frame.shapes.push_back(std::move(s));
  }
}

// Arrays of the grains under the names that a file gives them.
template <class N>
void read_array(const VtpFile& file, const FrameArray& array, const FieldSpan<N>& to, Reads& read) {
  const bool optional = array.name == "fixed";  // where no ball belongs to a wall
  if (optional && !file.find("PointData", array.name)) return;
  const auto put = [&to](const auto& values) {
    for (std::size_t k = 0; k < values.size(); ++k)
      to[k / to.width()][k % to.width()] = static_cast<N>(values[k]);
  };
  if constexpr (std::is_floating_point_v<N>) {
    if (array.name == "x") return put(read(file.numbers("Points", "Points", to.rows(), 3)));
    if (array.name != "q")
      return put(read(file.numbers("PointData", array.name, to.rows(), to.width())));
    auto q = read(file.numbers("PointData", "orientation", to.rows(), 4));
    for (std::size_t k = 0; k + 3 < q.size(); k += 4)
      std::rotate(q.begin() + static_cast<std::ptrdiff_t>(k),
                  q.begin() + static_cast<std::ptrdiff_t>(k + 3),
                  q.begin() + static_cast<std::ptrdiff_t>(k + 4));
    put(q);
  } else {
    const std::int64_t most = optional ? 1 : std::int64_t{std::numeric_limits<N>::max()};
    put(read(file.integers("PointData", array.name, to.rows(), 0, most)));
  }
}

// Whether the file has it as one of the frame's own arrays.
bool is_own_array(std::string_view name) {
  bool own = name == "orientation";
  const Frame none;
  for_each_array(none, [&](const FrameArray& array, const auto&) {
    own = own || (name == array.name && name != "q" && name != "x");
  });
  return own;
}

void read_fields(const VtpFile& file, Frame& frame, Reads& read) {
  std::vector<std::string> units;
  if (file.find("FieldData", "field_units")) units = read(file.texts("FieldData", "field_units"));
  for (const VtpArray& a : file.arrays) {
    if (a.section != "PointData" || is_own_array(a.name)) continue;
    const std::size_t k = frame.fields.size();
    frame.fields.push_back({a.name, k < units.size() ? units[k] : "",
                            read(file.numbers("PointData", a.name, file.points, a.components)),
                            a.components});
  }
}

}  // namespace

Result<Frame> read_vtp_grains(std::string_view text) {
  const auto file = VtpFile::parse(text);
  if (!file) return file.errors();
  if (file->verts != file->points || file->lines != 0 || file->polys != 0)
    return damaged_vtp("does not hold grains: one vertex a point and nothing else");
  Frame f;
  Reads read;
  const std::uint64_t n = file->points;
  read_time(*file, f, read);
  read_setting(*file, f, read);
  read_shapes(*file, f, read);
  if (!read.ok()) return read.errors();
  // Room is made for as many grains as there are, not for as many as the file claims.
  const auto places = read(file->vectors("Points", "Points", n));
  if (!read.ok()) return read.errors();
  f.resize(places.size());
  for_each_array(
      f, [&](const FrameArray& array, const auto& span) { read_array(*file, array, span, read); });
  read_fields(*file, f, read);
  if (!read.ok()) return read.errors();
  return f;
}

Result<std::optional<GrainPlace>> read_vtp_place(std::string_view text, std::uint64_t id) {
  const auto file = VtpFile::parse(text);
  if (!file) return file.errors();
  const auto time = file->numbers("FieldData", "TimeValue", 1);
  if (!time) return time.errors();
  const auto ids = file->integers("PointData", "id", file->points, 0, kAnyId);
  if (!ids) return ids.errors();
  // Ids ascend.
  const auto at =
      std::lower_bound(ids->begin(), ids->end(), id,
                       [](std::int64_t a, std::uint64_t b) { return std::cmp_less(a, b); });
  if (at == ids->end() || std::cmp_not_equal(*at, id)) return std::optional<GrainPlace>{};
  const auto x = file->vector_at("Points", "Points", static_cast<std::uint64_t>(at - ids->begin()));
  if (!x) return x.errors();
  return std::optional(GrainPlace{(*time)[0], *x});
}

Result<Done> read_vtp_walls(std::string_view text, Frame& frame) {
  const auto file = VtpFile::parse(text);
  if (!file) return file.errors();
  Reads read;
  const auto points = read(file->vectors("Points", "Points", file->points));
  const auto number =
      read(file->integers("CellData", "wall", file->polys, 0, std::numeric_limits<int>::max()));
  const auto corner = read(file->integers("Polys", "connectivity", 3 * file->polys, 0,
                                          static_cast<std::int64_t>(points.size()) - 1));
  std::vector<std::string> names;
  if (file->find("FieldData", "wall_names")) names = read(file->texts("FieldData", "wall_names"));
  if (!read.ok()) return read.errors();

  std::vector<FrameWall> walls = frame.walls;
  for (FrameWall& w : walls) w.points.clear(), w.triangles.clear();
  // Points of one wall lie together: each point belongs to the wall that uses it, in their order.
  constexpr std::uint32_t kNew = 0xffffffffu;
  std::vector<std::uint32_t> place(points.size(), kNew);
  std::vector<std::int64_t> owner(points.size(), -1);
  for (std::size_t t = 0; t < number.size(); ++t) {
    // A wall has a triangle at least, so that a sane number is below the number of triangles.
    const auto w = static_cast<std::size_t>(number[t]);
    if (w >= std::max(walls.size(), names.size()) && w >= number.size())
      return damaged_vtp("a triangle belongs to wall " + std::to_string(w) +
                         ", which is not there");
    for (std::size_t k = walls.size(); k <= w; ++k)
      walls.push_back({k < names.size() ? names[k] : "", {}, {}});
    for (int c = 0; c < 3; ++c) {
      const auto p = static_cast<std::size_t>(corner[3 * t + c]);
      if (owner[p] >= 0 && owner[p] != number[t])
        return damaged_vtp("two walls share the point " + std::to_string(p));
      owner[p] = number[t];
    }
  }
  // Points that no triangle uses go to the wall before them.
  std::int64_t current = 0;
  for (std::size_t p = 0; p < points.size() && !walls.empty(); ++p) {
    if (owner[p] >= 0) current = owner[p];
    auto& own = walls[static_cast<std::size_t>(current)].points;
    place[p] = static_cast<std::uint32_t>(own.size());
    own.push_back(points[p]);
  }
  for (std::size_t t = 0; t < number.size(); ++t)
    walls[static_cast<std::size_t>(number[t])].triangles.push_back(
        {place[corner[3 * t]], place[corner[3 * t + 1]], place[corner[3 * t + 2]]});
  frame.walls = std::move(walls);
  return Done{};
}

Result<Done> read_vtp_contacts(std::string_view text, Frame& frame) {
  const auto file = VtpFile::parse(text);
  if (!file) return file.errors();
  Reads read;
  const std::uint64_t n = file->lines;
  const auto i = read(file->integers("CellData", "i", n, 0, kAnyId));
  const auto j = read(file->integers("CellData", "j", n, -1, kAnyId));
  const auto wall =
      read(file->integers("CellData", "wall", n, -1, std::numeric_limits<std::int32_t>::max()));
  const auto point = read(file->vectors("CellData", "point", n));
  const auto normal = read(file->vectors("CellData", "normal", n));
  const auto force = read(file->vectors("CellData", "force", n));
  const auto overlap = read(file->numbers("CellData", "overlap", n));
  const auto tangential = read(file->vectors("CellData", "tangential", n));
  // Files of before this was stored: friction is where it has left a force.
  const bool known = file->find("CellData", "friction") != nullptr;
  const auto friction =
      known ? read(file->integers("CellData", "friction", n, 0, 1)) : std::vector<std::int64_t>{};
  if (!read.ok()) return read.errors();
  std::vector<FrameContact> contacts;
  contacts.reserve(i.size());
  for (std::size_t k = 0; k < i.size(); ++k) {
    if ((j[k] < 0) != (wall[k] >= 0))
      return damaged_vtp("contact " + std::to_string(k) + " has no partner, or two");
    contacts.push_back(
        {static_cast<std::uint32_t>(i[k]), j[k] < 0 ? 0u : static_cast<std::uint32_t>(j[k]),
         static_cast<std::int32_t>(wall[k]), point[k], normal[k], force[k], overlap[k],
         tangential[k], known ? friction[k] != 0 : norm2(tangential[k]) > 0});
  }
  frame.contacts = std::move(contacts);
  frame.contacts_known = true;
  return Done{};
}

namespace {

// From the centre of a grain to where a bond holds it; files round, and the ends of balls are their
// centres. Frames have their grains by id.
Vec3 start_of(const Frame& frame, std::int64_t id, const Vec3& end) {
  const auto at = std::lower_bound(frame.id.begin(), frame.id.end(), id);
  if (at == frame.id.end() || *at != id) return {};
  const auto k = static_cast<std::size_t>(at - frame.id.begin());
  const Vec3 from = end - frame.x[k];
  return norm(from) > 1e-9 * frame.radius[k] ? from : Vec3{};
}

}  // namespace

Result<Done> read_vtp_bonds(std::string_view text, Frame& frame) {
  const auto file = VtpFile::parse(text);
  if (!file) return file.errors();
  Reads read;
  const std::uint64_t n = file->lines;
  const auto i = read(file->integers("CellData", "i", n, 0, kAnyId));
  const auto j = read(file->integers("CellData", "j", n, 0, kAnyId));
  const auto type =
      read(file->integers("CellData", "type", n, 0, std::numeric_limits<std::int32_t>::max()));
  const auto force = read(file->vectors("CellData", "force", n));
  const auto strain = read(file->numbers("CellData", "strain", n));
  const auto ends = read(file->vectors("Points", "Points", 2 * n));
  if (!read.ok()) return read.errors();
  std::vector<FrameBond> bonds;
  bonds.reserve(i.size());
  for (std::size_t k = 0; k < i.size(); ++k) {
    if (i[k] >= j[k])
      return damaged_vtp("bond " + std::to_string(k) + " does not join two grains in order");
    bonds.push_back({static_cast<std::uint32_t>(i[k]), static_cast<std::uint32_t>(j[k]),
                     static_cast<std::uint32_t>(type[k]), ends[2 * k + 1] - ends[2 * k], force[k],
                     strain[k], start_of(frame, i[k], ends[2 * k])});
  }
  frame.bonds = std::move(bonds);
  return Done{};
}

Result<std::vector<std::pair<double, std::string>>> read_pvd(std::string_view text) {
  std::vector<std::pair<double, std::string>> files;
  XmlScanner xml(text);
  bool headed = false;
  for (;;) {
    const auto tag = xml.next();
    if (!tag) return tag.errors();
    if (tag->kind == XmlTag::end) break;
    if (!headed && tag->name != "VTKFile") return damaged_vtp("is not a collection of VTK files");
    headed = true;
    if (tag->name != "DataSet" || tag->kind == XmlTag::close) continue;
    const std::string *time = tag->attribute("timestep"), *name = tag->attribute("file");
    double t = 0;
    if (!time || !name ||
        std::from_chars(time->data(), time->data() + time->size(), t).ec != std::errc{})
      return damaged_vtp("a <DataSet> without time or file");
    // A collection from elsewhere must not lead to other files of the disk.
    const std::filesystem::path file(*name);
    if (name->empty() || file.is_absolute() ||
        std::find(file.begin(), file.end(), "..") != file.end())
      return damaged_vtp("a <DataSet> whose file lies outside of its folder");
    files.emplace_back(t, *name);
  }
  if (!headed) return damaged_vtp("is empty, or not a collection of VTK files");
  return files;
}

}  // namespace scree
