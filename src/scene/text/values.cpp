// Values of a document by their ParamInfo: kind, unit, range, choice, path.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "base/words.hpp"
#include "scene/text/reader.hpp"
#include "scene/text/variables.hpp"

namespace scree {
namespace {

using Value = ParamSet::Value;

void wrong_kind(const Node& node, const ParamInfo& info, ReadContext& context) {
  context.messages.error(
      "E0103", node.span,
      fmt::format("`{}` must be {}, not {}", info.name, kind_text(info),
                  node.kind == Node::Kind::text || node.kind == Node::Kind::integer ||
                          node.kind == Node::Kind::number || node.kind == Node::Kind::boolean
                      ? value_text(node)
                      : std::string(kind_word(node.kind))));
}

// A coordinate may be next to nothing (the rounding of a sum); a length may not.
bool sound_length(double v, const ParamInfo& info) {
  if (info.dim != dim::length || v == 0) return true;
  const double size = std::abs(v);
  return size <= kLargestLength && (info.kind == ParamKind::vector || size >= kSmallestLength);
}

// What an expression came to, where its text does not say it.
std::string worked_out_hint(const Node& node, double v, Dimension dim) {
  if (node.kind != Node::Kind::text || !looks_like_expression(node.text)) return {};
  const std::string unit = si_unit(dim);
  return fmt::format("it is {}{}{}", number_text(v), unit.empty() ? "" : " ", unit);
}

// A number in SI: bare, or a text with a unit. Checks range and finiteness.
std::optional<double> read_number(const Node& node, const ParamInfo& info, ReadContext& context) {
  double v = 0;
  if (node.kind == Node::Kind::integer) {
    v = static_cast<double>(node.integer);
  } else if (node.kind == Node::Kind::number) {
    v = node.number;
  } else if (node.kind == Node::Kind::text && context.variables) {
    const auto worked = context.variables->number(node, info.name, info.dim, context.messages);
    if (!worked) return std::nullopt;
    v = *worked;
  } else if (node.kind == Node::Kind::text) {
    const auto parsed = parse_quantity(node.text, info.dim);
    if (!parsed) {
      const Error& e = parsed.error();
      context.messages.error(e.code, node.span, fmt::format("`{}`: {}", info.name, e.message),
                             e.hint);
      return std::nullopt;
    }
    v = *parsed;
  } else {
    wrong_kind(node, info, context);
    return std::nullopt;
  }
  if (!std::isfinite(v)) {
    context.messages.error("E0104", node.span,
                           fmt::format("`{}` must be a finite number", info.name));
    return std::nullopt;
  }
  if (!info.range.contains(v)) {
    const std::string unit = node.kind == Node::Kind::text ? "" : si_unit(info.dim);
    const std::string given = node.kind == Node::Kind::text ? node.text : value_text(node);
    context.messages.error("E0104", node.span,
                           fmt::format("`{}` must be {}, not {}{}{}", info.name, range_text(info),
                                       given, unit.empty() ? "" : " ", unit),
                           worked_out_hint(node, v, info.dim));
    return std::nullopt;
  }
  if (!sound_length(v, info)) {
    context.messages.error("E0104", node.span,
                           fmt::format("`{}` is {:g} m; sizes must be between {:g} m and {:g} m",
                                       info.name, v, kSmallestLength, kLargestLength),
                           "are the units right?");
    return std::nullopt;
  }
  return v == 0 ? 0.0 : v;  // -0 would not survive being written and read again
}

std::optional<Value> read_integer(const Node& node, const ParamInfo& info, ReadContext& context) {
  std::int64_t v = node.integer;
  // 1e6 is a float in TOML; people write it for a count.
  const bool whole = node.kind == Node::Kind::number && std::abs(node.number) < 0x1p53 &&
                     node.number == std::floor(node.number);
  if (whole) v = static_cast<std::int64_t>(node.number);
  if (node.kind == Node::Kind::text && context.variables && looks_like_expression(node.text)) {
    const auto worked = context.variables->number(node, info.name, dim::none, context.messages);
    if (!worked) return std::nullopt;
    if (!(std::abs(*worked) < 0x1p53) || *worked != std::floor(*worked)) {
      context.messages.error("E0103", node.span,
                             fmt::format("`{}` must be a whole number, but \"{}\" is {}", info.name,
                                         node.text, number_text(*worked)),
                             "round(), floor() or ceil() makes it one");
      return std::nullopt;
    }
    v = static_cast<std::int64_t>(*worked);
  } else if (node.kind != Node::Kind::integer && !whole) {
    wrong_kind(node, info, context);
    return std::nullopt;
  }
  if (!info.range.contains(static_cast<double>(v))) {
    context.messages.error("E0104", node.span,
                           fmt::format("`{}` must be {}, not {}", info.name, range_text(info), v));
    return std::nullopt;
  }
  return v;
}

std::optional<std::vector<double>> read_numbers(const Node& node, const ParamInfo& info,
                                                ReadContext& context) {
  if (node.kind != Node::Kind::list) {
    wrong_kind(node, info, context);
    return std::nullopt;
  }
  std::vector<double> out;
  bool good = true;
  for (const Node& item : node.list) {
    const auto v = read_number(item, info, context);
    good = good && v.has_value();
    out.push_back(v.value_or(0));
  }
  return good ? std::optional(std::move(out)) : std::nullopt;
}

// The third number of a vector of x and y: corners of boxes are a metre apart, so that areas and
// volumes are those of a unit depth.
double depth_of(std::string_view name) {
  if (name == "min") return -0.5;
  if (name == "max") return 0.5;
  return name == "size" || name == "sides" ? 1 : 0;
}

std::optional<Value> read_vector(const Node& node, const ParamInfo& info, ReadContext& context) {
  if (context.two_d && node.kind == Node::Kind::list && node.list.size() == 2) {
    const auto v = read_numbers(node, info, context);
    return v ? std::optional<Value>(Vec3{(*v)[0], (*v)[1], depth_of(info.name)}) : std::nullopt;
  }
  if (node.kind == Node::Kind::list && node.list.size() != 3) {
    context.messages.error(
        "E0103", node.span,
        fmt::format("`{}` must be {}, not {}", info.name, kind_text(info), node.list.size()));
    return std::nullopt;
  }
  const auto v = read_numbers(node, info, context);
  if (!v) return std::nullopt;
  return Vec3{(*v)[0], (*v)[1], (*v)[2]};
}

// A row of a matrix whose columns have dimensions of their own.
std::optional<std::vector<double>> read_mixed(const Node& row, const ParamInfo& info,
                                              ReadContext& context) {
  if (row.kind != Node::Kind::list || row.list.size() != info.columns.size()) {
    context.messages.error(
        "E0103", row.span,
        fmt::format("`{}` must be {}, not {}", info.name, kind_text(info),
                    row.kind == Node::Kind::list ? fmt::format("a row of {}", row.list.size())
                                                 : std::string(kind_word(row.kind))));
    return std::nullopt;
  }
  std::vector<double> out;
  bool good = true;
  for (std::size_t k = 0; k < row.list.size(); ++k) {
    ParamInfo one = info;
    one.dim = info.columns[k];
    const auto v = read_number(row.list[k], one, context);
    good = good && v.has_value();
    out.push_back(v.value_or(0));
  }
  return good ? std::optional(std::move(out)) : std::nullopt;
}

std::optional<Value> read_matrix(const Node& node, const ParamInfo& info, ReadContext& context) {
  if (node.kind != Node::Kind::list) {
    wrong_kind(node, info, context);
    return std::nullopt;
  }
  std::vector<std::vector<double>> rows;
  for (const Node& item : node.list) {
    auto row =
        info.columns.empty() ? read_numbers(item, info, context) : read_mixed(item, info, context);
    if (!row) return std::nullopt;
    rows.push_back(std::move(*row));
  }
  return rows;
}

std::string file_hint(const std::filesystem::path& path) {
  std::error_code ignored;
  std::vector<std::string> names;
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  const std::string near = nearest_word(path.filename().string(), names);
  if (!near.empty()) return fmt::format("did you mean `{}`?", near);
  return "paths are relative to the scene's own folder";
}

std::optional<Value> read_word(const Node& node, const ParamInfo& info, ReadContext& context) {
  if (node.kind != Node::Kind::text) {
    wrong_kind(node, info, context);
    return std::nullopt;
  }
  if (info.kind == ParamKind::choice) {
    if (const auto e = check_param(info, node.text)) {
      context.messages.error(e->code, node.span, e->message, e->hint);
      return std::nullopt;
    }
  }
  if (info.kind != ParamKind::path) return node.text;
  std::filesystem::path path(node.text);
  if (path.is_relative() && !context.folder.empty())
    path = std::filesystem::path(context.folder) / path;
  std::error_code ignored;
  // A folder may be meant, most likely one that an earlier run made where the program runs.
  const bool folder = info.choices == "folder";
  if (folder && !std::filesystem::exists(path, ignored)) path = node.text;
  if (folder && !std::filesystem::exists(path, ignored)) {
    context.messages.error("E0483", node.span,
                           fmt::format("`{}`: there is no run \"{}\"", info.name, node.text),
                           file_hint(path));
    return std::nullopt;
  }
  if (!folder && !std::filesystem::is_regular_file(path, ignored)) {
    context.messages.error("E0008", node.span,
                           fmt::format("`{}`: there is no file \"{}\"", info.name, node.text),
                           file_hint(path));
    return std::nullopt;
  }
  return std::filesystem::absolute(path, ignored).lexically_normal().string();
}

std::optional<Value> read_value(const Node& node, const ParamInfo& info, ReadContext& context) {
  switch (info.kind) {
    case ParamKind::number: {
      const auto v = read_number(node, info, context);
      return v ? std::optional<Value>(*v) : std::nullopt;
    }
    case ParamKind::integer:
      return read_integer(node, info, context);
    case ParamKind::boolean:
      if (node.kind == Node::Kind::boolean) return node.boolean;
      wrong_kind(node, info, context);
      return std::nullopt;
    case ParamKind::text:
    case ParamKind::choice:
    case ParamKind::path:
      return read_word(node, info, context);
    case ParamKind::vector:
      return read_vector(node, info, context);
    case ParamKind::numbers: {
      auto v = read_numbers(node, info, context);
      return v ? std::optional<Value>(std::move(*v)) : std::nullopt;
    }
    case ParamKind::matrix:
      return read_matrix(node, info, context);
  }
  return std::nullopt;
}

}  // namespace

bool read_param(const Node& node, const ParamInfo& info, ReadContext& context, ParamSet& out) {
  auto v = read_value(node, info, context);
  if (!v) return false;
  out.set(info.name, std::move(*v));
  return true;
}

}  // namespace scree
