// The module scree._core: the public C++ library for the package scree, which is what users see.
#include "bind.hpp"
#include "process.hpp"

PYBIND11_MODULE(_core, m) {
  using namespace scree::python;
  m.doc() = "The compiled part of scree; use the package instead.";
  m.def("version", &scree::api::version);
  watch_forks();
  watch_end();
  bind_errors(m);
  bind_catalog(m);
  bind_scene(m);
  bind_reading(m);
  bind_simulation(m);
  bind_runs(m);
  bind_stored_runs(m);
  bind_pictures(m);
  bind_packings(m);
  bind_bodies(m);
  bind_plugins(m);
}
