// A plot on the disk: as SVG, PNG, PDF and as a script for matplotlib.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "io/atomic_file.hpp"
#include "io/plot/svg_plot.hpp"
#include "run/folder/data_table.hpp"

namespace scree::run {

// STEM.svg and STEM.png; their names.
Result<std::vector<std::string>> write_plots(const std::string& stem,
                                             std::span<const plot::Plot> panels);

// Which files `-o` asks for: FILE.pdf and FILE.py alone; FILE.svg, FILE.png and FILE mean the SVG
// with its PNG. E0499: another kind of picture.
Result<std::vector<std::string>> plot_files_for(const std::string& output);
// Each by its ending: svg, png, pdf or py (matplotlib).
Result<Done> write_plot_files(const std::vector<std::string>& files,
                              std::span<const plot::Plot> panels);

// "hopper-001" of "runs/hopper-001/": what a run is called in a legend.
std::string run_name(const std::string& folder);

// The energies of a run over time, as RUN/energy.svg and RUN/energy.png.
Result<std::vector<std::string>> write_energy_plot(const std::string& folder);

}  // namespace scree::run
