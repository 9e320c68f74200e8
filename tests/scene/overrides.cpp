// --set key.path=value, and the scene written out with its defaults.
#include "helpers.hpp"
#include "scene/build.hpp"

namespace scree {
namespace {

constexpr std::string_view kScene = R"(title = "two"
[material.glass]
density = 2500
[[wall]]
name = "floor"
shape = "plane"
[[fill]]
name = "sand"
kind = "random"
diameter = "4 mm"
count = 20
region = { kind = "box", lo = [0, 0, 0], hi = [0.1, 0.1, 0.1] }
)";

TEST(Overrides, reach_every_value_by_path_number_or_name) {
  EXPECT_EQ(good(kScene, {"duration=2.5"}).duration, 2.5);
  EXPECT_EQ(good(kScene, {"duration=2 s"}).duration, 2.0);
  EXPECT_EQ(good(kScene, {"duration=\"250 ms\""}).duration, 0.25);
  EXPECT_EQ(good(kScene, {"title=something else"}).world.title, "something else");
  EXPECT_EQ(good(kScene, {"fill.0.count=7"}).world.particles.size(), 7u);
  EXPECT_EQ(good(kScene, {"fill.sand.count=8"}).world.particles.size(), 8u);
  EXPECT_EQ(good(kScene, {"fill.0.region.hi.1=0.5", "fill.0.count=9"}).world.particles.size(), 9u);
  EXPECT_EQ(good(kScene, {"material.glass.density=2.6 g/cm3"}).world.materials[0].density, 2600.0);
  EXPECT_EQ(good(kScene, {"detect.method=brute"}).world.detect.method, "brute");
  EXPECT_EQ(good(kScene, {"gravity=[0, 0, -1]"}).world.gravity.g, (Vec3{0, 0, -1}));
  EXPECT_EQ(good(kScene,
                 {"material.glass.normal={law=\"linear\", contact_time=\"1 ms\", restitution=0.9}"})
                .world.materials[0]
                .normal.params.number("restitution"),
            0.9);
}

TEST(Overrides, later_ones_win_and_one_past_the_end_appends) {
  EXPECT_EQ(good(kScene, {"duration=1", "duration=2"}).duration, 2.0);
  EXPECT_EQ(good(kScene, {"wall.1.shape=plane", "wall.1.point=[0, -1, 0]"}).world.walls.size(), 2u);
}

TEST(Overrides, may_have_blanks_around_the_equals_sign) {
  EXPECT_EQ(good(kScene, {"duration = 2.5"}).duration, 2.5);
  EXPECT_EQ(good(kScene, {" duration\t=\t2 s "}).duration, 2.0);
  EXPECT_EQ(good(kScene, {"fill.sand.count = 8"}).world.particles.size(), 8u);
  EXPECT_EQ(good(kScene, {"gravity = [0, 0, -1]"}).world.gravity.g, (Vec3{0, 0, -1}));
  EXPECT_EQ(good(kScene, {"title = something else "}).world.title, "something else");
  EXPECT_EQ(good(kScene, {"title = \" two \""}).world.title, " two ") << "quotes keep blanks";
  EXPECT_EQ(good(kScene, {"material.\"glass\".density = 2600"}).world.materials[0].density, 2600.0);
  EXPECT_EQ(mistakes(kScene, {"fill.0.count  =  many "}),
            "--set: `count` must be a whole number, not \"many\" [E0103]\n"
            "       | fill.0.count  =  many \n"
            "       |                  ^^^^\n");
  EXPECT_EQ(mistakes(kScene, {" fill.0.cuont = 3"}),
            "--set: unknown key `cuont` in [[fill]] `sand` (kind = \"random\") [E0101]\n"
            "       |  fill.0.cuont = 3\n"
            "       |  ^^^^^^^^^^^^\n"
            "  hint: did you mean `count`?\n");
  for (const char* none : {"=1", " = 1", "duration", "", " ", "duration 2 = 1 = 3", "a b = 1"})
    EXPECT_NE(mistakes(kScene, {none}), "no mistake") << none;
}

TEST(Overrides, mistakes_name_the_override) {
  EXPECT_EQ(mistakes(kScene, {"fill.0.count=many"}),
            "--set: `count` must be a whole number, not \"many\" [E0103]\n"
            "       | fill.0.count=many\n"
            "       |              ^^^^\n");
  EXPECT_EQ(mistakes(kScene, {"fill.0.cuont=3"}),
            "--set: unknown key `cuont` in [[fill]] `sand` (kind = \"random\") [E0101]\n"
            "       | fill.0.cuont=3\n"
            "       | ^^^^^^^^^^^^\n"
            "  hint: did you mean `count`?\n");
  EXPECT_EQ(mistakes(kScene, {"fill.7.count=3"}),
            "--set: `fill`: there is no item `7`: the list has 1 item, 0 to 0 [E0007]\n"
            "       | fill.7.count=3\n"
            "       | ^^^^^^^^^^^^\n");
  EXPECT_EQ(mistakes(kScene, {"title.x=3"}),
            "--set: `title` is a text, so it has no `x` [E0007]\n"
            "       | title.x=3\n"
            "       | ^^^^^^^\n");
  for (const char* bad : {"nothing", "=3", "", "a..b=3", ".a=3", "a.=3"})
    EXPECT_NE(mistakes(kScene, {bad}).find("an override must be `key.path=value` [E0006]"),
              std::string::npos)
        << bad;
}

TEST(Resolved, reads_back_to_the_same_world_and_to_itself) {
  const std::string scene = R"(title = "a \"b\"\\c"
gravity = { vector = [0, -9.81, 0], axis = [0, 0, 1], turns = [{ at = 1, duration = "0.1 s" }, { at = 2 }] }
dt = "1 us"
[material.glass]
[material."blue steel"]
density = "7.8 g/cm3"
tangential = "none"
[pair.glass."blue steel"]
tangential = { law = "spring", friction = 0.123456789012345678 }
[box]
lo = [-1, 0, -1]
hi = [1, 1, 1]
periodic = "xz"
[[wall]]
shape = "plane"
material = "glass"
position = ["-0 mm", "-1 mm", 0]
[[fill]]
kind = "lattice"
material = "glass"
phases = [{ diameter = "18 mm", probability = 0.5, variation = "2 %" }, { diameter = "6 mm", height = "5 cm" }]
region = { kind = "cylinder", diameter = "10 cm", height = "10 cm" }
[[fill]]
kind = "random"
material = "blue steel"
size = { kind = "classes", diameters = ["2 mm", "4 mm"], shares = [1, 2], by = "mass", spread = 0.02 }
fraction = 0.1
region = { kind = "box", lo = [0.2, 0, 0.2], hi = [0.25, 0.05, 0.25] }
[[fill]]
kind = "pour"
material = "glass"
size = { kind = "lognormal", mean = "3 mm", deviation = "1 mm", max = "5 mm" }
centre = [0, 0.5, 0]
width = "4 cm"
mass_rate = "10 g/s"
mass = "1 kg"
)";
  const Scene first = good(scene);
  const Scene again = good(first.resolved);
  EXPECT_EQ(again.resolved, first.resolved);
  EXPECT_GT(first.world.particles.size(), 100u);
  EXPECT_TRUE(same_grains(first.world, again.world));
  EXPECT_EQ(again.world.title, first.world.title);
  EXPECT_EQ(again.world.dt, 1e-6);
  ASSERT_EQ(again.world.gravity.turns.size(), 2u);
  EXPECT_EQ(again.world.gravity.turns[0].angle, first.world.gravity.turns[0].angle);
  ASSERT_EQ(again.world.pairs.size(), 1u);
  EXPECT_EQ(again.world.pairs[0].tangential->params.number("friction"), 0.123456789012345678);
  EXPECT_FALSE(again.world.pairs[0].normal.has_value());
  ASSERT_EQ(again.world.inlets.size(), 1u);
  EXPECT_EQ(again.world.inlets[0].mass_rate, first.world.inlets[0].mass_rate);
  EXPECT_EQ(again.world.inlets[0].sizes.hi, 0.005);
  EXPECT_EQ(again.world.walls[0].pose.x, (Vec3{0, -0.001, 0}));
  EXPECT_TRUE(again.world.box.periodic[0] && !again.world.box.periodic[1] &&
              again.world.box.periodic[2]);
}

