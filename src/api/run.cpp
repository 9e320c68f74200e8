#include "api/run.hpp"

#include <filesystem>
#include <optional>
#include <utility>

#include "api/access.hpp"
#include "run/loop/resume.hpp"
#include "run/loop/runner.hpp"
#include "scene/scene.hpp"

namespace scree::api {

struct Scene::Impl {
  scree::Scene scene;
  std::string path;
};

namespace {

Result<Done> done_of(Errors errors) {
  if (errors.empty()) return Done{};
  return errors;
}

// An observer of a program among those of the run.
class Watching final : public run::Observer {
 public:
  explicit Watching(api::Observer& own) : own_(own) {}
  run::Schedule schedule() const override { return {own_.interval(), own_.steps()}; }
  Result<Done> begin(const scree::Simulation& sim) override {
    return done_of(own_.begin(Access::reader(sim)));
  }
  Result<Done> observe(const scree::Simulation& sim) override {
    return done_of(own_.observe(Access::reader(sim)));
  }
  Result<Done> end(const scree::Simulation& sim, const run::RunEnd&) override {
    return done_of(own_.end(Access::reader(sim)));
  }
  std::string name() const override { return own_.name(); }
  void save(run::RunMemory& out) const override { out.add("numbers", own_.save()); }
  void restore(const run::RunMemory& from) override { own_.restore(from.find_numbers("numbers")); }

