#include <zlib.h>

#include <cstdlib>

#include "io/render/image.hpp"

namespace scree::render {
namespace {

void put_u32(std::string& out, std::uint32_t v) {
  for (const int shift : {24, 16, 8, 0}) out += static_cast<char>(v >> shift & 255);
}

void chunk(std::string& out, const char* type, std::string_view data) {
  put_u32(out, static_cast<std::uint32_t>(data.size()));
  const std::size_t begin = out.size();
  out.append(type, 4);
  out.append(data);
  const auto* bytes = reinterpret_cast<const Bytef*>(out.data() + begin);
  put_u32(out,
          static_cast<std::uint32_t>(::crc32(0, bytes, static_cast<uInt>(out.size() - begin))));
}

int paeth(int a, int b, int c) {
  const int p = a + b - c;
  const int pa = std::abs(p - a), pb = std::abs(p - b), pc = std::abs(p - c);
  return pa <= pb && pa <= pc ? a : (pb <= pc ? b : c);
}

// The row under filter `kind` (0 none, 1 sub, 2 up, 4 Paeth); returns the sum of magnitudes, by
// which the standard advises to choose.
long filter_row(int kind, const std::uint8_t* row, const std::uint8_t* above, int bytes,
                std::vector<std::uint8_t>& out) {
  long sum = 0;
  for (int k = 0; k < bytes; ++k) {
    const int a = k >= 3 ? row[k - 3] : 0;
    const int b = above ? above[k] : 0;
    const int c = above && k >= 3 ? above[k - 3] : 0;
    const int guess = kind == 1 ? a : kind == 2 ? b : kind == 4 ? paeth(a, b, c) : 0;
    out[k] = static_cast<std::uint8_t>(row[k] - guess);
    sum += std::abs(static_cast<int>(static_cast<std::int8_t>(out[k])));
  }
  return sum;
}

std::vector<std::uint8_t> filtered(const Image& image) {
  const int bytes = 3 * image.width;
  std::vector<std::uint8_t> out, best(bytes), candidate(bytes);
  out.reserve(std::size_t(bytes + 1) * image.height);
  for (int y = 0; y < image.height; ++y) {
    const std::uint8_t* row = image.at(0, y);
    const std::uint8_t* above = y > 0 ? image.at(0, y - 1) : nullptr;
    int kind = 0;
    long least = filter_row(0, row, above, bytes, best);
    for (const int k : {1, 2, 4}) {
      const long sum = filter_row(k, row, above, bytes, candidate);
      if (sum < least) least = sum, kind = k, best.swap(candidate);
    }
    out.push_back(static_cast<std::uint8_t>(kind));
    out.insert(out.end(), best.begin(), best.end());
  }
  return out;
}

}  // namespace

Result<std::string> encode_png(const Image& image,
                               const std::vector<std::pair<std::string, std::string>>& texts) {
  const std::vector<std::uint8_t> rows = filtered(image);
  uLongf length = ::compressBound(rows.size());
  std::string packed(length, '\0');
  if (::compress2(reinterpret_cast<Bytef*>(packed.data()), &length, rows.data(), rows.size(), 6) !=
      Z_OK)
    return Error{"E0720", "the picture could not be compressed", "", "is there enough memory?"};
  packed.resize(length);

  std::string out("\x89PNG\r\n\x1a\n", 8), header;
  put_u32(header, static_cast<std::uint32_t>(image.width));
  put_u32(header, static_cast<std::uint32_t>(image.height));
  header.append("\x08\x02\0\0\0", 5);  // 8 bits, RGB, deflate, adaptive filters, not interlaced
  chunk(out, "IHDR", header);
  chunk(out, "sRGB", std::string_view("\0", 1));
  for (const auto& [keyword, text] : texts) chunk(out, "tEXt", keyword.substr(0, 79) + '\0' + text);
  chunk(out, "IDAT", packed);
  chunk(out, "IEND", {});
  return out;
}

}  // namespace scree::render
