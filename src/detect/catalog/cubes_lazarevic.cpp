#include "detect/lazarevic.hpp"

namespace scree::detectors {

extern const DetectorEntry cubes_lazarevic_entry;
const DetectorEntry cubes_lazarevic_entry{
    .info = {"cubes-lazarevic",
             "fixed cubes as published; walls of fixed balls are sorted once",
             "Lazarević, Dvornik & Fresl 2002, eqs. (6)-(19), (23), algorithms 1-5",
             {}},
    .make = [] { return std::unique_ptr<Detector>(new detect::Lazarevic); }};

}  // namespace scree::detectors
