#include "readable.hpp"

#include <utility>

namespace scree::python {
using Reader = api::Reader;

py::dict contact_arrays(const std::vector<api::Contact>& all) {
  using C = api::Contact;
  py::dict out;
  out["i"] = column<std::uint32_t>(all, [](const C& c) { return c.i; });
  out["j"] = column<std::uint32_t>(all, [](const C& c) { return c.j; });
  out["wall"] = column<std::int32_t>(all, [](const C& c) { return c.wall; });
  out["point"] = vector_column(all, [](const C& c) { return c.point; });
  out["normal"] = vector_column(all, [](const C& c) { return c.normal; });
  out["force"] = vector_column(all, [](const C& c) { return c.force; });
  out["tangential"] = vector_column(all, [](const C& c) { return c.tangential; });
  out["overlap"] = column<double>(all, [](const C& c) { return c.overlap; });
  return out;
}

py::object Readable::kept(const std::string& name) {
  const auto it = kept_.find(name);
  if (it == kept_.end() || it->second.steps != reader().steps() || it->second.edits != edits())
    return {};
  return it->second.value;
}

void Readable::keep(const std::string& name, py::object value) {
  kept_[name] = {std::move(value), reader().steps(), edits()};
}

py::array Readable::room(const std::string& name, std::vector<py::ssize_t> shape,
                         const py::dtype& type) {
  const auto it = kept_.find(name);
  if (it != kept_.end() && it->second.value.ref_count() == 1) {
    auto old = py::reinterpret_borrow<py::array>(it->second.value);
    if (old.ndim() == static_cast<py::ssize_t>(shape.size()) && old.shape(0) == shape[0])
      return old;
  }
  py::array out(type, std::move(shape));
  make_read_only(out);
  return out;
}

// The kept array, or one that `fill` writes to, a T for each grain.
template <class T, class Number, class Fill>
py::array Readable::array(const std::string& name, py::ssize_t width, Fill&& fill) {
  if (py::object old = kept(name)) return py::reinterpret_borrow<py::array>(old);
  const auto n = static_cast<py::ssize_t>(reader().grain_count());
  std::vector<py::ssize_t> shape{n};
  if (width > 1) shape.push_back(width);
  py::array out = room(name, std::move(shape), py::dtype::of<Number>());
  fill(std::span<T>(static_cast<T*>(const_cast<void*>(out.data())), static_cast<std::size_t>(n)));
  keep(name, out);
  return out;
}

py::array Readable::vectors(Reader::Vector what) {
  return array<Vec3, double>("v" + std::to_string(static_cast<int>(what)), 3,
                             [&](std::span<Vec3> to) { reader().copy(what, to); });
}
py::array Readable::numbers(Reader::Number what) {
  return array<double, double>("n" + std::to_string(static_cast<int>(what)), 1,
                               [&](std::span<double> to) { reader().copy(what, to); });
}
py::array Readable::whole(Reader::Whole what) {
  return array<std::uint32_t, std::uint32_t>(
      "w" + std::to_string(static_cast<int>(what)), 1,
      [&](std::span<std::uint32_t> to) { reader().copy(what, to); });
}
py::array Readable::orientations() {
  return array<Quat, double>("q", 4, [&](std::span<Quat> to) { reader().copy_orientations(to); });
}

py::dict Readable::contacts() {
  if (py::object old = kept("contacts")) return py::reinterpret_borrow<py::dict>(old);
  py::dict out = contact_arrays(reader().contacts());
  keep("contacts", out);
  return out;
}

}  // namespace scree::python
