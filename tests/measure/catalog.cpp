// What every measure must obey, over every entry of the catalogue.
#include <algorithm>
#include <map>
#include <set>

#include "piles.hpp"

namespace scree {
namespace {

using test::lines;
using test::pile;
using test::Pile;
using test::shuffled;

TEST(MeasureCatalog, documents_every_entry_and_its_parameters) {
  std::set<std::string_view> names;
  for (const MeasureEntry* e : measure_catalog()) {
    EXPECT_TRUE(names.insert(e->info.name).second) << e->info.name;
    EXPECT_FALSE(e->info.summary.empty()) << e->info.name;
    EXPECT_EQ(find_measure(e->info.name), e);
    for (const ParamInfo& p : e->info.params) {
      EXPECT_FALSE(p.doc.empty()) << e->info.name << "." << p.name;
      EXPECT_TRUE(p.fallback.empty() || parse_param(p, p.fallback).ok()) << p.name;
    }
    EXPECT_TRUE(make_measure(example_line(*e)).ok())
        << "its entry needs an example: " << e->info.name;
  }
  EXPECT_FALSE(names.empty());
  EXPECT_EQ(find_measure("no such thing"), nullptr);
}

TEST(MeasureCatalog, writes_a_finite_value_to_every_column) {
  const Pile q = pile();
  Particles none, one;
  test::add(one, {0.1, 0.2, 0.3}, 0.2, {1, 0, 0});
  for (const std::string& line : lines())
    for (const MeasureInput& in :
         {q.input(), MeasureInput{.particles = none}, MeasureInput{.particles = one}}) {
      const auto m = test::measure(line);
      const auto names = names_of(m->columns());
      EXPECT_EQ(m->size(), names.size()) << line;
      EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size()) << line;
      const auto v = test::values(*m, in);
      ASSERT_EQ(v.size(), names.size());
      for (std::size_t k = 0; k < v.size(); ++k) {
        EXPECT_TRUE(std::isfinite(v[k])) << line << " " << names[k];
        EXPECT_NE(v[k], -77.0) << line << " " << names[k];
      }
    }
}

TEST(MeasureCatalog, gives_the_same_bits_for_any_order_of_rows_and_contacts) {
  const Pile q = pile();
  const Pile mixed = shuffled(q);
  for (const std::string& line : lines())
    EXPECT_EQ(test::values(line, q.input()), test::values(line, mixed.input())) << line;
  for (const std::string& line : lines()) {
    const auto m = test::measure(line);
    if (!m->is_table()) continue;
    const MeasureTable t = m->table(q.input());
    EXPECT_GT(t.rows(), 0u) << line;
    MeasureInput threads = mixed.input();
    threads.threads = 3;
    EXPECT_EQ(t.values, m->table(threads).values) << line;
  }
}

TEST(MeasureCatalog, answers_the_same_twice_unless_it_has_memory) {
  const Pile q = pile();
  for (const std::string& line : lines()) {
    const auto m = test::measure(line);
    const auto first = test::values(*m, q.input());
    EXPECT_EQ(test::values(*m, q.input()), first) << line;  // the same instant, also with memory
    EXPECT_EQ(m->state().empty(), !m->has_memory()) << line;
  }
}

TEST(MeasureCatalog, goes_on_after_restore_as_if_never_stopped) {
  Pile q = pile();
  for (std::string line : lines()) {
    const auto m = test::measure(line), resumed = test::measure(line);
    test::values(*m, q.input(0));
    ASSERT_TRUE(resumed->restore(m->state())) << line;
    Pile later = q;
    for (PositionRadius& g : later.p.xr) g.x = g.x + Vec3{0.3, -0.4, 0.5};
    for (VelocityMass& g : later.p.vm) g.v = 0.5 * g.v;
    EXPECT_EQ(test::values(*m, later.input(1)), test::values(*resumed, later.input(1))) << line;
    EXPECT_FALSE(resumed->restore(std::vector<double>{1, 2, 1e9})) << line;
  }
}

TEST(MakeMeasure, names_what_is_wrong_with_a_line) {
  const std::map<std::string, std::string> wrong{
      {"flwo", "flow"},
      {"", "no measure"},
      {"flow; at", "name = value"},
      {"flow; att = 3", "at"},
      {"flow; at = 3 kg", "kg"},
      {"flow; normal = [0, 0, 0]", "direction"},
      {"layers; count = 3", "thickness"},
      {"layers; thickness = 1; count = 0", "count"},
      {"density; area = 1; radius = 1", "both"},
      {"mass; region = box", "min"},
      {"mass; region = sphere", "radius"},
      {"mass; region = box; low = [0, 0, 0]; high = [1, 0, 1]", "below"},
      {"stress; low = [0, 0, 0]", "max"},
      {"profile; by = cells", "cells = ["},
      {"profile; by = cells; cells = [2, 0.5, 1]", "whole"},
      {"profile; by = cells; cells = [900, 900, 900]", "more than"},
      {"profile; cells = [2, 2, 2]", "count"},
      {"profile; radius = 1", "rings"},
      {"profile; by = rings; low = [0, 0, 0]; high = [1, 1, 1]", "centre"},
      {"profile; by = rings; radius = 1; inner = 2", "smaller"},
      {"profile; low = [0, 0, 0]", "max"},
      {"field; points = 2", "width"},
      {"repose; from = 0.9", "smaller"},
      {"mixing", "cell"},
      {"pairs; reach = 1; low = [0, 0, 0]", "max"},
      {"size_curve; from = 2; to = 1", "smaller"},
      {"field; width = 1; high = [0, 0, 0]", "min"},
      {"average; of = \"field; width = 1\"; over = 1", "--mean"},
      {"average; of = flwo; over = 1", "flow"},
  };
  for (const auto& [line, word] : wrong) {
    const auto made = make_measure(line);
    ASSERT_FALSE(made.ok()) << line;
    EXPECT_NE(to_string(made.error()).find(word), std::string::npos)
        << line << ": " << to_string(made.error());
    EXPECT_FALSE(made.error().code.empty());
  }
}

TEST(MakeMeasure, reads_older_names_of_corners_as_those_of_today) {
  const Pile q = pile();
  const std::string today = "stress; min = [-1, -1, -1]; max = [1, 1, 1]";
  EXPECT_EQ(test::values("stress; low = [-1, -1, -1]; hi = [1, 1, 1]", q.input()),
            test::values(today, q.input()));
}

TEST(MeasureCheck, says_what_the_input_lacks) {
  const Pile q = pile();
  const MeasureInput bare{.particles = q.p};
  for (const char* line :
       {"energy", "stress", "density", "walls; wall = flor", "wall_motion; wall = flor"})
    EXPECT_TRUE(test::measure(line)->check(bare).has_value()) << line;
  const auto e = test::measure("walls; wall = flor")->check(q.input());
  ASSERT_TRUE(e.has_value());
  EXPECT_NE(e->hint.find("floor"), std::string::npos);
  EXPECT_FALSE(test::measure("walls; wall = floor")->check(q.input()).has_value());
  EXPECT_FALSE(test::measure("energy")->check(q.input()).has_value());
}

}  // namespace
}  // namespace scree
