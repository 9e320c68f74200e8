#include "geometry/convex/forms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "base/exact_math.hpp"
#include "base/random.hpp"

namespace scree::geometry {
namespace {

constexpr int kMostCorners = 1000;
constexpr double kMostRatio = 100;

using FormPoints = std::vector<Vec3>;

Polyhedron form_of(const FormPoints& points) { return as_form(*Polyhedron::make(points)); }

// (0, ±s, ±t) and the two other cyclic orders.
void add_golden(double s, double t, FormPoints& out) {
  for (const double a : {-s, s})
    for (const double b : {-t, t}) {
      out.push_back({0, a, b});
      out.push_back({a, b, 0});
      out.push_back({b, 0, a});
    }
}
void add_box(const Vec3& half, FormPoints& out) {
  for (int k = 0; k < 8; ++k)
    out.push_back({(k & 1) != 0 ? half.x : -half.x, (k & 2) != 0 ? half.y : -half.y,
                   (k & 4) != 0 ? half.z : -half.z});
}
void add_cross(double reach, FormPoints& out) {
  for (const double r : {-reach, reach}) {
    out.push_back({r, 0, 0});
    out.push_back({0, r, 0});
    out.push_back({0, 0, r});
  }
}

Error out_of_range(const std::string& what, const std::string& allowed) {
  return {"E0576", what, "", allowed};
}
bool within(double v, double lo, double hi) { return v >= lo && v <= hi; }

class SpherePlaces {
 public:
  explicit SpherePlaces(std::uint64_t seed) : random_(seed, 0x666f726d) {}
  Vec3 next() {
    for (;;) {
      const Vec3 x{coordinate(), coordinate(), coordinate()};
      const double r2 = norm2(x);
      if (r2 <= 1 && r2 > 0.01) return x / std::sqrt(r2);
    }
  }

