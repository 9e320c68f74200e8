// Simulation::create of a world that takes over the state of another run.
#include "sim/world/start_state.hpp"

#include <algorithm>

#include "sim/archive/archive_bodies.hpp"
#include "sim/archive/archive_contacts.hpp"
#include "sim/archive/archiver.hpp"

namespace scree {
namespace {

// The rows of `from` with as many numbers each as the contacts of this simulation have.
template <class Contact>
ContactTable<Contact> with_stride(const ContactTable<Contact>& from, std::size_t stride) {
  ContactTable<Contact> out;
  out.stride = stride;
  std::vector<double> memory(stride);
  for (std::size_t k = 0; k < from.size(); ++k) {
    std::fill(memory.begin(), memory.end(), 0.0);
    std::copy_n(from.history.data() + k * from.stride, std::min(stride, from.stride),
                memory.data());
    out.add(from[k], memory.data());
  }
  return out;
}

void put_fields(const StartState& from, Particles& p) {
  for (const TakenField& f : from.fields) {
    ExtraField* to = p.extra().find(f.name);
    if (to == nullptr || to->width != f.width) continue;
    for (std::size_t k = 0; k * f.width < f.values.size(); ++k) {
      const std::size_t row = p.row_of()[f.first_id + k];
      std::copy_n(f.values.data() + k * f.width, f.width, to->values.data() + row * f.width);
    }
  }
}

}  // namespace

void Archiver::take_up(const StartState& from) {
  SimulationArchive state;
  const auto stride = static_cast<std::size_t>(state_.laws.stride);
  state.contacts = with_stride(from.contacts, stride);
  state.wall_contacts = with_stride(from.wall_contacts, stride);
  state.points = with_stride(from.points, stride);
  put_fields(from, state_.p());
  state_.gravity = state_.world.gravity.at(0);
  const bool all_there = put_lists(state);
  if (!all_there) {
    state_.lists.skins = {};
    state_.note_sizes();
    put_known_contacts(state);
  }
  if (!all_there || !from.carried_on || from.dt != state_.world.dt ||
      from.grains != state_.p().size())
    return starter_.compute_first_forces();
  ledger_.account_now();
  state_.timers = {};
  state_.lists.renewals = 0;
  state_.books.booked.start = ledger_.energy().total();
}

}  // namespace scree
