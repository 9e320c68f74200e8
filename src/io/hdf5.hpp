// A thin layer over HDF5's C library: handles that close themselves, whole arrays in and out, files
// that live in memory. Only io/checkpoint.cpp uses it.
//
// Every function that can fail says so by its value; the library itself never prints.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scree::hdf5 {

class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept
      : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  explicit operator bool() const { return id_ >= 0; }
  operator hid_t() const { return id_; }

 private:
  hid_t id_ = H5I_INVALID_HID;
  Close close_ = nullptr;
};

// While it lives, HDF5 does not print its error stack.
class Quiet {
 public:
  Quiet();
  ~Quiet();
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  H5E_auto2_t report_ = nullptr;
  void* data_ = nullptr;
};

// Numbers as they lie in memory.
enum class Kind { f64, u64, u32, text };
std::size_t size_of(Kind kind);

struct Array {
  Kind kind = Kind::f64;
  std::uint64_t rows = 0, columns = 1;
  std::string bytes;
};

// A new file in memory; `bytes` is about how large it will be.
Handle create_image(std::size_t bytes);
// A file in memory from its content, to be read.
Handle open_image(std::string_view image);
// The content of a file in memory, behind `room` bytes that are left for the caller.
std::optional<std::string> image_of(hid_t file, std::size_t room);

// Writes an array (or a text) under a path of groups and a name, with text attributes.
using Attributes = std::vector<std::pair<const char*, std::string_view>>;
bool write(hid_t file, const std::string& name, Kind kind, std::uint64_t rows,
           std::uint64_t columns, const void* data, const Attributes& attributes);

// Names of all arrays, with their groups; nothing when the file is broken.
std::optional<std::vector<std::string>> names(hid_t file);
// `most`: no array can have more bytes than the whole file.
std::optional<Array> read(hid_t file, const std::string& name, std::size_t most);
std::optional<std::string> attribute(hid_t file, const std::string& name, const char* attribute);

}  // namespace scree::hdf5
