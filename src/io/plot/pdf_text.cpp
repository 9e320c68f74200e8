#include "io/plot/pdf_text.hpp"

#include <cstdint>

namespace scree::plot {
namespace {

// Thousandths of the size, from the font metrics of Helvetica: characters 32 to 126.
constexpr int kHelvetica[] = {
    278,  278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,  // space to /
    556,  556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,  // 0 to ?
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,  // @ to O
    667,  778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,  // P to _
    333,  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,  // ` to o
    556,  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584};      // p to ~

struct Sign {
  std::uint32_t code;
  unsigned char byte;
  int width;
};
constexpr Sign kSigns[] = {{0x2212, 0x96, 556}, {0x2013, 0x96, 556}, {0x2026, 0x85, 1000},
                           {0x00B1, 0xB1, 584}, {0x00B5, 0xB5, 556}, {0x00B7, 0xB7, 278},
                           {0x00B0, 0xB0, 400}, {0x00B2, 0xB2, 333}, {0x00B3, 0xB3, 333},
                           {0x00B9, 0xB9, 333}, {0x00D7, 0xD7, 584}, {0x2019, 0x92, 222}};
// In the encoding of Symbol.
constexpr Sign kGreek[] = {
    {0x03B1, 'a', 631},  {0x03B2, 'b', 549},  {0x03B3, 'g', 411},  {0x03B4, 'd', 494},
    {0x03B5, 'e', 439},  {0x03B6, 'z', 494},  {0x03B7, 'h', 603},  {0x03B8, 'q', 521},
    {0x03BA, 'k', 549},  {0x03BB, 'l', 549},  {0x03BC, 'm', 576},  {0x03BD, 'n', 521},
    {0x03BE, 'x', 493},  {0x03C0, 'p', 549},  {0x03C1, 'r', 549},  {0x03C3, 's', 603},
    {0x03C4, 't', 439},  {0x03C6, 'f', 521},  {0x03C7, 'c', 549},  {0x03C8, 'y', 686},
    {0x03C9, 'w', 686},  {0x0393, 'G', 603},  {0x0394, 'D', 612},  {0x03A3, 'S', 592},
    {0x03A6, 'F', 763},  {0x03A9, 'W', 768},  {0x221A, 0xD6, 549}, {0x221E, 0xA5, 713},
    {0x2264, 0xA3, 549}, {0x2265, 0xB3, 549}, {0x2248, 0xBB, 549}, {0x2211, 0xE5, 713}};
// "⁰" to "⁹" but those that the encoding has, and the raised minus.
constexpr Sign kRaised[] = {{0x2070, '0', 556}, {0x2074, '4', 556}, {0x2075, '5', 556},
                            {0x2076, '6', 556}, {0x2077, '7', 556}, {0x2078, '8', 556},
                            {0x2079, '9', 556}, {0x207B, 0x96, 556}};

template <std::size_t N>
const Sign* found(const Sign (&signs)[N], std::uint32_t code) {
  for (const Sign& s : signs)
    if (s.code == code) return &s;
  return nullptr;
}

// The next character; text that is not UTF-8 is read byte by byte.
std::uint32_t next_code(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned first = byte(at++);
  const int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0;
  std::uint32_t code = more == 3   ? first & 7u
                       : more == 2 ? first & 15u
                       : more == 1 ? first & 31u
                                   : first;
  for (int k = 0; k < more && at < text.size() && (byte(at) & 0xC0) == 0x80; ++k)
    code = code << 6 | (byte(at++) & 63u);
  return code;
}

}  // namespace

std::vector<PdfTextPart> pdf_text(std::string_view text) {
  using Font = PdfTextPart::Font;
  std::vector<PdfTextPart> out;
  const auto put = [&](Font font, bool raised, unsigned char byte, int width) {
    if (out.empty() || out.back().font != font || out.back().raised != raised)
      out.push_back({font, raised, {}, 0});
    out.back().bytes += static_cast<char>(byte);
    out.back().width += 1e-3 * width * (raised ? kRaisedSize : 1);
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::uint32_t code = next_code(text, at);
    // A superscript among raised ones is raised as well, so that they have one height.
    const bool digit = code == 0xB9 || code == 0xB2 || code == 0xB3;
    if (digit && !out.empty() && out.back().raised)
      put(Font::helvetica, true, code == 0xB9 ? '1' : code == 0xB2 ? '2' : '3', 556);
    else if (code >= 32 && code <= 126)
      put(Font::helvetica, false, static_cast<unsigned char>(code), kHelvetica[code - 32]);
    else if (const Sign* s = found(kSigns, code))
      put(Font::helvetica, false, s->byte, s->width);
    else if (const Sign* r = found(kRaised, code))
      put(Font::helvetica, true, r->byte, r->width);
    else if (const Sign* g = found(kGreek, code))
      put(Font::symbol, false, g->byte, g->width);
    else if (code >= 0xA1 && code <= 0xFF)  // Latin letters are as wide as those without accents
      put(Font::helvetica, false, static_cast<unsigned char>(code), code < 0xE0 ? 667 : 556);
    else
      put(Font::helvetica, false, '?', 556);
  }
  return out;
}

double pdf_width(const std::vector<PdfTextPart>& parts) {
  double w = 0;
  for (const PdfTextPart& p : parts) w += p.width;
  return w;
}

}  // namespace scree::plot
