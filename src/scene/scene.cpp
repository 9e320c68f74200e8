#include "scene/scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>

#include "base/words.hpp"
#include "scene/build.hpp"
#include "scene/build/parts.hpp"
#include "scene/build/plugins.hpp"
#include "scene/build/variants.hpp"
#include "scene/stages.hpp"
#include "scene/text/document.hpp"
#include "scene/text/locate.hpp"
#include "scene/text/reader.hpp"
#include "scene/text/variables.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestText = 64u << 20;

Error too_large(const std::string& name, std::uintmax_t bytes) {
  return {"E0002",
          fmt::format("the scene is {:.1f} MB large; at most 64 MB are read",
                      static_cast<double>(bytes) / 1048576),
          name, "keep many grains in a CSV file: kind = \"csv\""};
}

std::string what_it_is(std::string_view text) {
  if (text.starts_with("\x89HDF") || text.starts_with("scree checkpoint"))
    return "it looks like a checkpoint (HDF5)";
  if (text.starts_with("\x89PNG") || text.starts_with("\xff\xd8\xff"))
    return "it looks like a picture";
  if (text.starts_with("\x7f"
                       "ELF"))
    return "it looks like a program";
  if (text.starts_with("PK")) return "it looks like a ZIP archive";
  if (text.starts_with("\x1f\x8b")) return "it looks like a gzip archive";
  return "a scene is a TOML text";
}

// Position of the first byte that no UTF-8 text has, or npos.
std::size_t first_binary_byte(std::string_view text) {
  for (std::size_t k = 0; k < text.size();) {
    const auto c = static_cast<unsigned char>(text[k]);
    const bool control = c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f';
    if (control) return k;
    const int more = c < 0x80                ? 0
                     : c >= 0xC2 && c < 0xE0 ? 1
                     : c >= 0xE0 && c < 0xF0 ? 2
                     : c >= 0xF0 && c < 0xF5 ? 3
                                             : -1;
    if (more < 0) return k;
    for (int j = 1; j <= more; ++j)
      if (k + static_cast<std::size_t>(j) >= text.size() ||
          (static_cast<unsigned char>(text[k + static_cast<std::size_t>(j)]) & 0xC0) != 0x80)
        return k;
    k += static_cast<std::size_t>(more) + 1;
  }
  return std::string_view::npos;
}

bool only_comments(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::size_t first = text.substr(0, end).find_first_not_of(" \t\r");
    if (first != std::string_view::npos && text[first] != '#') return false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return true;
}

std::optional<Error> unreadable_text(std::string_view text, const std::string& name) {
  if (text.size() > kLargestText) return too_large(name, text.size());
  const std::size_t binary = first_binary_byte(text);
  if (binary != std::string_view::npos)
    return Error{"E0003",
                 fmt::format("this is not a text file: byte {} is 0x{:02x}", binary,
                             static_cast<unsigned char>(text[binary])),
                 name, what_it_is(text)};
  if (only_comments(text))
    return Error{
        "E0004", "the scene is empty", name,
        "the least is a [[fill]] with `kind`, `diameter` and `count`; `scree new` writes a start"};
  return std::nullopt;
}

std::string nearest_file(const fs::path& path) {
  std::vector<std::string> names;
  std::error_code ignored;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  const std::string near = nearest_word(path.filename().string(), names);
  return near.empty() ? std::string() : fmt::format("did you mean `{}`?", near);
}

Result<Scene> parse_in(std::string_view text, const std::string& name, const std::string& folder,
                       const std::vector<std::string>& overrides) {
  if (auto e = unreadable_text(text, name)) return *e;
  Messages messages;
  const int source = messages.add_source(name, std::string(text));
  auto document = parse_document(text, source, messages);
  if (!document) return messages.take();
  Variables variables;
  variables.look_at(*document);
  spread_variants(*document);
  for (const std::string& assignment : overrides) apply_override(assignment, *document, messages);
  const std::size_t inputs = messages.sources().size();  // tables of grains are added below
  ReadContext context{folder, messages};
  Scene scene;
  scene.sweep = apply_sweep(*document, context);
  apply_variants(*document, messages);
  apply_stage_variants(*document, messages);
  variables.take(*document, messages);
  context.variables = &variables;
  if (const Node* d = document->find("dimension")) {
    Messages quiet;  // the reader says what is wrong with it
    context.two_d = d->kind == Node::Kind::text
                        ? variables.number(*d, "dimension", dim::none, quiet) == 2.0
                        : d->kind == Node::Kind::integer && d->integer == 2;
  }
  const std::size_t mistakes = messages.error_count();
  const ScenePlugins plugins(*document, context);
  // Without a plugin its laws would be unknown words.
  if (messages.error_count() != mistakes) return messages.take();
  const LawScope laws(plugins.laws());
  scene.world.laws = plugins.laws();
  Branch root = read_section(*document, scene_section(), context);
  scene.source = text;
  std::vector<FillEnd> fills = build_scene(root, context, scene);
  if (!messages.ok()) return messages.take();
  plugins.record(root);
  scene.resolved = resolved_text(root) + variables.recorded();
  scene.variables = variables.values();
  scene.warnings = messages.warnings();
  scene.notes = messages.notes();
  Sources sources = messages.take_sources();
  sources.keep_first(inputs);
  scene.locations = SceneLocations(root, std::move(fills), std::move(sources));
  return scene;
}

}  // namespace

Result<Scene> load_scene(const std::string& path, const std::vector<std::string>& overrides) {
  std::error_code failure;
  const auto status = fs::status(path, failure);
  if (!fs::exists(status)) return Error{"E0001", "there is no such file", path, nearest_file(path)};
  if (fs::is_directory(status)) return Error{"E0001", "this is a folder, not a scene", path, ""};
  const std::uintmax_t size = fs::is_regular_file(status) ? fs::file_size(path, failure) : 0;
  if (!failure && size > kLargestText) return too_large(path, size);
  std::ifstream in(path, std::ios::binary);
  std::string text;
  // A pipe has no size: read no more than is accepted.
  char buffer[1 << 16];
  while (in && text.size() <= kLargestText) {
    in.read(buffer, sizeof buffer);
    text.append(buffer, static_cast<std::size_t>(in.gcount()));
  }
  if (in.bad() || (!in.eof() && in.fail()))
    return Error{"E0001", "the file cannot be read", path, ""};
  return parse_in(text, path, fs::path(path).parent_path().string(), overrides);
}

Result<Scene> parse_scene(std::string_view text, const std::string& file_name,
                          const std::vector<std::string>& overrides) {
  return parse_in(text, file_name, fs::path(file_name).parent_path().string(), overrides);
}

}  // namespace scree
