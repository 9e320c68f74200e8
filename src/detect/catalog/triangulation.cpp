#include "detect/triangulated.hpp"

namespace scree::detectors {

extern const DetectorEntry triangulation_entry;
const DetectorEntry triangulation_entry{
    .info =
        {"triangulation",
         "edges of the regular triangulation, repaired as grains move; for any mixture of sizes",
         "Ferrez 2001, chapters 2 and 4",
         {}},
    .make = [] { return std::unique_ptr<Detector>(new detect::Triangulated); }};

}  // namespace scree::detectors
