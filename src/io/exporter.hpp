// Exporters: a frame becomes one file.
//
// One file src/io/exporters/<name>.cpp adds a format: it defines `<name>_entry` and nothing else
// has to be edited. An exporter is a pure function of the frame and its parameters; who calls it
// decides where the bytes go (write_file).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/params.hpp"
#include "base/result.hpp"
#include "io/frame.hpp"

namespace scree {

struct ExporterEntry {
  CatalogInfo info;
  std::string_view extension;  // without the dot
  // Whole content of the file. Precondition: check(frame) is empty and `params` has every
  // defaulted parameter (export_frame sees to both).
  Result<std::string> (*write)(const Frame& frame, const ParamSet& params);
};

std::span<const ExporterEntry* const> exporter_catalog();
const ExporterEntry* find_exporter(std::string_view name);

// Checks the frame and the parameters, fills in defaults and writes.
Result<std::string> export_frame(const ExporterEntry& exporter, const Frame& frame,
                                 ParamSet given = {});

}  // namespace scree
