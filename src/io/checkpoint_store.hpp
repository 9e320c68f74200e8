// A folder of checkpoints: NNNNNNNNNNNN.h5, named after the step. The newest two are kept, so that
// one is left when the other turns out to be damaged.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/atomic_file.hpp"
#include "io/checkpoint.hpp"

namespace scree {

class CheckpointStore {
 public:
  static constexpr std::size_t kKept = 2;

  explicit CheckpointStore(std::string folder) : folder_(std::move(folder)) {}

  std::string file(std::uint64_t step) const;
  // Steps that have a file, newest first.
  std::vector<std::uint64_t> steps() const;

  // Whole or not at all; then those beyond the newest two are removed.
  Result<Done> write(std::uint64_t step, const CheckpointData& data) const;
  // All but the newest two: a run that was killed while it wrote may have left one more.
  void remove_old() const;
  // The file of that step is set aside as *.damaged: it no longer counts.
  Result<Done> set_aside(std::uint64_t step) const;
  Result<CheckpointData> read(std::uint64_t step) const;

 private:
  std::string folder_;
};

}  // namespace scree
