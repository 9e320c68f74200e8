#include "run/loop/thread_count.hpp"

#include <fmt/format.h>

#include "base/processors.hpp"

namespace scree::run {

int threads_to_take(int wanted, bool oversubscribe, std::vector<std::string>& warnings) {
  const int processors = usable_processors();
  if (wanted <= processors) return wanted;
  const std::string own = fmt::format("{} processor{}", processors, processors == 1 ? "" : "s");
  if (oversubscribe) {
    warnings.push_back(
        fmt::format("{} threads on the {} that this process may use: {} would be faster", wanted,
                    own, processors));
    return wanted;
  }
  warnings.push_back(fmt::format(
      "{} threads were asked for, but this process may use {}: {} taken, with the same result; "
      "--oversubscribe takes more",
      wanted, own, processors));
  return processors;
}

}  // namespace scree::run
