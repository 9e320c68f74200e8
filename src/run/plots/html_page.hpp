// A page that opens without a server: one HTML file with its style, pictures and plots inside.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/plot/svg_plot.hpp"

namespace scree::run {

class HtmlPage {
 public:
  explicit HtmlPage(std::string_view title);

  void heading(std::string_view text);
  void paragraph(std::string_view text);
  // A word in a coloured box: ok green, doubtful amber, failed red, others grey.
  void verdict(std::string_view word, std::string_view beside);
  // Texts are escaped. `numbers`: columns from this one on are set flush right.
  void table(const std::vector<std::string>& head,
             const std::vector<std::vector<std::string>>& rows, std::size_t numbers = 99);
  // Between begin_grid() and end_grid() pictures stand side by side.
  void begin_grid() { body_ += "<div class=\"grid\">\n"; }
  void end_grid() { body_ += "</div>\n"; }
  void plot(const plot::Plot& plot);
  void picture(std::string_view png, std::string_view caption);
  void text(std::string_view content);                       // as it is, of fixed width
  void html(std::string_view content) { body_ += content; }  // as it is
  void folded(std::string_view summary, std::string_view content);

  std::string finish() const;

 private:
  std::string title_, body_;
};

}  // namespace scree::run
