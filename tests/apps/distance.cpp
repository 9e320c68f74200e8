#include <nlohmann/json.hpp>

#include "program.hpp"

namespace scree::test {
namespace {

using Json = nlohmann::json;

constexpr const char* kCubes = R"({"pairs": [
  {"a": [[0,0,0],[1,0,0],[0,1,0],[1,1,0],[0,0,1],[1,0,1],[0,1,1],[1,1,1]],
   "b": [[1.5,0,0],[2.5,0,0],[1.5,1,0],[2.5,1,0],[1.5,0,1],[2.5,0,1],[1.5,1,1],[2.5,1,1]]},
  {"a": [[0,0,0],[1,0,0],[0,1,0],[1,1,0],[0,0,1],[1,0,1],[0,1,1],[1,1,1]],
   "b": [[0.9,0.5,0.5],[3,0.4,0.4],[3,0.6,0.4],[3,0.5,0.6]]}]})";

TEST_F(Program, distance_answers_with_every_method) {
  write("p.json", kCubes);
  for (const char* method : {"gjk", "slm", "fcp", "cp"}) {
    const Outcome o = scree({"distance", "p.json", "--method", method});
    ASSERT_EQ(o.status, 0) << o.err;
    const Json out = Json::parse(o.out);
    ASSERT_EQ(out["results"].size(), 2u);
    const Json& apart = out["results"][0];
    EXPECT_NEAR(apart["distance"].get<double>(), 0.5, 1e-15) << method;
    EXPECT_NEAR(apart["normal"][0].get<double>(), 1, 1e-15);
    EXPECT_NEAR(apart["point_a"][0].get<double>(), 1, 1e-15);
    EXPECT_NEAR(apart["point_b"][0].get<double>(), 1.5, 1e-15);
    EXPECT_GE(apart["iterations"].get<int>(), 1);
    EXPECT_NEAR(out["results"][1]["distance"].get<double>(), -0.1, 1e-15) << method;
  }
}

TEST_F(Program, distance_says_what_is_wrong_with_which_body) {
  const auto message = [this](const std::string& text) {
    write("p.json", text);
    const Outcome o = scree({"distance", "p.json"});
    EXPECT_EQ(o.status, 2);
    EXPECT_TRUE(o.out.empty());
    return o.err;
  };
  EXPECT_NE(message("{").find("no JSON"), std::string::npos);
  EXPECT_NE(message(R"({"paris": []})").find("E0580"), std::string::npos);
  const std::string flat = message(R"({"pairs": [{"a": [[0,0,0],[1,0,0],[0,1,0],[1,1,0]],
                                                  "b": [[0,0,0],[1,0,0],[0,1,0],[1,1,1]]}]})");
  EXPECT_NE(flat.find("E0570"), std::string::npos);
  EXPECT_NE(flat.find("pairs[0].a"), std::string::npos);
  EXPECT_NE(message(R"({"pairs": [{"a": [[0,0]], "b": []}]})").find("pairs[0].a[0]"),
            std::string::npos);
  EXPECT_NE(message(R"({"pairs": [{"a": []}]})").find("E0570"), std::string::npos);
  write("p.json", R"({"pairs": []})");
  EXPECT_EQ(Json::parse(scree({"distance", "p.json"}).out)["results"].size(), 0u);
  EXPECT_EQ(scree({"distance", "p.json", "--method", "lin-canny"}).status, 2);
}

TEST_F(Program, distance_knows_forms_poses_sizes_and_roundings) {
  // Cubes of side 1, rounded by a quarter.
  write("p.json", R"({"pairs": [
    {"a": {"form": "cube", "size": 1.7320508075688772, "rounding": 0.25},
     "b": {"form": "cube", "size": 1.7320508075688772, "rounding": 0.25, "position": [2, 0, 0],
           "orientation": [0.7071067811865476, 0, 0, 0.7071067811865476]}}]})");
  const Json out = Json::parse(scree({"distance", "p.json"}).out)["results"][0];
  EXPECT_NEAR(out["distance"].get<double>(), 0.5, 1e-14);
  EXPECT_NEAR(out["point_a"][0].get<double>(), 0.75, 1e-14);
  EXPECT_NEAR(out["point_b"][0].get<double>(), 1.25, 1e-14);
  // Faces that overlap by 0.1, shifted by a quarter: three quarters of a face press.
  write("p.json", R"({"pairs": [
    {"a": {"form": "cube", "size": 1.7320508075688772},
     "b": {"form": "cube", "size": 1.7320508075688772, "position": [0.9, 0.25, 0]}}]})");
  const Json pressed = Json::parse(scree({"distance", "p.json"}).out)["results"][0];
  EXPECT_FALSE(out.contains("contact_area"));
  EXPECT_NEAR(pressed["contact_area"].get<double>(), 0.75, 1e-12);
  EXPECT_NEAR(pressed["contact_centroid"][0].get<double>(), 0.45, 1e-12);
  EXPECT_NEAR(pressed["contact_centroid"][1].get<double>(), 0.125, 1e-12);
  const auto message = [this](const std::string& body) {
    write("p.json", R"({"pairs": [{"b": [[0,0,0],[1,0,0],[0,1,0],[1,1,1]], "a": )" + body + "}]}");
    const Outcome o = scree({"distance", "p.json"});
    EXPECT_EQ(o.status, 2);
    return o.err;
  };
  EXPECT_NE(message(R"({"form": "dice"})").find("known: tetrahedron, "), std::string::npos);
  EXPECT_NE(message(R"({"form": "box", "sides": [1, 1, 0]})").find("E0576"), std::string::npos);
  EXPECT_NE(message(R"({"form": "cube", "siez": 2})").find("`siez`"), std::string::npos);
  EXPECT_NE(message(R"({"form": "cube", "orientation": [1, 1, 0, 0]})").find("unit quaternion"),
            std::string::npos);
  EXPECT_NE(message(R"({"form": "cube", "size": 0})").find("above 0"), std::string::npos);
  EXPECT_NE(message(R"({"position": [0, 0, 0]})").find("`vertices` or a `form`"),
            std::string::npos);
}

}  // namespace
}  // namespace scree::test
