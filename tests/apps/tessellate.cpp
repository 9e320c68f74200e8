#include "program.hpp"

namespace scree::test {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

TEST_F(Program, tessellate_writes_edges_and_cells) {
  write("p.csv", "x,y,z,r\n0.5,0.5,0.5,0.1\n1.5,0.5,0.5,0.1\n");
  const Outcome o = scree({"tessellate", "p.csv", "--box", "0", "0", "0", "2", "1", "1", "--edges",
                           "e.csv", "--cells", "c.csv"});
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(content_of(path("e.csv")), "i,j\n0,1\n");
  EXPECT_EQ(lines_of(content_of(path("c.csv"))),
            (std::vector<std::string>{"i,volume,faces,hidden", "0,1,6,0", "1,1,6,0"}));
  EXPECT_NE(o.out.find("sites             2\n"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("the sites span 1 dimension\n"), std::string::npos) << o.out;
}

TEST_F(Program, tessellate_writes_derivatives_of_the_volumes) {
  write("p.csv", "0.5,0.5,0.5,0.1\n1.5,0.5,0.5,0.1\n0.5,0.5,0.5,0.05\n");
  const Outcome o = scree({"tessellate", "p.csv", "--box", "0", "0", "0", "2", "1", "1", "--cells",
                           "c.csv", "--gradient", "g.csv"});
  EXPECT_EQ(o.status, 0) << o.err;
  // The hidden ball has no row.
  EXPECT_EQ(lines_of(content_of(path("g.csv"))),
            (std::vector<std::string>{"i,j,gx,gy,gz", "0,0,0.5,0,0", "0,1,0.5,0,0", "1,0,-0.5,0,0",
                                      "1,1,-0.5,0,0"}));
  write("flat.csv", "0,0,0,0\n");
  EXPECT_EQ(scree({"tessellate", "flat.csv", "--gradient", "g.csv"}).status, 2);
}

TEST_F(Program, tessellate_writes_polygons_and_reads_frames) {
  write("p.csv", "0.5,0.5,0.5,0.5\n1.5,0.5,0.5,0.5\n");
  const std::vector<std::string> box = {"--box", "0", "0", "0", "2", "1", "1"};
  std::vector<std::string> command = {"tessellate", "p.csv", "--polygons", "c.vtp"};
  command.insert(command.end(), box.begin(), box.end());
  ASSERT_EQ(scree(command).status, 0);
  const std::string text = content_of(path("c.vtp"));
  EXPECT_NE(text.find("NumberOfPoints=\"48\""), std::string::npos);  // 12 squares
  EXPECT_NE(text.find("NumberOfPolys=\"12\""), std::string::npos);
  for (const char* array : {"site", "neighbour", "volume", "fraction"})
    EXPECT_NE(text.find("Name=\"" + std::string(array) + "\""), std::string::npos) << array;
  // Cells are not grains.
  const Outcome o = scree({"tessellate", "c.vtp"});
  EXPECT_EQ(o.status, 2);
  EXPECT_NE(o.err.find("E0724"), std::string::npos) << o.err;
}

TEST_F(Program, tessellate_takes_windows_line_ends_blanks_comments_and_no_header) {
  write("p.csv", "# balls\r\n 0, 0, 0, 1 \r\n\r\n3;0;0;1\r\n0 4 0 1 # the last\r\n0,0,5,1");
  const Outcome o = scree({"tessellate", "p.csv", "--edges", "e.csv", "--cells", "c.csv"});
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(content_of(path("e.csv")), "i,j\n0,1\n0,2\n0,3\n1,2\n1,3\n2,3\n");
  double sum = 0;
  for (const std::string& line : lines_of(content_of(path("c.csv"))))
    if (line[0] != 'i') sum += std::stod(line.substr(line.find(',') + 1));
  EXPECT_NEAR(sum, 5.0 * 6.0 * 7.0, 1e-11);  // the box of the balls: -1 to 4, 5 and 6
}

TEST_F(Program, tessellate_reports_hidden_balls) {
  write("p.csv", "0,0,0,1\n0,0,0,0.5\n3,0,0,1\n0,0,0,1\n");
  const Outcome o = scree({"tessellate", "p.csv", "--cells", "c.csv"});
  EXPECT_EQ(o.status, 0) << o.err;
  const auto lines = lines_of(content_of(path("c.csv")));
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_EQ(lines[2], "1,0,0,1");
  EXPECT_EQ(lines[4], "3,0,0,1");
  EXPECT_NE(o.out.find("hidden            2\n"), std::string::npos) << o.out;
}

TEST_F(Program, tessellate_names_the_line_of_each_bad_row_and_writes_nothing) {
  struct Case {
    const char* text;
    const char* message;
  };
  for (const Case& c : std::initializer_list<Case>{
           {"0,0,0,1\n1,2,3\n", "p.csv:2: this row has 3 columns, not 4"},
           {"0,0,0,1\n1,2,3,4,5\n", "p.csv:2: this row has 5 columns, not 4"},
           {"0,0,0,1\n1,2,nan,1\n", "p.csv:2: `z` must be a finite number, not `nan`"},
           {"0,0,0,1\n\n1e999,2,3,1\n", "p.csv:3: `x` must be a finite number, not `1e999`"},
           {"0,0,0,1\n1,,3,1\n", "p.csv:2: `y` must be a finite number, not ``"},
           {"x,y,z,r\n1,2,3,-1\n", "p.csv:2: `r` must not be negative, not -1"},
           {"0,0,0,1\nx,y,z,r\n", "p.csv:2: `x` must be a finite number, not `x`"},
           {"a,b,c\n0,0,0,1\n", "p.csv:1: `a` is neither a number nor the header"},
           {"", "p.csv: has no balls"},
           {"x,y,z,r\n", "p.csv: has no balls"},
           {"1e-100,0,0,1\n", "cannot be triangulated exactly"}}) {
    write("p.csv", c.text);
    const Outcome o = scree({"tessellate", "p.csv", "--cells", "c.csv", "--edges", "e.csv"});
    EXPECT_EQ(o.status, 2) << c.text;
    EXPECT_NE(o.err.find(c.message), std::string::npos) << c.text << o.err;
    EXPECT_EQ(o.out, "");
    EXPECT_FALSE(fs::exists(path("c.csv")) || fs::exists(path("e.csv"))) << c.text;
  }
}

TEST_F(Program, tessellate_refuses_binaries_missing_files_and_bad_boxes) {
  write("b.csv", std::string("\x7f"
                             "ELF\0\0\1",
                             7));
  EXPECT_NE(scree({"tessellate", "b.csv"}).err.find("binary"), std::string::npos);
  EXPECT_EQ(scree({"tessellate", "missing.csv"}).status, 2);
  EXPECT_EQ(scree({"tessellate", "."}).status, 2);
  write("p.csv", "0,0,0,0\n");
  EXPECT_EQ(scree({"tessellate", "p.csv"}).status, 0);
  const Outcome none = scree({"tessellate", "p.csv", "--cells", "c.csv"});
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.err.find("--box"), std::string::npos) << none.err;
  for (const char* end : {"0", "-1", "nan", "inf", "many"})
    EXPECT_EQ(scree({"tessellate", "p.csv", "--box", "0", "0", "0", "1", "1", end}).status, 2)
        << end;
  EXPECT_EQ(scree({"tessellate", "p.csv", "--box", "0", "0", "0", "1", "1"}).status, 2);
  EXPECT_EQ(scree({"tessellate", "p.csv", "--edges", "no/such/folder/e.csv"}).status, 2);
}

}  // namespace
}  // namespace scree::test
