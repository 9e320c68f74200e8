// Pictures, plots and files for other programs, as bytes: who calls decides where they go.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "api/stored_run.hpp"

namespace scree::api {

// An instant in a format of `scree list exporters` ("png", "vtp", "csv", ...): the content of one
// file. `params` are "name=value" as of `scree export --param`. E0752: there is no such format;
// E0101, E0103: a parameter that it does not have.
[[nodiscard]] Result<std::string> exported(const Reader& now, std::string_view format,
                                           const std::vector<std::string>& params = {});
[[nodiscard]] Result<std::string> exported(const StoredRun& run, std::size_t frame,
                                           std::string_view format,
                                           const std::vector<std::string>& params = {});

// The instant in 3D as a page of HTML that needs no server and fetches nothing: by the script of
// `scree view` in `page`, the folder of the built page. Of many grains every second, third, ... is
// shown, at most 40,000. E0692: the page has not been built.
[[nodiscard]] Result<std::string> page_3d(const Reader& now, const std::string& page);
[[nodiscard]] Result<std::string> page_3d(const StoredRun& run, std::size_t frame,
                                          const std::string& page);

// The same plot in both forms.
struct Plot {
  std::string svg, png;
};

// Columns of the series of runs, or arithmetic of them ("kinetic + rotational"), over `against`.
// Without columns: the energies. E0470: a run has no series; E0471: no such column.
[[nodiscard]] Result<Plot> plot_series(const std::vector<std::string>& folders,
                                       const std::vector<std::string>& columns = {},
                                       const std::string& against = "time");

// A contact law in one motion of one contact: what `scree plot law` shows. Lists that are empty and
// numbers that are 0 are chosen from the law itself.
struct LawQuestion {
  std::string name;                        // `scree list laws`
  std::vector<std::string> with = {};      // "tangential=spring"
  std::vector<std::string> sets = {};      // "young=5 MPa"
  std::string motion = {};                 // "impact", "cycle", "shear", ...
  double diameter = 0.01, density = 2500;  // of both grains
  std::vector<double> speeds = {}, overlaps = {}, travels = {}, angles = {};
  double load = 0, duration = 0;
  int cycles = 0;
};
struct LawAnswer {
  struct Number {
    std::string name, unit;
    double value = 0;
  };
  struct Loop {
    std::string label;
    std::vector<Number> numbers;
    Table table;
  };
  std::string title, motion, x, y;   // x, y: the columns of the plot
  std::vector<std::string> assumed;  // what the question does not say
  std::vector<Loop> loops;
  Plot plot;
};
[[nodiscard]] Result<LawAnswer> plot_law(const LawQuestion& question);

}  // namespace scree::api
