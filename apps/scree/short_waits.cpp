#include "scree/short_waits.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace scree::app {

void wait_briefly(char** argv) {
  if (std::getenv("OMP_WAIT_POLICY") != nullptr || std::getenv("GOMP_SPINCOUNT") != nullptr) return;
  std::error_code error;
  const std::string self = std::filesystem::read_symlink("/proc/self/exe", error).filename();
  // Run as an argument of the dynamic loader, this process is the loader.
  if (error || self.starts_with("ld-") || self.starts_with("ld.so")) return;
  ::setenv("GOMP_SPINCOUNT", "1000", 1);
  ::execv("/proc/self/exe", argv);
  // Not started again: slower on a busy machine, nothing else.
}

}  // namespace scree::app
