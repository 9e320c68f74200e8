// Tables of measures: written with the frames, the same from stored frames, and drawn.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "io/atomic_file.hpp"
#include "io/vti.hpp"
#include "run/folder/stored_tables.hpp"
#include "run/loop/runner.hpp"
#include "run/plots/table_plot.hpp"
#include "scene/scene.hpp"
#include "support/folder.hpp"

namespace scree::run {
namespace {

constexpr const char* kTableScene =
    "duration = 0.02\n"
    "[[wall]]\nshape = \"plane\"\n"
    "[[fill]]\nkind = \"grains\"\ngrains = [{ position = [0, 0.0049, 0], diameter = 0.01 }, { "
    "position = [0.001, 0.0148, 0], diameter = 0.01, velocity = [0.1, 0, 0] }]\n"
    "[output]\nframes = 0.005\nseries = 0.001\ncheckpoint = 0\ncontacts = true\npicture = false\n"
    "measures = [{ kind = \"profile\", count = 3 }, { kind = \"field\", width = 0.01 }, { kind = "
    "\"profile\", name = \"mean\", count = 2, min = [-0.01, 0, -0.01], max = [0.01, 0.02, 0.01], "
    "average = 0.004 }]\n";

TEST(RunTables, are_written_with_the_frames_and_again_from_them) {
  const test::TemporaryFolder owned;
  const std::string path = owned.path("tables");
  auto scene = parse_scene(kTableScene, "s.toml");
  ASSERT_TRUE(scene.ok()) << to_string(scene.error());
  auto sim = Simulation::create(std::move(scene->world), {.threads = 1});
  ASSERT_TRUE(sim.ok());
  auto folder = RunDirectory::create(path, "tables");
  ASSERT_TRUE(folder.ok());
  {
    Runner runner(std::move(*sim), *scene, std::move(*folder));
    ASSERT_TRUE(runner.run().ok());
  }
  EXPECT_EQ(stored_table_names(path), (std::vector<std::string>{"field", "mean", "profile"}));
  const auto run = StoredRun::open(path);
  ASSERT_TRUE(run.ok());
  ASSERT_EQ(run->size(), 5u);
  const std::vector<std::size_t> all{0, 1, 2, 3, 4};
  for (const char* name : {"profile", "field"}) {
    const auto written = read_tables(*run, name, all);
    ASSERT_TRUE(written.ok()) << to_string(written.error());
    auto measure =
        make_measure(name == std::string("field") ? "field; width = 0.01" : "profile; count = 3");
    const auto again = make_tables(*run, **measure, all, 2);
    ASSERT_TRUE(again.ok()) << to_string(again.error());
    for (const std::size_t k : all) {
      EXPECT_EQ((*written)[k].table.columns, (*again)[k].table.columns);
      EXPECT_EQ((*written)[k].table.values, (*again)[k].table.values) << name << k;
      EXPECT_GT((*written)[k].table.rows(), 0u);
    }
  }
  // Not in the series, nor in what a summary repeats of it.
  const auto series = read_whole_file(path + "/series.csv");
  EXPECT_EQ(series->find("profile"), std::string::npos);
  EXPECT_NE(read_whole_file(path + "/tables/field.pvd")->find("field/000004.vti"),
            std::string::npos);
  const auto mean = read_tables(*run, "mean", all);
  EXPECT_EQ((*mean)[4].table.rows(), 2u);
  EXPECT_FALSE(read_tables(*run, "none", all).ok());
  // Where rows follow the grains there is no mean over frames.
  EXPECT_EQ(mean_of(*read_tables(*run, "field", all)).error().code, "E0675");
}

MeasureTable small_grid() {
  MeasureTable t{.columns = {}, .keys = 3};
  for (const char* name :
       {"x", "y", "z", "mass_density", "velocity_x", "velocity_y", "velocity_z", "stress_xx",
        "stress_yy", "stress_zz", "stress_xy", "stress_xz", "stress_yz"})
    t.columns.push_back({name, "", ""});
  t.grid =
      TableGrid{.count = {3, 2, 1}, .origin = {0, 0, 1}, .spacing = {0.5, 1, 2}, .points = true};
  for (std::size_t k = 0; k < 6; ++k) {
    const Vec3 x = t.grid->place(k % 3, k / 3, 0);
    const double n = static_cast<double>(k);
    t.values.insert(t.values.end(), {x.x, x.y, x.z, n, 1, 2, 3, 11, 22, 33, 12, 13, 23});
  }
  return t;
}

TEST(RunTables, a_mean_is_taken_row_by_row) {
  TimedTable a{1, small_grid()}, b{2, small_grid()};
  for (std::size_t row = 0; row < 6; ++row) b.table.values[row * 13 + 3] += 1;
  const auto mean = mean_of({a, b});
  ASSERT_TRUE(mean.ok());
  EXPECT_EQ(mean->time, 2);
  EXPECT_EQ(mean->table.at(2, 3), 2.5);
  EXPECT_EQ(mean->table.at(2, 0), 1);  // its place
}

TEST(RunTables, a_grid_becomes_an_image_with_vectors_and_tensors) {
  const std::string vti = vti_image(small_grid(), 0.5);
  EXPECT_NE(vti.find("WholeExtent=\"0 2 0 1 0 0\" Origin=\"0 0 1\" Spacing=\"0.5 1 2\""),
            std::string::npos);
  EXPECT_NE(vti.find("Name=\"velocity\" NumberOfComponents=\"3\""), std::string::npos);
  EXPECT_NE(vti.find("Name=\"stress\" NumberOfComponents=\"6\""), std::string::npos);
  EXPECT_NE(vti.find("<PointData>"), std::string::npos);
}

TEST(RunTables, a_grid_is_drawn_as_a_map_and_empty_places_stay_blank) {
  const auto plots = table_plots({{0, small_grid()}}, {.columns = {"velocity_x", "mass_density"}});
  ASSERT_TRUE(plots.ok());
  ASSERT_EQ(plots->size(), 2u);
  const plot::HeatMap& m = *(*plots)[0].map;
  EXPECT_EQ(m.columns, 3u);
  EXPECT_EQ(m.rows, 2u);
  EXPECT_TRUE(std::isnan(m.values[0]));  // no density there
  EXPECT_EQ(m.values[1], 1);
  EXPECT_EQ((*plots)[1].map->values[0], 0);
  const std::string svg = plot::to_svg((*plots)[1]);
  // Six cells and 64 of the scale.
  std::size_t cells = 0;
  for (std::size_t at = 0; (at = svg.find("crispEdges", at)) != std::string::npos; ++at) ++cells;
  EXPECT_EQ(cells, 70u);
  EXPECT_EQ(table_plots({{0, small_grid()}}, {.slice = "z = 9 km"}).error().code, "E0677");
  EXPECT_EQ(table_plots({{0, small_grid()}}, {.slice = "w"}).error().code, "E0677");
  EXPECT_EQ(table_plots({{0, small_grid()}}, {.columns = {"velocty_x"}}).error().code, "E0471");
}

}  // namespace
}  // namespace scree::run
