#include "scene/build/results.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.hpp"
#include "scene/build/measures.hpp"

namespace scree {
namespace {

constexpr std::string_view kTakes = "mean|slope|max|min|first|last|deviation";
constexpr ParamInfo kResult[] = {
    {.name = "name",
     .kind = ParamKind::text,
     .required = true,
     .doc = "of the number: in summary.json and as a column of results.csv of a sweep"},
    {.name = "of",
     .kind = ParamKind::text,
     .required = true,
     .doc = "a column of series.csv, or arithmetic of columns as for `scree plot`: "
            "\"abs(cell.stress_xy) / cell.stress_yy\""},
    {.name = "take",
     .kind = ParamKind::choice,
     .fallback = "mean",
     .choices = kTakes,
     .doc = "mean of the rows; slope of the straight line through them, per second; the greatest, "
            "smallest, first or last value; their standard deviation"},
    {.name = "from",
     .dim = dim::time,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "beginning of the window, in simulated time"},
    {.name = "to",
     .dim = dim::time,
     .range = range::positive,
     .doc = "end of the window; default: the end of the run"},
    {.name = "where",
     .kind = ParamKind::text,
     .doc = "only rows for which this comparison holds: \"cell.phase = 1\", \"lid.force_y > 100\"; "
            "with `take = \"first\"` the value when it first holds"},
};

// Columns that every table of results has.
constexpr std::string_view kTaken[] = {
    "run",        "status",       "time",    "steps",          "particles",
    "contacts",   "coordination", "seed",    "mean_speed",     "kinetic",
    "rotational", "potential",    "lost",    "residual",       "added",
    "removed",    "state_hash",   "message", "greatest_speed", "greatest_overlap",
    "work_walls", "work_gravity"};

}  // namespace

const Section& result_section() {
  static const Section section{
      .title = "[[result]]",
      .doc =
          "A number that the run ends with, taken from its series over a window: a mean, a "
          "slope, a maximum. It stands with its unit in summary.json, and as a column of its own "
          "in the results of a sweep.",
      .params = kResult};
  return section;
}

std::vector<ResultSpec> read_results(std::span<const Branch> list, Messages& messages) {
  std::vector<ResultSpec> out;
  for (const Branch& b : list) {
    if (b.broken) continue;
    const auto fail = [&](std::string_view key, std::string message, std::string hint) {
      messages.error("E0757", b.where(key), std::move(message), std::move(hint));
    };
    ResultSpec r;
    r.name = b.params.text("name");
    r.of = b.params.text("of");
    const auto takes = split_choices(kTakes);
    r.take = static_cast<ResultSpec::Take>(
        std::find(takes.begin(), takes.end(), b.params.text("take")) - takes.begin());
    r.from = b.params.number("from");
    r.to = b.params.number_or("to", r.to);
    if (b.params.has("where")) r.where = b.params.text("where");
    if (!fits_a_header(r.name))
      fail("name", "the name of a result must not be empty and has no commas, quotes or tabs",
           "it is the name of a column");
    else if (std::find(std::begin(kTaken), std::end(kTaken), r.name) != std::end(kTaken))
      fail("name", fmt::format("every table of results has a column `{}` already", r.name),
           fmt::format("another name: \"{}_in_window\"", r.name));
    else if (std::any_of(out.begin(), out.end(),
                         [&](const ResultSpec& o) { return o.name == r.name; }))
      fail("name", fmt::format("two results have the name `{}`", r.name), "each needs its own");
    if (!(r.from < r.to))
      fail("to",
           fmt::format("the window of `{}` ends at {:g} s, before it begins at {:g} s", r.name,
                       r.to, r.from),
           "give `from` and `to` in this order");
    if (trimmed(r.of).empty())
      fail("of", fmt::format("result `{}` is of nothing", r.name),
           "name a column of series.csv: of = \"coordination\"");
    out.push_back(std::move(r));
  }
  return out;
}

}  // namespace scree