 private:
  api::Observer& own_;
};

std::vector<std::string> texts_of(const std::vector<run::RunEvent>& events) {
  std::vector<std::string> out;
  for (const run::RunEvent& e : events) out.push_back(e.text);
  return out;
}

Result<scree::Simulation> simulation_of(const scree::Scene& scene, scree::World world,
                                        const SimulationArchive* from, const Options& o) {
  RunOptions options;
  options.threads = o.threads > 0 ? o.threads : scene.threads;
  options.engine = o.engine == "auto" ? scene.engine : o.engine;
  options.instruction_set = o.instruction_set;
  options.sort_rows = o.sort_rows;
  auto sim = from ? scree::Simulation::resume(std::move(world), *from, options)
                  : scree::Simulation::create(std::move(world), options);
  if (!sim) return located(scene, sim.errors());
  if (auto few = run::check_steps(scene.duration, sim->dt()); !few)
    return located(scene, few.errors());
  return sim;
}

}  // namespace

Result<Scene> Scene::load(const std::string& path, const std::vector<std::string>& overrides) {
  auto made = load_scene(path, overrides);
  if (!made) return made.errors();
  return Scene(std::make_shared<Impl>(Impl{std::move(*made), path}));
}

Result<Scene> Scene::parse(std::string_view text, const std::string& name,
                           const std::vector<std::string>& overrides) {
  auto made = parse_scene(text, name, overrides);
  if (!made) return made.errors();
  return Scene(std::make_shared<Impl>(Impl{std::move(*made), name}));
}

Scene::Scene(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
World Scene::world() const { return Access::world(impl_->scene.world); }
void Scene::set(World world) {
  if (impl_.use_count() > 1) impl_ = std::make_shared<Impl>(*impl_);
  impl_->scene.world = std::move(Access::of(world));
}
Result<Simulation> Scene::simulation(const Options& options) const {
  auto sim = simulation_of(impl_->scene, impl_->scene.world, nullptr, options);
  if (!sim) return sim.errors();
  return Access::simulation(std::move(*sim));
}
Result<Simulation> Scene::resume(const Checkpoint& from, const Options& options) const {
  auto sim = simulation_of(impl_->scene, impl_->scene.world, &Access::of(from), options);
  if (!sim) return sim.errors();
  return Access::simulation(std::move(*sim));
}
std::string Scene::title() const { return impl_->scene.world.title; }
double Scene::duration() const { return impl_->scene.duration; }
std::string Scene::source() const { return impl_->scene.source; }
std::string Scene::resolved() const { return impl_->scene.resolved; }
std::vector<std::string> Scene::warnings() const {
  std::vector<std::string> out = impl_->scene.warnings;
  out.insert(out.end(), impl_->scene.notes.begin(), impl_->scene.notes.end());
  return out;
}

// What a run needs until it runs, then the runner, which refers to the scene here.
struct Run::Impl {
  scree::Scene scene;
  std::string path, files;
  std::optional<run::RunDirectory> directory;
  std::optional<run::RunCheckpoint> checkpoint;
  std::optional<scree::Simulation> sim;  // until the runner has it
  std::optional<run::Runner> runner;
  run::Start start;
  std::string folder;
  bool again = false;
  std::vector<run::RunEvent> events;
  std::vector<std::unique_ptr<run::Observer>> watching;
  std::function<bool(const Reader&)> stop;

  const scree::Simulation& simulation() const { return runner ? runner->simulation() : *sim; }
};

Run::Run(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Run::Run(Run&&) noexcept = default;
Run& Run::operator=(Run&&) noexcept = default;
Run::~Run() = default;

Result<Run> Run::start(const Scene& scene, const std::string& folder, const Options& options) {
  auto impl = std::make_unique<Impl>();
  impl->scene = scene.impl_->scene;
  impl->path = scene.impl_->path;
  auto files = run::file_hashes(impl->scene.resolved);
  if (!files) return files.errors();
  impl->files = std::move(*files);
  auto sim = simulation_of(impl->scene, impl->scene.world, nullptr, options);
  if (!sim) return sim.errors();
  impl->sim = std::move(*sim);
  auto made = run::RunDirectory::create(folder, std::filesystem::path(impl->path).stem().string());
  if (!made) return made.errors();
  impl->directory = std::move(*made);
  impl->folder = impl->directory->path();
  return Run(std::move(impl));
}

Result<Run> Run::resume(const std::string& folder, const Options& options,
                        const Complete& complete) {
  auto found = run::prepare_resume({.folder = folder});
  if (!found) return found.errors();
  auto impl = std::make_unique<Impl>();
  impl->scene = std::move(found->scene);
  if (complete) {
    World world = Access::world(impl->scene.world);
    if (Errors wrong = complete(world); !wrong.empty()) return wrong;
    impl->scene.world = std::move(Access::of(world));
  }
  impl->path = folder;
  impl->files = std::move(found->files);
  impl->directory = std::move(found->directory);
  impl->folder = impl->directory->path();
  impl->checkpoint = std::move(found->checkpoint);
  impl->events = std::move(found->notes);
  impl->again = true;
  scree::World first = impl->scene.world;
  place_walls(first.walls);
  impl->start = run::Start(first);
  auto sim = simulation_of(impl->scene, impl->scene.world,
                           impl->checkpoint ? &impl->checkpoint->simulation : nullptr, options);
  if (!sim) return sim.errors();
  impl->sim = std::move(*sim);
  return Run(std::move(impl));
}

void Run::add(Observer& observer) {
  impl_->watching.push_back(std::make_unique<Watching>(observer));
}
void Run::stop_when(std::function<bool(const Reader&)> stop) { impl_->stop = std::move(stop); }

Result<RunReport> Run::run() {
  Impl& it = *impl_;
  if (it.runner)
    return Error{"E0549", "this run was made already", it.folder, "go on with Run::resume()", {}};
  if (it.again && !it.checkpoint)
    if (auto done = it.directory->take_up({}, {}, it.events); !done) return done.errors();
  run::RunnerOptions options;
  options.scene_path = it.path;
  options.files = it.files;
  options.stop = [&it] {
    return it.stop && it.stop(Access::reader(it.simulation())) ? run::kAskedToStop : 0;
  };
  it.runner.emplace(std::move(*it.sim), it.scene, std::move(*it.directory), std::move(options));
  it.sim.reset();
  for (const auto& w : it.watching) it.runner->add(*w);
  if (it.checkpoint)
    if (auto done = it.runner->resume(std::move(*it.checkpoint), it.start, it.events); !done)
      return done.errors();
  it.runner->note(it.events);
  struct Freed {
    run::Runner& runner;
    ~Freed() { runner.give_folder_free(); }
  };
  auto summary = [&it] {
    const Freed freed{*it.runner};  // whatever an observer throws
    return it.runner->run();
  }();
  if (!summary) return summary.errors();
  RunReport out;
  const run::Verdict& verdict = it.runner->verdict();
  out.verdict = verdict.word;
  for (const run::Check& c : verdict.checks)
    out.checks.push_back({c.name, c.ok, c.value, c.limit, c.reason});
  out.summary = std::move(*summary);
  out.state_hash = to_string(it.simulation().state_hash());
  return out;
}

std::string Run::folder() const { return impl_->folder; }
double Run::duration() const { return impl_->scene.duration; }
Reader Run::reader() const { return Access::reader(impl_->simulation()); }
std::vector<std::string> Run::notes() const { return texts_of(impl_->events); }

}  // namespace scree::api
