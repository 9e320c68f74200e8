// NumPy arrays from the library's vectors, and back.
#pragma once

#include <pybind11/numpy.h>

#include <span>
#include <string>
#include <vector>

#include "bind.hpp"

namespace scree::python {

static_assert(sizeof(Vec3) == 3 * sizeof(double) && sizeof(Quat) == 4 * sizeof(double),
              "rows of (N, 3) and (N, 4) arrays are vectors and quaternions");

template <class T>
using Input = py::array_t<T, py::array::c_style | py::array::forcecast>;

// What a simulation has told is read-only.
inline void make_read_only(py::array& a) {
  py::detail::array_proxy(a.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
}

template <class T>
py::array numbers(std::span<const T> from) {
  py::array_t<T> out(static_cast<py::ssize_t>(from.size()));
  std::copy(from.begin(), from.end(), out.mutable_data());
  make_read_only(out);
  return out;
}

// Of rows: one number, or the components of a vector or quaternion.
template <class T, class Rows, class Get>
py::array column(const Rows& rows, Get&& get) {
  py::array_t<T> out(static_cast<py::ssize_t>(rows.size()));
  T* to = out.mutable_data();
  for (const auto& row : rows) *to++ = static_cast<T>(get(row));
  make_read_only(out);
  return out;
}
template <class Rows, class Get>
py::array vector_column(const Rows& rows, Get&& get) {
  py::array_t<double> out({static_cast<py::ssize_t>(rows.size()), py::ssize_t{3}});
  double* to = out.mutable_data();
  for (const auto& row : rows) {
    const Vec3& v = get(row);
    *to++ = v.x, *to++ = v.y, *to++ = v.z;
  }
  make_read_only(out);
  return out;
}
template <class Rows, class Get>
py::array quaternion_column(const Rows& rows, Get&& get) {
  py::array_t<double> out({static_cast<py::ssize_t>(rows.size()), py::ssize_t{4}});
  double* to = out.mutable_data();
  for (const auto& row : rows) {
    const Quat& q = get(row);
    *to++ = q.w, *to++ = q.x, *to++ = q.y, *to++ = q.z;
  }
  make_read_only(out);
  return out;
}

inline py::tuple tuple_of(const Vec3& v) { return py::make_tuple(v.x, v.y, v.z); }
inline py::tuple tuple_of(const Quat& q) { return py::make_tuple(q.w, q.x, q.y, q.z); }

// Views of what Python gave; ValueError where the shape is another. The array must stay.
template <class T>
std::span<const T> list_in(const Input<T>& a, const char* name) {
  if (a.ndim() != 1) throw py::value_error(std::string(name) + " must have one dimension");
  return {a.data(), static_cast<std::size_t>(a.shape(0))};
}
inline std::span<const Vec3> vectors_in(const Input<double>& a, const char* name) {
  if (a.ndim() != 2 || a.shape(1) != 3)
    throw py::value_error(std::string(name) + " must be an array of shape (N, 3)");
  return {reinterpret_cast<const Vec3*>(a.data()), static_cast<std::size_t>(a.shape(0))};
}

}  // namespace scree::python
