// `--engine gpu` from the command line, on a card that is not there (tests/card/fake_card.cpp) and
// where none is.
#include "program.hpp"

namespace scree::test {
namespace {

class CardProgram : public Program {
 protected:
  Outcome on_card(const std::string& order, const std::vector<std::string>& arguments) {
    return scree(arguments, [order] {
      ::setenv("SCREE_CARD", SCREE_FAKE_CARD_FILE, 1);
      ::setenv("SCREE_FAKE_CARD", order.c_str(), 1);
    });
  }
  Outcome without_card(const std::vector<std::string>& arguments) {
    return scree(arguments, [] { ::setenv("SCREE_CARD", "/nowhere/libscree_cuda.so", 1); });
  }
};

TEST_F(CardProgram, lists_the_cards_or_what_is_missing) {
  const Outcome there = on_card("", {"list", "engines"});
  EXPECT_NE(there.out.find("card 0: Paper card, 1.0 GiB"), std::string::npos) << there.out;
  const Outcome none = on_card("none", {"list", "engines"});
  EXPECT_NE(none.out.find("not here: no driver is installed"), std::string::npos) << none.out;
  EXPECT_EQ(without_card({"list", "engines"}).status, 0);
}

TEST_F(CardProgram, gives_the_hash_of_the_processor_and_takes_over_in_both_directions) {
  write_scene();
  ASSERT_EQ(scree({"run", "drop.toml", "-o", "tiles", "--quiet"}).status, 0);
  const Outcome ran = on_card("", {"run", "drop.toml", "--engine", "gpu", "-o", "card", "--quiet"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(summary("card")["engine"], "gpu");
  EXPECT_EQ(summary("card")["state_hash"], summary("tiles")["state_hash"]);
  EXPECT_EQ(summary("card")["verdict"], summary("tiles")["verdict"]);
  for (const bool card_first : {true, false}) {
    const std::vector<std::string> half = {"run",
                                           "drop.toml",
                                           "--set",
                                           "duration=10 ms",
                                           "-o",
                                           "half",
                                           "--quiet",
                                           "--engine",
                                           card_first ? "gpu" : "tiles"};
    ASSERT_EQ(on_card("", half).status, 0);
    ASSERT_EQ(on_card("", {"run", "--resume", "half", "--set", "duration=20 ms", "--quiet",
                           "--engine", card_first ? "tiles" : "gpu"})
                  .status,
              0);
    EXPECT_EQ(summary("half")["state_hash"], summary("tiles")["state_hash"]);
    fs::remove_all(path("half"));
  }
}

TEST_F(CardProgram, says_why_it_cannot_and_what_to_do) {
  write_scene();
  const std::vector<std::string> run = {"run", "drop.toml", "--engine", "gpu", "-o", "r"};
  const struct {
    const char *order, *code, *words;
  } cases[] = {{"none", "E0536", "no driver is installed"},
               {"old", "E0536", "belongs to another build of Scree"},
               {"tiny", "E0537", "27 grains need"},
               {"closed", "E0538", "another program has it"},
               {"memory=100", "E0538", "no memory is left on the card"}};
  for (const auto& c : cases) {
    const Outcome o = on_card(c.order, run);
    EXPECT_EQ(o.status, 2) << c.order;
    EXPECT_NE(o.err.find(c.code), std::string::npos) << o.err;
    EXPECT_NE(o.err.find(c.words), std::string::npos) << o.err;
    EXPECT_NE(o.err.find("hint"), std::string::npos) << o.err;
    EXPECT_FALSE(fs::exists(path("r"))) << "nothing was begun";
  }
  EXPECT_NE(without_card(run).err.find("E0536"), std::string::npos);
  std::vector<std::string> gear = run;
  gear.insert(gear.end(), {"--set", "integrator=gear"});
  EXPECT_NE(on_card("", gear).err.find("does not have the integrator `gear`"), std::string::npos);
}

TEST_F(CardProgram, keeps_the_checkpoints_of_a_run_whose_card_fails) {
  write_scene();
  ASSERT_EQ(scree({"run", "drop.toml", "-o", "tiles", "--quiet"}).status, 0);
  const Outcome failed = on_card("fail=4000", {"run", "drop.toml", "--engine", "gpu", "-o", "card",
                                               "--quiet", "--set", "output.checkpoint=5 ms"});
  EXPECT_EQ(failed.status, 1) << failed.err;
  EXPECT_NE((failed.out + failed.err).find("the graphics card failed in step"), std::string::npos)
      << failed.out << failed.err;
  EXPECT_EQ(summary("card")["verdict"]["ok"], false);
  ASSERT_EQ(scree({"run", "--resume", "card", "--engine", "auto", "--quiet"}).status, 0);
  EXPECT_EQ(summary("card")["state_hash"], summary("tiles")["state_hash"]);
}

}  // namespace
}  // namespace scree::test
