#include "io/atomic_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "support/folder.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;

class AtomicFile : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::size_t entries() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator{}));
  }
  test::TemporaryFolder owned_;
  const fs::path& folder_ = owned_.path();
};

TEST_F(AtomicFile, content_comes_back_whole_and_nothing_else_is_left) {
  std::string content(300000, '\0');
  for (std::size_t k = 0; k < content.size(); ++k) content[k] = static_cast<char>(k * 7);
  ASSERT_TRUE(write_file(path("a"), content).ok());
  const auto back = read_whole_file(path("a"));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(*back, content);
  EXPECT_EQ(entries(), 1u);
}

TEST_F(AtomicFile, replaces_an_existing_file_and_accepts_empty_content) {
  ASSERT_TRUE(write_file(path("a"), "old").ok());
  ASSERT_TRUE(write_file(path("a"), "").ok());
  EXPECT_EQ(*read_whole_file(path("a")), "");
}

// A folder from elsewhere may hold links by any name, that of the temporary file as well.
TEST_F(AtomicFile, links_lead_to_nothing_that_is_written) {
  ASSERT_TRUE(write_file(path("precious"), "precious").ok());
  const std::string beside = ".tmp-" + std::to_string(::getpid());
  for (const std::string& name : {std::string("a"), "a" + beside, "b" + beside})
    fs::create_symlink(path("precious"), path(name));
  fs::create_hard_link(path("precious"), path("c" + beside));
  fs::create_symlink(path("new"), path("d" + beside));
  for (const char* name : {"a", "b", "c", "d"}) {
    ASSERT_TRUE(write_file(path(name), "mine").ok()) << name;
    EXPECT_EQ(*read_whole_file(path(name)), "mine");
    EXPECT_FALSE(fs::is_symlink(path(name)));
  }
  EXPECT_EQ(*read_whole_file(path("precious")), "precious");
  EXPECT_FALSE(fs::exists(path("new")));
  EXPECT_EQ(entries(), 5u);
}

TEST_F(AtomicFile, a_link_is_no_folder_of_a_run_and_no_log) {
  fs::create_directory(path("elsewhere"));
  fs::create_symlink(path("elsewhere"), path("frames"));
  const auto made = make_directory(path("frames"));
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().code, "E0987");
  EXPECT_TRUE(make_directory(path("elsewhere")).ok());

  ASSERT_TRUE(write_file(path("precious"), "precious").ok());
  fs::create_symlink(path("precious"), path("log"));
  fs::create_hard_link(path("precious"), path("hard_log"));
  for (const char* name : {"log", "hard_log"}) {
    const auto done = append_to_file(path(name), "more");
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().code, "E0987");
  }
  EXPECT_EQ(*read_whole_file(path("precious")), "precious");
  ASSERT_TRUE(append_to_file(path("new"), "one\n").ok());
  ASSERT_TRUE(append_to_file(path("new"), "two\n").ok());
  EXPECT_EQ(*read_whole_file(path("new")), "one\ntwo\n");
}

TEST_F(AtomicFile, names_the_path_and_the_reason_when_the_folder_is_missing) {
  const auto r = write_file(path("no/such/file"), "x");
  ASSERT_FALSE(r.ok());
  EXPECT_EQ(r.error().code, "E0901");
  EXPECT_EQ(r.error().location, path("no/such/file"));
  EXPECT_EQ(r.error().message, "cannot create the file: No such file or directory");
}

TEST_F(AtomicFile, a_folder_in_the_way_is_an_error_and_leaves_no_temporary_file) {
  fs::create_directory(path("taken"));
  const auto r = write_file(path("taken"), "x");
  ASSERT_FALSE(r.ok());
  EXPECT_EQ(r.error().code, "E0903");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(AtomicFile, an_unwritable_folder_says_so) {
  if (::geteuid() == 0) {
    // The superuser may write anywhere; a file in the place of a folder refuses everyone.
    ASSERT_TRUE(write_file(path("file"), "").ok());
    const auto r = write_file(path("file/below"), "x");
    ASSERT_FALSE(r.ok());
    EXPECT_NE(r.error().message.find("is a file, not a folder"), std::string::npos);
    return;
  }
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  const auto r = write_file(path("a"), "x");
  ASSERT_FALSE(r.ok());
  EXPECT_EQ(r.error().message, "cannot create the file: Permission denied");
  EXPECT_NE(r.error().hint.find("-o"), std::string::npos);
}

TEST_F(AtomicFile, when_the_space_ends_the_old_file_stays_and_no_half_one_is_left) {
  ASSERT_TRUE(write_file(path("a"), "old").ok());
  // A limit on file sizes stands for a full disk: write() fails in the middle.
  const auto previous = std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit tight = before;
  tight.rlim_cur = 4096;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &tight), 0);
  const auto r = write_file(path("a"), std::string(100000, 'x'));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, previous);
  ASSERT_FALSE(r.ok());
  EXPECT_EQ(r.error().code, "E0902");
  EXPECT_EQ(*read_whole_file(path("a")), "old");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(AtomicFile, a_directory_is_claimed_once) {
  EXPECT_TRUE(claim_directory(path("runs/one/")).ok());
  const auto again = claim_directory(path("runs/one"));
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().code, "E0905");
  EXPECT_NE(again.error().hint.find("-o"), std::string::npos);
}

TEST_F(AtomicFile, a_missing_file_is_an_error_with_its_path) {
  const auto r = read_whole_file(path("none"));
  ASSERT_FALSE(r.ok());
  EXPECT_EQ(r.error().code, "E0906");
  EXPECT_EQ(r.error().location, path("none"));
}

}  // namespace
}  // namespace scree
