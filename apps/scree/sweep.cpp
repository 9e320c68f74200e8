// scree sweep SCENE: the table of runs that [sweep] stands for, several at a time.
//
// Each run is a process of its own (this program's `run`): one that fails, or even crashes, loses
// nothing of the others. Started again with the same scene and folder, a sweep goes on where it
// was: finished runs stay, runs with a checkpoint go on from it, others begin again. With more
// values in its lists it grows: only the new runs are made.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <set>
#include <thread>

#include "base/processors.hpp"
#include "run/loop/thread_count.hpp"
#include "run/sweeps/sweep_folder.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"
#include "scree/scenes.hpp"
#include "scree/signals.hpp"

namespace scree::app {
namespace {

using Clock = std::chrono::steady_clock;

struct SweepArguments {
  std::string scene, out, instruction_set = "auto";
  std::vector<std::string> sets, vary;
  int jobs = 0, threads = 1;
  bool quiet = false, json = false, strict = false, oversubscribe = false;
};

struct Child {
  pid_t pid = 0;
  std::size_t run = 0;
  bool resumed = false;
  Clock::time_point start;
};

// `scree ARGUMENTS` with its output in a file; ends with this process.
pid_t start_program(const std::vector<std::string>& arguments, const std::string& log) {
  std::vector<char*> argv{const_cast<char*>("scree")};
  for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child != 0) return child;
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(kFailed);
  const int file = create_fresh(log);
  if (file < 0 || ::dup2(file, 1) < 0 || ::dup2(file, 2) < 0) ::_exit(kFailed);
  ::execv("/proc/self/exe", argv.data());
  ::_exit(kFailed);
}

std::string first_line(const std::string& file) {
  const auto text = read_whole_file(file);
  if (!text) return {};
  const std::string line = text->substr(0, text->find('\n'));
  return line.starts_with("error: ") ? line.substr(7) : line;
}

class Sweep {
 public:
  Sweep(SweepFolder folder, const SweepArguments& a, std::string scene_path,
        std::vector<std::string> overrides)
      : folder_(std::move(folder)),
        a_(a),
        scene_path_(std::move(scene_path)),
        overrides_(std::move(overrides)) {
    jobs_ = static_cast<std::size_t>(a.jobs);
    for (std::size_t run = 1; run <= folder_.runs(); ++run) states_.push_back(folder_.read(run));
    for (RunState& s : states_) kept_ += s.finished;
    for (std::size_t run = 1; run <= states_.size(); ++run)
      if (!states_[run - 1].finished && folder_.listed(run) == 0)
        states_[run - 1].message = "its values are not in the current lists";
  }

  Result<Done> go() {
    if (auto done = folder_.write_results(states_); !done) return done;
    std::size_t next = 1;
    while (stop_signal() == 0 || !children_.empty()) {
      if (stop_signal() != 0) stop_children();
      while (stop_signal() == 0 && children_.size() < jobs_ && next <= states_.size())
        if (!states_[next++ - 1].finished && folder_.listed(next - 1) > 0)
          if (auto done = begin(next - 1, folder_.can_resume(next - 1)); !done) return done;
      if (children_.empty() && next > states_.size()) break;
      if (auto done = collect(); !done) return done;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return Done{};
  }

  const std::vector<RunState>& states() const { return states_; }
  std::size_t kept() const { return kept_; }
  std::size_t jobs() const { return jobs_; }
  const SweepFolder& folder() const { return folder_; }

 private:
  Result<Done> begin(std::size_t run, bool resume) {
    if (!resume)
      if (auto done = folder_.clear(run); !done) return done;
    // Names that begin with a dash would be taken for options.
    const auto path = [](const std::string& p) { return p.starts_with("-") ? "./" + p : p; };
    std::vector<std::string> arguments{"run",
                                       path(scene_path_),
                                       "-o",
                                       path(folder_.run_folder(run)),
                                       "--quiet",
                                       "--threads",
                                       std::to_string(a_.threads),
                                       "--instruction-set",
                                       a_.instruction_set};
    if (a_.oversubscribe) arguments.push_back("--oversubscribe");
    for (const std::string& o : overrides_) arguments.insert(arguments.end(), {"--set", o});
    arguments.insert(arguments.end(), {"--set", fmt::format("sweep.run={}", folder_.listed(run))});
    if (resume) arguments.push_back("--resume");
    const pid_t pid = start_program(arguments, folder_.log_file(run));
    if (pid < 0)
      return Error{"E0739", "no process could be started for a run", folder_.run_folder(run),
                   "fewer at a time: --jobs 1"};
    states_[run - 1] = {};
    states_[run - 1].word = "running";
    children_.push_back({pid, run, resume, Clock::now()});
    return Done{};
  }

  Result<Done> collect() {
    for (std::size_t k = 0; k < children_.size();) {
      int status = 0;
      if (::waitpid(children_[k].pid, &status, WNOHANG) != children_[k].pid) {
        ++k;
        continue;
      }
      const Child child = children_[k];
      children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(k));
      // A checkpoint that cannot be used, or a program that has changed since.
      if (child.resumed && WIFEXITED(status) && WEXITSTATUS(status) == kBadInput) {
        if (auto done = begin(child.run, false); !done) return stop_children(), done;
        continue;
      }
      note(child, status);
      if (auto done = folder_.write_results(states_); !done) return stop_children(), done;
    }
    return Done{};
  }

