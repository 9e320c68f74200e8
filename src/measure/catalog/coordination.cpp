// Mean number of contacts a grain, with and without rattlers.
#include "measure/catalog_params.hpp"
#include "measure/order.hpp"

namespace scree::measures {
namespace {

constexpr ParamInfo kCoordinationParams[] = {
    measure_params::with_walls,
    {.name = "least",
     .kind = ParamKind::integer,
     .range = {1, 12},
     .doc = "a grain with fewer contacts is a rattler: it bears no load. Without it 2 where one of "
            "its contacts has friction; else 4, or 3 and the weight where gravity acts"},
};

// A contact by the rows of its grains; b is kNoSlot where the partner is no grain.
struct Bond {
  std::uint32_t a, b;
  bool friction;
};

// What a grain is held by.
struct Support {
  std::uint32_t contacts = 0, with_friction = 0;
};

class Coordination final : public Measure {
 public:
  explicit Coordination(const ParamSet& p)
      : walls_(p.boolean("walls")),
        least_(p.has("least") ? static_cast<std::uint32_t>(p.integer("least")) : 0) {}

  std::vector<std::string> columns() const override {
    return {"coordination", "coordination_bearing", "rattlers", "contacts"};
  }

  std::optional<Error> check(const MeasureInput& in) const override {
    return measure_params::need_contacts(in);
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    std::vector<std::uint8_t> present(in.particles.size(), 0);  // grains, not balls of walls
    double grains = 0;
    for_each_grain(in.particles, [&](std::uint32_t s) { present[s] = 1, ++grains; });
    const std::vector<Bond> bonds = bonds_of(in, present);
    const auto ends = [&] {
      double sum = 0;
      for (const Support& s : support_of(bonds, present)) sum += s.contacts;
      return sum;
    };
    out[0] = grains > 0 ? ends() / grains : 0;
    const double rattlers = remove_rattlers(in.weight, bonds, present);
    out[1] = grains > rattlers ? ends() / (grains - rattlers) : 0;
    out[2] = rattlers;
    out[3] = static_cast<double>(bonds.size());
  }

 private:
  std::vector<Bond> bonds_of(const MeasureInput& in,
                             const std::vector<std::uint8_t>& present) const {
    constexpr std::uint32_t none = Particles::kNoSlot;
    const auto grain = [&](ParticleId id) {
      const std::uint32_t s = row_of(in.particles, id);
      return s != none && present[s] ? s : none;
    };
    std::vector<Bond> bonds;
    for (const MeasureContact& c : in.contacts) {
      std::uint32_t a = grain(c.i), b = c.wall < 0 ? grain(c.j) : none;
      if (a == none) std::swap(a, b);
      if (a != none && (b != none || walls_)) bonds.push_back({a, b, c.friction});
    }
    return bonds;
  }

  // Contacts of each grain with those that are present, and with walls.
  static std::vector<Support> support_of(std::span<const Bond> bonds,
                                         const std::vector<std::uint8_t>& present) {
    std::vector<Support> all(present.size());
    for (const Bond& c : bonds) {
      const bool wall = c.b == Particles::kNoSlot;
      if (!present[c.a] || (!wall && !present[c.b])) continue;
      ++all[c.a].contacts, all[c.a].with_friction += c.friction;
      if (!wall) ++all[c.b].contacts, all[c.b].with_friction += c.friction;
    }
    return all;
  }

  // Forces that can balance each other on a sphere: two opposite ones with friction, four without.
  // The weight of a grain is one of the four.
  std::uint32_t needed(const Support& s, bool weight) const {
    if (least_ > 0) return least_;
    return s.with_friction > 0 ? 2 : weight ? 3 : 4;
  }

  // Taking a rattler away may leave its neighbours with too few: repeated until nothing changes.
  // Whole numbers only, and the result does not depend on the order: who has lost a contact needs
  // no fewer of them than before.
  double remove_rattlers(bool weight, std::span<const Bond> bonds,
                         std::vector<std::uint8_t>& present) const {
    double removed = 0;
    for (bool changed = true; changed;) {
      changed = false;
      const std::vector<Support> support = support_of(bonds, present);
      for (std::size_t s = 0; s < present.size(); ++s)
        if (present[s] && support[s].contacts < needed(support[s], weight))
          present[s] = 0, ++removed, changed = true;
    }
    return removed;
  }

  bool walls_;
  std::uint32_t least_;  // 0: by friction
};

Result<std::unique_ptr<Measure>> make_coordination(const ParamSet& p) {
  return std::unique_ptr<Measure>(new Coordination(p));
}

}  // namespace

extern const MeasureEntry coordination_entry;
const MeasureEntry coordination_entry{
    .info = {"coordination", "mean number of contacts a grain, of all and of those that bear load",
             "Thornton 2000; O'Hern et al. 2003", kCoordinationParams},
    .make = make_coordination};

}  // namespace scree::measures
