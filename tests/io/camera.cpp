// What the camera fits, where it looks, and how walls are drawn.
#include "io/render/camera.hpp"

#include "io/render/look.hpp"
#include "pictures.hpp"

namespace scree::test {
namespace {

// Plates on a large floor, each inside a ball that reaches far below it.
Frame plates() {
  Frame f;
  FrameShape plate;
  plate.radius = 1;
  for (int k = 0; k < 8; ++k)
    plate.points.push_back({k & 1 ? 0.7 : -0.7, k & 2 ? 0.05 : -0.05, k & 4 ? 0.7 : -0.7});
  plate.faces = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1},
                 {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
  f.shapes.push_back(plate);
  for (std::uint32_t k = 0; k < 3; ++k) f.add(k, {2.0 * k, 0.05, 0}, 1);
  f.fields.push_back({std::string(kShapeField), "", {1, 1, 1}, 1});
  f.q.assign(3, Quat{1, 0, 0, 0});
  FrameWall floor{"floor", {{-50, 0, -50}, {50, 0, -50}, {50, 0, 50}, {-50, 0, 50}}, {}};
  floor.triangles = {{0, 1, 2}, {0, 2, 3}};
  f.walls.push_back(floor);
  return f;
}

TEST(CameraFit, follows_the_corners_of_shapes_and_not_the_balls_around_them) {
  const Frame f = plates();
  const FrameBounds b = grain_bounds(f);
  EXPECT_NEAR(b.lo.y, 0, 1e-12);
  EXPECT_NEAR(b.hi.y, 0.1, 1e-12);
  // So the floor is one, and does not count.
  const FrameBounds focus = render::focus_of(f, true);
  EXPECT_NEAR(focus.hi.x, 4.7, 1e-12);
  EXPECT_NEAR(focus.lo.z, -0.7, 1e-12);
}

Frame packing_with_stream(bool gap) {
  Frame f;
  std::uint32_t id = 0;
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 10; ++j)
      for (int k = 0; k < 5; ++k) f.add(id++, {0.1 * i, 0.1 * j, 0.1 * k}, 0.05);
  for (int k = 0; k < 12; ++k) f.add(id++, {1, 1 + (gap ? 3 : 0) + 0.15 * k, 0.2}, 0.05);
  return f;
}

TEST(CameraFit, keeps_a_stream_and_leaves_strays_out) {
  EXPECT_NEAR(render::focus_of(packing_with_stream(false), false).hi.y, 1 + 11 * 0.15 + 0.05, 1e-9);
  EXPECT_LT(render::focus_of(packing_with_stream(true), false).hi.y, 2);
}

TEST(CameraFit, looks_at_a_point_and_shows_the_height_asked_for) {
  const Frame f = packing_with_stream(false);
  render::View v;
  v.look_at = Vec3{0.3, 0.2, 0.1}, v.span = 0.5;
  const render::Area area{0, 0, 400, 300};
  const render::Camera c = render::fit_camera(f, v, area, true);
  const render::Vec middle = c.place(*v.look_at);
  EXPECT_NEAR(c.pixel_x(middle), 200, 0.01);
  EXPECT_NEAR(c.pixel_y(middle), 150, 0.01);
  const render::Vec top = c.place(*v.look_at + 0.25 * c.up);
  EXPECT_NEAR(c.pixel_y(top), 0, 0.05);
  v.zoom = 2;
  const render::Camera closer = render::fit_camera(f, v, area, true);
  EXPECT_NEAR(closer.pixel_y(closer.place(*v.look_at + 0.125 * closer.up)), 0, 0.05);
}

TEST(CameraFit, an_orbit_shows_everything_from_all_sides) {
  const Frame f = packing_with_stream(false);
  const FrameBounds b = render::focus_of(f, false);
  const render::Area area{10, 10, 390, 290};
  render::View v = render::orbit_view({}, f.up, b, area);
  for (int k = 0; k < 12; ++k, v.azimuth += 30) {
    render::CameraFit fit(f.up, v, area);
    fit.include(b);
    const render::Camera c = fit.camera();
    for (int corner = 0; corner < 8; ++corner) {
      const render::Vec p = c.place({corner & 1 ? b.hi.x : b.lo.x, corner & 2 ? b.hi.y : b.lo.y,
                                     corner & 4 ? b.hi.z : b.lo.z});
      EXPECT_NEAR(c.pixel_x(p), 200, 200);
      EXPECT_NEAR(c.pixel_y(p), 150, 150);
    }
  }
}

// A plate in front of a grain.
Frame plate_before_grain(double z) {
  Frame f;
  f.add(0, {0, 0, 0}, 1);
  FrameWall w{"plate", {{-2, -2, z}, {2, -2, z}, {2, 2, z}, {-2, 2, z}}, {}};
  w.triangles = {{0, 1, 2}, {0, 2, 3}};
  f.walls.push_back(w);
  return f;
}

TEST(WallLook, opacity_and_colour_are_those_asked_for) {
  Options o = plain(120, 90);
  o.view.azimuth = o.view.elevation = 0;
  const Frame f = plate_before_grain(1.5);
  const std::uint8_t glass = drawn(f, o).at(60, 45)[2];
  o.wall_opacity = 1, o.wall_color = "#2040c0";
  const Image solid = drawn(f, o);
  const std::uint8_t* p = solid.at(60, 45);
  EXPECT_GT(p[2], p[0] + 60) << "blue";
  o.wall_color = "#c04020";
  const Image red = drawn(f, o);
  EXPECT_GT(red.at(60, 45)[0], red.at(60, 45)[2] + 60);
  o.wall_opacity = 0.5;
  const Image half = drawn(f, o);
  EXPECT_GT(half.at(60, 45)[0], drawn(plate_before_grain(-1.5), plain(120, 90)).at(60, 45)[0]);
  o.wall_names = "plate";
  EXPECT_EQ(drawn(f, o).rgb, half.rgb);
  o.wall_opacity = 1;
  o.wall_names = "plaet";
  EXPECT_EQ(render::draw(f, o).error().code, "E0681");
  o.wall_names = "", o.wall_color = "blue";
  EXPECT_EQ(render::draw(f, o).error().code, "E0681");
  (void)glass;
}

// A blade among the grains: its edges show through them.
TEST(WallLook, edges_of_a_blade_show_through_the_grains_before_it) {
  Frame f;
  std::uint32_t id = 0;
  for (int i = -4; i <= 4; ++i)
    for (int j = -4; j <= 4; ++j)
      for (const double z : {-2.0, 2.0}) f.add(id++, {1.0 * i, 1.0 * j, z}, 0.75);
  FrameWall w{"blade", {{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}}, {}};
  w.triangles = {{0, 1, 2}, {0, 2, 3}};
  f.walls.push_back(w);
  Options o = plain(160, 120);
  o.view.azimuth = o.view.elevation = 0;
  const Image with = drawn(f, o);
  o.hidden_edges = false;
  const Image without = drawn(f, o);
  int changed = 0;
  for (std::size_t k = 0; k < with.rgb.size(); k += 3) changed += with.rgb[k] != without.rgb[k];
  EXPECT_GT(changed, 100);
}

TEST(Legend, marks_the_end_beyond_which_values_lie) {
  Frame f = small_frame();
  Options o = plain(240, 180);
  o.legend = true, o.color = "height";
  const Image whole = drawn(f, o);
  o.lo = -1e9, o.hi = 1e9;
  const Image wide = drawn(f, o);
  o.lo = 1e8, o.hi = 1e9;  // all below
  const Image low = drawn(f, o);
  o.lo = -1e9, o.hi = -1e8;
  const Image high = drawn(f, o);
  // Dark pixels of the frame above and below the bar.
  const auto dark = [](const Image& image, int y0, int y1) {
    int n = 0;
    for (int y = y0; y < y1; ++y)
      for (int x = 212; x < 226; ++x) n += image.at(x, y)[0] < 120;
    return n;
  };
  EXPECT_GT(dark(high, 38, 42), dark(wide, 38, 42));
  EXPECT_GT(dark(low, 139, 143), dark(wide, 139, 143));
  (void)whole;
}

}  // namespace
}  // namespace scree::test
