// Checkpoints: named arrays in an HDF5 file that proves that it is whole.
//
//   byte 0    a text of 512 bytes (HDF5's user block): "scree checkpoint", version of the layout,
//             number of the bytes that follow and a 128-bit hash of them
//   byte 512  an HDF5 file: h5dump, h5py and the like open it as it is. Every array has the
//             attributes `about` (what it is, its unit) and `hash` (of its bytes)
//
// The hash of the whole is compared before HDF5 looks at a single byte: a damaged file never
// reaches the library. This module knows nothing of what the arrays mean
// (sim/archive/checkpoint.hpp). Price: writing holds the arrays, HDF5's copy and the finished bytes
// in memory at once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.hpp"

namespace scree {

struct CheckpointArray {
  using Values = std::variant<std::vector<double>, std::vector<std::uint64_t>,
                              std::vector<std::uint32_t>, std::string>;
  std::string name;   // with its groups: "grains/position"
  std::string about;  // one line for those who look into the file
  Values values;
  std::uint64_t columns = 1;  // of a table, row by row; a text has one

  std::uint64_t rows() const;
};

class CheckpointData {
 public:
  static constexpr std::uint32_t kVersion = 5;  // of the layout, raised by every change of it

  void add(std::string name, std::string about, CheckpointArray::Values values,
           std::uint64_t columns = 1) {
    arrays_.push_back({std::move(name), std::move(about), std::move(values), columns});
  }
  const std::vector<CheckpointArray>& arrays() const { return arrays_; }
  const CheckpointArray* find(std::string_view name) const;

 private:
  std::vector<CheckpointArray> arrays_;
};

// The text in front of the HDF5 file `image`.
inline constexpr std::size_t kCheckpointHead = 512;  // the smallest user block that HDF5 knows
std::string checkpoint_head(std::string_view image);

// The bytes of a checkpoint: the same for the same data. E0914 when HDF5 or the memory fails.
Result<std::string> encode_checkpoint(const CheckpointData& data);

// `place` names the file in messages. E0911: something else, E0912: damaged, E0913: of another
// version, E0915: whole, but not what a checkpoint holds.
Result<CheckpointData> decode_checkpoint(std::string_view bytes, const std::string& place);

}  // namespace scree
