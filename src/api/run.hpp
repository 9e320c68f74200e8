// Scenes, and runs that leave on the disk what `scree run` leaves: frames, series, checkpoints, a
// picture, a summary with a verdict.
//
//   auto scene = Scene::load("hopper.toml", {"duration='2 s'"});
//   auto sim = Simulation::create(scene->world());              // without any file, or
//   auto run = Run::start(*scene, "runs/mine");                 // with a folder
//   auto report = run->run();
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/simulation.hpp"

namespace scree::api {

// A TOML file that was read and checked, docs/reference/scene.md.
class Scene {
 public:
  // Overrides are "key.path=value". Each mistake names file, line and column.
  [[nodiscard]] static Result<Scene> load(const std::string& path,
                                          const std::vector<std::string>& overrides = {});
  [[nodiscard]] static Result<Scene> parse(std::string_view text, const std::string& name = "scene",
                                           const std::vector<std::string>& overrides = {});

  World world() const;  // a copy
  // What the scene itself cannot say (laws and forces of the program) is added to a copy, which
  // then takes the place of its world.
  void set(World world);
  // A simulation of its world, without any file. Mistakes that only a simulation sees have their
  // line; threads and engine that the options leave open are those of the scene.
  [[nodiscard]] Result<Simulation> simulation(const Options& options = {}) const;
  [[nodiscard]] Result<Simulation> resume(const Checkpoint& from,
                                          const Options& options = {}) const;
  std::string title() const;
  double duration() const;                    // s
  std::string source() const;                 // as it was given
  std::string resolved() const;               // TOML, with every default written out
  std::vector<std::string> warnings() const;  // and notes

 private:
  friend class Run;
  struct Impl;
  explicit Scene(std::shared_ptr<Impl>);
  std::shared_ptr<Impl> impl_;  // copies share it until one is set()
};

// Looks at a run. A run with observers has the same bits as one without.
class Observer {
 public:
  virtual ~Observer() = default;
  // At the start, and at all multiples of an interval of simulated time or of a number of steps;
  // both 0: only begin() and end().
  virtual double interval() const { return 0; }
  virtual std::uint64_t steps() const { return 0; }
  // Errors end the run, with a summary.
  virtual Errors begin(const Reader&) { return {}; }
  virtual Errors observe(const Reader&) { return {}; }
  virtual Errors end(const Reader&) { return {}; }
  // What it needs to go on after a resume is kept in checkpoints under its name, which no other
  // observer of the run has. Without a name nothing is kept. restore() comes before begin().
  virtual std::string name() const { return {}; }
  virtual std::vector<double> save() const { return {}; }
  virtual void restore(std::span<const double>) {}
};

struct Check {
  std::string name;
  bool ok = false;
  double value = 0, limit = 0;
  std::string reason;
};

struct RunReport {
  std::string verdict;  // "ok", "doubtful", "stopped", "unfinished", "failed"
  std::vector<Check> checks;
  std::string summary;  // summary.json
  std::string state_hash;
};

class Run {
 public:
  // A new folder; empty: the first free runs/NAME-NNN. E0905: it is there already.
  [[nodiscard]] static Result<Run> start(const Scene& scene, const std::string& folder,
                                         const Options& options = {});
  // Goes on with a run from its newest checkpoint: the same bits as if it had never stopped.
  // `complete` adds to its world what the scene cannot say.
  using Complete = std::function<Errors(World&)>;
  [[nodiscard]] static Result<Run> resume(const std::string& folder, const Options& options = {},
                                          const Complete& complete = {});
  Run(Run&&) noexcept;
  Run& operator=(Run&&) noexcept;
  ~Run();

  // Both before run(). The observer must stay until run() has returned.
  void add(Observer& observer);
  // Asked after each stretch of steps, of about 50 ms: true ends the run with a checkpoint.
  void stop_when(std::function<bool(const Reader&)> stop);

  // To the end, to a failure, a request to stop or an error of an observer or of the disk, which is
  // then what comes back. Always leaves a summary in the folder, as far as the disk allows. Once.
  // What an observer throws comes out; then there is no summary. Afterwards the folder is free for
  // who wants to go on with it.
  [[nodiscard]] Result<RunReport> run();

  std::string folder() const;
  double duration() const;  // s, of its scene
  Reader reader() const;
  std::vector<std::string> notes() const;  // what the user should know, after a resume

 private:
  struct Impl;
  explicit Run(std::unique_ptr<Impl>);
  std::unique_ptr<Impl> impl_;
};

}  // namespace scree::api
