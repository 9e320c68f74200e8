#include "io/vtp_file.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

#include "io/base64.hpp"
#include "io/xml.hpp"

namespace scree {
namespace {

std::string in_ticks(std::string_view name) { return "`" + std::string(name) + "`"; }

// A whole number as an attribute; nothing when it is not one.
bool read_count(const std::string* text, std::uint64_t& out) {
  if (!text) return false;
  const auto [end, trouble] = std::from_chars(text->data(), text->data() + text->size(), out);
  return trouble == std::errc{} && end == text->data() + text->size();
}

std::string value_of(const XmlTag& tag, std::string_view name) {
  const std::string* value = tag.attribute(name);
  return value ? *value : std::string();
}

std::optional<Error> check_head(const XmlTag& tag) {
  if (tag.name != "VTKFile")
    return damaged_vtp("is not a VTK file: it begins with <" + std::string(tag.name) + ">");
  if (value_of(tag, "type") != "PolyData")
    return damaged_vtp("is a VTK file of type " + in_ticks(value_of(tag, "type")) +
                       ", not PolyData");
  if (value_of(tag, "byte_order") != "LittleEndian" || value_of(tag, "header_type") != "UInt64" ||
      tag.attribute("compressor"))
    return damaged_vtp(
        "is a VTK file of another form than Scree writes (little endian, UInt64 headers, "
        "no compressor)");
  return std::nullopt;
}

std::optional<Error> read_piece(const XmlTag& tag, VtpFile& file) {
  for (const auto& [name, out] : {std::pair{"NumberOfPoints", &file.points},
                                  {"NumberOfVerts", &file.verts},
                                  {"NumberOfLines", &file.lines},
                                  {"NumberOfPolys", &file.polys}})
    if (!read_count(tag.attribute(name), *out))
      return damaged_vtp(std::string("<Piece> has no number ") + name);
  return std::nullopt;
}

std::optional<Error> read_array(const XmlTag& tag, const std::string& section,
                                std::string_view content, VtpFile& file) {
  VtpArray a;
  a.section = section;
  a.name = value_of(tag, "Name");
  a.type = value_of(tag, "type");
  a.format = value_of(tag, "format");
  a.text = tag.kind == XmlTag::open ? content : std::string_view{};
  std::uint64_t components = 1;
  if (tag.attribute("NumberOfComponents") &&
      (!read_count(tag.attribute("NumberOfComponents"), components) || components == 0 ||
       components > 64))
    return damaged_vtp("the array " + in_ticks(a.name) + " has an impossible number of components");
  a.components = components;
  if (file.find(section, a.name))
    return damaged_vtp("the array " + in_ticks(a.name) + " is there twice");
  if (file.arrays.size() == 4096) return damaged_vtp("there are more than 4096 arrays");
  file.arrays.push_back(std::move(a));
  return std::nullopt;
}

// The bytes of a block, without the length in front of them.
Result<std::vector<unsigned char>> bytes_of(const VtpArray& a) {
  if (a.format != "binary")
    return damaged_vtp("the array " + in_ticks(a.name) + " has format " + in_ticks(a.format) +
                       ", not binary");
  auto bytes = decode_base64(a.text);
  if (!bytes) return damaged_vtp("the array " + in_ticks(a.name) + " is not base64");
  std::uint64_t length = 0;
  if (bytes->size() < sizeof length)
    return damaged_vtp("the array " + in_ticks(a.name) + " is cut short");
  std::memcpy(&length, bytes->data(), sizeof length);
  if (length != bytes->size() - sizeof length)
    return damaged_vtp("the array " + in_ticks(a.name) + " has " +
                       std::to_string(bytes->size() - sizeof length) + " bytes and says " +
                       std::to_string(length));
  bytes->erase(bytes->begin(), bytes->begin() + sizeof length);
  return std::move(*bytes);
}

template <class T>
Result<std::vector<T>> values_of(const VtpArray& a, std::uint64_t count) {
  auto bytes = bytes_of(a);
  if (!bytes) return bytes.errors();
  // In numbers of values, not of bytes: a count from a damaged file must not overflow.
  if (bytes->size() % (sizeof(T) * a.components) != 0 ||
      bytes->size() / (sizeof(T) * a.components) != count)
    return damaged_vtp("the array " + in_ticks(a.name) + " has " +
                       std::to_string(bytes->size() / (sizeof(T) * a.components)) +
                       " values in place of " + std::to_string(count));
  std::vector<T> values(bytes->size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes->data(), bytes->size());
  return values;
}

template <class T>
Result<std::vector<std::int64_t>> widened(const VtpArray& a, std::uint64_t count, std::int64_t lo,
                                          std::int64_t hi) {
  const auto values = values_of<T>(a, count);
  if (!values) return values.errors();
  std::vector<std::int64_t> out;
  out.reserve(values->size());
  for (const T v : *values) {
    if (std::cmp_less(v, lo) || std::cmp_greater(v, hi))
      return damaged_vtp("the array " + in_ticks(a.name) + " has the value " + std::to_string(v) +
                         ", which is not possible");
    out.push_back(static_cast<std::int64_t>(v));
  }
  return out;
}

}  // namespace

Result<VtpFile> VtpFile::parse(std::string_view text) {
  VtpFile file;
  XmlScanner xml(text);
  std::string section;
  bool headed = false, pieced = false;
  for (;;) {
    const auto tag = xml.next();
    if (!tag) return tag.errors();
    if (tag->kind == XmlTag::end) break;
    std::optional<Error> wrong;
    if (!headed) {
      wrong = check_head(*tag);
      headed = true;
    } else if (tag->kind == XmlTag::close) {
      continue;
    } else if (tag->name == "Piece") {
      wrong = pieced ? damaged_vtp("there is more than one piece") : read_piece(*tag, file);
      pieced = true;
    } else if (tag->name == "DataArray" || tag->name == "Array") {
      wrong = read_array(*tag, section, xml.content(), file);
    } else {
      section = tag->name;
    }
    if (wrong) return wrong->location = xml.place(), *wrong;
  }
  if (!headed) return damaged_vtp("is empty, or not a VTK file");
  if (!pieced) return damaged_vtp("has no <Piece>");
  return file;
}

const VtpArray* VtpFile::find(std::string_view section, std::string_view name) const {
  for (const VtpArray& a : arrays)
    if (a.section == section && a.name == name) return &a;
  return nullptr;
}

Result<const VtpArray*> VtpFile::expect(std::string_view section, std::string_view name,
                                        std::size_t components) const {
  const VtpArray* a = find(section, name);
  if (!a) return damaged_vtp("the array " + in_ticks(name) + " is missing");
  if (a->components != components)
    return damaged_vtp("the array " + in_ticks(name) + " has " + std::to_string(a->components) +
                       " components in place of " + std::to_string(components));
  return a;
}

Result<std::vector<double>> VtpFile::numbers(std::string_view section, std::string_view name,
                                             std::uint64_t count, std::size_t components) const {
  const auto a = expect(section, name, components);
  if (!a) return a.errors();
  if ((*a)->type != "Float64")
    return damaged_vtp("the array " + in_ticks(name) + " has type " + in_ticks((*a)->type) +
                       ", not Float64");
  return values_of<double>(**a, count);
}

Result<std::vector<Vec3>> VtpFile::vectors(std::string_view section, std::string_view name,
                                           std::uint64_t count) const {
  const auto flat = numbers(section, name, count, 3);
  if (!flat) return flat.errors();
  std::vector<Vec3> out(flat->size() / 3);
  for (std::size_t k = 0; k < out.size(); ++k)
    out[k] = {(*flat)[3 * k], (*flat)[3 * k + 1], (*flat)[3 * k + 2]};
  return out;
}

Result<Vec3> VtpFile::vector_at(std::string_view section, std::string_view name,
                                std::uint64_t row) const {
  const auto a = expect(section, name, 3);
  if (!a) return a.errors();
  if ((*a)->type != "Float64" || (*a)->format != "binary" || row >= points)
    return damaged_vtp("the array " + in_ticks(name) + " does not hold binary vectors");
  std::string_view text = (*a)->text;
  text.remove_prefix(std::min(text.find_first_not_of(" \n\r\t"), text.size()));
  // Behind the length of the array; four letters are three bytes.
  const std::uint64_t first = sizeof(std::uint64_t) + sizeof(Vec3) * row;
  const std::uint64_t groups = (first % 3 + sizeof(Vec3) + 2) / 3;
  if (4 * (first / 3 + groups) > text.size())
    return damaged_vtp("the array " + in_ticks(name) + " is cut short");
  const auto bytes = decode_base64(text.substr(4 * (first / 3), 4 * groups));
  if (!bytes || bytes->size() < first % 3 + sizeof(Vec3))
    return damaged_vtp("the array " + in_ticks(name) + " is not base64");
  double v[3];
  std::memcpy(v, bytes->data() + first % 3, sizeof v);
  return Vec3{v[0], v[1], v[2]};
}

Result<std::vector<std::int64_t>> VtpFile::integers(std::string_view section, std::string_view name,
                                                    std::uint64_t count, std::int64_t lo,
                                                    std::int64_t hi, std::size_t components) const {
  const auto a = expect(section, name, components);
  if (!a) return a.errors();
  const std::string& type = (*a)->type;
  if (type == "Int64") return widened<std::int64_t>(**a, count, lo, hi);
  if (type == "Int32") return widened<std::int32_t>(**a, count, lo, hi);
  if (type == "UInt64") return widened<std::uint64_t>(**a, count, lo, hi);
  return damaged_vtp("the array " + in_ticks(name) + " has type " + in_ticks(type) +
                     ", not a whole number");
}

Result<std::vector<std::string>> VtpFile::texts(std::string_view section,
                                                std::string_view name) const {
  const auto a = expect(section, name, 1);
  if (!a) return a.errors();
  if ((*a)->type != "String" || (*a)->format != "ascii")
    return damaged_vtp("the array " + in_ticks(name) + " is not a list of texts");
  std::vector<std::string> out;
  std::string now;
  const char *at = (*a)->text.data(), *end = at + (*a)->text.size();
  while (at < end) {
    if (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t') {
      ++at;
      continue;
    }
    unsigned byte = 0;
    const auto [next, trouble] = std::from_chars(at, end, byte);
    if (trouble != std::errc{} || byte > 255)
      return damaged_vtp("the texts " + in_ticks(name) + " are damaged");
    at = next;
    if (byte != 0)
      now += static_cast<char>(byte);
    else
      out.push_back(std::exchange(now, {}));
  }
  if (!now.empty()) return damaged_vtp("the texts " + in_ticks(name) + " are cut short");
  return out;
}

}  // namespace scree
