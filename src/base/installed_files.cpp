#include "base/installed_files.hpp"

namespace scree {

std::vector<std::filesystem::path> beside_program(const std::string& installed,
                                                  const std::string& in_tree) {
  namespace fs = std::filesystem;
  std::vector<fs::path> folders;
  std::error_code none;
  const fs::path program = fs::read_symlink("/proc/self/exe", none);
  if (none) return folders;
  folders.push_back(program.parent_path().parent_path() / "share" / "scree" / installed);
  fs::path above = program.parent_path();
  for (int level = 0; level < 6 && above.has_relative_path(); ++level, above = above.parent_path())
    if (fs::exists(above / "CMakeLists.txt", none) && fs::is_directory(above / in_tree, none))
      folders.push_back(above / in_tree);
  return folders;
}

}  // namespace scree
