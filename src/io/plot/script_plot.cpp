#include "io/plot/script_plot.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "io/plot/canvas.hpp"

namespace scree::plot {
namespace {

// A text of Python: that of JSON in ASCII is one.
std::string python_text(const std::string& s) {
  using Json = nlohmann::json;
  return Json(s).dump(-1, ' ', true, Json::error_handler_t::replace);
}
std::string python_number(double v) {
  return std::isnan(v) ? "nan" : std::isinf(v) ? (v > 0 ? "inf" : "-inf") : fmt::format("{}", v);
}
std::string python_numbers(const std::vector<double>& values) {
  std::string out = "[";
  std::size_t begin = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const std::string v = python_number(values[k]);
    if (k > 0) out += out.size() - begin + v.size() > 110 ? (begin = out.size(), ",\n     ") : ", ";
    out += v;
  }
  return out + "]";
}
const char* python_flag(bool b) { return b ? "True" : "False"; }
std::string python_end(const std::optional<double>& v) { return v ? python_number(*v) : "None"; }

std::string python_axis(const Axis& a) {
  return fmt::format("{{\"label\": {}, \"log\": {}, \"lo\": {}, \"hi\": {}}}", python_text(a.label),
                     python_flag(a.log), python_end(a.lo), python_end(a.hi));
}

const char* mark_name(Mark mark) {
  switch (mark) {
    case Mark::line:
      return "line";
    case Mark::dashed:
      return "dashed";
    case Mark::points:
      return "points";
    default:
      return "line and points";
  }
}

std::string python_series(const Series& s, std::size_t place) {
  const int color = s.color >= 0 ? s.color : static_cast<int>(place);
  return fmt::format(
      "   {{\"label\": {}, \"mark\": \"{}\", \"color\": {}, \"filled\": {}, \"small\": {},\n    "
      "\"x\": {},\n    "
      "\"y\": {},\n    \"error\": {}}},\n",
      python_text(s.label), mark_name(s.mark), color % kColors, python_flag(s.filled),
      python_flag(s.small), python_numbers(s.x), python_numbers(s.y), python_numbers(s.error));
}

std::string python_map(const HeatMap& m) {
  return fmt::format(
      "{{\"columns\": {}, \"rows\": {}, \"x\": {}, \"y\": {}, \"dx\": {}, \"dy\": {}, \"label\": "
      "{}, \"lo\": {}, \"hi\": {},\n    \"values\": {}}}",
      m.columns, m.rows, python_number(m.x), python_number(m.y), python_number(m.dx),
      python_number(m.dy), python_text(m.label), python_end(m.lo), python_end(m.hi),
      python_numbers(m.values));
}

constexpr const char* kDraw = R"(

def draw(panel, ax):
    if panel["map"]:
        m = panel["map"]
        rows = [m["values"][k * m["columns"]:(k + 1) * m["columns"]] for k in range(m["rows"])]
        image = ax.imshow(rows, origin="lower", aspect="equal" if panel["equal_scales"] else "auto",
                          vmin=m["lo"], vmax=m["hi"], cmap="viridis",
                          extent=(m["x"], m["x"] + m["dx"] * m["columns"],
                                  m["y"], m["y"] + m["dy"] * m["rows"]))
        ax.figure.colorbar(image, ax=ax, label=m["label"])
    for s in panel["series"]:
        color = COLORS[s["color"]]
        line = {"line": "-", "dashed": "--", "points": "", "line and points": "-"}[s["mark"]]
        marker = MARKERS[s["color"] % 4] if "points" in s["mark"] else ""
        style = {"color": color, "linestyle": line, "marker": marker, "markersize": 3 if s["small"] else 5,
                 "linewidth": 1.4, "label": s["label"] or None}
        if any(s["error"]):
            ax.errorbar(s["x"], s["y"], yerr=s["error"], capsize=3, elinewidth=1, **style)
        else:
            ax.plot(s["x"], s["y"], **style)
        if s["filled"]:
            ax.fill(s["x"], s["y"], color=color, alpha=0.12)
    if panel["zero_lines"]:
        if not panel["y"]["log"]:
            ax.axhline(0, color="#999999", linewidth=0.8, zorder=0)
        if not panel["x"]["log"] and min((min(s["x"], default=0) for s in panel["series"]), default=0) < 0:
            ax.axvline(0, color="#999999", linewidth=0.8, zorder=0)
    if panel["x"]["log"]:
        ax.set_xscale("log")
    if panel["y"]["log"]:
        ax.set_yscale("log")
    if panel["x"]["lo"] is not None or panel["x"]["hi"] is not None:
        ax.set_xlim(panel["x"]["lo"], panel["x"]["hi"])
    if panel["y"]["lo"] is not None or panel["y"]["hi"] is not None:
        ax.set_ylim(panel["y"]["lo"], panel["y"]["hi"])
    if panel["equal_scales"]:
        ax.set_aspect("equal")
    ax.set_title(panel["title"], loc="left", fontsize=10, fontweight="bold")
    ax.set_xlabel(panel["x"]["label"])
    ax.set_ylabel(panel["y"]["label"])
    ax.grid(color="#e8e8e8")
    if any(s["label"] for s in panel["series"]):
        ax.legend(frameon=False, fontsize=8)


def main():
    size = max(p["width"] for p in PANELS) / 96, sum(p["height"] for p in PANELS) / 96
    figure, axes = plt.subplots(len(PANELS), 1, figsize=size, squeeze=False)
    for panel, ax in zip(PANELS, axes[:, 0]):
        draw(panel, ax)
    figure.tight_layout()
    if len(sys.argv) > 1:
        figure.savefig(sys.argv[1], dpi=200)
    else:
        plt.show()


if __name__ == "__main__":
    main()
)";

}  // namespace

std::string to_script(std::span<const Plot> panels, const std::string& given) {
  std::string name;  // a comment ends with its line
  for (const char c : given) name += static_cast<unsigned char>(c) < 32 ? '?' : c;
  std::string out = fmt::format(
      "#!/usr/bin/env python3\n"
      "# Drawn by matplotlib from the numbers below; written by scree plot.\n"
      "#   python3 {0}               a window\n"
      "#   python3 {0} FIGURE.pdf    a file: pdf, svg, png, eps\n"
      "import sys\n\nimport matplotlib.pyplot as plt\n\n"
      "nan, inf = float(\"nan\"), float(\"inf\")\nCOLORS = [",
      name);
  for (int k = 0; k < kColors; ++k) out += fmt::format("{}\"#{:06x}\"", k ? ", " : "", kPalette[k]);
  out += "]\nMARKERS = [\"^\", \"o\", \"s\", \"D\"]\n\nPANELS = [\n";
  for (const Plot& p : panels) {
    out += fmt::format(
        " {{\"title\": {}, \"width\": {}, \"height\": {}, \"zero_lines\": {}, \"equal_scales\": "
        "{},\n  \"x\": {},\n  \"y\": {},\n  \"map\": {},\n  \"series\": [\n",
        python_text(p.title), p.width, p.height, python_flag(p.zero_lines),
        python_flag(p.equal_scales), python_axis(p.x), python_axis(p.y),
        p.map ? python_map(*p.map) : "None");
    for (std::size_t k = 0; k < p.series.size(); ++k) out += python_series(p.series[k], k);
    out += "  ]},\n";
  }
  return out + "]\n" + kDraw;
}

}  // namespace scree::plot
