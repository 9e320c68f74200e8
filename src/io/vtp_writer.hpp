// The XML of one VTP file: arrays in the order in which they are given.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/safe_text.hpp"
#include "io/base64.hpp"
#include "io/frame.hpp"
#include "io/xml.hpp"

namespace scree {

static_assert(std::endian::native == std::endian::little, "VTP arrays are copied as they lie");

template <class T>
constexpr const char* vtk_type() {
  if constexpr (std::is_same_v<T, double>) return "Float64";
  if constexpr (std::is_same_v<T, std::int32_t>) return "Int32";
  if constexpr (std::is_same_v<T, std::int64_t>) return "Int64";
  if constexpr (std::is_same_v<T, std::uint64_t>) return "UInt64";
}

class VtpWriter {
 public:
  VtpWriter() {
    out_ =
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" "
        "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<PolyData>\n<FieldData>\n";
  }

  // Field data first, then one piece.
  template <class T>
  void field(std::string_view name, const std::vector<T>& values, std::size_t components = 1) {
    element(name, vtk_type<T>(), components, tuples(values.size() / components), values.data(),
            values.size() * sizeof(T));
  }
  void field(std::string_view name, const std::vector<Vec3>& values) {
    element(name, "Float64", 3, tuples(values.size()), values.data(), values.size() * sizeof(Vec3));
  }
  // VTK keeps texts as the numbers of their bytes, each text ended by a zero.
  void field(std::string_view name, const std::vector<std::string>& texts) {
    out_ += "<Array type=\"String\" Name=\"" + xml_escaped(name) + "\"" + tuples(texts.size()) +
            " format=\"ascii\">";
    for (const std::string& text : texts) {
      for (const char c : safe_text(text))
        out_ += std::to_string(static_cast<unsigned char>(c)) + " ";
      out_ += "0 ";
    }
    out_ += "</Array>\n";
  }

  void piece(std::size_t points, std::size_t verts, std::size_t lines, std::size_t polys) {
    out_ += "</FieldData>\n<Piece NumberOfPoints=\"" + std::to_string(points) +
            "\" NumberOfVerts=\"" + std::to_string(verts) + "\" NumberOfLines=\"" +
            std::to_string(lines) + "\" NumberOfStrips=\"0\" NumberOfPolys=\"" +
            std::to_string(polys) + "\">\n";
  }
  void open(const char* section) { out_ += std::string("<") + section + ">\n"; }
  void close(const char* section) { out_ += std::string("</") + section + ">\n"; }

  template <class T>
  void array(std::string_view name, const std::vector<T>& values, std::size_t components = 1) {
    element(name, vtk_type<T>(), components, "", values.data(), values.size() * sizeof(T));
  }
  void array(std::string_view name, const std::vector<Vec3>& values) {
    static_assert(sizeof(Vec3) == 3 * sizeof(double));
    element(name, "Float64", 3, "", values.data(), values.size() * sizeof(Vec3));
  }
  // Connectivity and offsets of cells with `corners` points each.
  void cells(const char* kind, const std::vector<std::int64_t>& connectivity, int corners) {
    open(kind);
    array("connectivity", connectivity);
    std::vector<std::int64_t> offsets(connectivity.size() / corners);
    for (std::size_t k = 0; k < offsets.size(); ++k)
      offsets[k] = static_cast<std::int64_t>(k + 1) * corners;
    array("offsets", offsets);
    close(kind);
  }
  void points(const std::vector<Vec3>& x) {
    open("Points");
    array("Points", x);
    close("Points");
  }
  std::string finish() {
    out_ += "</Piece>\n</PolyData>\n</VTKFile>\n";
    return std::move(out_);
  }

 private:
  static std::string tuples(std::size_t n) {
    return " NumberOfTuples=\"" + std::to_string(n) + "\"";
  }
  void element(std::string_view name, const char* type, std::size_t components,
               const std::string& more, const void* data, std::size_t bytes) {
    out_ += std::string("<DataArray type=\"") + type + "\" Name=\"" + xml_escaped(name) +
            "\" NumberOfComponents=\"" + std::to_string(components) + "\"" + more +
            " format=\"binary\">";
    // Length and data are one base64 block.
    const std::uint64_t length = bytes;
    buffer_.resize(sizeof length + bytes);
    std::memcpy(buffer_.data(), &length, sizeof length);
    if (bytes > 0) std::memcpy(buffer_.data() + sizeof length, data, bytes);
    append_base64(out_, buffer_);
    out_ += "</DataArray>\n";
  }

  std::string out_;
  std::vector<unsigned char> buffer_;
};

}  // namespace scree
