// Files that are whole or absent: written beside the target, flushed to the disk, renamed into
// place. A crash or a full disk leaves the old file (or none), never half of a new one.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace scree {

struct Done {};  // the value of an action that only succeeds or fails

// Replaces `path` by `content`. On failure nothing but the old file is left.
// E0901: cannot create, E0902: cannot write (disk full), E0903: cannot rename.
Result<Done> write_file(const std::string& path, std::string_view content);

// Makes a directory and its parents; E0904. Existing ones are fine.
Result<Done> make_directories(const std::string& path);

// Makes one directory in one that is there; E0904. An existing one is fine. For the parts of a run:
// a run whose folder vanished must not make it anew.
Result<Done> make_directory(const std::string& path);

// Makes one directory that must not exist yet (its parents may); E0905 when it does.
Result<Done> claim_directory(const std::string& path);

// Whole content of a file; E0906.
Result<std::string> read_whole_file(const std::string& path);

}  // namespace scree
