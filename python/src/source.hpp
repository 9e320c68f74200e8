// A force that is written in Python, on arrays of all grains.
#pragma once

#include <chrono>
#include <exception>
#include <string>

#include "arrays.hpp"

namespace scree::python {

class ArraySource final : public api::ArrayForceSource {
 public:
  ArraySource(std::string name, py::object function)
      : name_(std::move(name)), function_(std::move(function)) {}
  // The function belongs to the interpreter.
  ~ArraySource() override;

  std::string_view name() const override { return name_; }
  void act(const api::ForceArrays& grains, std::span<Vec3> force,
           std::span<Vec3> torque) const override;

  // What the function threw; a force that is not a number has ended the simulation then.
  void rethrow();
  std::uint64_t calls() const { return calls_; }
  double seconds() const { return seconds_; }

 private:
  void ask(const api::ForceArrays& grains, std::span<Vec3> force, std::span<Vec3> torque) const;

  std::string name_;
  py::object function_;
  // What is told about it; no force depends on them.
  mutable std::exception_ptr thrown_;
  mutable std::uint64_t calls_ = 0;
  mutable double seconds_ = 0;
};

}  // namespace scree::python
