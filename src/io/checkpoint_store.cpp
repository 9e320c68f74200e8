#include "io/checkpoint_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>

namespace scree {

namespace fs = std::filesystem;

std::string CheckpointStore::file(std::uint64_t step) const {
  return fmt::format("{}/{:012}.h5", folder_, step);
}

std::vector<std::uint64_t> CheckpointStore::steps() const {
  std::vector<std::uint64_t> out;
  std::error_code ignored;
  for (fs::directory_iterator it(folder_, ignored), end; !ignored && it != end;
       it.increment(ignored)) {
    const std::string name = it->path().filename().string();
    std::uint64_t step = 0;
    const auto r = std::from_chars(name.data(), name.data() + name.size(), step);
    if (r.ec == std::errc() && fs::path(file(step)).filename() == name) out.push_back(step);
  }
  std::sort(out.rbegin(), out.rend());
  return out;
}

Result<Done> CheckpointStore::write(std::uint64_t step, const CheckpointData& data) const {
  auto bytes = encode_checkpoint(data);
  if (!bytes) {
    Errors errors = bytes.errors();
    errors.front().location = file(step);
    return errors;
  }
  if (auto made = make_directory(folder_); !made) return made;
  if (auto done = write_file(file(step), *bytes); !done) return done;
  remove_old();
  return Done{};
}

void CheckpointStore::remove_old() const {
  const std::vector<std::uint64_t> all = steps();
  for (std::size_t k = kKept; k < all.size(); ++k) {
    std::error_code ignored;  // one too many does no harm
    fs::remove(file(all[k]), ignored);
  }
}

Result<Done> CheckpointStore::set_aside(std::uint64_t step) const {
  std::error_code cause;
  fs::rename(file(step), file(step) + ".damaged", cause);
  if (cause) return Error{"E0903", "cannot set the file aside: " + cause.message(), file(step), ""};
  return Done{};
}

Result<CheckpointData> CheckpointStore::read(std::uint64_t step) const {
  const auto bytes = read_whole_file(file(step));
  if (!bytes) return bytes.errors();
  return decode_checkpoint(*bytes, file(step));
}

}  // namespace scree
