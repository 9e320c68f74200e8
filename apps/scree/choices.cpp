#include "scree/choices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/words.hpp"

namespace scree::app {
namespace {

// A whole number or nothing at all; false: neither.
bool read_part(std::string_view text, std::optional<long>& out) {
  if (text.empty()) return true;
  long v = 0;
  const auto [end, trouble] = std::from_chars(text.data(), text.data() + text.size(), v);
  if (trouble != std::errc{} || end != text.data() + text.size()) return false;
  out = v;
  return true;
}

Error bad_choice(std::string_view text, const std::string& why) {
  return {"E0751", why, fmt::format("--frames {}", text),
          "all, last, first, a number from 0, or A:B:STEP with B excluded; -1 is the last"};
}

}  // namespace

Result<std::vector<std::size_t>> choose_frames(std::string_view text, std::size_t count) {
  const long n = static_cast<long>(count);
  if (text == "first") text = "0";
  if (text == "last") text = "-1";
  if (text == "all") text = ":";
  std::vector<std::string_view> parts;
  for (std::string_view rest = text;;) {
    const std::size_t colon = rest.find(':');
    parts.push_back(rest.substr(0, colon));
    if (colon == std::string_view::npos) break;
    rest.remove_prefix(colon + 1);
  }
  std::optional<long> value[3];
  if (parts.size() > 3 || text.empty()) return bad_choice(text, "is not a choice of frames");
  for (std::size_t k = 0; k < parts.size(); ++k)
    if (!read_part(parts[k], value[k])) return bad_choice(text, "is not a choice of frames");
  const auto from_end = [n](long v) { return v < 0 ? v + n : v; };
  std::vector<std::size_t> out;
  if (parts.size() == 1) {
    const long v = from_end(*value[0]);
    if (v < 0 || v >= n)
      return bad_choice(text,
                        fmt::format("there is no such frame: the run has {}, 0 to {}", n, n - 1));
    return std::vector<std::size_t>{static_cast<std::size_t>(v)};
  }
  const long step = value[2].value_or(1);
  if (step <= 0) return bad_choice(text, "the step must be at least 1");
  const long first = std::max(from_end(value[0].value_or(0)), 0L);
  const long end = std::min(value[1] ? from_end(*value[1]) : n, n);
  for (long k = first; k < end; k += step) out.push_back(static_cast<std::size_t>(k));
  if (out.empty()) return bad_choice(text, fmt::format("chooses none of the {} frames", n));
  return out;
}

Result<ParamSet> parse_pairs(const CatalogInfo& info, const std::vector<std::string>& pairs) {
  ParamSet out;
  Errors errors;
  std::vector<std::string> names;
  for (const ParamInfo& p : info.params) names.emplace_back(p.name);
  for (const std::string& pair : pairs) {
    const std::size_t equals = pair.find('=');
    const std::string name = pair.substr(0, std::min(equals, pair.size()));
    if (equals == std::string::npos) {
      errors.push_back({"E0103", "is not `name=value`", "--param " + pair, ""});
      continue;
    }
    const auto known = std::find_if(info.params.begin(), info.params.end(),
                                    [&](const ParamInfo& p) { return p.is_called(name); });
    if (known == info.params.end()) {
      const std::string near = nearest_word(name, names);
      errors.push_back({"E0101", fmt::format("`{}` has no parameter `{}`", info.name, name),
                        "--param " + pair,
                        !near.empty()   ? "did you mean `" + near + "`?"
                        : names.empty() ? "it has none at all"
                                        : "known: " + list_words(names, 20)});
      continue;
    }
    auto value = parse_param(*known, std::string_view(pair).substr(equals + 1));
    if (value) {
      out.set(name, std::move(*value));
      continue;
    }
    for (Error e : value.errors()) e.location = "--param " + pair, errors.push_back(std::move(e));
  }
  if (!errors.empty()) return errors;
  return out;
}

}  // namespace scree::app
