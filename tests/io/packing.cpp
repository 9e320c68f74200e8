// Files of LAMMPS, LIGGGHTS and YADE: what is read, and what is said about files that are wrong.
#include "io/packing/packing.hpp"

#include <gtest/gtest.h>

namespace scree {
namespace {

const std::string kData =
    "LAMMPS data file via write_data, version 2 Aug 2023, timestep = 500, units = si\n"
    "\n"
    "3 atoms\n"
    "2 atom types\n"
    "\n"
    "0 0.1 xlo xhi\n"
    "0 0.2 ylo yhi\n"
    "-0.1 0.1 zlo zhi\n"
    "\n"
    "Masses\n"
    "\n"
    "1 1\n"
    "2 1\n"
    "\n"
    "Atoms # sphere\n"
    "\n"
    "2 2 0.004 2600 0.03 0.02 0.02 0 0 0\n"
    "1 1 0.002 2500 0.01 0.02 0.02 0 0 0 # the first\n"
    "3 1 0.002 2500 0.05 0.02 0.02 1 0 0\n"
    "\n"
    "Velocities\n"
    "\n"
    "1 0 -1 0 0 0 0\n"
    "2 0 -2 0 0 0 0\n"
    "3 0 -3 0 0 0 5\n";

std::string frame(int step, const std::string& columns, const std::string& rows, int atoms,
                  const std::string& box = "ITEM: BOX BOUNDS pp pp ff\n0 1\n0 1\n0 2\n") {
  return "ITEM: TIMESTEP\n" + std::to_string(step) + "\nITEM: NUMBER OF ATOMS\n" +
         std::to_string(atoms) + "\n" + box + "ITEM: ATOMS " + columns + "\n" + rows;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

Packing good(const std::string& text, const PackingRequest& request = {}) {
  ReadPacking read = read_packing(text, request);
  for (const PackingMistake& m : read.mistakes) ADD_FAILURE() << m.line << ": " << m.message;
  return read.packing;
}
// "LINE: MESSAGE | HINT" of the first mistake.
std::string mistake(const std::string& text, const PackingRequest& request = {}) {
  const ReadPacking read = read_packing(text, request);
  if (read.mistakes.empty()) return "none";
  const PackingMistake& m = read.mistakes.front();
  EXPECT_LE(read.mistakes.size(), kMostMistakes);
  return std::to_string(m.line) + ": " + m.message + " | " + m.hint;
}
void expect_told(const std::string& told, const std::string& what) {
  EXPECT_NE(told.find(what), std::string::npos) << told;
}

TEST(LammpsData, has_spheres_in_the_order_of_ids) {
  const Packing p = good(kData);
  EXPECT_EQ(p.format, PackingFormat::lammps_data);
  ASSERT_EQ(p.grains.size(), 3u);
  EXPECT_EQ(p.grains[0].id, 1u);
  EXPECT_EQ(p.grains[0].radius, 0.001);
  EXPECT_EQ(p.grains[1].density, 2600);
  EXPECT_EQ(p.grains[1].type, 1u);
  EXPECT_EQ(p.grains[2].omega, (Vec3{0, 0, 5}));
  EXPECT_EQ(p.grains[2].v, (Vec3{0, -3, 0}));
  EXPECT_EQ(p.grains[0].line, 18u);
  EXPECT_EQ(p.types, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(p.step, 500u);
  ASSERT_TRUE(p.box);
  EXPECT_FALSE(p.box->periodic_known);
  EXPECT_EQ(p.box->hi, (Vec3{0.1, 0.2, 0.1}));
}

TEST(LammpsData, knows_units_styles_labels_and_line_ends) {
  const Packing cgs = good(replaced(kData, "units = si", "units = cgs"));
  EXPECT_DOUBLE_EQ(cgs.grains[0].radius, 1e-5);
  EXPECT_DOUBLE_EQ(cgs.grains[0].density, 2.5e6);
  EXPECT_DOUBLE_EQ(cgs.grains[0].v.y, -0.01);
  expect_told(mistake(replaced(kData, "units = si", "units = lj")), "no metres");
  EXPECT_EQ(good(replaced(kData, "units = si", "units = lj"), {.units = "si"}).grains.size(), 3u);
  const Packing plain = good(replaced(kData, "Atoms # sphere", "Atoms"));
  EXPECT_EQ(plain.grains[1].radius, 0.002);
  const Packing named =
      good(replaced(kData, "Masses\n\n1 1\n2 1\n", "Atom Type Labels\n\n1 glass\n2 steel\n"));
  EXPECT_EQ(named.types, (std::vector<std::string>{"glass", "steel"}));
  std::string windows = "\xef\xbb\xbf";
  for (const char c : kData) windows += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(good(windows).grains.size(), 3u);
  const std::string atomic =
      "x\n2 atoms\n0 1 xlo xhi\n0 1 ylo yhi\n0 1 zlo zhi\nAtoms # atomic\n\n1 1 0 0 0\n2 1 1 0 0\n";
  expect_told(mistake(atomic), "no diameter");
  EXPECT_EQ(good(atomic, {.diameter = 0.5}).grains[1].radius, 0.25);
}

TEST(LammpsData, that_is_wrong_is_told_with_its_line) {
  const auto changed = [](const std::string& from, const std::string& to) {
    return mistake(replaced(kData, from, to));
  };
  expect_told(changed("3 atoms", "4 atoms"), "0: the header says 4 atoms, but 3 are listed");
  expect_told(changed("3 atoms", "3x atoms"), "3: the number of atoms must be a whole number");
  expect_told(changed("0.002 2500 0.01", "0 2500 0.01"), "18: the diameter must be greater than 0");
  expect_told(changed("0.002 2500 0.01", "-1 2500 0.01"), "18: the diameter must be greater");
  expect_told(changed("0.002 2500 0.01", "nan 2500 0.01"), "18: the diameter must be a finite");
  expect_told(changed("0.002 2500 0.01", "0.002 2500 inf"), "18: a coordinate must be a finite");
  expect_told(changed("0.002 2500 0.01", "0.002 heavy 0.01"), "18: the density must be a number");
  expect_told(changed("0.002 2500 0.01", "0.002 0 0.01"), "18: the density must be greater than 0");
  expect_told(changed("1 1 0.002 2500 0.01 0.02 0.02 0 0 0", "1 1 0.002"), "18: this row has 3");
  expect_told(changed("1 1 0.002", "2 1 0.002"), "18: id 2 is there twice, first in line 17");
  expect_told(changed("3 0 -3", "7 0 -3"), "25: there is no atom 7");
  expect_told(changed("3 0 -3 0 0 0 5", "3 0 -3"), "25: a velocity has 4 columns");
  expect_told(changed("0 0.1 xlo", "0.1 0 xlo"), "6: xhi must be greater than xlo");
  expect_told(changed("Atoms # sphere", "Atoms # full"), "the atoms have style ` full`");
  expect_told(changed("Velocities", "Nonsense"), "`Nonsense`");
  expect_told(mistake(kData.substr(0, kData.find("Atoms"))), "no section `Atoms`");
  expect_told(mistake(kData.substr(0, kData.find("3 1 0.002"))), "says 3 atoms, but 2");
  expect_told(changed("0 0.1 xlo xhi", "0.1 0 0 avec"), "edges point anywhere");
}

TEST(LammpsDump, has_columns_by_name_and_its_last_frame) {
  const std::string columns = "id type type x y z ix iy iz vx vy vz fx omegax omegay omegaz radius";
  const std::string text =
      frame(0, columns, "1 1 1 0.1 0.1 0.1 0 0 0 0 0 0 9 0 0 0 0.01\n", 1) +
      frame(100, columns,
            "7 2 2 0.5 0.1 0.1 0 0 0 0 0 1 9 0 0 2 0.02\n1 1 1 0.1 0.1 0.1 0 0 0 0 0 0 9 0 0 0 "
            "0.01\n",
            2);
  const Packing last = good(text);
  EXPECT_EQ(last.frames, 2u);
  EXPECT_EQ(last.frame, 1u);
  EXPECT_EQ(last.step, 100u);
  ASSERT_EQ(last.grains.size(), 2u);
  EXPECT_EQ(last.grains[1].id, 7u);
  EXPECT_EQ(last.grains[1].v.z, 1);
  EXPECT_EQ(last.grains[1].omega.z, 2);
  EXPECT_EQ(last.grains[1].type, 1u);
  EXPECT_EQ(last.grains[1].line, 20u);
  EXPECT_EQ(box_text(last), "min = [0, 0, 0], max = [1, 1, 2], periodic = \"xy\"");
  for (const char* first : {"first", "0", "step 0"})
    EXPECT_EQ(good(text, {.frame = first}).grains.size(), 1u);
  expect_told(mistake(text, {.frame = "2"}), "there is no frame 2: the file has 2");
  expect_told(mistake(text, {.frame = "step 5"}), "there is no frame of step 5");
  expect_told(mistake(text, {.frame = "-1"}), "`-1` is no frame");
  expect_told(mistake(text, {.frame = "newest"}), "is no frame");
}

TEST(LammpsDump, has_scaled_unwrapped_and_tilted_coordinates) {
  const Packing scaled = good(frame(0, "id xs ys zs diameter", "1 0.5 0.25 0.25 0.02\n", 1));
  EXPECT_EQ(scaled.grains[0].x, (Vec3{0.5, 0.25, 0.5}));
  EXPECT_EQ(scaled.grains[0].radius, 0.01);
  // Unwrapped ones come back along what is periodic: not along z.
  const Packing un = good(frame(0, "id xu yu zu radius", "1 3.25 -0.75 5 0.02\n", 1));
  EXPECT_EQ(un.grains[0].x, (Vec3{0.25, 0.25, 5}));
  const std::string tilted = "ITEM: BOX BOUNDS xy xz yz pp pp pp\n0 1.5 0.5\n0 1 0\n0 1 0\n";
  const Packing t = good(frame(0, "id xs ys zs radius", "1 0.5 0.5 0.5 0.1\n", 1, tilted));
  EXPECT_EQ(t.box->hi, (Vec3{1, 1, 1}));
  EXPECT_EQ(t.box->tilt.x, 0.5);
  EXPECT_EQ(t.grains[0].x, (Vec3{0.75, 0.5, 0.5}));
  const Packing tu = good(frame(0, "id xu yu zu radius", "1 1.75 1.5 0.5 0.1\n", 1, tilted));
  EXPECT_EQ(tu.grains[0].x, (Vec3{0.25 + 0, 0.5, 0.5}));
}

TEST(LammpsDump, weighs_grains_by_mass_or_density_in_its_units) {
  const double volume = 4.0 / 3.0 * 3.14159265358979323846 * 1e-6;
  const Packing p = good(frame(0, "x y z radius mass", "0 0 0 0.01 0.01\n", 1));
  EXPECT_NEAR(p.grains[0].density, 0.01 / volume, 1e-6);
  const Packing micro = good("ITEM: UNITS\nmicro\nITEM: TIME\n5\n" +
                             frame(3, "x y z radius density vx vy vz", "1 2 3 10 2.5 1 0 0\n", 1));
  EXPECT_DOUBLE_EQ(micro.grains[0].radius, 1e-5);
  EXPECT_NEAR(micro.grains[0].density, 2500, 1e-6);
  EXPECT_EQ(micro.grains[0].v.x, 1);
  EXPECT_DOUBLE_EQ(*micro.time, 5e-6);
}

TEST(LammpsDump, that_is_wrong_is_told_with_its_line) {
  const std::string row = "1 0.5 0.5 0.5 0.1\n";
  expect_told(mistake(frame(0, "id x y z radius", row, 2)), "says 2 atoms, but 1 are listed");
  expect_told(mistake(frame(0, "id x y z radius", row, 1) + frame(9, "id x y z radius", row, 2)),
              "frame = \"0\" is the one before");
  expect_told(mistake(frame(0, "id x y z", "1 0 0 0\n", 1)), "line 9: the columns have no size");
  EXPECT_EQ(good(frame(0, "id x y z", "1 0 0 0\n", 1), {.diameter = 1}).grains[0].radius, 0.5);
  expect_told(mistake(frame(0, "id x y radius", "1 0 0 1\n", 1)), "no coordinates");
  expect_told(mistake(frame(0, "id xs ys zs radius", row, 1, "")), "scaled coordinates need");
  expect_told(mistake(frame(0, "id x y z radius", "1 0 nan 0 1\n", 1)), "10: a value must be");
  expect_told(mistake(frame(0, "id x y z radius", "1 0 0 0 0\n", 1)),
              "10: the radius must be greater than 0, not 0");
  expect_told(mistake(frame(0, "id x y z radius", "1 0 0 0\n", 1)), "10: this row has 4 columns");
  expect_told(mistake(frame(0, "id x y z radius", "", 0)), "no grains");
  expect_told(mistake("ITEM: NUMBER OF ATOMS\n1\n"), "no line `ITEM: TIMESTEP`");
  expect_told(mistake("ITEM: TIMESTEP\n0\n"), "no section `ITEM: ATOMS`");
  expect_told(mistake(frame(0, "id x y z radius", row + row, 2)), "id 1 is there twice");
  expect_told(mistake("ITEM: UNITS\nlj\n" + frame(0, "x y z radius", "0 0 0 1\n", 1)), "`lj`");
  const std::string box = "ITEM: BOX BOUNDS pp pp pp\n1 0\n0 1\n0 1\n";
  expect_told(mistake(frame(0, "id x y z radius", row, 1, box)), "below the lower one");
  expect_told(mistake(frame(0, "id x y z radius", row, 1, "ITEM: BOX BOUNDS pp pp pp\n0 1\n")),
              "fewer than three lines");
}

TEST(YadeText, has_balls_materials_and_a_periodic_cell) {
  const Packing p = good("##PERIODIC:: 1 2 3\n0.1 0.2 0.3 0.05\n0.5 0.2 0.3 0.1 -1\n");
  EXPECT_EQ(p.format, PackingFormat::yade);
  ASSERT_EQ(p.grains.size(), 2u);
  EXPECT_EQ(p.grains[1].radius, 0.1);
  EXPECT_EQ(box_text(p), "min = [0, 0, 0], max = [1, 2, 3], periodic = \"xyz\"");
  const Packing m = good("#format x_y_z_r_matId\n0 0 0 1 0\n5 0 0 1 2\n");
  EXPECT_EQ(m.types, (std::vector<std::string>{"0", "2"}));
  EXPECT_EQ(m.grains[1].type, 1u);
  expect_told(mistake("0 0 0 1\n0 0 0 0\n"), "2: the radius must be greater than 0");
  expect_told(mistake("0 0 0 1\n0 0 0\n"), "2: this row has 3 columns");
  expect_told(mistake("0 0 0 1\n0 x 0 1\n"), "2: a coordinate must be a number, not `x`");
  expect_told(mistake("0 0 0 1 3\n"), "of clump 3");
  expect_told(mistake("##PERIODIC:: 1 0 1\n0 0 0 1\n"), "1: edges of a cell");
  expect_told(mistake("##PERIODIC:: 1 1\n0 0 0 1\n"), "three edges");
}

TEST(Packings, of_no_known_format_are_refused) {
  expect_told(mistake(""), "the file is empty");
  expect_told(mistake(" \n\t\n"), "the file is empty");
  expect_told(mistake("x,y,z,r\n0,0,0,1\n"), "none of the packings");
  expect_told(mistake("hello\n"), "none of the packings");
  expect_told(mistake(std::string("LammpS RestartT\0\1", 17)), "binary file");
  expect_told(mistake("\x1f\x8b junk"), "compressed");
  expect_told(mistake("0 0 0 1\n", {.format = "vtk"}), "no format `vtk`");
  expect_told(mistake("0 0 0 1\n", {.units = "feet"}), "no units `feet`");
  expect_told(mistake("0 0 0 1\n", {.format = "lammps-data"}), "no line `N atoms`");
  expect_told(mistake("0 0 0 1\n", {.format = "lammps-dump"}), "ITEM: TIMESTEP");
  std::string many;
  for (int k = 0; k < 100; ++k) many += "0 0 0 -1\n";
  EXPECT_EQ(read_packing(many).mistakes.size(), kMostMistakes);
}

// Any cut and any exchanged byte: a packing or a mistake, never a crash.
TEST(Packings, that_are_cut_or_damaged_end_in_a_mistake_or_a_packing) {
  const std::string dump = frame(0, "id xs ys zs radius", "1 0.5 0.5 0.5 0.1\n", 1);
  for (const std::string& text : {kData, dump, std::string("##PERIODIC:: 1 1 1\n0 0 0 1\n")})
    for (std::size_t k = 0; k < text.size(); ++k) {
      static_cast<void>(read_packing(text.substr(0, k)));
      static_cast<void>(read_packing(text.substr(k)));
      for (const char c : {'-', '9', ' ', '\n', 'x', '\0', '#', ','}) {
        std::string other = text;
        other[k] = c;
        const ReadPacking read = read_packing(other);
        if (!read.mistakes.empty()) continue;
        for (const PackedGrain& g : read.packing.grains) {
          EXPECT_GT(g.radius, 0);
          EXPECT_LT(g.type, read.packing.types.size());
        }
      }
    }
}

TEST(Packings, become_a_table) {
  const Packing p = good(kData);
  EXPECT_EQ(packing_csv(p, {}, "a.data").substr(0, 119),
            "# from a.data, box: min = [0, 0, -0.1], max = [0.1, 0.2, 0.1]\n"
            "x,y,z,r,vx,vy,vz,wx,wy,wz,density,type\n0.01,0.02,0.02,0.0");
  const std::string named = packing_csv(p, {"glass", "steel"}, "a.data");
  EXPECT_NE(named.find(",density,material\n"), std::string::npos);
  EXPECT_NE(named.find(",2600,steel\n"), std::string::npos);
}

}  // namespace
}  // namespace scree
