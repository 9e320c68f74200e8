#include "io/render/render.hpp"

#include <omp.h>

#include "pictures.hpp"

namespace scree::test {
namespace {

TEST(Png, decodes_to_the_same_pixels) {
  Image image(37, 23);
  for (std::size_t k = 0; k < image.rgb.size(); ++k)
    image.rgb[k] = static_cast<std::uint8_t>(k * k * 31 + k / 7);
  const auto png = render::encode_png(image, {{"Software", "Scree"}});
  ASSERT_TRUE(png.ok());
  const DecodedPng back = decode_png(*png);
  EXPECT_EQ(back.width, 37);
  EXPECT_EQ(back.height, 23);
  EXPECT_EQ(back.rgb, image.rgb);
  EXPECT_EQ(back.chunks.front(), "IHDR");
  EXPECT_EQ(back.chunks.back(), "IEND");
  EXPECT_EQ(back.texts, std::string("Software\0Scree", 14));
}

TEST(Png, exporter_writes_a_picture_of_the_size_asked_for) {
  ParamSet p;
  p.set("width", std::int64_t{160});
  p.set("height", std::int64_t{120});
  const DecodedPng png = decode_png(write("png", small_frame(), p));
  EXPECT_EQ(png.width, 160);
  EXPECT_EQ(png.height, 120);
}

TEST(Render, a_single_grain_fills_the_middle_and_leaves_the_corners) {
  Frame f;
  f.add(0, {3, -2, 7}, 0.5);
  const Image image = drawn(f, plain());
  EXPECT_TRUE(vivid(image.at(120, 90)));
  for (const auto& [x, y] : {std::pair{2, 2}, {237, 2}, {2, 177}, {237, 177}})
    EXPECT_FALSE(vivid(image.at(x, y))) << x << " " << y;
  // A disc that the height of the picture limits: 94 percent of it across.
  const double disc = 3.14159 * 0.25 * 0.94 * 0.94 * 180 * 180;
  EXPECT_NEAR(vivid_pixels(image), disc, 0.06 * disc);
}

TEST(Render, the_size_of_the_world_does_not_matter) {
  Frame small, large;
  for (int k = 0; k < 5; ++k) {
    small.add(k, {1e-6 * k, 0, 0}, 0.6e-6);
    large.add(k, {1e6 * k, 0, 0}, 0.6e6);
  }
  Options o = plain();
  o.color = "id";
  const Image a = drawn(small, o), b = drawn(large, o);
  int different = 0;
  for (std::size_t k = 0; k < a.rgb.size(); ++k)
    different += std::abs(int(a.rgb[k]) - int(b.rgb[k])) > 8;
  EXPECT_LT(different, static_cast<int>(a.rgb.size() / 200));  // rounding at silhouettes
}

TEST(Render, the_nearer_grain_hides_the_farther_one) {
  Frame f;
  f.add(0, {0, 0, 0}, 1);
  f.add(1, {0, 0, 3}, 1);  // the eye is on this side for azimuth 0
  f.type = {0, 1};
  Options o = plain();
  o.view.azimuth = 0;
  o.view.elevation = 0;
  o.color = "type";
  const Image both = drawn(f, o);
  const std::uint8_t* p = both.at(120, 90);
  // Type 1 has the light end of the map (yellow: blue is the weakest channel), type 0 the dark one.
  EXPECT_LT(p[2], p[1]);
  std::swap(f.type[0], f.type[1]);
  const Image swapped = drawn(f, o);
  EXPECT_GT(swapped.at(120, 90)[2], swapped.at(120, 90)[1]);
}

TEST(Render, up_is_up) {
  Frame f;
  f.add(0, {0, 0, 0}, 1);
  f.add(1, {0, 4, 0}, 1);
  f.type = {0, 1};
  Options o = plain(120, 240);
  o.color = "type";
  for (const bool turned : {false, true}) {
    if (turned) {
      f.up = {0, 0, 1};
      f.x[1] = {0, 0, 4};
    }
    const Image image = drawn(f, o);
    EXPECT_LT(image.at(60, 60)[2], image.at(60, 60)[1]) << "the upper grain is the light one";
    EXPECT_GT(image.at(60, 180)[2], image.at(60, 180)[1]) << "the lower grain is the dark one";
  }
}

TEST(Render, threads_do_not_change_the_picture) {
  Frame f;
  for (std::uint32_t k = 0; k < 400; ++k)
    f.add(k, {0.1 * (k % 7), 0.1 * (k / 7 % 8), 0.1 * (k / 56)}, 0.04 + 0.0001 * (k % 13));
  f.walls.push_back({"plate", {{-1, -0.1, -1}, {2, -0.1, -1}, {-1, -0.1, 2}}, {{0, 1, 2}}});
  Options o = plain();
  o.color = "id";
  const int before = omp_get_max_threads();
  omp_set_num_threads(1);
  const Image one = drawn(f, o);
  omp_set_num_threads(3);
  const Image three = drawn(f, o);
  omp_set_num_threads(before);
  EXPECT_EQ(one.rgb, three.rgb);
}

TEST(Render, a_floor_darkens_below_a_grain) {
  Frame f;
  f.add(0, {0, 1, 0}, 1);
  f.walls.push_back(
      {"floor", {{-9, 0, -9}, {9, 0, -9}, {9, 0, 9}, {-9, 0, 9}}, {{0, 1, 2}, {0, 2, 3}}});
  Options o = plain();
  o.view.zoom = 0.5;
  const Image with = drawn(f, o);
  o.sky = 0;
  int darkest = 255;
  for (int y = 90; y < 180; ++y)
    for (int x = 0; x < 240; ++x)
      if (!vivid(with.at(x, y))) darkest = std::min(darkest, int(with.at(x, y)[1]));
  EXPECT_LT(darkest, 170);
}

TEST(Render, a_clip_plane_removes_its_side_and_shows_the_inside) {
  Frame f;
  f.add(0, {0, 0, 0}, 1);
  f.add(1, {0, 0, 5}, 1);
  Options o = plain();
  o.view.azimuth = 90;  // from +x: z runs to the left
  o.view.elevation = 0;
  const int whole = vivid_pixels(drawn(f, o));
  o.clip = render::ClipPlane{{0, 0, 2}, {0, 0, 1}};
  const int half = vivid_pixels(drawn(f, o));
  EXPECT_NEAR(half, whole / 2, whole / 20);
  o.clip = render::ClipPlane{{0, 0, 0}, {1, 0, 0}};  // towards the eye: both stay, as flat discs
  EXPECT_NEAR(vivid_pixels(drawn(f, o)), whole, whole / 8);
}

TEST(Render, a_stray_grain_does_not_shrink_the_packing) {
  Frame f;
  for (std::uint32_t k = 0; k < 500; ++k)
    f.add(k, {0.1 * (k % 10), 0.1 * (k / 10 % 10), 0.1 * (k / 100)}, 0.05);
  const int packed = vivid_pixels(drawn(f, plain()));
  f.add(500, {1e6, -1e6, 0}, 0.05);
  EXPECT_NEAR(vivid_pixels(drawn(f, plain())), packed, packed / 5);
}

TEST(Render, balls_of_walls_are_grey_and_do_not_hide_grains) {
  Frame f;
  f.add(0, {0, 0, 0}, 1);
  f.add(1, {0, 0, 3}, 1);   // before the grain
  f.add(2, {0, 0, -3}, 2);  // behind it
  f.fixed = {0, 1, 1};
  Options o = plain();
  o.view.azimuth = o.view.elevation = 0;
  const Image image = drawn(f, o);
  EXPECT_TRUE(vivid(image.at(120, 90)));
  const int grain = vivid_pixels(image);
  f.fixed = {0, 0, 0};
  EXPECT_GT(vivid_pixels(drawn(f, o)), 2 * grain);
}

// All at once it would take tens of gigabytes.
TEST(Render, a_title_as_long_as_a_file_ends_at_the_edge) {
  Frame f;
  f.add(0, {0, 0, 0}, 1);
  Options o = plain();
  o.labels = true;
  f.title = std::string(200, 'W');  // wider than the picture
  const Image some = drawn(f, o);
  f.title.assign(20'000'000, 'W');
  EXPECT_EQ(some.rgb, drawn(f, o).rgb);
  f.title = "W";
  EXPECT_NE(some.rgb, drawn(f, o).rgb);
}

TEST(Render, nothing_and_nonsense_give_a_picture) {
  Frame bad;
  bad.add(0, {std::nan(""), 0, 0}, 1);
  bad.add(1, {0, 0, 0}, -1);
  bad.add(2, {0, 0, 0}, 0);
  bad.up = {0, 0, 0};
  bad.walls.push_back(
      {"point", {{1, 1, 1}, {1, 1, 1}, {std::nan(""), 0, 0}}, {{0, 1, 1}, {0, 1, 2}}});
  EXPECT_EQ(vivid_pixels(drawn(bad, plain())), 0);
  EXPECT_EQ(vivid_pixels(drawn(Frame{}, plain())), 0);
}

TEST(Render, a_grain_whose_value_is_no_number_is_grey) {
  Frame f;
  f.add(0, {0, 0, 0}, 1);
  f.v[0] = {std::nan(""), 0, 0};
  const Image image = drawn(f, plain());
  EXPECT_FALSE(vivid(image.at(120, 90)));
  EXPECT_LT(image.at(120, 90)[1], 215) << "but it is there";
}

TEST(Render, refuses_an_unknown_colour_and_an_absurd_size) {
  Frame f = small_frame();
  Options o = plain();
  o.color = "sped";
  auto image = render::draw(f, o);
  ASSERT_FALSE(image.ok());
  EXPECT_EQ(image.error().code, "E0721");
  EXPECT_NE(image.error().hint.find("speed"), std::string::npos);
  EXPECT_NE(image.error().hint.find("start height"), std::string::npos);
  o = plain(0, 100);
  EXPECT_EQ(render::draw(f, o).error().code, "E0722");
}

TEST(Render, a_field_of_the_frame_wins_over_a_name_of_its_own) {
  Frame f;
  f.add(0, {}, 1);
  f.fields.push_back({"speed", "km/h", {42}});
  const auto c = render::coloring(f, "speed");
  ASSERT_TRUE(c.ok());
  EXPECT_EQ(c->unit, "km/h");
  EXPECT_EQ(c->values[0], 42);
}

}  // namespace
}  // namespace scree::test
