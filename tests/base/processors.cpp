#include "base/processors.hpp"

#include <gtest/gtest.h>
#include <omp.h>
#include <sched.h>

#include <cmath>
#include <filesystem>

#include "support/folder.hpp"

namespace scree::test {
namespace {

class Processors : public ::testing::Test {
 protected:
  void file(const std::string& name, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(root_.path(name)).parent_path());
    root_.write(name, text);
  }
  double quota() const { return processor_quota(root_.path().string()); }
  TemporaryFolder root_;
};

TEST_F(Processors, without_groups_have_no_quota) { EXPECT_TRUE(std::isinf(quota())); }

TEST_F(Processors, the_least_quota_of_a_group_and_what_it_is_part_of_holds) {
  file("proc/self/cgroup", "0::/batch/job7\n");
  file("sys/fs/cgroup/batch/job7/cpu.max", "max 100000\n");
  EXPECT_TRUE(std::isinf(quota()));
  file("sys/fs/cgroup/batch/cpu.max", "250000 100000\n");
  EXPECT_EQ(quota(), 2.5);
  file("sys/fs/cgroup/batch/job7/cpu.max", "400000 100000\n");
  EXPECT_EQ(quota(), 2.5);
}

TEST_F(Processors, a_container_that_sees_only_its_own_root_has_its_quota) {
  file("proc/self/cgroup", "0::/docker/1a2b\n");
  file("sys/fs/cgroup/cpu.max", "150000 100000\n");
  EXPECT_EQ(quota(), 1.5);
}

TEST_F(Processors, groups_of_version_1_are_known) {
  file("proc/self/cgroup", "5:memory:/docker/1a2b\n4:cpu,cpuacct:/docker/1a2b\n");
  file("sys/fs/cgroup/cpu,cpuacct/docker/1a2b/cpu.cfs_quota_us", "-1\n");
  file("sys/fs/cgroup/cpu,cpuacct/docker/1a2b/cpu.cfs_period_us", "100000\n");
  EXPECT_TRUE(std::isinf(quota()));
  file("sys/fs/cgroup/cpu,cpuacct/docker/1a2b/cpu.cfs_quota_us", "300000\n");
  EXPECT_EQ(quota(), 3);
}

TEST_F(Processors, damaged_files_mean_no_quota) {
  file("proc/self/cgroup", "0\nnonsense\n0::/a\n");
  for (const char* text : {"", "many 100000\n", "100000\n", "-5 100000\n", "100000 0\n"}) {
    file("sys/fs/cgroup/a/cpu.max", text);
    EXPECT_TRUE(std::isinf(quota())) << text;
  }
}

TEST_F(Processors, that_the_process_is_bound_to_are_counted) {
  cpu_set_t before, one;
  ASSERT_EQ(::sched_getaffinity(0, sizeof before, &before), 0);
  CPU_ZERO(&one);
  for (int k = 0; k < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++k)
    if (CPU_ISSET(k, &before)) CPU_SET(k, &one);
  ASSERT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(usable_processors(), 1);
  ASSERT_EQ(::sched_setaffinity(0, sizeof before, &before), 0);
  EXPECT_GE(usable_processors(), 1);
  EXPECT_LE(usable_processors(), CPU_COUNT(&before));
}

}  // namespace
}  // namespace scree::test
