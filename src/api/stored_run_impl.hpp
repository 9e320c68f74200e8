// What is behind api::StoredRun; not installed.
#pragma once

#include <optional>
#include <string>

#include "api/stored_run.hpp"
#include "run/folder/stored_run.hpp"

namespace scree::api {

struct StoredRun::Impl {
  std::string path;
  std::optional<run::StoredRun> frames;  // none: the run wrote none
};

// E0548: there is no such frame.
Errors wrong_frame(const StoredRun::Impl& run, std::size_t frame);

}  // namespace scree::api
