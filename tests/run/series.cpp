// What the measures of a series remember.
#include "run/folder/series.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "run/folder/stored_columns.hpp"
#include "scene/scene.hpp"

namespace scree::test {
namespace {

Simulation falling() {
  auto scene = parse_scene(
      "[[fill]]\nkind = \"grains\"\ngrains = [{ position = [0, 0.001, 0], diameter = 0.01 }, { "
      "position = [1, 0.1, 0], diameter = 0.01 }]\n",
      "s.toml");
  EXPECT_TRUE(scene.ok());
  auto sim = Simulation::create(std::move(scene->world), {.threads = 1});
  EXPECT_TRUE(sim.ok());
  return std::move(*sim);
}

std::vector<MeasureSpec> two_with_memory() {
  auto scene = parse_scene(
      "[[fill]]\nkind = \"grains\"\ngrains = [{ position = [0, 0, 0], diameter = 1 }]\n"
      "[output]\nmeasures = [\"speed\", \"flow\", { kind = \"speed\", average = \"5 ms\" }]\n",
      "s.toml");
  EXPECT_TRUE(scene.ok());
  return scene->output.measures;
}

TEST(Series, restored_memories_go_on_as_if_nothing_had_happened) {
  const auto specs = two_with_memory();
  Simulation sim = falling();
  run::Series whole(specs), resumed(specs);
  for (int k = 0; k < 10; ++k) whole.line(sim), sim.run(200);
  const auto memory = whole.state();
  ASSERT_EQ(memory.size(), 2u);
  EXPECT_EQ(memory[0].name, "flow");
  EXPECT_EQ(memory[1].name, "speed_2");
  ASSERT_TRUE(resumed.restore(memory));
  for (int k = 0; k < 10; ++k) {
    EXPECT_EQ(resumed.line(sim), whole.line(sim));
    sim.run(200);
  }
  // Of the two grains one fell through y = 0, once, on each side of the break.
  for (const auto& [name, value] : resumed.newest()) {
    if (name == "flow.number_passed") {
      EXPECT_EQ(value, -1);
    }
  }
}

TEST(Series, the_closing_line_leaves_no_trace) {
  const auto specs = two_with_memory();
  Simulation sim = falling();
  run::Series with(specs), without(specs);
  with.line(sim), without.line(sim);
  sim.run(500);
  EXPECT_FALSE(with.closing_line(sim).empty());
  sim.run(500);
  EXPECT_EQ(with.line(sim), without.line(sim));
}

TEST(Series, refuses_memories_that_are_not_its_own_and_keeps_what_it_has) {
  const auto specs = two_with_memory();
  Simulation sim = falling();
  run::Series series(specs), twin(specs);
  series.line(sim), twin.line(sim);
  auto memory = series.state();
  memory[1].values.back() = 1e9;  // more samples than there are
  EXPECT_FALSE(series.restore(memory));
  memory.pop_back();
  EXPECT_FALSE(series.restore(memory));
  memory = series.state();
  std::swap(memory[0], memory[1]);
  EXPECT_FALSE(series.restore(memory));
  sim.run(300);
  EXPECT_EQ(series.line(sim), twin.line(sim));
}

std::string unit_in(const std::vector<ColumnInfo>& columns, const std::string& name) {
  for (const ColumnInfo& c : columns)
    if (c.name == name) return c.unit.empty() ? "a number" : c.unit;
  return "not there";
}

TEST(Series, every_column_says_what_it_is) {
  const run::Series series(two_with_memory(), {.liquid = true,
                                               .bonds = true,
                                               .sources = true,
                                               .cell = true,
                                               .stages = true,
                                               .outlets = {"hole"}});
  std::string names;
  for (const ColumnInfo& c : series.columns()) {
    EXPECT_FALSE(c.meaning.empty()) << c.name;
    names += (names.empty() ? "" : ",") + c.name;
  }
  EXPECT_EQ(series.header(), names + "\n");
}

// Nothing but resolved.toml tells; a copy without it has the columns of every run.
TEST(StoredColumns, are_those_of_the_measures_and_outlets_of_the_scene) {
  const std::string folder = ::testing::TempDir() + "stored_columns";
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/resolved.toml")
      << "dimension = 2\n[[outlet]]\nname = \"hole\"\n[[stage]]\nname = \"shear\"\n[output]\n"
         "measures = [{ kind = \"walls\", name = \"my load\" }, { kind = \"no such\" }, { kind = "
         "\"speed\", average = \"5 ms\", columns = \"spin_max\" }, { kind = \"size_curve\" }]\n";
  const auto known = run::stored_series_columns(folder);
  EXPECT_EQ(unit_in(known, "time"), "s");
  EXPECT_EQ(unit_in(known, "step"), "a number");
  EXPECT_EQ(unit_in(known, "work_stages"), "J");
  EXPECT_EQ(unit_in(known, "hole.mass_out"), "kg");
  EXPECT_EQ(unit_in(known, "my load.torque_x"), "N m");
  EXPECT_EQ(unit_in(known, "speed.spin_max"), "rad/s");
  EXPECT_EQ(unit_in(known, "speed.spin_mean"), "not there");
  EXPECT_EQ(unit_in(run::stored_table_columns(folder, "size_curve"), "diameter"), "m");
  EXPECT_TRUE(run::stored_table_columns(folder, "speed").empty());
  EXPECT_EQ(unit_in(run::stored_result_columns(folder), "shear.duration"), "s");
  std::filesystem::remove(folder + "/resolved.toml");
  EXPECT_EQ(unit_in(run::stored_series_columns(folder), "kinetic"), "J");
}

}  // namespace
}  // namespace scree::test
