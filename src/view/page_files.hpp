// The files of the page, read once: nothing else of the disk can be asked for by name.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "view/http_server.hpp"

namespace scree::view {

class PageFiles {
 public:
  // The built page beside the program: web/dist of the source tree, share/scree/viewer of an
  // installation; `folder` where it is given. E0692: there is none.
  static Result<PageFiles> find(const std::string& folder = {});

  // "/" is index.html. 404 for what is not there.
  HttpAnswer answer(const std::string& path) const;

 private:
  std::map<std::string, HttpAnswer> files_;
};

}  // namespace scree::view
