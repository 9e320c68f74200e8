#include "support.hpp"

namespace scree::test {
namespace {

std::vector<double> numbers(const std::vector<std::string>& cells) {
  std::vector<double> v;
  for (const std::string& c : cells) v.push_back(std::stod(c));
  return v;
}

TEST(Csv, reads_back_exactly_with_one_line_a_grain) {
  Frame f = small_frame();
  f.x[2].z = 4e-300;  // std::stod refuses subnormal numbers
  const auto lines = split(write("csv", f), '\n');
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_EQ(lines[4], "");
  const auto header = split(lines[0], ',');
  EXPECT_EQ(header.front(), "id");
  EXPECT_EQ(header.back(), "start height");
  for (std::size_t k = 0; k < 3; ++k) {
    const auto v = numbers(split(lines[k + 1], ','));
    ASSERT_EQ(v.size(), header.size());
    EXPECT_EQ(v[0], f.id[k]);
    EXPECT_EQ(v[2], f.body[k]);
    EXPECT_EQ(v[3], f.radius[k]);
    for (int c = 0; c < 3; ++c) {
      EXPECT_TRUE(same_bits(v[5 + c], f.x[k][c]));
      EXPECT_TRUE(same_bits(v[8 + c], f.v[k][c]));
      EXPECT_TRUE(same_bits(v[11 + c], f.omega[k][c]));
      EXPECT_TRUE(same_bits(v[14 + c], f.f[k][c]));
      EXPECT_TRUE(same_bits(v[17 + c], f.tq[k][c]));
    }
    EXPECT_EQ(v[20], f.q[k].w);
    EXPECT_TRUE(same_bits(v[24], f.fields[0].values[k]));
  }
}

TEST(Csv, quotes_a_field_whose_name_has_a_comma) {
  Frame f;
  f.add(0, {}, 1);
  f.fields.push_back({"a,\"b\"", "", {1}});
  EXPECT_NE(write("csv", f).find(",\"a,\"\"b\"\"\"\n"), std::string::npos);
}

TEST(Csv, an_empty_frame_has_only_the_header) {
  const std::string csv = write("csv", Frame{});
  EXPECT_EQ(split(csv, '\n').size(), 2u);
}

TEST(Lammps, reads_back_exactly_and_counts_types_from_one) {
  Frame f = small_frame();
  f.x[2].z = 4e-300;
  const auto lines = split(write("lammps", f), '\n');
  const auto after = [&](const std::string& item) -> std::size_t {
    for (std::size_t k = 0; k < lines.size(); ++k)
      if (lines[k].rfind("ITEM: " + item, 0) == 0) return k + 1;
    ADD_FAILURE() << item;
    return 0;
  };
  EXPECT_EQ(lines[after("TIMESTEP")], "12345678901");
  EXPECT_EQ(lines[after("NUMBER OF ATOMS")], "3");
  const std::size_t atoms = after("ATOMS");
  const auto columns = split(lines[atoms - 1], ' ');  // "ITEM:" "ATOMS" then names
  EXPECT_EQ(columns.back(), "start_height");
  for (std::size_t k = 0; k < 3; ++k) {
    const auto v = numbers(split(lines[atoms + k], ' '));
    ASSERT_EQ(v.size(), columns.size() - 2);
    EXPECT_EQ(v[0], f.id[k]);
    EXPECT_EQ(v[1], f.type[k] + 1);
    EXPECT_EQ(v[2], f.body[k]);
    EXPECT_EQ(v[3], f.radius[k]);
    for (int c = 0; c < 3; ++c) {
      EXPECT_TRUE(same_bits(v[5 + c], f.x[k][c]));
      EXPECT_TRUE(same_bits(v[8 + c], f.v[k][c]));
    }
  }
}

TEST(Lammps, box_is_the_periodic_one_where_space_is_periodic) {
  Frame f;
  f.add(0, {0.5, 0.5, 0.5}, 0.1);
  f.box = {{-1, -2, -3}, {4, 5, 6}, {true, false, false}};
  const std::string dump = write("lammps", f);
  EXPECT_NE(dump.find("ITEM: BOX BOUNDS pp ff ff\n-1 4\n0.4 0.6\n0.4 0.6\n"), std::string::npos)
      << dump;
}

TEST(Lammps, an_empty_frame_has_a_box_of_finite_numbers) {
  const std::string dump = write("lammps", Frame{});
  EXPECT_NE(dump.find("NUMBER OF ATOMS\n0\nITEM: BOX BOUNDS ff ff ff\n0 0\n0 0\n0 0\n"),
            std::string::npos)
      << dump;
}

TEST(Ply, length_is_what_the_header_says) {
  const Frame f = small_frame();
  const std::string ply = write("ply", f);
  const std::size_t body = ply.find("end_header\n") + 11;
  EXPECT_NE(ply.find("element vertex 3\n"), std::string::npos);
  EXPECT_EQ(ply.size() - body, 3 * (7 * sizeof(double) + 2 * sizeof(std::uint32_t)));
  double x = 0;
  std::memcpy(&x, ply.data() + body, sizeof x);
  EXPECT_EQ(x, f.x[0].x);
  ParamSet p;
  p.set("part", std::string("walls"));
  const std::string walls = write("ply", f, p);
  EXPECT_EQ(walls.size() - walls.find("end_header\n") - 11, 4 * 24 + 2 * (1 + 12 + 4));
}

TEST(Exporters, refuse_a_frame_whose_arrays_differ_in_length) {
  Frame f;
  f.add(0, {}, 1);
  f.v.clear();
  for (const ExporterEntry* e : exporter_catalog()) {
    const auto text = export_frame(*e, f);
    ASSERT_FALSE(text.ok()) << e->info.name;
    EXPECT_EQ(text.error().code, "E0710");
    EXPECT_NE(text.error().message.find("'v' has 0 values for 1 grains"), std::string::npos);
  }
}

TEST(Exporters, refuse_a_triangle_without_its_points) {
  Frame f;
  f.walls.push_back({"half", {{0, 0, 0}}, {{0, 1, 2}}});
  for (const ExporterEntry* e : exporter_catalog())
    EXPECT_FALSE(export_frame(*e, f).ok()) << e->info.name;
}

TEST(Exporters, each_writes_an_empty_frame_one_grain_and_numbers_that_are_none) {
  Frame bad;
  bad.add(0, {std::nan(""), 0, 0}, 0.1, 1);
  bad.add(1, {0, 0, 0}, std::numeric_limits<double>::infinity(), 1);
  bad.add(2, {0, 0, 0}, 0.1, std::nan(""));
  bad.v[2] = {std::nan(""), 0, 0};
  Frame one;
  one.add(0, {1, 2, 3}, 0.5, 1);
  for (const ExporterEntry* e : exporter_catalog()) {
    for (const Frame* f : {&bad, &one}) EXPECT_TRUE(export_frame(*e, *f).ok()) << e->info.name;
    EXPECT_TRUE(export_frame(*e, Frame{}).ok()) << e->info.name;
    EXPECT_FALSE(e->extension.empty());
    EXPECT_FALSE(e->info.summary.empty());
    EXPECT_EQ(find_exporter(e->info.name), e);
  }
}

}  // namespace
}  // namespace scree::test
