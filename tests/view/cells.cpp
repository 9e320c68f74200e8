// What the page shows beside the grains: cells, bonds, further colours; and the view of a report.
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstring>
#include <map>

#include "io/base64.hpp"
#include "run/folder/json.hpp"
#include "run/folder/run_directory.hpp"
#include "support/folder.hpp"
#include "view/cell_bytes.hpp"
#include "view/frame_bytes.hpp"
#include "view/report_view.hpp"

namespace scree::test {
namespace {

using namespace view;
using run::Json;

// The head and the arrays, as the page reads them.
struct Unpacked {
  explicit Unpacked(const std::string& bytes) {
    std::uint32_t length = 0;
    std::memcpy(&length, bytes.data() + 4, sizeof length);
    head = run::parsed_json(bytes.substr(8, length));
    for (const Json& a : head["arrays"]) {
      std::vector<float> values(a["count"].get<std::size_t>() * a["width"].get<std::size_t>());
      // Empty arrays have no address that memcpy may be given.
      if (!values.empty())
        std::memcpy(values.data(), bytes.data() + 8 + length + a["offset"].get<std::size_t>(),
                    4 * values.size());
      arrays[a["name"]] = values;
    }
  }
  double sum(const std::string& name) const {
    double s = 0;
    for (const float v : arrays.at(name)) s += static_cast<double>(v);
    return s;
  }
  Json head;
  std::map<std::string, std::vector<float>> arrays;
};

Frame block_of_balls(int n, double far = 0) {
  Frame f;
  std::uint32_t id = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        f.add(id++, {far + 2.0 * i, 2.0 * j, 2.0 * k + 0.01 * ((7 * i + 3 * j) % 5)},
              1.0 + 0.02 * ((i + j + k) % 3));
  return f;
}

TEST(CellBytes, cells_fill_the_box_around_the_grains) {
  const Frame f = block_of_balls(4, 1e5);
  const auto bytes = cell_bytes(f);
  ASSERT_TRUE(bytes.ok()) << to_string(bytes.error());
  const Unpacked u(*bytes);
  const FrameBounds b = grain_bounds(f);
  const Vec3 s = b.hi - b.lo;
  // Each of the 64 volumes is rounded to 24 bits; the box itself at 1e5 to 1e-11.
  EXPECT_NEAR(u.sum("cell_volume"), s.x * s.y * s.z, 1e-5 * s.x * s.y * s.z);
  EXPECT_EQ(u.arrays.at("cell_row").size(), 64u);
  EXPECT_EQ(u.arrays.at("cell_ends").size(), 3 * u.arrays.at("cell_of").size());
  for (const float v : u.arrays.at("cell_ends")) EXPECT_LT(std::abs(v), 10.0f);
}

TEST(CellBytes, cells_of_a_periodic_box_fill_it_also_when_it_is_tilted) {
  Frame f = block_of_balls(3);
  f.box.lo = {-1, -1, -1}, f.box.hi = {5, 5, 5};
  for (bool& p : f.box.periodic) p = true;
  for (const double tilt : {0.0, 2.5}) {
    f.box.tilt = {tilt, 0, 0};
    const auto bytes = cell_bytes(f);
    ASSERT_TRUE(bytes.ok()) << to_string(bytes.error());
    EXPECT_NEAR(Unpacked(*bytes).sum("cell_volume"), 216, 216 * 1e-5) << tilt;
  }
}

TEST(CellBytes, too_many_none_and_flat_grains) {
  EXPECT_EQ(cell_bytes(Frame{}).error().code, "E0698");
  Frame many;
  many.resize(kMostCells + 1);
  EXPECT_EQ(cell_bytes(many).error().code, "E0698");
  Frame disc;  // a plane of discs, as two dimensions have it
  for (std::uint32_t k = 0; k < 9; ++k) disc.add(k, {2.0 * (k % 3), 2.0 * (k / 3), 0}, 1);
  disc.dimensions = 2;
  const auto bytes = cell_bytes(disc);
  ASSERT_TRUE(bytes.ok());
  EXPECT_NEAR(Unpacked(*bytes).sum("cell_volume"), 6 * 6 * 2, 1e-4);
  Frame one;
  one.add(7, {1, 2, 3}, 0.5);
  ASSERT_TRUE(cell_bytes(one).ok());
}

TEST(FrameBytes, bonds_and_further_colours_come_along) {
  Frame f = block_of_balls(2);
  f.contacts_known = true;
  f.bonds.push_back({0, 1, 0, {0, 0, 2}, {}, 0.01});
  f.bonds.push_back({77, 78, 0, {0, 0, 2}, {}, 0.01});  // of a grain that is not there
  for (std::uint32_t k = 0; k < 6; ++k)
    f.contacts.push_back({.i = k, .j = k + 1, .force = {1.0 + k, 0, 0}});
  const auto bytes = frame_bytes(
      f,
      {.color = "speed", .more_colors = {"id", "nothing"}, .contacts = true, .most_contacts = 3});
  ASSERT_TRUE(bytes.ok());
  const Unpacked u(*bytes);
  ASSERT_EQ(u.arrays.at("bond_ends").size(), 6u);
  EXPECT_EQ(u.arrays.at("bond_ends")[5] - u.arrays.at("bond_ends")[2], 2.0f);
  EXPECT_EQ(u.arrays.at("color id")[3], 3.0f);
  EXPECT_EQ(u.arrays.count("color nothing"), 0u);
  EXPECT_EQ(u.head["colors"].size(), 1u);
  EXPECT_EQ(u.head["contacts"], 6);
  EXPECT_EQ(u.arrays.at("contact_force"), (std::vector<float>{4, 5, 6}));  // the strongest
}

std::string between(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t a = text.find(from);
  if (a == std::string::npos) return {};
  const std::size_t b = text.find(to, a);
  return text.substr(a + from.size(), b - a - from.size());
}

TEST(ReportView, holds_the_last_frame_thinned_where_it_is_large) {
  const TemporaryFolder folder;
  auto directory = run::RunDirectory::create(folder.path("run"), "run");
  ASSERT_TRUE(directory.ok());
  Frame f;
  f.resize(kMostReportGrains + 1);
  for (std::uint32_t k = 0; k < f.size(); ++k) f.id[k] = k, f.radius[k] = 1, f.x[k].x = k;
  ASSERT_TRUE(directory->write_frame(block_of_balls(2), false).ok());
  ASSERT_TRUE(directory->write_frame(f, false).ok());
  EXPECT_EQ(report_view(folder.path("run"), folder.path()).error().code, "E0692");
  ASSERT_TRUE(write_file(folder.path("report.js"), "say('</script><b>')").ok());
  EXPECT_EQ(report_view(folder.path("no run"), folder.path()).error().code, "E0750");
  const auto view = report_view(folder.path("run"), folder.path());
  ASSERT_TRUE(view.ok()) << to_string(view.error());
  EXPECT_EQ(view->grains, kMostReportGrains + 1);
  EXPECT_EQ(view->shown, kMostReportGrains / 2 + 1);
  EXPECT_NE(view->html.find("one in 2 is"), std::string::npos);
  EXPECT_EQ(view->html.find("</script><b>"), std::string::npos);

  const auto packed = decode_base64(between(view->html, "type=\"text/plain\">", "</script>"));
  ASSERT_TRUE(packed);
  std::string bytes(40u << 20, '\0');
  uLongf length = bytes.size();
  ASSERT_EQ(
      uncompress(reinterpret_cast<Bytef*>(bytes.data()), &length, packed->data(), packed->size()),
      Z_OK);
  const Unpacked u(bytes.substr(0, length));
  EXPECT_EQ(u.arrays.at("radius").size(), view->shown);
  EXPECT_TRUE(run::parsed_json(between(view->html, "type=\"application/json\">", "</script>"))
                  .contains("lagoon"));
}

}  // namespace
}  // namespace scree::test
