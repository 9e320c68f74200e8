#include "detect/brute_force.hpp"
#include "detect/situation.hpp"

namespace scree::detectors {
namespace {

class Brute final : public Detector {
 public:
  void find(const DetectInput& in, std::vector<RowPair>& pairs) override {
    detect::find_brute(in, pairs);
  }
};

constexpr std::size_t kMostForBrute = 100;  // grains beyond which `auto` does not even try it

DetectorCost brute_cost(const detect::Situation& s) {
  if (s.grains > kMostForBrute) return DetectorCost::never();
  return DetectorCost::without_memory(4 + 2 * static_cast<double>(s.grains));
}

}  // namespace

extern const DetectorEntry brute_entry;
const DetectorEntry brute_entry{
    .info = {"brute", "every pair tested; the oracle, for small systems and audits", "", {}},
    .make = [] { return std::unique_ptr<Detector>(new Brute); },
    .expected = brute_cost};

}  // namespace scree::detectors
