// Runs that leave on the disk what `scree run` leaves, watched from Python.
#include <pybind11/stl.h>

#include <exception>

#include "process.hpp"
#include "readable.hpp"

namespace scree::python {
namespace {

class RunSession;

// A function of Python among the observers of a run.
class Watch final : public api::Observer {
 public:
  Watch(RunSession& run, py::object function, double interval, std::uint64_t steps)
      : run_(run), function_(std::move(function)), interval_(interval), steps_(steps) {}
  double interval() const override { return interval_; }
  std::uint64_t steps() const override { return steps_; }
  Errors observe(const api::Reader&) override;

 private:
  RunSession& run_;
  py::object function_;
  double interval_;
  std::uint64_t steps_;
};

class RunSession final : public Readable {
 public:
  explicit RunSession(api::Run run) : run_(std::move(run)), generation_(process_generation()) {}

  const api::Reader& reader() const override {
    refuse_fork(generation_);
    if (stepping_) throw std::runtime_error("this run is being made in another thread");
    reader_ = run_.reader();
    return *reader_;
  }
  std::uint64_t edits() const override { return 0; }

  void watch(py::object function, double interval, std::uint64_t steps) {
    if (made_) throw std::runtime_error("this run was made already");
    watches_.push_back(std::make_unique<Watch>(*this, std::move(function), interval, steps));
  }
  std::uint64_t last_step() const { return reader().last_step(run_.duration()); }
  std::string folder() const { return run_.folder(); }
  std::vector<std::string> notes() const { return run_.notes(); }
  py::dict run(const py::object& tick);

  // A look of Python at a run that is between two steps.
  class Resting {
   public:
    explicit Resting(RunSession& r) : run_(r) { run_.stepping_ = false; }
    ~Resting() { run_.stepping_ = true; }
    Resting(const Resting&) = delete;

   private:
    py::gil_scoped_acquire locked_;
    RunSession& run_;
  };

 private:
  bool asked_to_stop(const py::object& tick);

  api::Run run_;
  mutable std::optional<api::Reader> reader_;
  std::vector<std::unique_ptr<Watch>> watches_;
  std::exception_ptr interrupt_;  // what stopped it: Ctrl-C, or what `tick` threw
  int generation_ = 0;
  bool stepping_ = false, made_ = false;
};

Errors Watch::observe(const api::Reader&) {
  const RunSession::Resting resting(run_);
  function_();
  return {};
}

// Signals are looked at between two stretches of steps. The run then ends with a checkpoint and a
// summary before Python sees the exception.
bool RunSession::asked_to_stop(const py::object& tick) {
  const Resting resting(*this);
  try {
    look_at_signals();
    return !tick.is_none() && tick().ptr() == Py_False;
  } catch (...) {
    interrupt_ = std::current_exception();
    return true;
  }
}

py::dict RunSession::run(const py::object& tick) {
  refuse_fork(generation_);
  if (stepping_ || made_) throw std::runtime_error("this run was made already, or is being made");
  made_ = true;
  for (const auto& w : watches_) run_.add(*w);
  run_.stop_when([this, &tick](const api::Reader&) { return asked_to_stop(tick); });
  struct Stepping {
    bool& flag;
    Away away;
    explicit Stepping(bool& f) : flag(f) { flag = true; }
    ~Stepping() { flag = false; }
  };
  Result<api::RunReport> made = [this] {
    const Stepping stepping(stepping_);
    const py::gil_scoped_release unlocked;
    return run_.run();
  }();
  watches_.clear();  // their functions know this run, which would never go
  if (interrupt_) std::rethrow_exception(std::exchange(interrupt_, nullptr));
  const api::RunReport report = value_of(std::move(made));
  py::list checks;
  for (const api::Check& c : report.checks)
    checks.append(py::make_tuple(c.name, c.ok, c.value, c.limit, c.reason));
  py::dict out;
  out["verdict"] = report.verdict, out["checks"] = checks;
  out["summary"] = report.summary, out["state_hash"] = report.state_hash;
  return out;
}

}  // namespace

void bind_runs(py::module_& m) {
  py::class_<RunSession, Readable>(m, "RunSession")
      .def_static("start",
                  [](const api::Scene& scene, const std::string& folder, int threads,
                     const std::string& engine) {
                    begin_computing();
                    return std::make_unique<RunSession>(value_of(
                        api::Run::start(scene, folder, {.threads = threads, .engine = engine})));
                  })
      .def_static("resume",
                  [](const std::string& folder, int threads, const std::string& engine) {
                    begin_computing();
                    return std::make_unique<RunSession>(
                        value_of(api::Run::resume(folder, {.threads = threads, .engine = engine})));
                  })
      .def("watch", &RunSession::watch)
      .def("run", &RunSession::run)
      .def_property_readonly("end", &RunSession::last_step)
      .def_property_readonly("folder", &RunSession::folder)
      .def_property_readonly("notes", &RunSession::notes);
}

}  // namespace scree::python
