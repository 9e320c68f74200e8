// NumPy: one array per quantity, as numpy.load() reads them.
#include <bit>

#include "io/exporter.hpp"
#include "io/frame_parts.hpp"
#include "io/zip.hpp"

namespace scree::exporters {
namespace {

constexpr ParamInfo kNpzParams[] = {
    {.name = "part",
     .kind = ParamKind::choice,
     .fallback = "all",
     .choices = "all|grains|contacts|bonds",
     .doc = "what to write; all: grains, bonds, and contacts where the frame has them"},
};

static_assert(std::endian::native == std::endian::little,
              "arrays are written as they lie in memory");

template <class Number>
constexpr const char* npy_type() {
  if constexpr (std::is_same_v<Number, double>) return "<f8";
  if constexpr (std::is_same_v<Number, std::uint64_t>) return "<u8";
  if constexpr (std::is_same_v<Number, std::uint32_t>) return "<u4";
  if constexpr (std::is_same_v<Number, std::int32_t>) return "<i4";
  if constexpr (std::is_same_v<Number, std::uint8_t>) return "|u1";
}

// The file .npy of an array, version 1.0: the header is padded to 64 bytes.
template <class Number>
std::string npy(const std::vector<Number>& values, const std::string& shape) {
  std::string header = std::string("{'descr': '") + npy_type<Number>() +
                       "', 'fortran_order': False, 'shape': " + shape + ", }";
  while ((10 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  std::string out = "\x93NUMPY";
  out += '\x01';
  out += '\0';
  out += static_cast<char>(header.size() & 255);
  out += static_cast<char>(header.size() >> 8);
  out += header;
  out.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Number));
  return out;
}
std::string shape_of(std::size_t rows, std::size_t width) {
  return width == 1 ? "(" + std::to_string(rows) + ",)"
                    : "(" + std::to_string(rows) + ", " + std::to_string(width) + ")";
}

class NpzWriter {
 public:
  template <class Number>
  void add(const std::string& name, const std::vector<Number>& values, std::size_t width = 1) {
    zip_.add(name + ".npy", npy(values, shape_of(values.size() / width, width)));
  }
  template <class Number>
  void number(const std::string& name, Number value) {
    zip_.add(name + ".npy", npy(std::vector<Number>{value}, "()"));
  }
  void vector(const std::string& name, const Vec3& v) {
    add(name, std::vector<double>{v.x, v.y, v.z});
  }
  // One array per column of a list of contacts or bonds.
  template <class Item, class Value>
  void column(const std::string& name, const std::vector<Item>& items, const Value& value) {
    using One = decltype(value(items[0]));
    if constexpr (std::is_same_v<One, Vec3>) {
      std::vector<double> numbers;
      numbers.reserve(3 * items.size());
      for (const Item& item : items) {
        const Vec3 v = value(item);
        numbers.insert(numbers.end(), {v.x, v.y, v.z});
      }
      add(name, numbers, 3);
    } else {
      std::vector<One> numbers;
      numbers.reserve(items.size());
      for (const Item& item : items) numbers.push_back(value(item));
      add(name, numbers);
    }
  }
  Result<std::string> finish() { return zip_.finish(); }

 private:
  ZipWriter zip_;
};

// A name that is a word of Python: blanks of fields become underscores.
std::string array_name(std::string_view name) {
  std::string out(name);
  for (char& c : out)
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))) c = '_';
  return out;
}

void add_grains(const Frame& frame, NpzWriter& out) {
  for_each_field(frame, [&out](const FrameArray& array, const auto& span) {
    using Number = typename std::remove_cvref_t<decltype(span)>::Number;
    std::vector<Number> numbers;
    numbers.reserve(span.rows() * span.width());
    for (std::size_t r = 0; r < span.rows(); ++r)
      numbers.insert(numbers.end(), span[r], span[r] + span.width());
    out.add(array_name(array.name), numbers, span.width());
  });
}

Result<std::string> write_npz(const Frame& frame, const ParamSet& params) {
  const std::string& part = params.text("part");
  if (part == "contacts")
    if (auto missing = contacts_unknown(frame)) return *missing;
  NpzWriter out;
  out.number("time", frame.time);
  out.number("step", frame.step);
  out.vector("box_min", frame.box.lo);
  out.vector("box_max", frame.box.hi);
  out.vector("box_tilt", frame.box.tilt);
  out.add("box_periodic", std::vector<std::uint8_t>{frame.box.periodic[0], frame.box.periodic[1],
                                                    frame.box.periodic[2]});
  if (part == "all" || part == "grains") add_grains(frame, out);
  if (part == "contacts" || (part == "all" && !contacts_unknown(frame)))
    for_each_contact_column([&](const char* name, const char*, const auto& value) {
      out.column(std::string("contact_") + name, frame.contacts, value);
    });
  if (part == "all" || part == "bonds")
    for_each_bond_column([&](const char* name, const char*, const auto& value) {
      out.column(std::string("bond_") + name, frame.bonds, value);
    });
  return out.finish();
}

}  // namespace

extern const ExporterEntry npz_entry;
const ExporterEntry npz_entry{
    .info = {"npz", "arrays for NumPy: grains, contacts, bonds, box, time", "numpy.load",
             kNpzParams},
    .extension = "npz",
    .write = write_npz};

}  // namespace scree::exporters
