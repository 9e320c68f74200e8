// The file of a checkpoint. Inputs are changes of a good one, so that a few bytes reach every place
// of it: the hash of the whole, which is looked at first, must catch them all. What is under a
// right hash is HDF5's: its library trusts the bytes (it writes beyond its heap for some that were
// changed and hashed again), which is why nothing reaches it without one. Strange arrays in a sound
// file are the subject of `restore`. What is accepted is written to the same arrays again.
#include "io/checkpoint.hpp"

#include <algorithm>
#include <string>

#include "input.hpp"

namespace {

using namespace scree;
using fuzz::require;

std::string good_file() {
  CheckpointData data;
  data.add("scene/resolved", "a text", std::string("title = \"two grains\"\n"));
  data.add("scene/files", "an empty text", std::string());
  data.add("grains/id", "numbers", std::vector<std::uint32_t>{0, 1});
  data.add("grains/position", "a table", std::vector<double>{0, 0, 0, 1, 0.5, 0.25}, 3);
  data.add("state/step", "a number", std::vector<std::uint64_t>{7});
  data.add("contacts/history", "nothing", std::vector<double>{});
  auto bytes = encode_checkpoint(data);
  require(bytes.ok());
  return std::move(*bytes);
}

// Overwrites, cuts and appends until the input is used up.
void change(std::string& bytes, fuzz::Input& input) {
  while (!input.empty()) {
    const auto what = input.take<std::uint8_t>();
    const std::size_t at = input.choose(bytes.size());
    const std::string_view with = input.take_bytes(1 + what % 8);
    if (what < 240)
      bytes.replace(at, std::min(with.size(), bytes.size() - at), with);
    else if (what < 250)
      bytes.resize(at);
    else
      bytes.append(with);
  }
}

void check(const std::string& bytes) {
  const auto data = decode_checkpoint(bytes, "fuzz.h5");
  if (!data) {
    require(!data.error().code.empty() && !data.error().message.empty());
    return;
  }
  const auto again = encode_checkpoint(*data);
  require(again.ok());
  const auto same = decode_checkpoint(*again, "again.h5");
  require(same.ok() && same->arrays().size() == data->arrays().size());
}

}  // namespace

// The first byte: the input is the file, or changes the file.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string good = good_file();
  fuzz::Input input(data, size);
  if (input.take<std::uint8_t>() % 4 == 0) {
    check(std::string(input.rest()));
    return 0;
  }
  std::string bytes = good;
  change(bytes, input);
  require(bytes == good || !decode_checkpoint(bytes, "changed.h5").ok());
  check(bytes);
  return 0;
}
