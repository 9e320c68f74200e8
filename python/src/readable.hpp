// What can be read of a simulation, as arrays in the order of ids.
//
// Rows move inside when they are sorted, so arrays are copies; they are read-only and made again
// once the simulation has changed. An array that no one else holds is filled again instead
// of made: its pages are there already, which is most of the price of a large copy.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "arrays.hpp"

namespace scree::python {

// One array a quantity, of a row a contact.
py::dict contact_arrays(const std::vector<api::Contact>& all);

class Readable {
 public:
  virtual ~Readable() = default;
  // Throws RuntimeError where it cannot be read now: it is closed, steps in another thread, or was
  // made in another process.
  virtual const api::Reader& reader() const = 0;
  // Another number after each change between steps.
  virtual std::uint64_t edits() const = 0;

  py::array vectors(api::Reader::Vector what);
  py::array numbers(api::Reader::Number what);
  py::array whole(api::Reader::Whole what);
  py::array orientations();
  py::dict contacts();

 private:
  struct Kept {
    py::object value;
    std::uint64_t steps = 0, edits = 0;
  };
  // The kept value, if it is of the present state.
  py::object kept(const std::string& name);
  py::array room(const std::string& name, std::vector<py::ssize_t> shape, const py::dtype& type);
  void keep(const std::string& name, py::object value);
  template <class T, class Number, class Fill>
  py::array array(const std::string& name, py::ssize_t width, Fill&& fill);

  std::map<std::string, Kept> kept_;
};

}  // namespace scree::python
