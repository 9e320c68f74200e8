#include "measure/measure.hpp"

#include <fmt/format.h>

#include "base/parallel_totals.hpp"
#include "base/words.hpp"

namespace scree {

void MeasureContacts::visit(int threads, const ContactVisitor& visitor) const {
  if (source_) return source_(threads, visitor);
  parallel_blocks(list_.size(), threads, [&](std::size_t first, std::size_t last, int thread) {
    visitor(thread, list_.subspan(first, last - first));
  });
}

const MeasureEntry* find_measure(std::string_view name) {
  for (const MeasureEntry* e : measure_catalog())
    if (e->info.name == name) return e;
  return nullptr;
}

namespace {

// Cuts the text up to the next semicolon outside of quotes off `rest`.
std::string_view next_piece(std::string_view& rest) {
  std::size_t end = 0;
  for (bool quoted = false; end < rest.size() && (quoted || rest[end] != ';'); ++end)
    if (rest[end] == '"') quoted = !quoted;
  const std::string_view piece = trimmed(rest.substr(0, end));
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return piece;
}

Error unknown_measure(std::string_view name) {
  std::vector<std::string> names;
  for (const MeasureEntry* e : measure_catalog()) names.emplace_back(e->info.name);
  const std::string near = nearest_word(name, names);
  return {
      "E0105", fmt::format("there is no measure `{}`", name), "",
      near.empty() ? "known: " + list_words(names, 20) : fmt::format("did you mean `{}`?", near)};
}

std::optional<Error> read_setting(const CatalogInfo& info, std::string_view piece, ParamSet& out) {
  const auto equals = piece.find('=');
  if (equals == std::string_view::npos)
    return Error{"E0103", fmt::format("`{}` is not `name = value`", piece), "", ""};
  const std::string_view name = trimmed(piece.substr(0, equals));
  for (const ParamInfo& p : info.params) {
    if (!p.is_called(name)) continue;
    auto value = parse_param(p, trimmed(piece.substr(equals + 1)));
    if (!value) return value.error();
    out.set(name, std::move(*value));
    return std::nullopt;
  }
  out.set(name, 0.0);  // with_defaults() names it as unknown, with the nearest known word
  return std::nullopt;
}

}  // namespace

std::string example_line(const MeasureEntry& entry) {
  const std::string name(entry.info.name);
  return entry.example.empty() ? name : fmt::format("{}; {}", name, entry.example);
}

Result<std::unique_ptr<Measure>> make_measure(std::string_view line) {
  const std::string_view name = next_piece(line);
  const MeasureEntry* entry = find_measure(name);
  if (!entry) return unknown_measure(name);
  ParamSet given;
  while (!line.empty()) {
    const std::string_view piece = next_piece(line);
    if (piece.empty()) continue;
    if (auto e = read_setting(entry->info, piece, given)) return *e;
  }
  auto params = with_defaults(entry->info.params, std::move(given));
  if (!params) return params.errors();
  return entry->make(*params);
}

}  // namespace scree
