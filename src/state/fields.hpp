// Fields: what the rows of a table carry, said once.
//
// A table (grains, contacts, wall contacts) is a list of lines, one per field: type, name, unit,
// meaning and roles. The list declares the arrays and is walked by all that has to treat every
// field alike: sorting, removing, hashing, saving, restoring, showing. Whatever walks it is a
// visitor: any object that can be called with (FieldInfo, FieldSpan).
//
// Arrays are grouped by use (state/particles.hpp), so a *column*, an array in memory, may hold
// several *fields*. A FieldSpan shows one field wherever it lies: so many numbers per row, rows a
// fixed number of bytes apart. docs/decisions/0016-fields.md has the reasons.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/id.hpp"
#include "base/vec3.hpp"

namespace scree {

// What is done with a field. All that decides later bits is saved and hashed.
enum FieldRole : unsigned {
  kSaved = 1,   // in archives and checkpoints
  kHashed = 2,  // part of the state hash
  kSent = 4,    // goes along when a row moves to another process or device
  kShown = 8,   // in frames, CSV and the other exporters
  kKey = 16,    // names the row: a word of the hash by itself
};
inline constexpr unsigned kState = kSaved | kHashed | kSent;

struct FieldInfo {
  std::string_view name;   // in checkpoints and programs: "position"
  std::string_view shown;  // in frames: "x"
  std::string_view unit;   // empty: a pure number
  std::string_view about;  // one line for those who look into a file
  unsigned roles = 0;

  constexpr bool has(unsigned role) const { return (roles & role) == role; }
};

// What one value is made of.
template <class T>
struct Numbers {
  static_assert(std::is_arithmetic_v<T>);
  using type = T;
  static constexpr std::size_t width = 1;
};
template <>
struct Numbers<Vec3> {
  using type = double;
  static constexpr std::size_t width = 3;
  static_assert(sizeof(Vec3) == width * sizeof(double));
};
template <>
struct Numbers<Quat> {
  using type = double;
  static constexpr std::size_t width = 4;
  static_assert(sizeof(Quat) == width * sizeof(double));
};
template <class Tag>
struct Numbers<Id<Tag>> {
  using type = std::uint32_t;
  static constexpr std::size_t width = 1;
  static_assert(sizeof(Id<Tag>) == sizeof(type));
};

// One field of all rows: `width` numbers per row. N is const where the table is.
template <class N>
class FieldSpan {
 public:
  using Number = std::remove_const_t<N>;

  FieldSpan(N* first, std::size_t rows, std::size_t width, std::size_t bytes_per_row)
      : first_(first), rows_(rows), width_(width), step_(bytes_per_row) {}

  std::size_t rows() const { return rows_; }
  std::size_t width() const { return width_; }
  // The numbers of a row.
  N* operator[](std::size_t row) const {
    using Byte = std::conditional_t<std::is_const_v<N>, const std::byte, std::byte>;
    return reinterpret_cast<N*>(reinterpret_cast<Byte*>(first_) + row * step_);
  }

 private:
  N* first_;
  std::size_t rows_, width_, step_;
};

namespace field {

template <class Value, class From>
using NumberIn = std::conditional_t<std::is_const_v<From>, const typename Numbers<Value>::type,
                                    typename Numbers<Value>::type>;

// Rows that are the values themselves.
template <class T>
auto span_of(T* rows, std::size_t n) {
  using Value = std::remove_const_t<T>;
  return FieldSpan(reinterpret_cast<NumberIn<Value, T>*>(rows), n, Numbers<Value>::width,
                   sizeof(T));
}
// A member of rows that are records.
template <class Record, class Value>
auto span_of(Record* rows, std::size_t n, Value std::remove_const_t<Record>::*member) {
  using N = NumberIn<Value, Record>;
  return FieldSpan<N>(n > 0 ? reinterpret_cast<N*>(&(rows->*member)) : nullptr, n,
                      Numbers<Value>::width, sizeof(Record));
}

}  // namespace field

// Row r of `to` becomes row order[r] of `from`, in all fields of the same name, width and type that
// have all of `roles`. Precondition: `to` has as many rows as `order`.
template <class Table>
void copy_fields(const Table& from, std::span<const std::uint32_t> order, unsigned roles,
                 Table& to) {
  for_each_field(from, [&](const FieldInfo& source_info, const auto& source) {
    if (!source_info.has(roles)) return;
    for_each_field(to, [&](const FieldInfo& info, const auto& target) {
      using Source = typename std::remove_cvref_t<decltype(source)>::Number;
      using Target = typename std::remove_cvref_t<decltype(target)>::Number;
      if constexpr (std::is_same_v<Source, Target>) {
        if (info.name != source_info.name || target.width() != source.width()) return;
        for (std::size_t r = 0; r < order.size(); ++r)
          std::memcpy(target[r], source[order[r]], source.width() * sizeof(Source));
      }
    });
  });
}

}  // namespace scree
