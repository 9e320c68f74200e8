// What scenes may name, with parameters; units.
#include <pybind11/stl.h>

#include <map>

#include "bind.hpp"

namespace scree::python {
namespace {

const std::map<std::string, Dimension, std::less<>>& dimensions() {
  static const std::map<std::string, Dimension, std::less<>> known{
      {"", dim::none},
      {"length", dim::length},
      {"area", dim::area},
      {"volume", dim::volume},
      {"mass", dim::mass},
      {"time", dim::time},
      {"frequency", dim::frequency},
      {"angle", dim::angle},
      {"angular velocity", dim::angular_velocity},
      {"velocity", dim::velocity},
      {"acceleration", dim::acceleration},
      {"force", dim::force},
      {"torque", dim::torque},
      {"energy", dim::energy},
      {"pressure", dim::pressure},
      {"density", dim::density},
      {"stiffness", dim::stiffness},
      {"damping", dim::damping},
      {"inertia", dim::inertia}};
  return known;
}

double quantity(const std::string& text, const std::string& dimension) {
  const auto it = dimensions().find(dimension);
  if (it == dimensions().end()) throw py::value_error("there is no dimension " + dimension);
  return value_of(parse_quantity(text, it->second));
}

}  // namespace

py::dict entry_of(const CatalogInfo& info) {
  py::list params;
  for (const ParamInfo& p : info.params) {
    py::dict one;
    one["name"] = p.name, one["takes"] = kind_text(p), one["range"] = range_text(p);
    one["unit"] = p.dim == dim::none ? std::string() : si_unit(p.dim);
    one["default"] = p.fallback, one["required"] = p.required, one["doc"] = p.full_doc();
    params.append(one);
  }
  py::dict out;
  out["name"] = info.name, out["summary"] = info.summary, out["source"] = info.source;
  out["params"] = params;
  return out;
}

void bind_catalog(py::module_& m) {
  m.def("catalogs", [] {
    py::list out;
    for (const std::string_view name : api::catalogs()) out.append(py::str(std::string(name)));
    return out;
  });
  m.def("catalog", [](const std::string& what) {
    py::list out;
    for (const CatalogInfo& info : api::catalog(what)) out.append(entry_of(info));
    return out;
  });
  m.def("materials", [] {
    py::list out;
    for (const api::LibraryMaterial& l : api::library_materials()) {
      py::list values;
      for (const auto& v : l.values)
        values.append(py::make_tuple(v.key, v.value, v.range, v.basis, v.source));
      out.append(py::make_tuple(l.name, l.about, values, l.toml));
    }
    return out;
  });
  m.def("quantity", &quantity);
  m.def("dimensions", [] {
    py::list out;
    for (const auto& [name, value] : dimensions()) out.append(name);
    return out;
  });
}

}  // namespace scree::python
