// A folder for the files of one test, removed afterwards.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace scree::test {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    const std::string chosen_by_mkdtemp(6, 'X');  // it puts letters of its own there
    std::string pattern =
        (std::filesystem::temp_directory_path() / ("scree-" + chosen_by_mkdtemp)).string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder " + pattern);
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all, ignored);
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string path(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, std::string_view text) const {
    const std::string file = path(name);
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }

 private:
  std::filesystem::path path_;
};

// One for files that several tests of a program use; removed when the program ends.
inline const TemporaryFolder& shared_folder() {
  static const TemporaryFolder folder;
  return folder;
}

}  // namespace scree::test
