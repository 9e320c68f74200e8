// Formats that draw grains draw the shape of each, not the ball around it: read back, the solids
// have the right volume at the right place.
#include <cstring>
#include <numbers>
#include <sstream>

#include "io/grain_faces.hpp"
#include "support.hpp"

namespace scree {
namespace {

using test::write;

const std::vector<std::vector<std::uint32_t>> kBoxFaces{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                                        {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};

// Two bricks of 1 x 2 x 3 of different size and turn, and a ball.
Frame bricks() {
  Frame f;
  FrameShape brick;
  brick.radius = 0.5 * std::sqrt(14.0);
  for (unsigned k = 0; k < 8; ++k)
    brick.points.push_back({k & 1u ? 0.5 : -0.5, k & 2u ? 1.0 : -1.0, k & 4u ? 1.5 : -1.5});
  brick.faces = kBoxFaces;
  f.shapes.push_back(brick);
  f.add(3, {1, 2, 3}, brick.radius, 6);
  f.add(5, {9, 0, 0}, 2 * brick.radius, 48);
  f.add(8, {-4, 0, 0}, 1, 4);
  f.q[0] = normalized(Quat{1, 2, -0.5, 0.3});
  f.q[1] = normalized(Quat{-0.2, 0.4, 1, 0.8});
  f.v[1] = {3, 0, 4};
  f.fields.push_back({std::string(kShapeField), "", {1, 1, 0}});
  return f;
}

struct Soup {
  std::vector<Vec3> points;
  std::vector<std::vector<std::uint32_t>> faces;
  // Volume and centre of all that is closed.
  double volume = 0;
  Vec3 centre{};
  void measure() {
    for (const auto& face : faces)
      for (std::size_t c = 2; c < face.size(); ++c) {
        const Vec3 &a = points[face[0]], &b = points[face[c - 1]], &d = points[face[c]];
        const double v = dot(a, cross(b, d)) / 6;
        volume += v, centre += 0.25 * v * (a + b + d);
      }
    centre = centre / volume;
  }
};

void expect_bricks(Soup soup, std::size_t faces) {
  EXPECT_EQ(soup.points.size(), 16u);
  EXPECT_EQ(soup.faces.size(), faces);
  soup.measure();
  EXPECT_NEAR(soup.volume, 6 + 48, 1e-9);
  const Vec3 middle = (1 / 54.0) * (6.0 * Vec3{1, 2, 3} + 48.0 * Vec3{9, 0, 0});
  EXPECT_NEAR(norm(soup.centre - middle), 0, 1e-9);
}

ParamSet part(const char* name) {
  ParamSet p;
  p.set("part", std::string(name));
  return p;
}

TEST(ShapeFormats, ply_has_the_faces_of_each_grain) {
  const std::string file = write("ply", bricks(), part("shapes"));
  std::istringstream in(file);
  std::string line;
  std::size_t vertices = 0, faces = 0;
  while (std::getline(in, line) && line != "end_header") {
    std::sscanf(line.c_str(), "element vertex %zu", &vertices);
    std::sscanf(line.c_str(), "element face %zu", &faces);
  }
  const auto read = [&](auto v) {
    in.read(reinterpret_cast<char*>(&v), sizeof v);
    return v;
  };
  Soup soup;
  for (std::size_t k = 0; k < vertices; ++k) {
    const double x = read(0.0), y = read(0.0), z = read(0.0);
    soup.points.push_back({x, y, z});
  }
  std::vector<std::uint32_t> ids;
  for (std::size_t k = 0; k < faces; ++k) {
    std::vector<std::uint32_t> face(read(std::uint32_t{}));
    for (auto& c : face) c = read(std::uint32_t{});
    ids.push_back(read(std::uint32_t{}));
    EXPECT_EQ(read(std::uint32_t{1}), 0u);
    EXPECT_EQ(read(0.0), ids.back() == 5 ? 5 : 0);
    soup.faces.push_back(face);
  }
  EXPECT_TRUE(in) << "ends too early";
  in.get();
  EXPECT_TRUE(in.eof());
  expect_bricks(soup, 12);
  EXPECT_EQ(std::count(ids.begin(), ids.end(), 3u), 6);
}

TEST(ShapeFormats, avs_has_the_triangles_of_each_grain) {
  std::istringstream in(write("avs", bricks(), part("shapes")));
  std::string line, type;
  std::getline(in, line);
  std::size_t nodes = 0, cells = 0, node_data = 9, cell_data = 0, model = 9, number = 0;
  in >> nodes >> cells >> node_data >> cell_data >> model;
  EXPECT_EQ(cell_data, 2u);
  Soup soup;
  for (std::size_t k = 0; k < nodes; ++k) {
    Vec3 x;
    in >> number >> x.x >> x.y >> x.z;
    EXPECT_EQ(number, k + 1);
    soup.points.push_back(x);
  }
  for (std::size_t k = 0; k < cells; ++k) {
    std::uint32_t material = 9, a = 0, b = 0, c = 0;
    in >> number >> material >> type >> a >> b >> c;
    EXPECT_EQ(type, "tri");
    soup.faces.push_back({a - 1, b - 1, c - 1});
  }
  expect_bricks(soup, 24);
}

// Numbers of the first list after `word`.
std::vector<double> numbers_after(const std::string& text, const std::string& word,
                                  std::size_t from = 0) {
  std::vector<double> out;
  std::size_t at = text.find(word, from);
  if (at == std::string::npos) return out;
  at += word.size();
  const char* p = text.c_str() + at;
  while (*p != '\0' && *p != '>' && *p != '}' && *p != '/') {
    char* end = nullptr;
    const double v = std::strtod(p, &end);
    if (end == p) {
      if (std::isalpha(static_cast<unsigned char>(*p)) || *p == ']') break;
      ++p;
    } else {
      out.push_back(v);
      p = end;
    }
  }
  return out;
}

TEST(ShapeFormats, x3d_and_vrml_write_a_form_once_and_place_it) {
  for (const char* format : {"x3d", "vrml"}) {
    const std::string text = write(format, bricks());
    const auto count = [&](const std::string& word) {
      std::size_t n = 0;
      for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; ++at) ++n;
      return n;
    };
    const bool xml = std::string_view(format) == "x3d";
    EXPECT_EQ(count(xml ? "DEF=\"form0\"" : "DEF form0"), 1u) << format;
    EXPECT_EQ(count(xml ? "USE=\"form0\"" : "USE form0"), 1u) << format;
    EXPECT_EQ(count(xml ? "<Sphere" : "Sphere {"), 1u) << format;
    // The second brick: twice as large, turned by its axis and angle.
    const std::string wanted = xml ? "translation=\"9 0 0\"" : "translation 9 0 0";
    const std::size_t at = text.find(wanted);
    ASSERT_NE(at, std::string::npos) << format;
    const auto turn = numbers_after(text, "rotation", at), size = numbers_after(text, "scale", at);
    ASSERT_GE(turn.size(), 4u);
    ASSERT_GE(size.size(), 3u);
    EXPECT_NEAR(size[0], 2, 1e-12);
    const Vec3 axis{turn[0], turn[1], turn[2]};
    const Vec3 v = std::sin(0.5 * turn[3]) * axis;
    const Quat q{std::cos(0.5 * turn[3]), v.x, v.y, v.z}, wanted_q = bricks().q[1];
    EXPECT_NEAR(norm(rotate(q, Vec3{1, 2, 3}) - rotate(wanted_q, Vec3{1, 2, 3})), 0, 1e-9);
  }
}

TEST(ShapeFormats, pov_declares_a_form_once_and_cuts_it) {
  Frame f = bricks();
  const std::string text = write("pov", f);
  EXPECT_NE(text.find("#declare Form0 = mesh2"), std::string::npos);
  EXPECT_EQ(text.find("#declare Form1"), std::string::npos);
  const std::size_t first = text.find("object { Form0 matrix <");
  ASSERT_NE(first, std::string::npos);
  const std::size_t second = text.find("object { Form0 matrix <", first + 1);
  ASSERT_NE(second, std::string::npos);
  const auto a = numbers_after(text, "matrix <", first),
             b = numbers_after(text, "matrix <", second);
  ASSERT_EQ(a.size(), 12u);
  ASSERT_EQ(b.size(), 12u);
  const auto row = [](const std::vector<double>& m, std::size_t k) {
    return Vec3{m[3 * k], m[3 * k + 1], m[3 * k + 2]};
  };
  const auto image = [&](const std::vector<double>& m, const Vec3& x) {
    return x.x * row(m, 0) + x.y * row(m, 1) + x.z * row(m, 2) + row(m, 3);
  };
  // Distances of corners of the two, in units of one of them: free of how the scene is scaled.
  const GrainFaces faces(f);
  const Vec3 p = faces.points(0)[6], q = faces.points(1)[1], r = faces.points(1)[6];
  const FrameShape& s = f.shapes[0];
  const auto at = [&](const std::vector<double>& m, std::size_t c) {
    return image(m, (1 / s.radius) * s.points[c]);
  };
  EXPECT_NEAR(norm(at(a, 6) - at(b, 1)) / norm(at(b, 6) - at(b, 1)), norm(p - q) / norm(r - q),
              1e-6);
  ParamSet cut;
  cut.set("clip_point", Vec3{1, 2, 3});
  cut.set("clip_normal", Vec3{0, 0, 1});
  EXPECT_NE(write("pov", f, cut).find("intersection { object { Form0"), std::string::npos);
}

TEST(ShapeFormats, frames_of_balls_have_no_faces) {
  Frame f = bricks();
  f.fields.clear();
  EXPECT_EQ(write("pov", f).find("mesh2"), std::string::npos);
  EXPECT_NE(write("ply", f, part("shapes")).find("element face 0"), std::string::npos);
}

}  // namespace
}  // namespace scree
