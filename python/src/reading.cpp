// What Python asks of anything that can be read: a simulation, and a run on the disk while it
// lasts.
#include <pybind11/stl.h>

#include "readable.hpp"

namespace scree::python {
namespace {

using api::Reader;

py::dict bonds_of(const Reader& r) {
  const std::vector<api::Bond> all = r.bonds();
  using B = api::Bond;
  py::dict out;
  out["i"] = column<std::uint32_t>(all, [](const B& b) { return b.i; });
  out["j"] = column<std::uint32_t>(all, [](const B& b) { return b.j; });
  out["intact"] = column<bool>(all, [](const B& b) { return b.intact; });
  out["length"] = column<double>(all, [](const B& b) { return b.length; });
  out["force"] = vector_column(all, [](const B& b) { return b.force; });
  py::list types;
  for (const B& b : all) types.append(b.type);
  out["type"] = types;
  return out;
}

py::dict bodies_of(const Reader& r) {
  const std::vector<api::BodyState> all = r.bodies();
  using B = api::BodyState;
  py::dict out;
  out["id"] = column<std::uint32_t>(all, [](const B& b) { return b.id; });
  out["position"] = vector_column(all, [](const B& b) { return b.position; });
  out["velocity"] = vector_column(all, [](const B& b) { return b.velocity; });
  out["spin"] = vector_column(all, [](const B& b) { return b.spin; });
  out["force"] = vector_column(all, [](const B& b) { return b.force; });
  out["torque"] = vector_column(all, [](const B& b) { return b.torque; });
  out["orientation"] = quaternion_column(all, [](const B& b) { return b.orientation; });
  out["inertia"] = vector_column(all, [](const B& b) { return b.inertia; });
  out["mass"] = column<double>(all, [](const B& b) { return b.mass; });
  out["volume"] = column<double>(all, [](const B& b) { return b.volume; });
  py::list grains;
  for (const B& b : all) grains.append(numbers(std::span<const std::uint32_t>(b.grains)));
  out["grains"] = grains;
  return out;
}

py::object grain_of(const Reader& r, std::int64_t id) {
  if (id < 0 || id > std::numeric_limits<std::uint32_t>::max()) return py::none();
  const auto g = r.grain(static_cast<api::GrainId>(id));
  if (!g) return py::none();
  py::dict out;
  out["id"] = g->id, out["body"] = g->body, out["material"] = g->material;
  out["fixed"] = g->fixed, out["is_ball"] = g->is_ball;
  out["radius"] = g->radius, out["mass"] = g->mass;
  out["position"] = tuple_of(g->position), out["velocity"] = tuple_of(g->velocity);
  out["spin"] = tuple_of(g->spin), out["force"] = tuple_of(g->force);
  out["torque"] = tuple_of(g->torque), out["orientation"] = tuple_of(g->orientation);
  return out;
}

py::list walls_of(const Reader& r) {
  py::list out;
  for (const api::WallState& w : r.walls()) {
    py::dict d;
    d["name"] = w.name, d["position"] = tuple_of(w.position), d["velocity"] = tuple_of(w.velocity);
    d["spin"] = tuple_of(w.spin), d["orientation"] = tuple_of(w.orientation);
    d["force"] = tuple_of(w.force), d["torque"] = tuple_of(w.torque), d["work"] = w.work;
    out.append(d);
  }
  return out;
}

py::dict energy_of(const Reader& r) {
  const api::Energy e = r.energy();
  py::list terms;
  for (const api::EnergyTerm& t : e.terms)
    terms.append(py::make_tuple(t.name, t.side, t.value, t.meaning));
  py::dict out;
  out["terms"] = terms;
  out["start"] = e.start, out["held"] = e.held, out["lost"] = e.lost;
  out["removed"] = e.removed, out["put_in"] = e.put_in, out["residual"] = e.residual;
  return out;
}

py::object field_of(const Reader& r, const std::string& name) {
  const std::vector<double> all = r.field(name);
  const std::size_t n = r.grain_count();
  if (all.empty() || n == 0) return py::none();
  const auto width = static_cast<py::ssize_t>(all.size() / n);
  py::array flat = numbers(std::span<const double>(all));
  if (width == 1) return flat;
  return flat.attr("reshape")(static_cast<py::ssize_t>(n), width);
}

template <class T>
auto read(T (Reader::*get)() const) {
  return [get](const Readable& r) { return (r.reader().*get)(); };
}

void bind_measure(py::module_& m) {
  py::class_<api::Measure>(m, "Measure")
      .def(py::init([](const std::string& line) { return value_of(api::Measure::make(line)); }))
      .def_property_readonly("is_table", &api::Measure::is_table)
      .def_property_readonly(
          "columns",
          [](const api::Measure& s) {
            py::list out;
            for (const api::Column& c : s.columns())
              out.append(py::make_tuple(c.name, c.unit, c.meaning, c.cumulative));
            return out;
          })
      .def("evaluate", [](api::Measure& s, const Readable& now) {
        const std::vector<double> v = value_of(s.evaluate(now.reader()));
        py::array_t<double> out(static_cast<py::ssize_t>(v.size()));
        std::copy(v.begin(), v.end(), out.mutable_data());
        return out;
      });
}

}  // namespace

void bind_reading(py::module_& m) {
  py::enum_<Reader::Vector>(m, "Vector")
      .value("position", Reader::Vector::position)
      .value("velocity", Reader::Vector::velocity)
      .value("spin", Reader::Vector::spin)
      .value("force", Reader::Vector::force)
      .value("torque", Reader::Vector::torque);
  py::enum_<Reader::Number>(m, "Number")
      .value("radius", Reader::Number::radius)
      .value("mass", Reader::Number::mass);
  py::enum_<Reader::Whole>(m, "Whole")
      .value("id", Reader::Whole::id)
      .value("body", Reader::Whole::body)
      .value("material", Reader::Whole::material)
      .value("fixed", Reader::Whole::fixed);
  py::class_<Readable>(m, "Readable")
      .def("vectors", &Readable::vectors)
      .def("numbers", &Readable::numbers)
      .def("whole", &Readable::whole)
      .def("orientations", &Readable::orientations)
      .def("contacts", &Readable::contacts)
      .def("bonds", [](const Readable& r) { return bonds_of(r.reader()); })
      .def("bodies", [](const Readable& r) { return bodies_of(r.reader()); })
      .def("walls", [](const Readable& r) { return walls_of(r.reader()); })
      .def("energy", [](const Readable& r) { return energy_of(r.reader()); })
      .def("grain", [](const Readable& r, std::int64_t id) { return grain_of(r.reader(), id); })
      .def("field",
           [](const Readable& r, const std::string& name) { return field_of(r.reader(), name); })
      .def_property_readonly("time", read(&Reader::time))
      .def_property_readonly("time_step", read(&Reader::time_step))
      .def_property_readonly("steps", read(&Reader::steps))
      .def("step_at", [](const Readable& r, double time) { return r.reader().step_at(time); })
      .def("last_step",
           [](const Readable& r, double duration) { return r.reader().last_step(duration); })
      .def_property_readonly("state_hash", read(&Reader::state_hash))
      .def_property_readonly("stage", read(&Reader::stage))
      .def_property_readonly("finished", read(&Reader::finished))
      .def_property_readonly("grain_count", read(&Reader::grain_count))
      .def_property_readonly("contact_count", read(&Reader::contact_count))
      .def_property_readonly("materials", read(&Reader::materials))
      .def_property_readonly("greatest_overlap", read(&Reader::greatest_overlap))
      .def_property_readonly("threads", read(&Reader::threads))
      .def_property_readonly("engine", read(&Reader::engine))
      .def_property_readonly("detector", read(&Reader::detector))
      .def_property_readonly("instruction_set", read(&Reader::instruction_set))
      .def_property_readonly("memory_bytes", read(&Reader::memory_bytes))
      .def_property_readonly("warnings", read(&Reader::warnings))
      .def_property_readonly("edits", &Readable::edits);
  bind_measure(m);
}

}  // namespace scree::python
