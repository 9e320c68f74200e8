// What the files of the module share: mistakes become exceptions of Python, each part binds itself.
#pragma once

#include <pybind11/pybind11.h>

#include <exception>
#include <utility>

#include "api/scree.hpp"

namespace scree::python {

namespace py = pybind11;

// Thrown here, seen in Python as scree.SceneError and scree.SimulationFailure.
struct Mistakes : std::exception {
  explicit Mistakes(Errors e) : errors(std::move(e)) {}
  const char* what() const noexcept override { return "mistakes in the input"; }
  Errors errors;
};
struct Failed : std::exception {
  explicit Failed(api::Failure f) : failure(std::move(f)) {}
  const char* what() const noexcept override { return failure.message.c_str(); }
  api::Failure failure;
};

inline void check(const Errors& errors) {
  if (!errors.empty()) throw Mistakes(errors);
}
template <class T>
T value_of(Result<T> result) {
  if (!result) throw Mistakes(result.errors());
  return std::move(*result);
}

py::dict entry_of(const CatalogInfo& info);  // as the package's Catalog takes it

void bind_errors(py::module_& m);
void bind_catalog(py::module_& m);
void bind_scene(py::module_& m);
void bind_reading(py::module_& m);
void bind_simulation(py::module_& m);
void bind_runs(py::module_& m);
void bind_stored_runs(py::module_& m);
void bind_pictures(py::module_& m);
void bind_packings(py::module_& m);
void bind_bodies(py::module_& m);
void bind_plugins(py::module_& m);

}  // namespace scree::python
