#include "base/units.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "base/words.hpp"

namespace scree {
namespace {

double value(std::string_view text, Dimension d) {
  const auto v = parse_quantity(text, d);
  EXPECT_TRUE(v.ok()) << text << ": " << (v.ok() ? "" : to_string(v.error()));
  return v ? *v : -12345;
}
std::string refusal(std::string_view text, Dimension d) {
  const auto v = parse_quantity(text, d);
  EXPECT_FALSE(v.ok()) << text;
  return v ? "" : to_string(v.error());
}

// Decimal prefixes are applied by the decimal reader: equal bits, so EXPECT_EQ.
TEST(Units, decimal_prefixes_give_the_bits_of_the_plain_number) {
  EXPECT_EQ(value("7 mm", dim::length), 0.007);
  EXPECT_EQ(value("4 mm", dim::length), 0.004);
  EXPECT_EQ(value("0.3 um", dim::length), 0.3e-6);
  EXPECT_EQ(value("0.3 µm", dim::length), 0.3e-6);
  EXPECT_EQ(value("0.3 μm", dim::length), 0.3e-6);
  EXPECT_EQ(value("12 nm", dim::length), 12e-9);
  EXPECT_EQ(value("3.7 cm", dim::length), 0.037);
  EXPECT_EQ(value("3.7 dm", dim::length), 0.37);
  EXPECT_EQ(value("3 km", dim::length), 3000.0);
  EXPECT_EQ(value("7 g", dim::mass), 0.007);
  EXPECT_EQ(value("7 mg", dim::mass), 7e-6);
  EXPECT_EQ(value("7 kg", dim::mass), 7.0);
  EXPECT_EQ(value("7 t", dim::mass), 7000.0);
  EXPECT_EQ(value("9 us", dim::time), 9e-6);
  EXPECT_EQ(value("9 ns", dim::time), 9e-9);
  EXPECT_EQ(value("1.1 ms", dim::time), 1.1e-3);
  EXPECT_EQ(value("70 GPa", dim::pressure), 70e9);
  EXPECT_EQ(value("1.2 MPa", dim::pressure), 1.2e6);
  EXPECT_EQ(value("1.2 kPa", dim::pressure), 1.2e3);
  EXPECT_EQ(value("1.2 bar", dim::pressure), 1.2e5);
  EXPECT_EQ(value("3 kHz", dim::frequency), 3000.0);
  EXPECT_EQ(value("3 mN", dim::force), 0.003);
  EXPECT_EQ(value("12 %", dim::none), 0.12);
}

TEST(Units, other_units_have_their_defined_factor) {
  EXPECT_EQ(value("2 in", dim::length), 0.0508);
  EXPECT_EQ(value("1 ft", dim::length), 0.3048);
  EXPECT_EQ(value("2 min", dim::time), 120.0);
  EXPECT_EQ(value("2 h", dim::time), 7200.0);
  EXPECT_DOUBLE_EQ(value("180 deg", dim::none), std::numbers::pi);
  EXPECT_DOUBLE_EQ(value("180°", dim::angle), std::numbers::pi);
  EXPECT_DOUBLE_EQ(value("30 rpm", dim::angular_velocity), std::numbers::pi);
  EXPECT_EQ(value("2 rad/s", dim::angular_velocity), 2.0);
  EXPECT_EQ(value("2 1/s", dim::angular_velocity), 2.0);
}

TEST(Units, products_quotients_and_powers) {
  EXPECT_EQ(value("2500 kg/m^3", dim::density), 2500.0);
  EXPECT_EQ(value("2500 kg/m3", dim::density), 2500.0);
  EXPECT_EQ(value("2500 kg m^-3", dim::density), 2500.0);
  EXPECT_EQ(value("2500 kg·m⁻³", dim::density), 2500.0);
  EXPECT_EQ(value("2.5 g/cm3", dim::density), 2500.0);
  EXPECT_EQ(value("2.5 g/cm³", dim::density), 2500.0);
  EXPECT_EQ(value("9.81 m/s^2", dim::acceleration), 9.81);
  EXPECT_EQ(value("9.81 m/s/s", dim::acceleration), 9.81);
  EXPECT_EQ(value("3 N s/m", dim::damping), 3.0);
  EXPECT_EQ(value("3 N*s/m", dim::damping), 3.0);
  EXPECT_EQ(value("3 kN/m", dim::stiffness), 3000.0);
  EXPECT_EQ(value("3 N/mm", dim::stiffness), 3000.0);
  EXPECT_EQ(value("3 J/(m s)", Dimension{1, 1, -3}), 3.0);
  EXPECT_EQ(value("3 (m/s)^2", Dimension{2, 0, -2}), 3.0);
  EXPECT_EQ(value("3 kg/s", dim::damping), 3.0);
}

TEST(Units, numbers_in_every_spelling) {
  EXPECT_EQ(value("1.5e-3 m", dim::length), 1.5e-3);
  EXPECT_EQ(value("1.5x10^-3 m", dim::length), 1.5e-3);
  EXPECT_EQ(value("1.5×10^-3 m", dim::length), 1.5e-3);
  EXPECT_EQ(value("1.5 × 10⁻³ m", dim::length), 1.5e-3);
  EXPECT_EQ(value("2·10¹² Pa", dim::pressure), 2e12);
  EXPECT_EQ(value("+2 m", dim::length), 2.0);
  EXPECT_EQ(value("-2m", dim::length), -2.0);
  EXPECT_EQ(value("  2  m  ", dim::length), 2.0);
  EXPECT_EQ(value(".5", dim::none), 0.5);
  EXPECT_EQ(value("0 mm", dim::length), 0.0);
}

TEST(Units, messages_name_what_was_found_and_what_was_expected) {
  EXPECT_EQ(refusal("4 kg", dim::length),
            "\"4 kg\" is a mass (kg), but a length (m) is expected [E0112]\n  hint: give it in m");
  EXPECT_EQ(refusal("4 mm", dim::none),
            "\"4 mm\" is a length (m), but a plain number is expected [E0112]\n"
            "  hint: write it without a unit");
  EXPECT_EQ(refusal("4", dim::length),
            "\"4\" has no unit, but a length (m) is expected [E0113]\n"
            "  hint: write \"4 m\", or 4 without quotes, which is SI");
  EXPECT_EQ(refusal("4 milimeter", dim::length),
            "\"4 milimeter\": unknown unit `milimeter` [E0111]\n  hint: write `mm`");
  EXPECT_EQ(refusal("4 hz", dim::frequency),
            "\"4 hz\": unknown unit `hz` [E0111]\n  hint: did you mean `Hz`?");
  EXPECT_EQ(refusal("four mm", dim::length),
            "\"four mm\" does not begin with a finite number [E0110]\n"
            "  hint: write a length (m) like \"1 m\"");
  EXPECT_EQ(refusal("0,5 mm", dim::length),
            "\"0,5 mm\" has a decimal comma [E0110]\n  hint: write a point: 0.5, not 0,5");
}

TEST(Units, rpm_is_no_frequency_and_hertz_no_angular_velocity) {
  EXPECT_NE(refusal("60 rpm", dim::frequency).find("an angular velocity"), std::string::npos);
  EXPECT_NE(refusal("1 Hz", dim::angular_velocity).find("counts cycles"), std::string::npos);
}

TEST(Units, refuses_what_is_not_a_quantity) {
  for (const std::string_view bad :
       {"", " ", "nan m", "inf m", "1e999 m", "m", "3 m^", "3 m^x", "3 (m", "3 m)", "3 m/",
        "3 /m /", "3 m^99", "3 m m", "3 1e300 m", "--3 m", "3 \xff\xfe",
        "3 ((((((((((((((((((((((((m", "1 m^9 m^-9"})
    EXPECT_FALSE(parse_quantity(bad, dim::length).ok()) << bad;
}

TEST(Units, si_unit_reads_back_to_its_dimension) {
  for (int m = -3; m <= 3; ++m)
    for (int kg = -2; kg <= 2; ++kg)
      for (int s = -3; s <= 3; ++s) {
        const Dimension d{static_cast<std::int8_t>(m), static_cast<std::int8_t>(kg),
                          static_cast<std::int8_t>(s)};
        EXPECT_EQ(value("2 " + si_unit(d), d), 2.0) << si_unit(d);
      }
}

TEST(Words, nearest_word_counts_swaps_as_one_and_keeps_quiet_about_strangers) {
  const std::vector<std::string> words{"density", "diameter", "duration"};
  EXPECT_EQ(nearest_word("diametre", words), "diameter");
  EXPECT_EQ(nearest_word("Duration", words), "duration");
  EXPECT_EQ(nearest_word("dnesity", words), "density");
  EXPECT_EQ(nearest_word("banana", words), "");
  EXPECT_EQ(nearest_word("", words), "");
  EXPECT_EQ(edit_distance("ab", "ba"), 1);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
}

}  // namespace
}  // namespace scree
