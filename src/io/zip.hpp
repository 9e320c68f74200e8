// A ZIP archive in memory, deflated by zlib: what NumPy's .npz files are. The bytes depend on the
// content alone: every member has the date 1980-01-01, the earliest of the format.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace scree {

class ZipWriter {
 public:
  // E0710: more than 4 GB, which this form of the format cannot hold.
  void add(std::string_view name, std::string_view content);
  Result<std::string> finish();

 private:
  struct Member {
    std::string name;
    std::uint32_t crc = 0, packed = 0, size = 0, offset = 0;
  };
  std::string out_;
  std::vector<Member> members_;
  bool too_large_ = false;
};

}  // namespace scree
