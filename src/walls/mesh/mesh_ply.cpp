#include <bit>
#include <cmath>
#include <optional>

#include "walls/mesh/mesh_file.hpp"
#include "walls/mesh/mesh_text.hpp"

namespace scree {
namespace {

enum class Type { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

struct TypeName {
  std::string_view name, other;
  Type type;
  std::size_t size;
};
constexpr TypeName kTypes[] = {
    {"char", "int8", Type::int8, 1},        {"uchar", "uint8", Type::uint8, 1},
    {"short", "int16", Type::int16, 2},     {"ushort", "uint16", Type::uint16, 2},
    {"int", "int32", Type::int32, 4},       {"uint", "uint32", Type::uint32, 4},
    {"float", "float32", Type::float32, 4}, {"double", "float64", Type::float64, 8},
};
const TypeName* find_type(std::string_view name) {
  for (const TypeName& t : kTypes)
    if (t.name == name || t.other == name) return &t;
  return nullptr;
}

struct Property {
  const TypeName* type;
  const TypeName* length = nullptr;  // of a list
  enum class Role { other, x, y, z, corners } role = Role::other;
};
struct Element {
  enum class Role { other, vertex, face } role = Role::other;
  std::string name;
  std::uint64_t count = 0;
  std::vector<Property> properties;
};
enum class Encoding { text, little, big };

double decoded(const char* p, const TypeName& t, bool little) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < t.size; ++i)
    bits = (bits << 8) | static_cast<unsigned char>(p[little ? t.size - 1 - i : i]);
  switch (t.type) {
    case Type::int8:
      return static_cast<std::int8_t>(bits);
    case Type::int16:
      return static_cast<std::int16_t>(bits);
    case Type::int32:
      return static_cast<std::int32_t>(bits);
    case Type::float32:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case Type::float64:
      return std::bit_cast<double>(bits);
    default:
      return static_cast<double>(bits);
  }
}

class PlyReader {
 public:
  PlyReader(std::string_view bytes, const std::string& name)
      : name_(name), size_(bytes.size()), lines_(bytes, name) {}

  Result<TriangleSoup> read() {
    if (auto error = header()) return *error;
    body_ = lines_.rest();
    for (const Element& e : elements_)
      for (std::uint64_t i = 0; i < e.count; ++i)
        if (auto error = item(e)) return *error;
    for (std::size_t i = 0; i < faces_.size(); ++i)
      if (auto error = face(i)) return *error;
    return std::move(soup_);
  }

 private:
  using Problem = std::optional<Error>;

  Problem header() {
    std::string_view line;
    if (!lines_.next(line) || next_word(line) != "ply")
      return lines_.error("E0413", "a PLY file begins with the line 'ply'");
    while (lines_.next(line)) {
      const std::string_view word = next_word(line);
      if (word == "end_header") return finished_header();
      Problem error;
      if (word == "format") error = format(line);
      if (word == "element") error = element(line);
      if (word == "property") error = property(line);
      if (error) return error;
    }
    return lines_.error("E0416", "the file ends inside the header");
  }
  Problem finished_header() {
    if (!encoding_) return lines_.error("E0413", "the header has no format line");
    int found = 0;
    bool corners = false;
    for (const Element& e : elements_)
      for (const Property& p : e.properties) {
        if (p.role == Property::Role::corners) corners = true;
        if (p.role != Property::Role::corners && p.role != Property::Role::other) ++found;
      }
    if (found != 3)
      return lines_.error("E0413", "element vertex needs properties x, y and z, once");
    if (!corners) return lines_.error("E0413", "element face needs a list property vertex_indices");
    return std::nullopt;
  }
  Problem format(std::string_view line) {
    const std::string_view word = next_word(line);
    if (word == "ascii") encoding_ = Encoding::text;
    if (word == "binary_little_endian") encoding_ = Encoding::little;
    if (word == "binary_big_endian") encoding_ = Encoding::big;
    if (!encoding_)
      return lines_.error("E0413", fmt::format("unknown format '{}'", printable(word)));
    return std::nullopt;
  }
  Problem element(std::string_view line) {
    Element e;
    e.name = next_word(line);
    const std::string_view count = next_word(line);
    if (!parse_number(count, e.count))
      return lines_.error("E0413", fmt::format("'{}' is not a count", printable(count)));
    if (e.name == "vertex") e.role = Element::Role::vertex;
    if (e.name == "face") e.role = Element::Role::face;
    elements_.push_back(std::move(e));
    return std::nullopt;
  }
  Problem property(std::string_view line) {
    if (elements_.empty()) return lines_.error("E0413", "a property before the first element");
    Property p{};
    std::string_view word = next_word(line);
    if (word == "list") {
      word = next_word(line);
      p.length = find_type(word);
      if (!p.length || p.length->type >= Type::float32)
        return lines_.error("E0413", fmt::format("'{}' cannot count a list", printable(word)));
      word = next_word(line);
    }
    p.type = find_type(word);
    if (!p.type) return lines_.error("E0413", fmt::format("unknown type '{}'", printable(word)));
    const std::string_view name = next_word(line);
    Element& e = elements_.back();
    if (e.role == Element::Role::vertex && !p.length) {
      if (name == "x") p.role = Property::Role::x;
      if (name == "y") p.role = Property::Role::y;
      if (name == "z") p.role = Property::Role::z;
    }
    if (e.role == Element::Role::face && p.length &&
        (name == "vertex_indices" || name == "vertex_index"))
      p.role = Property::Role::corners;
    e.properties.push_back(p);
    return std::nullopt;
  }

