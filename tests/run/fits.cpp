// Least squares against certified values of the NIST (Statistical Reference Datasets, nonlinear
// regression), and what a mean over seeds says.
#include <gtest/gtest.h>

#include <cmath>

#include "run/plots/curve_fit.hpp"
#include "run/plots/fit_models.hpp"
#include "run/plots/statistic.hpp"

namespace scree::run {
namespace {

// Misra1a: dental research, 14 observations; y = b1 (1 - exp(-b2 x)).
const std::vector<double> kMisraY{10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02,
                                  44.82, 50.76, 55.05, 61.01, 66.40, 75.47, 81.78};
const std::vector<double> kMisraX{77.6,  114.9, 141.1, 190.8, 239.9, 289.0, 332.8,
                                  378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0};

TEST(Fit, has_the_certified_values_of_misra1a_from_both_starts) {
  const FitFunction f = [](const std::vector<double>& p) {
    std::vector<double> y;
    for (const double x : kMisraX) y.push_back(p[0] * (1 - std::exp(-p[1] * x)));
    return y;
  };
  for (const std::vector<double>& start : {std::vector{500.0, 1e-4}, std::vector{250.0, 5e-4}}) {
    const auto fit = fit_curve(f, kMisraY, start, {"b1", "b2"});
    ASSERT_TRUE(fit);
    EXPECT_NEAR(fit->parameters[0], 2.3894212918E+02, 1e-6 * 239);
    EXPECT_NEAR(fit->parameters[1], 5.5015643181E-04, 1e-6 * 5.5e-4);
    EXPECT_NEAR(fit->sum_of_squares, 1.2455138894E-01, 1e-9);
    const double t = student_t_95(12);
    EXPECT_NEAR(fit->intervals[0], t * 2.7070075241E+00, 1e-5 * 6);
    EXPECT_NEAR(fit->intervals[1], t * 7.2668688436E-06, 1e-5 * 1.6e-5);
  }
}

TEST(Fit, of_an_expression_finds_its_way_without_a_start) {
  const auto fit = fit_model({"b1 * (1 - exp(-b2 * x))"}, {kMisraX, kMisraY, "", "", "y"});
  ASSERT_TRUE(fit) << to_string(fit.error());
  EXPECT_NEAR(fit->fit.parameters[0], 238.94213, 1e-3);
  EXPECT_EQ(fit->names, (std::vector<std::string>{"b1", "b2"}));
}

TEST(Fit, of_a_line_is_exact_and_has_no_interval_with_two_points) {
  const auto fit = fit_model({"linear"}, {{1, 3}, {2, 6}, "m", "N", "force"});
  ASSERT_TRUE(fit) << to_string(fit.error());
  EXPECT_DOUBLE_EQ(fit->fit.parameters[0], 2);
  EXPECT_NEAR(fit->fit.parameters[1], 0, 1e-12);
  EXPECT_TRUE(std::isnan(fit->fit.intervals[0]));
  EXPECT_EQ(fit->units, (std::vector<std::string>{"N/m", "N"}));
}

TEST(Fit, of_beverloo_gives_back_what_points_were_made_of) {
  FitPoints p{{}, {}, "m", "kg/s", "rate"};
  for (double d = 0.02; d < 0.06; d += 0.004)
    p.x.push_back(d), p.y.push_back(1234 * std::pow(d - 0.0112, 2.5));
  p.x.push_back(0.03), p.y.push_back(std::nan(""));  // left out
  const auto fit = fit_model({"beverloo"}, p);
  ASSERT_TRUE(fit) << to_string(fit.error());
  EXPECT_NEAR(fit->fit.parameters[0], 1234, 1e-3);
  EXPECT_NEAR(fit->fit.parameters[1], 0.0112, 1e-9);
  EXPECT_EQ(fit->fit.points, 10u);
  EXPECT_NEAR(fit->fit.r_squared, 1, 1e-12);
}

TEST(Fit, says_values_with_two_digits_of_their_interval) {
  EXPECT_EQ(with_interval(2.34567, 0.0123), "2.346 ± 0.012");
  EXPECT_EQ(with_interval(-1234.5, 67.8), "−1234 ± 68");
  EXPECT_EQ(with_interval(2.5e-7, 3e-9), "(2.500 ± 0.030)e-7");
  EXPECT_EQ(with_interval(0.001, 12), "0 ± 12");
  EXPECT_EQ(with_interval(3.25, NAN), "3.25");
}

TEST(Fit, starts_are_quantities) {
  EXPECT_EQ(start_value("tau = 5 ms")->second, 0.005);
  EXPECT_EQ(start_value("a=-2")->second, -2);
  for (const char* text : {"a", "=3", "a=", "a=x"})
    EXPECT_EQ(start_value(text).error().code, "E0497") << text;
}

// scipy.stats.t.ppf(0.975, n).
TEST(StudentT, has_the_values_of_its_table) {
  EXPECT_NEAR(student_t_95(1), 12.706204736174707, 1e-9);
  EXPECT_NEAR(student_t_95(2), 4.302652729749464, 1e-10);
  EXPECT_NEAR(student_t_95(7), 2.364624251592785, 1e-10);
  EXPECT_NEAR(student_t_95(30), 2.042272456301238, 1e-10);
  EXPECT_NEAR(student_t_95(200), 1.971896224, 1e-9);
  EXPECT_NEAR(student_t_95(201), 1.971837, 1e-6);
  EXPECT_NEAR(student_t_95(1000000), 1.959966, 1e-6);
  EXPECT_EQ(student_t_95(0), 0);
}

}  // namespace
}  // namespace scree::run
