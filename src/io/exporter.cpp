#include "io/exporter.hpp"

namespace scree {

const ExporterEntry* find_exporter(std::string_view name) {
  for (const ExporterEntry* e : exporter_catalog())
    if (e->info.name == name) return e;
  return nullptr;
}

Result<std::string> export_frame(const ExporterEntry& exporter, const Frame& frame,
                                 ParamSet given) {
  if (std::string wrong = check(frame); !wrong.empty())
    return Error{"E0710", "the frame contradicts itself: " + wrong,
                 "exporter '" + std::string(exporter.info.name) + "'", ""};
  Result<ParamSet> params = with_defaults(exporter.info.params, std::move(given));
  if (!params) return params.errors();
  return exporter.write(frame, *params);
}

}  // namespace scree
