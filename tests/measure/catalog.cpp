// What every measure must obey, over every entry of the catalogue.
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "base/random.hpp"
#include "make.hpp"

namespace scree {
namespace {

// One line or more for each entry; a new entry must be given one.
const std::vector<std::string>& lines() {
  static const std::vector<std::string> all{
      "density; area = 1",
      "layers; thickness = 0.3; count = 5; from = -1",
      "layers; thickness = 0.3; count = 5; radius = 2; axis = x",
      "rings; radius = 1.2; count = 4",
      "rings; radius = 1.2; count = 4; height = 1; axis = [1, 2, 0.5]",
      "energy",
      "speed",
      "coordination; least = 2",
      "fabric",
      "fabric; walls = false",
      "forces; count = 8",
      "forces; part = tangential",
      "stress; low = [-1, -1, -1]; high = [1, 1, 1]; kinetic = true",
      "flow; plane = z",
      "flow; normal = [1, 1, 0]; radius = 1; at = 0.1",
      "mass",
      "mass; region = box; low = [-1, -1, -1]; high = [0.5, 1, 1]; share = volume",
      "mass; region = cylinder; radius = 0.7; share = volume",
      "mass; region = cylinder; radius = 0.7; height = 0.9; share = volume",
      "mass; region = sphere; radius = 0.9; share = volume",
      "walls",
      "average; of = speed; over = 2",
  };
  return all;
}

struct Pile {
  Particles p;
  std::vector<MeasureContact> contacts;
  std::vector<MeasureWall> walls{{"floor", {0, -3, 0.1}, {1, 2, 3}}, {"side", {2, 0, 0}, {}}};
  MeasureEnergy energy{.kinetic = 1, .potential = 2, .lost_sliding = 0.5, .start = 3.5};
  MeasureInput input(double time = 0) const {
    return {.particles = p, .contacts = contacts, .walls = walls, .energy = &energy, .time = time};
  }
};

// Random grains and forces; one grain is removed, so that ids have a hole, and one is fixed.
Pile pile() {
  const CounterRandom random(11, 4);
  const auto vector = [&](std::uint64_t c) {
    return Vec3{2 * random.uniform(2 * c, 0) - 1, 2 * random.uniform(2 * c, 1) - 1,
                2 * random.uniform(2 * c + 1, 0) - 1};
  };
  Pile q;
  for (std::uint64_t k = 0; k < 60; ++k)
    q.p.add({.x = vector(k),
             .radius = 0.05 + 0.3 * random.uniform(1000 + k),
             .v = vector(100 + k),
             .omega = vector(200 + k),
             .fixed = k == 7},
            test::kDensity);
  std::vector<std::uint8_t> gone(60, 0);
  gone[13] = 1;
  q.p.remove(gone);
  for (std::uint32_t k = 0; k + 3 < 60; ++k) {
    if (k == 13 || k + 3 == 13) continue;
    const bool wall = k % 5 == 0;
    const Vec3 n = normalized(vector(300 + k)), t = 0.1 * cross(n, vector(400 + k));
    q.contacts.push_back({ParticleId{k}, ParticleId{wall ? 0 : k + 3}, wall ? 0 : -1,
                          vector(500 + k), n, 0.01, t - (1 + random.uniform(600 + k)) * n, t});
  }
  return q;
}

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
    const bool tested = std::any_of(lines().begin(), lines().end(), [&](const std::string& line) {
      return line.substr(0, line.find(';')) == e->info.name;
    });
    EXPECT_TRUE(tested) << "add a line for " << e->info.name;
  }
  EXPECT_EQ(names.size(), 13u);
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
      const auto names = m->columns();
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
  Pile mixed = q;
  std::vector<std::uint32_t> order(q.p.size());
  std::iota(order.begin(), order.end(), 0u);
  const CounterRandom random(1, 1);
  for (std::size_t k = order.size() - 1; k > 0; --k)
    std::swap(order[k], order[static_cast<std::size_t>(random.uniform(k) * double(k + 1))]);
  mixed.p.permute(order);
  std::reverse(mixed.contacts.begin(), mixed.contacts.end());
  for (const std::string& line : lines())
    EXPECT_EQ(test::values(line, q.input()), test::values(line, mixed.input())) << line;
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
      {"mass; region = box", "low"},
      {"mass; region = sphere", "radius"},
      {"mass; region = box; low = [0, 0, 0]; high = [1, 0, 1]", "below"},
      {"stress; low = [0, 0, 0]", "high"},
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

TEST(MeasureCheck, says_what_the_input_lacks) {
  const Pile q = pile();
  const MeasureInput bare{.particles = q.p};
  for (const char* line : {"energy", "stress", "density", "walls; wall = flor"})
    EXPECT_TRUE(test::measure(line)->check(bare).has_value()) << line;
  const auto e = test::measure("walls; wall = flor")->check(q.input());
  ASSERT_TRUE(e.has_value());
  EXPECT_NE(e->hint.find("floor"), std::string::npos);
  EXPECT_FALSE(test::measure("walls; wall = floor")->check(q.input()).has_value());
  EXPECT_FALSE(test::measure("energy")->check(q.input()).has_value());
}

}  // namespace
}  // namespace scree
