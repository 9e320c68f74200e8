// Tables of fields (state/fields.hpp) as arrays of a checkpoint and back: GROUP/NAME for each field
// that is saved. Private to src/sim.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "io/checkpoint.hpp"
#include "state/fields.hpp"

namespace scree {

// Takes arrays by name and collects what is wrong with them.
class CheckpointReader {
 public:
  explicit CheckpointReader(const CheckpointData& data) : data_(data) {}

  // Arrays whose number of rows is told must have it.
  static constexpr std::uint64_t kAnyRows = ~std::uint64_t{0};
  template <class T>
  T take(const std::string& name, std::uint64_t columns = 1, std::uint64_t rows = kAnyRows) {
    const T* values = find<T>(name, columns, rows);
    if (values != nullptr) return *values;
    note(name);
    return T(rows != kAnyRows ? rows * columns : 0, typename T::value_type{});
  }
  std::vector<double> numbers(const std::string& name, std::uint64_t columns = 1,
                              std::uint64_t rows = kAnyRows) {
    return take<std::vector<double>>(name, columns, rows);
  }
  std::uint64_t whole(const std::string& name) {
    return take<std::vector<std::uint64_t>>(name, 1, 1).front();
  }
  // Null when it is not there or has another form.
  template <class T>
  const T* find(const std::string& name, std::uint64_t columns, std::uint64_t rows) const {
    const CheckpointArray* a = data_.find(name);
    const bool fits =
        a != nullptr && a->columns == columns && (rows == kAnyRows || a->rows() == rows);
    return fits ? std::get_if<T>(&a->values) : nullptr;
  }
  bool has(const std::string& name) const { return data_.find(name) != nullptr; }
  const CheckpointData& data() const { return data_; }
  void note(const std::string& name) {
    errors_.push_back({"E0915", fmt::format("`{}` is missing or has another form", name), "", ""});
  }
  const Errors& errors() const { return errors_; }

 private:
  const CheckpointData& data_;
  Errors errors_;
};

// How a number of a field is stored.
template <class N>
using StoredNumber =
    std::conditional_t<std::is_floating_point_v<N>, double,
                       std::conditional_t<sizeof(N) == 8, std::uint64_t, std::uint32_t>>;

inline std::string about(const FieldInfo& info) {
  const char* between = info.unit.empty() || info.about.empty() ? "" : "; ";
  return fmt::format("{}{}{}", info.unit, between, info.about);
}

template <class Table>
void add_table(const std::string& group, const Table& table, CheckpointData& out) {
  for_each_field(table, [&](const FieldInfo& info, const auto& span) {
    if (!info.has(kSaved)) return;
    using N = typename std::remove_cvref_t<decltype(span)>::Number;
    std::vector<StoredNumber<N>> values;
    values.reserve(span.rows() * span.width());
    for (std::size_t r = 0; r < span.rows(); ++r)
      values.insert(values.end(), span[r], span[r] + span.width());
    // Nothing is remembered: an empty array, which still has a column.
    const std::size_t columns = std::max<std::size_t>(span.width(), 1);
    out.add(fmt::format("{}/{}", group, info.name), about(info), std::move(values), columns);
  });
}

// Fills the rows that the table has; an array with another number of rows is noted.
template <class Table>
void read_table(const std::string& group, CheckpointReader& reader, Table& table) {
  for_each_field(table, [&](const FieldInfo& info, const auto& span) {
    if (!info.has(kSaved)) return;
    using N = typename std::remove_cvref_t<decltype(span)>::Number;
    const std::string name = fmt::format("{}/{}", group, info.name);
    const std::uint64_t columns = std::max<std::size_t>(span.width(), 1);
    const std::uint64_t rows = span.width() > 0 ? span.rows() : 0;
    const auto* values = reader.find<std::vector<StoredNumber<N>>>(name, columns, rows);
    const bool fits = values != nullptr && std::all_of(values->begin(), values->end(), [](auto v) {
                        return std::is_floating_point_v<N> ||
                               v <= static_cast<StoredNumber<N>>(std::numeric_limits<N>::max());
                      });
    if (!fits) return reader.note(name);
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t k = 0; k < span.width(); ++k)
        span[r][k] = static_cast<N>((*values)[r * span.width() + k]);
  });
}

}  // namespace scree
