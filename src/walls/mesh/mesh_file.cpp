#include "walls/mesh/mesh_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>

#include "base/words.hpp"
#include "walls/mesh/mesh_text.hpp"

namespace scree {
namespace {

std::string ending(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos) return {};
  std::string e = name.substr(dot + 1);
  for (char& c : e) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return e;
}

struct Point2 {
  double x, y;
};
double turn(const Point2& a, const Point2& b, const Point2& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// The polygon in its own plane: Newell's normal, the largest component dropped, counter-clockwise.
std::vector<Point2> flattened(const TriangleSoup& soup, const std::vector<std::uint32_t>& corners) {
  Vec3 n{};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec3 &a = soup.points[corners[i]], &b = soup.points[corners[(i + 1) % corners.size()]];
    n += Vec3{(a.y - b.y) * (a.z + b.z), (a.z - b.z) * (a.x + b.x), (a.x - b.x) * (a.y + b.y)};
  }
  int k = 0;
  for (int i = 1; i < 3; ++i)
    if (std::abs(n[i]) > std::abs(n[k])) k = i;
  std::vector<Point2> flat;
  for (const std::uint32_t c : corners) {
    const Vec3& p = soup.points[c];
    const double u = p[(k + 1) % 3], v = p[(k + 2) % 3];
    flat.push_back(n[k] > 0 ? Point2{u, v} : Point2{v, u});
  }
  return flat;
}

bool is_ear(const std::vector<Point2>& p, const std::vector<std::uint32_t>& left, std::size_t i) {
  const std::size_t n = left.size();
  const Point2 &a = p[left[(i + n - 1) % n]], &b = p[left[i]], &c = p[left[(i + 1) % n]];
  if (!(turn(a, b, c) > 0)) return false;
  for (std::size_t j = 0; j < n; ++j) {
    if (j == i || j == (i + 1) % n || j == (i + n - 1) % n) continue;
    const Point2& q = p[left[j]];
    if (turn(a, b, q) >= 0 && turn(b, c, q) >= 0 && turn(c, a, q) >= 0) return false;
  }
  return true;
}

}  // namespace

bool add_polygon(TriangleSoup& soup, const std::vector<std::uint32_t>& corners) {
  if (corners.size() > kMaxCorners) return false;
  std::vector<std::uint32_t> left(corners.size());
  for (std::uint32_t i = 0; i < left.size(); ++i) left[i] = i;
  std::vector<Point2> flat;
  if (corners.size() > 3) flat = flattened(soup, corners);
  while (left.size() > 3) {
    std::size_t ear = 0;
    while (ear < left.size() && !is_ear(flat, left, ear)) ++ear;
    if (ear == left.size()) ear = 1;  // crossing or degenerate: cut anyway, area 0 is dropped later
    const std::size_t n = left.size();
    soup.triangles.push_back(
        {corners[left[(ear + n - 1) % n]], corners[left[ear]], corners[left[(ear + 1) % n]]});
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(ear));
  }
  if (left.size() == 3)
    soup.triangles.push_back({corners[left[0]], corners[left[1]], corners[left[2]]});
  return true;
}

Result<TriangleSoup> parse_mesh(std::string_view bytes, const std::string& name) {
  if (bytes.empty()) return Error{"E0417", "the mesh file is empty", name, ""};
  const std::string e = ending(name);
  if (e != "stl") bytes = without_byte_order_mark(bytes);
  Result<TriangleSoup> soup = TriangleSoup{};
  if (e == "stl")
    soup = parse_stl(bytes, name);
  else if (e == "obj")
    soup = parse_obj(bytes, name);
  else if (e == "ply" || bytes.starts_with("ply\n") || bytes.starts_with("ply\r"))
    soup = parse_ply(bytes, name);
  else if (bytes.starts_with("solid"))
    soup = parse_stl(bytes, name);
  else
    return Error{"E0412", "unknown mesh format", name, "name the file .stl, .obj or .ply"};
  if (soup && soup->triangles.empty())
    return Error{"E0417", "the mesh file has no triangles", name, ""};
  return soup;
}

Result<TriangleSoup> read_mesh_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return Error{"E0411", "cannot open the mesh file", path, ""};
  const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (in.bad()) return Error{"E0411", "cannot read the mesh file", path, ""};
  return parse_mesh(bytes, path);
}

}  // namespace scree
