// A run with bonds that break, as a user sees it: columns, the table of breakages, resume, lines.
#include "program.hpp"

namespace scree::test {
namespace {

class BondRuns : public Program {
 protected:
  void write_block() {
    write("block.toml",
          "title = \"Block\"\nduration = \"12 ms\"\nverdict.overlap = 0.2\n"
          "[material.stone]\n"
          "normal = { law = \"linear\", contact_time = \"0.5 ms\", restitution = 0.5 }\n"
          "[bond.cement]\nyoung = \"5 MPa\"\ntensile_strength = \"20 kPa\"\n"
          "[[wall]]\nshape = \"plane\"\n"
          "[[fill]]\nkind = \"lattice\"\ndiameter = \"5 mm\"\nbond = \"cement\"\n"
          "velocity = [0, \"-1.5 m/s\", 0]\n"
          "region = { kind = \"box\", min = [-0.01, 0.002, -0.01], max = [0.01, 0.03, 0.01] }\n"
          "[output]\nframes = \"2 ms\"\nseries = \"1 ms\"\ncheckpoint = \"3 ms\"\n"
          "contacts = true\npicture = false\nmeasures = [\"fragments\"]\n");
  }
};

TEST_F(BondRuns, write_every_breakage_and_resume_with_the_same_files) {
  write_block();
  const Outcome o = scree({"run", "block.toml", "-o", "whole", "--threads", "1"});
  ASSERT_EQ(o.status, 0) << o.err;
  const std::string breaks = content_of(path("whole") / "bond_breaks.csv");
  ASSERT_TRUE(breaks.starts_with("time,step,i,j,bond,mode,energy\n"));
  const auto lines = std::count(breaks.begin(), breaks.end(), '\n');
  EXPECT_GT(lines, 1);
  EXPECT_NE(breaks.find(",cement,tension,"), std::string::npos);
  const std::string series = content_of(path("whole") / "series.csv");
  EXPECT_NE(series.find(",stored_bonds,lost_bond_damping,lost_bond_breakage,bonds,broken_bonds,"
                        "fragments"),
            std::string::npos);
  EXPECT_NE(series.find("fragments.number"), std::string::npos);
  EXPECT_NE(content_of(path("whole") / "bonds/000000.vtp").find("\"strain\""), std::string::npos);
  ASSERT_EQ(scree({"run", "block.toml", "-o", "parts", "--threads", "2", "--set", "duration=0.007"})
                .status,
            0);
  const Outcome on = scree({"run", "--resume", "parts", "--set", "duration=0.012"});
  ASSERT_EQ(on.status, 0) << on.err;
  EXPECT_EQ(summary("parts")["state_hash"], summary("whole")["state_hash"]);
  for (const char* file : {"series.csv", "bond_breaks.csv", "bonds/000004.vtp", "bonds.pvd"})
    EXPECT_TRUE(content_of(path("parts") / file) == content_of(path("whole") / file)) << file;
}

TEST_F(BondRuns, list_their_kinds) {
  const Outcome o = scree({"list", "bonds"});
  ASSERT_EQ(o.status, 0) << o.err;
  for (const char* name : {"beam", "power", "lennard-jones", "tensile_strength"})
    EXPECT_NE(o.out.find(name), std::string::npos) << name;
}

}  // namespace
}  // namespace scree::test
