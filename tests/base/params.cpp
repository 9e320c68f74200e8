#include "base/params.hpp"

#include <gtest/gtest.h>

namespace scree {
namespace {

constexpr ParamInfo kTable[] = {
    {.name = "height",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "of it"},
    {.name = "neck", .dim = dim::length, .fallback = "20 mm", .range = range::positive},
    {.name = "count", .kind = ParamKind::integer, .fallback = "3", .range = {1, 10}},
    {.name = "side", .kind = ParamKind::choice, .fallback = "inside", .choices = "inside|outside"},
    {.name = "axis", .kind = ParamKind::vector, .dim = dim::length, .fallback = "[0, \"1 cm\", 0]"},
    {.name = "open", .kind = ParamKind::boolean, .fallback = "true"},
    {.name = "list", .kind = ParamKind::numbers, .fallback = "[1, 2]"},
    {.name = "table", .kind = ParamKind::matrix, .fallback = "[[1, 2], [3]]"},
    {.name = "optional"},
};

std::string refusal(ParamSet p) {
  const auto r = with_defaults(kTable, std::move(p));
  EXPECT_FALSE(r.ok());
  return r ? "" : to_string(r.error());
}

TEST(Params, defaults_are_read_as_a_scene_would_write_them) {
  ParamSet p;
  p.set("height", 1.0);
  const auto r = with_defaults(kTable, p);
  ASSERT_TRUE(r.ok()) << to_string(r.error());
  EXPECT_EQ(r->number("neck"), 0.02);
  EXPECT_EQ(r->integer("count"), 3);
  EXPECT_EQ(r->text("side"), "inside");
  EXPECT_EQ(r->vector("axis"), (Vec3{0, 0.01, 0}));
  EXPECT_TRUE(r->boolean("open"));
  EXPECT_EQ(r->numbers("list"), (std::vector<double>{1, 2}));
  EXPECT_EQ(r->matrix("table"), (std::vector<std::vector<double>>{{1, 2}, {3}}));
  EXPECT_FALSE(r->has("optional"));
}

TEST(Params, messages) {
  EXPECT_EQ(refusal({}), "`height` is missing: of it [E0102]");
  ParamSet p;
  p.set("heigth", 1.0);
  EXPECT_EQ(refusal(p), "unknown parameter `heigth` [E0101]\n  hint: did you mean `height`?");
  ParamSet negative;
  negative.set("height", -1.0);
  EXPECT_EQ(refusal(negative), "`height` must be greater than 0, not -1 m [E0104]");
  ParamSet choice;
  choice.set("side", std::string("outsid"));
  EXPECT_EQ(refusal(choice),
            "`side` must be `inside` or `outside`, not `outsid` [E0105]\n  hint: did you mean "
            "`outside`?");
  ParamSet kind;
  kind.set("count", 2.0);
  EXPECT_EQ(refusal(kind), "`count` must be a whole number [E0103]");
  ParamSet high;
  high.set("count", std::int64_t{11});
  EXPECT_EQ(refusal(high), "`count` must be between 1 and 10, not 11 [E0104]");
}

TEST(Params, examples_are_values_that_their_parameter_takes) {
  const ParamInfo infos[] = {
      {.name = "given", .dim = dim::stiffness, .doc = "surface energy", .example = "50 mN/m"},
      {.name = "defaulted", .fallback = "0.25", .range = range::fraction},
      {.name = "time", .dim = dim::time, .range = range::positive},
      {.name = "fraction", .range = range::positive_fraction},
      {.name = "beyond one", .range = {1, 100, true, false}},
      {.name = "negative", .range = {-2, 0, false, true}},
      {.name = "list", .kind = ParamKind::numbers, .dim = dim::velocity, .range = range::positive},
      {.name = "point", .kind = ParamKind::vector, .dim = dim::length},
      {.name = "flag", .kind = ParamKind::boolean},
      {.name = "word", .kind = ParamKind::choice, .choices = "inside|outside"},
      {.name = "count", .kind = ParamKind::integer, .range = {1, 9, false, false}},
  };
  for (const ParamInfo& p : infos)
    EXPECT_TRUE(parse_param(p, example_text(p)).ok()) << p.name << " " << example_text(p);
  EXPECT_EQ(example_text(infos[0]), "50 mN/m");
  EXPECT_EQ(example_text(infos[1]), "0.25");
  EXPECT_EQ(example_text(infos[6]), "[\"1 m/s\"]");
  EXPECT_EQ(example_text(infos[9]), "inside");
}

TEST(Params, not_a_number_is_refused) {
  ParamSet p;
  p.set("height", std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(refusal(p), "`height` must be a finite number [E0104]");
}

}  // namespace
}  // namespace scree
