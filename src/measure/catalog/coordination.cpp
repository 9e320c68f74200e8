// Mean number of contacts per grain, with and without rattlers.
#include <map>

#include "measure/catalog_params.hpp"
#include "measure/partners.hpp"

namespace scree::measures {
namespace {

constexpr ParamInfo kCoordinationParams[] = {
    measure_params::with_walls,
    {.name = "by",
     .kind = ParamKind::choice,
     .fallback = "body",
     .choices = "body|ball",
     .doc = "of clumps: contacts of a whole clump with others, or of each of its balls"},
    {.name = "least",
     .kind = ParamKind::integer,
     .range = {1, 12},
     .doc =
         "a grain with fewer contacts is a rattler: it bears no load. Without it 2 where one of "
         "its contacts has friction; else 4, or 3 and the weight where gravity acts; a body with "
         "faces is none, however few they are, if their forces balance"},
};

// A contact by the rows of its grains; b is kNoRow where the partner is not a grain.
struct Bond {
  std::uint32_t a, b;
  bool friction;
  Vec3 force{}, point{};  // on a
  bool at_wall() const { return b == Particles::kNoRow; }
};

struct BondList {
  std::vector<Bond> bonds;
  void operator+=(const BondList& o) { bonds.insert(bonds.end(), o.bonds.begin(), o.bonds.end()); }
};

// What a grain is held by.
struct Support {
  std::uint32_t contacts = 0, with_friction = 0;
};

// What acts on a body with faces: one face can hold it, where a ball needs more contacts.
struct FaceLoad {
  Vec3 force{}, torque{};  // about its centre of mass
  double size = 0;         // sum of the sizes of the forces
};

// Of the sum of the forces, and of that times the radius: what may be left of force and torque.
// Contacts that tremble keep some percent; a face that a body only brushes leaves all of it.
constexpr double kBalance = 0.2;

class Coordination final : public Measure {
 public:
  explicit Coordination(const ParamSet& p)
      : walls_(p.boolean("walls")),
        by_body_(p.text("by") == "body"),
        least_(p.has("least") ? static_cast<std::uint32_t>(p.integer("least")) : 0) {}

  std::vector<ColumnInfo> columns() const override {
    return {{"coordination", "", "contacts per grain, on average"},
            {"coordination_bearing", "", "the same without rattlers and their contacts"},
            {"rattlers", "", "number of grains that bear no load"},
            {"contacts", "", "number of contacts"}};
  }

  std::optional<Error> check(const MeasureInput& in) const override {
    return measure_params::need_contacts(in);
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    const Particles& p = in.particles;
    std::vector<std::uint8_t> present(p.size());  // grains, not balls of walls
    std::size_t grains = 0;
    for (std::size_t s = 0; s < p.size(); ++s)
      grains += present[s] =
          is_grain(p, s) && node(p, static_cast<std::uint32_t>(s)) == static_cast<std::uint32_t>(s);
    std::vector<Bond> bonds = bonds_of(in);
    std::vector<Support> support = support_of(bonds, p.size());
    out[0] = per_grain(support, grains);
    out[3] = static_cast<double>(bonds.size());
    const std::size_t rattlers = remove_rattlers(in, bonds, support, present);
    out[1] = per_grain(support, grains - rattlers);
    out[2] = static_cast<double>(rattlers);
  }

 private:
  // The row that stands for its body: that of the body's first ball, whose id its name tells.
  std::uint32_t node(const Particles& p, std::uint32_t row) const {
    const std::uint32_t body = p.ws[row].body;
    if (body == 0 || !by_body_) return row;
    const std::uint32_t first = row_of(p, ParticleId{body - 1});
    return first == Particles::kNoRow ? row : first;
  }

  static double per_grain(const std::vector<Support>& support, std::size_t grains) {
    std::size_t ends = 0;
    for (const Support& s : support) ends += s.contacts;
    return grains > 0 ? static_cast<double>(ends) / static_cast<double>(grains) : 0;
  }

  // In an order that is left to chance: only numbers of contacts are taken from them.
  std::vector<Bond> bonds_of(const MeasureInput& in) const {
    constexpr std::uint32_t none = Particles::kNoRow;
    const auto grain = [&](ParticleId id) {
      const std::uint32_t s = row_of(in.particles, id);
      return s != none && is_grain(in.particles, s) ? node(in.particles, s) : none;
    };
    const auto add = [&](const MeasureContact& c, BondList& list) {
      std::uint32_t a = grain(c.i), b = c.wall < 0 ? grain(c.j) : none;
      const bool exchanged = a == none;
      if (exchanged) std::swap(a, b);
      if (a != none && (b != none || walls_))
        list.bonds.push_back({a, b, c.friction, exchanged ? -c.force : c.force, c.point});
    };
    return partner_totals(in, BondList{}, add).bonds;
  }

