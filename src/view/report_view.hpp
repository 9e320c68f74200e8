// The last frame of a run in 3D, as a piece of HTML that needs no server: for `scree report`. The
// script is that of the page (web/src/report.ts), built by `make viewer`.
#pragma once

#include <string>

#include "base/result.hpp"
#include "io/frame.hpp"

namespace scree::view {

struct ReportView {
  std::string html;
  std::size_t grains = 0, shown = 0;
};

inline constexpr std::size_t kMostReportGrains = 40'000, kMostReportContacts = 30'000;

// Any frame; `png` is shown where no script runs, and may be empty.
Result<ReportView> frame_view(const Frame& frame, const std::string& png,
                              const std::string& page = {});

// `folder`: of the run. `page`: of the built page; empty: beside the program. E0692: it has not
// been built; E0750: the run has no frames.
Result<ReportView> report_view(const std::string& folder, const std::string& page = {});

}  // namespace scree::view
