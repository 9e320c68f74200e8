#include "scree/verify/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scree::app {

using run::Json;
namespace {

// Characters, not bytes, so that columns with Greek letters stand straight.
std::string padded(const std::string& s, std::size_t width) {
  std::size_t n = 0;
  for (const char c : s) n += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return s + std::string(n < width ? width - n : 0, ' ');
}

std::string row_text(const VerifyRow& r) {
  const std::string head = "  " + padded(r.quantity + (r.unit.empty() ? "" : ", " + r.unit), 56);
  const char* verdict = r.ok ? "ok" : "WRONG";
  if (r.is_text()) {
    // Hashes are long; where they agree, one is enough.
    if (r.ok) return fmt::format("{} {:<49} {}\n", head, r.ours_text, verdict);
    return fmt::format("{} {} instead of {} {}\n", head, r.ours_text, r.theory_text, verdict);
  }
  return fmt::format("{} {:>12.6g} {:>12.6g} {:>12.2e} {:>10.1e} {}\n", head, r.ours, r.theory,
                     r.difference(), r.limit, verdict);
}

}  // namespace

std::string case_table(const VerifyCase& c, const VerifyResult& r) {
  std::string out = fmt::format("{}  ({:.1f} s)\n", c.name, r.seconds);
  const bool numbers = std::any_of(r.rows.begin(), r.rows.end(),
                                   [](const VerifyRow& row) { return !row.is_text(); });
  if (numbers)
    out += fmt::format("  {:<56} {:>12} {:>12} {:>12} {:>10}\n", "", "ours", "theory", "difference",
                       "limit");
  for (const VerifyRow& row : r.rows) out += row_text(row);
  return out;
}

std::string verify_closing(const Verified& all) {
  std::size_t rows = 0, wrong = 0;
  double seconds = 0;
  std::string names;
  for (const auto& [c, r] : all) {
    for (const VerifyRow& row : r.rows) ++rows, wrong += !row.ok;
    seconds += r.seconds;
    if (!r.ok()) names += (names.empty() ? "" : ", ") + std::string(c->name);
  }
  if (wrong == 0 && names.empty())
    return fmt::format("{} cases, {} numbers, all within their limits; {:.1f} s\n", all.size(),
                       rows, seconds);
  return fmt::format("{} of {} numbers WRONG, in {}; {:.1f} s\n", wrong, rows, names, seconds);
}

Json verify_json(const Verified& all, const VerifyOptions& options) {
  Json cases = Json::array();
  bool ok = true;
  for (const auto& [c, r] : all) {
    Json rows = Json::array();
    for (const VerifyRow& row : r.rows) {
      Json j{{"quantity", row.quantity}};
      if (row.is_text()) {
        j["ours"] = row.ours_text;
        j["theory"] = row.theory_text;
      } else {
        j["unit"] = row.unit;
        j["ours"] = row.ours;
        j["theory"] = row.theory;
        j["difference"] = row.difference();
        j["limit"] = row.limit;
      }
      j["why"] = row.why;
      j["ok"] = row.ok;
      rows.push_back(std::move(j));
    }
    cases.push_back({{"name", c->name}, {"ok", r.ok()}, {"seconds", r.seconds}, {"rows", rows}});
    ok = ok && r.ok();
  }
  return {{"version", options.version},
          {"revision", options.revision},
          {"quick", options.quick},
          {"ok", ok},
          {"cases", cases}};
}

}  // namespace scree::app
