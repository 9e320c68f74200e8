// Tables and statistics behind plots and reports.
#include <gtest/gtest.h>

#include <cmath>

#include "run/folder/data_table.hpp"
#include "run/plots/column_expression.hpp"
#include "run/plots/series_plot.hpp"
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

TEST(ColumnExpression, has_a_unit_only_where_it_is_certain) {
  EXPECT_EQ(unit_of("cell.stress_xy + cell.stress_yy"), "Pa");
  EXPECT_EQ(unit_of("-(cell.stress_xy)"), "Pa");
  EXPECT_EQ(unit_of("kinetic - 3"), "J");
  EXPECT_EQ(unit_of("3 - kinetic"), "J");
  EXPECT_EQ(unit_of("cell.stress_xy / cell.stress_yy"), "");
  EXPECT_EQ(unit_of("my box.force_x / 0.01"), "") << "it may be an area";
  EXPECT_EQ(unit_of("kinetic + time"), "");
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
  // Mean 5, squares about it 32 over n - 1 = 7; t = 2.365 (table), over sqrt(8).
  const Statistic s = statistic_of({2, 4, 4, 4, 5, 5, 7, 9, NAN});
  EXPECT_EQ(s.number, 8u);
  EXPECT_EQ(s.mean, 5);
  EXPECT_DOUBLE_EQ(s.deviation, std::sqrt(32.0 / 7));
  EXPECT_NEAR(s.confidence, 2.365 * std::sqrt(32.0 / 7 / 8), 1e-12);
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
  // 95% of Student's t with two degrees of freedom (as a table has it, to three digits), a
  // deviation of 1, three runs.
  EXPECT_NEAR(p.series[0].error[0], 4.302653 / std::sqrt(3.0), 5e-4 / std::sqrt(3.0));
  EXPECT_EQ(p.series[1].y.size(), 6u);
  EXPECT_EQ(p.y.label, "lost, J");
  EXPECT_EQ(p.x.label, "friction");
  EXPECT_EQ(dependence_plot(s, "lost", 1).series.size(), 4u);  // a colour for each friction
}

}  // namespace
}  // namespace scree::run
