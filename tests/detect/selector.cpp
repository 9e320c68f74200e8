// The decisions of `auto`, with detectors whose cost is given and a clock that only they advance;
// and what it answers with real ones.
#include "detect/selector.hpp"

#include <map>

#include "cloud.hpp"

namespace scree {
namespace {

// Answers by brute force, takes as long as it is told to, in ns per grain.
class Timed final : public Detector {
 public:
  Timed(std::function<double(std::size_t)> cost, double& clock, int& alive)
      : cost_(std::move(cost)), clock_(clock), alive_(alive) {
    ++alive_;
  }
  ~Timed() override { --alive_; }
  void find(const DetectInput& in, std::vector<RowPair>& pairs) override {
    pairs.clear();
    clock_ += 1e-9 * cost_(in.xr.size()) * static_cast<double>(in.xr.size());
    ++lists_;
  }
  std::vector<DetectorNote> notes() const override { return {{"lists", lists_}}; }

 private:
  std::function<double(std::size_t)> cost_;
  double& clock_;
  int& alive_;
  std::uint64_t lists_ = 0;
};

struct Bench {
  std::map<std::string, std::function<double(std::size_t)>> cost;  // of each candidate
  double clock = 0, greatest_alive = 0;
  int alive = 0;
  Cloud cloud;
  std::uint64_t step = 0;
  std::vector<RowPair> pairs;

