#include "io/checkpoint.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <mutex>
#include <new>
#include <type_traits>

#include "io/hdf5.hpp"
#include "state/hash.hpp"

namespace scree {
namespace {

using hdf5::Kind;

constexpr std::string_view kMagic = "scree checkpoint\n";

Kind kind_of(const CheckpointArray::Values& v) {
  static constexpr Kind kinds[] = {Kind::f64, Kind::u64, Kind::u32, Kind::text};
  return kinds[v.index()];
}

std::string_view bytes_of(const CheckpointArray::Values& values) {
  return std::visit(
      [](const auto& v) {
        return std::string_view(reinterpret_cast<const char*>(v.data()), v.size() * sizeof(v[0]));
      },
      values);
}

// Names may not change places: the hash of an array covers what it is called and how it is cut.
std::string hash_of(const CheckpointArray& a) {
  const Hash128 content = hash_bytes(bytes_of(a.values)), name = hash_bytes(a.name);
  StateHasher h;
  for (const std::uint64_t word : {content.lo, content.hi, name.lo, name.hi, a.columns})
    h.add(word);
  return to_string(h.finish());
}

// "key value\n" of the header; empty when it is not there.
std::string_view header_value(std::string_view header, std::string_view key) {
  const std::string line = fmt::format("\n{} ", key);
  const std::size_t at = header.find(line);
  if (at == std::string_view::npos) return {};
  header.remove_prefix(at + line.size());
  return header.substr(0, std::min(header.find('\n'), header.size()));
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t v = 0;
  const auto r = std::from_chars(text.data(), text.data() + text.size(), v);
  if (text.empty() || r.ec != std::errc() || r.ptr != text.data() + text.size())
    return std::nullopt;
  return v;
}

std::optional<Error> wrong_header(std::string_view bytes, const std::string& place) {
  if (bytes.empty()) return Error{"E0911", "the file is empty", place, ""};
  if (bytes.substr(0, kMagic.size()) != kMagic.substr(0, bytes.size()))
    return Error{"E0911", "this is not a checkpoint of Scree", place,
                 bytes.starts_with("\x89HDF") ? "it is an HDF5 file of another program" : ""};
  if (bytes.size() < kCheckpointHead)
    return Error{"E0912", fmt::format("only {} bytes of the file are there", bytes.size()), place,
                 ""};
  const std::string_view header = bytes.substr(0, kCheckpointHead);
  const auto version = whole_number(header_value(header, "version"));
  const auto size = whole_number(header_value(header, "bytes"));
  if (!version || *version == 0 || !size)
    return Error{"E0912", "the head of the file is damaged", place, ""};
  if (*version > CheckpointData::kVersion)
    return Error{"E0913",
                 fmt::format("written by a newer version of Scree: layout {}, this one reads up "
                             "to {}",
                             *version, CheckpointData::kVersion),
                 place, "resume with the version that wrote it, or a newer one"};
  if (*version < CheckpointData::kVersion)
    return Error{"E0913",
                 fmt::format("written by an older version of Scree: layout {}, this one reads {}",
                             *version, CheckpointData::kVersion),
                 place, "resume with the version that wrote it, or start the run again"};
  const std::string_view image = bytes.substr(kCheckpointHead);
  if (image.size() != *size)
    return Error{"E0912",
                 fmt::format("the file should have {} bytes and has {}", *size + kCheckpointHead,
                             bytes.size()),
                 place, ""};
  // All of the header counts, its padding, too.
  if (header != checkpoint_head(image))
    return Error{"E0912", "the file is damaged: its content does not have its hash", place, ""};
  return std::nullopt;
}

template <class T>
CheckpointArray::Values values_of(std::string&& bytes) {
  if constexpr (std::is_same_v<T, std::string>) {
    return std::move(bytes);
  } else {
    std::vector<T> v(bytes.size() / sizeof(T));
    if (!v.empty()) std::memcpy(v.data(), bytes.data(), v.size() * sizeof(T));
    return v;
  }
}

CheckpointArray::Values values_of(hdf5::Array&& a) {
  switch (a.kind) {
    case Kind::f64:
      return values_of<double>(std::move(a.bytes));
    case Kind::u64:
      return values_of<std::uint64_t>(std::move(a.bytes));
    case Kind::u32:
      return values_of<std::uint32_t>(std::move(a.bytes));
    case Kind::text:
      break;
  }
  return values_of<std::string>(std::move(a.bytes));
}

Result<CheckpointData> read_image(std::string_view image, const std::string& place) {
  const auto broken = [&place](const std::string& what) { return Error{"E0915", what, place, ""}; };
  const hdf5::Quiet quiet;
  const hdf5::Handle file = hdf5::open_image(image);
  if (!file) return broken("HDF5 cannot read the file");
  const auto names = hdf5::names(file);
  if (!names) return broken("HDF5 cannot list what the file holds");
  CheckpointData data;
  for (const std::string& name : *names) {
    auto array = hdf5::read(file, name, image.size());
    const auto hash = hdf5::attribute(file, name, "hash");
    if (!array || !hash) return broken(fmt::format("`{}` cannot be read", name));
    const std::uint64_t columns = array->kind == Kind::text ? 1 : array->columns;
    data.add(name, hdf5::attribute(file, name, "about").value_or(""), values_of(std::move(*array)),
             columns);
    if (hash_of(data.arrays().back()) != *hash)
      return broken(fmt::format("`{}` does not have its hash", name));
  }
  return data;
}

Result<std::string> write_image(const CheckpointData& data) {
  const Error failed{"E0914", "HDF5 could not make the checkpoint", "", ""};
  std::size_t bytes = 0;
  for (const CheckpointArray& a : data.arrays()) bytes += bytes_of(a.values).size() + 1024;
  const hdf5::Quiet quiet;
  const hdf5::Handle file = hdf5::create_image(bytes);
  if (!file) return failed;
  for (const CheckpointArray& a : data.arrays()) {
    const std::string hash = hash_of(a);
    if (!hdf5::write(file, a.name, kind_of(a.values), a.rows(), a.columns,
                     bytes_of(a.values).data(), {{"about", a.about}, {"hash", hash}}))
      return failed;
  }
  auto image = hdf5::image_of(file, kCheckpointHead);
  if (!image) return failed;
  image->replace(0, kCheckpointHead,
                 checkpoint_head(std::string_view(*image).substr(kCheckpointHead)));
  return std::move(*image);
}

}  // namespace

std::string checkpoint_head(std::string_view image) {
  std::string text =
      fmt::format("{}version {}\nbytes {}\nhash {}\n", kMagic, CheckpointData::kVersion,
                  image.size(), to_string(hash_bytes(image)));
  text.resize(kCheckpointHead, '\0');
  return text;
}

std::uint64_t CheckpointArray::rows() const {
  const std::size_t n = std::visit([](const auto& v) { return v.size(); }, values);
  return columns > 0 ? n / columns : 0;
}

const CheckpointArray* CheckpointData::find(std::string_view name) const {
  for (const CheckpointArray& a : arrays_)
    if (a.name == name) return &a;
  return nullptr;
}

// Debian's HDF5 is for one thread at a time, and simulations in several threads are saved at once.
static std::mutex& hdf5_lock() {
  static std::mutex one;
  return one;
}

Result<std::string> encode_checkpoint(const CheckpointData& data) {
  const std::lock_guard alone(hdf5_lock());
  try {
    return write_image(data);
  } catch (const std::bad_alloc&) {
    return Error{"E0914", "not enough memory to make the checkpoint", "", ""};
  }
}

Result<CheckpointData> decode_checkpoint(std::string_view bytes, const std::string& place) {
  const std::lock_guard alone(hdf5_lock());
  try {
    if (auto wrong = wrong_header(bytes, place)) return *wrong;
    return read_image(bytes.substr(kCheckpointHead), place);
  } catch (const std::bad_alloc&) {
    return Error{"E0914", "not enough memory to read the checkpoint", place, ""};
  }
}

}  // namespace scree
