// Numbers over a window of a series, against the same by hand.
#include "run/plots/window_results.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "scene/scene.hpp"

namespace scree::run {
namespace {

DataTable window_series() {
  DataTable t = read_table_text(
      "time,mass,force,phase\n0,0,5,0\n0.1,2,7,0\n0.2,3,1,1\n0.3,5,nan,1\n0.4,9,4,1\n");
  t.units = {"s", "kg", "N", ""};
  return t;
}
ResultSpec window_spec(const std::string& of, ResultSpec::Take take, double from = 0,
                       double to = 1e300, const std::string& where = "") {
  ResultSpec r;
  r.name = "r", r.of = of, r.take = take, r.from = from, r.to = to, r.where = where;
  return r;
}
WindowResult window_of(const ResultSpec& r) { return window_results({r}, window_series())[0]; }

using Take = ResultSpec::Take;

TEST(WindowResults, are_those_of_the_rows_in_the_window) {
  EXPECT_DOUBLE_EQ(window_of(window_spec("mass", Take::mean)).value, 19.0 / 5);
  EXPECT_DOUBLE_EQ(window_of(window_spec("mass", Take::mean, 0.1, 0.3)).value, 10.0 / 3);
  EXPECT_EQ(window_of(window_spec("mass", Take::mean, 0.1, 0.3)).rows, 3u)
      << "both ends belong to it";
  EXPECT_EQ(window_of(window_spec("mass", Take::max, 0, 0.25)).value, 3);
  EXPECT_EQ(window_of(window_spec("mass", Take::min, 0.1)).value, 2);
  EXPECT_EQ(window_of(window_spec("mass", Take::first, 0.15)).value, 3);
  EXPECT_EQ(window_of(window_spec("mass", Take::last, 0, 0.25)).value, 3);
  EXPECT_DOUBLE_EQ(window_of(window_spec("mass", Take::slope, 0.2, 0.4)).value, 30);
  EXPECT_DOUBLE_EQ(window_of(window_spec("mass", Take::deviation, 0.2, 0.3)).value, std::sqrt(2.0));
  EXPECT_EQ(window_of(window_spec("force", Take::last, 0.2, 0.3)).value, 1)
      << "what is no number is left out";
  EXPECT_DOUBLE_EQ(window_of(window_spec("2 * mass + 1", Take::mean)).value, 2 * 19.0 / 5 + 1);
}

TEST(WindowResults, may_have_a_condition) {
  EXPECT_DOUBLE_EQ(window_of(window_spec("mass", Take::mean, 0, 1e300, "phase = 1")).value,
                   17.0 / 3);
  EXPECT_EQ(window_of(window_spec("time", Take::first, 0, 1e300, "mass > 2.5")).value, 0.2)
      << "when it first holds";
  EXPECT_EQ(window_of(window_spec("mass", Take::max, 0, 1e300, "mass > 100")).problem,
            "no row of the series lies in its window");
}

TEST(WindowResults, have_units) {
  EXPECT_EQ(window_of(window_spec("mass", Take::mean)).unit, "kg");
  EXPECT_EQ(window_of(window_spec("mass", Take::slope)).unit, "kg/s");
  EXPECT_EQ(window_of(window_spec("phase", Take::slope)).unit, "1/s");
  EXPECT_EQ(window_of(window_spec("force", Take::slope)).unit, "kg m/s^3");
  EXPECT_EQ(window_of(window_spec("force / mass", Take::slope)).unit, "m/s^3");
}

TEST(WindowResults, without_rows_have_no_value_and_say_why) {
  const WindowResult none = window_of(window_spec("mass", Take::mean, 5, 6));
  EXPECT_TRUE(std::isnan(none.value));
  EXPECT_EQ(none.problem, "no row of the series lies in its window");
  EXPECT_EQ(window_of(window_spec("mass", Take::slope, 0.1, 0.15)).problem,
            "one row of the series has no slope or deviation");
  EXPECT_TRUE(results_json({none})["r"]["value"].is_null());
  EXPECT_EQ(results_json({window_of(window_spec("mass", Take::max))})["r"]["value"], 9);
}

TEST(WindowResults, of_columns_that_are_not_there_are_refused_before_the_run) {
  const std::vector<ColumnInfo> columns{{"time", "s", ""}, {"mass", "kg", ""}};
  const Errors wrong = unfit_results(
      {window_spec("mess", Take::mean), window_spec("mass", Take::mean),
       window_spec("mass", Take::mean, 0, 1, "phase = 1"), window_spec("mass +", Take::mean)},
      columns);
  ASSERT_EQ(wrong.size(), 3u);
  EXPECT_EQ(to_string(wrong[0]),
            "[[result]] `r`, `of`: the table has no column `mess` [E0471]\n  hint: did you mean "
            "`mass`?");
  EXPECT_EQ(wrong[1].code, "E0471");
  EXPECT_EQ(wrong[2].code, "E0488");
}

RC_GTEST_PROP(WindowResults, the_slope_of_a_straight_line_is_its_own, ()) {
  const double slope = *rc::gen::inRange(-1000, 1000), at = *rc::gen::inRange(-1000, 1000);
  const int rows = *rc::gen::inRange(2, 50);
  std::string text = "time,v\n";
  for (int k = 0; k < rows; ++k)
    text += std::to_string(k) + "," + std::to_string(at + slope * k) + "\n";
  const auto r = window_results({window_spec("v", Take::slope)}, read_table_text(text))[0];
  RC_ASSERT(std::abs(r.value - slope) < 1e-9 * (1 + std::abs(slope) + std::abs(at)));
}

std::string window_complaint(const std::string& table) {
  const auto s = parse_scene(
      "[[fill]]\nkind = \"grains\"\ngrains = [{ position = [0, 0, 0], diameter "
      "= 0.01 }]\n" +
          table,
      "s.toml");
  return s ? "none" : s.error().message.substr(0, s.error().message.find('\n'));
}

TEST(WindowResults, are_checked_with_the_scene) {
  EXPECT_EQ(window_complaint(
                "[[result]]\nname = \"a\"\nof = \"kinetic\"\nfrom = \"1 s\"\nto = \"0.5 s\"\n"),
            "the window of `a` ends at 0.5 s, before it begins at 1 s");
  EXPECT_EQ(window_complaint("[[result]]\nname = \"time\"\nof = \"kinetic\"\n"),
            "every table of results has a column `time` already");
  EXPECT_EQ(window_complaint(
                "[[result]]\nname = \"a\"\nof = \"k\"\n[[result]]\nname = \"a\"\nof = \"k\"\n"),
            "two results have the name `a`");
  EXPECT_EQ(window_complaint("[[result]]\nname = \"a\"\nof = \" \"\n"), "result `a` is of nothing");
  EXPECT_EQ(window_complaint("[[result]]\nname = \"a,b\"\nof = \"k\"\n"),
            "the name of a result must not be empty and has no commas, quotes or tabs");
  EXPECT_EQ(
      window_complaint("[[result]]\nname = \"a\"\nof = \"kinetic\"\ntake = \"avg\"\n"),
      "`take` must be `mean`, `slope`, `max`, `min`, `first`, `last` or `deviation`, not `avg`");
}

}  // namespace
}  // namespace scree::run
