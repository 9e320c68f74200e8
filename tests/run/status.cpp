// How a run on the disk stands, by what lies in its folder.
#include <gtest/gtest.h>

#include <filesystem>

#include "run/folder/run_status.hpp"
#include "run/loop/summary.hpp"
#include "support/folder.hpp"

namespace scree::test {
namespace {

using run::Json;

struct FolderOfRun {
  explicit FolderOfRun(const Json& verdict) {
    folder.write("scene.toml", "");
    folder.write("summary.json", run::json_text(Json{{"steps", 100}, {"verdict", verdict}}));
  }
  void add_checkpoint_of_step_200() {
    std::filesystem::create_directory(folder.path("checkpoints"));
    folder.write("checkpoints/000000000200.h5", "");
  }
  std::string reasons() const {
    const auto summary = run::read_run(folder.path().string());
    return summary ? run::verdict_reasons(*summary) : to_string(summary.error());
  }
  TemporaryFolder folder;
};

Json checks_of(std::vector<Json> checks, const char* word) {
  return {{"ok", false}, {"word", word}, {"checks", checks}};
}

// What a run writes at its start stays until its summary, while checkpoints are written.
TEST(RunStatus, a_run_that_goes_on_or_was_killed_was_not_resumed) {
  FolderOfRun run(run::unfinished_verdict("is still going on, or was killed"));
  run.add_checkpoint_of_step_200();
  EXPECT_EQ(run.reasons(), "is still going on, or was killed");
}

TEST(RunStatus, a_summary_that_is_older_than_the_checkpoints_is_not_believed) {
  FolderOfRun run(checks_of({}, "ok"));
  run.add_checkpoint_of_step_200();
  EXPECT_NE(run.reasons().find("was resumed"), std::string::npos) << run.reasons();
}

TEST(RunStatus, reasons_name_their_checks) {
  const Json run_check{{"name", "run"}, {"ok", false}, {"noted", false}, {"reason", "was stopped"}};
  const Json overlap{{"name", "greatest overlap"},
                     {"ok", true},
                     {"noted", true},
                     {"reason", "2.19% of the smaller radius"}};
  const Json lost{{"name", "grains lost"}, {"ok", false}, {"noted", false}, {"reason", "3 fell"}};
  EXPECT_EQ(FolderOfRun(checks_of({overlap}, "ok")).reasons(),
            "greatest overlap: 2.19% of the smaller radius");
  EXPECT_EQ(FolderOfRun(checks_of({run_check, overlap, lost}, "stopped")).reasons(),
            "was stopped; grains lost: 3 fell");
}

}  // namespace
}  // namespace scree::test
