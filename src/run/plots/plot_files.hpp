// A plot on the disk: STEM.svg and STEM.png.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "io/plot/svg_plot.hpp"
#include "run/folder/data_table.hpp"

namespace scree::run {

// The names of both files.
Result<std::vector<std::string>> write_plots(const std::string& stem,
                                             std::span<const plot::Plot> panels);

// "hopper-001" of "runs/hopper-001/": what a run is called in a legend.
std::string run_name(const std::string& folder);

// The energies of a run over time, as RUN/energy.svg and RUN/energy.png.
Result<std::vector<std::string>> write_energy_plot(const std::string& folder);

}  // namespace scree::run
