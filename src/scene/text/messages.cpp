#include "scene/text/messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace scree {

void Messages::error(std::string_view code, const TextSpan& at, std::string message,
                     std::string hint) {
  if (full()) return count_one();
  message += sources_.excerpt(at);
  errors_.push_back(
      {at, {std::string(code), std::move(message), sources_.name(at), std::move(hint)}});
}

void Messages::warn(const TextSpan& at, const std::string& message) {
  const std::string where = sources_.name(at);
  warnings_.push_back(where.empty() ? message : fmt::format("{}: {}", where, message));
}

Errors Messages::take() {
  std::stable_sort(errors_.begin(), errors_.end(), [](const Located& a, const Located& b) {
    return std::tie(a.at.source, a.at.line, a.at.column) <
           std::tie(b.at.source, b.at.line, b.at.column);
  });
  Errors out;
  for (Located& e : errors_) out.push_back(std::move(e.error));
  if (left_out_ > 0)
    out.push_back({"E0009", fmt::format("... and {} more mistakes", left_out_), "", ""});
  errors_.clear();
  left_out_ = 0;
  return out;
}

}  // namespace scree
