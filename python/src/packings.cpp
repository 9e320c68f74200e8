// Packings of other programs, and bodies that are put into a simulation.
#include <pybind11/stl.h>

#include "api/packing.hpp"
#include "session.hpp"

namespace scree::python {
namespace {

template <class T>
py::object list_or_none(const std::vector<T>& v) {
  return v.empty() ? py::object(py::none()) : py::object(numbers(std::span<const T>(v)));
}
py::object vectors_or_none(const std::vector<Vec3>& v) {
  const auto same = [](const Vec3& x) { return x; };
  return v.empty() ? py::object(py::none()) : py::object(vector_column(v, same));
}

py::object box_of(const std::optional<api::PackingBox>& box) {
  if (!box) return py::none();
  const py::object periodic =
      box->periodic_known ? py::object(py::str(box->periodic)) : py::object(py::none());
  return py::make_tuple(tuple_of(box->min), tuple_of(box->max), tuple_of(box->tilt), periodic);
}

py::dict values_of(const api::Packing& p) {
  py::dict out;
  out["format"] = p.format, out["units"] = p.units, out["types"] = p.types;
  out["position"] = vectors_or_none(p.position), out["velocity"] = vectors_or_none(p.velocity);
  out["spin"] = vectors_or_none(p.spin), out["radius"] = list_or_none(p.radius);
  out["density"] = list_or_none(p.density), out["id"] = list_or_none(p.id);
  out["type"] = list_or_none(p.type), out["box"] = box_of(p.box);
  out["frame"] = p.frame, out["frames"] = p.frames, out["step"] = p.step, out["time"] = p.time;
  out["notes"] = p.notes;
  return out;
}

std::vector<api::BodyPlace> places_in(const Input<double>& position,
                                      const Input<double>& orientation,
                                      const Input<double>& velocity, const Input<double>& spin) {
  const auto x = vectors_in(position, "positions"), v = vectors_in(velocity, "velocities"),
             w = vectors_in(spin, "spins");
  if (orientation.ndim() != 2 || orientation.shape(1) != 4)
    throw py::value_error("orientations must be an array of shape (N, 4)");
  if (v.size() != x.size() || w.size() != x.size() ||
      static_cast<std::size_t>(orientation.shape(0)) != x.size())
    throw py::value_error("each body needs a position, an orientation, a velocity and a spin");
  const auto* q = reinterpret_cast<const Quat*>(orientation.data());
  std::vector<api::BodyPlace> out(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) out[k] = {x[k], q[k], v[k], w[k]};
  return out;
}

api::Body body_of_balls(const Input<double>& position, const Input<double>& radius,
                        const std::vector<std::string>& material) {
  const auto x = vectors_in(position, "positions");
  const auto r = list_in(radius, "radii");
  if (r.size() != x.size() || (material.size() != x.size() && material.size() != 1))
    throw py::value_error("a ball needs a position, a radius and a material");
  api::Body out;
  for (std::size_t k = 0; k < x.size(); ++k)
    out.primitives.push_back(
        {.position = x[k], .radius = r[k], .material = material[material.size() == 1 ? 0 : k]});
  return out;
}

api::Body body_of_shape(const std::string& kind, const std::vector<std::string>& params,
                        const std::string& material) {
  api::Body out;
  out.primitives.push_back(
      {.shape = value_of(api::Shape::parse(kind, params)), .material = material});
  return out;
}

}  // namespace

void bind_packings(py::module_& m) {
  py::class_<api::Packing>(m, "Packing")
      .def("values", &values_of)
      .def("table", [](const api::Packing& p, const std::vector<std::string>& materials) {
        return value_of(p.table(materials));
      });
  m.def("read_packing", [](const std::string& path, const std::string& format,
                           const std::string& frame, const std::string& units, double diameter) {
    const api::PackingQuestion question{format, frame, units, diameter};
    return value_of([&] {
      const py::gil_scoped_release unlocked;
      return api::read_packing(path, question);
    }());
  });
}

void bind_bodies(py::module_& m) {
  py::class_<api::Body>(m, "Body")
      .def_static("of_balls", &body_of_balls)
      .def_static("of_shape", &body_of_shape)
      .def("set_mass", [](api::Body& b, double mass, const std::array<double, 3>& centre,
                          const std::array<double, 6>& inertia) {
        b.mass = api::BodyMass{mass, {centre[0], centre[1], centre[2]}, inertia};
      });
  m.def("add_bodies", [](Session& s, const api::Body& body, const Input<double>& position,
                         const Input<double>& orientation, const Input<double>& velocity,
                         const Input<double>& spin, bool fixed) {
    const auto places = places_in(position, orientation, velocity, spin);
    api::Body one = body;
    one.fixed = fixed;
    const std::vector<api::BodyId> names = value_of(s.to_edit().add(one, places));
    s.edited();
    return numbers(std::span<const api::BodyId>(names));
  });
}

}  // namespace scree::python
