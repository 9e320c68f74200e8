#include "view/page_files.hpp"

#include <filesystem>
#include <vector>

#include "base/installed_files.hpp"
#include "io/atomic_file.hpp"

namespace scree::view {
namespace {

namespace fs = std::filesystem;

std::string type_of(const fs::path& file) {
  const std::string end = file.extension().string();
  if (end == ".html") return "text/html; charset=utf-8";
  if (end == ".js") return "text/javascript; charset=utf-8";
  if (end == ".css") return "text/css; charset=utf-8";
  if (end == ".webp") return "image/webp";
  if (end == ".svg") return "image/svg+xml";
  return "application/octet-stream";
}

}  // namespace

Result<PageFiles> PageFiles::find(const std::string& folder) {
  std::vector<fs::path> folders = beside_program("viewer", "web/dist");
  if (!folder.empty()) folders = {folder};
  std::error_code none;
  for (const fs::path& f : folders) {
    if (!fs::is_regular_file(f / "index.html", none)) continue;
    PageFiles page;
    for (fs::directory_iterator it(f, none), end; !none && it != end; it.increment(none)) {
      if (!it->is_regular_file(none)) continue;
      auto text = read_whole_file(it->path().string());
      if (!text) return text.errors();
      page.files_.emplace("/" + it->path().filename().string(),
                          HttpAnswer::of(std::move(*text), type_of(it->path())));
    }
    page.files_["/"] = page.files_["/index.html"];
    return page;
  }
  return Error{"E0692", "the page of the viewer has not been built",
               folder.empty() ? "scree view" : folder,
               "in the source tree: make viewer (needs node and npm); the Debian package has it"};
}

HttpAnswer PageFiles::answer(const std::string& path) const {
  const auto found = files_.find(path);
  if (found != files_.end()) return found->second;
  return HttpAnswer::of("there is no such file\n", "text/plain", 404);
}

}  // namespace scree::view