  void note(const Child& child, int status) {
    RunState& s = states_[child.run - 1];
    s = folder_.read(child.run);
    // What the process itself tells is nearer to the cause than what it left behind.
    if (s.word == "waiting" || s.word == "unfinished") {
      if (s.word == "waiting" && !WIFSIGNALED(status)) s.word = "error";
      if (s.word == "waiting") s.word = "unfinished";
      const std::string said = WIFSIGNALED(status)
                                   ? fmt::format("ended by signal {}", WTERMSIG(status))
                                   : first_line(folder_.log_file(child.run));
      if (!said.empty()) s.message = said;
    }
    ++ended_;
    if (a_.quiet) return;
    const double took = std::chrono::duration<double>(Clock::now() - child.start).count();
    print_note("{:>4} of {}  run {:03}  {:<9} {:>8}  {}{}{}\n", kept_ + ended_, states_.size(),
               child.run, s.word, duration_text(took), folder_.parameters(child.run),
               child.resumed ? " (resumed)" : "", s.message.empty() ? "" : ": " + s.message);
  }

  void stop_children() {
    if (stopping_) return;
    stopping_ = true;
    for (const Child& c : children_) ::kill(c.pid, SIGTERM);
  }

  SweepFolder folder_;
  const SweepArguments& a_;
  std::string scene_path_;
  std::vector<std::string> overrides_;
  std::size_t jobs_ = 1, kept_ = 0, ended_ = 0;
  std::vector<RunState> states_;
  std::vector<Child> children_;
  bool stopping_ = false;
};

// Every value once, with the first values of the other lists: mistakes show before the first run.
Errors try_values(const std::string& path, const std::vector<std::string>& overrides,
                  const SweepTable& table) {
  std::set<std::size_t> samples;
  for (std::size_t run = 2; run <= table.runs && samples.size() < 100; ++run) {
    std::size_t others = 0;
    for (std::size_t a = 0; a < table.axes.size(); ++a) others += table.value_of(a, run) != 0;
    if (table.zip || others == 1) samples.insert(run);
  }
  Errors errors;
  std::set<std::string> seen;
  for (const std::size_t run : samples) {
    std::vector<std::string> with = overrides;
    with.push_back(fmt::format("sweep.run={}", run));
    const auto scene = load_scene(path, with);
    if (scene) continue;
    for (const Error& e : scene.errors())
      if (seen.insert(to_string(e)).second) errors.push_back(e);
  }
  return errors;
}

std::string new_runs(const SweepFolder& folder) {
  const std::size_t before = folder.runs_before(), now = folder.runs();
  if (before == 0 || now == before) return {};
  return fmt::format(", {} new", now - before);
}

int report(const Sweep& sweep, const SweepArguments& a) {
  std::size_t good = 0, open = 0, doubtful = 0;
  for (const RunState& s : sweep.states()) {
    good += s.finished && s.word != "failed";
    open += !s.finished && s.word != "error";
    doubtful += s.word == "doubtful";
  }
  if (a.json) {
    print_out("{}\n", json_text(sweep.folder().results_json(sweep.states())));
  } else {
    print_out("{} of {} runs done{}{}\nresults  {}/results.csv\n", good, sweep.states().size(),
              doubtful > 0 ? fmt::format(", {} of them doubtful", doubtful) : "",
              open > 0 ? "; the same command goes on with the rest" : "", sweep.folder().path());
  }
  if (good != sweep.states().size()) return kFailed;
  return a.strict && doubtful > 0 ? kDoubtful : kSuccess;
}

// Threads of each run and runs at a time: together no more than the processors of this process,
// unless --oversubscribe is given.
std::vector<std::string> share_processors(SweepArguments& a) {
  std::vector<std::string> warnings;
  a.threads = threads_to_take(a.threads, a.oversubscribe, warnings);
  const int processors = usable_processors(), most = std::max(1, processors / a.threads);
  if (a.jobs == 0) a.jobs = most;
  if (a.jobs <= most || a.oversubscribe) return warnings;
  warnings.push_back(fmt::format(
      "{} runs at a time with {} thread{} each are more than the {} processor{} that "
      "this process may use: {} at a time; --oversubscribe takes more",
      a.jobs, a.threads, a.threads == 1 ? "" : "s", processors, processors == 1 ? "" : "s", most));
  a.jobs = most;
  return warnings;
}

int sweep(SweepArguments& a) {
  ignore_broken_pipes();
  if (auto known = check_instruction_set(a.instruction_set); !known) return refused(known.errors());
  const auto path = find_scene(a.scene);
  if (!path) return refused(path.errors());
  std::vector<std::string> overrides = a.sets;
  for (const std::string& v : a.vary) overrides.push_back("sweep." + v);
  const auto scene = load_scene(*path, overrides);
  if (!scene) return refused(scene.errors());
  if (scene->sweep.runs == 0)
    return refused({Error{"E0737", "the scene has no [sweep]: there is nothing to vary", *path,
                          "add the table, or --vary KEY=[...], for example --vary seed=[1,2,3]"}});
  if (const Errors errors = try_values(*path, overrides, scene->sweep); !errors.empty())
    return refused(errors);
  const std::string out =
      a.out.empty() ? fmt::format("runs/{}-sweep", std::filesystem::path(*path).stem().string())
                    : a.out;
  const std::vector<std::string> warnings = share_processors(a);
  if (!a.quiet) print_warnings(warnings);
  watch_signals();
  auto folder = SweepFolder::open(out, *scene, overrides);
  if (!folder) return refused(folder.errors());
  Sweep work(std::move(*folder), a, *path, overrides);
  if (!a.quiet)
    print_note("{} runs{}{} in {}, {} at a time\n", work.folder().runs(),
               work.kept() > 0 ? fmt::format(" ({} already finished)", work.kept()) : "",
               new_runs(work.folder()), out, work.jobs());
  if (const auto done = work.go(); !done) return print_errors(done.errors()), kFailed;
  return report(work, a);
}

}  // namespace

void add_sweep(CommandLine& line) {
  auto a = std::make_shared<SweepArguments>();
  Command c = line.command("sweep", "run the table of a scene's [sweep]; goes on if stopped");
  c.value("scene", a->scene, "a TOML file, or the name of a scene").required();
  c.value("-o,--out", a->out, "folder of the sweep (default runs/NAME-sweep)");
  c.value("--set", a->sets, "KEY=VALUE: replaces a value of the scene in every run")
      .one_value_a_time();
  c.value("--vary", a->vary, "KEY=[A,B,...]: one more list of [sweep]").one_value_a_time();
  c.value("--jobs,-j", a->jobs, "runs at a time (default: as many as there are processors)")
      .between(1, 4096);
  c.value("--threads", a->threads, "threads of each run (default 1)").between(1, 4096);
  add_oversubscribe(c, a->oversubscribe);
  c.flag("--strict", a->strict, "exit status 3 when the verdict of a run is doubtful");
  add_instruction_set(c, a->instruction_set);
  c.flag("--quiet", a->quiet, "nothing on standard error but mistakes");
  c.flag("--json", a->json, "the results as one JSON object on standard output");
  c.action([a] { return sweep(*a); });
}

}  // namespace scree::app
