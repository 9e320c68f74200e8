#include "run/plugins/plugin_build.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>

#include "base/words.hpp"
#include "io/atomic_file.hpp"
#include "run/plugins/compiler_messages.hpp"
#include "state/hash.hpp"

extern char** environ;

namespace scree::run {
namespace {

namespace fs = std::filesystem;

constexpr char kHeaders[] = "plugin_headers";
constexpr char kFirstHeader[] = "scree/plugin.hpp";

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

bool is_program(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}
bool is_in_path(const std::string& name) {
  if (name.find('/') != std::string::npos) return is_program(name);
  const std::string folders = environment("PATH");
  for (std::size_t from = 0; from <= folders.size();) {
    const std::size_t to = std::min(folders.find(':', from), folders.size());
    if (to > from && is_program(fs::path(folders.substr(from, to - from)) / name)) return true;
    from = to + 1;
  }
  return false;
}

Error no_compiler(std::string why) {
  return {"E0346", std::move(why), "",
          "Debian and Ubuntu: sudo apt install g++; another compiler is named by CXX=..."};
}

// The compiler with the words that CXX may have before its name ("ccache g++").
Result<std::vector<std::string>> find_compiler() {
  std::vector<std::string> words;
  const std::string named = environment("CXX");
  for (std::size_t from = 0; from < named.size();) {
    const std::size_t to = std::min(named.find(' ', from), named.size());
    if (to > from) words.push_back(named.substr(from, to - from));
    from = to + 1;
  }
  if (!words.empty()) {
    for (const std::string& w : words)
      if (!w.starts_with('-') && !is_in_path(w))
        return no_compiler(fmt::format("the compiler `{}` that CXX names is not there", w));
    return words;
  }
  for (const char* name : {"c++", "g++", "clang++"})
    if (is_in_path(name)) return std::vector<std::string>{name};
  return no_compiler("there is no C++ compiler: PATH has no c++, g++ or clang++");
}

// Installed they are in share/scree of the program and in the package of Python, in a build in the
// build folder, which is above of whatever was built.
Result<std::string> find_headers() {
  std::error_code ignored;
  const std::string named = environment("SCREE_HEADERS");
  if (!named.empty()) {
    if (fs::is_regular_file(fs::path(named) / kFirstHeader, ignored)) return named;
    return Error{"E0346", fmt::format("SCREE_HEADERS is no folder with {}", kFirstHeader), named,
                 ""};
  }
  std::vector<fs::path> places;
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(&build_plugin), &info) != 0 && info.dli_fname != nullptr) {
    // Of a program the name is what it was called by, which may be no path at all.
    const bool shared = std::strstr(info.dli_fname, ".so") != nullptr;
    const fs::path own = shared ? fs::canonical(info.dli_fname, ignored)
                                : fs::read_symlink("/proc/self/exe", ignored);
    const fs::path folder = own.parent_path();
    places = {folder / kHeaders, folder / "../share/scree" / kHeaders};
    fs::path above = folder;
    for (int level = 0; level < 4 && above.has_relative_path();
         ++level, above = above.parent_path())
      places.push_back(above / kHeaders);
  }
  for (const fs::path& p : places)
    if (fs::is_regular_file(p / kFirstHeader, ignored)) return fs::canonical(p, ignored).string();
  return Error{"E0346", "the headers for plugins that come with Scree were not found", "",
               "SCREE_HEADERS=FOLDER names the folder with scree/plugin.hpp; installed it is "
               "share/scree/plugin_headers, in a build plugin_headers"};
}

struct Ended {
  int status = 0;      // as of waitpid
  std::string output;  // standard error
};

// Runs a program with its messages in English and in a file, and without our standard input.
Result<Ended> run_program(const std::vector<std::string>& words, const std::string& log) {
  std::vector<char*> argv;
  for (const std::string& w : words) argv.push_back(const_cast<char*>(w.c_str()));
  argv.push_back(nullptr);
  std::string english = "LC_ALL=C";
  std::vector<char*> env{english.data()};
  for (char** e = environ; *e != nullptr; ++e)
    if (std::strncmp(*e, "LC_ALL=", 7) != 0 && std::strncmp(*e, "LANGUAGE=", 9) != 0)
      env.push_back(*e);
  env.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t child = 0;
  const int wrong = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), env.data());
  posix_spawn_file_actions_destroy(&actions);
  if (wrong != 0)
    return no_compiler(fmt::format("`{}` cannot be run: {}", words[0], std::strerror(wrong)));
  Ended out;
  while (::waitpid(child, &out.status, 0) < 0)
    if (errno != EINTR) return no_compiler("the end of the compiler was not seen");
  if (auto text = read_whole_file(log)) out.output = std::move(*text);
  return out;
}

