#include <optional>

#include "walls/mesh/mesh_file.hpp"
#include "walls/mesh/mesh_text.hpp"

namespace scree {
namespace {

class ObjReader {
 public:
  ObjReader(std::string_view bytes, const std::string& name) : lines_(bytes, name) {}

  Result<TriangleSoup> read() {
    std::string_view line;
    std::string joined;
    while (lines_.next(line)) {
      if (auto error = take(continued(line, joined))) return *error;
    }
    return std::move(soup_);
  }

 private:
  using Problem = std::optional<Error>;

  // A backslash at the end joins the next line.
  std::string_view continued(std::string_view line, std::string& joined) {
    const auto strip = [](std::string_view l) {
      if (l.ends_with('\r')) l.remove_suffix(1);
      return l;
    };
    if (!strip(line).ends_with('\\')) return line;
    joined.clear();
    while (strip(line).ends_with('\\')) {
      line = strip(line);
      joined.append(line.substr(0, line.size() - 1)).append(" ");
      if (!lines_.next(line)) line = {};
    }
    return joined.append(line);
  }

  // Only v and f matter; normals, textures, groups, lines and curves are passed over.
  Problem take(std::string_view line) {
    const std::string_view word = next_word(line);
    if (word == "v") return vertex(line);
    if (word == "f") return face(line);
    for (const char c : word)
      if (static_cast<unsigned char>(c) < ' ') return lines_.error("E0413", "not a text file");
    return std::nullopt;
  }
  Problem vertex(std::string_view line) {
    Vec3 p;
    for (int k = 0; k < 3; ++k) {
      const std::string_view word = next_word(line);
      if (!parse_number(word, p[k]))
        return lines_.error(
            "E0413", fmt::format("a vertex needs three numbers, found '{}'", printable(word)));
    }
    if (!is_finite(p)) return lines_.error("E0414", "a coordinate is not finite");
    soup_.points.push_back(p);
    return std::nullopt;
  }
  // Corners are v, v/vt, v//vn or v/vt/vn; from 1, or negative from the last vertex back.
  Problem face(std::string_view line) {
    corners_.clear();
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
      if (word.front() == '#') break;
      std::int64_t index = 0;
      if (!parse_number(word.substr(0, word.find('/')), index))
        return lines_.error("E0413",
                            fmt::format("'{}' is not a corner of a face", printable(word)));
      const auto n = static_cast<std::int64_t>(soup_.points.size());
      const std::int64_t at = index < 0 ? n + index : index - 1;
      if (index == 0 || at < 0 || at >= n)
        return lines_.error("E0415", fmt::format("vertex {} does not exist: {} so far", index, n));
      corners_.push_back(static_cast<std::uint32_t>(at));
    }
    if (corners_.size() < 3)
      return lines_.error("E0413",
                          fmt::format("a face needs 3 corners, this one has {}", corners_.size()));
    if (!add_polygon(soup_, corners_))
      return lines_.error("E0413", fmt::format("a face has more than {} corners", kMaxCorners));
    return std::nullopt;
  }

  LineReader lines_;
  TriangleSoup soup_;
  std::vector<std::uint32_t> corners_;
};

}  // namespace

Result<TriangleSoup> parse_obj(std::string_view bytes, const std::string& name) {
  return ObjReader(bytes, name).read();
}

}  // namespace scree
