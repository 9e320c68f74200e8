// The lines of a file of another program, and the mistakes in them.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "base/csv.hpp"
#include "io/packing/packing.hpp"

namespace scree {

class PackingRows {
 public:
  PackingRows(std::string_view text, std::vector<PackingMistake>& mistakes)
      : text_(text), mistakes_(mistakes) {}

  // Goes to the next line; false: there is none.
  bool next() {
    if (from_ >= text_.size()) return false;
    const std::size_t to = std::min(text_.find('\n', from_), text_.size());
    row_ = text_.substr(from_, to - from_);
    if (row_.ends_with('\r')) row_.remove_suffix(1);
    from_ = to + 1;
    ++line_;
    return true;
  }
  // The next line that has more than blanks and a comment, split at blanks.
  bool next_fields() {
    while (next())
      if (split(), !fields_.empty()) return true;
    return false;
  }
  void go_to(std::size_t offset, std::uint32_t lines_before) {
    from_ = offset, line_ = lines_before;
  }
  // What is read from here on ends there.
  void end_at(std::size_t offset) { text_ = text_.substr(0, offset); }

  // The fields without a comment.
  void split() { split_csv(row_.substr(0, row_.find('#')), fields_); }
  std::uint32_t line() const { return line_; }
  std::string_view row() const { return row_; }
  const std::vector<CsvField>& fields() const { return fields_; }

  void mistake(const CsvField& f, std::string message, std::string hint = {}) {
    add({line_, f.column, static_cast<std::uint32_t>(std::max<std::size_t>(1, f.text.size())),
         std::move(message), std::move(hint)});
  }
  void mistake(std::string message, std::string hint = {}) {
    const std::size_t blank = std::min(row_.find_first_not_of(" \t"), row_.size());
    add({line_, static_cast<std::uint32_t>(blank + 1),
         static_cast<std::uint32_t>(std::max<std::size_t>(1, row_.size() - blank)),
         std::move(message), std::move(hint)});
  }
  void mistake_of_all(std::string message, std::string hint = {}) {
    add({0, 0, 1, std::move(message), std::move(hint)});
  }
  bool ok() const { return mistakes_.empty(); }
  bool hopeless() const { return mistakes_.size() >= kMostMistakes; }

  // Mistakes are told; not a number then, which no comparison finds wrong once more.
  double number(const CsvField& f, std::string_view what) {
    const auto v = csv_number(f.text);
    if (v && std::isfinite(*v)) return *v;
    mistake(f, v ? fmt::format("{} must be a finite number, not {}", what, f.text)
                 : fmt::format("{} must be a number, not `{}`", what, f.text));
    return std::numeric_limits<double>::quiet_NaN();
  }
  // 0 after a mistake.
  std::uint64_t count(const CsvField& f, std::string_view what) {
    std::uint64_t v = 0;
    const auto r = std::from_chars(f.text.data(), f.text.data() + f.text.size(), v);
    if (r.ec == std::errc{} && r.ptr == f.text.data() + f.text.size()) return v;
    mistake(f, fmt::format("{} must be a whole number, not `{}`", what, f.text));
    return 0;
  }

 private:
  void add(PackingMistake m) {
    if (!hopeless()) mistakes_.push_back(std::move(m));
  }

  std::string_view text_, row_;
  std::size_t from_ = 0;
  std::uint32_t line_ = 0;
  std::vector<CsvField> fields_;
  std::vector<PackingMistake>& mistakes_;
};

// How the units of LAMMPS are written in SI. Names that are not there are no units of grains.
struct PackingUnits {
  std::string_view name;
  double length, velocity, spin, mass, time;
  double density() const { return mass / (length * length * length); }
};
const PackingUnits* find_packing_units(std::string_view name);

// What the request or the file says; a mistake and nothing for units without metres.
const PackingUnits* packing_units(const PackingRequest& request, std::string_view of_file,
                                  PackingRows& rows);

// Words of types to numbers in `types`, in the order of their numbers, else of the alphabet.
class PackingTypes {
 public:
  void add(std::string_view word) { words_.emplace_back(word); }  // of the next grain
  void number(Packing& packing) const;

 private:
  std::vector<std::string> words_;
};

// Order of ids; an id that is there twice is a mistake.
void sort_by_ids(Packing& packing, PackingRows& rows);

// Between seams: the image of x in the box, along the directions that are periodic.
Vec3 wrapped_into(const PackingBox& box, Vec3 x);

// One for each format.
void read_lammps_data(PackingRows& rows, const PackingRequest& request, Packing& out);
void read_lammps_dump(std::string_view text, PackingRows& rows, const PackingRequest& request,
                      Packing& out);
void read_yade(PackingRows& rows, const PackingRequest& request, Packing& out);

}  // namespace scree
