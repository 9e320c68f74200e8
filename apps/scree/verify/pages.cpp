// The pages of `scree verify`: Markdown for a repository, HTML for a browser.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/base64.hpp"
#include "scree/verify/report.hpp"

namespace scree::app {
namespace {

// Largest share of a limit that a row of the case used up.
double worst_share(const VerifyResult& r) {
  double worst = 0;
  for (const VerifyRow& row : r.rows)
    if (!row.is_text() && row.limit > 0)
      worst = std::max(worst, std::abs(row.difference()) / row.limit);
  return worst;
}

std::string share_text(const VerifyResult& r) {
  const double share = worst_share(r);
  return share > 0 ? fmt::format("{:.0f} %", 100 * share) : "";
}

std::string introduction(const VerifyOptions& options) {
  return fmt::format(
      "Written by `scree verify{}`, Scree {}{}. Each row compares a number of a simulation with "
      "theory or a published value; the limit is what the two may differ by, for the reason given.",
      options.quick ? " --quick" : "", options.version,
      options.revision.empty() ? "" : " (" + options.revision + ")");
}

struct Cells {
  std::string quantity, ours, theory, difference, limit;
};

Cells cells_of(const VerifyRow& r) {
  const std::string quantity = r.quantity + (r.unit.empty() ? "" : ", " + r.unit);
  if (r.is_text()) return {quantity, r.ours_text, r.theory_text, "", ""};
  return {quantity, fmt::format("{:.7g}", r.ours), fmt::format("{:.7g}", r.theory),
          fmt::format("{:+.2e}", r.difference()), fmt::format("{:.1e}", r.limit)};
}

std::string in_markdown(const std::string& s) {
  std::string out;
  for (const char c : s) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

std::string in_html(const std::string& s) {
  std::string out;
  bool code = false;
  for (const char c : s) {
    if (c == '`')
      out += (code = !code) ? "<code>" : "</code>";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return code ? out + "</code>" : out;
}

std::string markdown_case(const VerifyCase& c, const VerifyResult& r) {
  std::string out = fmt::format("\n## {}\n\n{}", c.name, c.what);
  if (!c.source.empty()) out += fmt::format(" Source: {}.", c.source);
  out +=
      "\n\n| quantity | ours | theory | difference | limit | | why this limit |\n"
      "|---|--:|--:|--:|--:|---|---|\n";
  for (const VerifyRow& row : r.rows) {
    const Cells t = cells_of(row);
    out += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", in_markdown(t.quantity),
                       in_markdown(t.ours), in_markdown(t.theory), t.difference, t.limit,
                       row.ok ? "ok" : "**WRONG**", in_markdown(row.why));
  }
  for (const VerifyPlot& p : r.plots) out += fmt::format("\n![{}]({}.svg)\n", p.plot.title, p.name);
  return out;
}

std::string markdown_page(const Verified& all, const VerifyOptions& options) {
  std::string out = "# Scree verified\n\n" + introduction(options) + "\n\n" + verify_closing(all);
  out += "\n| case | rows | worst, of its limit | |\n|---|--:|--:|---|\n";
  for (const auto& [c, r] : all)
    out += fmt::format("| [{0}](#{0}) | {1} | {2} | {3} |\n", c->name, r.rows.size(), share_text(r),
                       r.ok() ? "ok" : "**WRONG**");
  for (const auto& [c, r] : all) out += markdown_case(*c, r);
  return out;
}

constexpr const char* kStyle =
    "body{font:15px/1.5 Helvetica,Arial,sans-serif;color:#222;background:#fff;max-width:64em;"
    "margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse;font-size:13px;margin:1em 0}"
    "th,td{border-bottom:1px solid #ddd;padding:.25em .7em;text-align:left}"
    "td.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}"
    "td.ok{color:#1a7f37}td.wrong{color:#fff;background:#c62828;font-weight:bold}"
    "td.why{color:#666}img{max-width:100%;display:block;margin:1em 0}h2{margin-top:2em}";

std::string html_verdict(bool ok) {
  return ok ? "<td class=\"ok\">ok</td>" : "<td class=\"wrong\">WRONG</td>";
}

std::string as_data(const std::string& svg) {
  std::string out = "data:image/svg+xml;base64,";
  append_base64(out, {reinterpret_cast<const unsigned char*>(svg.data()), svg.size()});
  return out;
}

std::string html_case(const VerifyCase& c, const VerifyResult& r) {
  std::string out =
      fmt::format("<h2 id=\"{0}\">{0}</h2>\n<p>{1}", c.name, in_html(std::string(c.what)));
  if (!c.source.empty()) out += fmt::format(" Source: {}.", in_html(std::string(c.source)));
  out +=
      "</p>\n<table><tr><th>quantity</th><th>ours</th><th>theory</th><th>difference</th>"
      "<th>limit</th><th></th><th>why this limit</th></tr>\n";
  for (const VerifyRow& row : r.rows) {
    const Cells t = cells_of(row);
    out += fmt::format(
        "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>"
        "<td class=\"n\">{}</td>{}<td class=\"why\">{}</td></tr>\n",
        in_html(t.quantity), in_html(t.ours), in_html(t.theory), t.difference, t.limit,
        html_verdict(row.ok), in_html(row.why));
  }
  out += "</table>\n";
  // As data, not inline: ids inside the pictures then cannot meet.
  for (const VerifyPlot& p : r.plots)
    out += fmt::format("<img alt=\"{}\" src=\"{}\">\n", in_html(p.plot.title),
                       as_data(plot::to_svg(p.plot)));
  return out;
}

std::string html_page(const Verified& all, const VerifyOptions& options) {
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Scree "
      "verified</title>\n<style>{}</style></head><body>\n<h1>Scree verified</h1>\n<p>{}</p>\n"
      "<p><b>{}</b></p>\n<table><tr><th>case</th><th>rows</th><th>worst, of its limit</th>"
      "<th></th></tr>\n",
      kStyle, in_html(introduction(options)), in_html(verify_closing(all)));
  for (const auto& [c, r] : all)
    out += fmt::format(
        "<tr><td><a href=\"#{0}\">{0}</a></td><td class=\"n\">{1}</td><td class=\"n\">{2}</td>"
        "{3}</tr>\n",
        c->name, r.rows.size(), share_text(r), html_verdict(r.ok()));
  out += "</table>\n";
  for (const auto& [c, r] : all) out += html_case(*c, r);
  return out + "</body></html>\n";
}

}  // namespace

Result<Done> write_pages(const std::string& folder, const Verified& all,
                         const VerifyOptions& options) {
  if (auto made = make_directories(folder); !made) return made;
  for (const auto& [c, r] : all)
    for (const VerifyPlot& p : r.plots)
      if (auto done = write_file(folder + "/" + p.name + ".svg", plot::to_svg(p.plot)); !done)
        return done;
  if (auto done = write_file(folder + "/README.md", markdown_page(all, options)); !done)
    return done;
  return write_file(folder + "/index.html", html_page(all, options));
}

}  // namespace scree::app
