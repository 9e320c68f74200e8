// One panel of curves: readable units, error bars of means over seeds, fits, logarithmic axes.
//
// An error bar has one meaning everywhere in Scree: the 95 % interval of the mean over runs that
// differ in their seed alone, by Student's t, from three runs on. docs/decisions/0098
#pragma once

#include <string>
#include <vector>

#include "io/atomic_file.hpp"
#include "io/plot/svg_plot.hpp"
#include "run/plots/fit_models.hpp"

namespace scree::run {

// Values in SI units.
struct PanelCurve {
  std::string label;
  std::vector<double> x, y;
  // The points that fits take and, where `show_points`, that are drawn; empty: those of the curve.
  std::vector<double> all_x = {}, all_y = {};
  bool show_points = false;
  // Means over seeds with their bars.
  std::vector<double> mean_x = {}, mean_y = {}, half_interval = {};
  bool is_joined = true;  // by a line
};

struct CurvePanel {
  std::string title;
  std::string x_name, x_unit, y_name, y_unit;
  std::vector<PanelCurve> curves;
};

struct PanelStyle {
  bool log_x = false, log_y = false;
  std::vector<FitRequest> fits = {};
  int height = 0;  // pixels without the legend; 0: as it is made otherwise
};

// A fit of one curve, for callers that want its numbers.
struct PanelFit {
  std::string curve;
  FittedCurve fitted;
};

struct DrawnPanels {
  std::vector<plot::Plot> plots;
  std::vector<PanelFit> fits;
  std::vector<std::string> notes;  // what was left out
};

// Adds the panel. E0497: no such fit. E0498: nothing of a curve can be shown on a logarithmic axis.
Result<Done> add_panel(DrawnPanels& to, CurvePanel panel, const PanelStyle& style);

}  // namespace scree::run
