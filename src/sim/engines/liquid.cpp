#include "sim/engines/liquid.hpp"

#include <algorithm>
#include <numbers>
#include <tuple>

#include "base/exact_sum.hpp"

namespace scree {
namespace {

// The same order among the contacts of one grain, whatever the rows are. That of two grains needs
// the id of the partner, which each side adds.
std::uint64_t order_of(const Contact& c) {
  std::uint64_t partner = 0;
  if (c.at_wall()) partner = (c.kind == ContactKind::point ? std::uint64_t{1} << 40 : 0) | c.wall;
  const std::uint64_t number = c.kind == ContactKind::pair ? 0 : c.number;
  return static_cast<std::uint64_t>(c.kind) << 62 | partner << 8 | number;
}

// Volume of the bridge of a contact: 0 none, -1 asks for one.
double bridge_volume(const ContactReader& contacts, const Contact& c) {
  const int at = contacts.law(c).liquid_at;
  return at < 0 ? 0 : contacts.history(c)[static_cast<std::size_t>(at)];
}

// What a row has given to one contact.
struct Given {
  std::uint32_t row;
  std::uint64_t order;
  double volume;
};

struct Wetness {
  double film = 0, share = 0;
};
Wetness wetness_of(const MaterialSpec& m) {
  if (!m.cohesion.params.has("film")) return {};
  return {m.cohesion.params.number("film"), m.cohesion.params.number_or("share", 0.5)};
}

// The volume of the solid that a row has of its body, overlaps once: of several balls the part that
// its own is of all of them.
double solid_volume(const World& world, const Body& body, std::size_t row) {
  const Particles& p = world.particles;
  const auto cube = [&p](std::size_t s) { return p.xr[s].r * p.xr[s].r * p.xr[s].r; };
  double all = 0;
  for (std::uint32_t k = 0; k < body.count; ++k) all += cube(p.row_of()[body.first_id + k]);
  return body.volume * (cube(row) / all);
}

// What is left on each of the rows that are asked.
std::vector<double> films_of(const Particles& p, const ContactReader& contacts,
                             const std::vector<std::uint32_t>& asked) {
  std::vector<Given> given;
  const auto note = [&](std::uint32_t row, std::uint32_t partner, std::uint64_t order,
                        double volume) {
    if (asked[row] == 0) return;
    if (partner != Contact::kNone) order |= std::uint64_t{p.id[partner].value} << 8;
    given.push_back({row, order, volume});
  };
  contacts.each([&](const Contact& c) {
    const double volume = bridge_volume(contacts, c);
    if (!(volume > 0)) return;
    const double part = c.at_wall() ? volume : 0.5 * volume;
    note(c.i, c.j, order_of(c), part);
    if (!c.at_wall()) note(c.j, c.i, order_of(c), part);
  });
  std::sort(given.begin(), given.end(), [](const Given& a, const Given& b) {
    return std::tie(a.row, a.order) < std::tie(b.row, b.order);
  });
  std::vector<double> film = p.extra().find(kLiquidField)->values;
  for (const Given& g : given) film[g.row] -= g.volume;
  return film;
}

}  // namespace

std::optional<Error> add_liquid(const PairLaws& laws, World& world) {
  const bool wanted = std::any_of(laws.laws.begin(), laws.laws.end(),
                                  [](const kernel::PairLaw& law) { return law.liquid_at >= 0; });
  if (!wanted) return std::nullopt;
  if (const ExtraField* there = world.particles.extra().find(kLiquidField)) {
    if (there->width == 1) return std::nullopt;  // a program says how wet its grains are
    return field_is_there(kLiquidField);
  }
  const auto field = world.particles.add_field(
      {.name = std::string(kLiquidField), .unit = "m^3", .about = "film and halves of bridges"});
  if (!field) return field.error();
  wet_rows(0, world);
  return std::nullopt;
}

void wet_rows(std::size_t first_row, World& world) {
  Particles& p = world.particles;
  ExtraField* liquid = p.extra().find(kLiquidField);
  if (liquid == nullptr || liquid->width != 1) return;
  std::vector<Wetness> wetness;
  for (const MaterialSpec& m : world.materials) wetness.push_back(wetness_of(m));
  for (std::size_t s = first_row; s < p.size(); ++s) {
    const double r = p.xr[s].r, film = wetness[p.ws[s].material].film;
    const Body* body = world.bodies.find(p.ws[s].body);
    liquid->values[s] = body ? film * solid_volume(world, *body, s)
                             : film * (4.0 / 3.0) * std::numbers::pi * (r * r * r);
  }
}

void fill_bridges(const World& world, ContactWriter contacts) {
  const Particles& p = world.particles;
  if (p.extra().find(kLiquidField) == nullptr) return;
  std::vector<Contact> news;
  contacts.each([&](const Contact& c) {
    if (bridge_volume(contacts, c) < 0) news.push_back(c);
  });
  if (news.empty()) return;
  std::vector<std::uint32_t> asked(p.size(), 0);
  for (const Contact& c : news) {
    ++asked[c.i];
    if (!c.at_wall()) ++asked[c.j];
  }
  std::vector<double> offer = films_of(p, contacts, asked);
  std::vector<Wetness> wetness;
  for (const MaterialSpec& m : world.materials) wetness.push_back(wetness_of(m));
  for (std::size_t s = 0; s < offer.size(); ++s)
    if (asked[s] > 0)
      offer[s] = wetness[p.ws[s].material].share * std::max(offer[s], 0.0) / asked[s];
  for (const Contact& c : news) {
    const double volume = c.at_wall() ? offer[c.i] : 2 * std::min(offer[c.i], offer[c.j]);
    if (!(volume > 0)) continue;  // two dry grains go on asking
    contacts.history(c)[static_cast<std::size_t>(contacts.law(c).liquid_at)] = volume;
  }
}

LiquidReport liquid_of(const World& world, const ContactReader& contacts) {
  LiquidReport out;
  const ExtraField* liquid = world.particles.extra().find(kLiquidField);
  if (liquid == nullptr) return out;
  ExactSum total, in_bridges;
  for (const double v : liquid->values) total.add(v);
  contacts.each([&](const Contact& c) {
    const double volume = bridge_volume(contacts, c);
    if (!(volume > 0)) return;
    in_bridges.add(volume);
    ++out.bridges;
  });
  out.total = total.value();
  out.in_bridges = in_bridges.value();
  return out;
}

}  // namespace scree
