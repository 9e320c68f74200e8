#include "session.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "process.hpp"

namespace scree::python {

// No other thread may touch the simulation while this is there.
class Session::Stepping {
 public:
  explicit Stepping(Session& s) : session_(s) { session_.stepping_ = true; }
  ~Stepping() { session_.stepping_ = false; }  // with the lock again
  Stepping(const Stepping&) = delete;

 private:
  Session& session_;
  Away away_;
};

class Session::Resting {
 public:
  explicit Resting(Session& s) : session_(s) { session_.stepping_ = false; }
  ~Resting() { session_.stepping_ = true; }  // with the lock still
  Resting(const Resting&) = delete;

 private:
  py::gil_scoped_acquire locked_;
  Session& session_;
};

Session::Session(const api::Scene& scene, const api::Options& options, const py::list& sources,
                 const api::Checkpoint* from) {
  begin_computing();
  generation_ = process_generation();
  api::Scene whole = scene;
  api::World world = whole.world();
  for (const py::handle item : sources) {
    const auto pair = py::cast<std::pair<std::string, py::object>>(item);
    sources_.push_back(std::make_shared<ArraySource>(pair.first, pair.second));
    check(world.add(std::shared_ptr<const api::ArrayForceSource>(sources_.back())));
  }
  if (!sources_.empty()) whole.set(std::move(world));
  Result<api::Simulation> made = [&] {
    const py::gil_scoped_release unlocked;
    return from ? whole.resume(*from, options) : whole.simulation(options);
  }();
  for (const auto& s : sources_) s->rethrow();
  sim_.emplace(value_of(std::move(made)));
}

Session::~Session() = default;

void Session::usable() const {
  refuse_fork(generation_);
  if (!sim_) throw std::runtime_error("this simulation was closed");
  if (stepping_) throw std::runtime_error("this simulation is running in another thread");
}

const api::Reader& Session::reader() const {
  usable();
  return *sim_;
}
api::Simulation& Session::to_edit() {
  usable();
  if (failure_) throw Failed(*failure_);
  return *sim_;
}

void Session::close() {
  refuse_fork(generation_);
  if (running_) throw std::runtime_error("a simulation cannot be closed while it runs");
  sim_.reset();
}

py::object Session::failure() const {
  if (!failure_) return py::none();
  const py::object grain =
      failure_->grain ? py::object(py::int_(*failure_->grain)) : py::object(py::none());
  return py::make_tuple(failure_->code, failure_->message, failure_->step, grain);
}

py::list Session::source_costs() const {
  py::list out;
  for (const auto& s : sources_)
    out.append(py::make_tuple(std::string(s->name()), s->calls(), s->seconds()));
  return out;
}

// True: a callback has said that it is enough.
bool Session::stretch(std::uint64_t steps) {
  api::Outcome out;
  {
    const Stepping stepping(*this);
    const py::gil_scoped_release unlocked;
    out = sim_->run(steps);
  }
  if (out.failure) failure_ = out.failure;
  for (const auto& s : sources_) s->rethrow();
  if (failure_) throw Failed(*failure_);
  return out.stopped;
}

std::uint64_t Session::run(std::uint64_t last_step, const py::object& call,
                           const py::object& tick) {
  using Clock = std::chrono::steady_clock;
  constexpr double kStretch = 0.05;  // s between two looks at signals
  to_edit();
  if (running_) throw std::runtime_error("a callback cannot run its own simulation");
  struct Running {
    Session& s;
    explicit Running(Session& session, const py::object& c) : s(session) {
      s.running_ = true, s.call_ = c;
    }
    ~Running() { s.running_ = false, s.call_ = py::object(); }
  } const running(*this, call);
  const std::uint64_t begin = sim_->steps();
  std::uint64_t length = 1;
  while (sim_->steps() < last_step && !sim_->finished()) {
    const auto from = Clock::now();
    const bool enough = stretch(std::min(length, last_step - sim_->steps()));
    const double took = std::chrono::duration<double>(Clock::now() - from).count();
    if (took < 0.5 * kStretch)
      length *= 2;
    else if (took > 1.5 * kStretch)
      length = std::max<std::uint64_t>(length / 2, 1);
    look_at_signals();
    if (enough) break;
    if (!tick.is_none()) tick();
  }
  return sim_->steps() - begin;
}

api::Simulation::Callback Session::callback(std::shared_ptr<std::size_t> number) {
  return [this, number = std::move(number)](api::Simulation&) {
    const Resting resting(*this);
    const py::object go_on = call_(*number);
    return go_on.ptr() != Py_False;
  };
}

std::size_t Session::every(double interval) {
  auto number = std::make_shared<std::size_t>(0);
  return *number = to_edit().every(interval, callback(number));
}
std::size_t Session::every_steps(std::uint64_t steps) {
  auto number = std::make_shared<std::size_t>(0);
  return *number = to_edit().every_steps(steps, callback(number));
}
void Session::forget(std::size_t watch) {
  usable();
  sim_->forget(watch);
}

}  // namespace scree::python
