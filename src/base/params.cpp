#include "base/params.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/words.hpp"

namespace scree {
namespace {

std::string_view unquoted(std::string_view s) {
  s = trimmed(s);
  const bool quoted =
      s.size() >= 2 && (s.front() == '"' || s.front() == '\'') && s.back() == s.front();
  return quoted ? s.substr(1, s.size() - 2) : s;
}

Error wrong_value(const ParamInfo& info, std::string_view text) {
  return {"E0103", fmt::format("`{}` must be {}, not `{}`", info.name, kind_text(info), text), "",
          ""};
}

Result<double> read_number(const ParamInfo& info, std::string_view text) {
  text = trimmed(text);
  double v = 0;
  const auto r = std::from_chars(text.data(), text.data() + text.size(), v);
  if (r.ec == std::errc{} && r.ptr == text.data() + text.size()) return v;  // bare: SI
  return parse_quantity(unquoted(text), info.dim);
}

// Splits "[a, [b, c], d]" at the commas of its own level.
std::optional<std::vector<std::string_view>> split_list(std::string_view text) {
  text = trimmed(text);
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return std::nullopt;
  text = text.substr(1, text.size() - 2);
  std::vector<std::string_view> items;
  int depth = 0;
  std::size_t from = 0;
  for (std::size_t k = 0; k <= text.size(); ++k) {
    if (k < text.size() && text[k] == '[') ++depth;
    if (k < text.size() && text[k] == ']') --depth;
    if (k < text.size() && (text[k] != ',' || depth > 0)) continue;
    const std::string_view item = trimmed(text.substr(from, k - from));
    if (!item.empty()) items.push_back(item);
    from = k + 1;
  }
  return items;
}

Result<std::vector<double>> read_numbers(const ParamInfo& info, std::string_view text) {
  const auto items = split_list(text);
  if (!items) return wrong_value(info, text);
  std::vector<double> out;
  for (const std::string_view item : *items) {
    const auto v = read_number(info, item);
    if (!v) return v.error();
    out.push_back(*v);
  }
  return out;
}

Result<std::vector<double>> read_mixed_row(const ParamInfo& info, std::string_view text) {
  const auto items = split_list(text);
  if (!items || items->size() != info.columns.size()) return wrong_value(info, text);
  std::vector<double> out;
  for (std::size_t k = 0; k < items->size(); ++k) {
    ParamInfo one = info;
    one.dim = info.columns[k];
    const auto v = read_number(one, (*items)[k]);
    if (!v) return v.error();
    out.push_back(*v);
  }
  return out;
}

Result<ParamSet::Value> read_matrix(const ParamInfo& info, std::string_view text) {
  const auto rows = split_list(text);
  if (!rows) return wrong_value(info, text);
  std::vector<std::vector<double>> out;
  for (const std::string_view row : *rows) {
    auto numbers = info.columns.empty() ? read_numbers(info, row) : read_mixed_row(info, row);
    if (!numbers) return numbers.error();
    out.push_back(std::move(*numbers));
  }
  return ParamSet::Value(std::move(out));
}

Result<ParamSet::Value> read_value(const ParamInfo& info, std::string_view text) {
  using Value = ParamSet::Value;
  text = trimmed(text);
  switch (info.kind) {
    case ParamKind::number: {
      const auto v = read_number(info, text);
      return v ? Result<Value>(Value(*v)) : Result<Value>(v.error());
    }
    case ParamKind::integer: {
      std::int64_t v = 0;
      const auto r = std::from_chars(text.data(), text.data() + text.size(), v);
      if (r.ec != std::errc{} || r.ptr != text.data() + text.size()) return wrong_value(info, text);
      return Value(v);
    }
    case ParamKind::boolean:
      if (text != "true" && text != "false") return wrong_value(info, text);
      return Value(text == "true");
    case ParamKind::text:
    case ParamKind::choice:
    case ParamKind::path:
      return Value(std::string(unquoted(text)));
    case ParamKind::vector: {
      const auto v = read_numbers(info, text);
      if (!v) return v.error();
      if (v->size() != 3) return wrong_value(info, text);
      return Value(Vec3{(*v)[0], (*v)[1], (*v)[2]});
    }
    case ParamKind::numbers: {
      auto v = read_numbers(info, text);
      return v ? Result<Value>(Value(std::move(*v))) : Result<Value>(v.error());
    }
    case ParamKind::matrix:
      return read_matrix(info, text);
  }
  return wrong_value(info, text);
}

std::size_t variant_index(ParamKind kind) {
  switch (kind) {
    case ParamKind::number:
      return 0;
    case ParamKind::integer:
      return 1;
    case ParamKind::boolean:
      return 2;
    case ParamKind::text:
    case ParamKind::choice:
    case ParamKind::path:
      return 3;
    case ParamKind::vector:
      return 4;
    case ParamKind::numbers:
      return 5;
    case ParamKind::matrix:
      return 6;
  }
  return 0;
}

std::optional<Error> check_number(const ParamInfo& info, double v) {
  if (!std::isfinite(v))
    return Error{"E0104", fmt::format("`{}` must be a finite number", info.name), "", ""};
  if (info.range.contains(v)) return std::nullopt;
  const std::string unit = si_unit(info.dim);
  return Error{"E0104",
               fmt::format("`{}` must be {}, not {}{}{}", info.name, range_text(info),
                           number_text(v), unit.empty() ? "" : " ", unit),
               "", ""};
}

std::string did_you_mean(const std::string& near) {
  return near.empty() ? std::string() : fmt::format("did you mean `{}`?", near);
}

std::optional<Error> check_choice(const ParamInfo& info, const std::string& word) {
  const auto choices = split_choices(info.choices);
  for (const std::string& c : choices)
    if (c == word) return std::nullopt;
  return Error{"E0105",
               fmt::format("`{}` must be {}, not `{}`", info.name, list_words(choices), word), "",
               did_you_mean(nearest_word(word, choices))};
}

}  // namespace

Result<ParamSet::Value> parse_param(const ParamInfo& info, std::string_view text) {
  auto v = read_value(info, text);
  if (!v) return v;
  if (const auto e = check_param(info, *v)) return *e;
  return v;
}

std::optional<Error> check_param(const ParamInfo& info, const ParamSet::Value& value) {
  if (value.index() != variant_index(info.kind))
    return Error{"E0103", fmt::format("`{}` must be {}", info.name, kind_text(info)), "", ""};
  const auto all = [&info](const auto& list) -> std::optional<Error> {
    for (const double v : list)
      if (auto e = check_number(info, v)) return e;
    return std::nullopt;
  };
  switch (info.kind) {
    case ParamKind::number:
      return check_number(info, std::get<double>(value));
    case ParamKind::integer:
      return check_number(info, static_cast<double>(std::get<std::int64_t>(value)));
    case ParamKind::choice:
      return check_choice(info, std::get<std::string>(value));
    case ParamKind::vector: {
      const Vec3 v = std::get<Vec3>(value);
      return all(std::initializer_list<double>{v.x, v.y, v.z});
    }
    case ParamKind::numbers:
      return all(std::get<std::vector<double>>(value));
    case ParamKind::matrix:
      for (const auto& row : std::get<std::vector<std::vector<double>>>(value))
        if (auto e = all(row)) return e;
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

std::string range_text(const ParamInfo& info) {
  const ParamRange& r = info.range;
  const bool low = std::isfinite(r.lo), high = std::isfinite(r.hi);
  const std::string unit = si_unit(info.dim);
  const auto number = [&unit](double v) {
    return number_text(v) + (unit.empty() || v == 0 ? "" : " " + unit);
  };
  if (low && high && !r.lo_open && !r.hi_open)
    return "between " + number(r.lo) + " and " + number(r.hi);
  std::string s;
  if (low) s = (r.lo_open ? "greater than " : "at least ") + number(r.lo);
  if (low && high) s += " and ";
  if (high) s += (r.hi_open ? "less than " : "at most ") + number(r.hi);
  return s;
}

std::string kind_text(const ParamInfo& info) {
  const std::string quantity = dimension_word(info.dim);
  const std::string each = info.dim == dim::none ? "" : ", each " + quantity;
  switch (info.kind) {
    case ParamKind::number:
      return info.dim == dim::none ? "a number" : quantity;
    case ParamKind::integer:
      return "a whole number";
    case ParamKind::boolean:
      return "true or false";
    case ParamKind::text:
      return "a text in quotes";
    case ParamKind::choice:
      return list_words(split_choices(info.choices));
    case ParamKind::path:
      return "a file name in quotes";
    case ParamKind::vector:
      return "a list of 3 numbers" + each;
    case ParamKind::numbers:
      return "a list of numbers" + each;
    case ParamKind::matrix: {
      std::string row;
      for (const Dimension& d : info.columns)
        row += (row.empty() ? "a list of rows of " : " and ") + dimension_word(d);
      return row.empty() ? "a list of lists of numbers" + each : row;
    }
  }
  return {};
}

std::string example_text(const ParamInfo& p) {
  if (!p.example.empty()) return std::string(p.example);
  if (!p.fallback.empty()) return std::string(p.fallback);
  if (p.kind == ParamKind::choice) return split_choices(p.choices).front();
  if (p.kind == ParamKind::boolean) return "true";
  if (p.kind == ParamKind::numbers || p.kind == ParamKind::vector) {
    ParamInfo one = p;
    one.kind = ParamKind::number;
    const std::string text = example_text(one);
    const std::string cell = text.find(' ') == std::string::npos ? text : '"' + text + '"';
    return p.kind == ParamKind::numbers ? "[" + cell + "]"
                                        : "[" + cell + ", " + cell + ", " + cell + "]";
  }
  const std::pair<Dimension, const char*> usual[] = {
      {dim::time, "1 ms"},      {dim::stiffness, "10 kN/m"}, {dim::damping, "1 N s/m"},
      {dim::force, "1 mN"},     {dim::pressure, "10 MPa"},   {dim::length, "1 um"},
      {dim::velocity, "1 m/s"}, {dim::volume, "10 nl"},      {dim::angle, "10 deg"}};
  if (p.kind == ParamKind::number)
    for (const auto& [d, text] : usual)
      if (p.dim == d) return text;
  const bool whole = p.kind == ParamKind::integer;
  for (const double v : {whole ? 1.0 : 0.5, 1.0, whole ? 5.0 : 0.1, 2.0, 10.0, 0.0, -1.0})
    if (p.range.contains(v)) return number_text(v);
  return "1";
}

bool ParamInfo::is_called(std::string_view word) const {
  if (word == name) return true;
  const auto older = older_names.empty() ? std::vector<std::string>() : split_choices(older_names);
  return std::find(older.begin(), older.end(), word) != older.end();
}

std::string ParamInfo::full_doc() const {
  std::string out(doc);
  if (older_names.empty()) return out;
  for (const std::string& older : split_choices(older_names))
    out += fmt::format("{} `{}`", out.size() == doc.size() ? "; older names:" : ",", older);
  return out;
}

namespace {

// E0706: a value has its older name beside that of today.
Result<ParamSet> by_todays_names(std::span<const ParamInfo> table, ParamSet given) {
  ParamSet out;
  for (auto& [name, value] : given.values()) {
    std::string_view today = name;
    for (const ParamInfo& p : table)
      if (p.is_called(name)) today = p.name;
    if (today != name && given.has(today))
      return Error{"E0706", fmt::format("`{}` and `{}` are the same parameter", today, name), "",
                   fmt::format("leave `{}` out", name)};
    out.set(today, value);
  }
  return out;
}

}  // namespace

Result<ParamSet> with_defaults(std::span<const ParamInfo> table, ParamSet values) {
  auto named = by_todays_names(table, std::move(values));
  if (!named) return named;
  ParamSet given = std::move(*named);
  std::vector<std::string> names;
  for (const ParamInfo& p : table) names.emplace_back(p.name);
  for (const auto& [name, value] : given.values()) {
    const auto known = std::find(names.begin(), names.end(), name);
    if (known == names.end()) {
      std::string hint = did_you_mean(nearest_word(name, names));
      if (hint.empty())
        hint = names.empty() ? "there are no parameters here" : "known: " + list_words(names);
      return Error{"E0101", fmt::format("unknown parameter `{}`", name), "", hint};
    }
    if (const auto e = check_param(table[static_cast<std::size_t>(known - names.begin())], value))
      return *e;
  }
  for (const ParamInfo& p : table) {
    if (given.has(p.name)) continue;
    if (!p.fallback.empty()) {
      auto v = parse_param(p, p.fallback);
      if (!v) return v.error();
      given.set(p.name, std::move(*v));
    } else if (p.required) {
      return Error{"E0102", fmt::format("`{}` is missing: {}", p.name, p.doc), "", ""};
    }
  }
  return given;
}

}  // namespace scree
