// What every wall shape must obey, over every entry of the catalogue and its variants.
#include <algorithm>
#include <functional>

#include "make.hpp"

namespace scree {
namespace {

using test::touches;

struct Sample {
  std::string label, shape;
  std::function<std::unique_ptr<WallShape>()> make;
  // A piece that is met from one side only has a jump of the distance at its border, behind it.
  bool continuous = true;
  bool plane = false;  // of two dimensions: drawn a metre deep, met as if endless along z
};

std::unique_ptr<WallShape> mesh_of(const WallShape& s) {
  const test::TempFile file("sample.stl", test::stl_text(s.mesh({})));
  return test::shape("mesh", {{"file", file.path()}, {"merge_angle", 0.0}});
}

Sample sample(const std::string& label, const std::string& name, const test::Given& given,
              bool continuous = true) {
  std::vector<std::pair<std::string, ParamSet::Value>> values(given);
  return {label, name,
          [name, values] {
            ParamSet p;
            for (const auto& [key, value] : values) p.set(key, value);
            const WallShapeEntry* e = find_wall_shape(name);
            auto full = with_defaults(e->info.params, p);
            EXPECT_TRUE(full.ok()) << to_string(full.error());
            auto made = e->make(*full);
            EXPECT_TRUE(made.ok()) << to_string(made.error());
            return std::move(*made);
          },
          continuous};
}

const Vec3 kTilted{0.3, 0.8, -0.5};

// All about one metre in size and near the origin.
std::vector<Sample> samples() {
  const std::string inside = "inside", outside = "outside", one = "one", top = "top";
  std::vector<Sample> all{
      sample("plane", "plane", {}),
      sample("tilted plane", "plane", {{"normal", kTilted}, {"point", Vec3{0.1, 0.2, 0}}}),
      sample("rectangle", "rectangle", {{"width", 1.2}, {"length", 0.8}}),
      sample("tilted rectangle", "rectangle",
             {{"width", 1.2}, {"length", 0.8}, {"normal", kTilted}, {"turn", 0.4}}),
      sample("one-sided rectangle", "rectangle", {{"width", 1.2}, {"length", 0.8}, {"sided", one}},
             false),
      sample("disc", "disc", {{"radius", 0.8}}),
      sample("one-sided disc", "disc", {{"radius", 0.8}, {"sided", one}}, false),
      sample("annulus", "annulus",
             {{"inner_radius", 0.3}, {"outer_radius", 0.9}, {"normal", kTilted}}),
      sample("one-sided annulus", "annulus",
             {{"inner_radius", 0.3}, {"outer_radius", 0.9}, {"sided", one}}, false),
      sample("box", "box", {{"size", Vec3{1, 1.5, 2}}}),
      sample("tilted box", "box", {{"size", Vec3{1, 1.5, 2}}, {"axis", kTilted}, {"turn", 0.7}}),
      sample("box from outside", "box", {{"size", Vec3{1, 1.5, 2}}, {"side", outside}}),
      sample("open box", "box", {{"size", Vec3{1, 1.5, 2}}, {"open", top}}),
      sample("box of three faces", "box",
             {{"size", Vec3{1, 1.5, 2}}, {"open", std::string("top, left back")}}),
      sample("endless cylinder", "cylinder", {{"radius", 0.7}, {"axis", kTilted}}),
      sample("endless cylinder from outside", "cylinder", {{"radius", 0.7}, {"side", outside}}),
      sample("cylinder", "cylinder", {{"radius", 0.7}, {"height", 1.2}}),
      sample("cylinder from outside", "cylinder",
             {{"radius", 0.7}, {"height", 1.2}, {"side", outside}}),
      sample("open cylinder", "cylinder",
             {{"radius", 0.7}, {"height", 1.2}, {"open", top}, {"axis", kTilted}}),
      sample("tube", "cylinder", {{"radius", 0.7}, {"height", 1.2}, {"open", std::string("both")}}),
      sample("frustum", "cone",
             {{"bottom_radius", 0.3}, {"top_radius", 0.9}, {"height", 1.2}, {"axis", kTilted}}),
      sample("cone", "cone", {{"bottom_radius", 0.0}, {"top_radius", 0.9}, {"height", 1.2}}),
      sample("cone from outside", "cone",
             {{"bottom_radius", 0.9}, {"top_radius", 0.0}, {"height", 1.2}, {"side", outside}}),
      sample("funnel", "cone",
             {{"bottom_radius", 0.3},
              {"top_radius", 0.9},
              {"height", 0.6},
              {"open", std::string("both")}}),
      sample("open cone with a tip", "cone",
             {{"bottom_radius", 0.0}, {"top_radius", 0.9}, {"height", 1.2}, {"open", top}}),
      sample("sphere", "sphere", {{"radius", 0.9}}),
      sample("sphere from outside", "sphere", {{"radius", 0.9}, {"side", outside}}),
      sample("hourglass", "hourglass", {{"height", 2.0}, {"diameter", 1.6}, {"neck", 0.3}}),
      sample("hourglass with cylinders", "hourglass",
             {{"height", 2.0}, {"diameter", 1.6}, {"neck", 0.3}, {"angle", 0.6}}),
      sample("flat hourglass", "hourglass",
             {{"height", 0.6}, {"diameter", 2.0}, {"neck", 0.3}, {"axis", kTilted}}),
  };
  for (Sample s :
       {sample(
            "polygon", "polygon",
            {{"vertices",
              std::vector<std::vector<double>>{{-0.7, -0.5}, {0.8, -0.6}, {0.9, 0.3}, {0, 0.8}}}}),
        sample("bar", "polygon",
               {{"from", Vec3{-1, -0.5, 0}}, {"to", Vec3{1, 0.7, 0}}, {"thickness", 0.1}}),
        sample("arc", "arc", {{"radius", 0.9}, {"from", -0.5}, {"to", 1.6}}),
        sample("arc of more than half a turn", "arc",
               {{"radius", 0.9}, {"from", 0.4}, {"to", 5.0}})}) {
    s.plane = true;
    all.push_back(s);
  }
  all.push_back({"mesh of an open box", "mesh", [] {
                   return mesh_of(*test::shape(
                       "box", {{"size", Vec3{1, 1.5, 2}}, {"open", std::string("top")}}));
                 }});
  all.push_back({"mesh of a sphere", "mesh", [] {
                   return mesh_of(*test::shape("sphere", {{"radius", 0.9}}));
                 }});
  return all;
}

constexpr int kPoints = 3000;
constexpr double kSize = 1.5;

class ShapeCatalog : public ::testing::TestWithParam<Sample> {
 protected:
  std::unique_ptr<WallShape> wall = GetParam().make();
  // Behind a container only the deepest contact is a distance to the surface; the others are those
  // of the point where the ball is taken to sit.
  bool counts(const Vec3& x, const WallTouches& t, const WallTouch& c) const {
    return wall->side(x) >= 0 || &c == test::deepest(t);
  }
};

TEST_P(ShapeCatalog, normals_are_unit_vectors) {
  int contacts = 0;
  for (int i = 0; i < kPoints; ++i) {
    const WallTouches t = touches(*wall, test::random_point(1, i, kSize), 0.5);
    for (int k = 0; k < t.count; ++k, ++contacts) EXPECT_NEAR(norm(t.touch[k].normal), 1, 1e-14);
  }
  EXPECT_GT(contacts, kPoints / 10);
}

TEST_P(ShapeCatalog, the_foot_of_a_contact_is_on_the_surface) {
  for (int i = 0; i < kPoints; ++i) {
    const Vec3 x = test::random_point(2, i, kSize);
    const WallTouches t = touches(*wall, x, 0.5);
    for (int k = 0; k < t.count; ++k) {
      const WallTouch& c = t.touch[k];
      if (!counts(x, t, c)) continue;
      const WallTouches foot = touches(*wall, x - c.distance * c.normal, 1e-6);
      double least = 1;
      for (int j = 0; j < foot.count; ++j)
        least = std::min(least, std::abs(foot.touch[j].distance));
      EXPECT_LT(least, 1e-12) << "feature " << c.feature;
    }
  }
}

TEST_P(ShapeCatalog, the_normal_is_the_gradient_of_the_distance) {
  constexpr double h = 1e-6;
  int checked = 0, contacts = 0;
  for (int i = 0; i < kPoints; ++i) {
    const Vec3 x = test::random_point(3, i, kSize);
    const WallTouches t = touches(*wall, x, 0.5);
    for (int k = 0; k < t.count; ++k) {
      const WallTouch& c = t.touch[k];
      if (!counts(x, t, c) || std::abs(c.distance) < 0.01) continue;
      ++contacts;
      Vec3 gradient;
      bool whole = true;
      for (int axis = 0; axis < 3; ++axis) {
        Vec3 a = x, b = x;
        a[axis] -= h, b[axis] += h;
        const WallTouches ta = touches(*wall, a, 0.6), tb = touches(*wall, b, 0.6);
        const WallTouch *ca = test::of_feature(ta, c.feature),
                        *cb = test::of_feature(tb, c.feature);
        whole = whole && ca && cb;
        if (whole) gradient[axis] = (cb->distance - ca->distance) / (b[axis] - a[axis]);
      }
      if (!whole) continue;  // the feature ends within h
      ++checked;
      // Rounding 1e-16 / h and curvature h^2 / 0.01^2.
      EXPECT_NEAR(norm(gradient - c.normal), 0, 1e-7) << "feature " << c.feature;
    }
  }
  EXPECT_GT(checked, contacts * 9 / 10);
  EXPECT_GT(checked, kPoints / 20);
}

TEST_P(ShapeCatalog, nothing_is_touched_beyond_the_reach) {
  for (int i = 0; i < kPoints; ++i) {
    const Vec3 x = test::random_point(4, i, kSize);
    const WallTouches t = touches(*wall, x, 0.4);
    for (int k = 0; k < t.count; ++k) EXPECT_LT(t.touch[k].distance, 0.4);
    const WallTouch* c = test::deepest(t);
    if (!c || c->distance <= 0) continue;
    EXPECT_EQ(touches(*wall, x, c->distance * (1 - 1e-9)).count, 0);
    EXPECT_EQ(touches(*wall, x, c->distance).count, 0);
    EXPECT_GE(touches(*wall, x, c->distance * (1 + 1e-9)).count, 1);
  }
}

TEST_P(ShapeCatalog, a_feature_is_met_once_and_contacts_stay_within_the_bound) {
  for (int i = 0; i < kPoints; ++i) {
    const WallTouches t = touches(*wall, test::random_point(5, i, kSize), 1.0);
    EXPECT_LE(t.count, wall->max_contacts());
    for (int a = 0; a < t.count; ++a) {
      EXPECT_TRUE(wall->adjacent(t.touch[a].feature, t.touch[a].feature));
      for (int b = 0; b < a; ++b) EXPECT_NE(t.touch[a].feature, t.touch[b].feature);
    }
  }
}

TEST_P(ShapeCatalog, adjacency_is_mutual) {
  std::vector<std::uint32_t> features;
  for (int i = 0; i < kPoints; ++i) {
    const WallTouches t = touches(*wall, test::random_point(5, i, kSize), 1.0);
    for (int a = 0; a < t.count; ++a) features.push_back(t.touch[a].feature);
  }
  std::sort(features.begin(), features.end());
  features.erase(std::unique(features.begin(), features.end()), features.end());
  if (features.size() > 60) features.resize(60);
  for (const std::uint32_t a : features)
    for (const std::uint32_t b : features) EXPECT_EQ(wall->adjacent(a, b), wall->adjacent(b, a));
}

// A contact that is lost, a gap between the rules of face and edge, or a jump at a rim would break
// the triangle inequality. Behind a one-sided piece the sign jumps, the distance does not.
TEST_P(ShapeCatalog, the_least_distance_changes_no_faster_than_the_point) {
  const auto least = [](const WallTouches& t) {
    double d = test::deepest(t)->distance;
    for (int k = 0; k < t.count && !GetParam().continuous; ++k)
      d = std::min(std::abs(d), std::abs(t.touch[k].distance));
    return d;
  };
  for (int i = 0; i < kPoints; ++i) {
    const Vec3 x = test::random_point(6, i, kSize);
    const Vec3 y = x + test::random_point(7, i, i % 2 ? 1e-3 : 0.2);
    const WallTouches tx = touches(*wall, x, 20), ty = touches(*wall, y, 20);
    ASSERT_GT(tx.count, 0);
    ASSERT_GT(ty.count, 0);
    EXPECT_LE(std::abs(least(tx) - least(ty)), norm(x - y) * (1 + 1e-12) + 1e-14);
  }
}

TEST_P(ShapeCatalog, the_side_agrees_with_the_sign_of_the_distance) {
  for (int i = 0; i < kPoints; ++i) {
    const Vec3 x = test::random_point(8, i, kSize);
    const int side = wall->side(x);
    const WallTouches t = touches(*wall, x, 20);
    ASSERT_GT(t.count, 0);
    if (side < 0) {
      EXPECT_LT(test::deepest(t)->distance, 0);
    } else {
      EXPECT_GE(test::deepest(t)->distance, 0);
    }
  }
}

TEST_P(ShapeCatalog, the_drawing_lies_on_the_surface_and_within_the_bounds) {
  const Bounds view{{-2, -2, -2}, {2, 2, 2}}, bounds = wall->bounds();
  const WallMesh m = wall->mesh(view);
  ASSERT_FALSE(m.triangles.empty());
  for (const Vec3& p : m.points) {
    const WallTouches t = touches(*wall, p, 1e-6);
    double least = 1;
    for (int j = 0; j < t.count; ++j) least = std::min(least, std::abs(t.touch[j].distance));
    EXPECT_LT(least, 1e-12);
    for (int k = 0; k < 3; ++k) {
      EXPECT_GE(p[k], bounds.lo[k] - 1e-12);
      EXPECT_LE(p[k], bounds.hi[k] + 1e-12);
    }
  }
  double area = 0;
  for (const auto& t : m.triangles) {
    for (const std::uint32_t v : t) ASSERT_LT(v, m.points.size());
    const double a =
        0.5 * norm(cross(m.points[t[1]] - m.points[t[0]], m.points[t[2]] - m.points[t[0]]));
    EXPECT_GT(a, 1e-8);
    area += a;
  }
  // 48 segments fall short of a circle by 0.3% in area, of a sphere by 0.5%.
  if (wall->area() > 0) {
    EXPECT_NEAR(area / wall->area(), 1, 0.006);
  }
}

// Closest point of a triangle, the simple method: the plane if the foot is inside, else the edges.
double distance_to(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& x) {
  const Vec3 n = normalized(cross(b - a, c - a));
  const Vec3 corner[3] = {a, b, c};
  bool in = true;
  double least = 1e300;
  for (int k = 0; k < 3; ++k) {
    const Vec3 &p = corner[k], &q = corner[(k + 1) % 3];
    in = in && dot(cross(n, q - p), x - p) >= 0;
    const double u = std::clamp(dot(x - p, q - p) / norm2(q - p), 0.0, 1.0);
    least = std::min(least, norm(x - p - u * (q - p)));
  }
  return in ? std::abs(dot(n, x - a)) : least;
}

TEST_P(ShapeCatalog, the_least_distance_is_that_of_the_drawing) {
  const WallMesh m = wall->mesh({{-9, -9, -9}, {9, 9, 9}});
  for (int i = 0; i < 100; ++i) {
    Vec3 x = test::random_point(9, i, kSize);
    if (GetParam().plane) x.z = 0;
    if (wall->side(x) < 0) continue;
    double least = 1e300;
    for (const auto& t : m.triangles)
      least = std::min(least, distance_to(m.points[t[0]], m.points[t[1]], m.points[t[2]], x));
    // A chord of 48 lies 0.2% of the radius inside the arc, on a sphere 0.4%.
    EXPECT_NEAR(test::deepest(touches(*wall, x, 20))->distance, least, 0.004);
  }
}

TEST_P(ShapeCatalog, points_that_are_not_numbers_touch_nothing) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(touches(*wall, {nan, nan, nan}, 0.5).count, 0);
}

INSTANTIATE_TEST_SUITE_P(all, ShapeCatalog, ::testing::ValuesIn(samples()), [](const auto& info) {
  std::string name = info.param.label;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
});

TEST(ShapeCatalogIsComplete, every_entry_has_a_sample) {
  const auto all = samples();
  for (const WallShapeEntry* e : wall_shape_catalog())
    EXPECT_TRUE(std::any_of(all.begin(), all.end(),
                            [&](const Sample& s) { return s.shape == e->info.name; }))
        << "no sample of " << e->info.name;
}

}  // namespace
}  // namespace scree
