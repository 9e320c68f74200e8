#include "io/vti.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>

#include "io/base64.hpp"
#include "io/xml.hpp"

namespace scree {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are copied as they lie");

struct VtiArray {
  std::string name;
  std::vector<std::size_t> columns;
};

// The columns STEM + each ending, where all of them are there.
std::vector<std::size_t> together(const MeasureTable& t, const std::string& stem,
                                  std::initializer_list<std::string_view> endings) {
  std::vector<std::size_t> out;
  for (const std::string_view e : endings) {
    const auto at = std::find_if(t.columns.begin(), t.columns.end(), [&](const ColumnInfo& c) {
      return c.name == stem + std::string(e);
    });
    if (at == t.columns.end()) return {};
    out.push_back(static_cast<std::size_t>(at - t.columns.begin()));
  }
  return out;
}

std::vector<VtiArray> arrays_of(const MeasureTable& t) {
  std::vector<VtiArray> out;
  std::vector<bool> taken(t.width(), false);
  for (std::size_t c = t.keys; c < t.width(); ++c) {
    if (taken[c]) continue;
    const std::string& name = t.columns[c].name;
    const std::size_t line = name.rfind('_');
    const std::string stem = line == std::string::npos ? name : name.substr(0, line);
    VtiArray a{stem, {}};
    if (line != std::string::npos) {
      a.columns = together(t, stem, {"_x", "_y", "_z"});
      if (a.columns.empty())
        a.columns =
            together(t, stem, {"_xx", "_xy", "_xz", "_yx", "_yy", "_yz", "_zx", "_zy", "_zz"});
      if (a.columns.empty())  // symmetric: in the order of VTK
        a.columns = together(t, stem, {"_xx", "_yy", "_zz", "_xy", "_yz", "_xz"});
    }
    if (a.columns.empty() || std::find(a.columns.begin(), a.columns.end(), c) == a.columns.end())
      a = {name, {c}};
    for (const std::size_t k : a.columns) taken[k] = true;
    out.push_back(std::move(a));
  }
  return out;
}

void put_array(std::string& out, const std::string& name, std::size_t components,
               const std::vector<double>& values, const char* more = "") {
  out += fmt::format(
      "<DataArray type=\"Float64\" Name=\"{}\" NumberOfComponents=\"{}\"{} "
      "format=\"binary\">",
      xml_escaped(name), components, more);
  const std::uint64_t length = values.size() * sizeof(double);
  std::vector<unsigned char> bytes(sizeof length + length);
  std::memcpy(bytes.data(), &length, sizeof length);
  if (length > 0) std::memcpy(bytes.data() + sizeof length, values.data(), length);
  append_base64(out, bytes);
  out += "</DataArray>\n";
}

}  // namespace

std::string vti_image(const MeasureTable& t, double time) {
  const TableGrid& g = *t.grid;
  const auto last = [&g](std::size_t a) { return g.points ? g.count[a] - 1 : g.count[a]; };
  const std::string extent = fmt::format("0 {} 0 {} 0 {}", last(0), last(1), last(2));
  const char* data = g.points ? "PointData" : "CellData";
  std::string out = fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" "
      "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<ImageData WholeExtent=\"{}\" "
      "Origin=\"{} {} {}\" Spacing=\"{} {} {}\">\n<FieldData>\n",
      extent, g.origin.x, g.origin.y, g.origin.z, g.spacing.x, g.spacing.y, g.spacing.z);
  put_array(out, "TimeValue", 1, {time}, " NumberOfTuples=\"1\"");
  out += fmt::format("</FieldData>\n<Piece Extent=\"{}\">\n<{}>\n", extent, data);
  std::vector<double> values;
  for (const VtiArray& a : arrays_of(t)) {
    values.clear();
    for (std::size_t row = 0; row < t.rows(); ++row)
      for (const std::size_t c : a.columns) values.push_back(t.at(row, c));
    put_array(out, a.name, a.columns.size(), values);
  }
  return out + fmt::format("</{}>\n</Piece>\n</ImageData>\n</VTKFile>\n", data);
}

}  // namespace scree
