// Texts as other programs write them: with a byte-order mark before them, and lines that end with a
// carriage return.
#include "helpers.hpp"

namespace scree {
namespace {

// As Windows editors and spreadsheets save it.
std::string as_windows_saves(std::string_view text) {
  std::string out = "\xef\xbb\xbf";
  for (const char c : text) out += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return out;
}

class TextFiles : public ::testing::Test {
 protected:
  void write(const char* name, std::string_view text) {
    std::ofstream(folder_.path() / name, std::ios::binary) << as_windows_saves(text);
  }
  std::string answer(const std::string& text) {
    const auto s = parse_scene(text, (folder_.path() / "s.toml").string());
    return s ? std::to_string(s->world.particles.size()) + " grains" : joined(s.errors());
  }
  TemporaryFolder folder_;
};

TEST_F(TextFiles, a_scene_may_begin_with_a_byte_order_mark) {
  const std::string scene =
      "[[fill]]\nkind = \"grains\"\ngrains = [{ position = [0, 0.1, 0], diameter = 0.01 }]\n";
  EXPECT_EQ(answer(as_windows_saves(scene)), "1 grains");
  // Places are those that an editor shows.
  EXPECT_NE(answer(as_windows_saves("titel = \"a\"\n" + scene)).find("s.toml:1:1: unknown key"),
            std::string::npos);
  EXPECT_NE(answer(as_windows_saves("[fil\n" + scene)).find("s.toml:1:5:"), std::string::npos)
      << answer(as_windows_saves("[fil\n" + scene));
}

TEST_F(TextFiles, a_table_of_grains_may_begin_with_a_byte_order_mark) {
  write("named.csv", "x,y,z,r\n0,1,0,0.1\n0,2,0,0.1\n");
  write("plain.csv", "0 1 0 0.1\n0 2 0 0.1\n");
  write("wrong.csv", "x,y,z,rr\n0,1,0,0.1\n");
  const auto fill = [](const std::string& file) {
    return "[[fill]]\nkind = \"csv\"\nfile = \"" + file + "\"\n";
  };
  EXPECT_EQ(answer(fill("named.csv")), "2 grains");
  EXPECT_EQ(answer(fill("plain.csv")), "2 grains");
  EXPECT_NE(answer(fill("wrong.csv")).find("wrong.csv:1:7: unknown column `rr`"),
            std::string::npos);
}

TEST_F(TextFiles, a_table_of_bonds_may_begin_with_a_byte_order_mark) {
  write("grains.csv", "x,y,z,r\n0,1,0,0.1\n0,1.2,0,0.1\n");
  write("bonds.csv", "i,j\n0,1\n");
  EXPECT_EQ(answer("[bond.glue]\nkind = \"beam\"\nyoung = \"1 GPa\"\n[[fill]]\nkind = \"csv\"\n"
                   "file = \"grains.csv\"\nbonds = \"bonds.csv\"\n"),
            "2 grains");
}

TEST_F(TextFiles, corners_of_a_polygon_may_begin_with_a_byte_order_mark) {
  write("corners.txt", "0, 0\n0.01, 0\n0, 0.01\n");
  EXPECT_EQ(
      answer("dimension = 2\n[shape.s]\nkind = \"polygon\"\nfile = \"corners.txt\"\n[[fill]]\n"
             "kind = \"grains\"\nshape = \"s\"\ngrains = [{ position = [0, 0] }]\n"),
      "1 grains");
}

TEST_F(TextFiles, a_text_of_many_sentences_is_no_key_of_many_steps) {
  std::string text;
  for (int k = 0; k < 100; ++k) text += "A sentence has words. ";
  EXPECT_EQ(answer("title = \"" + text + "\"\n# " + text +
                   "\n[[fill]]\nkind = \"grains\"\n"
                   "grains = [{ position = [0, 0.1, 0], diameter = 0.01 }]\n"),
            "1 grains");
  std::string key = "a";
  for (int k = 0; k < 40; ++k) key += " . a";
  EXPECT_NE(answer(key + " = 1\n").find("nested too deeply"), std::string::npos);
}

}  // namespace
}  // namespace scree
