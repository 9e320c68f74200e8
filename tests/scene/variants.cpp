// Materials that are like another one.
#include "helpers.hpp"

namespace scree {
namespace {

const std::string kGlassAndMore =
    "[material.glass]\n"
    "density = 2500\n"
    "normal = { law = \"linear\", contact_time = \"1 ms\", restitution = 0.5 }\n"
    "tangential = { law = \"spring\", friction = 0.1 }\n"
    "[[fill]]\nkind = \"lattice\"\nmaterial = \"glass\"\ndiameter = \"4 mm\"\ncount = 8\n"
    "region = { kind = \"box\", lo = [0, 0, 0], hi = [0.02, 0.02, 0.02] }\n";

const MaterialSpec& called(const Scene& s, const std::string& name) {
  static const MaterialSpec none;
  for (const MaterialSpec& m : s.world.materials)
    if (m.name == name) return m;
  ADD_FAILURE() << name;
  return none;
}

TEST(Variants, change_what_they_give_and_keep_the_rest) {
  const Scene s = good(kGlassAndMore +
                       "[material.rough]\nlike = \"glass\"\nfriction = 0.6\ndensity = 2600\n"
                       "[material.dull]\nlike = \"rough\"\nnormal.restitution = 0.2\n"
                       "[material.hard]\nlike = \"glass\"\n"
                       "normal = { law = \"hertz\", young = \"70 GPa\", restitution = 0.9 }\n"
                       "[material.sticky]\nlike = \"glass\"\nrolling_friction = 0.05\n");
  const MaterialSpec& rough = called(s, "rough");
  EXPECT_EQ(rough.density, 2600);
  EXPECT_EQ(rough.tangential.params.number("friction"), 0.6);
  EXPECT_EQ(rough.normal.params.number("contact_time"), 1e-3);
  const MaterialSpec& dull = called(s, "dull");
  EXPECT_EQ(dull.density, 2600) << "like one that is like another";
  EXPECT_EQ(dull.tangential.params.number("friction"), 0.6);
  EXPECT_EQ(dull.normal.params.number("restitution"), 0.2);
  EXPECT_EQ(dull.normal.params.number("contact_time"), 1e-3);
  const MaterialSpec& hard = called(s, "hard");
  EXPECT_EQ(hard.normal.law, "hertz") << "a law of its own replaces the part";
  EXPECT_FALSE(hard.normal.params.has("contact_time"));
  EXPECT_EQ(called(s, "sticky").rolling.law, "spring");
  EXPECT_EQ(called(s, "glass").tangential.params.number("friction"), 0.1);
}

TEST(Variants, may_stand_before_what_they_are_like_and_be_a_name_alone) {
  const Scene s = good("[material]\nbeads = \"glass\"\n" + kGlassAndMore);
  EXPECT_EQ(called(s, "beads").tangential.params.number("friction"), 0.1);
  const Scene changed =
      good("[material]\nbeads = \"glass\"\n" + kGlassAndMore, {"material.beads.friction=0.7"});
  EXPECT_EQ(called(changed, "beads").tangential.params.number("friction"), 0.7);
}

TEST(Variants, are_written_out_with_every_value) {
  const Scene s = good(kGlassAndMore + "[material.rough]\nlike = \"glass\"\nfriction = 0.6\n");
  EXPECT_EQ(s.resolved.find("like"), std::string::npos) << s.resolved;
  const Scene again = good(s.resolved);
  EXPECT_EQ(again.resolved, s.resolved);
  EXPECT_EQ(called(again, "rough").tangential.params.number("friction"), 0.6);
}

TEST(Variants, can_be_swept) {
  const Scene s = good(kGlassAndMore +
                       "[material.rough]\nlike = \"glass\"\n[sweep]\nrun = 2\n"
                       "material.rough.friction = [0.2, 0.4]\n");
  EXPECT_EQ(called(s, "rough").tangential.params.number("friction"), 0.4);
}

TEST(Variants, mistakes_are_named_at_their_line) {
  EXPECT_EQ(mistakes(kGlassAndMore + "[material.rough]\nlike = \"glas\"\nfriction = 0.6\n"),
            "s.toml:12:8: there is no material `glas` to be like [E0481]\n"
            "    12 | like = \"glas\"\n"
            "       |        ^^^^^^\n"
            "  hint: did you mean `glass`?\n");
  const std::string circle =
      mistakes(kGlassAndMore + "[material.a]\nlike = \"b\"\n[material.b]\nlike = \"a\"\n");
  EXPECT_NE(circle.find("E0482"), std::string::npos) << circle;
  EXPECT_NE(mistakes(kGlassAndMore + "[material.x]\nlike = 3\n").find("like"), std::string::npos);
  EXPECT_NE(mistakes(kGlassAndMore + "[material.x]\nlike = \"x\"\n").find("E0482"),
            std::string::npos);
}

}  // namespace
}  // namespace scree
