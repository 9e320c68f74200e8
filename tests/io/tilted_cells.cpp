// A tilted cell in files.
#include <gtest/gtest.h>

#include "io/vtp.hpp"
#include "io/vtp_reader.hpp"
#include "support.hpp"

namespace scree::test {
namespace {

Frame tilted_frame() {
  Frame f = small_frame();
  f.box = {{1, 2, 3}, {2, 4, 6}, {true, true, true}};
  f.box.tilt = {0.25, -0.5, 0.75};
  f.box.stretch = {-1, 0.5, 0}, f.box.shear = {2, 0, -3};
  return f;
}

TEST(TiltedCell, comes_back_from_a_frame) {
  const auto read = read_vtp_grains(vtp_grains(tilted_frame()));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->box.tilt, (Vec3{0.25, -0.5, 0.75}));
  EXPECT_EQ(read->box.stretch, (Vec3{-1, 0.5, 0}));
  EXPECT_EQ(read->box.shear, (Vec3{2, 0, -3}));
}

// Bounds of the corners, as in LAMMPS: lo + min(0, xy, xz, xy + xz).
TEST(TiltedCell, is_a_triclinic_box_for_lammps) {
  const std::string text = write("lammps", tilted_frame());
  EXPECT_NE(text.find("ITEM: BOX BOUNDS xy xz yz pp pp pp\n0.5 2.25 0.25\n2 4.75 -0.5\n3 6 0.75\n"),
            std::string::npos)
      << text.substr(0, 300);
}

}  // namespace
}  // namespace scree::test
