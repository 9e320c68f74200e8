// scree verify: green on a sound engine, red on a spoilt one.
#include "program.hpp"
#include "scree/verify/case.hpp"
#include "scree/verify/report.hpp"

namespace scree::test {
namespace {

using app::VerifyCase;

const VerifyCase& find_case(std::string_view name) {
  for (const VerifyCase* c : app::verify_cases())
    if (c->name == name) return *c;
  throw std::runtime_error("no such case");
}

class Verify : public Program {};

TEST_F(Verify, quick_is_green_and_writes_both_pages) {
  const Outcome o = scree({"verify", "--quick", "--json", "--out", "pages"});
  ASSERT_EQ(o.status, 0) << o.out << o.err;
  const auto json = nlohmann::json::parse(o.out);
  EXPECT_TRUE(json["ok"].get<bool>());
  EXPECT_EQ(json["cases"].size(), app::verify_cases().size());
  double seconds = 0;
  for (const auto& c : json["cases"]) {
    EXPECT_FALSE(c["rows"].empty()) << c["name"];
    seconds += c["seconds"].get<double>();
  }
  // 10 s on a machine of its own; a loaded one gets six times that.
  EXPECT_LT(seconds, 60);
  const std::string page = content_of(folder_ / "pages" / "README.md");
  for (const VerifyCase* c : app::verify_cases())
    EXPECT_NE(page.find("\n## " + std::string(c->name) + "\n"), std::string::npos) << c->name;
  EXPECT_NE(page.find("(oblique_impact.svg)"), std::string::npos);
  EXPECT_TRUE(fs::exists(folder_ / "pages" / "oblique_impact.svg"));
  EXPECT_NE(content_of(folder_ / "pages" / "index.html").find("data:image/svg+xml;base64,"),
            std::string::npos);
}

TEST_F(Verify, a_spoilt_parameter_turns_the_exit_status_to_1) {
  const Outcome o = scree({"verify", "slope", "--quick", "--spoil", "friction=1.02", "--out", "p"});
  EXPECT_EQ(o.status, 1);
  EXPECT_NE(o.out.find("WRONG"), std::string::npos) << o.out;
  EXPECT_NE(content_of(folder_ / "p" / "README.md").find("**WRONG**"), std::string::npos);
}

TEST_F(Verify, bad_names_are_bad_input_and_write_nothing) {
  const Outcome o = scree({"verify", "slop", "--out", "p"});
  EXPECT_EQ(o.status, 2);
  EXPECT_NE(o.err.find("did you mean `slope`?"), std::string::npos) << o.err;
  EXPECT_EQ(scree({"verify", "--spoil", "friction", "--out", "p"}).status, 2);
  const Outcome spoil =
      scree({"verify", "slope", "--quick", "--spoil", "frictoin=2", "--out", "p"});
  EXPECT_EQ(spoil.status, 2);
  EXPECT_NE(spoil.err.find("did you mean `friction`?"), std::string::npos) << spoil.err;
  EXPECT_FALSE(fs::exists(folder_ / "p"));
}

TEST(VerifyCases, everything_that_can_be_spoilt_is_known) {
  const auto known = app::spoil_names();
  for (const char* name :
       {"density", "gravity", "dt", "lever", "restitution", "friction", "young", "contact_time"}) {
    EXPECT_NE(std::find(known.begin(), known.end(), name), known.end()) << name;
    EXPECT_TRUE(app::parse_spoil(std::string(name) + "=1.1").ok()) << name;
  }
  EXPECT_FALSE(app::parse_spoil("law=2").ok()) << "no number";
}

TEST_F(Verify, lists_every_case) {
  const Outcome o = scree({"verify", "--list"});
  EXPECT_EQ(o.status, 0);
  for (const VerifyCase* c : app::verify_cases())
    EXPECT_NE(o.out.find(std::string(c->name)), std::string::npos);
}

// The test of the tests: every case of physics sees an engine that is wrong by some percent.
TEST(VerifyCases, fail_when_the_engine_is_spoilt) {
  const std::pair<const char*, app::Spoil> spoilt[] = {
      {"linear-impact", {"restitution", 0.99}},
      {"linear-impact", {"contact_time", 1.01}},
      {"hertz-impact", {"young", 1.02}},
      {"hertz-restitution", {"restitution", 0.99}},
      {"reloadings", {"restitution", 0.95}},
      {"restitution-speed", {"young", 1.05}},
      {"oblique-impact", {"friction", 1.02}},
      {"sliding-to-rolling", {"friction", 1.02}},
      {"slope", {"gravity", 1.01}},
      {"small-between-large", {"restitution", 0.9}},
      {"elastic-gas", {"restitution", 0.999}},
      {"order", {"contact_time", 1.05}},
      {"momentum", {"lever", 2}},
      {"background-damping", {"density", 1.01}},
      {"energy-budget", {"friction", 0}},
      {"cooling-gas", {"restitution", 1.05}},
      {"isostatic", {"contact_time", 100}},
  };
  for (const auto& [name, spoil] : spoilt) {
    const auto result = app::run_case(find_case(name), {.quick = true, .spoils = {spoil}});
    EXPECT_FALSE(result.ok()) << name << " did not see " << spoil.name << " * " << spoil.factor;
  }
}

TEST(VerifyCases, a_row_that_is_not_a_number_is_wrong) {
  app::VerifyResult result;
  const app::VerifyOptions options;
  app::VerifyRun run(options, result);
  run.near("q", std::nan(""), 1, 1e300, "", "");
  EXPECT_FALSE(result.ok());
  EXPECT_FALSE(app::VerifyResult{}.ok()) << "a case without rows shows nothing";
}

TEST(VerifyCases, differences_of_both_signs_count) {
  for (const double ours : {0.9, 1.1}) {
    app::VerifyResult result;
    const app::VerifyOptions options;
    app::VerifyRun run(options, result);
    run.near("q", ours, 1, 0.05, "", "");
    EXPECT_FALSE(result.ok()) << ours;
  }
}

}  // namespace
}  // namespace scree::test
