// What `scree verify` says: a table for the terminal, JSON, and pages with plots.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "io/atomic_file.hpp"
#include "run/folder/json.hpp"
#include "scree/verify/case.hpp"

namespace scree::app {

using Verified = std::vector<std::pair<const VerifyCase*, VerifyResult>>;

std::string case_table(const VerifyCase& c, const VerifyResult& r);
std::string verify_closing(const Verified& all);  // one line
run::Json verify_json(const Verified& all, const VerifyOptions& options);

// README.md with one SVG a plot beside it, and index.html with everything in it.
Result<Done> write_pages(const std::string& folder, const Verified& all,
                         const VerifyOptions& options);

}  // namespace scree::app