TEST(Resolved, every_default_is_written) {
  const Scene s = good(kScene);
  for (const char* key :
       {"duration = 1\n", "seed = 1\n", "[gravity]", "[detect]\nmethod = \"auto\"",
        "friction = ", "frames = 0.02\n", "material = \"glass\"\n", "variation = 0\n"})
    EXPECT_NE(s.resolved.find(key), std::string::npos) << key;
}

TEST(Scene, units_and_bare_numbers_give_the_same_bits) {
  EXPECT_TRUE(same_grains(good(kScene).world, good(kScene, {"fill.0.diameter=0.004"}).world));
}

TEST(Scene, without_materials_there_is_a_default_one) {
  const Scene s = good(R"([[fill]]
kind = "grains"
grains = [{ position = [0, 0, 0], diameter = 1 }]
)");
  ASSERT_EQ(s.world.materials.size(), 1u);
  EXPECT_EQ(s.world.materials[0].name, "default");
  EXPECT_EQ(s.world.materials[0].density, 2500.0);
  EXPECT_EQ(s.world.materials[0].normal.law, "linear");
}

TEST(Scene, a_moving_wall_moves_about_its_own_position) {
  const Scene s = good(std::string(kScene) +
                       "[[wall]]\nshape = \"plane\"\npoint = [0, -5, 0]\nposition = [1, 2, 3]\n"
                       "rotation = [0, \"90 deg\", 0]\n");
  EXPECT_EQ(s.world.walls[1].pose.x, (Vec3{1, 2, 3}));
  const Vec3 turned = rotate(s.world.walls[1].pose.q, Vec3{1, 0, 0});
  EXPECT_LT(norm(turned - Vec3{0, 0, -1}), 1e-15);
}

TEST(Schema, is_json_with_every_section) {
  const std::string schema = scene_schema();
  for (const char* word :
       {"draft-04", "\"fill\"", "\"lattice\"", "\"contact_time\"", "\"plane\"", "\"frames\""})
    EXPECT_NE(schema.find(word), std::string::npos) << word;
  EXPECT_EQ(schema, scene_schema());
}

TEST(Reference, names_every_section_and_entry) {
  const std::string page = scene_reference();
  for (const char* word :
       {"[[wall]]", "[[fill]]", "[material.NAME]", "`contact_time`", "`kind = \"lattice\"`"})
    EXPECT_NE(page.find(word), std::string::npos) << word;
}

}  // namespace
}  // namespace scree
