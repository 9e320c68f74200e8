// One mechanism for the parameters of everything in a catalogue: laws, walls, motions, fills,
// integrators, measures, exporters.
//
// An entry declares a table of ParamInfo. The scene reads, checks and documents values with that
// table alone (`scree list`, the reference page, the JSON schema); the entry receives a ParamSet
// in SI in which every required or defaulted parameter is present.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"
#include "base/vec3.hpp"

namespace scree {

enum class ParamKind { number, integer, boolean, text, choice, path, vector, numbers, matrix };

struct ParamRange {
  double lo = -std::numeric_limits<double>::infinity();
  double hi = std::numeric_limits<double>::infinity();
  bool lo_open = false;
  bool hi_open = false;

  constexpr bool contains(double v) const {
    return (lo_open ? v > lo : v >= lo) && (hi_open ? v < hi : v <= hi);
  }
};

namespace range {
inline constexpr double inf = std::numeric_limits<double>::infinity();
inline constexpr ParamRange any{};
inline constexpr ParamRange positive{0, inf, true, false};
inline constexpr ParamRange non_negative{0, inf, false, false};
inline constexpr ParamRange fraction{0, 1, false, false};          // [0, 1]
inline constexpr ParamRange positive_fraction{0, 1, true, false};  // (0, 1]
}  // namespace range

struct ParamInfo {
  std::string_view name;
  ParamKind kind = ParamKind::number;
  Dimension dim = dim::none;
  std::string_view fallback = {};  // default as one would write it in a scene; empty: none
  bool required = false;           // neither required nor fallback: the value may be absent
  ParamRange range = {};
  std::string_view choices = {};  // for ParamKind::choice: "inside|outside"
  std::string_view doc = {};
  // A usual value as one would write it in a scene, where that of the dimension would mislead
  // (a surface energy has the unit of a stiffness). Messages propose it, generic tests take it.
  std::string_view example = {};
  std::string_view older_names = {};  // "lo|low": read as `name` as well, written as `name`
  // Of a matrix whose rows mix quantities: one dimension per column, and rows are that long.
  std::span<const Dimension> columns = {};

  bool is_called(std::string_view word) const;  // by its name or an older one
  std::string full_doc() const;                 // `doc`, with the older names
};

// Values in SI, checked against a table of ParamInfo.
class ParamSet {
 public:
  using Value = std::variant<double, std::int64_t, bool, std::string, Vec3, std::vector<double>,
                             std::vector<std::vector<double>>>;

  bool has(std::string_view name) const { return values_.find(name) != values_.end(); }
  void set(std::string_view name, Value v) {
    values_.insert_or_assign(std::string(name), std::move(v));
  }

  // Precondition of the getters: has(name), and the kind that the table declares.
  double number(std::string_view name) const { return get<double>(name); }
  double number_or(std::string_view name, double otherwise) const {
    return has(name) ? number(name) : otherwise;
  }
  std::int64_t integer(std::string_view name) const { return get<std::int64_t>(name); }
  bool boolean(std::string_view name) const { return get<bool>(name); }
  const std::string& text(std::string_view name) const { return get<std::string>(name); }
  Vec3 vector(std::string_view name) const { return get<Vec3>(name); }
  const std::vector<double>& numbers(std::string_view name) const {
    return get<std::vector<double>>(name);
  }
  const std::vector<std::vector<double>>& matrix(std::string_view name) const {
    return get<std::vector<std::vector<double>>>(name);
  }
  const std::map<std::string, Value, std::less<>>& values() const { return values_; }

 private:
  template <class T>
  const T& get(std::string_view name) const {
    return std::get<T>(values_.find(name)->second);
  }
  std::map<std::string, Value, std::less<>> values_;
};

// Reads a value as one would write it in a scene: 0.5, "4 mm" or 4 mm, [0, "1 cm", 0], true, word.
// Bare numbers are SI. Checks kind, dimension, range and choices.
Result<ParamSet::Value> parse_param(const ParamInfo& info, std::string_view text);

// The rule that `value` breaks (kind, finite, range, choices), or nothing.
std::optional<Error> check_param(const ParamInfo& info, const ParamSet::Value& value);

// "greater than 0", "between 0 and 1", empty where everything is allowed; in SI with the unit.
std::string range_text(const ParamInfo& info);
// "a length (m)", "a list of 3 numbers", "one of `a` or `b`": what a parameter takes.
std::string kind_text(const ParamInfo& info);

// A value to propose, as one would write it in a scene and within the range: the example of the
// table, its default, or what is usual for the dimension (grains of a centimetre).
std::string example_text(const ParamInfo& info);

// Fills the defaults of a table into a set that a program made by hand; names the first parameter
// that is required and missing, unknown or out of range.
Result<ParamSet> with_defaults(std::span<const ParamInfo> table, ParamSet given);

// What a catalogue shows of one entry.
struct CatalogInfo {
  std::string_view name;     // as written in a scene
  std::string_view summary;  // one line
  std::string_view source;   // where it comes from: paper and equation
  std::span<const ParamInfo> params = {};
};

}  // namespace scree
