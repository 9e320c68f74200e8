#include <bit>
#include <cmath>
#include <memory>

#include "base/words.hpp"
#include "walls/mesh/mesh_file.hpp"
#include "walls/mesh/mesh_text.hpp"

namespace scree {
namespace {

constexpr std::size_t kHeader = 84, kRecord = 50;

std::uint32_t little_u32(const char* p) {
  std::uint32_t v = 0;
  for (int i = 3; i >= 0; --i) v = (v << 8) | static_cast<unsigned char>(p[i]);
  return v;
}

// 80 bytes of title, a count, then for each triangle a normal (ignored), three corners, 2 bytes.
Result<TriangleSoup> parse_binary(std::string_view bytes, const std::string& name) {
  const std::size_t count = little_u32(bytes.data() + 80);
  TriangleSoup soup;
  soup.points.reserve(3 * count);
  soup.triangles.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = kHeader + kRecord * i + 12;
    const auto first = static_cast<std::uint32_t>(soup.points.size());
    for (std::size_t corner = 0; corner < 3; ++corner) {
      Vec3 p;
      for (std::size_t k = 0; k < 3; ++k)
        p[static_cast<int>(k)] =
            std::bit_cast<float>(little_u32(bytes.data() + at + 12 * corner + 4 * k));
      if (!is_finite(p))
        return Error{"E0414", "a coordinate is not finite",
                     fmt::format("{} at byte {}", name, at + 12 * corner), ""};
      soup.points.push_back(p);
    }
    soup.triangles.push_back({first, first + 1, first + 2});
  }
  return soup;
}

class TextReader {
 public:
  TextReader(std::string_view bytes, const std::string& name) : lines_(bytes, name) {}

  Result<TriangleSoup> read() {
    std::string_view line;
    while (lines_.next(line)) {
      const std::string_view word = next_word(line);
      if (word.empty()) continue;
      if (auto error = take(word, line)) return *error;
    }
    if (in_facet_ || in_solid_) return lines_.error("E0416", "the file ends inside a solid");
    return std::move(soup_);
  }

 private:
  using Problem = std::unique_ptr<Error>;
  Problem problem(const char* code, std::string message) const {
    return std::make_unique<Error>(lines_.error(code, std::move(message)));
  }

  Problem take(std::string_view word, std::string_view rest) {
    if (word == "vertex") return vertex(rest);
    if (word == "solid" && !in_solid_) return in_solid_ = true, nullptr;
    if (word == "endsolid" && in_solid_ && !in_facet_) return in_solid_ = false, nullptr;
    if (word == "facet" && in_solid_ && !in_facet_) {
      in_facet_ = true, corners_ = 0;
      return nullptr;
    }
    if (word == "endfacet" && in_facet_) return end_facet();
    if ((word == "outer" || word == "endloop") && in_facet_) return nullptr;
    return problem("E0413", fmt::format("'{}' is not expected here", printable(word)));
  }
  Problem vertex(std::string_view rest) {
    if (!in_facet_) return problem("E0413", "a vertex outside of a facet");
    Vec3 p;
    for (int k = 0; k < 3; ++k) {
      const std::string_view word = next_word(rest);
      if (!parse_number(word, p[k]))
        return problem("E0413",
                       fmt::format("a vertex needs three numbers, found '{}'", printable(word)));
    }
    if (!is_finite(p)) return problem("E0414", "a coordinate is not finite");
    soup_.points.push_back(p);
    ++corners_;
    return nullptr;
  }
  Problem end_facet() {
    if (corners_ != 3)
      return problem("E0413", fmt::format("a facet needs 3 vertices, this one has {}", corners_));
    const auto n = static_cast<std::uint32_t>(soup_.points.size());
    soup_.triangles.push_back({n - 3, n - 2, n - 1});
    in_facet_ = false;
    return nullptr;
  }

  LineReader lines_;
  TriangleSoup soup_;
  bool in_solid_ = false, in_facet_ = false;
  int corners_ = 0;
};

}  // namespace

// Binary files may begin with "solid" too: the length decides first.
Result<TriangleSoup> parse_stl(std::string_view bytes, const std::string& name) {
  const std::size_t count = bytes.size() >= kHeader ? little_u32(bytes.data() + 80) : 0;
  const std::size_t expected = kHeader + kRecord * count;
  if (bytes.size() == expected) return parse_binary(bytes, name);
  bytes = without_byte_order_mark(bytes);  // of a text; the title of a binary file is any bytes
  std::string_view start = bytes.substr(0, 512);
  const bool text = start.find('\0') == std::string_view::npos && next_word(start) == "solid";
  if (text) return TextReader(bytes, name).read();
  const std::string location = fmt::format("{} at byte {}", name, bytes.size());
  if (bytes.size() < kHeader)
    return Error{"E0416", "the file ends inside the header of a binary STL", location, ""};
  return Error{bytes.size() < expected ? "E0416" : "E0413",
               fmt::format("{} triangles are announced, which take {} bytes; the file has {}",
                           count, expected, bytes.size()),
               location, ""};
}

}  // namespace scree
