#include "scene/build/plugins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <mutex>

#include "scene/build/parts.hpp"
#include "sim/kernel/external_part.hpp"
#include "sim/plugins/plugin_library.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPluginsKey = "plugins";
constexpr std::string_view kFileKey = "file";
constexpr ParamInfo kPluginParams[] = {
    {.name = kFileKey,
     .kind = ParamKind::path,
     .required = true,
     .doc = "a shared library that `scree plugin build` has made from C++; it runs with your "
            "rights"}};

std::atomic<bool> are_allowed{true};

std::mutex process_mutex;
std::vector<const LoadedPlugin*>& process_plugins() {
  static auto* all = new std::vector<const LoadedPlugin*>;
  return *all;
}

}  // namespace

const Section& plugin_section() {
  static const Section section{.title = "[[plugins]]",
                               .doc =
                                   "Contact laws of your own ([how](../howto/plugins.md)): "
                                   "`plugins = [\"mine.so\"]` at the top of the scene.",
                               .params = kPluginParams,
                               .shorthand = kFileKey};
  return section;
}

void allow_plugins(bool yes) { are_allowed = yes; }

Errors use_plugin(const std::string& file) {
  auto loaded = load_plugin(file);
  if (!loaded) return loaded.errors();
  std::lock_guard lock(process_mutex);
  auto& all = process_plugins();
  all.erase(std::remove(all.begin(), all.end(), *loaded), all.end());
  all.push_back(*loaded);
  return {};
}

ExternalLaws laws_of_process() {
  ExternalLaws out;
  std::lock_guard lock(process_mutex);
  const auto& all = process_plugins();
  for (auto it = all.rbegin(); it != all.rend(); ++it)
    for (std::size_t k = 0; k < (*it)->table->part_count; ++k) {
      const kernel::ExternalPart* part = (*it)->table->parts[k];
      if (out.find(part->kind, part->info->name) == nullptr) out.add(*part);
    }
  return out;
}

ScenePlugins::ScenePlugins(const Node& document, ReadContext& context) {
  if (const Node* list = document.find(kPluginsKey))
    for (const Node& item : list->list) add(item, context);
  std::lock_guard lock(process_mutex);
  const auto& all = process_plugins();
  for (auto it = all.rbegin(); it != all.rend(); ++it) {
    Entry entry{(*it)->file, {}};
    for (std::size_t k = 0; k < (*it)->table->part_count; ++k) {
      const kernel::ExternalPart* part = (*it)->table->parts[k];
      if (laws_.find(part->kind, part->info->name) != nullptr) continue;
      laws_.add(*part);
      entry.parts.push_back(part);
    }
    of_process_.push_back(std::move(entry));
  }
}

void ScenePlugins::add(const Node& item, ReadContext& context) {
  Messages& messages = context.messages;
  const Node* file = item.kind == Node::Kind::table ? item.find(kFileKey) : &item;
  if (file == nullptr || file->kind != Node::Kind::text) return;  // the reader says what is wrong
  if (!are_allowed)
    return messages.error("E0343", file->span,
                          fmt::format("the plugin \"{}\" is not loaded here", file->text),
                          "a plugin is code that runs on this machine; where you trust it: scree "
                          "view --plugins");
  fs::path path(file->text);
  if (path.is_relative() && !context.folder.empty()) path = fs::path(context.folder) / path;
  const auto loaded = load_plugin(path.string());
  if (!loaded) {
    for (const Error& e : loaded.errors())
      messages.error(e.code, file->span, fmt::format("\"{}\": {}", file->text, e.message), e.hint);
    return;
  }
  for (std::size_t k = 0; k < (*loaded)->table->part_count; ++k) {
    const kernel::ExternalPart* part = (*loaded)->table->parts[k];
    const kernel::ExternalPart* other = laws_.find(part->kind, part->info->name);
    if (other != nullptr && other != part)
      return messages.error("E0304", file->span,
                            fmt::format("\"{}\": another plugin of the scene has a {} law `{}`",
                                        file->text, kind_name(part->kind), part->info->name),
                            "leave one of them out, or give its law another name");
    if (other == nullptr) laws_.add(*part);
  }
}

namespace {

// A law that a table of the scene has chosen, however deep.
bool names_law(const Branch& b, const kernel::ExternalPart& part) {
  if (b.section->selector == "law" && b.entry.name.data() == part.info->name.data()) return true;
  for (const auto& [key, list] : b.tables)
    for (const Branch& below : list)
      if (names_law(below, part)) return true;
  return false;
}

}  // namespace

void ScenePlugins::record(Branch& root) const {
  const auto is_used = [&root](const kernel::ExternalPart* part) { return names_law(root, *part); };
  for (const Entry& entry : of_process_) {
    if (std::none_of(entry.parts.begin(), entry.parts.end(), is_used)) continue;
    Branch b;
    b.section = &plugin_section();
    b.span = root.span;
    b.params.set(kFileKey, entry.file);
    root.tables[std::string(kPluginsKey)].push_back(std::move(b));
  }
}

}  // namespace scree
