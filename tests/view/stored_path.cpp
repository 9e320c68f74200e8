// The path of a grain through the frames of a stored run.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <thread>

#include "io/atomic_file.hpp"
#include "io/vtp.hpp"
#include "run/folder/json.hpp"
#include "support/folder.hpp"
#include "view/served_run.hpp"

namespace scree::test {
namespace {

using namespace view;

// Frames with more and more grains; grain k moves along x.
void write_frames(const std::string& folder, std::size_t frames, std::uint32_t grains) {
  std::filesystem::create_directories(folder + "/frames");
  std::vector<std::pair<double, std::string>> list;
  for (std::size_t n = 0; n < frames; ++n) {
    Frame f;
    f.time = 0.5 * static_cast<double>(n);
    for (std::uint32_t k = 0; k < grains + n; ++k)
      f.add(k, {static_cast<double>(n), static_cast<double>(k), 0}, 0.1);
    list.emplace_back(f.time, "frames/" + std::to_string(n) + ".vtp");
    ASSERT_TRUE(write_file(folder + "/" + list.back().second, vtp_grains(f)).ok());
  }
  ASSERT_TRUE(write_file(folder + "/frames.pvd", pvd_collection(list)).ok());
}

TEST(StoredPath, has_the_frames_in_which_the_grain_is) {
  const TemporaryFolder folder;
  write_frames(folder.path().string(), 5, 3);
  ServedRun viewed(folder.path().string());
  const auto j =
      run::parsed_json(*viewed.answer({"GET", "/api/path", "", {{"id", "4"}}}).body);  // from 2 on
  EXPECT_EQ(j["time"], run::Json({1.0, 1.5, 2.0}));
  EXPECT_EQ(j["x"][0], run::Json({2.0, 4.0, 0.0}));
  EXPECT_TRUE(
      run::parsed_json(*viewed.answer({"GET", "/api/path", "", {{"id", "99"}}}).body)["x"].empty());
}

TEST(StoredPath, is_given_up_when_its_client_leaves) {
  const TemporaryFolder folder;
  write_frames(folder.path().string(), 2, 3);
  ServedRun viewed(folder.path().string());
  const auto cancelled = std::make_shared<std::atomic<bool>>(true);
  EXPECT_EQ(viewed.answer({"GET", "/api/path", "", {{"id", "1"}}, cancelled}).status, 503);
  *cancelled = false;
  EXPECT_EQ(viewed.answer({"GET", "/api/path", "", {{"id", "1"}}, cancelled}).status, 200);
}

}  // namespace
}  // namespace scree::test