// Bits as the library has them, and nothing seen from outside but the table.
constexpr const char* kFlags[] = {"-std=c++20",
                                  "-O3",
                                  "-fPIC",
                                  "-shared",
                                  "-fvisibility=hidden",
                                  "-ffp-contract=off",
                                  "-fno-math-errno",
                                  "-fno-trapping-math",
                                  "-Wall",
                                  "-Wextra",
                                  "-Wno-missing-field-initializers",
                                  "-Wno-unused-function",
                                  "-fdiagnostics-color=never",
                                  "-s",
                                  "-Wl,-z,defs"};

struct Job {
  std::string source, name, output;
  bool include_first = false;  // <scree/plugin.hpp> before the text
};

// Files of one compilation, gone at its end.
struct Temporary {
  explicit Temporary(const std::string& output) {
    static std::atomic<int> number{0};
    plugin = fmt::format("{}.tmp-{}-{}.so", output, ::getpid(), number++);
    log = plugin + ".log";
  }
  ~Temporary() {
    std::error_code ignored;
    fs::remove(plugin, ignored);
    fs::remove(log, ignored);
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  std::string plugin, log;
};

std::string last_lines(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  std::size_t from = text.size();
  for (int k = 0; k < 6 && from != 0 && from != std::string_view::npos; ++k)
    from = text.rfind('\n', from - 1);
  return std::string(from == std::string_view::npos ? text : text.substr(from + (from > 0)));
}

Errors failed(const Job& job, const Ended& ended, CompilerMessages said) {
  if (!said.errors.empty()) return std::move(said.errors);
  if (WIFSIGNALED(ended.status))
    return {{"E0347", fmt::format("the compiler was ended by signal {}", WTERMSIG(ended.status)),
             job.name, "is there enough memory?"}};
  const std::string rest = last_lines(ended.output);
  return {{"E0347", "the compiler has failed" + (rest.empty() ? "" : ":\n" + rest), job.name, ""}};
}

Result<BuiltPlugin> compile(const Job& job) {
  auto words = find_compiler();
  if (!words) return words.errors();
  const auto headers = find_headers();
  if (!headers) return headers.errors();
  const Temporary temporary(job.output);
  words->insert(words->end(), std::begin(kFlags), std::end(kFlags));
  words->insert(words->end(), {"-I", *headers});
  if (job.include_first) words->insert(words->end(), {"-include", kFirstHeader});
  words->insert(words->end(), {"-x", "c++", job.source, "-o", temporary.plugin});
  const auto ended = run_program(*words, temporary.log);
  if (!ended) return ended.errors();
  CompilerMessages said = compiler_messages(ended->output, job.source, job.name);
  if (ended->status != 0) return failed(job, *ended, std::move(said));
  const auto place_at = [&job](Errors errors) {
    for (Error& e : errors) e.location = job.name;
    return errors;
  };
  if (const auto tried = load_plugin(temporary.plugin); !tried) return place_at(tried.errors());
  if (std::rename(temporary.plugin.c_str(), job.output.c_str()) != 0)
    return Error{"E0903", fmt::format("cannot rename: {}", std::strerror(errno)), job.output, ""};
  auto loaded = load_plugin(job.output);
  if (!loaded) return loaded.errors();
  return BuiltPlugin{*loaded, job.output, std::move(said.warnings)};
}

std::string cache_folder() {
  std::string base = environment("XDG_CACHE_HOME");
  if (base.empty() || base[0] != '/') {
    const std::string home = environment("HOME");
    if (home.empty() || home[0] != '/') return {};
    base = home + "/.cache";
  }
  return base + "/scree/plugins";
}

}  // namespace

Result<BuiltPlugin> build_plugin(const std::string& source, const std::string& output) {
  const auto text = read_whole_file(source);
  if (!text) return text.errors();
  if (fs::path(source).extension() == ".so")
    return Error{"E0347", "this is a plugin already, not its source", source,
                 "scree plugin show tells what it has"};
  const std::string to =
      output.empty() ? fs::path(source).replace_extension(".so").string() : output;
  // The compiler takes `-name` for an option.
  return compile({source.starts_with('-') ? "./" + source : source, source, to});
}

Result<BuiltPlugin> plugin_of_text(std::string_view text) {
  const std::string folder = cache_folder();
  if (folder.empty())
    return Error{"E0904", "there is no folder for compiled laws", "",
                 "set HOME or XDG_CACHE_HOME to a folder that can be written"};
  const std::string key = fmt::format("{}\n{}\n{}\n{}\n{}\n", kVersion, kRevision, kPluginLayout,
                                      environment("CXX"), fmt::join(kFlags, " "));
  const std::string stem = folder + "/" + to_string(hash_bytes(key + std::string(text)));
  std::error_code ignored;
  if (fs::is_regular_file(stem + ".so", ignored))
    if (const auto known = load_plugin(stem + ".so")) return BuiltPlugin{*known, stem + ".so", {}};
  if (auto made = make_directories(folder); !made) return made.errors();
  if (auto written = write_file(stem + ".cpp", text); !written) return written.errors();
  const bool includes = text.find("scree/plugin.hpp") != std::string_view::npos;
  return compile({stem + ".cpp", "law", stem + ".so", !includes});
}

}  // namespace scree::run
