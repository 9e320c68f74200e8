// Fields that a table has at run time beside those of its list: what a user, a law or an integrator
// adds. They are doubles, one, three (a vector) or four (a quaternion w x y z) per row, and go
// through every visitor as the built-in fields do.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "state/fields.hpp"

namespace scree {

// Who takes care of a field: fields of the integrator are rebuilt with every simulation.
enum class FieldOwner { user, integrator };

struct FieldSpec {
  std::string name;  // letters, digits, `_`, `-` and single spaces
  std::string unit;
  unsigned roles = kState | kShown;
  std::string about = {};
  double initial = 0;  // every number of a row that is new
  FieldOwner owner = FieldOwner::user;
};

struct ExtraField : FieldSpec {
  std::size_t width = 1;
  std::vector<double> values;  // width per row

  FieldInfo info() const { return {name, name, unit, about, roles}; }
  // Of a field of width 3. A vector is its three numbers (state/fields.hpp), so that the arrays
  // may be used as either.
  Vec3* vectors() { return reinterpret_cast<Vec3*>(values.data()); }
  const Vec3* vectors() const { return reinterpret_cast<const Vec3*>(values.data()); }
};

class ExtraFields {
 public:
  // Where the field is in all(). E0534: no possible name or width, or hashed without being saved.
  // Names of the table itself are refused by the table.
  Result<std::size_t> add(FieldSpec spec, std::size_t width, std::size_t rows);
  void remove(FieldOwner owner);
  // The fields of another table that have all of `roles`, without rows.
  static ExtraFields like(const ExtraFields& other, unsigned roles);

  std::vector<ExtraField>& all() { return fields_; }
  const std::vector<ExtraField>& all() const { return fields_; }
  ExtraField* find(std::string_view name);
  const ExtraField* find(std::string_view name) const;

 private:
  std::vector<ExtraField> fields_;
};

// E0534 for a field that the table `taken` has itself, under either of its names.
Error field_is_there(std::string_view name);

}  // namespace scree
