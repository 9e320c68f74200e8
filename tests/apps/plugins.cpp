// Contact laws of plugins: the program as a user has it, from the source to a resumed run.
#include "plugin_source.hpp"
#include "program.hpp"

namespace scree::test {
namespace {

class Plugins : public Program {
 protected:
  std::string scene(const std::string& law,
                    const std::string& first = "plugins = [\"mine.so\"]\n") {
    return first +
           "title = \"Drop\"\nduration = \"20 ms\"\n"
           "[material.glass]\n"
           "normal = { law = \"" +
           law +
           "\", stiffness = \"2 kN/m\", damping = \"0.1 N s/m\" }\n"
           "tangential = { law = \"spring\", friction = 0.3 }\n"
           "[[wall]]\nshape = \"box\"\nmaterial = \"glass\"\nsize = [0.02, 0.02, 0.02]\n"
           "[[fill]]\nkind = \"lattice\"\nmaterial = \"glass\"\ndiameter = \"4 mm\"\ncount = 27\n"
           "[output]\nframes = \"5 ms\"\npicture = false\n";
  }
  Outcome build(const PluginPieces& pieces = {}, const std::string& name = "mine") {
    write(name + ".cpp", plugin_source(pieces));
    return scree({"plugin", "build", name + ".cpp"});
  }
  // What the program says of the scene with this plugin.
  std::string answer(const PluginPieces& pieces) {
    const Outcome built = build(pieces);
    if (built.status != 0) return built.err;
    write("own.toml", scene(pieces.name));
    return scree({"check", "own.toml"}).err;
  }
  std::string hash(const std::string& run) const { return summary(run)["state_hash"]; }
  static void expect_in(const std::string& all, const std::string& part) {
    EXPECT_NE(all.find(part), std::string::npos) << "no " << part << " in\n" << all;
  }
};

TEST_F(Plugins, have_the_bits_of_the_catalogue_with_any_threads_engine_and_resume) {
  const Outcome built = build();
  ASSERT_EQ(built.status, 0) << built.err;
  expect_in(built.out, "mine.so");
  expect_in(built.out, "of the spring (a stiffness (N/m), greater than 0, required)");
  expect_in(built.err, "plugins = [\"mine.so\"]");
  write("sub/own.toml", scene("mine", "plugins = [\"../mine.so\"]\n"));
  write("built.toml", scene("linear", ""));
  ASSERT_EQ(scree({"run", "built.toml", "-o", "built", "--threads", "1"}).status, 0);
  for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{
           {"--threads", "1"}, {"--threads", "2"}, {"--engine", "rows", "--threads", "2"}}) {
    std::vector<std::string> words{"run", "sub/own.toml", "-o", "own-" + more[1] + more.back()};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome o = scree(words);
    ASSERT_EQ(o.status, 0) << o.err;
    EXPECT_EQ(hash(words[3]), hash("built")) << more[1];
  }
  // Half, then the rest, from another folder than the scene's.
  ASSERT_EQ(scree({"run", "sub/own.toml", "-o", "half", "--set", "duration=10 ms"}).status, 0);
  EXPECT_NE(hash("half"), hash("built"));
  const Outcome rest = scree({"run", "--resume", "half", "--set", "duration=20 ms"});
  ASSERT_EQ(rest.status, 0) << rest.err;
  EXPECT_EQ(hash("half"), hash("built"));
  expect_in(content_of(path("half/resolved.toml")), "file = \"" + path("mine.so").string() + "\"");
  expect_in(content_of(path("half/resolved.toml")), "law = \"mine\"");
}

TEST_F(Plugins, are_words_of_list_plot_and_check) {
  ASSERT_EQ(build().status, 0);
  EXPECT_EQ(scree({"list", "laws"}).out.find("a spring for tests"), std::string::npos);
  expect_in(scree({"list", "laws", "--plugin", "mine.so"}).out, "a spring for tests");
  const Outcome plotted = scree({"plot", "law", "mine", "--plugin", "mine.so", "--set",
                                 "stiffness=2 kN/m", "--set", "damping=0.1 N s/m"});
  EXPECT_EQ(plotted.status, 0) << plotted.err;
  EXPECT_TRUE(fs::exists(path("mine-impact.svg")));
  write("own.toml", scene("mine"));
  const Outcome checked = scree({"check", "own.toml"});
  EXPECT_EQ(checked.status, 0) << checked.err;
  expect_in(checked.out, "mine, spring (stiffness 2 kN/m, damping ");
  const auto shown = nlohmann::json::parse(scree({"plugin", "show", "mine.so", "--json"}).out);
  EXPECT_EQ(shown["laws"][0]["kind"], "normal");
  EXPECT_EQ(shown["laws"][0]["params"], (std::vector<std::string>{"stiffness", "damping"}));
}

TEST_F(Plugins, have_parameters_that_are_checked_like_any_other) {
  ASSERT_EQ(build().status, 0);
  const auto said = [&](const std::string& from, const std::string& to) {
    std::string text = scene("mine");
    text.replace(text.find(from), from.size(), to);
    write("own.toml", text);
    return scree({"check", "own.toml"}).err;
  };
  expect_in(said("2 kN/m", "2 mm"), "[E0112]");
  expect_in(said("2 kN/m", "-2 kN/m"), "[E0104]");
  expect_in(said("stiffness", "stifness"), "did you mean `stiffness`?");
  expect_in(said("stiffness = \"2 kN/m\", ", ""), "[E0102]");
  expect_in(said("\"mine\"", "\"mnie\""), "did you mean `mine`?");
}

TEST_F(Plugins, that_are_not_there_or_none_are_told_with_their_place) {
  write("own.toml", scene("mine"));
  std::string said = scree({"run", "own.toml"}).err;
  expect_in(said, "own.toml:1:12: \"mine.so\": there is no such plugin [E0340]");
  expect_in(said, "^^^^^^^^^");
  expect_in(said, "scree plugin build");
  EXPECT_EQ(said.find("E0105"), std::string::npos) << "its law is no mistake of its own\n" << said;
  write("mine.cpp", plugin_source());
  expect_in(scree({"run", "own.toml"}).err, "build it: scree plugin build mine.cpp");
  expect_in(scree({"run", "own.toml", "--set", "plugins.0=mine.cpp"}).err, "[E0341]");
  write("mine.so", "no library");
  expect_in(scree({"run", "own.toml"}).err, "it is not a shared library [E0341]");
  write("mine.so",
        "\x7f"
        "ELF and nothing else");
  expect_in(scree({"run", "own.toml"}).err, "cannot be loaded");
  fs::remove(path("mine.so"));
  fs::create_directory(path("mine.so"));
  expect_in(scree({"run", "own.toml"}).err, "[E0340]");
  for (const char* wrong : {"plugins = \"mine.so\"\n", "plugins = [3]\n", "plugins = [{}]\n"}) {
    write("own.toml", scene("linear", wrong));
    const Outcome o = scree({"check", "own.toml"});
    EXPECT_EQ(o.status, 2) << wrong;
    EXPECT_NE(o.err.find("[E010"), std::string::npos) << o.err;
  }
}

TEST_F(Plugins, of_another_build_are_refused) {
  const std::string table =
      "extern \"C\" __attribute__((visibility(\"default\"))) const Plugin* scree_plugin(const "
      "PluginHost*) {\n"
      "  static const Plugin table{LAYOUT, VERSION, kRevision, nullptr, 0};\n"
      "  return &table;\n}";
  const auto with = [&](const std::string& layout, const std::string& version) {
    std::string text = table;
    text.replace(text.find("LAYOUT"), 6, layout);
    text.replace(text.find("VERSION"), 7, version);
    return answer({.last = text});
  };
  std::string said = with("kPluginLayout", "\"0.0.9\"");
  expect_in(said, "the plugin was built for Scree 0.0.9");
  expect_in(said, "[E0342]");
  expect_in(with("kPluginLayout + 1", "kVersion"), "another compiler or other headers");
  expect_in(with("kPluginLayout", "kVersion"), "the plugin has no law [E0341]");
  expect_in(answer({.last = ""}), "is not a plugin of Scree [E0341]");
  EXPECT_FALSE(fs::exists(path("mine.so"))) << "only what can be loaded is put there";
}

TEST_F(Plugins, need_names_of_their_own) {
  expect_in(answer({.name = "linear"}), "the name `linear` is taken [E0304]");
  expect_in(answer({.name = ""}), "[E0304]");
  expect_in(answer({.name = "none"}), "[E0349]");
  ASSERT_EQ(build({}, "one").status, 0);
  ASSERT_EQ(build({.make = "(void)1;"}, "two").status, 0);
  write("own.toml", scene("mine", "plugins = [\"one.so\", \"two.so\"]\n"));
  const std::string said = scree({"check", "own.toml"}).err;
  expect_in(said, "own.toml:1:22: \"two.so\": another plugin of the scene has a normal law `mine`");
  expect_in(said, "[E0304]");
  write("own.toml", scene("mine", "plugins = [\"one.so\", \"one.so\"]\n"));
  EXPECT_EQ(scree({"check", "own.toml"}).status, 0) << "the same twice is one";
  expect_in(answer({.damping = "2 mm"}), "[E0349]");
}

TEST_F(Plugins, that_throw_or_give_no_numbers_are_told_before_a_run) {
  std::string said = answer({.make = "throw std::runtime_error(\"too soft\");"});
  expect_in(said, "threw an exception: too soft [E0344]");
  expect_in(said, "own.toml:5:10: ");
  expect_in(answer({.force = "if (k > 0) throw 3;"}), "[E0344]");
  said = answer({.force = "return {.force = std::sqrt(-k)};"});
  expect_in(said, "answers with a number that is not finite [E0345]");
  expect_in(said, "own.toml:5:10: ");
  said = answer({.make = "return Error{\"E0312\", \"too soft for this\", \"\", \"\"};"});
  expect_in(said, "too soft for this [E0312]");
}

// The usual contact of the check overlaps by 1 um: what is wrong beyond shows in the run only.
TEST_F(Plugins, that_fail_during_a_run_are_named) {
  ASSERT_EQ(answer({.force = "if (t.delta > 2e-6) return {.force = std::sqrt(-k)};"}), "");
  Outcome o = scree({"run", "own.toml", "-o", "r", "--set", "gravity=[0, -981, 0]"});
  EXPECT_EQ(o.status, 1);
  expect_in(o.out + o.err, "the contact law `mine` gave a number that is not finite, at overlap ");
  EXPECT_FALSE(summary("r")["verdict"]["ok"]);
  expect_in(content_of(path("r/blackbox/README.md")), "[E0606]");
  expect_in(content_of(path("r/blackbox/README.md")), "fails in the same way");
  ASSERT_EQ(answer({.force = "if (t.delta > 2e-6) throw std::runtime_error(\"too deep\");"}), "");
  o = scree({"run", "own.toml", "-o", "s", "--set", "gravity=[0, -981, 0]", "--threads", "2"});
  EXPECT_EQ(o.status, 1);
  expect_in(o.out + o.err, "the contact law `mine` threw an exception: too deep");
}

TEST_F(Plugins, must_be_the_same_when_a_run_goes_on) {
  ASSERT_EQ(build().status, 0);
  write("own.toml", scene("mine"));
  ASSERT_EQ(scree({"run", "own.toml", "-o", "r", "--set", "duration=10 ms"}).status, 0);
  const std::vector<std::string> again{"run", "--resume", "r", "--set", "duration=20 ms"};
  fs::rename(path("mine.so"), path("kept.so"));
  Outcome o = scree(again);
  EXPECT_EQ(o.status, 2);
  expect_in(o.err, "there is no such plugin [E0340]");
  expect_in(o.err, "build it: scree plugin build");
  ASSERT_EQ(build({.make = "(void)1;", .force = "if (t.delta > 1) return {};"}).status, 0);
  o = scree(again);
  EXPECT_EQ(o.status, 2);
  expect_in(o.err, "content of plugins.0.file");
  expect_in(o.err, "[E0917]");
  // The same source gives the same bytes, so that a lost plugin can be built again.
  ASSERT_EQ(build().status, 0);
  EXPECT_EQ(content_of(path("mine.so")), content_of(path("kept.so")));
  o = scree(again);
  EXPECT_EQ(o.status, 0) << o.err;
  write("built.toml", scene("linear", ""));
  ASSERT_EQ(scree({"run", "built.toml", "-o", "built"}).status, 0);
  EXPECT_EQ(hash("r"), hash("built"));
}

TEST_F(Plugins, that_do_not_compile_are_told_by_the_lines_of_the_source) {
  std::string said = answer({.force = "return k * t.delt;"});
  expect_in(said, "mine.cpp:25:18: ");
  expect_in(said, "delt");
  expect_in(said, "[E0347]");
  expect_in(said, "return k * t.delt;");
  said = answer({.last = "SCREE_PLUGIN(plugin::rolling<Mine>())"});
  expect_in(said, "a rolling law lacks `RollingTorque operator()");
  expect_in(said, "mine.cpp:40:");
  expect_in(answer({.make = "(void)parse_quantity(\"1\", dim::none);"}), "undefined reference to");
  expect_in(answer({.history = "17"}), "more numbers per contact than there is room for");
  EXPECT_EQ(scree({"plugin", "build", "nothing.cpp"}).status, 2);
  write("-mine.cpp", plugin_source());
  EXPECT_EQ(scree({"plugin", "build", "-o", "dash.so", "--", "-mine.cpp"}).status, 0);
  write("mine.cpp", plugin_source());
  ASSERT_EQ(scree({"plugin", "build", "mine.cpp"}).status, 0);
  expect_in(scree({"plugin", "build", "mine.so"}).err, "[E0347]");
  EXPECT_EQ(scree({"plugin", "build", "mine.cpp", "-o", "no/such/folder/mine.so"}).status, 2);
}

TEST_F(Plugins, need_a_compiler_that_is_named_where_it_lacks) {
  write("mine.cpp", plugin_source());
  const auto with = [&](const char* cxx, const char* folders) {
    return wait(start({"plugin", "build", "mine.cpp"},
                      [&] { ::setenv("CXX", cxx, 1), ::setenv("PATH", folders, 1); }));
  };
  Outcome o = with("no-such-c++", "/usr/bin:/bin");
  EXPECT_EQ(o.status, 2);
  expect_in(o.err, "the compiler `no-such-c++` that CXX names is not there [E0346]");
  o = with("", "/no/such/folder");
  EXPECT_EQ(o.status, 2);
  expect_in(o.err, "there is no C++ compiler");
  expect_in(o.err, "sudo apt install g++");
  EXPECT_EQ(wait(start({"plugin", "build", "mine.cpp"},
                       [&] { ::setenv("SCREE_HEADERS", folder_.c_str(), 1); }))
                .status,
            2);
  EXPECT_FALSE(fs::exists(path("mine.so")));
}

}  // namespace
}  // namespace scree::test
