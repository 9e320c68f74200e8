#include "source.hpp"

#include <limits>

namespace scree::python {
namespace {

// A view that lasts as long as the call; Python may keep a copy, not the array.
template <class T>
py::array view_of(std::span<const T> from, py::ssize_t width, const py::object& owner) {
  std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(from.size())};
  if (width > 1) shape.push_back(width);
  py::array out(py::dtype::of<std::conditional_t<std::is_same_v<T, Vec3>, double, T>>(),
                std::move(shape), from.data(), owner);
  make_read_only(out);
  return out;
}

void take(const py::object& given, std::span<Vec3> to, const char* name) {
  if (given.is_none()) return;
  const auto array = Input<double>::ensure(given);
  if (!array) throw py::type_error(std::string("a source must give its ") + name + " as numbers");
  const auto n = static_cast<py::ssize_t>(to.size());
  if (array.ndim() == 1 && array.shape(0) == 3) {  // the same for all
    for (Vec3& v : to) v = {array.data()[0], array.data()[1], array.data()[2]};
    return;
  }
  if (array.ndim() != 2 || array.shape(0) != n || array.shape(1) != 3)
    throw py::value_error(std::string("a source must give its ") + name + " with shape (" +
                          std::to_string(n) + ", 3) or (3,)");
  const auto* from = reinterpret_cast<const Vec3*>(array.data());
  std::copy(from, from + to.size(), to.begin());
}

}  // namespace

ArraySource::~ArraySource() {
  const py::gil_scoped_acquire lock;
  thrown_ = nullptr;
  function_ = py::object();
}

void ArraySource::ask(const api::ForceArrays& g, std::span<Vec3> force,
                      std::span<Vec3> torque) const {
  // Copies: what Python keeps of them must outlive the step.
  const auto copy = [](py::array view) {
    py::array out = py::array::ensure(view.attr("copy")());
    make_read_only(out);
    return out;
  };
  const py::object none = py::none();
  py::dict arrays;
  arrays["id"] = copy(view_of(g.id, 1, none));
  arrays["position"] = copy(view_of(g.position, 3, none));
  arrays["velocity"] = copy(view_of(g.velocity, 3, none));
  arrays["spin"] = copy(view_of(g.spin, 3, none));
  arrays["radius"] = copy(view_of(g.radius, 1, none));
  arrays["mass"] = copy(view_of(g.mass, 1, none));
  arrays["time"] = g.time;
  arrays["time_step"] = g.time_step;
  const py::object answer = function_(arrays);
  if (py::isinstance<py::tuple>(answer) && py::len(answer) == 2) {
    const auto both = py::reinterpret_borrow<py::tuple>(answer);
    take(both[0], force, "forces");
    take(both[1], torque, "torques");
  } else {
    take(answer, force, "forces");
  }
}

void ArraySource::act(const api::ForceArrays& grains, std::span<Vec3> force,
                      std::span<Vec3> torque) const {
  const py::gil_scoped_acquire lock;
  if (!thrown_) {
    const auto begin = std::chrono::steady_clock::now();
    try {
      ask(grains, force, torque);
    } catch (...) {
      // It must not leave the middle of a step: the force below ends the simulation there.
      thrown_ = std::current_exception();
    }
    ++calls_;
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  if (thrown_)
    for (Vec3& f : force) f = {std::numeric_limits<double>::quiet_NaN(), 0, 0};
}

void ArraySource::rethrow() {
  if (!thrown_) return;
  const std::exception_ptr what = std::exchange(thrown_, nullptr);
  std::rethrow_exception(what);
}

}  // namespace scree::python
