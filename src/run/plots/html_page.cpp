#include "run/plots/html_page.hpp"

#include <fmt/format.h>

#include <span>

#include "base/safe_text.hpp"
#include "io/base64.hpp"
#include "io/xml.hpp"

namespace scree::run {
namespace {

constexpr const char* kStyle =
    "body{font:15px/1.5 'Helvetica Neue',Arial,sans-serif;color:#222;max-width:1180px;margin:0 "
    "auto;padding:24px}\n"
    "h1{font-size:26px;margin:0 0 4px}h2{font-size:19px;margin:32px 0 8px;border-bottom:1px solid "
    "#ddd;padding-bottom:4px}\n"
    "table{border-collapse:collapse;margin:8px 0;font-size:14px}td,th{padding:3px "
    "12px;border-bottom:1px solid #e8e8e8;text-align:left;vertical-align:top}\n"
    "th{border-bottom:2px solid #bbb}.n{text-align:right;font-variant-numeric:tabular-nums;"
    "white-space:nowrap}\n"
    ".wide{overflow-x:auto}img{max-width:100%;height:auto}\n"
    ".grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(460px,1fr));gap:12px}\n"
    "figure{margin:8px 0;max-width:820px}figcaption{color:#666;font-size:13px}\n"
    "pre{background:#f6f7f8;border:1px solid #e2e4e6;border-radius:4px;padding:12px;overflow:auto;"
    "font-size:13px;line-height:1.4}summary{cursor:pointer;margin:8px 0}\n"
    ".verdict{display:inline-block;color:#fff;border-radius:4px;padding:2px 12px;font-weight:bold;"
    "margin-right:10px}\n"
    ".ok{background:#1a7f4b}.doubtful{background:#b86e00}.failed{background:#b3261e}"
    ".other{background:#666}\n";

// Lines stay; everything else that is not visible text is written out.
std::string escaped_lines(std::string_view text) {
  std::string out;
  for (const char c : safe_text(text, Keep::lines)) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else
      out += c;
  }
  return out;
}

void put_data(std::string& out, const char* kind, std::string_view bytes) {
  out += fmt::format("data:{};base64,", kind);
  append_base64(out, {reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()});
}

}  // namespace

HtmlPage::HtmlPage(std::string_view title) : title_(xml_escaped(title)) {
  body_ = "<h1>" + title_ + "</h1>\n";
}

void HtmlPage::heading(std::string_view text) { body_ += "<h2>" + xml_escaped(text) + "</h2>\n"; }
void HtmlPage::paragraph(std::string_view text) { body_ += "<p>" + xml_escaped(text) + "</p>\n"; }

void HtmlPage::verdict(std::string_view word, std::string_view beside) {
  const bool known = word == "ok" || word == "doubtful" || word == "failed";
  body_ += fmt::format("<p><span class=\"verdict {}\">{}</span>{}</p>\n", known ? word : "other",
                       xml_escaped(word), xml_escaped(beside));
}

void HtmlPage::table(const std::vector<std::string>& head,
                     const std::vector<std::vector<std::string>>& rows, std::size_t numbers) {
  const auto put_row = [&](const std::vector<std::string>& cells, const char* tag) {
    body_ += "<tr>";
    for (std::size_t k = 0; k < cells.size(); ++k)
      body_ += fmt::format("<{0}{1}>{2}</{0}>", tag, k >= numbers ? " class=\"n\"" : "",
                           xml_escaped(cells[k]));
    body_ += "</tr>\n";
  };
  body_ += "<div class=\"wide\"><table>\n";
  if (!head.empty()) put_row(head, "th");
  for (const auto& row : rows) put_row(row, "td");
  body_ += "</table></div>\n";
}

void HtmlPage::plot(const plot::Plot& plot) {
  // As a picture, not inline: names within one SVG must not meet those of another.
  body_ += "<figure><img src=\"";
  put_data(body_, "image/svg+xml", plot::to_svg(plot));
  body_ += fmt::format("\" width=\"{}\" height=\"{}\" alt=\"{}\"></figure>\n", plot.width,
                       plot.height, xml_escaped(plot.title));
}

void HtmlPage::picture(std::string_view png, std::string_view caption) {
  body_ += "<figure><img src=\"";
  put_data(body_, "image/png", png);
  body_ +=
      fmt::format("\" alt=\"{0}\"><figcaption>{0}</figcaption></figure>\n", xml_escaped(caption));
}

void HtmlPage::text(std::string_view content) {
  body_ += "<pre>" + escaped_lines(content) + "</pre>\n";
}

void HtmlPage::folded(std::string_view summary, std::string_view content) {
  body_ += "<details><summary>" + xml_escaped(summary) + "</summary>\n";
  text(content);
  body_ += "</details>\n";
}

std::string HtmlPage::finish() const {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
      "name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n"
      "<style>\n{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
      title_, kStyle, body_);
}

}  // namespace scree::run
