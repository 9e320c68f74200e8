// A run directory, read again: its frames with walls, contacts and bonds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "io/atomic_file.hpp"
#include "io/frame.hpp"
#include "io/render/color.hpp"
#include "io/render/look.hpp"
#include "io/vtp_reader.hpp"
#include "scene/build/picture.hpp"

namespace scree::run {

class StoredRun {
 public:
  // E0750: not a run, or a run without frames.
  static Result<StoredRun> open(const std::string& path);

  const std::string& path() const { return path_; }
  std::size_t size() const { return frames_.size(); }
  std::string name(std::size_t k) const;  // "000012"
  double time(std::size_t k) const { return frames_[k].first; }

  // Walls at rest are stored once: then every frame has those. Contacts are read where they were
  // stored, or left out: there are several per grain, and most pictures show none.
  enum class Contacts { read, leave_out };
  Result<Frame> frame(std::size_t k, Contacts contacts = Contacts::read) const;
  // With what a picture of this look shows.
  Result<Frame> frame_for(std::size_t k, const render::Look& look) const {
    return frame(k, look.contacts ? Contacts::read : Contacts::leave_out);
  }

  // Where a grain is in a frame, at the cost of reading its file, not of making the frame.
  Result<std::optional<GrainPlace>> place(std::size_t k, std::uint64_t id) const;

  // What [picture] of its scene says.
  PictureSettings picture() const;

 private:
  using Files = std::vector<std::pair<double, std::string>>;  // (time, file), as in a collection
  Result<std::string> content(const std::string& file) const;

  std::string path_;
  Files frames_, walls_, contacts_, bonds_;
};

// Scales that hold for all frames that it was shown, so that a colour means the same in each of
// them.
struct CommonScales {
  render::ColorRange color;
  double force_hi = 0;  // 0: no contacts
  bool any = false;     // a frame had grains

  Result<Done> include(const Frame& frame, const render::Look& look);
};

}  // namespace scree::run