  Problem item(const Element& e) {
    if (encoding_ == Encoding::text) {
      do {
        if (!lines_.next(line_)) return truncated(e);
      } while (line_.find_first_not_of(" \t\r") == std::string_view::npos);
    }
    // An element without properties would let its count run through nothing.
    if (e.properties.empty()) return lines_.error("E0413", "an element without properties");
    Vec3 p{};
    for (const Property& property : e.properties)
      if (auto error = take(e, property, p)) return error;
    if (e.role != Element::Role::vertex) return std::nullopt;
    if (!is_finite(p)) return fault("E0414", "a coordinate is not finite");
    soup_.points.push_back(p);
    return std::nullopt;
  }
  Problem take(const Element& e, const Property& property, Vec3& p) {
    double value = 0;
    if (!property.length) {
      if (auto error = number(e, *property.type, value)) return error;
      if (property.role == Property::Role::x) p.x = value;
      if (property.role == Property::Role::y) p.y = value;
      if (property.role == Property::Role::z) p.z = value;
      return std::nullopt;
    }
    double length = 0;
    if (auto error = number(e, *property.length, length)) return error;
    if (!(length >= 0) || length != std::floor(length))
      return fault("E0413", "the length of a list is negative");
    const bool corners = property.role == Property::Role::corners;
    if (corners && length < 3) return fault("E0413", "a face needs at least 3 corners");
    if (corners && length > static_cast<double>(kMaxCorners))
      return fault("E0413", fmt::format("a face has more than {} corners", kMaxCorners));
    if (corners) {
      faces_.push_back(corners_.size());
      offsets_.push_back(encoding_ == Encoding::text ? lines_.number() : size_ - body_.size());
    }
    for (double i = 0; i < length; ++i) {
      if (auto error = number(e, *property.type, value)) return error;
      if (corners) corners_.push_back(value);
    }
    return std::nullopt;
  }
  Problem number(const Element& e, const TypeName& type, double& value) {
    if (encoding_ == Encoding::text) {
      const std::string_view word = next_word(line_);
      if (word.empty()) return fault("E0413", fmt::format("element {} lacks a value", e.name));
      if (!parse_number(word, value))
        return fault("E0413", fmt::format("'{}' is not a number", printable(word)));
      return std::nullopt;
    }
    if (body_.size() < type.size) return truncated(e);
    value = decoded(body_.data(), type, encoding_ == Encoding::little);
    body_.remove_prefix(type.size);
    return std::nullopt;
  }
  // Faces may come before the vertices, so their corners are checked when all are known.
  Problem face(std::size_t i) {
    const std::size_t end = i + 1 < faces_.size() ? faces_[i + 1] : corners_.size();
    polygon_.clear();
    for (std::size_t k = faces_[i]; k < end; ++k) {
      const double c = corners_[k];
      if (!(c >= 0 && c < static_cast<double>(soup_.points.size()) && c == std::floor(c)))
        return Error{
            "E0415",
            fmt::format("vertex {} does not exist: the file has {}", c, soup_.points.size()),
            location(offsets_[i]), ""};
      polygon_.push_back(static_cast<std::uint32_t>(c));
    }
    add_polygon(soup_, polygon_);
    return std::nullopt;
  }

  std::string location(std::size_t at) const {
    return encoding_ == Encoding::text ? fmt::format("{}:{}", name_, at)
                                       : fmt::format("{} at byte {}", name_, at);
  }
  Error fault(const char* code, std::string message) const {
    const std::size_t at = encoding_ == Encoding::text ? lines_.number() : size_ - body_.size();
    return {code, std::move(message), location(at), ""};
  }
  Error truncated(const Element& e) const {
    return fault("E0416",
                 fmt::format("the file ends before all {} of element {}", e.count, e.name));
  }

  const std::string& name_;
  std::size_t size_;
  LineReader lines_;
  std::optional<Encoding> encoding_;
  std::vector<Element> elements_;
  std::string_view body_, line_;
  TriangleSoup soup_;
  std::vector<double> corners_;               // of all faces
  std::vector<std::size_t> faces_, offsets_;  // where each begins: in corners_, in the file
  std::vector<std::uint32_t> polygon_;
};

}  // namespace

Result<TriangleSoup> parse_ply(std::string_view bytes, const std::string& name) {
  return PlyReader(bytes, name).read();
}

}  // namespace scree
