// A plot as a PDF with the layout of its SVG, for papers: one page, lines and real text.
//
// PDF 1.4 as of ISO 32000-1, written by hand: one content stream and the fonts Helvetica and Symbol
// that every reader has (they are not embedded).
#pragma once

#include <span>
#include <string>

#include "io/plot/svg_plot.hpp"

namespace scree::plot {

// One panel below the other, three quarters of a point for each pixel.
std::string to_pdf(std::span<const Plot> panels);

}  // namespace scree::plot
