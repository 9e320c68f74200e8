// Too long for CI: 1,000 updates of 10^4 and of 10^5 grains for each kind of motion, each update
// equal to a rebuild, and 10,000 random sequences of each kind. One gtest filter each, so that they
// can run side by side; SCREE_LONG_COUNT sets another number of updates or sequences, and
// SCREE_LONG_FIRST the update that a part of the 1,000 begins with.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "../sequences.hpp"
#include "geometry/triangulation/hilbert.hpp"
#include "geometry/triangulation/triangulation.hpp"

namespace scree::geometry {
namespace {

int number_or(const char* variable, int usual) {
  const char* wanted = std::getenv(variable);
  return wanted != nullptr && std::atoi(wanted) > 0 ? std::atoi(wanted) : usual;
}

int count_or(int usual) { return number_or("SCREE_LONG_COUNT", usual); }

// disorder 0: a simple cubic lattice.
std::vector<Site> packing(int count, double disorder) {
  const CounterRandom random(5, 1);
  const int side = static_cast<int>(std::ceil(std::cbrt(count)));
  std::vector<Site> s(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const auto noise = [&](int k) { return disorder * (random.uniform(3 * i + k) - 0.5); };
    s[i].x = {i % side + noise(0), i / side % side + noise(1), i / side / side + noise(2)};
    s[i].w = disorder == 0 ? 0.25 : 0.25 * (0.8 + 0.4 * random.uniform(i, 1));
  }
  std::vector<Site> sorted;
  for (const std::uint32_t i : spatial_order(s)) sorted.push_back(s[i]);
  return sorted;
}

struct Kind {
  std::string name;
  double disorder;
  std::function<Vec3(const Vec3& x, int update, std::uint64_t row)> move;
};

Vec3 random_step(const Vec3& x, double size, int update, std::uint64_t row) {
  const CounterRandom random(11, static_cast<std::uint64_t>(update));
  const auto noise = [&](int k) { return size * (2 * random.uniform(3 * row + k) - 1); };
  return x + Vec3{noise(0), noise(1), noise(2)};
}

std::vector<Kind> kinds() {
  std::vector<Kind> out;
  for (const int digits : {4, 3, 2, 1})
    out.push_back({fmt::format("random_1e_{}", digits), 0.7, [digits](auto& x, int u, auto row) {
                     return random_step(x, std::pow(10.0, -digits), u, row);
                   }});
  out.push_back({"shear", 0.7, [](auto& x, int u, auto) {  // back and forth
                   return Vec3{x.x + (u / 100 % 2 == 0 ? 2e-3 : -2e-3) * x.y, x.y, x.z};
                 }});
  out.push_back({"compression", 0.7, [](auto& x, int u, auto) {
                   return Vec3{x.x, x.y, (u / 50 % 2 == 0 ? 0.995 : 1 / 0.995) * x.z};
                 }});
  out.push_back({"lattice_rotation", 0, [](auto& x, int, auto) {
                   return rotate(normalized(Quat{1, 1e-3, 2e-3, -1e-3}), x);
                 }});
  // Layers by an eighth of a spacing: exact ties at each update, mass flips; back after 256.
  out.push_back({"commensurate_shear", 0, [](auto& x, int u, auto) {
                   const double shift = u / 256 % 2 == 0 ? 0.125 : -0.125;
                   return x + Vec3{shift * (static_cast<int>(std::floor(x.z)) % 2), 0, 0};
                 }});
  out.push_back({"falling_layers", 0.7, [](auto& x, int, auto) {
                   return Vec3{x.x, x.y - (x.z > 5 ? 0.02 : 0), x.z};
                 }});
  return out;
}

class LongMotion : public testing::TestWithParam<std::tuple<int, int>> {};

TEST_P(LongMotion, equals_a_rebuild_after_each_update) {
  const Kind kind = kinds()[static_cast<std::size_t>(std::get<0>(GetParam()))];
  const int count = std::get<1>(GetParam()), updates = count_or(1000);
  std::vector<Site> sites = packing(count, kind.disorder);
  const int first = number_or("SCREE_LONG_FIRST", 0);
  for (int update = 0; update < first; ++update)
    for (std::size_t i = 0; i < sites.size(); ++i) sites[i].x = kind.move(sites[i].x, update, i);
  Triangulation t = std::move(*Triangulation::build(sites));
  RepairStats all;
  std::vector<Vec3> x(sites.size());
  for (int update = first; update < first + updates; ++update) {
    for (std::size_t i = 0; i < sites.size(); ++i)
      x[i] = sites[i].x = kind.move(sites[i].x, update, i);
    all += *t.move_all(x, {}, 2);
    const Triangulation rebuilt = std::move(*Triangulation::build(sites));
    ASSERT_TRUE(t.tetrahedra() == rebuilt.tetrahedra()) << "update " << update;
    ASSERT_TRUE(t.hidden_sites() == rebuilt.hidden_sites()) << "update " << update;
    // The same cells as a valid triangulation; what is left to look at are its own links.
    if (update % 50 == 0) {
      ASSERT_EQ(t.fault(4), "") << "update " << update;
    }
  }
  const double each = double(updates) * count;
  fmt::print(
      "{}: {} updates from {} of {} grains equal to rebuilds; per grain and update: {:.4f} flips, "
      "{:.3f} tests; {} times all tested; untangled {} held {} inserted again {} regions {} "
      "rebuilds "
      "{}\n",
      kind.name, updates, first, count, double(all.flips()) / each,
      double(all.facets_tested) / each, all.full_tests, all.untangled, all.held, all.reinserted,
      all.local_rebuilds, all.full_rebuilds);
}

INSTANTIATE_TEST_SUITE_P(Long, LongMotion,
                         testing::Combine(testing::Range(0, static_cast<int>(kinds().size())),
                                          testing::Values(10000, 100000)),
                         [](const auto& info) {
                           return fmt::format("{}_of_{}", kinds()[std::get<0>(info.param)].name,
                                              std::get<1>(info.param));
                         });

class LongSequences : public testing::TestWithParam<int> {};

TEST_P(LongSequences, equal_a_rebuild_after_each_step) {
  const int count = count_or(10000);
  for (int number = 0; number < count; ++number) {
    for (const Pass pass : {Pass::automatic, Pass::certificates, Pass::tests}) {
      SequenceRun run(static_cast<Sequence>(GetParam()), static_cast<std::uint64_t>(number), pass);
      ASSERT_EQ(run.run(), "") << "sequence " << number << ", pass " << static_cast<int>(pass);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Long, LongSequences, testing::Range(0, 3), [](const auto& info) {
  return std::string(std::array{"mixed", "dense", "moving"}[info.param]);
});

}  // namespace
}  // namespace scree::geometry
