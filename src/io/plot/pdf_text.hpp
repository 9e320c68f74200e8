// Texts for the fonts that every PDF reader has: Helvetica with the encoding of Windows, Symbol for
// Greek letters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scree::plot {

// Characters of one font at one height.
struct PdfTextPart {
  enum class Font { helvetica, symbol };
  Font font = Font::helvetica;
  bool raised = false;  // a superscript that the encoding lacks: smaller and higher
  std::string bytes;
  double width = 0;  // for a font of size 1
};

// Text is UTF-8; what neither font has is "?".
std::vector<PdfTextPart> pdf_text(std::string_view text);
double pdf_width(const std::vector<PdfTextPart>& parts);

inline constexpr double kRaisedSize = 0.65, kRaisedBy = 0.35;  // of the size of the font

}  // namespace scree::plot
