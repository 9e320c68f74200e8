#include "run/plots/plot_files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>

#include "io/atomic_file.hpp"
#include "io/plot/pdf_plot.hpp"
#include "io/plot/png_plot.hpp"
#include "io/plot/script_plot.hpp"
#include "run/plots/series_plot.hpp"

namespace scree::run {

Result<std::vector<std::string>> plot_files_for(const std::string& output) {
  std::string stem = output;
  for (const std::string_view end : {".pdf", ".py"})
    if (stem.size() > end.size() && stem.ends_with(end)) return std::vector<std::string>{stem};
  for (const char* end :
       {".jpg", ".jpeg", ".gif", ".eps", ".ps", ".tif", ".tiff", ".webp", ".html"})
    if (stem.ends_with(end))
      return Error{"E0499", fmt::format("a plot cannot be written as `{}`", end), output,
                   "FILE.svg and FILE.png, FILE.pdf, or FILE.py (matplotlib writes other kinds)"};
  for (const char* end : {".svg", ".png"})
    if (stem.size() > 4 && stem.ends_with(end)) stem.resize(stem.size() - 4);
  return std::vector<std::string>{stem + ".svg", stem + ".png"};
}

Result<Done> write_plot_files(const std::vector<std::string>& files,
                              std::span<const plot::Plot> panels) {
  for (const std::string& file : files) {
    Result<std::string> content = std::string();
    if (file.ends_with(".png"))
      content = plot::to_png(panels);
    else if (file.ends_with(".pdf"))
      content = plot::to_pdf(panels);
    else if (file.ends_with(".py"))
      content = plot::to_script(panels, std::filesystem::path(file).filename().string());
    else
      content = plot::panels_to_svg(panels);
    if (!content) return content.errors();
    if (auto done = write_file(file, *content); !done) return done.errors();
  }
  return Done{};
}

Result<std::vector<std::string>> write_plots(const std::string& stem,
                                             std::span<const plot::Plot> panels) {
  std::vector<std::string> files{stem + ".svg", stem + ".png"};
  if (auto done = write_plot_files(files, panels); !done) return done.errors();
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
