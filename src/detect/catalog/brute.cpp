#include "detect/brute_force.hpp"

namespace scree::detectors {
namespace {

class Brute final : public Detector {
 public:
  void find(const DetectInput& in, std::vector<SlotPair>& pairs) override {
    detect::find_brute(in, pairs);
  }
};

}  // namespace

extern const DetectorEntry brute_entry;
const DetectorEntry brute_entry{
    .info = {"brute", "every pair tested; the oracle, for small systems and audits", "", {}},
    .make = [] { return std::unique_ptr<Detector>(new Brute); }};

}  // namespace scree::detectors
