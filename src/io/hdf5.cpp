#include "io/hdf5.hpp"

#include <algorithm>
#include <cstring>

namespace scree::hdf5 {
namespace {

constexpr std::size_t kLongestAttribute = 4096;

Handle property_list(hid_t kind) { return {H5Pcreate(kind), H5Pclose}; }

// A file in memory that is never written to a disk.
Handle memory_access(std::size_t increment) {
  Handle list = property_list(H5P_FILE_ACCESS);
  if (!list || H5Pset_fapl_core(list, increment, false) < 0) return {};
  return list;
}

Handle text_type(std::size_t size) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  // HDF5 has no text of length 0: one zero stands for it.
  if (!type || H5Tset_size(type, std::max<std::size_t>(size, 1)) < 0 ||
      H5Tset_strpad(type, H5T_STR_NULLPAD) < 0 || H5Tset_cset(type, H5T_CSET_UTF8) < 0)
    return {};
  return type;
}

Handle copied_type(hid_t type) { return {H5Tcopy(type), H5Tclose}; }

Handle file_type(Kind kind, std::uint64_t rows) {
  switch (kind) {
    case Kind::f64:
      return copied_type(H5T_IEEE_F64LE);
    case Kind::u64:
      return copied_type(H5T_STD_U64LE);
    case Kind::u32:
      return copied_type(H5T_STD_U32LE);
    case Kind::text:
      return text_type(rows);
  }
  return {};
}

Handle array_space(Kind kind, std::uint64_t rows, std::uint64_t columns) {
  if (kind == Kind::text) return {H5Screate(H5S_SCALAR), H5Sclose};
  const hsize_t size[2] = {rows, columns};
  return {H5Screate_simple(columns > 1 ? 2 : 1, size, nullptr), H5Sclose};
}

// Same state, same bytes: no times of creation in the file.
Handle timeless(hid_t kind) {
  Handle list = property_list(kind);
  if (!list || H5Pset_obj_track_times(list, false) < 0) return {};
  return list;
}

bool make_groups(hid_t file, const std::string& name) {
  for (std::size_t at = name.find('/'); at != std::string::npos; at = name.find('/', at + 1)) {
    const std::string group = name.substr(0, at);
    if (H5Lexists(file, group.c_str(), H5P_DEFAULT) > 0) continue;
    const Handle list = timeless(H5P_GROUP_CREATE);
    if (!list) return false;
    const Handle made(H5Gcreate2(file, group.c_str(), H5P_DEFAULT, list, H5P_DEFAULT), H5Gclose);
    if (!made) return false;
  }
  return true;
}

bool write_attribute(hid_t array, const char* name, std::string_view text) {
  const Handle type = text_type(text.size());
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  if (!type || !space) return false;
  const Handle a(H5Acreate2(array, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  std::string content(text);
  if (content.empty()) content.push_back('\0');
  return a && H5Awrite(a, type, content.data()) >= 0;
}

// Which of our kinds a stored type is.
std::optional<Kind> kind_of(hid_t type) {
  const std::size_t size = H5Tget_size(type);
  switch (H5Tget_class(type)) {
    case H5T_FLOAT:
      if (size == 8) return Kind::f64;
      break;
    case H5T_INTEGER:
      if (H5Tget_sign(type) == H5T_SGN_NONE && size == 8) return Kind::u64;
      if (H5Tget_sign(type) == H5T_SGN_NONE && size == 4) return Kind::u32;
      break;
    case H5T_STRING:
      if (H5Tis_variable_str(type) == 0) return Kind::text;
      break;
    default:
      break;
  }
  return std::nullopt;
}

Handle memory_type(Kind kind, hid_t stored) {
  switch (kind) {
    case Kind::f64:
      return copied_type(H5T_NATIVE_DOUBLE);
    case Kind::u64:
      return copied_type(H5T_NATIVE_UINT64);
    case Kind::u32:
      return copied_type(H5T_NATIVE_UINT32);
    case Kind::text:
      return copied_type(stored);
  }
  return {};
}

herr_t note_name(hid_t group, const char* name, const H5L_info_t*, void* out) {
  const Handle object(H5Oopen(group, name, H5P_DEFAULT), H5Oclose);
  if (!object) return -1;
  if (H5Iget_type(object) == H5I_DATASET)
    static_cast<std::vector<std::string>*>(out)->emplace_back(name);
  return 0;
}

}  // namespace

Quiet::Quiet() {
  H5Eget_auto2(H5E_DEFAULT, &report_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}
Quiet::~Quiet() { H5Eset_auto2(H5E_DEFAULT, report_, data_); }

std::size_t size_of(Kind kind) {
  return kind == Kind::text ? 1 : kind == Kind::u32 ? sizeof(std::uint32_t) : sizeof(double);
}

Handle create_image(std::size_t bytes) {
  const Handle access = memory_access(bytes + (std::size_t{1} << 16));
  const Handle creation = timeless(H5P_FILE_CREATE);
  if (!access || !creation) return {};
  return {H5Fcreate("checkpoint", H5F_ACC_TRUNC, creation, access), H5Fclose};
}

Handle open_image(std::string_view image) {
  const Handle access = memory_access(std::size_t{1} << 16);
  // The library copies the image and leaves ours as it is.
  if (!access || H5Pset_file_image(access, const_cast<char*>(image.data()), image.size()) < 0)
    return {};
  return {H5Fopen("checkpoint", H5F_ACC_RDONLY, access), H5Fclose};
}

std::optional<std::string> image_of(hid_t file, std::size_t room) {
  if (H5Fflush(file, H5F_SCOPE_GLOBAL) < 0) return std::nullopt;
  const ssize_t size = H5Fget_file_image(file, nullptr, 0);
  if (size < 0) return std::nullopt;
  std::string out(room + static_cast<std::size_t>(size), '\0');
  if (H5Fget_file_image(file, out.data() + room, static_cast<std::size_t>(size)) != size)
    return std::nullopt;
  return out;
}

bool write(hid_t file, const std::string& name, Kind kind, std::uint64_t rows,
           std::uint64_t columns, const void* data, const Attributes& attributes) {
  if (!make_groups(file, name)) return false;
  const Handle type = file_type(kind, rows);
  const Handle space = array_space(kind, rows, columns);
  const Handle list = timeless(H5P_DATASET_CREATE);
  if (!type || !space || !list) return false;
  const Handle array(H5Dcreate2(file, name.c_str(), type, space, H5P_DEFAULT, list, H5P_DEFAULT),
                     H5Dclose);
  if (!array) return false;
  const Handle memory = memory_type(kind, type);
  if (!memory) return false;
  if (rows > 0 && H5Dwrite(array, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0) return false;
  return std::all_of(attributes.begin(), attributes.end(),
                     [&array](const auto& a) { return write_attribute(array, a.first, a.second); });
}

std::optional<std::vector<std::string>> names(hid_t file) {
  std::vector<std::string> out;
  if (H5Lvisit(file, H5_INDEX_NAME, H5_ITER_INC, note_name, &out) < 0) return std::nullopt;
  return out;
}

std::optional<Array> read(hid_t file, const std::string& name, std::size_t most) {
  const Handle array(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
  if (!array) return std::nullopt;
  const Handle type(H5Dget_type(array), H5Tclose), space(H5Dget_space(array), H5Sclose);
  if (!type || !space) return std::nullopt;
  const auto kind = kind_of(type);
  const int rank = H5Sget_simple_extent_ndims(space);
  if (!kind || rank < 0 || rank > 2) return std::nullopt;
  hsize_t size[2] = {1, 1};
  if (rank > 0 && H5Sget_simple_extent_dims(space, size, nullptr) < 0) return std::nullopt;
  Array out{*kind, size[0], size[1], {}};
  if (*kind == Kind::text) {
    if (rank != 0) return std::nullopt;
    out.rows = H5Tget_size(type);
  }
  const std::size_t limit = most / size_of(*kind);
  if (out.columns > limit || (out.columns > 0 && out.rows > limit / out.columns))
    return std::nullopt;
  out.bytes.resize(out.rows * out.columns * size_of(*kind));
  const Handle memory = memory_type(*kind, type);
  if (!memory) return std::nullopt;
  if (!out.bytes.empty() &&
      H5Dread(array, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, out.bytes.data()) < 0)
    return std::nullopt;
  if (*kind == Kind::text) {
    out.bytes.resize(std::strlen(out.bytes.c_str()));
    out.rows = out.bytes.size();
  }
  return out;
}

std::optional<std::string> attribute(hid_t file, const std::string& name, const char* attribute) {
  const Handle a(H5Aopen_by_name(file, name.c_str(), attribute, H5P_DEFAULT, H5P_DEFAULT),
                 H5Aclose);
  if (!a) return std::nullopt;
  const Handle type(H5Aget_type(a), H5Tclose), space(H5Aget_space(a), H5Sclose);
  if (!type || !space || kind_of(type) != Kind::text || H5Sget_simple_extent_ndims(space) != 0)
    return std::nullopt;
  std::string out(std::min(H5Tget_size(type), kLongestAttribute + 1), '\0');
  if (out.size() > kLongestAttribute || H5Aread(a, type, out.data()) < 0) return std::nullopt;
  out.resize(std::strlen(out.c_str()));
  return out;
}

}  // namespace scree::hdf5
