#include <algorithm>
#include <charconv>
#include <limits>
#include <map>

#include "io/packing/packing_rows.hpp"

namespace scree {
namespace {

// LAMMPS manual, `units`: distance, velocity, mass and time of each system, in SI.
constexpr PackingUnits kUnits[] = {
    {"si", 1, 1, 1, 1, 1},
    {"cgs", 1e-2, 1e-2, 1, 1e-3, 1},
    {"micro", 1e-6, 1, 1e6, 1e-15, 1e-6},
    {"nano", 1e-9, 1, 1e9, 1e-21, 1e-9},
};

std::string_view first_line_with_words(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) return line;
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return {};
}

// A header line of a data file: "120 atoms".
bool has_atom_count(std::string_view text) {
  std::vector<CsvField> fields;
  for (int line = 0; line < 50 && !text.empty(); ++line) {
    const std::string_view row = text.substr(0, text.find('\n'));
    split_csv(row.substr(0, row.find('#')), fields);
    if (fields.size() == 2 && fields[1].text == "atoms") return true;
    text.remove_prefix(std::min(text.size(), row.size() + 1));
  }
  return false;
}

// Of the first row that is no comment: four numbers or more.
bool has_rows_of_numbers(std::string_view text) {
  std::vector<CsvField> fields;
  while (!text.empty()) {
    const std::string_view row = text.substr(0, text.find('\n'));
    split_csv(row.substr(0, row.find('#')), fields);
    if (!fields.empty())
      return fields.size() >= 4 &&
             std::all_of(fields.begin(), fields.begin() + 4,
                         [](const CsvField& f) { return csv_number(f.text).has_value(); });
    text.remove_prefix(std::min(text.size(), row.size() + 1));
  }
  return false;
}

std::optional<PackingFormat> format_of(std::string_view text, const std::string& wanted,
                                       PackingRows& rows) {
  for (const PackingFormat f :
       {PackingFormat::lammps_data, PackingFormat::lammps_dump, PackingFormat::yade})
    if (wanted == name_of(f)) return f;
  if (wanted != "auto") {
    rows.mistake_of_all(fmt::format("there is no format `{}`", wanted),
                        "auto, lammps-data, lammps-dump or yade");
    return std::nullopt;
  }
  const std::string_view first = first_line_with_words(text);
  if (first.starts_with("ITEM:")) return PackingFormat::lammps_dump;
  if (has_atom_count(text)) return PackingFormat::lammps_data;
  if (first.starts_with("##PERIODIC::") || has_rows_of_numbers(text)) return PackingFormat::yade;
  rows.mistake_of_all(
      "this is none of the packings that can be read",
      "a LAMMPS data file has a line `N atoms`, a dump begins with `ITEM:`, a packing of YADE has "
      "rows `x y z r`; tables with a header are for the fill `csv`");
  return std::nullopt;
}

// Files that are not text. True: a mistake was told.
bool is_binary(std::string_view text, PackingRows& rows) {
  if (text.starts_with("\x1f\x8b")) {
    rows.mistake_of_all("the file is compressed", "gunzip it first");
    return true;
  }
  if (text.find('\0') == std::string_view::npos) return false;
  rows.mistake_of_all("this is a binary file, not a text",
                      "restart files are binary: write a text with `write_data FILE` or with "
                      "`write_dump all custom FILE id type x y z radius`");
  return true;
}

}  // namespace

std::string_view name_of(PackingFormat format) {
  switch (format) {
    case PackingFormat::lammps_data:
      return "lammps-data";
    case PackingFormat::lammps_dump:
      return "lammps-dump";
    case PackingFormat::yade:
      break;
  }
  return "yade";
}

Errors errors_of(const std::string& file, const std::vector<PackingMistake>& mistakes) {
  Errors out;
  for (const PackingMistake& m : mistakes)
    out.push_back({"E0718", m.message,
                   m.line == 0 ? file : fmt::format("{}:{}:{}", file, m.line, m.column), m.hint});
  return out;
}

const PackingUnits* find_packing_units(std::string_view name) {
  for (const PackingUnits& u : kUnits)
    if (u.name == name) return &u;
  return nullptr;
}

