// The columns of series.csv that belong to no measure: name, unit, meaning and value of each, in
// one place.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/column.hpp"
#include "sim/simulation.hpp"

namespace scree::run {

// Columns that only some worlds have.
struct SeriesExtras {
  bool liquid = false;  // grains are wet
  bool bonds = false;
  bool sources = false;  // forces beside contacts and bonds
  bool cell = false;     // that deforms
  bool stages = false;
  std::vector<std::string> outlets;  // their names

  static SeriesExtras of(const Simulation& sim);
};

struct Motion {
  double mean_speed = 0, greatest_speed = 0, greatest_spin = 0;
};
Motion motion_of(const Particles& p, int threads = 1);

// Mean number of partners of a grain, walls included.
double coordination_of(const ContactCount& contacts, std::size_t grains);
double coordination_of(const Simulation& sim);

// What the columns of one line are taken from; each is found once.
struct SeriesInstant {
  const Simulation& sim;
  EnergyReport energy;
  ContactCount contacts;
  Motion motion;
  LiquidReport liquid;
};

struct SeriesColumn {
  ColumnInfo info;
  std::function<void(const SeriesInstant&, std::string&)> write;  // appends the value
};

// In the order of the file.
std::vector<SeriesColumn> series_columns(const SeriesExtras& extras);

}  // namespace scree::run
