// A VTP file taken apart: which arrays it has and what they hold. Nothing is decoded until asked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/vec3.hpp"

namespace scree {

inline Error damaged_vtp(const std::string& what) { return {"E0724", what, "", ""}; }

struct VtpArray {
  std::string section;  // "PointData", "FieldData", ...
  std::string name, type, format;
  std::size_t components = 1;
  std::string_view text;
};

class VtpFile {
 public:
  // The views of the result point into `text`.
  static Result<VtpFile> parse(std::string_view text);

  std::uint64_t points = 0, verts = 0, lines = 0, polys = 0;
  std::vector<VtpArray> arrays;

  const VtpArray* find(std::string_view section, std::string_view name) const;

  // `count` tuples of `components`; an array that is missing, of another type or length is an
  // error.
  Result<std::vector<double>> numbers(std::string_view section, std::string_view name,
                                      std::uint64_t count, std::size_t components = 1) const;
  Result<std::vector<Vec3>> vectors(std::string_view section, std::string_view name,
                                    std::uint64_t count) const;
  // One of them, without the rest.
  Result<Vec3> vector_at(std::string_view section, std::string_view name, std::uint64_t row) const;
  // Any type of whole numbers up to 64 bits; values beyond [lo, hi] are an error.
  Result<std::vector<std::int64_t>> integers(std::string_view section, std::string_view name,
                                             std::uint64_t count, std::int64_t lo, std::int64_t hi,
                                             std::size_t components = 1) const;
  Result<std::vector<std::string>> texts(std::string_view section, std::string_view name) const;

 private:
  Result<const VtpArray*> expect(std::string_view section, std::string_view name,
                                 std::size_t components) const;
};

}  // namespace scree
