// The engine of a graphics card where something goes wrong: it says what, nothing that was written
// is lost, and the processor goes on. That it gives the one answer: engine_list.hpp.
#include <cstdlib>

#include "engine_list.hpp"
#include "reported.hpp"
#include "worlds.hpp"

namespace scree::test {
namespace {

// What the card that is not there does wrong (tests/card/fake_card.cpp), within a scope.
class Ordered {
 public:
  explicit Ordered(const char* order) { ::setenv("SCREE_FAKE_CARD", order, 1); }
  ~Ordered() { ::unsetenv("SCREE_FAKE_CARD"); }
  Ordered(const Ordered&) = delete;
  Ordered& operator=(const Ordered&) = delete;
};

World falling_grains() {
  World w = empty_world(hertz_rolling_material());
  w.gravity.g = {0.5, -9.81, 0.3};
  w.walls = open_box(0.05);
  add_cloud(w, 60, 0.01, 4, 3);
  return w;
}

CardLibrary library_that_is(const char* order) {
  const Ordered ordered(order);
  return load_card_library(SCREE_FAKE_CARD_FILE);
}

TEST(Card, is_described_with_name_memory_and_driver) {
  const CardLibrary library = library_that_is("");
  ASSERT_TRUE(library.usable()) << library.why;
  ASSERT_EQ(library.cards.size(), 1u);
  EXPECT_EQ(describe(library.cards[0]), "Paper card, 1.0 GiB, 1.0 GiB free, driver for tests");
}

TEST(Card, says_what_is_missing) {
  EXPECT_EQ(library_that_is("none").why, "no driver is installed");
  const CardLibrary missing = load_card_library("/nowhere/libscree_cuda.so");
  EXPECT_FALSE(missing.usable());
  EXPECT_NE(missing.why.find("cannot be loaded"), std::string::npos) << missing.why;
  EXPECT_NE(missing.hint.find("scree-cuda"), std::string::npos) << missing.hint;
  const CardLibrary foreign = load_card_library("libm.so.6");
  EXPECT_EQ(foreign.why, "libm.so.6 is not a library of cards for Scree");
}

// In a process of its own: the library's answer is made once.
TEST(CardDeathTest, of_another_build_is_refused) {
  EXPECT_EXIT(
      {
        const CardLibrary library = library_that_is("old");
        const bool said =
            library.why.find("another build of Scree (0.0.1 (older);") != std::string::npos;
        std::exit(!library.usable() && said ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
}

TEST(Card, that_cannot_be_opened_is_an_error_of_the_start) {
  const Ordered ordered("closed");
  const auto s = Simulation::create(falling_grains(), on_card({}));
  ASSERT_FALSE(s.ok());
  EXPECT_EQ(s.error().code, "E0538");
  EXPECT_EQ(s.error().message, "the graphics card failed at the start: another program has it");
}

TEST(Card, without_memory_at_the_start_is_an_error_of_it) {
  const Ordered ordered("memory=2000");
  const auto s = Simulation::create(falling_grains(), on_card({}));
  ASSERT_FALSE(s.ok());
  EXPECT_EQ(s.error().code, "E0538");
}

// Wherever it fails: the state of before is in the checkpoint, and the processor goes on from it to
// the same bits as a run that never saw a card.
TEST(Card, that_fails_in_the_middle_is_told_and_the_processor_goes_on) {
  const World w = falling_grains();
  Simulation whole = start(w, {.threads = 2});
  run(whole, 900);
  for (const char* order : {"fail=150", "fail=1501", "fail=2222", "fail=3003"}) {
    const Ordered ordered(order);
    Simulation s = start(w, on_card({.threads = 2}));
    std::string saved;
    std::optional<Failure> failure;
    for (int part = 0; part < 9 && !failure; ++part) {
      saved = bytes_of(s);
      failure = s.run(100);
    }
    ASSERT_TRUE(failure) << order;
    EXPECT_EQ(failure->code, "E0605");
    EXPECT_NE(failure->message.find("an illegal address was used"), std::string::npos);
    EXPECT_NE(failure->message.find("--resume"), std::string::npos) << "what to do";
    // What is asked of it now comes from the host, and edits do not reach the card.
    EXPECT_FALSE(to_string(s.state_hash()).empty());
    ASSERT_TRUE(s.run(1)) << "the state is lost";
    s.energy();
    EXPECT_FALSE(s.set_velocity(s.particles().id[0], {0, 1, 0}, {}));
    Simulation again = resumed(saved, w, {.threads = 1});
    run(again, 900 - again.steps());
    EXPECT_TRUE(again.state_hash() == whole.state_hash()) << order;
  }
}

// Lists that grow until the card is full.
TEST(Card, whose_memory_runs_out_in_the_middle_is_told) {
  World w = falling_grains();
  Simulation measured = start(w, on_card({.threads = 2}));
  run(measured, 20);
  const std::size_t little = measured.memory_bytes();
  run(measured, 1500);
  ASSERT_GT(measured.memory_bytes(), little);
  std::optional<Failure> failure;
  for (std::size_t room = 20'000; room < 2'000'000 && !failure; room = room * 5 / 4) {
    const Ordered ordered(("memory=" + std::to_string(room)).c_str());
    auto s = Simulation::create(w, on_card({.threads = 2}));
    if (!s) continue;  // too small for the start
    failure = s->run(1500);
    if (!failure) break;
  }
  ASSERT_TRUE(failure) << "the lists of this world never grow";
  EXPECT_EQ(failure->code, "E0605");
  EXPECT_NE(failure->message.find("no memory is left on the card"), std::string::npos);
}

// Edits are collected, whatever their number and order.
TEST(Card, learns_of_edits_when_it_goes_on) {
  const World w = falling_grains();
  std::string expected;
  for (const auto& [name, options] : all_engines(w, 2)) {
    Simulation s = start(w, options);
    run(s, 200);
    for (int k = 0; k < 5; ++k) {
      ASSERT_FALSE(s.set_velocity(s.particles().id[static_cast<std::size_t>(k)], {0.1, 0, 0}, {}));
      ASSERT_FALSE(s.remove(s.particles().id[static_cast<std::size_t>(7 + k)]));
      ASSERT_FALSE(s.set_force(s.particles().id[static_cast<std::size_t>(k)], {0, 1e-3, 0}));
    }
    ASSERT_TRUE(s.add_grain({.x = {0, 0.04, 0}, .radius = 0.002, .material = MaterialId{0}}).ok());
    run(s, 400);
    if (expected.empty()) expected = reported(s);
    EXPECT_EQ(reported(s), expected) << name;
  }
}

}  // namespace
}  // namespace scree::test
