#include "detect/sweep.hpp"

namespace scree::detectors {

extern const DetectorEntry sweep_entry;
const DetectorEntry sweep_entry{
    .info = {"sweep",
             "bounding boxes kept sorted along each axis, pairs corrected instead of found anew; "
             "for any sizes that hardly move",
             "Schinner 1999, section 3.3, tables 1 and 3",
             {}},
    .make = [] { return std::unique_ptr<Detector>(new detect::Sweep); }};

}  // namespace scree::detectors
