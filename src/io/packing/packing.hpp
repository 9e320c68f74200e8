// Packings that other programs wrote: balls with positions, sizes, velocities and types.
//
// LAMMPS data files, dumps of LAMMPS and LIGGGHTS, and packings in text of YADE. Everything becomes
// SI; the axes stay as they are. A file that is wrong gives its mistakes with line and column, at
// most kMostMistakes of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/vec3.hpp"

namespace scree {

enum class PackingFormat { lammps_data, lammps_dump, yade };
std::string_view name_of(PackingFormat format);

struct PackingRequest {
  std::string format = "auto";  // or "lammps-data", "lammps-dump", "yade"
  std::string frame = "last";   // of a dump: "first", "last", a number from 0, or "step 5000"
  std::string units = "auto";   // what the file says, else "si"; "si", "cgs", "micro", "nano"
  double diameter = 0;  // m, of all grains where the file has no sizes; 0: it must have them
};

struct PackedGrain {
  std::uint64_t id = 0;
  Vec3 x{}, v{}, omega{};
  double radius = 0;
  double density = 0;      // 0: the file does not say
  std::uint32_t type = 0;  // into Packing::types
  std::uint32_t line = 0;  // where it is in the file
};

struct PackingBox {
  Vec3 lo{}, hi{};
  Vec3 tilt{};                 // xy, xz, yz
  bool periodic_known = true;  // data files do not say what is periodic
  bool periodic[3] = {false, false, false};
};

struct Packing {
  PackingFormat format = PackingFormat::yade;
  std::string units = "si";
  std::vector<PackedGrain> grains;  // in the order of ids, where the file has ids
  std::vector<std::string> types;   // "1", "2", ..., or the labels of the file
  bool has_velocities = false, has_spins = false, has_densities = false;
  std::optional<PackingBox> box;
  std::size_t frame = 0, frames = 1;
  std::optional<std::uint64_t> step;
  std::optional<double> time;      // s
  std::vector<std::string> notes;  // what the file has and the packing has not
};

inline constexpr std::size_t kMostMistakes = 20;

struct PackingMistake {
  std::uint32_t line = 0, column = 0, width = 1;  // line 0: the file as a whole, or the request
  std::string message, hint;
};

struct ReadPacking {
  Packing packing;
  std::vector<PackingMistake> mistakes;  // none: the packing is whole
};

// "FILE:LINE:COLUMN" and what is wrong there, E0718.
Errors errors_of(const std::string& file, const std::vector<PackingMistake>& mistakes);

ReadPacking read_packing(std::string_view text, const PackingRequest& request = {});

// A table that the fill `csv` reads. The column `material` has the names in `materials` (one for
// each type), `type` counts the materials of a scene from 0 where there are several types and no
// names. `from` is told in the first line, a comment.
std::string packing_csv(const Packing& packing, const std::vector<std::string>& materials,
                        std::string_view from);

// `min`, `max` and `periodic` of a [box] as one would write it in a scene; empty: there is none.
std::string box_text(const Packing& packing);

}  // namespace scree
