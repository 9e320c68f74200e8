#include <nlohmann/json.hpp>

#include "program.hpp"

namespace scree::test {
namespace {

using Json = nlohmann::json;

TEST_F(Program, volume_answers_with_volume_and_gradients) {
  write("s.json", R"({"systems": [
    {"R": [[1,0,0],[-1,0,0],[0,2,0],[0,-1,0],[0,0,1],[0,0,-1],[1,1,1]],
     "f": [1,0,4,0,3,0,100]},
    {"R": [[1,0,0]], "f": [1]},
    {"R": [[1,0,0],[-1,0,0]], "f": [-1,0]},
    {"R": [[1,0,0],[-1,0,0]], "f": [0,0]},
    {"R": [], "f": []}]})");
  const Outcome o = scree({"volume", "s.json"});
  ASSERT_EQ(o.status, 0) << o.err;
  const Json results = Json::parse(o.out)["results"];
  ASSERT_EQ(results.size(), 5u);
  EXPECT_EQ(results[0]["state"], "bounded");
  EXPECT_NEAR(results[0]["volume"].get<double>(), 6, 1e-12);
  EXPECT_NEAR(results[0]["gradient_f"][0].get<double>(), 6, 1e-12);
  EXPECT_NEAR(results[0]["gradient_f"][2].get<double>(), 1.5, 1e-12);  // 3, over a row of length 2
  EXPECT_EQ(results[0]["gradient_f"][6].get<double>(), 0);
  // Face y = 2, area 3, centre (0.5, 2, 1.5), over the length 2.
  EXPECT_NEAR(results[0]["gradient_R"][2][2].get<double>(), -2.25, 1e-12);
  EXPECT_EQ(results[1]["state"], "infinite");
  EXPECT_TRUE(results[1]["volume"].is_null() && results[1]["gradient_f"].is_null());
  EXPECT_EQ(results[2]["state"], "empty");
  EXPECT_EQ(results[2]["volume"], 0.0);
  EXPECT_EQ(results[2]["gradient_R"], Json::parse("[[0.0,0.0,0.0],[0.0,0.0,0.0]]"));
  EXPECT_EQ(results[3]["state"], "flat");
  EXPECT_EQ(results[4]["state"], "infinite");
  ASSERT_EQ(scree({"volume", "s.json", "-o", "v.json"}).status, 0);
  EXPECT_EQ(content_of(path("v.json")), o.out);
}

TEST_F(Program, volume_says_what_is_wrong_with_which_system) {
  const auto message = [this](const std::string& text) {
    write("s.json", text);
    const Outcome o = scree({"volume", "s.json"});
    EXPECT_EQ(o.status, 2) << text;
    EXPECT_TRUE(o.out.empty());
    return o.err;
  };
  const auto expect = [&](const char* text, const char* code, const char* where) {
    const std::string m = message(text);
    EXPECT_NE(m.find(code), std::string::npos) << m;
    EXPECT_NE(m.find(where), std::string::npos) << m;
  };
  expect("{", "E0592", "no JSON");
  expect("[]", "E0592", "no list `systems`");
  expect(R"({"systems": [3]})", "E0592", "systems[0]");
  expect(R"({"systems": [{"R": [[1,0,0]]}]})", "E0592", "no list `f`");
  expect(R"({"systems": [{"R": [[1,0]], "f": [1]}]})", "E0592", "systems[0].R[0]");
  expect(R"({"systems": [{"R": [[1,0,0]], "f": ["1 m"]}]})", "E0592", "systems[0].f[0]");
  expect(R"({"systems": [{"R": [[1,0,0]], "f": [null]}]})", "E0592", "systems[0].f[0]");
  expect(R"({"systems": [{"R": [], "f": []}, {"R": [[1,0,0]], "f": [1,2]}]})", "E0590",
         "systems[1]");
  EXPECT_EQ(scree({"volume", "none.json"}).status, 2);
}

}  // namespace
}  // namespace scree::test
