#include <bit>
#include <cmath>
#include <cstring>

#include "make.hpp"
#include "walls/mesh/mesh_file.hpp"

namespace scree {
namespace {

const std::string kStl =
    "solid two\n"
    "  facet normal 0 1 0\n    outer loop\n"
    "      vertex 0 0 0\n      vertex 1.5e0 0 0\n      vertex 0 0 +1\n"
    "    endloop\n  endfacet\n"
    "  facet normal 0 1 0\n    outer loop\n"
    "      vertex 1 0 1\n      vertex 0 0 1\n      vertex 1 0 0\n"
    "    endloop\n  endfacet\n"
    "endsolid two\n";

void put(std::string& s, float v, bool little = true) {
  const auto bits = std::bit_cast<std::uint32_t>(v);
  for (int i = 0; i < 4; ++i) s += static_cast<char>(bits >> 8 * (little ? i : 3 - i));
}
void put(std::string& s, std::uint32_t bits, bool little = true) {
  for (int i = 0; i < 4; ++i) s += static_cast<char>(bits >> 8 * (little ? i : 3 - i));
}

// `title` may begin with "solid", as some programs write it.
std::string binary_stl(std::uint32_t count, float first = 0, const std::string& title = "solid") {
  std::string s = title;
  s.resize(80, ' ');
  put(s, count);
  for (std::uint32_t t = 0; t < count; ++t) {
    for (int i = 0; i < 3; ++i) put(s, 0.0f);
    for (int i = 0; i < 9; ++i) put(s, i == 0 ? first : static_cast<float>(i % 4 + t));
    s += std::string(2, '\0');
  }
  return s;
}

std::string binary_ply(bool little) {
  std::string s = "ply\nformat binary_" + std::string(little ? "little" : "big") +
                  "_endian 1.0\ncomment made by hand\nelement vertex 4\nproperty float x\n"
                  "property float y\nproperty uchar red\nproperty float z\n"
                  "element other 1\nproperty list uchar float weights\n"
                  "element face 1\nproperty list uchar int vertex_indices\nproperty uchar flag\n"
                  "end_header\n";
  const float p[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}};
  for (const auto& v : p) {
    put(s, v[0], little);
    put(s, v[1], little);
    s += '\x7f';
    put(s, v[2], little);
  }
  s += '\x02';
  put(s, 1.0f, little);
  put(s, 2.0f, little);
  s += '\x04';
  for (std::uint32_t i = 0; i < 4; ++i) put(s, i, little);
  s += '\x01';
  return s;
}

const std::string kPly =
    "ply\nformat ascii 1.0\nelement vertex 4\nproperty double x\nproperty double y\n"
    "property double z\nelement face 1\nproperty list uchar int vertex_index\nend_header\n"
    "0 0 0\n1 0 0\n1 0 1\n0 0 1\n4 0 1 2 3\n";

const std::string kObj =
    "# a square\nmtllib x.mtl\nv 0 0 0\nv 1 0 0 1.0\nv 1 0 1\nv 0 0 1\nvn 0 1 0\n"
    "f 1//1 2//1 \\\n 3//1 -1\n";

double area(const TriangleSoup& s) {
  double sum = 0;
  for (const auto& t : s.triangles)
    sum += 0.5 * norm(cross(s.points[t[1]] - s.points[t[0]], s.points[t[2]] - s.points[t[0]]));
  return sum;
}
void expect_area(const std::string& bytes, const std::string& name, double expected) {
  const auto s = parse_mesh(bytes, name);
  ASSERT_TRUE(s.ok()) << name << ": " << to_string(s.error());
  EXPECT_NEAR(area(*s), expected, 1e-12) << name;
}

TEST(MeshFile, reads_each_format) {
  expect_area(kStl, "a.stl", 0.75 + 0.5);
  expect_area(kStl, "a.STL", 0.75 + 0.5);
  expect_area(kStl, "noname", 0.75 + 0.5);
  expect_area(kObj, "a.obj", 1);
  expect_area(kPly, "a.ply", 1);
  expect_area(binary_ply(true), "a.ply", 1);
  expect_area(binary_ply(false), "noname", 1);
  const auto s = parse_mesh(binary_stl(3), "a.stl");
  ASSERT_TRUE(s.ok());
  EXPECT_EQ(s->triangles.size(), 3u);
  EXPECT_EQ(s->points[1], (Vec3{3, 0, 1}));
}

TEST(MeshFile, reads_windows_line_ends_and_byte_order_marks) {
  for (const auto& [text, name, expected] :
       {std::tuple{kStl, "a.stl", 1.25}, {kObj, "a.obj", 1.0}, {kPly, "a.ply", 1.0}}) {
    std::string crlf;
    for (const char c : text) crlf += c == '\n' ? "\r\n" : std::string(1, c);
    expect_area(crlf, name, expected);
    expect_area("\xef\xbb\xbf" + crlf, name, expected);  // with a byte-order mark
  }
  const auto s = parse_mesh(binary_stl(3, 0, "\xef\xbb\xbfsolid"), "a.stl");
  ASSERT_TRUE(s.ok());
  EXPECT_EQ(s->triangles.size(), 3u);
}

TEST(MeshFile, cuts_a_face_with_a_reflex_corner_as_it_should) {
  expect_area("v 0 0 0\nv 2 0 0\nv 2 2 0\nv 1 0.5 0\nv 0 2 0\nf 1 2 3 4 5\n", "a.obj", 2.5);
  expect_area("v 0 0 0\nv 0 2 0\nv 1 0.5 0\nv 2 2 0\nv 2 0 0\nf 3 4 5 1 2\n", "a.obj", 2.5);
}

struct Broken {
  std::string label, name, bytes, code, location;
};

std::string replaced(std::string s, const std::string& from, const std::string& to) {
  return s.replace(s.find(from), from.size(), to);
}

std::vector<Broken> broken() {
  const float nan = std::nanf("");
  const std::string one = binary_stl(2);
  return {
      {"empty", "a.stl", "", "E0417", "a.stl"},
      {"unknown", "a.xyz", "hello", "E0412", "a.xyz"},
      {"stl_no_triangles", "a.stl", "solid a\nendsolid a\n", "E0417", "a.stl"},
      {"stl_cut_off", "a.stl", kStl.substr(0, kStl.size() - 14), "E0416", "a.stl:15"},
      {"stl_bad_number", "a.stl", replaced(kStl, "1.5e0", "abc"), "E0413", "a.stl:5"},
      {"stl_nan", "a.stl", replaced(kStl, "1.5e0", "nan"), "E0414", "a.stl:5"},
      {"stl_infinite", "a.stl", replaced(kStl, "1.5e0", "inf"), "E0414", "a.stl:5"},
      {"stl_two_corners", "a.stl", replaced(kStl, "      vertex 0 0 +1\n", ""), "E0413", "a.stl:7"},
      {"stl_stray_word", "a.stl", replaced(kStl, "outer", "inner"), "E0413", "a.stl:3"},
      {"binary_cut_off", "a.stl", "x" + one.substr(1, 100), "E0416", "a.stl at byte 101"},
      {"binary_too_long", "a.stl", one + '\0', "E0413", "a.stl at byte 185"},
      {"binary_header_cut_off", "a.stl", "binary", "E0416", "a.stl at byte 6"},
      {"binary_nan", "a.stl", binary_stl(2, nan), "E0414", "a.stl at byte 96"},
      {"obj_empty", "a.obj", "# nothing\n", "E0417", "a.obj"},
      {"obj_out_of_range", "a.obj", "v 0 0 0\nv 1 0 0\nf 1 2 3\n", "E0415", "a.obj:3"},
      {"obj_zero", "a.obj", "v 0 0 0\nv 1 0 0\nf 0 1 2\n", "E0415", "a.obj:3"},
      {"obj_too_far_back", "a.obj", "v 0 0 0\nf -1 -1 -2\n", "E0415", "a.obj:2"},
      {"obj_two_corners", "a.obj", "v 0 0 0\nv 1 0 0\nf 1 2\n", "E0413", "a.obj:3"},
      {"obj_cut_off", "a.obj", "v 0 0 0\nv 1", "E0413", "a.obj:2"},
      {"obj_nan", "a.obj", "v 0 nan 0\n", "E0414", "a.obj:1"},
      {"ply_no_header", "a.ply", "plx\n", "E0413", "a.ply:1"},
      {"ply_header_cut_off", "a.ply", "ply\nformat ascii 1.0\n", "E0416", "a.ply:2"},
      {"ply_no_faces", "a.ply", replaced(kPly, "vertex_index", "stuff"), "E0413", "a.ply:9"},
      {"ply_no_z", "a.ply", replaced(kPly, "double z", "double w"), "E0413", "a.ply:9"},
      {"ply_format", "a.ply", replaced(kPly, "ascii", "morse"), "E0413", "a.ply:2"},
      {"ply_type", "a.ply", replaced(kPly, "double x", "triple x"), "E0413", "a.ply:4"},
      {"ply_out_of_range", "a.ply", replaced(kPly, "4 0 1 2 3", "4 0 1 2 4"), "E0415", "a.ply:14"},
      {"ply_negative", "a.ply", replaced(kPly, "4 0 1 2 3", "4 0 1 2 -1"), "E0415", "a.ply:14"},
      {"ply_cut_off", "a.ply", kPly.substr(0, kPly.size() - 10), "E0416", "a.ply:13"},
      {"ply_short_line", "a.ply", replaced(kPly, "4 0 1 2 3", "4 0 1 2"), "E0413", "a.ply:14"},
      {"ply_nan", "a.ply", replaced(kPly, "1 0 1", "1 nan 1"), "E0414", "a.ply:12"},
      {"ply_two_corners", "a.ply", replaced(kPly, "4 0 1 2 3", "2 0 1"), "E0413", "a.ply:14"},
      {"ply_huge_count", "a.ply", replaced(kPly, "vertex 4", "vertex 18446744073709551615"),
       "E0416", "a.ply:14"},
      {"ply_binary_cut_off", "a.ply", binary_ply(true).substr(0, 355), "E0416",
       "a.ply at byte 353"},
  };
}

class BrokenMesh : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenMesh, is_refused_with_its_place) {
  const Broken& b = GetParam();
  const auto s = parse_mesh(b.bytes, b.name);
  ASSERT_FALSE(s.ok());
  EXPECT_EQ(s.error().code, b.code) << to_string(s.error());
  EXPECT_EQ(s.error().location, b.location) << to_string(s.error());
}

