// Packings that other programs wrote, as arrays: what `scree import` and the fill `packing` read.
// Not installed: for the module of Python; programs in C++ have the fill.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/vec3.hpp"

namespace scree::api {

struct PackingQuestion {
  std::string format = "auto";  // "lammps-data", "lammps-dump" (LIGGGHTS, too), "yade"
  std::string frame = "last";   // of a dump: "first", a number from 0, "step 5000"
  std::string units = "auto";   // of the file: "si", "cgs", "micro", "nano"
  double diameter = 0;          // m, of all grains of a file without sizes
};

struct PackingBox {
  Vec3 min{}, max{};
  Vec3 tilt{};                // xy, xz, yz
  std::string periodic = {};  // "xz": along these; data files do not say
  bool periodic_known = false;
};

// In SI; a row for each grain, in the order of its ids where the file has ids.
struct Packing {
  std::string format, units;
  std::vector<Vec3> position, velocity, spin;  // the last two are empty where the file has none
  std::vector<double> radius, density;         // so is density
  std::vector<std::uint64_t> id;
  std::vector<std::uint32_t> type;  // into types
  std::vector<std::string> types;   // as the file calls them
  std::optional<PackingBox> box = {};
  std::size_t frame = 0, frames = 1;
  std::optional<std::uint64_t> step = {};
  std::optional<double> time = {};  // s
  std::vector<std::string> notes;   // what the file has and this has not

  // A table that the fill `csv` reads; `materials`: names for the types. E0548: not one for each.
  [[nodiscard]] Result<std::string> table(const std::vector<std::string>& materials = {}) const;

 private:
  friend Result<Packing> read_packing(const std::string& path, const PackingQuestion& question);
  std::shared_ptr<const void> whole_ = {};
  std::string name_ = {};
};

// E0906: the file cannot be read; E0718: it is none of these, or has mistakes, with their lines.
[[nodiscard]] Result<Packing> read_packing(const std::string& path,
                                           const PackingQuestion& question = {});

}  // namespace scree::api
