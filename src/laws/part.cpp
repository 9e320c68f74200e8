#include "laws/part.hpp"

#include <string>

namespace scree {

std::optional<Error> unusable(std::span<const ParamInfo> table, const PairInput& in) {
  for (const ParamInfo& p : table)
    for (const ParamSet* set : {&in.a, &in.b}) {
      const auto found = set->values().find(p.name);
      const bool present = found != set->values().end();
      if (!present && !p.required && p.fallback.empty()) continue;
      const double* number = present ? std::get_if<double>(&found->second) : nullptr;
      const bool sound = p.kind != ParamKind::number || !present ||
                         (number != nullptr && p.range.contains(*number));
      if (present && sound) continue;
      std::string message("parameter `");
      message.append(p.name);
      message.append(present ? "` is not a number in its range" : "` is missing");
      return Error{present ? "E0312" : "E0311", message, "", std::string(p.doc)};
    }
  return std::nullopt;
}

}  // namespace scree
