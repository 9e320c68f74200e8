#include "io/vtp_reader.hpp"

#include <gtest/gtest.h>
// clang-format off: needs gtest before it
#include <rapidcheck/gtest.h>
// clang-format on

#include <cstring>
#include <random>

#include "io/base64.hpp"
#include "io/vtp.hpp"
#include "support.hpp"

namespace scree::test {
namespace {

template <class T>
void expect_same_bits(const std::vector<T>& got, const std::vector<T>& wanted, const char* name) {
  ASSERT_EQ(got.size(), wanted.size()) << name;
  if (got.empty()) return;  // memcmp may not be given null
  EXPECT_EQ(std::memcmp(got.data(), wanted.data(), got.size() * sizeof(T)), 0) << name;
}

void expect_same(const Frame& a, const Frame& b) {
  EXPECT_EQ(a.title, b.title);
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.up, b.up);
  EXPECT_EQ(a.box.lo, b.box.lo);
  EXPECT_EQ(a.box.hi, b.box.hi);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(a.box.periodic[k], b.box.periodic[k]);
  EXPECT_EQ(a.contacts_known, b.contacts_known);
  expect_same_bits(a.id, b.id, "id");
  expect_same_bits(a.type, b.type, "type");
  expect_same_bits(a.body, b.body, "body");
  expect_same_bits(a.radius, b.radius, "radius");
  expect_same_bits(a.mass, b.mass, "mass");
  expect_same_bits(a.x, b.x, "x");
  expect_same_bits(a.v, b.v, "v");
  expect_same_bits(a.omega, b.omega, "omega");
  expect_same_bits(a.f, b.f, "f");
  expect_same_bits(a.tq, b.tq, "tq");
  expect_same_bits(a.q, b.q, "q");
  expect_same_bits(a.fixed, b.fixed, "fixed");
  ASSERT_EQ(a.fields.size(), b.fields.size());
  for (std::size_t k = 0; k < a.fields.size(); ++k) {
    EXPECT_EQ(a.fields[k].name, b.fields[k].name);
    EXPECT_EQ(a.fields[k].unit, b.fields[k].unit);
    expect_same_bits(a.fields[k].values, b.fields[k].values, "field");
  }
  ASSERT_EQ(a.walls.size(), b.walls.size());
  for (std::size_t k = 0; k < a.walls.size(); ++k) {
    EXPECT_EQ(a.walls[k].name, b.walls[k].name);
    EXPECT_EQ(a.walls[k].force, b.walls[k].force);
    EXPECT_EQ(a.walls[k].torque, b.walls[k].torque);
    expect_same_bits(a.walls[k].points, b.walls[k].points, "wall points");
    EXPECT_EQ(a.walls[k].triangles, b.walls[k].triangles);
  }
  ASSERT_EQ(a.shapes.size(), b.shapes.size());
  for (std::size_t k = 0; k < a.shapes.size(); ++k) {
    EXPECT_EQ(a.shapes[k].radius, b.shapes[k].radius);
    expect_same_bits(a.shapes[k].points, b.shapes[k].points, "points of a shape");
    EXPECT_EQ(a.shapes[k].faces, b.shapes[k].faces);
  }
  ASSERT_EQ(a.contacts.size(), b.contacts.size());
  for (std::size_t k = 0; k < a.contacts.size(); ++k) {
    const FrameContact &c = a.contacts[k], &d = b.contacts[k];
    EXPECT_EQ(c.i, d.i);
    EXPECT_EQ(c.j, d.j);
    EXPECT_EQ(c.wall, d.wall);
    EXPECT_EQ(c.point, d.point);
    EXPECT_EQ(c.normal, d.normal);
    EXPECT_EQ(c.force, d.force);
    EXPECT_EQ(c.tangential, d.tangential);
    EXPECT_TRUE(same_bits(c.overlap, d.overlap));
  }
}

Frame full_frame() {
  Frame f = small_frame();
  f.up = {0, 0.6, 0.8};
  f.box = {{-1, -2, -3}, {1, 2, 3}, {true, false, true}};
  f.fixed = {0, 1, 0};
  f.fields.push_back({"a <field> & \"more\"", "m/s", {-0.0, 1e-310, INFINITY}});
  f.walls[0].force = {0.1, -0.2, 1.0 / 3};
  f.walls[0].torque = {1e-9, 2, 3};
  f.walls.push_back({"Trichter, groß", {{0, 1, 0}, {1, 1, 0}, {0, 1, 1}}, {{2, 1, 0}}});
  f.walls.push_back({"", {{5, 1, 0}, {6, 1, 0}, {5, 1, 1}}, {{0, 1, 2}}});
  f.contacts[0].tangential = {0, 0.1, -0.0};
  f.contacts_known = true;
  return f;
}

Result<Frame> round_trip(const Frame& f) {
  auto back = read_vtp_grains(vtp_grains(f));
  if (!back) return back;
  if (auto done = read_vtp_walls(vtp_walls(f), *back); !done) return done.errors();
  if (auto done = read_vtp_contacts(vtp_contacts(f), *back); !done) return done.errors();
  return back;
}

TEST(VtpReader, reads_back_every_bit_of_a_frame) {
  const Frame f = full_frame();
  const auto back = round_trip(f);
  ASSERT_TRUE(back.ok()) << to_string(back.error());
  expect_same(*back, f);
}

// Two shapes, one of them with a face of four corners, among balls; and where they are in the
// world.
TEST(VtpReader, finds_one_grain_without_making_the_frame) {
  Frame f;
  f.time = 0.25;
  // Rows at every remainder of three bytes, ids with gaps.
  for (std::uint32_t k = 0; k < 7; ++k)
    f.add(10 + 3 * k, {0.1 * k, -1e300 / (k + 1), 1e-310 * k}, 1);
  const std::string text = vtp_grains(f);
  for (std::uint32_t k = 0; k < 7; ++k) {
    const auto found = read_vtp_place(text, 10 + 3 * k);
    ASSERT_TRUE(found.ok());
    ASSERT_TRUE(found->has_value());
    EXPECT_EQ((*found)->time, 0.25);
    EXPECT_EQ(std::memcmp(&(*found)->x, &f.x[k], sizeof(Vec3)), 0) << k;
  }
  for (const std::uint64_t id : {std::uint64_t{0}, std::uint64_t{11}, ~std::uint64_t{0}})
    EXPECT_FALSE(read_vtp_place(text, id)->has_value());
  for (std::size_t size = 0; size < text.size(); size += 7)
    (void)read_vtp_place(text.substr(0, size), 28);  // survives
  EXPECT_FALSE(read_vtp_place(text.substr(0, text.find("Points") + 40), 28).ok());
}

TEST(VtpReader, reads_back_shapes) {
  Frame f = full_frame();
  f.shapes.push_back({0.5,
                      {{0, 0, 0}, {0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 0.5}},
                      {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}});
  f.shapes.push_back({1,
                      {{-1, 0, 0}, {1, 0, 0}, {1.0 / 3, 0.1, 0}, {-0.5, 0.1, 0}, {0, 0, 0.7}},
                      {{0, 3, 2, 1}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}});
  std::vector<double> shape(f.id.size(), 0);
  shape[1] = 2;
  f.fields.push_back({std::string(kShapeField), "", shape});
  const auto back = round_trip(f);
  ASSERT_TRUE(back.ok()) << to_string(back.error());
  expect_same(*back, f);
  const auto of = shapes_of(*back);
  ASSERT_EQ(of.size(), f.id.size());
  EXPECT_EQ(of[0], nullptr);
  ASSERT_EQ(of[1], &back->shapes[1]);
  // The ball around it has the radius of the grain.
  EXPECT_NEAR(norm(shape_point(*back, 1, *of[1], {1, 0, 0}) - f.x[1]), f.radius[1],
              1e-12 * f.radius[1]);
}

TEST(VtpReader, reads_back_bonds) {
  Frame f = small_frame();
  f.bonds = {{f.id[0], f.id[1], 2, f.x[1] - f.x[0], {0.1, -0.2, 3}, -1e-3}};
  if (f.bonds[0].i > f.bonds[0].j) std::swap(f.bonds[0].i, f.bonds[0].j);
  Frame back = f;
  back.bonds.clear();
  ASSERT_TRUE(read_vtp_bonds(vtp_bonds(f), back));
  ASSERT_EQ(back.bonds.size(), 1u);
  const FrameBond &a = f.bonds[0], &b = back.bonds[0];
  EXPECT_EQ(a.i, b.i);
  EXPECT_EQ(a.j, b.j);
  EXPECT_EQ(a.type, b.type);
  EXPECT_EQ(a.force, b.force);
  EXPECT_EQ(a.strain, b.strain);
  EXPECT_LT(norm(a.line - b.line), 1e-15);  // the difference of the two ends, which are stored
  EXPECT_FALSE(read_vtp_bonds(vtp_contacts(full_frame()), back)) << "no bonds at all";
  // And as a table.
  const auto table = export_frame(*find_exporter("csv"), f, [] {
    ParamSet p;
    p.set("part", std::string("bonds"));
    return p;
  }());
  ASSERT_TRUE(table);
  EXPECT_NE(table->find("i,j,type,strain,pull,fx,fy,fz\n"), std::string::npos);
  EXPECT_NE(table->find(",2,-0.001,"), std::string::npos) << *table;
}

TEST(VtpReader, reads_back_an_empty_frame) {
  Frame f;
  f.contacts_known = true;
  const auto back = round_trip(f);
  ASSERT_TRUE(back.ok()) << to_string(back.error());
  expect_same(*back, f);
}

TEST(VtpReader, knows_whether_contacts_were_stored) {
  Frame f = full_frame();
  f.contacts.clear();
  for (const bool known : {false, true}) {
    f.contacts_known = known;
    const auto back = read_vtp_grains(vtp_grains(f));
    ASSERT_TRUE(back.ok());
    EXPECT_EQ(back->contacts_known, known);
  }
}

RC_GTEST_PROP(VtpReader, reads_back_random_numbers_exactly,
              (const std::vector<std::uint64_t>& bits)) {
  Frame f;
  for (std::size_t k = 0; k < bits.size(); ++k) {
    double v = 0;
    std::memcpy(&v, &bits[k], sizeof v);
    f.add(static_cast<std::uint32_t>(k), {v, -v, 2 * v}, v, v);
  }
  const auto back = read_vtp_grains(vtp_grains(f));
  RC_ASSERT(back.ok());
  RC_ASSERT(back->size() == f.size());
  // RC_ASSERT evaluates both sides of ||, and memcmp may not be given null.
  const bool equal =
      f.size() == 0 || std::memcmp(back->x.data(), f.x.data(), f.size() * sizeof(Vec3)) == 0;
  RC_ASSERT(equal);
}

std::string message(const std::string& text) {
  const auto back = read_vtp_grains(text);
  return back.ok() ? "" : to_string(back.error());
}

TEST(VtpReader, says_what_is_wrong) {
  const std::string good = vtp_grains(full_frame());
  const auto without = [&good](const std::string& from, const std::string& to) {
    std::string bad = good;
    const std::size_t at = bad.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return bad.replace(at, from.size(), to);
  };
  EXPECT_NE(message("").find("is empty, or not a VTK file"), std::string::npos);
  EXPECT_NE(message("<html></html>").find("begins with <html>"), std::string::npos);
  EXPECT_NE(message(without("PolyData\"", "ImageData\"")).find("not PolyData"), std::string::npos);
  EXPECT_NE(message(without("LittleEndian", "BigEndian")).find("another form"), std::string::npos);
  EXPECT_NE(message(without("Name=\"radius\"", "Name=\"radios\"")).find("`radius` is missing"),
            std::string::npos);
  EXPECT_NE(message(without("NumberOfPoints=\"3\"", "NumberOfPoints=\"4\"")).find("nothing else"),
            std::string::npos);
  EXPECT_NE(message(without("\"binary\">", "\"binary\">?")).find("is not base64"),
            std::string::npos);
  EXPECT_NE(message(without("type=\"Float64\" Name=\"mass\"", "type=\"Int64\" Name=\"mass\""))
                .find("not Float64"),
            std::string::npos);
  EXPECT_NE(message(good.substr(0, good.size() / 2)).find("the file ends within"),
            std::string::npos);
  EXPECT_NE(message(good.substr(0, good.size() / 2)).find("[E0724]"), std::string::npos);
}

TEST(VtpReader, a_count_that_is_too_large_costs_no_memory) {
  std::string bad = vtp_grains(full_frame());
  for (const char* name : {"NumberOfPoints", "NumberOfVerts"}) {
    const std::string from = std::string(name) + "=\"3\"";
    bad.replace(bad.find(from), from.size(), std::string(name) + "=\"6148914691236517208\"");
  }
  EXPECT_NE(message(bad).find("in place of 6148914691236517208"), std::string::npos);
}

// Whatever happens to a file, the reader answers: with a frame that is sound or with an error.
TEST(VtpReader, survives_any_damage) {
  const Frame f = full_frame();
  const std::string files[] = {vtp_grains(f), vtp_walls(f), vtp_contacts(f)};
  std::mt19937 random(7);
  int read = 0, refused = 0;
  for (int k = 0; k < 6000; ++k) {
    std::string text = files[k % 3];
    const int kind = k / 3 % 3;
    const std::size_t at = random() % text.size();
    if (kind == 0) text.resize(at);
    if (kind == 1) text[at] = static_cast<char>(random());
    if (kind == 2) text.erase(at, 1 + random() % 40);
    Frame back;
    Result<Done> done = Done{};
    if (k % 3 == 0) {
      auto grains = read_vtp_grains(text);
      if (grains)
        back = *grains;
      else
        done = grains.errors();
    } else {
      done = k % 3 == 1 ? read_vtp_walls(text, back) : read_vtp_contacts(text, back);
    }
    ++(done ? read : refused);
    EXPECT_TRUE(done || !done.error().message.empty());
    EXPECT_EQ(check(back), "");
  }
  EXPECT_GT(refused, 3000);
  EXPECT_GT(read, 100) << "a changed digit of a number is a sound file";
}

TEST(VtpReader, a_collection_does_not_lead_out_of_its_folder) {
  const auto read = [](const char* name) {
    const std::vector<std::pair<double, std::string>> one = {{0.0, name}};
    return read_pvd(pvd_collection(one)).ok();
  };
  for (const char* name : {"../a.vtp", "/etc/passwd", "frames/../../a.vtp", "..", ""})
    EXPECT_FALSE(read(name)) << name;
  EXPECT_TRUE(read("frames/..a.vtp"));
}

TEST(VtpReader, collection_reads_back) {
  const std::vector<std::pair<double, std::string>> files{{0.1, "frames/000000.vtp"},
                                                          {1.0 / 3.0, "a&b.vtp"}};
  const auto back = read_pvd(pvd_collection(files));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(*back, files);
  EXPECT_FALSE(read_pvd("").ok());
  EXPECT_FALSE(read_pvd("<VTKFile><DataSet file=\"x\"/></VTKFile>").ok());
}

TEST(Base64, decodes_what_it_encodes_and_refuses_the_rest) {
  for (std::size_t n = 0; n < 20; ++n) {
    std::vector<unsigned char> bytes(n);
    for (std::size_t k = 0; k < n; ++k) bytes[k] = static_cast<unsigned char>(251 * k + 17);
    std::string text;
    append_base64(text, bytes);
    EXPECT_EQ(scree::decode_base64(" " + text + "\n"), bytes);
  }
  for (const char* bad : {"A", "AAA", "A===", "AA=A", "AAA!", "AB==", "====", "AAAA AAAA"})
    EXPECT_EQ(scree::decode_base64(bad), std::nullopt) << bad;
}

}  // namespace
}  // namespace scree::test
