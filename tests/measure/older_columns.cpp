// The name that a column had before is read as well, behind its measure and before its number.
#include "measure/older_columns.hpp"

#include "make.hpp"

namespace scree {
namespace {

TEST(OlderColumns, have_two_names) {
  EXPECT_EQ(other_column_name("density"), "solid_fraction");
  EXPECT_EQ(other_column_name("solid_fraction"), "density");
  EXPECT_EQ(other_column_name("layers.density_12"), "layers.solid_fraction_12");
  EXPECT_EQ(other_column_name("density.density"), "density.solid_fraction");
  EXPECT_EQ(other_column_name("density.solid_fraction_3"), "density.density_3");
  for (const char* other : {"", "density.", "density_x", "my_density", "height", "density.height"})
    EXPECT_EQ(other_column_name(other), "") << other;
}

TEST(OlderColumns, are_found_where_columns_are_named) {
  const std::vector<std::string> names{"time", "density.solid_fraction", "old.density"};
  EXPECT_EQ(find_column(names, "density.density"), 1u);
  EXPECT_EQ(find_column(names, "density.solid_fraction"), 1u);
  EXPECT_EQ(find_column(names, "old.solid_fraction"), 2u) << "files of before, by today's name";
  EXPECT_EQ(find_column(names, "mass.density"), 3u);
  auto measure = choose_columns(test::measure("density; area = 1"), "density");
  ASSERT_TRUE(measure.ok());
  EXPECT_EQ(names_of((*measure)->columns()), std::vector<std::string>{"solid_fraction"});
}

}  // namespace
}  // namespace scree
