// Pictures, plots and files for other programs, as bytes.
#include <pybind11/stl.h>

#include "arrays.hpp"
#include "process.hpp"
#include "readable.hpp"

namespace scree::python {
namespace {

py::dict plot_of(const api::Plot& p) {
  py::dict out;
  out["svg"] = p.svg, out["png"] = py::bytes(p.png);
  return out;
}

py::dict answer_of(const api::LawAnswer& a) {
  py::list loops;
  for (const auto& l : a.loops) {
    py::dict loop, columns, units, results;
    for (const auto& n : l.numbers) results[py::str(n.name)] = py::make_tuple(n.value, n.unit);
    for (std::size_t c = 0; c < l.table.columns.size(); ++c) {
      columns[py::str(l.table.columns[c].name)] =
          numbers(std::span<const double>(l.table.values[c]));
      units[py::str(l.table.columns[c].name)] = l.table.columns[c].unit;
    }
    loop["label"] = l.label, loop["numbers"] = results, loop["columns"] = columns,
    loop["units"] = units;
    loops.append(loop);
  }
  py::dict out = plot_of(a.plot);
  out["title"] = a.title, out["motion"] = a.motion, out["x"] = a.x, out["y"] = a.y;
  out["assumed"] = a.assumed, out["loops"] = loops;
  return out;
}

}  // namespace

void bind_pictures(py::module_& m) {
  using Words = std::vector<std::string>;
  m.def("export_now", [](const Readable& now, const std::string& format, const Words& params) {
    return py::bytes(value_of(api::exported(now.reader(), format, params)));
  });
  m.def("export_frame", [](const api::StoredRun& run, std::size_t frame, const std::string& format,
                           const Words& params) {
    return py::bytes(value_of(api::exported(run, frame, format, params)));
  });
  m.def("page_now", [](const Readable& now, const std::string& page) {
    return value_of(api::page_3d(now.reader(), page));
  });
  m.def("page_of_frame", [](const api::StoredRun& run, std::size_t frame, const std::string& page) {
    return value_of(api::page_3d(run, frame, page));
  });
  m.def("plot_series", [](const Words& folders, const Words& columns, const std::string& against) {
    return plot_of(value_of(api::plot_series(folders, columns, against)));
  });
  m.def("plot_law",
        [](const std::string& name, const Words& with, const Words& sets, const std::string& motion,
           double diameter, double density, const std::map<std::string, std::vector<double>>& lists,
           double load, double duration, int cycles) {
          const auto list = [&](const char* key) {
            const auto it = lists.find(key);
            return it == lists.end() ? std::vector<double>{} : it->second;
          };
          return answer_of(value_of(api::plot_law({.name = name,
                                                   .with = with,
                                                   .sets = sets,
                                                   .motion = motion,
                                                   .diameter = diameter,
                                                   .density = density,
                                                   .speeds = list("speeds"),
                                                   .overlaps = list("overlaps"),
                                                   .travels = list("travels"),
                                                   .angles = list("angles"),
                                                   .load = load,
                                                   .duration = duration,
                                                   .cycles = cycles})));
        });
}

}  // namespace scree::python
