// The fill `packing`: files of other programs as grains of a scene.
#include "helpers.hpp"

namespace scree {
namespace {

const char* const kDump =
    "ITEM: TIMESTEP\n5\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS pp ff ff\n0 1\n0 1\n0 1\n"
    "ITEM: ATOMS id type x y z vx vy vz radius density\n"
    "2 2 0.5 0.5 0.5 1 0 0 0.05 7800\n1 1 0.2 0.5 0.5 0 0 0 0.05 2500\n";

const char* const kTwo = "[material.glass]\ndensity = 2500\n[material.steel]\ndensity = 7000\n";

class PackingFills : public ::testing::Test {
 protected:
  PackingFills() { write("a.dump", kDump); }
  void write(const char* name, std::string_view text) {
    std::ofstream(folder_.path() / name, std::ios::binary) << text;
  }
  Result<Scene> scene(const std::string& more, const std::string& before = kTwo,
                      const std::string& file = "a.dump") {
    return parse_scene(before + "[[fill]]\nkind = \"packing\"\nfile = \"" + file + "\"\n" + more,
                       (folder_.path() / "s.toml").string());
  }
  std::string told(const std::string& more, const std::string& before = kTwo,
                   const std::string& file = "a.dump") {
    const auto s = scene(more, before, file);
    return s ? std::to_string(s->world.particles.size()) + " grains" : joined(s.errors());
  }
  TemporaryFolder folder_;
};

void expect_in(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST_F(PackingFills, place_grains_with_their_materials_velocities_and_densities) {
  const auto s = scene("materials = \"steel, glass\"\nvelocity = [0, 1, 0]\n");
  ASSERT_TRUE(s.ok()) << joined(s.errors());
  const Particles& p = s->world.particles;
  ASSERT_EQ(p.size(), 2u);
  EXPECT_EQ(p.xr[0].x, (Vec3{0.2, 0.5, 0.5}));
  EXPECT_EQ(p.ws[0].material, 1u);
  EXPECT_EQ(p.ws[1].material, 0u);
  EXPECT_EQ(p.vm[1].v, (Vec3{1, 1, 0}));
  const double volume = 4.0 / 3.0 * 3.14159265358979323846 * 0.05 * 0.05 * 0.05;
  EXPECT_NEAR(p.mass(0), 2500 * volume, 1e-9);
  EXPECT_NEAR(p.mass(1), 7800 * volume, 1e-9);
  ASSERT_EQ(s->warnings.size(), 1u);
  expect_in(s->warnings[0], "periodic along x");
  expect_in(s->warnings[0], "periodic = \"x\"");
  expect_in(joined({Error{"", s->notes.at(0), "", ""}}), "2 grains of a.dump");
  const auto rest = scene("material = \"steel\"\nat_rest = true\nscale = 2\n");
  ASSERT_TRUE(rest.ok());
  EXPECT_EQ(rest->world.particles.vm[1].v, Vec3{});
  EXPECT_EQ(rest->world.particles.xr[0].x, (Vec3{0.4, 1, 1}));
}

TEST_F(PackingFills, have_the_box_of_the_file_without_a_warning) {
  const auto s =
      scene("material = \"steel\"\n",
            std::string(kTwo) + "[box]\nmin = [0, 0, 0]\nmax = [1, 1, 1]\nperiodic = \"x\"\n");
  ASSERT_TRUE(s.ok()) << joined(s.errors());
  EXPECT_TRUE(s->warnings.empty()) << s->warnings[0];
}

TEST_F(PackingFills, say_what_is_wrong_and_where) {
  expect_in(told(""), "of which material are the grains of type 1?");
  expect_in(told("materials = \"steel\"\n"), "`materials` names 1, but the file has 2 types");
  expect_in(told("materials = \"steel, iron\"\n"), "unknown material `iron`");
  expect_in(told("materials = \"steel, glass\"\nframe = \"3\"\n"), "there is no frame 3");
  expect_in(told("material = \"glass\"\nformat = \"vtk\"\n"), "E0105");
  expect_in(told("material = \"glass\"\nscale = 0\n"), "E0104");
  expect_in(told("", kTwo, "b.dump"), "there is no file");
  write("c.txt", "0 0 0 1\n0 0 0.5 1\n");
  expect_in(told("material = \"glass\"\n", kTwo, "c.txt"), "c.txt:2:1: grain 1 overlaps");
  write("d.txt", "0 0 0 1\n0 0 5 0\n");
  expect_in(told("", "", "d.txt"), "d.txt:2:7: the radius must be greater than 0, not 0 [E0718]");
  write("e.txt", "0 0 1e300 1\n");
  expect_in(told("scale = 1e10\n", "", "e.txt"), "is `scale` right?");
  expect_in(told("", "[[wall]]\nshape = \"plane\"\nposition = [0, 3, 0]\n", "c.txt"), "E0707");
}

TEST_F(PackingFills, take_labels_that_are_names_of_materials) {
  write("labels.data",
        "x\n2 atoms\n2 atom types\n0 1 xlo xhi\n0 1 ylo yhi\n0 1 zlo zhi\n\nAtom Type Labels\n\n"
        "1 steel\n2 glass\n\nAtoms # sphere\n\n1 1 0.1 7000 0 0 0\n2 2 0.1 2500 0.5 0 0\n");
  const auto s = scene("", kTwo, "labels.data");
  ASSERT_TRUE(s.ok()) << joined(s.errors());
  EXPECT_EQ(s->world.particles.ws[0].material, 1u);
  EXPECT_EQ(s->world.particles.ws[1].material, 0u);
}

}  // namespace
}  // namespace scree
