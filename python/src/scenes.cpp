// Scenes and checkpoints.
#include <pybind11/stl.h>

#include "bind.hpp"
#include "process.hpp"

namespace scree::python {

// Fills place their grains while a scene is read, which may take a while.
void bind_scene(py::module_& m) {
  using api::Scene;
  const auto unlocked = py::call_guard<py::gil_scoped_release>();
  py::class_<Scene>(m, "Scene")
      .def_static(
          "load",
          [](const std::string& path, const std::vector<std::string>& overrides) {
            begin_computing();
            return value_of(Scene::load(path, overrides));
          },
          unlocked)
      .def_static(
          "parse",
          [](const std::string& text, const std::string& name,
             const std::vector<std::string>& overrides) {
            begin_computing();
            return value_of(Scene::parse(text, name, overrides));
          },
          unlocked)
      .def_property_readonly("title", &Scene::title)
      .def_property_readonly("duration", &Scene::duration)
      .def_property_readonly("source", &Scene::source)
      .def_property_readonly("resolved", &Scene::resolved)
      .def_property_readonly("warnings", &Scene::warnings);

  using api::Checkpoint;
  py::class_<Checkpoint>(m, "Checkpoint")
      .def_static(
          "decode",
          [](const py::bytes& b) { return value_of(Checkpoint::decode(std::string_view(b))); })
      .def_static("read", [](const std::string& path) { return value_of(Checkpoint::read(path)); })
      .def("encode", [](const Checkpoint& c) { return py::bytes(value_of(c.encode())); })
      .def("write", [](const Checkpoint& c, const std::string& path) { check(c.write(path)); })
      .def_property_readonly("step", &Checkpoint::step)
      .def_property_readonly("state_hash", &Checkpoint::state_hash);
}

}  // namespace scree::python
