#include "sim/liquid.hpp"

#include <algorithm>
#include <numbers>
#include <tuple>

#include "base/exact_sum.hpp"

namespace scree {
namespace {

constexpr std::uint32_t kNobody = 0xffffffffu;

// A contact with a law of bridges.
struct BridgeContact {
  std::uint32_t i, j;   // rows; kNobody: a wall
  std::uint64_t order;  // among those of one grain, the same whatever the rows
  double* volume;       // in its history; -1: asks

  bool asks() const { return *volume < 0; }
};

enum class Source : std::uint64_t { pair, wall, point };

std::uint64_t order_of(Source source, std::uint64_t partner, std::uint64_t point) {
  return static_cast<std::uint64_t>(source) << 62 | partner << 8 | point;
}

// visit(contact) for every contact of a law with bridges that asks or has one. The order among
// those of a grain needs the partner's id, which is only known from one side: visit gets both.
template <class Visit>
void for_each_bridge(const BridgeLists& l, Visit visit) {
  const Particles& p = l.world.particles;
  const auto stride = static_cast<std::size_t>(l.laws.stride);
  const auto look = [&](const kernel::PairLaw& law, double* history, std::uint32_t i,
                        std::uint32_t j, Source source, std::uint64_t partner,
                        std::uint64_t point) {
    if (law.liquid_at < 0) return;
    double* volume = history + law.liquid_at;
    if (*volume != 0) visit(BridgeContact{i, j, order_of(source, partner, point), volume});
  };
  for (std::uint32_t c = 0; c < l.near.size(); ++c) {
    if (!l.near.touching(c)) continue;
    const std::uint32_t i = l.near.owner[c], j = l.near.other[c];
    look(l.laws.of(p.ws[i].material, p.ws[j].material), l.near.history.data() + c * stride, i, j,
         Source::pair, 0, 0);
  }
  for (const WallEntry& e : l.walls.entries)
    for (std::uint32_t m = 0; m < e.touching; ++m)
      look(l.laws.of(p.ws[e.row].material, l.world.walls[e.wall].material.value),
           l.walls.history.data() + (e.first + m) * stride, e.row, kNobody, Source::wall, e.wall,
           m);
  const std::span<const PointPair> pairs = l.points.pairs();
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const PointPair& pair = pairs[k];
    const std::uint32_t other = pair.at_wall() ? l.world.walls[pair.wall].material.value
                                               : std::uint32_t{p.ws[pair.j].material};
    for (std::uint32_t m = 0; m < pair.touching; ++m)
      look(l.laws.of(p.ws[pair.i].material, other), l.points.history(k, m).data(), pair.i,
           pair.at_wall() ? kNobody : pair.j, Source::point,
           pair.at_wall() ? std::uint64_t{1} << 40 | pair.wall : 0, m);
  }
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
std::vector<double> films_of(const BridgeLists& l, const std::vector<std::uint32_t>& asked) {
  const Particles& p = l.world.particles;
  std::vector<Given> given;
  const auto note = [&](std::uint32_t row, std::uint32_t partner, std::uint64_t order,
                        double volume) {
    if (asked[row] == 0) return;
    if (partner != kNobody) order |= std::uint64_t{p.id[partner].value} << 8;
    given.push_back({row, order, volume});
  };
  for_each_bridge(l, [&](const BridgeContact& c) {
    if (c.asks()) return;
    const double part = c.j == kNobody ? *c.volume : 0.5 * *c.volume;
    note(c.i, c.j, c.order, part);
    if (c.j != kNobody) note(c.j, c.i, c.order, part);
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

void fill_bridges(const BridgeLists& l) {
  const Particles& p = l.world.particles;
  if (p.extra().find(kLiquidField) == nullptr) return;
  std::vector<BridgeContact> news;
  for_each_bridge(l, [&news](const BridgeContact& c) {
    if (c.asks()) news.push_back(c);
  });
  if (news.empty()) return;
  std::vector<std::uint32_t> asked(p.size(), 0);
  for (const BridgeContact& c : news) {
    ++asked[c.i];
    if (c.j != kNobody) ++asked[c.j];
  }
  std::vector<double> offer = films_of(l, asked);
  std::vector<Wetness> wetness;
  for (const MaterialSpec& m : l.world.materials) wetness.push_back(wetness_of(m));
  for (std::size_t s = 0; s < offer.size(); ++s)
    if (asked[s] > 0)
      offer[s] = wetness[p.ws[s].material].share * std::max(offer[s], 0.0) / asked[s];
  for (const BridgeContact& c : news) {
    const double volume = c.j == kNobody ? offer[c.i] : 2 * std::min(offer[c.i], offer[c.j]);
    if (volume > 0) *c.volume = volume;  // two dry grains go on asking
  }
}

LiquidReport liquid_of(const BridgeLists& l) {
  LiquidReport out;
  const ExtraField* liquid = l.world.particles.extra().find(kLiquidField);
  if (liquid == nullptr) return out;
  ExactSum total, in_bridges;
  for (const double v : liquid->values) total.add(v);
  for_each_bridge(l, [&](const BridgeContact& c) {
    if (c.asks()) return;
    in_bridges.add(*c.volume);
    ++out.bridges;
  });
  out.total = total.value();
  out.in_bridges = in_bridges.value();
  return out;
}

}  // namespace scree