  void set(const std::string& name, double ns) {
    cost[name] = [ns](std::size_t) { return ns; };
  }
  Selector make(SelectorSettings settings = {}) {
    settings.clock = [this] { return clock; };
    std::vector<DetectorCandidate> candidates;
    for (const auto& [name, unused] : cost)
      candidates.push_back({name,
                            [this, name = name] {
                              return std::make_unique<Timed>(
                                  [this, name](std::size_t n) { return cost[name](n); }, clock,
                                  alive);
                            },
                            find_detector(name)->expected});
    return Selector("auto", std::move(candidates), std::move(settings));
  }
  void grains(std::uint32_t n, std::initializer_list<double> radii = {1}) {
    cloud = {};
    for (std::uint32_t i = 0; i < n; ++i)
      cloud.add({2.1 * i, 0, 0}, *(radii.begin() + i % radii.size()));
  }
  void lists(Selector& s, int n) {
    for (int k = 0; k < n; ++k) {
      DetectInput in = cloud.input();
      in.step = step += 10;
      s.find(in, pairs);
      greatest_alive = std::max(greatest_alive, static_cast<double>(alive));
    }
  }
};

Bench usual() {
  Bench b;
  b.set("brute", 2000), b.set("cubes", 45), b.set("levels", 48), b.set("sweep", 400);
  b.set("triangulation", 900);
  return b;
}

std::string first_choice(std::uint32_t n, std::initializer_list<double> radii) {
  Bench b = usual();
  b.grains(n, radii);
  Selector s = b.make();
  b.lists(s, 1);
  EXPECT_FALSE(s.report().why.empty());
  return s.report().in_use;
}

TEST(Selector, begins_with_what_is_expected_to_be_the_cheapest) {
  EXPECT_EQ(first_choice(0, {1}), "brute");
  EXPECT_EQ(first_choice(12, {1}), "brute");
  EXPECT_EQ(first_choice(2000, {1}), "cubes");
  EXPECT_EQ(first_choice(2000, {1, 1.2}), "cubes");
  EXPECT_EQ(first_choice(2000, {1, 5, 35}), "levels");
  EXPECT_EQ(first_choice(2000, {1, 1000}), "levels");
}

TEST(Selector, names_a_candidate_whatever_the_radii_are) {
  const double inf = std::numeric_limits<double>::infinity();
  for (const double r : {0.0, -1.0, inf, std::numeric_limits<double>::quiet_NaN(), 1e-320, 1e300})
    for (const std::uint32_t n : {1u, 2000u}) EXPECT_NE(first_choice(n, {r}), "") << r;
  EXPECT_NE(first_choice(2000, {1e-300, 1e300}), "");
}

TEST(Selector, stays_when_nobody_is_clearly_cheaper) {
  Bench b = usual();
  b.set("levels", 40);  // 11% less: not worth a switch
  b.grains(2000);
  Selector s = b.make();
  b.lists(s, 3000);
  EXPECT_EQ(s.report().in_use, "cubes");
  EXPECT_EQ(s.report().switched, 0u);
  EXPECT_GT(s.report().trials, 1u);
}

TEST(Selector, switches_to_what_was_measured_to_be_cheaper_and_says_when_and_why) {
  Bench b = usual();
  b.set("levels", 20);
  b.grains(2000);
  Selector s = b.make();
  b.lists(s, 1000);
  const DetectionReport r = s.report();
  ASSERT_EQ(r.switches.size(), 1u);
  EXPECT_EQ(r.in_use, "levels");
  EXPECT_EQ(r.switches[0].from, "cubes");
  EXPECT_EQ(r.switches[0].to, "levels");
  EXPECT_EQ(r.switches[0].why, "measured 20 ns per grain, cubes 45");
  EXPECT_EQ(r.why, r.switches[0].why);
  EXPECT_EQ(r.switches[0].step % 10, 0u);
  EXPECT_GT(r.switches[0].step, 0u);
  std::uint64_t lists = 0;
  for (const DetectorUse& u : r.uses) {
    lists += u.lists;
    EXPECT_NEAR(u.ns_per_grain, b.cost[u.name](0), 1e-6) << u.name;
    ASSERT_EQ(u.notes.size(), 1u);
    EXPECT_EQ(u.notes[0].count, u.lists) << "notes of dismissed detectors are kept";
  }
  EXPECT_EQ(lists, 1000u);
  EXPECT_GT(r.uses[1].lists, 900u);
}

TEST(Selector, spends_no_more_on_trials_than_it_may) {
  for (const double costly : {100.0, 5000.0, 100000.0}) {
    Bench b = usual();
    b.set("sweep", costly), b.set("triangulation", costly), b.set("levels", costly);
    b.grains(2000);
    Selector s = b.make();
    b.lists(s, 20000);
    const DetectionReport r = s.report();
    // What one trial cost more than expected, once for each of three, comes on top of the 2%.
    const double once = 3 * 2 * 2000e-9 * costly;
    EXPECT_LE(r.trial_seconds, 0.02 * r.seconds + once) << costly;
    EXPECT_GT(r.trials, 0u) << costly;
    EXPECT_NEAR(r.seconds, b.clock, 1e-9 * b.clock);
  }
}

TEST(Selector, keeps_only_detectors_in_use) {
  Bench b = usual();
  b.grains(2000);
  Selector s = b.make({.share = 1});
  b.lists(s, 5000);
  EXPECT_GT(s.report().trials, 10u);
  EXPECT_EQ(b.greatest_alive, 2);
}

TEST(Selector, is_not_misled_by_a_pause_of_the_machine) {
  Bench b = usual();
  int lists = 0;
  b.cost["cubes"] = [&lists](std::size_t) { return ++lists % 7 == 0 ? 1e6 : 45.0; };
  b.grains(2000);
  Selector s = b.make();
  b.lists(s, 2000);
  EXPECT_EQ(s.report().in_use, "cubes");
  EXPECT_EQ(s.report().switched, 0u);
}

TEST(Selector, follows_a_cost_that_changes_during_the_run) {
  Bench b = usual();
  b.grains(2000);
  Selector s = b.make();
  b.lists(s, 500);
  EXPECT_EQ(s.report().in_use, "cubes");
  b.set("cubes", 90);
  b.lists(s, 2000);
  EXPECT_EQ(s.report().in_use, "levels");
  b.set("cubes", 20);
  b.lists(s, 4000);
  EXPECT_EQ(s.report().in_use, "cubes");
  EXPECT_EQ(s.report().switched, 2u);
}

TEST(Selector, leaves_brute_at_once_when_many_grains_are_poured_in) {
  Bench b = usual();
  b.cost["brute"] = [](std::size_t n) { return 2.0 * static_cast<double>(n); };
  b.grains(20);
  Selector s = b.make();
  b.lists(s, 10);
  EXPECT_EQ(s.report().in_use, "brute");
  b.grains(5000);
  b.lists(s, 1);
  EXPECT_EQ(s.last(), "cubes");
  ASSERT_EQ(s.report().switches.size(), 1u);
  EXPECT_NE(s.report().switches[0].why.find("5000 grains instead of 20"), std::string::npos)
      << s.report().switches[0].why;
}

TEST(Selector, leaves_one_grid_at_once_when_a_large_grain_comes) {
  Bench b = usual();
  b.grains(5000);
  Selector s = b.make();
  b.lists(s, 10);
  b.cloud.add({0, 500, 0}, 100);
  b.lists(s, 1);
  EXPECT_EQ(s.last(), "levels");
  EXPECT_NE(s.report().why.find("radii 1:100 instead of 1:1"), std::string::npos) << s.report().why;
}

TEST(Selector, looks_again_when_grains_begin_to_move) {
  Bench b = usual();
  b.grains(500);
  Selector s = b.make();
  const auto trials_in = [&](int lists, double displacement) {
    const std::uint64_t before = s.report().trials;
    for (int k = 0; k < lists; ++k) {
      for (PositionRadius& g : b.cloud.xr) g.x.y += displacement;
      b.lists(s, 1);
    }
    return s.report().trials - before;
  };
  trials_in(3000, 0);  // losers wait long by now
  const std::uint64_t resting = trials_in(300, 0);
  EXPECT_GT(trials_in(300, 0.05), resting);
}

TEST(Selector, with_one_candidate_uses_it_and_tries_nobody) {
  Selector s = Selector::of("sweep");
  const Cloud c = random_cloud(50, {0, 0, 0}, {8, 8, 8}, 0.8, 1, 3);
  std::vector<RowPair> pairs;
  for (int k = 0; k < 100; ++k) s.find(c.input(), pairs);
  const DetectionReport r = s.report();
  EXPECT_EQ(r.method, "sweep");
  EXPECT_EQ(r.in_use, "sweep");
  EXPECT_EQ(r.why, "chosen by the scene");
  EXPECT_EQ(r.trials, 0u);
  ASSERT_EQ(r.uses.size(), 1u);
  EXPECT_EQ(r.uses[0].lists, 100u);
}

TEST(Selector, forgets_all_when_told_to) {
  Bench b = usual();
  b.grains(2000);
  Selector s = b.make();
  b.lists(s, 500);
  s.forget();
  EXPECT_EQ(b.alive, 0);
  EXPECT_TRUE(s.report().uses.empty());
  EXPECT_EQ(s.report().trials, 0u);
  b.lists(s, 1);
  EXPECT_EQ(s.report().in_use, "cubes");
}

TEST(Selector, knows_the_catalogue_and_auto) {
  EXPECT_TRUE(Selector::known("auto"));
  for (const DetectorEntry* e : detector_catalog())
    EXPECT_TRUE(Selector::known(std::string(e->info.name)));
  EXPECT_FALSE(Selector::known("cube"));
  EXPECT_TRUE(auto_detector_info().summary.starts_with(
      "the cheapest of brute, cubes, levels, sweep, triangulation: "))
      << auto_detector_info().summary;
}

// Grains that move, come, go and change rows; a list by another detector nearly every time.
TEST(Selector, answers_like_brute_whoever_makes_the_list) {
  Selector s =
      Selector::of("auto", {.share = 1e9, .gain = 1e9, .timed_lists = 1, .retry_after = 6});
  Cloud c = random_cloud(90, {0, 0, 0}, {9, 9, 9}, 0.5, 1, 21);
  for (int k = 0; k < 3; ++k) c.period(k, 0, 9);
  const CounterRandom random(9, 9);
  std::uint64_t n = 0;
  for (int round = 0; round < 200; ++round) {
    for (PositionRadius& g : c.xr)
      for (int k = 0; k < 3; ++k) g.x[k] += 0.1 * (random.uniform(++n) - 0.5);
    if (round % 11 == 0) {
      c.add({9 * random.uniform(++n), 1, 2}, 0.7);
      c.id.back() = ParticleId{static_cast<std::uint32_t>(round)};  // of no grain, now or before
    }
    if (round % 17 == 0) c.xr.pop_back(), c.ws.pop_back(), c.id.pop_back();
    if (round % 13 == 0) {
      std::reverse(c.xr.begin(), c.xr.end());
      std::reverse(c.id.begin(), c.id.end());
    }
    ++c.fixed_version;
    std::vector<RowPair> pairs;
    s.find(c.input(), pairs);
    std::sort(pairs.begin(), pairs.end());
    auto expected = brute_pairs(c);
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(pairs, expected) << "round " << round << " by " << s.last();
  }
  EXPECT_GT(s.report().switched, 30u);
  EXPECT_EQ(s.report().uses.size(), 5u);
}

}  // namespace
}  // namespace scree
