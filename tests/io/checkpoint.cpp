#include "io/checkpoint.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <thread>
#include <vector>

#include "io/checkpoint_store.hpp"
#include "state/hash.hpp"
#include "support/folder.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;

constexpr double kMarker = 1.2345678901234567e89;

CheckpointData sample() {
  CheckpointData d;
  d.add("grains/position", "m; x y z",
        std::vector<double>{1, -0.0, 5e-324, std::numeric_limits<double>::infinity(), kMarker,
                            std::nextafter(1.0, 2.0)},
        3);
  d.add("grains/id", "", std::vector<std::uint32_t>{0, 7, 4294967295u});
  d.add("state/step", "a step", std::vector<std::uint64_t>{18446744073709551615ull});
  d.add("contacts/grains", "none", std::vector<std::uint32_t>{}, 2);
  d.add("app/deep/er/text", "text", std::string("ümlaut\nline 2\n"));
  d.add("app/empty", "text", std::string());
  return d;
}

std::string code_of(std::string_view bytes) {
  const auto d = decode_checkpoint(bytes, "file.h5");
  return d ? "fine" : d.error().code;
}

TEST(Checkpoint, gives_back_every_bit) {
  const CheckpointData d = sample();
  const auto bytes = encode_checkpoint(d);
  ASSERT_TRUE(bytes.ok());
  const auto back = decode_checkpoint(*bytes, "file.h5");
  ASSERT_TRUE(back.ok()) << to_string(back.error());
  ASSERT_EQ(back->arrays().size(), d.arrays().size());
  for (const CheckpointArray& a : d.arrays()) {
    const CheckpointArray* b = back->find(a.name);
    ASSERT_NE(b, nullptr) << a.name;
    EXPECT_EQ(b->about, a.about);
    EXPECT_EQ(b->columns, a.columns);
    EXPECT_TRUE(b->values == a.values) << a.name;
  }
  const auto& x = std::get<std::vector<double>>(back->find("grains/position")->values);
  EXPECT_TRUE(std::signbit(x[1]));
}

TEST(Checkpoint, of_the_same_data_has_the_same_bytes) {
  EXPECT_TRUE(*encode_checkpoint(sample()) == *encode_checkpoint(sample()));
}

