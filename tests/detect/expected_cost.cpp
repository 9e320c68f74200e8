// What detectors say to `auto` of themselves: the catalogue's own, and one that only this file
// knows.
#include <cmath>

#include "cloud.hpp"
#include "detect/brute_force.hpp"
#include "detect/selector.hpp"

namespace scree {
namespace {

detect::Situation of_equal(std::size_t grains, double motion = 0) {
  return {.grains = grains, .r_min = 1, .r_max = 1, .crowding = 1, .reach = 0, .motion = motion};
}

DetectorCost cost(const char* name, const detect::Situation& s) {
  return find_detector(name)->expected(s);
}

TEST(ExpectedCost, is_the_one_of_the_measurements_in_the_theory_page) {
  // docs/theory/detection.md, "The choice"; 14 half cells of (2 r)^3, filled to 0.64.
  const double tests = 14 * 8 * 0.64 * 3 / (4 * 3.14159265358979);
  EXPECT_NEAR(cost("cubes", of_equal(1000)).list, 40 + 0.25 * tests + 1.6, 1e-9);
  EXPECT_DOUBLE_EQ(cost("brute", of_equal(12)).list, 28);
  EXPECT_DOUBLE_EQ(cost("brute", of_equal(12)).first, 42);
  detect::Situation mixed = of_equal(1000);
  mixed.r_max = 8;
  EXPECT_DOUBLE_EQ(cost("levels", mixed).list, 46 + 3 * 3 + 1.6);
  EXPECT_DOUBLE_EQ(cost("sweep", of_equal(1000, 0.01)).list, 110 + 250 * 100 * 0.01);
  EXPECT_DOUBLE_EQ(cost("sweep", of_equal(1000, 1)).list, 1700);
  EXPECT_DOUBLE_EQ(cost("sweep", of_equal(1000)).first, 1500);
  EXPECT_DOUBLE_EQ(cost("triangulation", of_equal(1000, 0.01)).list, 250 + 400);
  EXPECT_DOUBLE_EQ(cost("triangulation", of_equal(1000, 1)).list, 5000);
  EXPECT_DOUBLE_EQ(cost("triangulation", of_equal(1000)).first, 5500);
}

TEST(ExpectedCost, is_infinite_beyond_the_size_up_to_which_a_detector_is_tried) {
  const std::pair<const char*, std::size_t> most[] = {
      {"brute", 100}, {"sweep", 20000}, {"triangulation", 200000}};
  for (const auto& [name, grains] : most) {
    EXPECT_TRUE(std::isfinite(cost(name, of_equal(grains)).list)) << name;
    EXPECT_TRUE(std::isinf(cost(name, of_equal(grains + 1)).list)) << name;
  }
  EXPECT_EQ(find_detector("cubes-lazarevic")->expected, nullptr) << "by name only";
}

// A detector that is one file: this one.
int lists_of_mine = 0;
class Mine final : public Detector {
 public:
  void find(const DetectInput& in, std::vector<RowPair>& pairs) override {
    ++lists_of_mine;
    detect::find_brute(in, pairs);
  }
};
template <int ns>
DetectorEntry mine() {
  return {.info = {"mine", "of this test", "", {}},
          .make = [] { return std::unique_ptr<Detector>(new Mine); },
          .expected =
              [](const detect::Situation& s) {
                EXPECT_GE(s.grains, 1u);
                if (ns == 0) return DetectorCost{std::nan(""), std::nan("")};
                return ns < 0 ? DetectorCost::never() : DetectorCost{ns, ns};
              }};
}

std::vector<const DetectorEntry*> catalogue_with(const DetectorEntry& extra) {
  const auto own = detector_catalog();
  std::vector<const DetectorEntry*> all{
      &extra};  // in front: no detector before it hides a wrong cost
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

// Who makes the first list for 400 grains, and that all lists are right whatever makes them.
std::string first_choice(const DetectorEntry& extra, int lists) {
  Selector s = Selector::of("auto", catalogue_with(extra),
                            {.share = 1e9, .timed_lists = 1, .retry_after = 4});
  const Cloud c = random_cloud(400, {0, 0, 0}, {20, 20, 20}, 0.8, 1, 5);  // for `levels`
  auto expected = brute_pairs(c);
  std::sort(expected.begin(), expected.end());
  lists_of_mine = 0;
  std::string first;
  for (int k = 0; k < lists; ++k) {
    std::vector<RowPair> pairs;
    s.find(c.input(), pairs);
    if (k == 0) first = s.last();
    std::sort(pairs.begin(), pairs.end());
    EXPECT_EQ(pairs, expected) << "by " << s.last();
  }
  return first;
}

TEST(OneFileDetector, is_taken_by_auto_where_it_expects_to_be_the_cheapest) {
  EXPECT_EQ(first_choice(mine<1>(), 1), "mine");
  EXPECT_EQ(lists_of_mine, 1);
}

TEST(OneFileDetector, is_tried_by_auto_where_it_may_be_cheaper_than_expected) {
  EXPECT_EQ(first_choice(mine<80>(), 200), "levels");
  EXPECT_GT(lists_of_mine, 0);
}

TEST(OneFileDetector, is_left_alone_where_it_is_out_of_the_question_or_says_nothing) {
  EXPECT_EQ(first_choice(mine<-1>(), 200), "levels");
  EXPECT_EQ(lists_of_mine, 0);
  EXPECT_EQ(first_choice(mine<0>(), 200), "levels") << "no number";
  EXPECT_EQ(lists_of_mine, 0);
  DetectorEntry by_name = mine<1>();
  by_name.expected = nullptr;
  EXPECT_EQ(first_choice(by_name, 200), "levels");
  EXPECT_EQ(lists_of_mine, 0);
}

TEST(OneFileDetector, is_found_by_its_name) {
  const DetectorEntry extra = mine<-1>();
  Selector s = Selector::of("mine", catalogue_with(extra));
  std::vector<RowPair> pairs;
  s.find(random_cloud(20, {0, 0, 0}, {5, 5, 5}, 0.8, 1, 5).input(), pairs);
  EXPECT_EQ(s.report().in_use, "mine");
}

TEST(OneFileDetector, is_asked_about_one_grain_at_least) {
  const DetectorEntry extra = mine<1>();
  Selector s = Selector::of("auto", catalogue_with(extra));
  std::vector<RowPair> pairs;
  s.find(Cloud{}.input(), pairs);
  EXPECT_TRUE(pairs.empty());
}

}  // namespace
}  // namespace scree