  static std::vector<Support> support_of(std::span<const Bond> bonds, std::size_t rows) {
    std::vector<Support> all(rows);
    for (const Bond& c : bonds) {
      ++all[c.a].contacts, all[c.a].with_friction += c.friction;
      if (!c.at_wall()) ++all[c.b].contacts, all[c.b].with_friction += c.friction;
    }
    return all;
  }

  // Forces that can balance each other on a sphere: two opposite ones with friction, four without.
  // The weight of a grain is one of the four.
  std::uint32_t needed(const Support& s, bool weight) const {
    if (least_ > 0) return least_;
    return s.with_friction > 0 ? 2 : weight ? 3 : 4;
  }

  // Rows of bodies with faces on which the forces of the contacts balance, but for the weight. All
  // contacts of such bodies come in one order (partners.hpp), so the sums have one rounding.
  std::vector<std::uint8_t> balanced(const MeasureInput& in, std::span<const Bond> bonds) const {
    const Particles& p = in.particles;
    std::vector<std::uint8_t> out(p.size());
    if (least_ > 0) return out;
    std::vector<std::uint8_t> faces(p.size());
    for (std::size_t s = 0; s < p.size(); ++s)
      faces[s] = (p.ws[s].flags & kShaped) || (in.solids && in.solids->form[s] != 0);
    if (std::find(faces.begin(), faces.end(), 1) == faces.end()) return out;
    std::map<std::uint32_t, FaceLoad> loads;
    const auto add = [&](std::uint32_t row, const Vec3& force, const Vec3& point) {
      if (!faces[row]) return;
      FaceLoad& l = loads[row];
      const Vec3 centre = p.xr[row].x - in.arm(row);
      l.force += force, l.torque += cross(in.box.nearest(point - centre), force);
      l.size += norm(force);
    };
    for (const Bond& c : bonds) {
      add(c.a, c.force, c.point);
      if (!c.at_wall()) add(c.b, -c.force, c.point);
    }
    for (const auto& [row, l] : loads) {
      const double lift = in.weight ? std::max(dot(l.force, in.up), 0.0) : 0;
      out[row] = l.size > 0 && norm(l.force - lift * in.up) <= kBalance * l.size &&
                 norm(l.torque) <= kBalance * l.size * p.xr[row].r;
    }
    return out;
  }

  // Taking a rattler away may leave its neighbours with too few: repeated until nothing changes.
  // All of a round are told by the contacts that the last one left, so their order does not matter.
  std::size_t remove_rattlers(const MeasureInput& in, std::vector<Bond>& bonds,
                              std::vector<Support>& support,
                              std::vector<std::uint8_t>& present) const {
    std::size_t removed = 0;
    for (;;) {
      const std::size_t before = removed;
      const std::vector<std::uint8_t> held = balanced(in, bonds);
      for (std::size_t s = 0; s < present.size(); ++s)
        if (present[s] && !held[s] && support[s].contacts < needed(support[s], in.weight))
          present[s] = 0, ++removed;
      if (removed == before) return removed;
      const auto take = [&](std::uint32_t row, const Bond& c) {
        --support[row].contacts, support[row].with_friction -= c.friction;
      };
      std::erase_if(bonds, [&](const Bond& c) {
        if (present[c.a] && (c.at_wall() || present[c.b])) return false;
        take(c.a, c);
        if (!c.at_wall()) take(c.b, c);
        return true;
      });
    }
  }

  bool walls_;
  bool by_body_;
  std::uint32_t least_;  // 0: by friction
};

Result<std::unique_ptr<Measure>> make_coordination(const ParamSet& p) {
  return std::unique_ptr<Measure>(new Coordination(p));
}

}  // namespace

extern const MeasureEntry coordination_entry;
const MeasureEntry coordination_entry{
    .info = {"coordination",
             "mean number of contacts per grain, of all and of those that bear load",
             "Thornton 2000; O'Hern et al. 2003", kCoordinationParams},
    .make = make_coordination};

}  // namespace scree::measures
