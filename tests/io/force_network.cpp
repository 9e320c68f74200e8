#include "io/render/tile.hpp"
#include "pictures.hpp"

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

TEST(Look, a_clip_plane_leaves_half_of_a_wall) {
  Frame f;
  f.walls.push_back(
      {"plate", {{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}}, {{0, 1, 2}, {0, 2, 3}}});
  render::Look look;
  look.clip = render::ClipPlane{{0.5, 0, 0}, {2, 0, 0}};
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
