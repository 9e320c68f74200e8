// Every pair, tested: the oracle of all other detectors.
#include "detect/detector.hpp"

namespace scree::detectors {
namespace {

class Brute final : public Detector {
 public:
  void find(const DetectInput& in, std::vector<SlotPair>& pairs) override {
    pairs.clear();
    const Vec3 length = in.box.lengths(), inverse = in.box.inverse_lengths();
    const auto n = static_cast<std::uint32_t>(in.xr.size());
    for (std::uint32_t a = 0; a < n; ++a) {
      for (std::uint32_t b = a + 1; b < n; ++b) {
        if (in.ws[a].flags & in.ws[b].flags & kFixed) continue;
        if (!within_reach(in.xr[a], in.xr[b], in.reach, length, inverse)) continue;
        pairs.push_back(in.id[a] < in.id[b] ? SlotPair{a, b} : SlotPair{b, a});
      }
    }
  }
};

}  // namespace

extern const DetectorEntry brute_entry;
const DetectorEntry brute_entry{
    .info = {"brute", "every pair tested; the oracle, for small systems and audits", "", {}},
    .make = [] { return std::unique_ptr<Detector>(new Brute); }};

}  // namespace scree::detectors
