// The library of materials: every value has a source, and scenes may name it.
#include "scene/build/material_library.hpp"

#include <set>

#include "helpers.hpp"
#include "sim/simulation.hpp"

namespace scree {
namespace {

const std::string kEightGrains =
    "[[fill]]\nkind = \"lattice\"\nmaterial = \"beads\"\ndiameter = \"4 mm\"\ncount = 8\n"
    "region = { kind = \"box\", lo = [0, 0, 0], hi = [0.02, 0.02, 0.02] }\n";

const MaterialSpec& beads_of(const Scene& s) {
  static const MaterialSpec none;
  for (const MaterialSpec& m : s.world.materials)
    if (m.name == "beads") return m;
  ADD_FAILURE() << "no beads";
  return none;
}

TEST(MaterialLibrary, has_all_values_with_ranges_and_sources) {
  std::set<std::string_view> names;
  for (const LibraryMaterial& m : material_library()) {
    EXPECT_TRUE(names.insert(m.name).second) << m.name;
    EXPECT_FALSE(m.about.empty());
    for (const char* key : {"density", "young", "poisson", "restitution", "friction", "rolling"}) {
      const LibraryValue& v = m.value(key);
      EXPECT_EQ(v.key, key) << m.name;
      EXPECT_FALSE(v.range.empty()) << m.name << key;
      // An author and a year, or a book of tables.
      EXPECT_TRUE(v.source.find("19") != v.source.npos || v.source.find("20") != v.source.npos ||
                  v.source.find("Tables") != v.source.npos)
          << m.name << key;
    }
  }
  for (const char* name : {"glass", "steel", "sand", "gravel", "rice", "coal", "polymer"})
    EXPECT_TRUE(names.contains(name)) << name;
}

TEST(MaterialLibrary, every_material_is_a_scene_that_starts) {
  for (const LibraryMaterial& m : material_library()) {
    const Scene s = good("material.beads = \"" + std::string(m.name) + "\"\n" + kEightGrains);
    const MaterialSpec& beads = beads_of(s);
    EXPECT_EQ(beads.normal.law, "hertz");
    EXPECT_GT(beads.density, 800);
    EXPECT_LT(beads.density, 8100);
    EXPECT_EQ(beads.rolling.law, m.value("rolling").value == "0" ? "none" : "spring");
    const auto sim = Simulation::create(s.world, {.threads = 1});
    EXPECT_TRUE(sim.ok()) << m.name << joined(sim ? Errors{} : sim.errors());
  }
}

TEST(MaterialLibrary, values_are_changed_one_by_one) {
  const Scene s = good("[material.beads]\nlike = \"glass\"\nfriction = 0.4\nyoung = \"5 MPa\"\n" +
                       kEightGrains);
  const MaterialSpec& beads = beads_of(s);
  EXPECT_EQ(beads.density, 2500);
  EXPECT_EQ(beads.tangential.params.number("friction"), 0.4);
  EXPECT_EQ(beads.normal.params.number("young"), 5e6);
  EXPECT_EQ(beads.normal.params.number("restitution"), 0.97);
  EXPECT_EQ(s.resolved.find("like"), std::string::npos) << "written out";
  // A contact time is one of the linear spring.
  const Scene soft =
      good("[material.beads]\nlike = \"glass\"\ncontact_time = \"0.2 ms\"\n" + kEightGrains);
  EXPECT_EQ(beads_of(soft).normal.law, "linear");
  EXPECT_EQ(beads_of(soft).normal.params.number("contact_time"), 0.2e-3);
  EXPECT_EQ(beads_of(soft).normal.params.number("restitution"), 0.97);
}

TEST(MaterialLibrary, a_material_of_the_scene_comes_first_and_may_have_the_same_name) {
  const std::string own = "[material.glass]\ndensity = 2222\n";
  EXPECT_EQ(beads_of(good("material.beads = \"glass\"\n" + own + kEightGrains)).density, 2222);
  const Scene same = good(
      "[material.glass]\nlike = \"glass\"\nfriction = 0.2\n[material.beads]\n"
      "like = \"glass\"\n" +
      kEightGrains);
  EXPECT_EQ(beads_of(same).tangential.params.number("friction"), 0.2);
  EXPECT_EQ(beads_of(same).normal.params.number("young"), 70e9);
}

TEST(MaterialLibrary, names_that_are_not_there_are_told_with_those_that_are) {
  const std::string m = mistakes("material.beads = \"glas\"\n" + kEightGrains);
  EXPECT_NE(m.find("E0481"), std::string::npos) << m;
  EXPECT_NE(m.find("did you mean `glass`"), std::string::npos) << m;
  const std::string n = mistakes("material.beads = \"unobtainium\"\n" + kEightGrains);
  EXPECT_NE(n.find("scree list materials"), std::string::npos) << n;
  const std::string o =
      mistakes("[material.a]\n[[wall]]\nshape = \"plane\"\nmaterial = \"steel\"\n" + kEightGrains);
  EXPECT_NE(o.find("material.steel = \"steel\""), std::string::npos) << o;
}

}  // namespace
}  // namespace scree
