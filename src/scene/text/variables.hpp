// [let]: named values of a scene, and the arithmetic that uses them.
//
//   [let]
//   outlet = "16 mm"
//   cone   = "{outlet} / 2 + 3 mm"
//
// Where a scene takes a number, a text with names in braces is worked out
// (base/quantity_expression). resolved.toml holds the values as they came out; there each variable
// is a table that records what it was: `outlet = { text = "16 mm", value = 0.016, unit = "m" }`.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/quantity_expression.hpp"
#include "scene/text/document.hpp"
#include "scene/text/schema.hpp"

namespace scree {

// The table behind [let], for schema.cpp.
const Section& let_section();

// A variable as a scene's reader sees it.
struct VariableValue {
  std::string name;
  std::string text;  // as given
  double value = 0;  // SI
  std::string unit;
};

class Variables {
 public:
  // Before overrides and [sweep]: which names the scene itself defines, and which its texts use.
  void look_at(const Node& document);
  // After them: takes [let] out of the document and works all of it out. Mistakes are reported:
  // E0122 (made of each other), E0125 (set, but used by nothing), E0127 (not a quantity). A
  // variable of the scene that nothing uses is warned of.
  void take(Node& document, Messages& messages);

  // The value of a text where a number is expected: a quantity or an expression of that dimension.
  // Mistakes are reported with the part of the text that they are about; `name`: whose value it is.
  std::optional<double> number(const Node& text, std::string_view name, Dimension expected,
                               Messages& messages) const;

  // In the order of the table.
  std::vector<VariableValue> values() const;
  // [let] for resolved.toml; empty where there is none.
  std::string recorded() const;

 private:
  struct Variable {
    TextSpan key;
    Node node;
    bool overridden = false;  // by --set or [sweep]
    bool recorded = false;    // a table of resolved.toml
    enum class State { waiting, open, good, bad } state = State::waiting;
    Quantity value;
    std::string text;  // as given
  };

  NamedQuantity find(std::string_view name) const;
  bool is_quantity_with_slip(std::string_view text, const Error& as_expression) const;
  bool mentions_variable(std::string_view text) const;  // also without braces
  void work_out(const std::string& name, std::vector<std::string>& path, Messages& messages);
  bool read_recorded(const std::string& name, Variable& v, Messages& messages);
  void work_out_text(const std::string& name, Variable& v, std::vector<std::string>& path,
                     Messages& messages);
  void tell_unused(Messages& messages) const;
  void collect_uses(const Node& node);

  std::map<std::string, Variable, std::less<>> all_;
  std::vector<std::string> order_;  // as written
  std::map<std::string, TextSpan, std::less<>> of_scene_;
  std::vector<std::string> used_;
};

}  // namespace scree
