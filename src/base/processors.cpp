#include "base/processors.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

namespace scree {
namespace {

constexpr double kNoQuota = std::numeric_limits<double>::infinity();

double share(double quota, double period) {
  return quota > 0 && period > 0 ? quota / period : kNoQuota;
}

// Version 2: cpu.max has "200000 100000", or "max 100000".
double quota_in(const std::filesystem::path& group) {
  std::ifstream file(group / "cpu.max");
  std::string quota;
  double period = 0;
  if (!(file >> quota >> period) || quota == "max") return kNoQuota;
  std::istringstream number(quota);
  double value = 0;
  return number >> value ? share(value, period) : kNoQuota;
}

// Version 1: two files, the quota is -1 where there is none.
double old_quota_in(const std::filesystem::path& group) {
  std::ifstream quota_file(group / "cpu.cfs_quota_us"), period_file(group / "cpu.cfs_period_us");
  double quota = 0, period = 0;
  return quota_file >> quota && period_file >> period ? share(quota, period) : kNoQuota;
}

// A group and all that it is part of: the least of them holds. A container may see the name that
// its group has outside; then only the root is there.
template <class Quota>
double least_quota(const std::filesystem::path& mount, const std::string& group,
                   const Quota& quota) {
  double least = quota(mount);
  std::filesystem::path at = mount;
  for (const auto& part : std::filesystem::path(group).relative_path())
    least = std::min(least, quota(at /= part));
  return least;
}

// "0::/user.slice/run" (version 2) or "4:cpu,cpuacct:/docker/1a2b" (version 1).
double quota_of_line(const std::string& line, const std::filesystem::path& mount) {
  const std::size_t first = line.find(':'), second = line.find(':', first + 1);
  if (second == std::string::npos) return kNoQuota;
  const std::string controllers = line.substr(first + 1, second - first - 1);
  const std::string group = line.substr(second + 1);
  if (controllers.empty()) return least_quota(mount, group, quota_in);
  if (("," + controllers + ",").find(",cpu,") == std::string::npos) return kNoQuota;
  return std::min(least_quota(mount / controllers, group, old_quota_in),
                  least_quota(mount / "cpu", group, old_quota_in));
}

}  // namespace

double processor_quota(const std::string& root) {
  double least = kNoQuota;
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);)
    least = std::min(least, quota_of_line(line, root + "/sys/fs/cgroup"));
  return least;
}

int usable_processors() {
  // OpenMP asks for the affinity.
  static const double quota = processor_quota();
  const int bound_to = omp_get_num_procs();
  return std::max(1, quota < bound_to ? static_cast<int>(std::ceil(quota)) : bound_to);
}

}  // namespace scree
