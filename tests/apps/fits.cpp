// scree plot --fit against scipy, and the messages of what cannot be fitted.
#include "program.hpp"

namespace scree::test {
namespace {

class Fits : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    fs::create_directories(path("r"));
    write("r/series.csv",
          "time,way,load,zero\n0,0.1,2.1,0\n1,0.2,3.9,0\n2,0.3,6.2,0\n3,0.4,7.8,0\n");
  }
  std::string refusal(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"plot", "r"});
    const Outcome o = scree(arguments);
    EXPECT_EQ(o.status, 2) << o.out;
    return o.err;
  }
};

TEST_F(Fits, are_those_of_scipy_with_the_same_intervals) {
  fs::create_directories(path("cases"));
  // Debian's scipy belongs to Debian's Python, whatever else is in the path.
  const std::string python = fs::exists("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
  const std::string command = python + " '" SCREE_SOURCE_DIR "/tests/apps/check_fits.py' '" +
                              SCREE_PROGRAM "' '" + path("cases").string() + "' > '" +
                              path("said").string() + "' 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << content_of(path("said"));
  EXPECT_NE(content_of(path("said")).find("11 fits compared, 0 differences"), std::string::npos)
      << content_of(path("said"));
}

TEST_F(Fits, stand_in_the_legend_with_parameters_and_intervals) {
  const Outcome o =
      scree({"plot", "r", "load", "--against", "way", "--fit", "linear", "-o", "f.svg"});
  ASSERT_EQ(o.status, 0) << o.err;
  // numpy.polyfit and t = 4.303: a = 19.4 +- 3.896, b = 0.15 +- 1.067, R^2 = 0.99566.
  EXPECT_EQ(o.out,
            "load: y = a x + b: a = 19.4 ± 3.9, b = 0.1 ± 1.1 (4 points, R² = 0.9957)\nf.svg\n"
            "f.png\n");
  EXPECT_NE(content_of(path("f.svg")).find("y = a x + b: a = 19.4 ± 3.9, b = 0.1 ± 1.1"),
            std::string::npos);
}

TEST_F(Fits, that_are_impossible_say_why) {
  EXPECT_EQ(refusal({"load", "--fit", "lineer"}),
            "error: --fit: there is no fit `lineer` [E0497]\n  hint: did you mean `linear`?\n");
  EXPECT_EQ(
      refusal({"load", "--fit", "power"}),
      "error: --fit: a power law of `load` needs x above 0; the least x is 0 [E0497]\n  hint: "
      "leave these points out: --where \"... > 0\"\n");
  EXPECT_EQ(refusal({"load", "--fit", "a * exp(-time)"}),
            "error: --fit: `a * exp(-time)`: `time` is the horizontal axis [E0497]\n  hint: it is "
            "called x in a fit: \"a * exp(-x / tau)\"\n");
  for (const auto& [fit, word] : {std::pair{"a * b * x", "do not determine a, b"},
                                  {"a + b*x + c*x^2 + d*x^3 + e*x^4", "4 points for 5 parameters"},
                                  {"2 * x", "no parameter to fit"},
                                  {"a * (x", "is missing at the end"},
                                  {"a * squrt(x)", "there is no function `squrt`"},
                                  {"log(0 - a^2 - x)", "no finite value at its start"}})
    EXPECT_NE(refusal({"load", "--fit", fit}).find(word), std::string::npos)
        << refusal({"load", "--fit", fit});
  EXPECT_NE(refusal({"load", "--fit", "linear", "--where", "time < 0.5"}).find("one point alone"),
            std::string::npos);
  EXPECT_NE(refusal({"load", "--against", "zero", "--fit", "linear"}).find("are at x = 0"),
            std::string::npos);
  EXPECT_NE(refusal({"load", "--fit", "linear", "--start", "q=1"}).find("has no parameter `q`"),
            std::string::npos);
  EXPECT_NE(refusal({"load", "--fit", "linear", "--start", "a"}).find("NAME=VALUE"),
            std::string::npos);
  EXPECT_NE(refusal({"load", "--start", "a=1"}).find("a start without a fit"), std::string::npos);
}

TEST_F(Fits, curves_without_a_value_say_why) {
  EXPECT_EQ(refusal({"load / zero"}),
            "error: r: `load / zero` has no finite value in any of its 4 rows [E0498]\n  hint: the "
            "first: `zero` is 0 at time = 0 s\n");
  EXPECT_NE(refusal({"log(0 - load)"}).find("log() of -2.1"), std::string::npos);
  EXPECT_EQ(
      refusal({"zero", "--log"}),
      "error: --log: no value of `zero` is above 0 [E0498]\n  hint: they go from 0 to 0: draw "
      "\"abs(...)\", or without a logarithmic axis\n");
  const Outcome o = scree({"plot", "r", "load / time", "--log", "--log-x", "-o", "x.svg"});
  EXPECT_EQ(o.status, 0);
  EXPECT_NE(o.err.find("note: r: `load / time` has no finite value in 1 of 4 rows, first at time = "
                       "0 s: `time` is 0\n"),
            std::string::npos)
      << o.err;
  EXPECT_NE(o.err.find("1 of 4 points of `time` are not above 0"), std::string::npos) << o.err;
  EXPECT_NE(refusal({"load", "-o", "p.jpg"}).find("E0499"), std::string::npos);
}

// matplotlib need not be there: a stand-in takes the calls.
TEST_F(Fits, plots_are_files_by_their_endings_and_the_script_draws_the_same) {
  const Outcome o = scree({"plot", "r", "load", "--against", "way", "--fit", "linear", "-o",
                           "p.pdf", "-o", "p.py", "-o", "p.png"});
  ASSERT_EQ(o.status, 0) << o.err;
  EXPECT_TRUE(content_of(path("p.pdf")).starts_with("%PDF-1.4"));
  EXPECT_TRUE(content_of(path("p.png")).starts_with("\x89PNG"));
  EXPECT_TRUE(fs::exists(path("p.svg")));
  fs::create_directories(path("matplotlib"));
  write("matplotlib/__init__.py", "");
  write("matplotlib/pyplot.py", R"(
class Any:
    def __init__(self, name=""):
        self.name = name
    def __getattr__(self, name):
        return Any(name)
    def __call__(self, *a, **k):
        if self.name in ("plot", "errorbar", "set_xlabel", "savefig"):
            print(self.name, a, k.get("label"), k.get("linestyle"))
        return self
class Axes:
    def __getitem__(self, key):
        return [Any()]
def subplots(*a, **k):
    return Any(), Axes()
)");
  const std::string command = "cd '" + folder_.string() + "' && python3 p.py out.pdf > said 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << content_of(path("said"));
  const std::string said = content_of(path("said"));
  EXPECT_TRUE(said.starts_with("plot ([0.1, 0.2, 0.3, 0.4], [2.1, 3.9, 6.2, 7.8]) None \n"))
      << said;
  EXPECT_NE(said.find("y = a x + b: a = 19.4 ± 3.9, b = 0.1 ± 1.1 --\n"), std::string::npos);
  EXPECT_NE(said.find("set_xlabel ('way',)"), std::string::npos);
  EXPECT_NE(said.find("savefig ('out.pdf',)"), std::string::npos);
}

}  // namespace
}  // namespace scree::test
