// Many values of one instant that belong in rows: a profile by layers, a field on a grid.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/column.hpp"
#include "base/vec3.hpp"

namespace scree {

// Rows that are the cells or points of a regular grid, x fastest.
struct TableGrid {
  std::array<std::size_t, 3> count{1, 1, 1};
  Vec3 origin{};  // lowest corner of the first cell, or the first point
  Vec3 spacing{};
  bool points = false;  // else cells

  std::size_t rows() const { return count[0] * count[1] * count[2]; }
  Vec3 place(std::size_t i, std::size_t j, std::size_t k) const {
    const double half = points ? 0 : 0.5;
    return {origin.x + (static_cast<double>(i) + half) * spacing.x,
            origin.y + (static_cast<double>(j) + half) * spacing.y,
            origin.z + (static_cast<double>(k) + half) * spacing.z};
  }
};

struct MeasureTable {
  std::vector<ColumnInfo> columns;
  std::size_t keys = 1;        // the first so many columns say where a row is
  std::vector<double> values;  // row by row
  std::optional<TableGrid> grid;

  std::size_t width() const { return columns.size(); }
  std::size_t rows() const { return columns.empty() ? 0 : values.size() / width(); }
  double at(std::size_t row, std::size_t column) const { return values[row * width() + column]; }
};

}  // namespace scree
