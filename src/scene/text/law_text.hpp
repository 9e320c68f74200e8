// A contact law from the words of a command line: `hertz`, `--with tangential=spring`,
// `--set young='5 MPa'`, `--set tangential.friction=0.3`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "sim/world/world.hpp"

namespace scree {

struct LawWords {
  std::string name;               // of a part: "hertz", or "rolling/spring" where two share a name
  std::vector<std::string> with;  // KIND=NAME
  std::vector<std::string> sets;  // KEY=VALUE of the named part, KIND.KEY=VALUE of another
};

struct WordedLaw {
  MaterialSpec material;
  std::string_view kind;  // of the named part
  std::vector<std::string>
      assumed;  // what the scene does not say: "normal = linear, stiffness = 10 kN/m, ..."
};

// The material whose parts these are; all mistakes at once.
// E0330: no such law, E0331: a name of two kinds, E0332: parameters are missing, E0333: a word that
// is not KIND=NAME or KEY=VALUE of a part that there is.
Result<WordedLaw> law_of_words(const LawWords& words);

}  // namespace scree
