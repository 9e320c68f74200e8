#include "scree/short_waits.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "scree/stack.hpp"

namespace scree::app {

void wait_briefly(char** argv) {
  const bool waits_chosen =
      std::getenv("OMP_WAIT_POLICY") != nullptr || std::getenv("GOMP_SPINCOUNT") != nullptr;
  const char* stack = wanted_openmp_stack();
  if (waits_chosen && stack == nullptr) return;
  std::error_code error;
  // By its path, so that `ps` shows the name.
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::string name = self.filename();
  // Run as an argument of the dynamic loader, this process is the loader.
  if (error || name.starts_with("ld-") || name.starts_with("ld.so")) return;
  if (!waits_chosen) ::setenv("GOMP_SPINCOUNT", "1000", 1);
  if (stack != nullptr) ::setenv("OMP_STACKSIZE", stack, 1);
  ::execv(self.c_str(), argv);
  // Not started again: slower on a busy machine, nothing else.
}

}  // namespace scree::app
