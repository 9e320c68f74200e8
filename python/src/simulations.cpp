// Simulations: running, watching, saving, and edits of many grains at once.
#include <pybind11/stl.h>

#include "session.hpp"

namespace scree::python {
namespace {

using Ids = Input<std::uint32_t>;
using Vectors = Input<double>;

std::span<const Vec3> or_none(const std::optional<Vectors>& a, const char* name) {
  return a ? vectors_in(*a, name) : std::span<const Vec3>{};
}

std::vector<api::Simulation::Pair> pairs_in(const Ids& a, const Ids& b) {
  const auto i = list_in(a, "ids"), j = list_in(b, "ids");
  if (i.size() != j.size()) throw py::value_error("as many second grains as first ones are needed");
  std::vector<api::Simulation::Pair> out;
  for (std::size_t k = 0; k < i.size(); ++k) out.emplace_back(i[k], j[k]);
  return out;
}

std::uint32_t add_grains(Session& s, const Vectors& position, const Input<double>& radius,
                         const std::vector<std::string>& material,
                         const std::optional<Vectors>& velocity, const std::optional<Vectors>& spin,
                         bool fixed) {
  const auto x = vectors_in(position, "positions"), v = or_none(velocity, "velocities"),
             w = or_none(spin, "spins");
  const auto r = list_in(radius, "radii");
  if (r.size() != x.size() || (velocity && v.size() != x.size()) ||
      (spin && w.size() != x.size()) || (material.size() != x.size() && material.size() != 1))
    throw py::value_error("a grain needs a position and a radius; what else is given, too");
  std::vector<api::Grain> grains(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) {
    api::Grain& g = grains[k];
    g.position = x[k], g.radius = r[k], g.fixed = fixed;
    g.material = material[material.size() == 1 ? 0 : k];
    if (velocity) g.velocity = v[k];
    if (spin) g.spin = w[k];
  }
  const api::GrainId first = value_of(s.to_edit().add(grains));
  s.edited();
  return first;
}

void bind_edits(py::class_<Session, Readable>& c) {
  c.def("add_grains", &add_grains)
      .def("remove",
           [](Session& s, const Ids& ids) {
             check(s.to_edit().remove(list_in(ids, "ids")));
             s.edited();
           })
      .def("set_velocities",
           [](Session& s, const Ids& ids, const Vectors& v, const std::optional<Vectors>& spin) {
             check(s.to_edit().set_velocities(list_in(ids, "ids"), vectors_in(v, "velocities"),
                                              or_none(spin, "spins")));
             s.edited();
           })
      .def("set_forces",
           [](Session& s, const Ids& ids, const Vectors& f, const std::optional<Vectors>& torque) {
             check(s.to_edit().set_forces(list_in(ids, "ids"), vectors_in(f, "forces"),
                                          or_none(torque, "torques")));
             s.edited();
           })
      .def("bond",
           [](Session& s, const Ids& a, const Ids& b, const std::string& type) {
             check(s.to_edit().bond(pairs_in(a, b), type));
             s.edited();
           })
      .def("break_bonds", [](Session& s, const Ids& a, const Ids& b) {
        check(s.to_edit().break_bonds(pairs_in(a, b)));
        s.edited();
      });
}

api::Options options_of(int threads, const std::string& engine, const std::string& set) {
  return {.threads = threads, .engine = engine, .instruction_set = set};
}

}  // namespace

void bind_simulation(py::module_& m) {
  py::class_<Session, Readable> c(m, "Session");
  c.def(py::init([](const api::Scene& scene, int threads, const std::string& engine,
                    const std::string& set, const py::list& sources, const api::Checkpoint* from) {
          return std::make_unique<Session>(scene, options_of(threads, engine, set), sources, from);
        }),
        py::arg("scene"), py::arg("threads"), py::arg("engine"), py::arg("instruction_set"),
        py::arg("sources"), py::arg("checkpoint").none(true))
      .def("run", &Session::run)
      .def("every", &Session::every)
      .def("every_steps", &Session::every_steps)
      .def("forget", &Session::forget)
      .def("close", &Session::close)
      .def_property_readonly("closed", &Session::closed)
      .def_property_readonly("failure", &Session::failure)
      .def_property_readonly("source_costs", &Session::source_costs)
      .def("save", [](Session& s) { return s.to_edit().save(); });
  bind_edits(c);
}

}  // namespace scree::python
