// Arithmetic of quantities against values worked out in another way, and its messages.
#include "base/expression.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <map>

#include "base/quantity_expression.hpp"

namespace scree {
namespace {

const std::map<std::string, Quantity, std::less<>> kNames{
    {"outlet", {0.016, dim::length, 0}}, {"g", {9.81, dim::acceleration, 0}},
    {"f", {4, dim::frequency, 1}},       {"omega", {3, dim::angular_velocity, 0}},
    {"min", {0.5, dim::none, 0}},        {"area", {4, dim::area, 0}}};

NamedQuantity look_up(std::string_view name) {
  const auto it = kNames.find(name);
  if (it != kNames.end()) return {it->second, {}};
  return {{}, Error{"E0121", "there is no variable `" + std::string(name) + "`", "", ""}};
}
Quantity value_of(const std::string& text) {
  const QuantityOutcome out = evaluate_quantity(text, look_up);
  EXPECT_TRUE(out.value) << text << ": " << out.fault.error.message;
  return out.value.value_or(Quantity{NAN, {}, 0});
}
// "5-7 E0123: message; hint": where, from 0, and what.
std::string refusal_of(const std::string& text) {
  const QuantityOutcome out = evaluate_quantity(text, look_up);
  const QuantityFault& f = out.fault;
  return out.value
             ? "no mistake"
             : std::to_string(f.at.begin) + "-" + std::to_string(f.at.end) + " " + f.error.code +
                   ": " + f.error.message + (f.error.hint.empty() ? "" : "; " + f.error.hint);
}

TEST(QuantityExpression, has_the_usual_precedence) {
  EXPECT_EQ(value_of("{outlet} / 2 + 3 mm").value, 0.011);
  EXPECT_EQ(value_of("2 + 3 * 4").value, 14);
  EXPECT_EQ(value_of("(2 + 3) * 4").value, 20);
  EXPECT_EQ(value_of("8 / 4 / 2").value, 1);
  EXPECT_EQ(value_of("8 - 4 - 2").value, 2);
  EXPECT_EQ(value_of("-2^2").value, -4);
  EXPECT_EQ(value_of("2^3^2").value, 512);
  EXPECT_EQ(value_of("2^-1").value, 0.5);
  EXPECT_EQ(value_of("2**3").value, 8);
  EXPECT_EQ(value_of("2 - -3").value, 5);
  EXPECT_EQ(value_of("2 × 3 · 4").value, 24);
  EXPECT_EQ(value_of("{  outlet }*2").value, 0.032);
}

TEST(QuantityExpression, tells_units_from_operators) {
  EXPECT_EQ(value_of("6 mm / 2").value, 0.003);
  EXPECT_EQ(value_of("6 mm/s * 2").value, 0.012);
  EXPECT_EQ(value_of("6 m / 2 s").dim, dim::velocity) << "a number begins a new quantity";
  EXPECT_EQ(value_of("6 m / 2 s").value, 3);
  EXPECT_EQ(value_of("3 N m").dim, dim::energy);
  EXPECT_EQ(value_of("3 N*m / {outlet}").dim, dim::force);
  EXPECT_EQ(value_of("5 J/(m^2 s) * 1 s").dim, dim::stiffness);
  EXPECT_EQ(value_of("6 mm/(1 + 1)").value, 0.003);
  EXPECT_EQ(value_of("3 mm^2").value, 3e-6) << "the power of a unit";
  EXPECT_EQ(value_of("(3 mm)^2").value, 9e-6);
  EXPECT_EQ(value_of("2 * min(3 mm, 4 mm)").value, 0.006) << "a function, not a minute";
  EXPECT_EQ(value_of("2 min").value, 120);
  EXPECT_EQ(value_of("{min} * 2 min").value, 60) << "a variable named like a function";
  EXPECT_EQ(value_of("16mm").value, 0.016);
  EXPECT_EQ(value_of("30 deg").dim, dim::angle);
  EXPECT_EQ(value_of("5 kg/m³ * 2").value, 10);
}

TEST(QuantityExpression, functions_are_those_of_mathematics) {
  EXPECT_EQ(value_of("sqrt({area})").value, 2);
  EXPECT_EQ(value_of("sqrt({area})").dim, dim::length);
  EXPECT_EQ(value_of("sqrt({g} * {outlet})").dim, dim::velocity);
  EXPECT_EQ(value_of("{area}^0.5").dim, dim::length);
  EXPECT_EQ(value_of("sin(30 deg) * 2").value, 2 * 0.49999999999999994);
  EXPECT_EQ(value_of("atan2(1 mm, 1 mm)").value, std::atan(1.0));
  EXPECT_EQ(value_of("hypot(3 mm, 4 mm)").value, 0.005);
  EXPECT_EQ(value_of("max({outlet}, 2 cm, 1 mm)").value, 0.02);
  EXPECT_EQ(value_of("abs(-3 mm)").value, 0.003);
  EXPECT_EQ(value_of("floor(2.5) + ceil(2.5) + round(2.5)").value, 8);
  EXPECT_EQ(value_of("round(0.49999999999999994)").value, 0);
  EXPECT_EQ(value_of("log(exp(1))").value, 1);
  EXPECT_EQ(value_of("pi * {outlet}^2 / 4").dim.m, 2);
}

TEST(QuantityExpression, two_pi_turns_cycles_into_angles) {
  const Quantity w = value_of("2 * pi * {f}"), f = value_of("{omega} / (2 * pi)");
  EXPECT_FALSE(wrong_quantity("", w, dim::angular_velocity));
  EXPECT_TRUE(wrong_quantity("", w, dim::frequency));
  EXPECT_FALSE(wrong_quantity("", f, dim::frequency));
  EXPECT_TRUE(wrong_quantity("", value_of("2 * {f}"), dim::angular_velocity));
  EXPECT_TRUE(wrong_quantity("", value_of("2 * {omega}"), dim::frequency));
  EXPECT_FALSE(wrong_quantity("", value_of("1 m/s / {outlet}"), dim::angular_velocity));
}

TEST(QuantityExpression, says_what_is_wrong_and_where) {
  EXPECT_EQ(refusal_of(""),
            "0-0 E0120: the expression is empty; a number with its unit, or a name in braces: "
            "\"{outlet} / 2\"");
  EXPECT_EQ(refusal_of("{outlet / 2"), "0-1 E0120: `{` is not closed; close it: {name}");
  EXPECT_EQ(refusal_of("outlet} / 2"), "6-7 E0120: `}` without a `{` before it; write {name}");
  EXPECT_EQ(refusal_of("{a{b}}"), "0-1 E0120: `{` is not closed; close it: {name}");
  EXPECT_EQ(refusal_of("{} + 1"), "0-2 E0120: no name stands between the braces; write {name}");
  EXPECT_EQ(refusal_of("{outlet} {outlet}"),
            "9-10 E0120: an operator (+ - * / ^) is expected where `{` stands; a product needs its "
            "sign: 2 * {width}");
  EXPECT_EQ(
      refusal_of("{outlet} mm"),
      "9-11 E0120: an operator (+ - * / ^) is expected where `mm` stands; a unit stands behind "
      "a number: * 1 mm");
  EXPECT_EQ(
      refusal_of("${outlet}"),
      "0-1 E0120: a number, a name in braces or `(` is expected where `$` stands; names stand "
      "in braces alone: {width}");
  EXPECT_EQ(refusal_of("{outlet} * 0,5"),
            "12-13 E0120: a decimal comma; write a point: 0.5, not 0,5");
  EXPECT_EQ(refusal_of("{outlet} +"),
            "9-10 E0120: the expression ends where a number, a name in braces or `(` is expected");
  EXPECT_EQ(refusal_of("({outlet}"), "8-9 E0120: the expression ends where `)` is expected");
  EXPECT_EQ(
      refusal_of("{outlet} + 3"),
      "11-12 E0123: the sum of a length (m) and a plain number; give the number a unit: 3 mm, "
      "not 3");
  EXPECT_EQ(refusal_of("{outlet} - 3 s"),
            "11-14 E0123: the difference of a length (m) and a time (s)");
  EXPECT_EQ(
      refusal_of("{f} + {omega}"),
      "6-13 E0123: the sum of a frequency (Hz) and an angular velocity (rad/s); a cycle is 2 * "
      "pi of angle");
  EXPECT_EQ(refusal_of("{outlet} / ({outlet} - 16 mm)"),
            "12-28 E0124: division by zero: `{outlet} - 16 mm` is 0");
  EXPECT_EQ(refusal_of("sqrt(-{area})"), "5-12 E0124: sqrt() of a negative value");
  EXPECT_EQ(refusal_of("sqrt({outlet})"),
            "5-13 E0123: sqrt() of a length (m) has no unit; of an area it is a length");
  EXPECT_EQ(refusal_of("sin({outlet})"),
            "4-12 E0123: sin() takes a plain number or an angle, not a length (m); divide it by "
            "another one of its kind");
  EXPECT_EQ(refusal_of("{outlet} ^ {outlet}"),
            "11-19 E0123: a power must be a plain number, not a length (m)");
  EXPECT_EQ(refusal_of("exp(1000)"), "0-9 E0124: `exp(1000)` is not finite");
  EXPECT_EQ(refusal_of("1e200 * 1e200"), "0-13 E0124: `1e200 * 1e200` is not finite");
  EXPECT_EQ(refusal_of("sqr(2)"), "0-3 E0126: there is no function `sqr`; did you mean `sqrt`?");
  EXPECT_EQ(refusal_of("sqrt(2, 3)"), "0-4 E0126: sqrt() takes 1 value, not 2");
  EXPECT_EQ(refusal_of("min()"), "0-3 E0126: min() takes 1 or more values, not 0");
  EXPECT_EQ(refusal_of("outlet / 2"),
            "0-6 E0121: the name `outlet` stands without braces; write {outlet}");
  EXPECT_EQ(refusal_of("2 outlet"),
            "0-8 E0111: \"2 outlet\": unknown unit `outlet`; a product needs "
            "its sign: 2 * {outlet}");
  EXPECT_EQ(refusal_of("2 pi"),
            "0-4 E0111: \"2 pi\": unknown unit `pi`; a product needs its sign: 2 * pi");
  EXPECT_EQ(refusal_of("nan"),
            "0-3 E0121: there is nothing called `nan`; names of [let] stand in braces: {name}; the "
            "only word without them is pi");
  EXPECT_EQ(refusal_of("{area}^20").substr(0, 18), "6-7 E0123: an area");
}

TEST(QuantityExpression, no_text_exhausts_the_stack) {
  EXPECT_TRUE(refusal_of(std::string(100000, '(')).find("E0120") != std::string::npos);
  EXPECT_TRUE(refusal_of(std::string(100000, '-') + "1").find("E0120") != std::string::npos);
  std::string sum = "1";
  for (int k = 0; k < 20000; ++k) sum += "+1";
  EXPECT_EQ(value_of(sum).value, 20001);
}

TEST(QuantityExpression, finds_expressions_and_their_names) {
  for (const char* yes : {"{a}", "a}", "sqrt(4)", "2 * min (1, 2)"})
    EXPECT_TRUE(looks_like_expression(yes)) << yes;
  for (const char* no : {"4 mm", "5 J/(m^2 s)", "glass", "min", "3 m (s)"})
    EXPECT_FALSE(looks_like_expression(no)) << no;
  EXPECT_EQ(names_in_braces("{a} + { b }*{a} {"), (std::vector<std::string>{"a", "b", "a"}));
}

// A random sum, product or power of lengths, with its value by another way: the tree itself.
struct Tree {
  std::string text;
  double value;
  int m;  // power of a metre
};
Tree random_tree(int depth) {
  const int kind = depth == 0 ? 0 : *rc::gen::inRange(0, 6);
  if (kind == 0) {
    const int n = *rc::gen::inRange(1, 1000);
    const bool length = *rc::gen::inRange(0, 2) == 1;
    return {std::to_string(n) + (length ? " m" : ""), static_cast<double>(n), length ? 1 : 0};
  }
  const Tree a = random_tree(depth - 1);
  if (kind == 1) return {"-(" + a.text + ")", -a.value, a.m};
  if (kind == 2) return {"abs(" + a.text + ")", std::abs(a.value), a.m};
  const Tree b = random_tree(depth - 1);
  if (kind == 3 && a.m == b.m)
    return {"(" + a.text + ") - (" + b.text + ")", a.value - b.value, a.m};
  if (kind == 4 && b.value != 0 && std::abs(a.m - b.m) < 9)
    return {"(" + a.text + ")/(" + b.text + ")", a.value / b.value, a.m - b.m};
  if (std::abs(a.m + b.m) < 9 && std::abs(a.value * b.value) < 1e200)
    return {"(" + a.text + ") * (" + b.text + ")", a.value * b.value, a.m + b.m};
  return a;
}

RC_GTEST_PROP(QuantityExpression, gives_the_bits_of_the_tree_that_it_was_written_from, ()) {
  const Tree t = random_tree(6);
  const QuantityOutcome out = evaluate_quantity(t.text, look_up);
  RC_ASSERT(out.value.has_value());
  RC_ASSERT(out.value->value == t.value);
  RC_ASSERT(out.value->dim == (Dimension{static_cast<std::int8_t>(t.m), 0, 0}));
}

RC_GTEST_PROP(QuantityExpression, answers_every_text_with_a_value_or_a_message, ()) {
  static const std::vector<std::string> pieces{"{outlet}", "{", "}", "(", ")",  "+",    "-",   "*",
                                               "/",        "^", "2", " ", "mm", "sqrt", "min", ",",
                                               "{f}",      "µ", "0", ".", "e",  "nan",  "pi",  "°"};
  std::string text;
  for (const int k :
       *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, static_cast<int>(pieces.size()))))
    text += pieces[static_cast<std::size_t>(k)];
  const QuantityOutcome out = evaluate_quantity(text, look_up);
  if (out.value)
    RC_ASSERT(std::isfinite(out.value->value));
  else
    RC_ASSERT(!out.fault.error.message.empty() && out.fault.at.begin <= out.fault.at.end &&
              out.fault.at.end <= text.size());
}

}  // namespace
}  // namespace scree
