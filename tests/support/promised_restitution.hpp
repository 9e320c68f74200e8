// The restitution that the normal part of a law promises of a free collision, where it does.
#pragma once

#include <optional>

#include "sim/contacts/law_of_contact.hpp"

namespace scree::test {

inline std::optional<double> promised_restitution(const kernel::PairLaw& law, double m_eff,
                                                  double r_eff, double speed) {
  std::optional<double> out;
  if (law.normal.external != nullptr) return out;
  with_part(laws::NormalParts{}, law.normal, [&](const auto& part) {
    if constexpr (requires { part.restitution(m_eff, r_eff, speed); })
      if (const double e = part.restitution(m_eff, r_eff, speed); e == e) out = e;
  });
  return out;
}

}  // namespace scree::test