INSTANTIATE_TEST_SUITE_P(all, BrokenMesh, ::testing::ValuesIn(broken()),
                         [](const auto& info) { return info.param.label; });

TEST(MeshFile, a_missing_file_is_refused) {
  const auto s = read_mesh_file("/nonexistent/cup.stl");
  ASSERT_FALSE(s.ok());
  EXPECT_EQ(s.error().code, "E0411");
}

// Any bytes give a mesh or an error, never a crash; a mesh has indices within its points.
void expect_sane(const std::string& bytes, const std::string& name) {
  const auto s = parse_mesh(bytes, name);
  if (!s) {
    EXPECT_FALSE(s.error().code.empty());
    return;
  }
  for (const Vec3& p : s->points) ASSERT_TRUE(is_finite(p));
  for (const auto& t : s->triangles)
    for (const std::uint32_t v : t) ASSERT_LT(v, s->points.size());
}

TEST(MeshFile, random_bytes_do_no_harm) {
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const CounterRandom random(i, 1);
    std::string bytes;
    const auto length = static_cast<std::size_t>(random.uniform(0) * 300);
    for (std::size_t k = 0; k < length; ++k)
      bytes += static_cast<char>(random.words(k + 1)[0] & 0xff);
    for (const std::string name : {"a.stl", "a.obj", "a.ply", "a"}) expect_sane(bytes, name);
  }
}

TEST(MeshFile, good_files_with_random_changes_do_no_harm) {
  const std::pair<std::string, std::string> good[] = {
      {kStl, "a.stl"}, {binary_stl(3), "a.stl"},    {kObj, "a.obj"},
      {kPly, "a.ply"}, {binary_ply(true), "a.ply"}, {binary_ply(false), "a.ply"},
  };
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const CounterRandom random(i, 2);
    auto [bytes, name] = good[i % std::size(good)];
    const auto changes = 1 + static_cast<std::uint64_t>(random.uniform(0) * 5);
    for (std::uint64_t k = 0; k < changes; ++k) {
      const auto w = random.words(k + 1);
      const std::size_t at = w[0] % bytes.size();
      if (w[1] % 4 == 0)
        bytes.erase(at, 1 + w[2] % 20);
      else if (w[1] % 4 == 1)
        bytes.insert(at, bytes.substr(w[3] % bytes.size(), w[2] % 20));
      else
        bytes[at] = static_cast<char>(w[2]);
      if (bytes.empty()) bytes = "x";
    }
    expect_sane(bytes, name);
  }
}

}  // namespace
}  // namespace scree
