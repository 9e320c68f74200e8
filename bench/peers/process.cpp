#include "process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

namespace scree::peers {
namespace {

std::string slurp(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// VmHWM. Not ru_maxrss: that of a child begins with the memory of the parent it was forked from.
std::size_t resident_peak(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::strtoull(line.c_str() + 6, nullptr, 10) * 1024;
  return 0;  // it has ended
}

[[noreturn]] void become(const std::vector<std::string>& command, const std::string& folder,
                         const std::string& log, const std::vector<std::string>& environment) {
  for (const std::string& pair : environment) {
    const std::size_t eq = pair.find('=');
    setenv(pair.substr(0, eq).c_str(), pair.substr(eq + 1).c_str(), 1);
  }
  setpgid(0, 0);  // a group of its own, so that mpirun's children can be ended with it...
  prctl(PR_SET_PDEATHSIG, SIGTERM);  // ...and it ends when this program is interrupted
  if (chdir(folder.c_str()) != 0) _exit(127);
  const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  const int in = open("/dev/null", O_RDONLY);
  if (out < 0 || in < 0) _exit(127);
  dup2(in, 0), dup2(out, 1), dup2(out, 2);
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  execvp(argv[0], argv.data());
  _exit(127);
}

}  // namespace

Finished run(const std::vector<std::string>& command, const std::string& folder,
             const std::string& log, const std::vector<std::string>& environment, double limit) {
  Finished done;
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0) become(command, folder, log, environment);
  if (child < 0) return {.status = 127};
  const auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (const std::size_t bytes = resident_peak(child); bytes > 0) done.max_bytes = bytes;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (limit > 0 && !done.stopped && elapsed() > limit) {
      done.stopped = true;
      kill(-child, SIGKILL);
    }
  }
  done.seconds = elapsed();
  done.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  done.output = slurp((std::filesystem::path(folder) / log).string());
  return done;
}

std::optional<std::string> find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string candidate = folder + "/" + name;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return std::nullopt;
}

std::string first_line(const std::vector<std::string>& command, const std::string& containing) {
  const std::string folder = std::filesystem::temp_directory_path().string();
  const std::string log = "scree_first_line_" + std::to_string(getpid());
  std::istringstream lines(run(command, folder, log).output);
  std::filesystem::remove(std::filesystem::path(folder) / log);
  for (std::string line; std::getline(lines, line);)
    if (line.find(containing) != std::string::npos) return line;
  return {};
}

}  // namespace scree::peers
