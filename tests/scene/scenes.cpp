// The scenes that come with Scree, and fills in real containers.
#include <algorithm>

#include "helpers.hpp"
#include "scene/fill.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> scene_files() {
  std::vector<std::string> out;
  for (const auto& e : fs::directory_iterator(SCREE_SOURCE_DIR "/scenes"))
    if (e.path().extension() == ".toml") out.push_back(e.path().string());
  std::sort(out.begin(), out.end());
  return out;
}

TEST(Scenes, every_one_loads_starts_free_of_overlap_and_resolves_to_itself) {
  ASSERT_GE(scene_files().size(), 6u);
  for (const std::string& file : scene_files()) {
    const auto scene = load_scene(file);
    ASSERT_TRUE(scene.ok()) << joined(scene.errors());
    EXPECT_TRUE(!scene->world.particles.empty() || !scene->world.inlets.empty()) << file;
    EXPECT_LT(worst_overlap(scene->world), 1e-8) << file;
    const Scene again = good(scene->resolved);
    EXPECT_TRUE(same_grains(scene->world, again.world)) << file;
    EXPECT_EQ(again.resolved, scene->resolved) << file;
  }
}

TEST(Scenes, ten_lines_has_about_ten_lines) {
  std::ifstream in(SCREE_SOURCE_DIR "/scenes/ten_lines.toml");
  std::string line;
  int lines = 0;
  while (std::getline(in, line)) lines += !line.empty();
  EXPECT_LE(lines, 11);
}

// The deepest that any grain of a lattice sticks in a wall, and whether all are on the right side.
void expect_inside(const std::string& wall, std::size_t least) {
  const Scene s = good("[[wall]]\n" + wall +
                       "\n[[fill]]\nkind = \"lattice\"\ndiameter = 0.1\nvariation = 0.1\n");
  EXPECT_GE(s.world.particles.size(), least) << wall;
  for (const auto& g : s.world.particles.xr) {
    const Wall& w = s.world.walls[0];
    const Vec3 local = rotate_back(w.pose.q, g.x - w.pose.x);
    EXPECT_GE(w.shape->side(local), 0);
    WallTouches t;
    w.shape->touch(local, g.r * (1 - 1e-8), t);
    EXPECT_EQ(t.count, 0);
  }
}

TEST(Containers, grains_lie_inside_each_shape) {
  // The least number of grains: 40 % of the volume over that of a grain; 25 % where narrow parts
  // stay empty.
  expect_inside("shape = \"cylinder\"\nradius = 0.5\nheight = 1", 600);
  expect_inside("shape = \"cylinder\"\nradius = 0.5\nheight = 1\nopen = \"top\"", 600);
  expect_inside(
      "shape = \"cylinder\"\nradius = 0.5\nheight = 1\nrotation = [0, 0, \"90 deg\"]\nposition = "
      "[3, 2, 1]",
      600);
  expect_inside("shape = \"sphere\"\nradius = 0.5", 400);
  expect_inside("shape = \"box\"\nmin = [0, 0, 0]\nmax = [1, 1, 1]", 760);
  expect_inside("shape = \"cone\"\nbottom_radius = 0\ntop_radius = 0.5\nheight = 1", 125);
  expect_inside("shape = \"hourglass\"\nheight = 1\ndiameter = 1\nneck = 0.3", 173);
}

TEST(Containers, an_endless_cylinder_needs_a_count_or_a_top) {
  const std::string scene =
      "[[wall]]\nshape = \"cylinder\"\nradius = 0.5\n[[wall]]\nshape = \"plane\"\n"
      "[[fill]]\nkind = \"lattice\"\ndiameter = 0.1\nbottom = 0\ninside = \"cylinder 0\"\n";
  EXPECT_NE(mistakes(scene).find("would never end: the space has no top [E0704]"),
            std::string::npos)
      << mistakes(scene);
  EXPECT_EQ(good(scene, {"fill.0.count=500"}).world.particles.size(), 500u);
  EXPECT_GT(good(scene, {"fill.0.top=1"}).world.particles.size(), 500u);
}

TEST(Containers, the_wall_named_by_inside_is_used) {
  const std::string scene =
      "[[wall]]\nname = \"big\"\nshape = \"box\"\nmin = [0, 0, 0]\nmax = [1, 1, 1]\n"
      "[[wall]]\nname = \"small\"\nshape = \"box\"\nmin = [0.1, 0.1, 0.1]\nmax = [0.9, 0.9, 0.9]\n"
      "[[fill]]\nkind = \"lattice\"\ndiameter = 0.1\ninside = \"smal\"\n";
  EXPECT_EQ(mistakes(scene),
            "s.toml:14:10: there is no wall `smal` [E0202]\n"
            "    14 | inside = \"smal\"\n"
            "       |          ^^^^^^\n"
            "  hint: did you mean `small`?\n");
}

TEST(WallMessage, a_shape_that_lacks_a_parameter) {
  EXPECT_EQ(mistakes("[[wall]]\nname = \"bulb\"\nshape = \"hourglass\"\nheight = \"10 "
                     "cm\"\ndiameter = \"10 cm\"\n"
                     "[[fill]]\nkind = \"lattice\"\ndiameter = \"4 mm\"\n"),
            "s.toml:1:1: [[wall]] `bulb` (shape = \"hourglass\") lacks `neck` [E0102]\n"
            "     1 | [[wall]]\n"
            "       | ^^^^^^^^\n"
            "  hint: add `neck = ...` (diameter of the opening, less than diameter)\n");
}

TEST(WallMessage, a_mesh_file_that_is_missing) {
  EXPECT_EQ(mistakes("[[wall]]\nshape = \"mesh\"\nfile = \"no.stl\"\n[[fill]]\nkind = "
                     "\"lattice\"\ndiameter = 1\n"),
            "s.toml:3:8: `file`: there is no file \"no.stl\" [E0008]\n"
            "     3 | file = \"no.stl\"\n"
            "       |        ^^^^^^^^\n"
            "  hint: paths are relative to the scene's own folder\n");
}

TEST(WallMotion, turns_about_the_walls_position) {
  Scene s = good(
      "[[wall]]\nshape = \"cylinder\"\nradius = 1\nheight = 1\nposition = [5, 0, 0]\nmotion = { "
      "kind = \"rotate\", "
      "angular_velocity = \"60 rpm\", axis = [0, 1, 0] }\n[[fill]]\nkind = \"lattice\"\ndiameter = "
      "0.5\n");
  ASSERT_TRUE(s.world.walls[0].motion);
  const WallPose p = s.world.walls[0].motion->advance(0.25, 0, {});
  EXPECT_LT(norm(p.x - Vec3{5, 0, 0}), 1e-14);
  EXPECT_LT(norm(rotate(p.q, Vec3{1, 0, 0}) - Vec3{0, 0, -1}), 1e-14);  // a quarter turn
  EXPECT_GT(s.world.particles.size(), 5u);
}

}  // namespace
}  // namespace scree
