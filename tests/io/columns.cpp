// Every column of every exporter that writes numbers, found by its name and compared with the
// frame. No two numbers of the frame are equal, so nothing can stand in the place of another.
#include <charconv>
#include <map>
#include <set>

#include "support.hpp"

namespace scree::test {
namespace {

class Numbers {
 public:
  double next() {
    ++n_;
    return 1 + 0.0078125 * n_ + 1.0 / (3 + n_);
  }
  Vec3 vector() {
    const double x = next(), y = next();
    return {x, -y, next()};
  }

 private:
  int n_ = 0;
};

Frame distinct_frame() {
  Numbers n;
  Frame f;
  f.time = n.next();
  f.step = 4711;
  for (std::uint32_t k = 0; k < 3; ++k) {
    f.add(20 + k, n.vector(), n.next(), n.next());
    f.type[k] = 30 + k, f.body[k] = 40 + k;
    f.v[k] = n.vector(), f.omega[k] = n.vector(), f.f[k] = n.vector(), f.tq[k] = n.vector();
    f.q[k] = {n.next(), n.next(), n.next(), n.next()};
  }
  f.fields.push_back({"heat", "K", {n.next(), n.next(), n.next()}});
  f.fields.push_back({"age", "s", {n.next(), n.next(), n.next()}});
  for (const char* name : {"floor", "lid"})
    f.walls.push_back({name,
                       {n.vector(), n.vector(), n.vector(), n.vector()},
                       {{0, 1, 2}, {1, 3, 2}},
                       n.vector(),
                       n.vector()});
  f.contacts.push_back({20, 21, -1, n.vector(), n.vector(), n.vector(), n.next(), n.vector()});
  f.contacts.push_back({22, 0, 1, n.vector(), n.vector(), n.vector(), n.next(), n.vector()});
  return f;
}

using Table = std::map<std::string, std::vector<double>>;  // by column

void add_vectors(Table& t, const std::vector<std::string>& names, const std::vector<Vec3>& v) {
  for (int c = 0; c < 3; ++c)
    for (const Vec3& a : v) t[names[static_cast<std::size_t>(c)]].push_back(a[c]);
}

// What csv and lammps call it.
Table expected_grains(const Frame& f, const std::vector<std::string>& quaternion) {
  Table t;
  for (std::size_t k = 0; k < f.size(); ++k) {
    t["id"].push_back(f.id[k]), t["type"].push_back(f.type[k]), t["body"].push_back(f.body[k]);
    t[quaternion[0]].push_back(f.q[k].w), t[quaternion[1]].push_back(f.q[k].x);
    t[quaternion[2]].push_back(f.q[k].y), t[quaternion[3]].push_back(f.q[k].z);
  }
  t["radius"] = f.radius, t["mass"] = f.mass;
  add_vectors(t, {"x", "y", "z"}, f.x);
  add_vectors(t, {"vx", "vy", "vz"}, f.v);
  add_vectors(t, {"omegax", "omegay", "omegaz"}, f.omega);
  add_vectors(t, {"fx", "fy", "fz"}, f.f);
  add_vectors(t, {"tqx", "tqy", "tqz"}, f.tq);
  for (const FrameField& field : f.fields) t[field.name] = field.values;
  return t;
}

Table table_of(const std::vector<std::string>& names, const std::vector<std::string>& rows,
               char by) {
  Table t;
  for (const std::string& line : rows) {
    const auto cells = split(line, by);
    EXPECT_EQ(cells.size(), names.size()) << line;
    if (cells.size() != names.size()) return t;
    for (std::size_t c = 0; c < names.size(); ++c) t[names[c]].push_back(std::stod(cells[c]));
  }
  return t;
}

void expect_same(const Table& got, const Table& expected) {
  for (const auto& [name, values] : expected) {
    ASSERT_TRUE(got.contains(name)) << name;
    EXPECT_EQ(got.at(name), values) << name;
  }
  EXPECT_EQ(got.size(), expected.size()) << "a column that is not compared";
}

ParamSet part(const char* name) {
  ParamSet p;
  p.set("part", std::string(name));
  return p;
}

std::vector<std::string> lines_of(const std::string& text) {
  auto lines = split(text, '\n');
  EXPECT_EQ(lines.back(), "") << "the last line ends";
  lines.pop_back();
  return lines;
}

TEST(Columns, the_frame_has_no_number_twice) {
  const Table t = expected_grains(distinct_frame(), {"qw", "qx", "qy", "qz"});
  std::set<double> all;
  std::size_t count = 0;
  for (const auto& [name, values] : t) all.insert(values.begin(), values.end()), count += 3;
  EXPECT_EQ(all.size(), count);
}

TEST(Columns, of_csv_are_those_of_the_frame) {
  const Frame f = distinct_frame();
  auto lines = lines_of(write("csv", f));
  const auto names = split(lines[0], ',');
  lines.erase(lines.begin());
  expect_same(table_of(names, lines, ','), expected_grains(f, {"qw", "qx", "qy", "qz"}));
}

TEST(Columns, of_lammps_are_those_of_the_frame) {
  const Frame f = distinct_frame();
  const auto lines = lines_of(write("lammps", f));
  std::size_t at = 0;
  while (at < lines.size() && lines[at].rfind("ITEM: ATOMS ", 0) != 0) ++at;
  ASSERT_LT(at, lines.size());
  Table expected = expected_grains(f, {"quatw", "quati", "quatj", "quatk"});
  for (double& type : expected["type"]) ++type;  // they count from 1 there
  expect_same(
      table_of(split(lines[at].substr(12), ' '), {lines.begin() + long(at) + 1, lines.end()}, ' '),
      expected);
}

// A reader of AVS UCD, from the description of the format: counts; nodes; cells; then for nodes and
// for cells the sizes of the components, their labels and units, and a line of values each.
struct Ucd {
  std::vector<Vec3> nodes;
  std::vector<std::string> cells;                         // "material type corners", as it stands
  std::map<std::string, std::vector<double>> node, cell;  // by label, components together
  std::map<std::string, std::string> unit;
};

Ucd read_ucd(const std::string& text) {
  auto lines = lines_of(text);
  std::size_t at = 0;
  while (lines[at].rfind('#', 0) == 0) ++at;
  Ucd u;
  const auto counts = split(lines[at++], ' ');
  const auto rest = [](const std::string& line) { return line.substr(line.find(' ') + 1); };
  for (int k = 0; k < std::stoi(counts[0]); ++k) {
    const auto c = split(rest(lines[at++]), ' ');
    u.nodes.push_back({std::stod(c[0]), std::stod(c[1]), std::stod(c[2])});
  }
  for (int k = 0; k < std::stoi(counts[1]); ++k) u.cells.push_back(rest(lines[at++]));
  for (const bool of_cells : {false, true}) {
    if (counts[of_cells ? 3 : 2] == "0") continue;
    const auto sizes = split(lines[at++], ' ');
    std::vector<std::string> labels;
    for (int k = 0; k < std::stoi(sizes[0]); ++k, ++at) {
      labels.push_back(lines[at].substr(0, lines[at].find(',')));
      u.unit[labels.back()] = lines[at].substr(lines[at].find(',') + 2);
    }
    for (int k = 0; k < std::stoi(counts[of_cells ? 1 : 0]); ++k) {
      const auto c = split(rest(lines[at++]), ' ');
      std::size_t next = 0;
      for (std::size_t l = 0; l < labels.size(); ++l)
        for (int n = 0; n < std::stoi(sizes[l + 1]); ++n)
          (of_cells ? u.cell : u.node)[labels[l]].push_back(std::stod(c.at(next++)));
    }
  }
  EXPECT_EQ(at, lines.size());
  return u;
}

std::vector<double> flat(const std::vector<Vec3>& vectors) {
  std::vector<double> out;
  for (const Vec3& v : vectors) out.insert(out.end(), {v.x, v.y, v.z});
  return out;
}
std::vector<double> as_numbers(const std::vector<std::uint32_t>& v) { return {v.begin(), v.end()}; }

TEST(Columns, of_avs_grains_are_those_of_the_frame) {
  const Frame f = distinct_frame();
  const Ucd u = read_ucd(write("avs", f));
  EXPECT_EQ(u.nodes, f.x);
  EXPECT_EQ(u.cells, (std::vector<std::string>{"30 pt 1", "31 pt 2", "32 pt 3"}));
  expect_same(u.node, {{"id", as_numbers(f.id)},
                       {"body", as_numbers(f.body)},
                       {"radius", f.radius},
                       {"mass", f.mass},
                       {"v", flat(f.v)},
                       {"omega", flat(f.omega)},
                       {"f", flat(f.f)},
                       {"tq", flat(f.tq)},
                       {"heat", f.fields[0].values},
                       {"age", f.fields[1].values}});
  EXPECT_EQ(u.unit.at("f"), "N");
  EXPECT_EQ(u.unit.at("tq"), "N_m");
  EXPECT_EQ(u.unit.at("heat"), "K");
  EXPECT_TRUE(u.cell.empty());
}

// Both walls' points one after the other, and the triangles with the number of their wall.
std::vector<Vec3> wall_points(const Frame& f) {
  std::vector<Vec3> all;
  for (const FrameWall& w : f.walls) all.insert(all.end(), w.points.begin(), w.points.end());
  return all;
}

TEST(Columns, of_avs_walls_and_contacts_are_those_of_the_frame) {
  const Frame f = distinct_frame();
  const Ucd walls = read_ucd(write("avs", f, part("walls")));
  EXPECT_EQ(walls.nodes, wall_points(f));
  EXPECT_EQ(walls.cells,
            (std::vector<std::string>{"0 tri 1 2 3", "0 tri 2 4 3", "1 tri 5 6 7", "1 tri 6 8 7"}));
  expect_same(walls.cell, {{"wall", {0, 0, 1, 1}}});
  const Ucd lines = read_ucd(write("avs", f, part("contacts")));
  const auto &a = f.contacts[0], &b = f.contacts[1];
  // Between grains from centre to centre, to a wall as far as the contact.
  EXPECT_EQ(lines.nodes, (std::vector<Vec3>{f.x[0], f.x[1], f.x[2], b.point}));
  EXPECT_EQ(lines.cells, (std::vector<std::string>{"0 line 1 2", "1 line 3 4"}));
  expect_same(lines.cell, {{"force", flat({a.force, b.force})},
                           {"normal", flat({a.normal, b.normal})},
                           {"magnitude", {norm(a.force), norm(b.force)}},
                           {"overlap", {a.overlap, b.overlap}},
                           {"wall", {-1, 1}}});
}

template <class T>
T taken(const std::string& bytes, std::size_t& at) {
  T v;
  std::memcpy(&v, bytes.data() + at, sizeof v);
  at += sizeof v;
  return v;
}

TEST(Columns, of_ply_grains_are_those_of_the_frame) {
  const Frame f = distinct_frame();
  const std::string ply = write("ply", f);
  std::vector<std::string> names, types;
  for (const std::string& line : split(ply.substr(0, ply.find("end_header")), '\n'))
    if (line.rfind("property ", 0) == 0)
      types.push_back(split(line, ' ')[1]), names.push_back(split(line, ' ')[2]);
  Table got, expected;
  std::size_t at = ply.find("end_header\n") + 11;
  for (std::size_t k = 0; k < f.size(); ++k)
    for (std::size_t c = 0; c < names.size(); ++c)
      got[names[c]].push_back(types[c] == "double" ? taken<double>(ply, at)
                                                   : taken<std::uint32_t>(ply, at));
  EXPECT_EQ(at, ply.size());
  add_vectors(expected, {"x", "y", "z"}, f.x);
  add_vectors(expected, {"vx", "vy", "vz"}, f.v);
  expected["radius"] = f.radius;
  expected["id"] = as_numbers(f.id), expected["type"] = as_numbers(f.type);
  expect_same(got, expected);
}

TEST(Columns, of_ply_walls_are_those_of_the_frame) {
  const Frame f = distinct_frame();
  const std::string ply = write("ply", f, part("walls"));
  EXPECT_NE(ply.find("element vertex 8\nproperty double x\nproperty double y\nproperty double z\n"
                     "element face 4\nproperty list uchar uint vertex_indices\n"
                     "property uint wall\nend_header\n"),
            std::string::npos);
  std::size_t at = ply.find("end_header\n") + 11;
  for (const Vec3& p : wall_points(f))
    for (int c = 0; c < 3; ++c) EXPECT_EQ(taken<double>(ply, at), p[c]);
  for (std::uint32_t w = 0; w < 2; ++w)
    for (const auto& t : f.walls[w].triangles) {
      EXPECT_EQ(taken<std::uint8_t>(ply, at), 3);
      for (const std::uint32_t corner : t) EXPECT_EQ(taken<std::uint32_t>(ply, at), 4 * w + corner);
      EXPECT_EQ(taken<std::uint32_t>(ply, at), w);
    }
  EXPECT_EQ(at, ply.size());
}

TEST(Columns, of_vtp_grains_are_those_of_the_frame) {
  const Frame f = distinct_frame();
  const std::string vtp = write("vtp", f);
  const auto numbers = [&vtp](const char* name) { return vtp_array<double>(vtp, name, "Float64"); };
  EXPECT_EQ(numbers("Points"), flat(f.x));
  EXPECT_EQ(numbers("v"), flat(f.v));
  EXPECT_EQ(numbers("omega"), flat(f.omega));
  EXPECT_EQ(numbers("f"), flat(f.f));
  EXPECT_EQ(numbers("tq"), flat(f.tq));
  EXPECT_EQ(numbers("radius"), f.radius);
  EXPECT_EQ(numbers("mass"), f.mass);
  EXPECT_EQ(numbers("heat"), f.fields[0].values);
  EXPECT_EQ(numbers("age"), f.fields[1].values);
  EXPECT_EQ(numbers("wall_force"), flat({f.walls[0].force, f.walls[1].force}));
  EXPECT_EQ(numbers("wall_torque"), flat({f.walls[0].torque, f.walls[1].torque}));
  std::vector<double> q;
  for (const Quat& a : f.q) q.insert(q.end(), {a.x, a.y, a.z, a.w});  // scalar last
  EXPECT_EQ(numbers("orientation"), q);
  using Whole = std::vector<std::int64_t>;
  EXPECT_EQ(vtp_array<std::int64_t>(vtp, "id", "Int64"), Whole(f.id.begin(), f.id.end()));
  EXPECT_EQ(vtp_array<std::int64_t>(vtp, "body", "Int64"), Whole(f.body.begin(), f.body.end()));
  EXPECT_EQ(vtp_array<std::int32_t>(vtp, "type", "Int32"),
            std::vector<std::int32_t>(f.type.begin(), f.type.end()));
}

TEST(Columns, of_vtp_contacts_are_those_of_the_frame) {
  const Frame f = distinct_frame();
  const std::string vtp = write("vtp", f, part("contacts"));
  const auto numbers = [&vtp](const char* name) { return vtp_array<double>(vtp, name, "Float64"); };
  const auto &a = f.contacts[0], &b = f.contacts[1];
  EXPECT_EQ(numbers("Points"), flat({f.x[0], f.x[1], f.x[2], b.point}));
  EXPECT_EQ(numbers("point"), flat({a.point, b.point}));
  EXPECT_EQ(numbers("normal"), flat({a.normal, b.normal}));
  EXPECT_EQ(numbers("force"), flat({a.force, b.force}));
  EXPECT_EQ(numbers("tangential"), flat({a.tangential, b.tangential}));
  EXPECT_EQ(numbers("magnitude"), (std::vector<double>{norm(a.force), norm(b.force)}));
  EXPECT_EQ(numbers("normal_force"),
            (std::vector<double>{-dot(a.force, a.normal), -dot(b.force, b.normal)}));
  EXPECT_EQ(numbers("overlap"), (std::vector<double>{a.overlap, b.overlap}));
  EXPECT_EQ(vtp_array<std::int64_t>(vtp, "i", "Int64"), (std::vector<std::int64_t>{20, 22}));
  EXPECT_EQ(vtp_array<std::int64_t>(vtp, "j", "Int64"), (std::vector<std::int64_t>{21, -1}));
  EXPECT_EQ(vtp_array<std::int32_t>(vtp, "wall", "Int32"), (std::vector<std::int32_t>{-1, 1}));
}

// The three formats that show balls: where each is and how large.
TEST(Columns, of_scenes_place_every_ball) {
  const Frame f = distinct_frame();
  const std::string vrml = write("vrml", f), x3d = write("x3d", f), pov = write("pov", f);
  const auto text = [](double v) {
    char digits[32];
    return std::string(digits, std::to_chars(digits, digits + sizeof digits, v).ptr);
  };
  for (std::size_t k = 0; k < f.size(); ++k) {
    const std::string at = text(f.x[k].x) + " " + text(f.x[k].y) + " " + text(f.x[k].z);
    const std::string r = text(f.radius[k]), size = r + " " + r + " " + r;
    for (const std::string* scene : {&vrml, &x3d}) {
      const std::size_t here = scene->find(at);
      ASSERT_NE(here, std::string::npos) << at;
      const std::size_t scale = scene->find("scale", here);
      ASSERT_NE(scale, std::string::npos);
      EXPECT_NE(scene->substr(scale, 120).find(size), std::string::npos) << at;
    }
  }
  // POV-Ray's scene is scaled about its middle: distances and radii keep their ratios.
  std::vector<std::vector<double>> balls;
  for (std::size_t at = pov.find("sphere { <"); at != std::string::npos;
       at = pov.find("sphere { <", at + 1)) {
    const std::string inside = pov.substr(at + 10, pov.find("pigment", at) - at - 10);
    std::vector<double> v;
    for (std::string cell : split(inside, ','))
      v.push_back(std::stod(cell.substr(cell.find_first_not_of(" >"))));
    balls.push_back(v);
  }
  ASSERT_EQ(balls.size(), 3u);
  const double scale = balls[0][3] / f.radius[0];
  for (std::size_t k = 1; k < 3; ++k) {
    // Nine digits are written, of numbers up to 10.
    EXPECT_LT(std::abs(balls[k][3] - scale * f.radius[k]), 1e-7);
    for (int c = 0; c < 3; ++c)
      EXPECT_LT(std::abs(balls[k][std::size_t(c)] - balls[0][std::size_t(c)] -
                         scale * (f.x[k][c] - f.x[0][c])),
                1e-7);
  }
}

TEST(Columns, every_exporter_is_compared) {
  std::set<std::string_view> names;
  for (const ExporterEntry* e : exporter_catalog()) names.insert(e->info.name);
  // png has pixels: tests/io/render.cpp; npz has arrays: tests/io/npz.cpp. A new exporter with
  // columns has to be compared above.
  EXPECT_EQ(names, (std::set<std::string_view>{"avs", "csv", "lammps", "npz", "ply", "png", "pov",
                                               "vrml", "vtp", "x3d"}));
}

}  // namespace
}  // namespace scree::test
