// Inlets and containers that cannot be meant: told before the run.
#include "helpers.hpp"
#include "scene/text/locate.hpp"
#include "sim/checks/free_fall.hpp"
#include "sim/simulation.hpp"

namespace scree {
namespace {

std::string pour(const std::string& centre, const std::string& more = "") {
  return "duration = 2\n"
         "[[wall]]\nname = \"cup\"\nshape = \"cylinder\"\nradius = 0.05\nheight = 0.1\n"
         "centre = [0, 0.05, 0]\nopen = \"top\"\n"
         "[[fill]]\nkind = \"pour\"\ndiameter = \"4 mm\"\ncentre = " +
         centre + "\nwidth = \"4 cm\"\nrate = 100\n" + more;
}

std::string spout_at(const std::string& centre) {
  return "[[fill]]\nkind = \"pour\"\ndiameter = \"4 mm\"\ncentre = " + centre +
         "\nwidth = \"4 cm\"\nrate = 100\n";
}

std::string warnings_of(const std::string& text) {
  std::string out;
  for (const std::string& w : good(text).warnings) out += w + "\n";
  return out;
}

TEST(Inlets, one_over_its_container_is_fine) { EXPECT_EQ(warnings_of(pour("[0, 0.2, 0]")), ""); }

TEST(Inlets, one_beside_its_container_is_refused) {
  EXPECT_NE(mistakes(pour("[0.5, 0.2, 0]")).find("[E0771]"), std::string::npos);
  EXPECT_NE(mistakes(pour("[0.5, 0.2, 0]")).find("fall past every wall"), std::string::npos);
  // A floor far below, or an outlet, takes them.
  EXPECT_EQ(
      mistakes(pour("[0.5, 0.2, 0]") + "[[wall]]\nshape = \"plane\"\nposition = [0, -100, 0]\n"),
      "no mistake");
  EXPECT_EQ(mistakes(pour("[0.5, 0.2, 0]") + "[[outlet]]\nregion = \"below\"\nheight = -5\n"),
            "no mistake");
}

TEST(Inlets, one_that_flies_into_its_container_is_fine) {
  // 0.2 m fall last 0.2 s: 2 m/s carry the grains 0.4 m.
  EXPECT_EQ(mistakes(pour("[0.4, 0.3, 0]", "velocity = [-2, 0, 0]\n")), "no mistake");
}

TEST(Inlets, one_half_beside_its_container_is_told) {
  const std::string w = warnings_of(pour("[0.05, 0.2, 0]"));
  EXPECT_NE(w.find("fall past every wall"), std::string::npos) << w;
}

TEST(Inlets, one_below_a_floor_is_refused) {
  const std::string m = mistakes(
      "[[wall]]\nname = \"floor\"\nshape = \"plane\"\n[[fill]]\nkind = \"pour\"\ndiameter = \"4 "
      "mm\"\ncentre = [0, -0.5, 0]\nwidth = \"4 cm\"\nrate = 100\n");
  EXPECT_NE(m.find("start in or behind wall `floor` [E0771]"), std::string::npos) << m;
}

std::string below_a_floor(const std::string& more) {
  return more +
         "[[wall]]\nname = \"floor\"\nshape = \"plane\"\n[[fill]]\nkind = \"pour\"\nname = "
         "\"sand\"\n"
         "diameter = \"4 mm\"\ncentre = [0, -0.5, 0]\nwidth = \"4 cm\"\nrate = 100\n";
}

TEST(Inlets, one_below_a_fixed_floor_is_refused_whatever_else_moves) {
  for (const char* more : {"", "gravity = { vector = [0, -9.81, 0], axis = [0, 0, 1], rate = 1 }\n",
                           "gravity = [0, 0, 0]\n",
                           "[[wall]]\nshape = \"disc\"\nradius = 1\nposition = [0, 3, 0]\n"
                           "motion = { kind = \"translate\", velocity = [0, 0.1, 0] }\n"}) {
    const std::string m = mistakes(below_a_floor(more));
    EXPECT_NE(m.find("all grains of fill `sand` start in or behind wall `floor` [E0771]"),
              std::string::npos)
        << more << m;
  }
  // The floor goes away: it is not known whether before the first grain comes.
  EXPECT_EQ(mistakes("[[wall]]\nname = \"floor\"\nshape = \"plane\"\nmotion = { kind = "
                     "\"translate\", velocity = [0, -1, 0] }\n" +
                     spout_at("[0, -0.5, 0]")),
            "no mistake");
}

TEST(Inlets, one_in_the_image_of_a_fixed_wall_is_refused) {
  // A ball of 6 cm on the face x = 0.5 has an image on the face x = -0.5, where the inlet is.
  const std::string text =
      "gravity = [0, 0, 0]\n[box]\nlo = [-0.5, -0.5, -0.5]\nhi = [0.5, 0.5, 0.5]\n"
      "[[wall]]\nname = \"ball\"\nshape = \"sphere\"\nradius = 0.06\nside = \"outside\"\n"
      "position = [0.5, 0, 0]\n" +
      spout_at("[-0.47, 0, 0]");
  EXPECT_NE(mistakes(text).find("start in or behind wall `ball` [E0771]"), std::string::npos)
      << mistakes(text);
}

TEST(Inlets, one_that_is_only_in_part_in_a_wall_is_told_under_turning_gravity_too) {
  const std::string w = warnings_of(
      "gravity = { vector = [0, -9.81, 0], axis = [0, 0, 1], rate = 1 }\n"
      "[[wall]]\nname = \"floor\"\nshape = \"plane\"\nnormal = [1, 0, 0]\n" +
      spout_at("[0, 0, 0]"));
  EXPECT_NE(w.find("of the grains of fill 0 start in or behind wall `floor`"), std::string::npos)
      << w;
}

TEST(Inlets, a_program_that_fills_in_a_world_is_told_too) {
  Scene s = good("[[wall]]\nname = \"floor\"\nshape = \"plane\"\n" + spout_at("[0, 0.5, 0]"));
  s.world.inlets[0].centre.y = -0.5;
  const auto sim = Simulation::create(std::move(s.world), {.threads = 1});
  ASSERT_FALSE(sim.ok());
  EXPECT_EQ(to_string(located(s, sim.errors())[0]).substr(0, 79),
            "s.toml:4:1: inlet 'fill 0': all its grains start in or behind wall 'floor' [E07");
}

TEST(Inlets, a_count_that_cannot_come_in_time_is_told) {
  const std::string w = warnings_of(pour("[0, 0.2, 0]", "count = 1000\n"));
  EXPECT_NE(w.find("asks for 1000 grains, but 100 a second give only 201 until t = 2 s"),
            std::string::npos)
      << w;
  EXPECT_EQ(warnings_of(pour("[0, 0.2, 0]", "count = 200\n")), "");
}

TEST(Falls, end_where_a_ball_meets_the_floor) {
  const Scene s = good(
      "[[wall]]\nshape = \"plane\"\n[[fill]]\nkind = \"grains\"\ngrains = [{ position = [0, 1, 0], "
      "diameter = 0.1 }]\n");
  const FallPaths paths(s.world);
  const Fall f = paths.from({0, 1, 0}, 0.05, {}, {0, -9.81, 0});
  EXPECT_EQ(f.end, Fall::End::wall);
  // Tracing stops within a tenth of a radius.
  EXPECT_NEAR(f.height, 0.95, 0.006);
  EXPECT_NEAR(f.speed, std::sqrt(2 * 9.81 * 0.95), 0.02);
  EXPECT_EQ(paths.from({0, 1, 0}, 0.05, {}, {0, 0, 0}).end, Fall::End::never_ends);
  EXPECT_EQ(paths.from({0, 1, 0}, 0.05, {}, {0, 9.81, 0}).end, Fall::End::nothing);
}

// A cube of 10 cm as OBJ, with or without its lid.
std::string cube(bool lid) {
  std::string s;
  for (int k = 0; k < 8; ++k)
    s += "v " + std::to_string(0.1 * (k & 1)) + " " + std::to_string(0.1 * (k >> 1 & 1)) + " " +
         std::to_string(0.1 * (k >> 2 & 1)) + "\n";
  s += "f 1 3 2\nf 2 3 4\nf 5 6 7\nf 6 8 7\nf 1 2 5\nf 2 6 5\nf 1 5 3\nf 3 5 7\nf 2 4 6\nf 4 8 6\n";
  return lid ? s + "f 3 7 4\nf 4 7 8\n" : s;
}
std::string filled_mesh(const std::string& more) {
  return "[[wall]]\nname = \"bin\"\nshape = \"mesh\"\nfile = \"cube.obj\"\nrotation = [0, 0, \"45 "
         "deg\"]\n"
         "[[fill]]\nkind = \"lattice\"\ndiameter = \"5 mm\"\n" +
         more;
}

TEST(Containers, a_closed_mesh_is_filled_inside_and_nowhere_else) {
  TemporaryFolder folder;
  std::ofstream(folder.path() / "cube.obj") << cube(true);
  for (const char* more : {"inside = \"bin\"\n", ""}) {
    const auto s = parse_scene(filled_mesh(more), (folder.path() / "s.toml").string());
    ASSERT_TRUE(s.ok()) << joined(s.errors());
    EXPECT_GT(s->world.particles.size(), 1000u);
    for (const PositionRadius& g : s->world.particles.xr) {
      // Turned by 45 degrees about z: back in the cube's own frame.
      const double c = std::sqrt(0.5);
      const Vec3 x{c * (g.x.x + g.x.y), c * (g.x.y - g.x.x), g.x.z};
      for (int a = 0; a < 3; ++a)
        EXPECT_TRUE(x[a] > g.r * (1 - 1e-6) && x[a] < 0.1 - g.r * (1 - 1e-6)) << x[a];
    }
  }
}

TEST(Containers, an_open_mesh_is_refused_with_the_edge_where_it_is_open) {
  TemporaryFolder folder;
  std::ofstream(folder.path() / "cube.obj") << cube(false);
  for (const char* more : {"inside = \"bin\"\n", ""}) {
    const auto s = parse_scene(filled_mesh(more), (folder.path() / "s.toml").string());
    ASSERT_FALSE(s.ok());
    EXPECT_NE(joined(s.errors()).find("its mesh is open at the edge from ("), std::string::npos);
    EXPECT_NE(joined(s.errors()).find("[E0772]"), std::string::npos) << joined(s.errors());
  }
  // A region says where the grains are meant to be.
  const auto s = parse_scene(
      filled_mesh("region = { kind = \"sphere\", centre = [0, 0.07, 0.05], diameter = 0.05 }\n"),
      (folder.path() / "s.toml").string());
  EXPECT_TRUE(s.ok()) << joined(s.errors());
}

TEST(Containers, flat_and_solid_walls_hold_nothing) {
  const auto with = [](const std::string& wall) {
    return mistakes("[[wall]]\nname = \"w\"\n" + wall +
                    "[[fill]]\nkind = \"lattice\"\ndiameter = \"5 mm\"\ninside = \"w\"\n");
  };
  EXPECT_NE(with("shape = \"sphere\"\nradius = 0.1\nside = \"outside\"\n").find("it is solid"),
            std::string::npos);
  EXPECT_NE(
      with("shape = \"rectangle\"\nwidth = 0.1\nlength = 0.1\nrotation = [\"45 deg\", 0, 0]\n")
          .find("it is flat"),
      std::string::npos);
}

}  // namespace
}  // namespace scree