 private:
  double coordinate() { return 2 * random_.uniform(count_++) - 1; }
  CounterRandom random_;
  std::uint64_t count_ = 0;
};

// Far from those before it: a body without slivers, and yet no lattice.
Vec3 spread_place(const FormPoints& before, SpherePlaces& places) {
  Vec3 best;
  double most = -1;
  for (int k = 0; k < 8; ++k) {
    const Vec3 tried = places.next();
    double nearest = 5;
    for (const Vec3& x : before) nearest = std::min(nearest, norm2(x - tried));
    if (nearest > most) most = nearest, best = tried;
  }
  return best;
}

}  // namespace

Polyhedron as_form(const Polyhedron& body) {
  FormPoints p(body.corners().begin(), body.corners().end());
  double reach = 0;
  for (Vec3& x : p) {
    x -= body.centre();
    reach = std::max(reach, norm(x));
  }
  for (Vec3& x : p) x *= 0.5 / reach;
  return *Polyhedron::make(p);
}

Polyhedron tetrahedron_form() {
  return form_of({{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}});
}
Polyhedron pyramid_form() {
  return form_of({{1, 1, 0}, {1, -1, 0}, {-1, -1, 0}, {-1, 1, 0}, {0, 0, std::sqrt(2.0)}});
}
Polyhedron cube_form() {
  FormPoints p;
  add_box({1, 1, 1}, p);
  return form_of(p);
}
Polyhedron fourteen_form() {
  FormPoints p;
  add_box({1, 1, 1}, p);
  add_cross(std::sqrt(3.0), p);
  return form_of(p);
}
Polyhedron octahedron_form() {
  FormPoints p;
  add_cross(1, p);
  return form_of(p);
}
Polyhedron dodecahedron_form() {
  const double phi = 0.5 * (1 + std::sqrt(5.0));
  FormPoints p;
  add_box({1, 1, 1}, p);
  add_golden(1 / phi, phi, p);
  return form_of(p);
}
Polyhedron icosahedron_form() {
  FormPoints p;
  add_golden(1, 0.5 * (1 + std::sqrt(5.0)), p);
  return form_of(p);
}

Result<Polyhedron> box_form(const Vec3& sides) {
  const double least = std::min({sides.x, sides.y, sides.z});
  const double most = std::max({sides.x, sides.y, sides.z});
  if (!is_finite(sides) || !(least > 0) || !(most <= 1e6 * least))
    return out_of_range(fmt::format("a box with the sides {:.6g}, {:.6g}, {:.6g} is not a body",
                                    sides.x, sides.y, sides.z),
                        "sides above 0, the longest at most 1e6 times the shortest");
  FormPoints p;
  add_box((0.5 / most) * sides, p);
  return form_of(p);
}

Result<Polyhedron> prism_form(int corners, double height) {
  if (corners < 3 || corners > kMostCorners)
    return out_of_range(fmt::format("a prism with {} corners at its base", corners),
                        fmt::format("3 to {}", kMostCorners));
  if (!within(height, 1 / kMostRatio, kMostRatio))
    return out_of_range(
        fmt::format("a prism with the height {:.6g} (in diameters of its base)", height),
        fmt::format("{:g} to {:g}", 1 / kMostRatio, kMostRatio));
  FormPoints p;
  for (int k = 0; k < corners; ++k) {
    const exact::SinCos at = exact::sin_cos(2 * std::numbers::pi * k / corners);
    p.push_back({at.cos, at.sin, height});
    p.push_back({at.cos, at.sin, -height});
  }
  return form_of(p);
}

Result<Polyhedron> random_form(const FormSpec& spec) {
  if (spec.vertices < 4 || spec.vertices > kMostCorners)
    return out_of_range(fmt::format("a random form of {} vertices", spec.vertices),
                        fmt::format("4 to {}", kMostCorners));
  for (const auto& [name, ratio] :
       {std::pair{"elongation", spec.elongation}, std::pair{"flatness", spec.flatness}})
    if (!within(ratio, 1, kMostRatio))
      return out_of_range(
          fmt::format("{} {:.6g} of a random form", name, ratio),
          fmt::format("1 to {:g}: length over width, width over thickness", kMostRatio));
  SpherePlaces places(spec.seed);
  for (;;) {
    FormPoints p;
    while (p.size() < static_cast<std::size_t>(spec.vertices)) p.push_back(spread_place(p, places));
    const Result<Polyhedron> body = Polyhedron::make(p);
    // A few vertices may all lie to one side of the middle, in a sliver.
    const bool full =
        body && body->corners().size() == p.size() && body->inner_radius() > 0.2 * body->radius();
    if (!full) continue;
    const std::array<double, 3> sides{spec.elongation * spec.flatness, spec.flatness, 1};
    for (int c = 0; c < 3; ++c) {
      const auto [lo, hi] = std::minmax_element(
          p.begin(), p.end(), [c](const Vec3& u, const Vec3& v) { return u[c] < v[c]; });
      const double scale = sides[static_cast<std::size_t>(c)] / ((*hi)[c] - (*lo)[c]);
      for (Vec3& x : p) x[c] *= scale;
    }
    return form_of(p);
  }
}

namespace {

constexpr FormInfo kForms[] = {
    {"tetrahedron", "regular, 4 vertices", "",
     [](const FormSpec&) -> Result<Polyhedron> { return tetrahedron_form(); }},
    {"pyramid", "square base and equal edges, 5 vertices", "",
     [](const FormSpec&) -> Result<Polyhedron> { return pyramid_form(); }},
    {"cube", "8 vertices", "", [](const FormSpec&) -> Result<Polyhedron> { return cube_form(); }},
    {"fourteen", "the corners of a cube and one over each face, on one ball: 14 vertices", "",
     [](const FormSpec&) -> Result<Polyhedron> { return fourteen_form(); }},
    {"octahedron", "regular, 6 vertices", "",
     [](const FormSpec&) -> Result<Polyhedron> { return octahedron_form(); }},
    {"dodecahedron", "regular, 20 vertices", "",
     [](const FormSpec&) -> Result<Polyhedron> { return dodecahedron_form(); }},
    {"icosahedron", "regular, 12 vertices", "",
     [](const FormSpec&) -> Result<Polyhedron> { return icosahedron_form(); }},
    {"box", "with given ratios of its sides", "sides",
     [](const FormSpec& s) { return box_form(s.sides); }},
    {"prism", "upright, on a regular polygon", "corners,height",
     [](const FormSpec& s) { return prism_form(s.corners, s.height); }},
    {"random", "convex, with a number of vertices, an elongation and a flatness",
     "vertices,elongation,flatness,seed", random_form},
};

}  // namespace

std::span<const FormInfo> form_catalog() { return kForms; }

const FormInfo* find_form(std::string_view name) {
  for (const FormInfo& f : kForms)
    if (f.name == name) return &f;
  return nullptr;
}

}  // namespace scree::geometry
