#include "io/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace scree {
namespace {

std::string reason_of(int code) { return std::strerror(code); }

std::string hint_for(int code) {
  switch (code) {
    case ENOSPC:
    case EDQUOT:
      return "free some space, or write somewhere else with -o";
    case EACCES:
    case EPERM:
    case EROFS:
      return "choose a folder that you may write to with -o";
    case ENOENT:
    case ENOTDIR:
      return "the folder must exist";
    default:
      return {};
  }
}

// The part of a path that is a file where a folder should be; empty: none.
std::string file_in_the_way(const std::string& path) {
  std::filesystem::path so_far;
  std::error_code unknown;
  for (const auto& part : std::filesystem::path(path)) {
    so_far /= part;
    if (std::filesystem::exists(so_far, unknown) && !std::filesystem::is_directory(so_far, unknown))
      return so_far.string();
  }
  return {};
}

Error file_error(const char* code, const std::string& what, const std::string& path, int cause) {
  if (cause == ENOTDIR || cause == EEXIST)
    if (const std::string file = file_in_the_way(path); !file.empty())
      return {code, what + ": `" + file + "` is a file, not a folder", path,
              "choose another place with -o"};
  return {code, what + ": " + reason_of(cause), path, hint_for(cause)};
}

// Closes and removes an unfinished file on every way out.
class Unfinished {
 public:
  Unfinished(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  ~Unfinished() {
    if (fd_ >= 0) ::close(fd_);
    if (!path_.empty()) ::unlink(path_.c_str());
  }
  int fd() const { return fd_; }
  bool close() { return ::close(std::exchange(fd_, -1)) == 0; }
  void keep() { path_.clear(); }

 private:
  int fd_;
  std::string path_;
};

bool write_all(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t n = ::write(fd, content.data(), content.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

// The rename itself must survive a power cut. Some file systems refuse to sync a folder; the file
// is whole all the same, so that is not a failure.
void sync_folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const int fd = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  ::fsync(fd);
  ::close(fd);
}

}  // namespace

Result<Done> write_file(const std::string& path, std::string_view content) {
  // The process id keeps two runs that write the same file from sharing a temporary one.
  const std::string beside = path + ".tmp-" + std::to_string(::getpid());
  const int fd = create_fresh(beside);
  if (fd < 0) return file_error("E0901", "cannot create the file", path, errno);
  Unfinished file(fd, beside);
  if (!write_all(file.fd(), content) || ::fsync(file.fd()) != 0)
    return file_error("E0902", "cannot write the file", path, errno);
  if (!file.close()) return file_error("E0902", "cannot write the file", path, errno);
  if (::rename(beside.c_str(), path.c_str()) != 0)
    return file_error("E0903", "cannot put the file in place", path, errno);
  file.keep();
  sync_folder_of(path);
  return Done{};
}

int create_fresh(const std::string& path) {
  for (int attempt = 0;; ++attempt) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd >= 0 || errno != EEXIST || attempt == 3) return fd;
    // The remains of a killed process, or a link: what it leads to stays.
    if (::unlink(path.c_str()) != 0 && errno != ENOENT) return -1;
  }
}

Result<Done> append_to_file(const std::string& path, std::string_view text) {
  const int fd = ::open(path.c_str(),
                        O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
  if (fd < 0 && errno == ELOOP) return link_refused(path);
  if (fd < 0) return file_error("E0902", "cannot write the file", path, errno);
  struct stat about {};
  const bool is_own = ::fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && about.st_nlink == 1;
  const bool written = is_own && write_all(fd, text);
  const int cause = errno;
  ::close(fd);
  if (!is_own) return link_refused(path);
  if (!written) return file_error("E0902", "cannot write the file", path, cause);
  return Done{};
}

bool is_link(const std::string& path) {
  struct stat about {};
  return ::lstat(path.c_str(), &about) == 0 && S_ISLNK(about.st_mode);
}

Error link_refused(const std::string& path) {
  return {"E0987", "is a link to another place, where a run must not write", path,
          "put the file or folder itself there, or remove the link"};
}

Result<Done> make_directories(const std::string& path) {
  std::error_code cause;
  std::filesystem::create_directories(path, cause);
  if (cause) return file_error("E0904", "cannot make the folder", path, cause.value());
  return Done{};
}

Result<Done> make_directory(const std::string& path) {
  if (::mkdir(path.c_str(), 0777) == 0) return Done{};
  const int cause = errno;
  if (cause == EEXIST && is_link(path)) return link_refused(path);
  std::error_code unknown;
  if (cause == EEXIST && std::filesystem::is_directory(path, unknown)) return Done{};
  return file_error("E0904", "cannot make the folder", path, cause);
}

Result<Done> claim_directory(const std::string& path) {
  std::string trimmed = path;
  while (trimmed.size() > 1 && trimmed.back() == '/') trimmed.pop_back();
  const std::string parent = std::filesystem::path(trimmed).parent_path().string();
  if (!parent.empty())
    if (auto made = make_directories(parent); !made) return made;
  // mkdir is atomic: of two runs that want the same folder exactly one gets it.
  if (::mkdir(trimmed.c_str(), 0777) == 0) return Done{};
  if (errno == EEXIST)
    return Error{"E0905", "already exists, and a run never overwrites anything", path,
                 "choose another folder with -o, or move this one away"};
  return file_error("E0904", "cannot make the folder", path, errno);
}

Result<std::string> read_whole_file(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return Error{"E0906", "cannot open the file: " + reason_of(errno), path, ""};
  std::string content, buffer(65536, '\0');  // not on the stack, which may be as small as that
  // Room at once: to grow by doubling costs three times the memory of a large frame.
  constexpr off_t kMostAtOnce = off_t{1} << 30;  // a file may claim any size
  struct stat about {};
  if (::fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && about.st_size <= kMostAtOnce)
    content.reserve(static_cast<std::size_t>(about.st_size));
  for (;;) {
    const ssize_t n = ::read(fd, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      const int cause = errno;
      ::close(fd);
      return Error{"E0906", "cannot read the file: " + reason_of(cause), path, ""};
    }
    if (n == 0) break;
    content.append(buffer.data(), static_cast<std::size_t>(n));
  }
  ::close(fd);
  return content;
}

}  // namespace scree
