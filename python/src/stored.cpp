// Runs read again from their folders.
#include <pybind11/stl.h>

#include "readable.hpp"

namespace scree::python {
namespace {

py::list described(const std::vector<api::Column>& columns) {
  py::list out;
  for (const api::Column& c : columns)
    out.append(py::make_tuple(c.name, c.unit, c.meaning, c.cumulative));
  return out;
}

py::tuple table_of(const api::Table& t) {
  py::list values;
  for (const auto& v : t.values) values.append(numbers(std::span<const double>(v)));
  return py::make_tuple(described(t.columns), values);
}

template <class T>
py::array list_of(const std::vector<T>& v) {
  return numbers(std::span<const T>(v));
}

py::dict frame_of(const api::StoredFrame& f) {
  py::dict out;
  const auto same = [](const auto& v) { return v; };
  out["time"] = f.time, out["step"] = f.step;
  out["id"] = list_of(f.id), out["body"] = list_of(f.body), out["material"] = list_of(f.material);
  out["radius"] = list_of(f.radius), out["mass"] = list_of(f.mass);
  out["position"] = vector_column(f.position, same);
  out["velocity"] = vector_column(f.velocity, same);
  out["spin"] = vector_column(f.spin, same), out["force"] = vector_column(f.force, same);
  out["orientation"] = quaternion_column(f.orientation, same);
  out["contacts"] = contact_arrays(f.contacts);
  py::dict fields;
  for (const auto& field : f.fields) {
    py::array values = list_of(field.values);
    if (field.width > 1) values = values.attr("reshape")(-1, static_cast<py::ssize_t>(field.width));
    fields[py::str(field.name)] = values;
  }
  out["fields"] = fields;
  return out;
}

}  // namespace

void bind_stored_runs(py::module_& m) {
  using api::StoredRun;
  py::class_<StoredRun>(m, "StoredRun")
      .def(py::init([](const std::string& folder) { return value_of(StoredRun::open(folder)); }))
      .def_property_readonly("folder", &StoredRun::folder)
      .def("__len__", &StoredRun::size)
      .def("time", &StoredRun::time)
      .def("frame",
           [](const StoredRun& r, std::size_t k, bool contacts) {
             const api::StoredFrame f = [&] {
               const py::gil_scoped_release unlocked;
               return value_of(r.frame(k, contacts));
             }();
             return frame_of(f);
           })
      .def("series", [](const StoredRun& r) { return table_of(value_of(r.series())); })
      .def("tables", &StoredRun::tables)
      .def("table", [](const StoredRun& r, const std::string& name,
                       std::size_t k) { return table_of(value_of(r.table(name, k))); })
      .def("summary", [](const StoredRun& r) { return value_of(r.summary()); });
}

}  // namespace scree::python