const PackingUnits* packing_units(const PackingRequest& request, std::string_view of_file,
                                  PackingRows& rows) {
  const bool asked = request.units != "auto";
  const std::string_view name = asked ? request.units : of_file.empty() ? "si" : of_file;
  if (const PackingUnits* found = find_packing_units(name)) return found;
  if (asked)
    rows.mistake_of_all(fmt::format("there are no units `{}`", name),
                        "auto, si, cgs, micro or nano");
  else
    rows.mistake_of_all(fmt::format("the file is in units `{}`, which have no metres", name),
                        "units = \"si\" takes its numbers as they are; `scale` makes metres of "
                        "them");
  return nullptr;
}

void PackingTypes::number(Packing& packing) const {
  const auto before = [](const std::string& a, const std::string& b) {
    const auto x = csv_number(a), y = csv_number(b);
    if (x && y && *x != *y) return *x < *y;
    if (x.has_value() != y.has_value()) return x.has_value();
    return a < b;
  };
  std::map<std::string, std::uint32_t, decltype(before)> numbers(before);
  for (const std::string& w : words_) numbers.emplace(w, 0);
  for (auto& [word, number] : numbers) {
    number = static_cast<std::uint32_t>(packing.types.size());
    packing.types.push_back(word);
  }
  for (std::size_t k = 0; k < words_.size() && k < packing.grains.size(); ++k)
    packing.grains[k].type = numbers.at(words_[k]);
}

void sort_by_ids(Packing& packing, PackingRows& rows) {
  auto& all = packing.grains;
  const auto by_id = [](const PackedGrain& a, const PackedGrain& b) { return a.id < b.id; };
  if (!std::is_sorted(all.begin(), all.end(), by_id))
    std::stable_sort(all.begin(), all.end(), by_id);
  for (std::size_t k = 1; k < all.size() && !rows.hopeless(); ++k)
    if (all[k].id == all[k - 1].id)
      rows.mistake_of_all(fmt::format("id {} is there twice, in lines {} and {}", all[k].id,
                                      all[k - 1].line, all[k].line));
}

Vec3 wrapped_into(const PackingBox& box, Vec3 x) {
  // From the last edge to the first, because edges lean on those before them.
  const Vec3 edge[3] = {{box.hi.x - box.lo.x, 0, 0},
                        {box.tilt.x, box.hi.y - box.lo.y, 0},
                        {box.tilt.y, box.tilt.z, box.hi.z - box.lo.z}};
  for (int k = 2; k >= 0; --k)
    if (box.periodic[k] && edge[k][k] > 0) {
      double beyond = 0;  // where the box begins at the heights above it
      for (int up = 2; up > k; --up)
        if (edge[up][up] > 0) beyond += edge[up][k] * (x[up] - box.lo[up]) / edge[up][up];
      x -= std::floor((x[k] - box.lo[k] - beyond) / edge[k][k]) * edge[k];
    }
  return x;
}

ReadPacking read_packing(std::string_view text, const PackingRequest& request) {
  ReadPacking out;
  PackingRows rows(text, out.mistakes);
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3), rows.go_to(3, 0);
  if (is_binary(text, rows)) return out;
  if (first_line_with_words(text).empty()) {
    rows.mistake_of_all("the file is empty");
    return out;
  }
  const auto format = format_of(text, request.format, rows);
  if (!format) return out;
  out.packing.format = *format;
  if (*format == PackingFormat::lammps_data)
    read_lammps_data(rows, request, out.packing);
  else if (*format == PackingFormat::lammps_dump)
    read_lammps_dump(text, rows, request, out.packing);
  else
    read_yade(rows, request, out.packing);
  if (rows.ok() && out.packing.grains.empty()) rows.mistake_of_all("the file has no grains");
  return out;
}

std::string box_text(const Packing& packing) {
  if (!packing.box) return {};
  const PackingBox& b = *packing.box;
  std::string out = fmt::format("min = [{}, {}, {}], max = [{}, {}, {}]", b.lo.x, b.lo.y, b.lo.z,
                                b.hi.x, b.hi.y, b.hi.z);
  if (b.tilt != Vec3{}) out += fmt::format(", tilt = [{}, {}, {}]", b.tilt.x, b.tilt.y, b.tilt.z);
  if (!b.periodic_known) return out;
  std::string along;
  for (int k = 0; k < 3; ++k)
    if (b.periodic[k]) along += static_cast<char>('x' + k);
  return out + fmt::format(", periodic = \"{}\"", along);
}

}  // namespace scree
