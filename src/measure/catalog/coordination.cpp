// Mean number of contacts a grain, with and without rattlers.
#include "measure/catalog_params.hpp"
#include "measure/order.hpp"

namespace scree::measures {
namespace {

constexpr ParamInfo kCoordinationParams[] = {
    measure_params::with_walls,
    {.name = "least",
     .kind = ParamKind::integer,
     .fallback = "4",
     .range = {1, 12},
     .doc = "a grain with fewer contacts is a rattler: it bears no load"},
};

class Coordination final : public Measure {
 public:
  explicit Coordination(const ParamSet& p)
      : walls_(p.boolean("walls")), least_(static_cast<std::uint32_t>(p.integer("least"))) {}

  std::vector<std::string> columns() const override {
    return {"coordination", "coordination_bearing", "rattlers", "contacts"};
  }

  std::optional<Error> check(const MeasureInput& in) const override {
    return measure_params::need_contacts(in);
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    const Particles& p = in.particles;
    std::vector<std::uint32_t> touching(p.size(), 0);
    std::vector<std::uint8_t> counts(p.size(), 0);  // grains, not balls of walls
    double grains = 0;
    for_each_grain(p, [&](std::uint32_t s) { counts[s] = 1, ++grains; });
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // rows; kNoSlot for a wall
    for (const MeasureContact& c : in.contacts) {
      std::uint32_t i = row_of(p, c.i);
      std::uint32_t j = c.wall < 0 ? row_of(p, c.j) : Particles::kNoSlot;
      if (i != Particles::kNoSlot && !counts[i]) i = Particles::kNoSlot;
      if (j != Particles::kNoSlot && !counts[j]) j = Particles::kNoSlot;
      if (i == Particles::kNoSlot) std::swap(i, j);
      if (i == Particles::kNoSlot || (j == Particles::kNoSlot && !walls_)) continue;
      pairs.emplace_back(i, j);
      ++touching[i];
      if (j != Particles::kNoSlot) ++touching[j];
    }
    double ends = 0;
    for (const std::uint32_t t : touching) ends += t;
    out[0] = grains > 0 ? ends / grains : 0;
    const double rattlers = remove_rattlers(pairs, counts, touching);
    double bearing_ends = 0;
    for (std::size_t s = 0; s < p.size(); ++s) bearing_ends += counts[s] ? touching[s] : 0;
    out[1] = grains > rattlers ? bearing_ends / (grains - rattlers) : 0;
    out[2] = rattlers;
    out[3] = static_cast<double>(pairs.size());
  }

 private:
  // Taking a rattler away may leave its neighbours with too few: repeated until nothing changes.
  // Whole numbers only, and the result does not depend on the order.
  double remove_rattlers(std::span<const std::pair<std::uint32_t, std::uint32_t>> pairs,
                         std::vector<std::uint8_t>& counts,
                         std::vector<std::uint32_t>& touching) const {
    double removed = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t s = 0; s < counts.size(); ++s)
        if (counts[s] && touching[s] < least_) counts[s] = 0, ++removed, changed = true;
      if (!changed) break;
      std::fill(touching.begin(), touching.end(), 0u);
      for (const auto& [i, j] : pairs) {
        const bool wall = j == Particles::kNoSlot;
        if (!counts[i] || (!wall && !counts[j])) continue;
        ++touching[i];
        if (!wall) ++touching[j];
      }
    }
    return removed;
  }

  bool walls_;
  std::uint32_t least_;
};

Result<std::unique_ptr<Measure>> make_coordination(const ParamSet& p) {
  return std::unique_ptr<Measure>(new Coordination(p));
}

}  // namespace

extern const MeasureEntry coordination_entry;
const MeasureEntry coordination_entry{
    .info = {"coordination", "mean number of contacts a grain, of all and of those that bear load",
             "Thornton 2000", kCoordinationParams},
    .make = make_coordination};

}  // namespace scree::measures
