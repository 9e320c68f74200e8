// How many threads a run of the program may take. Other programs that use the library decide for
// themselves.
#pragma once

#include <string>
#include <vector>

namespace scree::run {

// `wanted`, by --threads or the scene, but no more than the processors of this process, unless
// `oversubscribe` is set; a warning tells either. 0 stays 0: as many as there is work for.
int threads_to_take(int wanted, bool oversubscribe, std::vector<std::string>& warnings);

}  // namespace scree::run
