// What is behind api::Simulation; not installed.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "api/access.hpp"
#include "api/simulation.hpp"
#include "run/loop/loop.hpp"

namespace scree::api {

struct Simulation::Impl {
  struct Watch {
    std::size_t number;
    run::Due due;
    Callback call;
  };
  std::unique_ptr<scree::Simulation> sim;  // where a Reader finds it even when this is moved
  std::vector<Watch> watches;
  std::size_t next_number = 1;
  bool running = false;

  std::uint64_t next_due() const {
    std::uint64_t next = std::numeric_limits<std::uint64_t>::max();
    for (const Watch& w : watches)
      if (w.due.active()) next = std::min(next, w.due.next());
    return next;
  }
  std::size_t add(const run::Schedule& schedule, Callback call) {
    run::Due due(schedule, sim->dt());
    due.skip_to(sim->steps());
    watches.push_back({next_number, due, std::move(call)});
    return next_number++;
  }
  // Those that are due now, in the order in which they were added. They may add and forget others.
  bool call_due(Simulation& self) {
    const std::uint64_t now = sim->steps();
    std::vector<std::size_t> due;
    for (Watch& w : watches)
      if (w.due.active() && w.due.next() <= now) due.push_back(w.number), w.due.skip_to(now);
    bool go_on = true;
    for (const std::size_t number : due) {
      const auto it = std::find_if(watches.begin(), watches.end(),
                                   [&](const Watch& w) { return w.number == number; });
      if (it == watches.end()) continue;
      const Callback call = it->call;  // the list may change while it runs
      go_on = call(self) && go_on;
    }
    return go_on;
  }
};

}  // namespace scree::api
