// scree new NAME: a commented scene to begin with, copied from those that come with Scree.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "base/safe_text.hpp"
#include "base/words.hpp"
#include "io/atomic_file.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"
#include "scree/scenes.hpp"

namespace scree::app {
namespace {

struct NewArguments {
  std::string name, out;
  bool force = false;
};

int list_starters(const std::vector<SceneFile>& scenes) {
  for (const SceneFile& s : scenes) print_out("{:<20}{}\n", s.name, scene_title(s.path));
  return kSuccess;
}

int make(const NewArguments& a) {
  const std::vector<SceneFile> scenes = installed_scenes();
  if (a.name.empty()) return list_starters(scenes);
  const SceneFile* chosen = nullptr;
  std::vector<std::string> names;
  for (const SceneFile& s : scenes) {
    names.push_back(s.name);
    if (s.name == a.name) chosen = &s;
  }
  if (!chosen) {
    const std::string near = nearest_word(a.name, names);
    return refused(
        {Error{"E0714", "there is no such starter", a.name,
               near.empty() ? "choose " + list_words(names) : "did you mean `" + near + "`?"}});
  }
  const auto text = read_whole_file(chosen->path);
  if (!text) return refused(text.errors());
  if (a.out == "-") return print_out("{}", *text), kSuccess;
  const std::string out = a.out.empty() ? a.name + ".toml" : a.out;
  std::error_code none;
  if (!a.force && std::filesystem::exists(out, none))
    return refused({Error{"E0715", "the file exists and is left as it is", out,
                          "choose another name with --out, or overwrite it with --force"}});
  if (const auto done = write_file(out, *text); !done) return refused(done.errors());
  print_out("wrote {}\n\n  scree check {}    what would run\n  scree run {}      run it\n",
            safe_text(out), shell_word(out), shell_word(out));
  return kSuccess;
}

}  // namespace

void add_new(CommandLine& line) {
  auto a = std::make_shared<NewArguments>();
  Command c = line.command("new", "write a commented scene to begin with; alone: which");
  c.value("name", a->name, "hopper, hourglass, drum, heap, packing, piston, ...");
  c.value("--out,-o", a->out, "file to write; - for standard output (default NAME.toml)");
  c.flag("--force", a->force, "overwrite the file if it exists");
  c.action([a] { return make(*a); });
}

}  // namespace scree::app