TEST(Checkpoint, of_several_threads_at_once_is_whole) {
  const std::string alone = *encode_checkpoint(sample());
  std::vector<std::thread> threads;
  std::atomic<int> right{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int k = 0; k < 50; ++k) {
        const auto bytes = encode_checkpoint(sample());
        right += bytes && *bytes == alone && decode_checkpoint(*bytes, "file.h5").ok();
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(right, 200);
}

TEST(Checkpoint, keeps_numbers_that_are_not_numbers) {
  CheckpointData d;
  d.add("a", "", std::vector<double>{std::nan("7")});
  const auto back = decode_checkpoint(*encode_checkpoint(d), "");
  EXPECT_TRUE(std::isnan(std::get<std::vector<double>>(back->find("a")->values)[0]));
}

TEST(Checkpoint, cut_anywhere_is_refused) {
  const std::string whole = *encode_checkpoint(sample());
  EXPECT_EQ(code_of(""), "E0911");
  for (std::size_t n = 1; n < whole.size(); n += n < 600 ? 1 : 37)
    ASSERT_EQ(code_of(std::string_view(whole).substr(0, n)), "E0912") << n;
  EXPECT_EQ(code_of(whole + "x"), "E0912");
}

TEST(Checkpoint, with_any_bit_flipped_is_refused) {
  const std::string whole = *encode_checkpoint(sample());
  ASSERT_EQ(code_of(whole), "fine");
  for (std::size_t n = 0; n < whole.size(); n += n < 600 ? 1 : 13) {
    std::string bytes = whole;
    bytes[n] = static_cast<char>(bytes[n] ^ (1 << n % 8));
    const std::string code = code_of(bytes);
    // A flipped bit of the version can make it a newer one.
    ASSERT_TRUE(code == "E0911" || code == "E0912" || code == "E0913") << n << " " << code;
  }
}

TEST(Checkpoint, of_another_kind_or_a_newer_version_is_named_so) {
  EXPECT_EQ(code_of("\x89HDF\r\n\x1a\n"), "E0911");
  EXPECT_EQ(code_of("title = \"a scene\""), "E0911");
  EXPECT_EQ(code_of(std::string(100000, '\0')), "E0911");
  std::string newer = *encode_checkpoint(sample());
  newer.replace(newer.find("version 5"), 9, "version 9");
  const auto d = decode_checkpoint(newer, "file.h5");
  ASSERT_FALSE(d.ok());
  EXPECT_EQ(d.error().code, "E0913");
  EXPECT_EQ(d.error().location, "file.h5");
  EXPECT_NE(d.error().message.find("newer version"), std::string::npos);
}

// Their content means something else, and so does the hash of their state: they are refused before
// either is looked at.
TEST(Checkpoint, of_an_older_layout_is_named_so) {
  for (const char* layout : {"version 1", "version 2", "version 3", "version 4"}) {
    std::string older = *encode_checkpoint(sample());
    older.replace(older.find("version 5"), 9, layout);
    older.back() = static_cast<char>(older.back() ^ 1);
    const auto d = decode_checkpoint(older, "file.h5");
    ASSERT_FALSE(d.ok());
    EXPECT_EQ(d.error().code, "E0913");
    EXPECT_NE(d.error().message.find("older version"), std::string::npos) << d.error().message;
  }
}

// The content is changed and the hash of the whole made to fit: the array's own hash tells.
TEST(Checkpoint, has_a_hash_for_every_array) {
  std::string bytes = *encode_checkpoint(sample());
  const std::string marker(reinterpret_cast<const char*>(&kMarker), sizeof kMarker);
  const std::size_t at = bytes.find(marker);
  ASSERT_NE(at, std::string::npos);
  bytes[at] = static_cast<char>(bytes[at] ^ 1);
  const std::string hash = to_string(hash_bytes(std::string_view(bytes).substr(512)));
  bytes.replace(bytes.find("hash ") + 5, hash.size(), hash);
  const auto d = decode_checkpoint(bytes, "file.h5");
  ASSERT_FALSE(d.ok());
  EXPECT_EQ(d.error().code, "E0915");
  EXPECT_EQ(d.error().message, "`grains/position` does not have its hash");
}

TEST(HashBytes, tells_lengths_and_contents_apart) {
  EXPECT_FALSE(hash_bytes("") == hash_bytes(std::string(1, '\0')));
  EXPECT_FALSE(hash_bytes("12345678") == hash_bytes(std::string("12345678") + '\0'));
  EXPECT_FALSE(hash_bytes("1234567a") == hash_bytes("1234567b"));
  EXPECT_TRUE(hash_bytes("same") == hash_bytes("same"));
}

class Store : public testing::Test {
 protected:
  test::TemporaryFolder owned_;
  const fs::path& folder_ = owned_.path();
};

TEST_F(Store, keeps_the_newest_two_and_nothing_of_others) {
  const CheckpointStore store((folder_ / "checkpoints").string());
  EXPECT_TRUE(store.steps().empty());
  for (const std::uint64_t step : {0, 5, 100, 99999999})
    ASSERT_TRUE(store.write(step, sample()).ok());
  EXPECT_EQ(store.steps(), (std::vector<std::uint64_t>{99999999, 100}));
  for (const char* name : {"notes.txt", "5.h5", "x000000000001.h5", "000000000001.h5.bak"})
    ASSERT_TRUE(write_file((folder_ / "checkpoints" / name).string(), "mine").ok());
  ASSERT_TRUE(store.write(1234567890123456ull, sample()).ok());
  EXPECT_EQ(store.steps(), (std::vector<std::uint64_t>{1234567890123456ull, 99999999}));
  EXPECT_TRUE(fs::exists(folder_ / "checkpoints/notes.txt"));
  EXPECT_TRUE(fs::exists(folder_ / "checkpoints/5.h5"));
  EXPECT_TRUE(store.read(99999999).ok());
  EXPECT_EQ(store.read(100).error().code, "E0906");
  ASSERT_TRUE(store.set_aside(99999999).ok());
  EXPECT_EQ(store.steps().size(), 1u);
  EXPECT_TRUE(fs::exists(store.file(99999999) + ".damaged"));
}

}  // namespace
}  // namespace scree
