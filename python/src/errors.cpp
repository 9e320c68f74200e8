// Mistakes and failures as exceptions of the package (python/scree/errors.py).
#include <string>

#include "bind.hpp"

namespace scree::python {
namespace {

py::object exception_called(const char* name) {
  return py::module_::import("scree.errors").attr(name);
}

void raise(const Errors& errors) {
  py::list all;
  for (const Error& e : errors) all.append(py::make_tuple(e.code, e.message, e.location, e.hint));
  const py::object type = exception_called("SceneError");
  PyErr_SetObject(type.ptr(), type(all).ptr());
}

void raise(const api::Failure& f) {
  const py::object type = exception_called("SimulationFailure");
  const py::object grain = f.grain ? py::object(py::int_(*f.grain)) : py::object(py::none());
  PyErr_SetObject(type.ptr(), type(f.code, f.message, f.step, grain).ptr());
}

}  // namespace

void bind_errors(py::module_&) {
  py::register_exception_translator([](std::exception_ptr p) {
    try {
      if (p) std::rethrow_exception(p);
    } catch (const Mistakes& e) {
      raise(e.errors);
    } catch (const Failed& e) {
      raise(e.failure);
    }
  });
}

}  // namespace scree::python
