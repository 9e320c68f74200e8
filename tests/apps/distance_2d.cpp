#include <nlohmann/json.hpp>

#include "program.hpp"

namespace scree::test {
namespace {

using Json = nlohmann::json;

// Apart, a corner in a side, and touching.
constexpr const char* kSquares = R"({"pairs": [
  {"a": [[0,0],[1,0],[1,1],[0,1]], "b": [[1.5,0.25],[2.5,0.25],[2.5,1.25],[1.5,1.25]]},
  {"a": [[-2,-1],[2,-1],[2,1],[-2,1]], "b": [[0,0.5],[1,1.5],[0,2.5],[-1,1.5]]},
  {"a": [[0,0],[1,0],[1,1],[0,1]], "b": [[1,0],[2,0],[2,1],[1,1]]}]})";

TEST_F(Program, distance_in_the_plane_answers_with_closest_features) {
  write("p.json", kSquares);
  const Outcome o = scree({"distance", "p.json", "--dimension", "2", "--method", "features"});
  ASSERT_EQ(o.status, 0) << o.err;
  const Json r = Json::parse(o.out)["results"];
  ASSERT_EQ(r.size(), 3u);
  EXPECT_EQ(r[0]["distance"], 0.5);
  EXPECT_EQ(r[0]["point_a"], Json::parse("[1.0, 0.625]"));
  EXPECT_EQ(r[0]["point_b"], Json::parse("[1.5, 0.625]"));
  EXPECT_EQ(r[0]["normal"], Json::parse("[1.0, 0.0]"));
  EXPECT_EQ(r[0]["overlap_area"], 0);
  EXPECT_TRUE(r[0]["overlap_centroid"].is_null());
  EXPECT_GE(r[0]["iterations"], 1);
  EXPECT_EQ(r[1]["distance"], 0);
  EXPECT_NEAR(r[1]["overlap_area"].get<double>(), 0.25, 1e-15);
  EXPECT_NEAR(r[1]["overlap_centroid"][1].get<double>(), 1 - 0.5 / 3, 1e-15);
  EXPECT_NEAR(r[1]["depth"].get<double>(), 0.5, 1e-15);
  EXPECT_NEAR(r[1]["contact_length"].get<double>(), 1, 1e-15);
  EXPECT_NEAR(r[1]["normal"][1].get<double>(), 1, 1e-15);
  EXPECT_EQ(r[2]["distance"], 0);
  EXPECT_EQ(r[2]["overlap_area"], 0);
  EXPECT_EQ(scree({"distance", "p.json", "--dimension", "2"}).out, o.out);
}

TEST_F(Program, distance_in_the_plane_knows_discs_and_rounded_polygons) {
  write("p.json", R"({"pairs": [
    {"a": {"radius": 1}, "b": {"radius": 2, "position": [4, 0]}},
    {"a": {"radius": 1, "position": [0, 1.5]}, "b": [[-2,-1],[2,-1],[2,1],[-2,1]]},
    {"a": {"vertices": [[-1,-1],[1,-1],[1,1],[-1,1]], "rounding": 0.25},
     "b": {"vertices": [[-1,-1],[1,-1],[1,1],[-1,1]], "position": [3, 0],
           "angle": 1.5707963267948966}}]})");
  const Outcome o = scree({"distance", "p.json", "--dimension", "2"});
  ASSERT_EQ(o.status, 0) << o.err;
  const Json r = Json::parse(o.out)["results"];
  EXPECT_EQ(r[0]["distance"], 1);
  EXPECT_EQ(r[1]["distance"], 0);
  EXPECT_NEAR(r[1]["depth"].get<double>(), 0.5, 1e-15);
  EXPECT_EQ(r[1]["normal"], Json::parse("[0.0, -1.0]"));  // from the disc down to the box
  // A segment of half angle pi/3: pi/3 - sqrt(3)/4.
  EXPECT_NEAR(r[1]["overlap_area"].get<double>(), 0.61418484930437856, 1e-14);
  EXPECT_NEAR(r[2]["distance"].get<double>(), 0.75, 1e-15);
}

TEST_F(Program, distance_in_the_plane_says_what_is_wrong_with_which_body) {
  const auto message = [this](const std::string& text, std::vector<std::string> more = {}) {
    write("p.json", text);
    std::vector<std::string> words{"distance", "p.json", "--dimension", "2"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome o = scree(words);
    EXPECT_EQ(o.status, 2);
    EXPECT_TRUE(o.out.empty());
    return o.err;
  };
  const auto expect = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  const std::string b = R"("b": [[0,0],[1,0],[0,1]]}]})";
  expect(message("{"), "E0465");
  expect(message(R"({"paris": []})"), "E0465");
  expect(message(R"({"pairs": [{"a": [[0,0],[0,1],[1,0]], )" + b), "clockwise [E0463]");
  expect(message(R"({"pairs": [{"a": [[0,0],[1,0],[2,0]], )" + b), "pairs[0].a");
  expect(message(R"({"pairs": [{"a": [[0,0],[2,0],[1,0.5],[2,2],[0,2]], )" + b), "vertex 2");
  expect(message(R"({"pairs": [{"a": [[0,0,0],[1,0,0],[0,1,0]], )" + b), "pairs[0].a[0]");
  expect(message(R"({"pairs": [{"a": {"radius": -1}, )" + b), "not a length");
  expect(message(R"({"pairs": [{"a": {"radius": 1, "centre": [0,0]}, )" + b), "`centre`");
  expect(message(R"({"pairs": [{"a": {"rounding": 1}, )" + b), "`vertices` or a `radius`");
  expect(message(R"({"pairs": [{)" + b), "no body `a`");
  expect(message(R"({"pairs": [{"a": {"radius": 1, "position": [1e300, 0]}, )" + b),
         "not a location");
  expect(message(R"({"pairs": [{"a": {"radius": 1, "position": [1, 0, 0]}, )" + b), "two numbers");
  expect(message(R"({"pairs": [{"a": {"radius": "1 mm"}, )" + b), "`radius` is a number");
  expect(message(R"({"pairs": [{"a": [[0,0],[1e300,0],[0,1]], )" + b), "E0461");
  expect(message(R"({"pairs": [[]]})"), "a pair is an object");
  expect(message(kSquares, {"--method", "gjk"}), "E0464");
  EXPECT_EQ(scree({"distance", "p.json", "--dimension", "4"}).status, 2);
  write("p.json", kSquares);
  expect(scree({"distance", "p.json"}).err, "polygons need --dimension 2");
  const Outcome three = scree({"distance", "p.json", "--method", "features"});
  EXPECT_EQ(three.status, 2);
  expect(three.err, "--dimension 2");
}

}  // namespace
}  // namespace scree::test
