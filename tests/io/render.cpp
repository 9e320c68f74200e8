#include "io/render/render.hpp"

#include <omp.h>

#include "io/render/font.hpp"
#include "io/render/overlay.hpp"
#include "io/render/tile.hpp"
#include "support.hpp"

namespace scree::test {
namespace {

using render::Image;
using render::Options;

Options plain(int width = 240, int height = 180) {
  Options o;
  o.width = width, o.height = height;
  o.labels = o.legend = false;
  return o;
}

Image drawn(const Frame& f, const Options& o) {
  auto image = render::draw(f, o);
  EXPECT_TRUE(image.ok()) << (image.ok() ? "" : to_string(image.error()));
  return image.ok() ? *image : Image(o.width, o.height);
}

// A grain's colour is vivid, everything else of a picture is nearly grey.
bool vivid(const std::uint8_t* p) {
  const auto [lo, hi] = std::minmax({p[0], p[1], p[2]});
  return hi - lo > 50;
}
int vivid_pixels(const Image& image) {
  int n = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) n += vivid(image.at(x, y));
  return n;
}

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

TEST(Render, a_cut_removes_its_side_and_shows_the_inside) {
  Frame f;
  f.add(0, {0, 0, 0}, 1);
  f.add(1, {0, 0, 5}, 1);
  Options o = plain();
  o.view.azimuth = 90;  // from +x: z runs to the left
  o.view.elevation = 0;
  const int whole = vivid_pixels(drawn(f, o));
  o.cut = render::CutPlane{{0, 0, 2}, {0, 0, 1}};
  const int half = vivid_pixels(drawn(f, o));
  EXPECT_NEAR(half, whole / 2, whole / 20);
  o.cut = render::CutPlane{{0, 0, 0}, {1, 0, 0}};  // towards the eye: both stay, as flat discs
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

TEST(Coloring, two_sizes_are_classes_and_many_are_a_scale) {
  Frame f;
  for (std::uint32_t k = 0; k < 10; ++k) f.add(k, {double(k), 0, 0}, k % 2 ? 1 : 2);
  EXPECT_EQ(render::coloring(f, "radius")->classes, (std::vector<double>{1, 2}));
  for (std::uint32_t k = 0; k < 10; ++k) f.radius[k] = 1 + 0.1 * k;
  EXPECT_TRUE(render::coloring(f, "radius")->classes.empty());
}

TEST(Coloring, rank_counts_the_smaller_grains_and_equals_share_it) {
  Frame f;
  const double sizes[] = {3, 1, 1000, 1, std::nan(""), 2};
  for (std::uint32_t k = 0; k < 6; ++k) f.add(k, {0, 0, 0}, sizes[k]);
  f.add(6, {0, 0, 0}, 0.5);
  f.fixed[6] = 1;  // a wall's: has no rank and is nobody's smaller grain
  const auto c = render::coloring(f, "rank");
  ASSERT_TRUE(c.ok());
  const double expected[] = {3, 0, 4, 0, 0, 2};
  for (std::size_t k = 0; k < 6; ++k) EXPECT_EQ(c->values[k], expected[k]) << k;
  EXPECT_TRUE(std::isnan(c->values[6]));
  EXPECT_EQ(c->lo, 0);
  EXPECT_EQ(c->hi, 4);
}

TEST(Coloring, one_wild_value_does_not_flatten_the_scale) {
  Frame f;
  for (std::uint32_t k = 0; k < 1000; ++k) {
    f.add(k, {}, 1);
    f.v[k] = {1e-3 * k, 0, 0};
  }
  f.v[7] = {1e9, 0, 0};
  const auto c = render::coloring(f, "speed");
  EXPECT_EQ(c->lo, 0);
  EXPECT_NEAR(c->hi, 1, 0.02);
}

TEST(Coloring, lightness_of_the_map_rises_all_the_way) {
  double before = -1;
  for (int k = 0; k <= 64; ++k) {
    const render::Vec v = render::map_color(static_cast<float>(k) / 64);
    const double y = 0.2126 * v.x + 0.7152 * v.y + 0.0722 * v.z;  // luminance
    EXPECT_GT(y, before) << k;
    before = y;
  }
}

TEST(Overlay, ticks_are_round_and_lie_within_the_scale) {
  const render::Ticks t = render::ticks_of(0, 0.0123, "m");
  EXPECT_EQ(t.unit, "mm");
  ASSERT_GE(t.at.size(), 3u);
  EXPECT_EQ(t.text[0], "0");
  EXPECT_EQ(t.text[1], "5");
  EXPECT_NEAR(t.at[1], 0.005, 1e-15);
  for (const auto& [lo, hi] : {std::pair{-3.0, 1e9}, {1.0, 1.0 + 1e-12}, {-1e-20, 1e-20}})
    for (const double at : render::ticks_of(lo, hi, "").at) {
      EXPECT_GE(at, lo - 1e-6 * (hi - lo));
      EXPECT_LE(at, hi + 1e-6 * (hi - lo));
    }
  EXPECT_EQ(render::ticks_of(2, 2, "s").text, std::vector<std::string>{"2"});
}

TEST(Font, every_printable_character_leaves_ink_and_has_width) {
  const render::TextStyle style{20, 2};
  for (char c = '!'; c <= '~'; ++c) {
    Image image(60, 40);
    render::draw_text(image, 10, 28, std::string(1, c), style);
    int dark = 0;
    for (const std::uint8_t v : image.rgb) dark += v < 128;
    EXPECT_GT(dark, 3) << c;
  }
  EXPECT_GT(render::text_width("mm", style), render::text_width("m", style));
  EXPECT_EQ(render::text_width("", style), 0);
}

TEST(Font, accents_fall_away_and_broken_text_does_no_harm) {
  const render::TextStyle style{20, 2};
  EXPECT_EQ(render::text_width("é", style), render::text_width("e", style));
  EXPECT_EQ(render::text_width("ć", style), render::text_width("c", style));
  Image image(30, 30);
  for (const char* broken : {"\xff\xff", "\xe2\x82", "\xc3", "日本"})
    render::draw_text(image, -50, 500, broken, style);
  EXPECT_EQ(image.rgb, Image(30, 30).rgb) << "outside of the picture nothing is drawn";
}

}  // namespace
}  // namespace scree::test

