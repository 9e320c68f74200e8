// Tables and statistics behind plots and reports.
#include <gtest/gtest.h>

#include <cmath>

#include "io/plot/drawing.hpp"
#include "run/folder/data_table.hpp"
#include "run/plots/column_expression.hpp"
#include "run/plots/column_panels.hpp"
#include "run/plots/report_curves.hpp"
#include "run/plots/series_plot.hpp"
#include "run/plots/statistic.hpp"
#include "run/sweeps/sweep_panels.hpp"
#include "run/sweeps/sweep_ranking.hpp"
#include "run/sweeps/sweep_report.hpp"
#include "run/sweeps/sweep_results.hpp"

namespace scree::run {
namespace {

TEST(DataTable, reads_quoted_cells_and_leaves_out_rows_that_were_cut_off) {
  const DataTable t = read_table_text("time,\"a,b\",c\n1,2,\"x \"\"y\"\"\"\n2,nan\n3,4,5\n");
  ASSERT_EQ(t.names, (std::vector<std::string>{"time", "a,b", "c"}));
  ASSERT_EQ(t.rows(), 2u);
  EXPECT_EQ(t.cells[0][2], "x \"y\"");
  EXPECT_EQ(t.numbers(1), (std::vector<double>{2, 4}));
  EXPECT_TRUE(std::isnan(t.numbers(2)[0]));
  EXPECT_EQ(read_table_text("").rows(), 0u);
}

DataTable small_series() {
  DataTable table = read_table_text(
      "time,stage,kinetic,cell.stress_xy,cell.stress_yy,my box.force_x\n"
      "0,1,1,-2,4,10\n0.1,1,2,-3,4,20\n0.2,2,3,-4,4,30\n");
  table.units = {"s", "", "J", "Pa", "Pa", "N"};
  return table;
}
std::vector<double> values_of(const std::string& text) {
  const auto c = curve_of(small_series(), text, "r");
  EXPECT_TRUE(c.ok()) << (c ? "" : to_string(c.error()));
  return c ? c->values : std::vector<double>{};
}
std::string unit_of(const std::string& text) { return curve_of(small_series(), text, "r")->unit; }
std::string refusal_of(const std::string& text) {
  const auto c = curve_of(small_series(), text, "r");
  return c ? "" : c.error().code + ": " + c.error().message + "; " + c.error().hint;
}

TEST(ColumnExpression, has_the_usual_precedence) {
  using V = std::vector<double>;
  EXPECT_EQ(values_of("kinetic"), (V{1, 2, 3}));
  EXPECT_EQ(values_of("-cell.stress_xy / cell.stress_yy"), (V{0.5, 0.75, 1}));
  EXPECT_EQ(values_of("abs(cell.stress_xy)/cell.stress_yy"), (V{0.5, 0.75, 1}));
  EXPECT_EQ(values_of("1 + 2*kinetic - 4 / 2"), (V{1, 3, 5}));
  EXPECT_EQ(values_of("(1 + 2)*kinetic"), (V{3, 6, 9}));
  EXPECT_EQ(values_of("8 / 4 / 2 - kinetic"), (V{0, -1, -2}));
  EXPECT_EQ(values_of("2 - -kinetic"), (V{3, 4, 5}));
  EXPECT_EQ(values_of("1e-1 * my box.force_x"), (V{1, 2, 3})) << "a name with a blank";
  EXPECT_EQ(values_of("(0.5)"), (V{0.5, 0.5, 0.5}));
}

TEST(ColumnExpression, carries_units_through_arithmetic) {
  EXPECT_EQ(unit_of("cell.stress_xy + cell.stress_yy"), "Pa");
  EXPECT_EQ(unit_of("-(cell.stress_xy)"), "Pa");
  EXPECT_EQ(unit_of("cell.stress_xy / cell.stress_yy"), "");
  EXPECT_EQ(unit_of("cell.stress_yy * 4 cm^2"), "N");
  EXPECT_EQ(unit_of("my box.force_x / 0.01 m^2"), "Pa");
  EXPECT_EQ(unit_of("my box.force_x * 3 mm"), "N m");
  EXPECT_EQ(unit_of("kinetic / time"), "W");
  EXPECT_EQ(unit_of("1 / time"), "1/s");
  EXPECT_EQ(unit_of("cell.stress_yy * time"), "Pa s");
  EXPECT_EQ(unit_of("sqrt(2 * kinetic / 3 kg)"), "m/s");
  EXPECT_EQ(unit_of("time ^ 2"), "s^2");
  EXPECT_EQ(unit_of("max(kinetic, 0.5) - min(kinetic, 2 mJ)"), "J");
  EXPECT_EQ(unit_of("hypot(cell.stress_xy, cell.stress_yy)"), "Pa");
  EXPECT_EQ(unit_of("log(kinetic / 1 J)"), "");
  EXPECT_EQ(unit_of("kinetic ^ 0.5"), "") << "a root that no unit has";
  using V = std::vector<double>;
  EXPECT_EQ(values_of("my box.force_x / 10 cm^2"), (V{1e4, 2e4, 3e4}));
  EXPECT_EQ(values_of("cell.stress_yy - 1 kPa"), (V{-996, -996, -996}));
  EXPECT_EQ(values_of("max(kinetic, 2)"), (V{2, 2, 3}));
  EXPECT_EQ(values_of("sqrt(cell.stress_yy)"), (V{2, 2, 2}));
  EXPECT_EQ(values_of("(kinetic / 1 J)^2 + kinetic^-1 * 1 J - 1 J / kinetic"), (V{1, 4, 9}));
}

// A bare number: with the unit of what it is added to, plain where it multiplies.
TEST(ColumnExpression, takes_bare_numbers_as_they_stand) {
  EXPECT_EQ(unit_of("kinetic - 3"), "J");
  EXPECT_EQ(unit_of("3 - kinetic"), "J");
  EXPECT_EQ(unit_of("2 * kinetic"), "J");
  EXPECT_EQ(unit_of("kinetic / 2"), "J");
  EXPECT_EQ(unit_of("2 * pi * my box.force_x"), "N");
  // 0.01 may be an area in SI, and the difference is a strain then: no unit is shown, none refused.
  EXPECT_EQ(unit_of("1 - my box.force_x / 0.01"), "");
  EXPECT_EQ(unit_of("cell.stress_yy - my box.force_x / 0.01"), "");
  EXPECT_EQ(unit_of("1 - my box.force_x / 30 N"), "");
  EXPECT_EQ(values_of("1 - my box.force_x / 40 N"), (std::vector<double>{0.75, 0.5, 0.25}));
}

TEST(ColumnExpression, refuses_units_that_do_not_go_together) {
  EXPECT_EQ(
      refusal_of("kinetic + time"),
      "E0496: `kinetic + time`: the sum of an energy or torque (N m) and a time (s); `kinetic` "
      "is in J, `time` in s");
  EXPECT_EQ(
      refusal_of("kinetic - 3 mm"),
      "E0496: `kinetic - 3 mm`: the difference of an energy or torque (N m) and a length (m); "
      "`kinetic` is in J, `3 mm` in m");
  for (const char* text :
       {"exp(time)", "max(kinetic, time)", "kinetic ^ time", "sin(3 mm)", "hypot(time, kinetic)"})
    EXPECT_TRUE(refusal_of(text).starts_with("E0496: ")) << text << ": " << refusal_of(text);
  for (const char* text : {"squrt(kinetic)", "abs(kinetic, time)", "min()", "2 kinetic"})
    EXPECT_FALSE(refusal_of(text).empty()) << text;
  EXPECT_EQ(refusal_of("stage + time"), "") << "a column without a unit may have one";
}

TEST(ColumnExpression, says_where_and_why_it_has_no_value) {
  const auto c = curve_of(small_series(), "kinetic / (stage - 1)", "r");
  ASSERT_TRUE(c);
  EXPECT_EQ(c->lost.row, 0u);
  EXPECT_EQ(c->lost.reason, "`stage - 1` is 0");
  EXPECT_EQ(curve_of(small_series(), "log(1 - kinetic / 2 J)", "r")->lost.reason, "log() of 0");
  EXPECT_EQ(curve_of(small_series(), "(1 - kinetic / 1 J)^0.5", "r")->lost.row, 1u);
  EXPECT_EQ(curve_of(small_series(), "kinetic", "r")->lost.reason, "");
}

TEST(ColumnPanels, refuse_runs_of_different_units_and_name_them) {
  DataTable other = small_series();
  other.units[3] = "N";
  const auto drawn = column_panels({{"a", small_series()}, {"b", other}}, {{"cell.stress_xy"}});
  ASSERT_FALSE(drawn);
  EXPECT_EQ(drawn.error().message, "`cell.stress_xy` is in N here and in Pa in `a`");
  EXPECT_EQ(drawn.error().location, "b");
}

TEST(ColumnPanels, draw_runs_of_several_seeds_as_a_mean_with_its_interval) {
  DataTable a = small_series(), b = small_series(), c = small_series();
  for (std::size_t row = 0; row < 3; ++row) b.cells[row][2] = "3", c.cells[row][2] = "5";
  NamedSeries run{"soft", a};
  run.seeds = {b, c};
  const auto drawn = column_panels({run}, {{"kinetic"}});
  ASSERT_TRUE(drawn);
  const auto& series = drawn->plots[0].series;
  ASSERT_EQ(series.size(), 2u);
  EXPECT_EQ(series[0].y, (std::vector<double>{3, 10.0 / 3, 11.0 / 3}));
  // 1, 3 and 5: a deviation of 2.
  EXPECT_NEAR(series[1].error[0], student_t_95(2) * 2 / std::sqrt(3.0), 1e-12);
  EXPECT_NE(series[1].label.find("95 %"), std::string::npos);
}

TEST(ColumnPanels, have_room_for_long_legends) {
  std::vector<NamedSeries> runs;
  for (int k = 0; k < 12; ++k)
    runs.push_back({"a run with a name that is long enough to fill most of a row of the legend, " +
                        std::to_string(k),
                    small_series()});
  const auto drawn = column_panels(runs, {{"kinetic"}});
  ASSERT_TRUE(drawn);
  const plot::Plot& p = drawn->plots[0];
  const plot::Area area = plot::area_of(p);
  EXPECT_GE(area.bottom - area.top, 270) << "of 400 pixels without a legend";
  EXPECT_EQ(plot::legend_rows(p), 12);
}

TEST(ReportCurves, are_chosen_by_what_the_scene_measures) {
  DataTable t = read_table_text(
      "time,mean_speed,cell.stress_xx,cell.strain_xx,cell.strain_zz,cell.strain_xy,cell.q,cell.p,"
      "bin.mass_out,blend.lacey,blend.variance_mixed\n0,1,5,0,0,0,0,1,0,0.1,1\n"
      "1,1,5,0.01,-0.2,0,3,2,1,0.4,1\n");
  std::string said;
  for (const ReportCurves& c : report_curves(t))
    for (const std::string& name : c.columns)
      said += c.heading + ": " + name + " over " + c.against + "\n";
  EXPECT_EQ(said,
            "Stress and strain: cell.q over 0 - cell.strain_zz\n"
            "Stress and strain: cell.p over 0 - cell.strain_zz\n"
            "Stress and strain: cell.q over cell.p\nFlow: bin.mass_out over time\n"
            "Mixing: blend.lacey over time\n");
}

TEST(ReportFrames, are_those_at_which_the_grains_have_moved_equal_shares) {
  // All motion in the first second of ten.
  std::string text = "time,mean_speed\n";
  for (int k = 0; k <= 100; ++k) text += std::to_string(0.1 * k) + (k < 10 ? ",1\n" : ",0\n");
  const DataTable t = read_table_text(text);
  std::vector<double> times;
  for (int k = 0; k <= 100; ++k) times.push_back(0.1 * k);
  EXPECT_EQ(telling_frames(times, t, 4), (std::vector<std::size_t>{0, 3, 6, 100}));
  EXPECT_EQ(telling_frames({0, 5, 10}, t, 4), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(telling_frames(times, DataTable{}, 3), (std::vector<std::size_t>{0, 50, 100}));
  EXPECT_EQ(telling_frames({0}, t, 4), (std::vector<std::size_t>{0}));
}

TEST(ColumnExpression, says_what_is_wrong) {
  EXPECT_EQ(refusal_of("kinetik / 2"),
            "E0471: the table has no column `kinetik`; did you mean `kinetic`?");
  EXPECT_EQ(refusal_of("cell.volume / 2"),
            "E0471: the table has no column `cell.volume`; of this measure it has "
            "`cell.stress_xy` or `cell.stress_yy`");
  for (const char* text : {"kinetic /", "kinetic kinetic +", "(kinetic", "abs(kinetic", "*2", "()",
                           "2 + + 3 +", "kinetic ) + 1"})
    EXPECT_TRUE(refusal_of(text).starts_with("E0488: ")) << text << ": " << refusal_of(text);
  // No text may exhaust the stack.
  EXPECT_TRUE(refusal_of(std::string(100000, '(')).starts_with("E0488: "));
  EXPECT_TRUE(refusal_of(std::string(100000, '-') + "1").starts_with("E0488: "));
}

TEST(ColumnExpression, chooses_rows_by_a_comparison) {
  const auto rows = [](const std::string& condition) -> std::size_t {
    const auto t = rows_where(small_series(), condition, "--where");
    return t ? t->rows() : 99;
  };
  EXPECT_EQ(rows("stage = 1"), 2u);
  EXPECT_EQ(rows("stage == 2"), 1u);
  EXPECT_EQ(rows("stage != 2"), 2u);
  EXPECT_EQ(rows("time > 0.05"), 2u);
  EXPECT_EQ(rows("time>=0.1"), 2u);
  EXPECT_EQ(rows("kinetic * 2 < my box.force_x - 12"), 2u);
  EXPECT_EQ(rows("kinetic <= 1"), 1u);
  EXPECT_EQ(rows("kinetic"), 99u);
  EXPECT_EQ(rows("kinetic > "), 99u);
  EXPECT_EQ(rows_where(small_series(), "kinetic", "--where").error().code, "E0488");
}

TEST(SeriesPlot, thinning_keeps_ends_and_extremes) {
  std::vector<double> x, y;
  for (int k = 0; k < 100000; ++k) x.push_back(k), y.push_back(std::sin(1e-3 * k));
  y[54321] = 7, y[777] = -7;
  thin_out(x, y, 2000);
  EXPECT_LE(x.size(), 2000u);
  EXPECT_EQ(x.front(), 0);
  EXPECT_EQ(x.back(), 99999);
  EXPECT_EQ(*std::max_element(y.begin(), y.end()), 7);
  EXPECT_EQ(*std::min_element(y.begin(), y.end()), -7);
  EXPECT_TRUE(std::is_sorted(x.begin(), x.end()));
}

TEST(SeriesPlot, units_have_one_to_three_digits) {
  EXPECT_EQ(readable_unit(2e-3, "J").unit, "mJ");
  EXPECT_EQ(readable_unit(999, "N").unit, "N");
  EXPECT_EQ(readable_unit(120, "s").unit, "s");
  EXPECT_EQ(readable_unit(0, "J").unit, "J");
  EXPECT_EQ(readable_unit(1e-9, "kg/s").factor, 1);
}

TEST(SweepStatistics, are_those_of_a_sample_by_students_t) {
  // Mean 5, squares about it 32 over n - 1 = 7; t = 2.364624, over sqrt(8).
  const Statistic s = statistic_of({2, 4, 4, 4, 5, 5, 7, 9, NAN});
  EXPECT_EQ(s.number, 8u);
  EXPECT_EQ(s.mean, 5);
  EXPECT_DOUBLE_EQ(s.deviation, std::sqrt(32.0 / 7));
  EXPECT_NEAR(s.confidence, 2.364624 * std::sqrt(32.0 / 7 / 8), 1e-6);
  EXPECT_EQ(statistic_of({3}).confidence, 0);
  EXPECT_EQ(statistic_of({}).number, 0u);
  // 31 runs and more: t goes on without a jump; the table ends at 2.042, 40 has 2.021.
  std::vector<double> many(41);
  for (std::size_t k = 0; k < many.size(); ++k) many[k] = k % 2 ? 1 : -1;
  const Statistic m = statistic_of(many);
  EXPECT_NEAR(m.confidence * std::sqrt(41.0) / m.deviation, 2.021, 2e-3);
}

TEST(ParameterAxis, takes_numbers_with_one_unit_and_numbers_the_rest) {
  const ParameterAxis mm = parameter_axis({"3 mm", "4.5 mm"});
  EXPECT_EQ(mm.at, (std::vector<double>{3, 4.5}));
  EXPECT_EQ(mm.unit, "mm");
  EXPECT_FALSE(mm.numbered);
  const ParameterAxis words = parameter_axis({"hertz", "linear", "hertz"});
  EXPECT_TRUE(words.numbered);
  EXPECT_EQ(words.at, (std::vector<double>{1, 2, 1}));
  EXPECT_EQ(words.unit, "1: hertz, 2: linear");
  EXPECT_TRUE(parameter_axis({"3 mm", "1 cm"}).numbered);
}

TEST(SweepRanking, puts_what_follows_a_parameter_above_the_scatter_of_seeds) {
  SweepResults s;
  s.varied = {"friction"};
  s.seeds = true;
  s.table = read_table_text("noise,steady,strong\n1,10,1\n9,10.1,1.1\n8,10.2,3\n2,10.3,3.1\n");
  s.results = {"noise", "steady", "strong"};
  s.groups = {{{"0.1"}, {0, 1}}, {{"0.5"}, {2, 3}}};
  const auto ranked = ranked_results(s);
  ASSERT_EQ(ranked.size(), 3u);
  EXPECT_EQ(ranked[0].result, "strong");
  EXPECT_EQ(ranked[2].result, "noise");
  EXPECT_NEAR(ranked[0].change, 2 / 3.05, 1e-12);
  EXPECT_GT(ranked[0].explained, 0.99);
  EXPECT_EQ(ranked[2].explained, 0);
}

TEST(SweepPanels, take_arithmetic_of_results_and_parameters) {
  SweepResults s;
  s.folder = "hs";
  s.varied = {"wall.cone.radius", "method"};
  s.table = read_table_text(
      "run,status,wall.cone.radius,method,rate\n1,ok,1 cm,a,2\n2,ok,20 mm,a,4\n3,ok,1 cm,b,6\n");
  s.table.units = {"", "", "", "", "kg/s"};
  s.results = {"rate"};
  s.groups = {{{"1 cm", "a"}, {0}}, {{"20 mm", "a"}, {1}}, {{"1 cm", "b"}, {2}}};
  auto drawn = sweep_panels({s}, {{"rate * 2 s"}, "2 * radius"});
  ASSERT_TRUE(drawn) << to_string(drawn.error());
  const plot::Plot& p = drawn->plots[0];
  EXPECT_EQ(p.x.label, "2 * radius, mm");
  EXPECT_EQ(p.y.label, "rate * 2 s, kg");
  ASSERT_EQ(p.series.size(), 2u);
  EXPECT_EQ(p.series[0].label, "method = a");
  EXPECT_EQ(p.series[0].x, (std::vector<double>{20, 40}));
  EXPECT_EQ(p.series[0].y, (std::vector<double>{4, 8}));
  drawn = sweep_panels({s}, {{"rate"}, "method"});
  ASSERT_TRUE(drawn);
  EXPECT_EQ(drawn->plots[0].x.label, "method (1: a, 2: b)");
  drawn = sweep_panels({s}, {{"rats"}, "method"});
  ASSERT_FALSE(drawn);
  EXPECT_EQ(drawn.error().code, "E0472");
  EXPECT_NE(drawn.error().hint.find("did you mean `rate`?"), std::string::npos);
}

TEST(SweepReport, draws_means_with_their_spread_and_every_run) {
  SweepResults s;
  s.varied = {"material.a.friction", "fill.0.diameter"};
  s.seeds = true;
  s.table = read_table_text("run,status,lost\n1,ok,1\n2,ok,3\n3,ok,10\n4,ok,12\n5,ok,2\n6,ok,11\n");
  s.table.units = {"", "", "J"};
  s.results = {"lost"};
  s.groups = {{{"0.5", "2 mm"}, {0, 1, 4}}, {{"0.1", "2 mm"}, {2, 3, 5}}};
  const plot::Plot p = dependence_plot(s, "lost", 0);
  ASSERT_EQ(p.series.size(), 2u);
  EXPECT_EQ(p.series[0].x, (std::vector<double>{0.1, 0.5}));  // in the order of the axis
  EXPECT_EQ(p.series[0].y, (std::vector<double>{11, 2}));
  // 95% of Student's t with two degrees of freedom, a deviation of 1, three runs.
  EXPECT_NEAR(p.series[0].error[0], 4.302653 / std::sqrt(3.0), 1e-6);
  EXPECT_EQ(p.series[1].y.size(), 6u);
  EXPECT_EQ(p.y.label, "lost, J");
  EXPECT_EQ(p.x.label, "friction");
  EXPECT_EQ(dependence_plot(s, "lost", 1).series.size(), 4u);  // a colour for each friction
}

}  // namespace
}  // namespace scree::run
