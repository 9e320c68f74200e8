// Liquid on grains: how much a bridge gets that forms (laws/catalog/cohesion/liquid_bridge.hpp).
//
//   liquid (field of a grain) = its film + what it has given to its bridges         constant
//
// Both grains of a bridge give the same, and get it back when it breaks; a wall is dry: it gives
// and keeps nothing. So a grain's own liquid never changes, no step adds or loses any, and films
// need no books: they are what the bridges leave. The price: no liquid goes from grain to grain.
//
// Contacts ask for liquid in the step in which they form (history -1). Between two steps every
// grain counts those that ask it, n, and offers each share film/n; a bridge takes twice the smaller
// offer, one at a wall the grain's own. Nothing depends on the order of contacts; the sum of what a
// grain has given is formed in the order of partners' ids, then walls, then points.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/contacts/contact_store.hpp"
#include "sim/world/liquid_report.hpp"
#include "sim/world/world.hpp"

namespace scree {

// The field of every grain, where a law wants it: film times volume. E0534 where a program has a
// field of that name that is not one number.
std::optional<Error> add_liquid(const PairLaws& laws, World& world);
// Of rows that came later.
void wet_rows(std::size_t first_row, World& world);

// Gives a volume to every contact that asks.
void fill_bridges(const World& world, ContactWriter contacts);

LiquidReport liquid_of(const World& world, const ContactReader& contacts);

}  // namespace scree
