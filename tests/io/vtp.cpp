#include "io/vtp.hpp"

#include "support.hpp"

namespace scree::test {
namespace {

TEST(Vtp, grains_read_back_exactly) {
  const Frame f = small_frame();
  const std::string vtp = write("vtp", f);
  EXPECT_EQ(attribute(vtp, "NumberOfPoints"), 3);
  EXPECT_EQ(attribute(vtp, "NumberOfVerts"), 3);
  EXPECT_EQ(attribute(vtp, "NumberOfLines"), 0);
  EXPECT_EQ(attribute(vtp, "NumberOfStrips"), 0);
  EXPECT_EQ(attribute(vtp, "NumberOfPolys"), 0);
  const auto expect_vectors = [&](const char* name, const std::vector<Vec3>& expected) {
    const auto got = vtp_array<double>(vtp, name, "Float64");
    ASSERT_EQ(got.size(), 3 * expected.size()) << name;
    for (std::size_t k = 0; k < expected.size(); ++k)
      for (int c = 0; c < 3; ++c)
        EXPECT_TRUE(same_bits(got[3 * k + c], expected[k][c])) << name << " " << k << " " << c;
  };
  expect_vectors("Points", f.x);
  expect_vectors("v", f.v);
  expect_vectors("omega", f.omega);
  expect_vectors("f", f.f);
  expect_vectors("tq", f.tq);
  EXPECT_EQ(vtp_array<double>(vtp, "radius", "Float64"), f.radius);
  EXPECT_EQ(vtp_array<double>(vtp, "mass", "Float64"), f.mass);
  EXPECT_EQ(vtp_array<std::int64_t>(vtp, "id", "Int64"),
            (std::vector<std::int64_t>{2, 5, 4000000000}));
  EXPECT_EQ(vtp_array<std::int32_t>(vtp, "type", "Int32"), (std::vector<std::int32_t>{0, 1, 2}));
  EXPECT_EQ(vtp_array<std::int64_t>(vtp, "body", "Int64"),
            (std::vector<std::int64_t>{0, 7, 4000000000}));
}

TEST(Vtp, orientation_is_the_quaternion_with_its_scalar_last) {
  const auto q = vtp_array<double>(write("vtp", small_frame()), "orientation", "Float64");
  EXPECT_EQ(q, (std::vector<double>{0, 0, 0, 1, -0.5, 0.5, -0.5, 0.5, 0, 0, 1, 0}));
}

TEST(Vtp, every_point_has_one_vertex) {
  const std::string vtp = write("vtp", small_frame());
  EXPECT_EQ(vtp_array<std::int64_t>(vtp, "connectivity", "Int64"),
            (std::vector<std::int64_t>{0, 1, 2}));
  EXPECT_EQ(vtp_array<std::int64_t>(vtp, "offsets", "Int64"), (std::vector<std::int64_t>{1, 2, 3}));
}

TEST(Vtp, says_byte_order_and_header_and_no_compressor) {
  const std::string vtp = write("vtp", small_frame());
  EXPECT_NE(vtp.find("byte_order=\"LittleEndian\" header_type=\"UInt64\""), std::string::npos);
  EXPECT_EQ(vtp.find("compressor"), std::string::npos);
}

TEST(Vtp, carries_time_step_and_fields_even_when_not_a_number) {
  const Frame f = small_frame();
  const std::string vtp = write("vtp", f);
  EXPECT_EQ(vtp_array<double>(vtp, "TimeValue", "Float64"), std::vector<double>{0.1});
  EXPECT_EQ(vtp_array<std::uint64_t>(vtp, "step", "UInt64"),
            std::vector<std::uint64_t>{12345678901ull});
  const auto field = vtp_array<double>(vtp, "start height", "Float64");
  ASSERT_EQ(field.size(), 3u);
  EXPECT_EQ(field[0], 0.5);
  EXPECT_TRUE(std::isnan(field[1]));
}

TEST(Vtp, walls_are_triangles_with_the_number_of_their_wall) {
  Frame f = small_frame();
  f.walls.push_back({"lid", {{0, 1, 0}, {1, 1, 0}, {0, 1, 1}}, {{0, 1, 2}}});
  ParamSet p;
  p.set("part", std::string("walls"));
  const std::string vtp = write("vtp", f, p);
  EXPECT_EQ(attribute(vtp, "NumberOfPolys"), 3);
  EXPECT_EQ(attribute(vtp, "NumberOfPoints"), 7);
  EXPECT_EQ(vtp_array<std::int64_t>(vtp, "connectivity", "Int64"),
            (std::vector<std::int64_t>{0, 1, 2, 1, 3, 2, 4, 5, 6}));
  EXPECT_EQ(vtp_array<std::int32_t>(vtp, "wall", "Int32"), (std::vector<std::int32_t>{0, 0, 1}));
}

TEST(Vtp, contacts_join_centres_and_end_at_the_point_on_a_wall) {
  const Frame f = small_frame();
  ParamSet p;
  p.set("part", std::string("contacts"));
  const std::string vtp = write("vtp", f, p);
  EXPECT_EQ(attribute(vtp, "NumberOfLines"), 2);
  const auto ends = vtp_array<double>(vtp, "Points", "Float64");
  ASSERT_EQ(ends.size(), 12u);
  EXPECT_EQ(ends[0], f.x[0].x);
  EXPECT_EQ(ends[3], f.x[1].x);
  EXPECT_EQ(ends[10], 0.0);  // y of the point on the plate
  EXPECT_EQ(vtp_array<std::int64_t>(vtp, "j", "Int64"), (std::vector<std::int64_t>{5, -1}));
  EXPECT_EQ(vtp_array<std::int32_t>(vtp, "wall", "Int32"), (std::vector<std::int32_t>{-1, 0}));
  EXPECT_EQ(vtp_array<double>(vtp, "magnitude", "Float64")[1], 5.0);
  EXPECT_EQ(vtp_array<double>(vtp, "normal_force", "Float64")[0], 0.25);
}

TEST(Vtp, a_contact_across_a_periodic_boundary_stays_short) {
  Frame f;
  f.add(0, {0.001, 0, 0}, 0.001);
  f.add(1, {0.999, 0, 0}, 0.001);
  f.contacts.push_back({0, 1, -1, {0.0, 0, 0}, {-1, 0, 0}, {1, 0, 0}, 1e-6});
  const auto ends = vtp_array<double>(vtp_contacts(f), "Points", "Float64");
  ASSERT_EQ(ends.size(), 6u);
  EXPECT_NEAR(ends[3], -0.001, 1e-12);
}

TEST(Vtp, an_empty_frame_is_a_valid_file) {
  for (const char* part : {"grains", "walls", "contacts"}) {
    ParamSet p;
    p.set("part", std::string(part));
    const std::string vtp = write("vtp", Frame{}, p);
    EXPECT_EQ(attribute(vtp, "NumberOfPoints"), 0);
    EXPECT_TRUE(vtp_array<double>(vtp, "Points", "Float64").empty());
    EXPECT_NE(vtp.find("</VTKFile>"), std::string::npos);
  }
}

TEST(Vtp, collection_lists_times_exactly_and_escapes_names) {
  const std::vector<std::pair<double, std::string>> files{{0.1, "frames/000000.vtp"},
                                                          {1.0 / 3.0, "a&b.vtp"}};
  const std::string pvd = pvd_collection(files);
  EXPECT_NE(pvd.find("timestep=\"0.1\" part=\"0\" file=\"frames/000000.vtp\""), std::string::npos);
  EXPECT_NE(pvd.find("timestep=\"0.3333333333333333\""), std::string::npos);
  EXPECT_NE(pvd.find("a&amp;b.vtp"), std::string::npos);
}

}  // namespace
}  // namespace scree::test
