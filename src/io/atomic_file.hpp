// Files that are whole or absent: written beside the target, flushed to the disk, renamed into
// place. A crash or a full disk leaves the old file (or none), never half of a new one.
//
// The folder of a run may come from elsewhere, with links in it that lead to files of the user:
// none of them is followed to write or to delete.
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

// Makes one directory in one that is there; E0904. An existing one is fine, E0987: a link to one is
// not. For the parts of a run: a run whose folder vanished must not make it again.
Result<Done> make_directory(const std::string& path);

// Makes one directory that must not exist yet (its parents may); E0905 when it does.
Result<Done> claim_directory(const std::string& path);

// A new empty file in the place of whatever file or link has that name; a descriptor, or -1 with
// errno.
int create_fresh(const std::string& path);

// Adds to the end of a file, which is made where it is missing; E0902. E0987: it is a link.
Result<Done> append_to_file(const std::string& path, std::string_view text);

// Whether `path` itself is a symbolic link.
bool is_link(const std::string& path);
// E0987.
Error link_refused(const std::string& path);

// Whole content of a file; E0906.
Result<std::string> read_whole_file(const std::string& path);

}  // namespace scree
