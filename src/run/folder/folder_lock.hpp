// One process at a time writes a run. The lock is the kernel's and needs no file: it is gone with
// the process, however that ends.
#pragma once

#include <string>
#include <utility>

#include "base/result.hpp"

namespace scree::run {

class FolderLock {
 public:
  // E0919 when another process holds it. File systems that know no locks are let pass.
  static Result<FolderLock> take(const std::string& folder);

  FolderLock(FolderLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FolderLock& operator=(FolderLock&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~FolderLock();

  void release();
  // The path still leads to the folder that is held.
  bool is_at(const std::string& folder) const;

 private:
  explicit FolderLock(int fd) : fd_(fd) {}
  int fd_;
};

}  // namespace scree::run
