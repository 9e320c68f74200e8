#include "sim/plugins/plugin_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>

#include "base/exact_math.hpp"
#include "base/safe_text.hpp"
#include "base/words.hpp"
#include "io/atomic_file.hpp"
#include "sim/world/external_laws.hpp"
#include "state/hash.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;

constexpr char kBuildIt[] = "scree plugin build";

const PluginHost& host() {
  static constexpr PluginHost lent{.unusable = &unusable,
                                   .sin = &exact::sin,
                                   .cos = &exact::cos,
                                   .tan = &exact::tan,
                                   .exp = &exact::exp,
                                   .log = &exact::log,
                                   .log1p = &exact::log1p,
                                   .pow = &exact::pow,
                                   .hypot = &exact::hypot,
                                   .atan2 = &exact::atan2};
  return lent;
}

std::string build_text(const char* version, const char* revision) {
  return *revision == 0 ? std::string(version) : fmt::format("{} ({})", version, revision);
}

// "mine.cpp" beside a "mine.so" that is not there.
std::string how_to_build(const fs::path& path) {
  fs::path source = path;
  std::error_code ignored;
  for (const char* extension : {".cpp", ".cc", ".cxx"})
    if (fs::is_regular_file(source.replace_extension(extension), ignored))
      return fmt::format("build it: {} {}", kBuildIt, source.string());
  return fmt::format("build it from its source: {} FILE.cpp -o {}", kBuildIt, path.string());
}

Error missing(const std::string& path) {
  std::vector<std::string> names;
  std::error_code ignored;
  const fs::path wanted(path), folder = wanted.has_parent_path() ? wanted.parent_path() : ".";
  for (fs::directory_iterator it(folder, ignored), end; !ignored && it != end;
       it.increment(ignored))
    if (it->path().extension() == ".so") names.push_back(it->path().filename().string());
  std::sort(names.begin(), names.end());
  const std::string near = nearest_word(wanted.filename().string(), names);
  return {"E0340", "there is no such plugin", path,
          near.empty() ? how_to_build(wanted) : fmt::format("did you mean `{}`?", near)};
}

Error not_a_plugin(const std::string& path, std::string why, std::string hint) {
  return {"E0341", std::move(why), path, std::move(hint)};
}

std::optional<Error> wrong_file(const std::string& path, std::string_view content) {
  if (content.starts_with("\x7f"
                          "ELF"))
    return std::nullopt;
  const std::string extension = fs::path(path).extension().string();
  const bool source = extension == ".cpp" || extension == ".cc" || extension == ".cxx";
  if (source)
    return not_a_plugin(path, "this is the source of a plugin, not the plugin",
                        fmt::format("build it, and name the .so: {} {}", kBuildIt, path));
  return not_a_plugin(path, "this is not a plugin: it is not a shared library",
                      fmt::format("a plugin is what {} makes", kBuildIt));
}

Error of_another_build(const std::string& path, const Plugin& p) {
  const std::string theirs = build_text(p.version, p.revision),
                    ours = build_text(kVersion, kRevision);
  return {"E0342",
          theirs != ours
              ? fmt::format("the plugin was built for Scree {}; this is {}", theirs, ours)
              : fmt::format("the plugin was built with another compiler or other headers than this "
                            "Scree {}",
                            ours),
          path, fmt::format("build it again: {}", kBuildIt)};
}

// A mistake in the table of a law's parameters, which a law of the catalogue would not survive.
std::string wrong_table(const CatalogInfo& info) {
  std::vector<std::string_view> seen;
  for (const ParamInfo& p : info.params) {
    if (p.name.empty() || !is_safe(p.name, Keep::nothing)) return "a parameter has no proper name";
    if (p.name == "law") return "a parameter cannot be called `law`";
    if (std::find(seen.begin(), seen.end(), p.name) != seen.end())
      return fmt::format("two parameters are called `{}`", p.name);
    seen.push_back(p.name);
    if (p.kind == ParamKind::choice && p.choices.empty())
      return fmt::format("the choice `{}` has no `choices`", p.name);
    if (p.fallback.empty()) continue;
    if (const auto v = parse_param(p, p.fallback); !v)
      return fmt::format("the default of `{}`: {}", p.name, v.error().message);
  }
  return {};
}

std::optional<Error> wrong_laws(const std::string& path, const Plugin& plugin) {
  if (plugin.part_count == 0)
    return not_a_plugin(path, "the plugin has no law",
                        "name its parts: SCREE_PLUGIN(plugin::normal<Mine>())");
  ExternalLaws all;
  for (std::size_t k = 0; k < plugin.part_count; ++k) {
    const CatalogInfo& info = *plugin.parts[k]->info;
    if ((!info.name.empty() && !is_safe(info.name, Keep::nothing)) || info.name == "none")
      return Error{"E0349", fmt::format("a law cannot be called `{}`", safe_text(info.name)), path,
                   "give it another name: the first text of its `info`"};
    if (const std::string wrong = wrong_table(info); !wrong.empty())
      return Error{"E0349", fmt::format("contact law `{}`: {}", info.name, wrong), path,
                   "correct the table `params` of the law"};
    all.add(*plugin.parts[k]);
  }
  if (auto taken = all.taken_name()) {
    taken->location = path;
    taken->hint = "give the law of the plugin another name: the first text of its `info`";
    return taken;
  }
  return std::nullopt;
}

Result<const Plugin*> open_plugin(const std::string& path) {
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* said = dlerror();
    std::string reason = said != nullptr ? said : "unknown reason";
    if (reason.starts_with(path + ": ")) reason.erase(0, path.size() + 2);
    return not_a_plugin(path, fmt::format("the plugin cannot be loaded: {}", reason),
                        how_to_build(path));
  }
  const auto function = reinterpret_cast<PluginFunction>(dlsym(handle, kPluginSymbol));
  if (function == nullptr) {
    dlclose(handle);
    return not_a_plugin(path, "this shared library is not a plugin of Scree",
                        "its source ends with SCREE_PLUGIN(...), see <scree/plugin.hpp>");
  }
  const Plugin* table = function(&host());
  if (table->layout != kPluginLayout || std::string_view(table->version) != kVersion ||
      std::string_view(table->revision) != kRevision)
    return of_another_build(path, *table);
  if (auto wrong = wrong_laws(path, *table)) return *wrong;
  return table;
}

struct Registry {
  std::mutex mutex;
  std::map<std::string, std::unique_ptr<LoadedPlugin>> by_file;
};
Registry& registry() {
  static Registry* all = new Registry;  // stays: simulations may end after main()
  return *all;
}

}  // namespace

Result<const LoadedPlugin*> load_plugin(const std::string& path) {
  std::error_code failure;
  if (!fs::is_regular_file(path, failure)) return missing(path);
  const std::string file = fs::canonical(path, failure).string();
  if (failure) return missing(path);
  const auto content = read_whole_file(file);
  if (!content) return content.errors();
  const std::string hash = to_string(hash_bytes(*content));
  std::lock_guard lock(registry().mutex);
  if (const auto known = registry().by_file.find(file); known != registry().by_file.end()) {
    if (known->second->hash == hash) return known->second.get();
    return Error{"E0348", "the plugin has changed since this process loaded it", file,
                 "start the program again, or build the new one under another name (-o)"};
  }
  if (auto wrong = wrong_file(file, *content)) return *wrong;
  auto opened = open_plugin(file);
  if (!opened) return opened.errors();
  auto& entry = registry().by_file[file];
  entry = std::make_unique<LoadedPlugin>(LoadedPlugin{file, hash, *opened});
  return entry.get();
}

}  // namespace scree
