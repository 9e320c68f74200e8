#include "run/plots/plot_files.hpp"

#include <filesystem>

#include "io/atomic_file.hpp"
#include "io/plot/png_plot.hpp"
#include "run/plots/series_plot.hpp"

namespace scree::run {

Result<std::vector<std::string>> write_plots(const std::string& stem,
                                             std::span<const plot::Plot> panels) {
  const auto png = plot::to_png(panels);
  if (!png) return png.errors();
  std::vector<std::string> files{stem + ".svg", stem + ".png"};
  for (const auto& done :
       {write_file(files[0], plot::panels_to_svg(panels)), write_file(files[1], *png)})
    if (!done) return done.errors();
  return files;
}

std::string run_name(const std::string& folder) {
  namespace fs = std::filesystem;
  fs::path p = fs::path(folder).lexically_normal();
  if (!p.has_filename()) p = p.parent_path();  // "runs/a/"
  if (p == "." || p == "..") {
    std::error_code unknown;
    const fs::path whole = fs::weakly_canonical(p, unknown);
    if (!unknown) p = whole;
  }
  return p.filename().string();
}

Result<std::vector<std::string>> write_energy_plot(const std::string& folder) {
  auto table = read_series(folder);
  if (!table) return table.errors();
  const plot::Plot panels[] = {energy_plot({run_name(folder), std::move(*table)})};
  return write_plots(folder + "/energy", panels);
}

}  // namespace scree::run
