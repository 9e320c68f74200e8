// A simulation as Python holds it: it steps without the interpreter's lock, calls back with it, and
// knows whether it can be touched now.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "readable.hpp"
#include "source.hpp"

namespace scree::python {

class Session final : public Readable {
 public:
  // `sources`: pairs of a name and a function of a ForceView.
  Session(const api::Scene& scene, const api::Options& options, const py::list& sources,
          const api::Checkpoint* from);
  ~Session() override;

  const api::Reader& reader() const override;
  std::uint64_t edits() const override { return edits_; }
  // To be changed. Also throws where it has failed.
  api::Simulation& to_edit();
  void edited() { ++edits_; }
  void close();
  bool closed() const { return !sim_; }
  py::object failure() const;
  py::list source_costs() const;  // (name, calls, seconds)

  // To a step, to the end of the stages or until `call`, asked with the number of a watch that is
  // due, says False. `tick` is called about every 50 ms. Steps that were made.
  std::uint64_t run(std::uint64_t last_step, const py::object& call, const py::object& tick);
  std::size_t every(double interval);
  std::size_t every_steps(std::uint64_t steps);
  void forget(std::size_t watch);

 private:
  class Stepping;  // without the interpreter's lock
  class Resting;   // with it, in a callback
  void usable() const;
  api::Simulation::Callback callback(std::shared_ptr<std::size_t> number);
  bool stretch(std::uint64_t steps);

  std::vector<std::shared_ptr<ArraySource>> sources_;
  std::optional<api::Simulation> sim_;
  std::optional<api::Failure> failure_;
  py::object call_;  // while it runs
  std::uint64_t edits_ = 0;
  int generation_ = 0;
  bool running_ = false, stepping_ = false;
};

}  // namespace scree::python