namespace scree::test {
namespace {

// Two small grains whose contact carries a force, seen from the front.
Frame one_contact() {
  Frame f;
  f.add(0, {-1, 0, 0}, 1);
  f.add(1, {1, 0, 0}, 1);
  f.contacts.push_back({0, 1, -1, {0, 0, 0}, {1, 0, 0}, {-2, 0, 0}, 1e-3});
  return f;
}

TEST(ForceNetwork, a_rod_lies_between_the_centres_with_a_radius_by_its_force) {
  Frame f = one_contact();
  f.add(2, {3, 0, 0}, 1);
  f.contacts.push_back({1, 2, -1, {2, 0, 0}, {1, 0, 0}, {-0.5, 0, 0}, 1e-3});
  render::Look look;
  look.contacts = true;
  look.force_hi = 2, look.force_radius = 0.4;
  const auto shown = render::shown(f, look);
  ASSERT_TRUE(shown.ok());
  ASSERT_EQ(shown->rods.size(), 2u);
  EXPECT_EQ(shown->rods[0].a, f.x[0]);
  EXPECT_EQ(shown->rods[0].b, f.x[1]);
  EXPECT_EQ(shown->rods[0].radius, 0.4);
  EXPECT_EQ(shown->rods[1].radius, 0.2) << "a quarter of the force, a quarter of the section";
  EXPECT_EQ(shown->legend(look), &shown->force);
}

TEST(ForceNetwork, is_drawn_where_the_contact_is) {
  render::Options o = plain();
  o.view = {0, 0};
  o.grains = false, o.contacts = true;
  const Image with = drawn(one_contact(), o);
  o.contacts = false;
  const Image without = drawn(one_contact(), o);
  int changed = 0;
  for (int x = 0; x < with.width; ++x)
    for (int y = 0; y < with.height; ++y)
      changed += !std::equal(with.at(x, y), with.at(x, y) + 3, without.at(x, y));
  EXPECT_FALSE(std::equal(with.at(120, 90), with.at(120, 90) + 3, without.at(120, 90)));
  // Half the width of two balls, 0.45 of a radius thick, and its shadow nowhere.
  EXPECT_GT(changed, 500);
  EXPECT_LT(changed, with.width * with.height / 4);
}

TEST(ForceNetwork, says_when_the_contacts_are_not_known) {
  Frame f = one_contact();
  f.contacts.clear();
  render::Options o = plain();
  o.contacts = true;
  const auto image = render::draw(f, o);
  ASSERT_FALSE(image.ok());
  EXPECT_EQ(image.error().code, "E0723");
  f.contacts_known = true;
  EXPECT_TRUE(render::draw(f, o).ok()) << "no contact at all is an answer";
}

TEST(Look, a_cut_leaves_half_of_a_wall) {
  Frame f;
  f.walls.push_back(
      {"plate", {{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}}, {{0, 1, 2}, {0, 2, 3}}});
  render::Look look;
  look.cut = render::CutPlane{{0.5, 0, 0}, {2, 0, 0}};
  const auto shown = render::shown(f, look);
  ASSERT_TRUE(shown.ok());
  double area = 0;
  for (const auto& t : shown->walls[0].triangles) {
    const auto& p = shown->walls[0].points;
    area += 0.5 * norm(cross(p[t[1]] - p[t[0]], p[t[2]] - p[t[0]]));
  }
  EXPECT_LT(std::abs(area - 3), 1e-15 * 8);
}

TEST(CameraFit, of_one_frame_is_the_camera_of_that_frame_and_of_two_sees_both) {
  Frame a, b;
  a.add(0, {0, 0, 0}, 1);
  b.add(0, {10, 0, 0}, 1);
  const render::Area area{0, 0, 400, 300};
  render::CameraFit fit(a.up, {}, area);
  fit.include(a, true);
  EXPECT_EQ(fit.camera().eye, render::fit_camera(a, {}, area, true).eye);
  fit.include(b, true);
  const render::Camera c = fit.camera();
  for (const Frame* f : {&a, &b}) {
    const render::Vec p = c.place(f->x[0]);
    EXPECT_GT(c.pixel_x(p), 0);
    EXPECT_LT(c.pixel_x(p), 400);
    EXPECT_GT(c.pixel_y(p), 0);
    EXPECT_LT(c.pixel_y(p), 300);
  }
}

TEST(Coloring, ranges_of_a_film_join) {
  render::ColorRange a{0, 2, {1, 2}};
  a.include({-1, 1, {1, 3}});
  EXPECT_EQ(a.lo, -1);
  EXPECT_EQ(a.hi, 2);
  EXPECT_EQ(a.classes, (std::vector<double>{1, 2, 3}));
  a.include({0, 1, {}});
  EXPECT_TRUE(a.classes.empty());
}

TEST(Exporters, every_one_writes_the_frames_that_nobody_wants) {
  Frame nasty = small_frame();
  nasty.x[0].x = std::nan("");
  nasty.radius[1] = 0;
  nasty.radius[2] = INFINITY;
  nasty.contacts[0].force = {std::nan(""), 0, 0};
  nasty.walls[0].points[0] = {INFINITY, 0, 0};
  nasty.walls[0].triangles.push_back({1, 1, 1});
  Frame touching = one_contact();
  touching.x[1] = touching.x[0];  // two grains in one place
  for (const ExporterEntry* e : exporter_catalog())
    for (const Frame& f : {Frame{}, nasty, touching})
      for (const bool network : {false, true}) {
        ParamSet p;
        for (const ParamInfo& info : e->info.params) {
          if (info.name == "contacts") p.set("contacts", network);
          if (info.name == "width" || info.name == "height") p.set(info.name, std::int64_t{32});
        }
        const auto text = export_frame(*e, f, p);
        if (network && f.contacts.empty() && p.has("contacts")) {
          EXPECT_EQ(text.error().code, "E0723") << e->info.name;
          continue;
        }
        ASSERT_TRUE(text.ok()) << e->info.name << ": " << to_string(text.error());
        EXPECT_FALSE(text->empty()) << e->info.name;
      }
}

TEST(Exporters, pictures_and_scenes_name_no_number_that_is_none) {
  Frame f = small_frame();
  f.x[0].x = std::nan("");
  for (const char* format : {"pov", "x3d", "vrml"}) {
    const std::string text = write(format, f);
    EXPECT_EQ(text.find("nan"), std::string::npos) << format;
    EXPECT_EQ(text.find("inf"), std::string::npos) << format;
  }
}

}  // namespace
}  // namespace scree::test
