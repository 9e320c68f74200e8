// How a run on the disk stands. A summary is not believed for its own sake: it may be missing, be
// older than the checkpoints beside it, or speak of frames that are gone.
#pragma once

#include <string>

#include "base/result.hpp"
#include "run/folder/json.hpp"

namespace scree::run {

// The summary of a run, given its folder or its summary.json; its verdict as it is now. A run
// without one is `unfinished`. E0750: not there; E0706, E0713: no summary can be read.
Result<Json> read_run(const std::string& path);

std::string verdict_word(const Json& summary);  // "?": it has none
// The run ended, whether or not it is to be believed: a second run would give the same.
bool has_ended(const std::string& word);
inline bool is_doubtful(const Json& summary) { return verdict_word(summary) == "doubtful"; }
// Names and reasons of the checks that failed, or else of those that are noted.
std::string verdict_reasons(const Json& summary);

}  // namespace scree::run
