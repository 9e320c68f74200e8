#include "detect/detector.hpp"

namespace scree {

const DetectorEntry* find_detector(std::string_view name) {
  for (const DetectorEntry* e : detector_catalog())
    if (e->info.name == name) return e;
  return nullptr;
}

}  // namespace scree
