#include "io/render/font.hpp"
#include "io/render/overlay.hpp"
#include "pictures.hpp"

namespace scree::test {
namespace {

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
  f.fixed[6] = 1;  // a wall's: has no rank and is not the smaller grain of any pair
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

TEST(Coloring, ranges_of_a_film_join) {
  render::ColorRange a{0, 2, {1, 2}};
  a.include({-1, 1, {1, 3}});
  EXPECT_EQ(a.lo, -1);
  EXPECT_EQ(a.hi, 2);
  EXPECT_EQ(a.classes, (std::vector<double>{1, 2, 3}));
  a.include({0, 1, {}});
  EXPECT_TRUE(a.classes.empty());
}

}  // namespace
}  // namespace scree::test
