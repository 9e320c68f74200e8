#include "run/folder/folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace scree::run {

Result<FolderLock> FolderLock::take(const std::string& folder) {
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return FolderLock(-1);  // whatever writes there will say what is wrong
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(fd);
    return Error{"E0919", "another process is writing this run", folder,
                 "wait until it has ended, or stop it"};
  }
  return FolderLock(fd);
}

bool FolderLock::is_at(const std::string& folder) const {
  struct stat at_path {
  }, held{};
  // Only a clear no counts: a file system that does not answer now may do so later.
  if (::stat(folder.c_str(), &at_path) != 0) return errno != ENOENT && errno != ENOTDIR;
  if (fd_ < 0 || ::fstat(fd_, &held) != 0) return true;
  return at_path.st_dev == held.st_dev && at_path.st_ino == held.st_ino;
}

void FolderLock::release() {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

FolderLock::~FolderLock() { release(); }

}  // namespace scree::run
