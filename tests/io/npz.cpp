// The archive for NumPy, unpacked and read by the words of its two formats; contacts as CSV.
#include <algorithm>
#include <map>

#include "support.hpp"

namespace scree::test {
namespace {

std::uint32_t little_endian(const std::string& s, std::size_t at, int bytes) {
  std::uint32_t v = 0;
  for (int k = bytes; k-- > 0;) v = v << 8 | static_cast<unsigned char>(s.at(at + k));
  return v;
}

// By the directory at the end (APPNOTE 4.3), with the checksums compared.
std::map<std::string, std::string> unzipped(const std::string& zip) {
  std::map<std::string, std::string> out;
  const std::size_t end = zip.size() - 22;
  EXPECT_EQ(zip.substr(end, 4), "PK\x05\x06");
  std::size_t at = little_endian(zip, end + 16, 4);
  EXPECT_EQ(at + little_endian(zip, end + 12, 4), end);
  for (std::uint32_t k = 0; k < little_endian(zip, end + 10, 2); ++k) {
    EXPECT_EQ(zip.substr(at, 4), "PK\x01\x02");
    const std::uint32_t crc = little_endian(zip, at + 16, 4),
                        packed = little_endian(zip, at + 20, 4),
                        size = little_endian(zip, at + 24, 4),
                        name = little_endian(zip, at + 28, 2),
                        local = little_endian(zip, at + 42, 4);
    EXPECT_EQ(zip.substr(local, 4), "PK\x03\x04");
    EXPECT_EQ(little_endian(zip, local + 14, 4), crc);
    const std::size_t data =
        local + 30 + little_endian(zip, local + 26, 2) + little_endian(zip, local + 28, 2);
    std::string content(size, '\0');
    z_stream z{};
    EXPECT_EQ(inflateInit2(&z, -MAX_WBITS), Z_OK);
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(zip.data() + data));
    z.avail_in = packed;
    z.next_out = reinterpret_cast<Bytef*>(content.data());
    z.avail_out = size;
    EXPECT_EQ(inflate(&z, Z_FINISH), Z_STREAM_END);
    EXPECT_EQ(z.avail_out, 0u);
    inflateEnd(&z);
    EXPECT_EQ(::crc32(0, reinterpret_cast<const Bytef*>(content.data()), size), crc);
    out[zip.substr(at + 46, name)] = content;
    at += 46 + name;
  }
  return out;
}

struct NpyArray {
  std::string header, data;
  template <class T>
  std::vector<T> values() const {
    std::vector<T> v(data.size() / sizeof(T));
    std::memcpy(v.data(), data.data(), data.size());
    return v;
  }
};
NpyArray array_of(const std::map<std::string, std::string>& all, const std::string& name) {
  const auto it = all.find(name + ".npy");
  if (it == all.end()) {
    ADD_FAILURE() << name;
    return {};
  }
  const std::string& s = it->second;
  EXPECT_EQ(s.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const std::uint32_t length = little_endian(s, 8, 2);
  EXPECT_EQ((10 + length) % 64, 0u) << name;
  EXPECT_EQ(s[9 + length], '\n');
  std::string header = s.substr(10, length);
  header.erase(header.find_last_not_of(" \n") + 1);
  return {header, s.substr(10 + length)};
}

TEST(Npz, holds_every_array_with_type_shape_and_bits) {
  const Frame f = small_frame();
  const auto all = unzipped(write("npz", f));
  EXPECT_EQ(array_of(all, "x").header,
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 3), }");
  const auto x = array_of(all, "x").values<double>();
  for (std::size_t k = 0; k < 3; ++k)
    for (int c = 0; c < 3; ++c) EXPECT_TRUE(same_bits(x[3 * k + std::size_t(c)], f.x[k][c]));
  EXPECT_EQ(array_of(all, "id").header,
            "{'descr': '<u4', 'fortran_order': False, 'shape': (3,), }");
  EXPECT_EQ(array_of(all, "id").values<std::uint32_t>(), f.id);
  EXPECT_EQ(array_of(all, "fixed").header,
            "{'descr': '|u1', 'fortran_order': False, 'shape': (3,), }");
  EXPECT_EQ(array_of(all, "step").header,
            "{'descr': '<u8', 'fortran_order': False, 'shape': (), }");
  EXPECT_EQ(array_of(all, "step").values<std::uint64_t>()[0], f.step);
  EXPECT_EQ(array_of(all, "time").values<double>()[0], f.time);
  EXPECT_EQ(array_of(all, "start_height").values<double>()[0], 0.5) << "a word of Python";
  EXPECT_EQ(array_of(all, "q").values<double>().size(), 12u);
}

TEST(Npz, every_array_of_the_grains_is_that_of_the_frame) {
  Frame f = small_frame();
  // No two numbers alike: nothing can stand in the place of another.
  double n = 1;
  for (std::size_t k = 0; k < f.size(); ++k) {
    f.radius[k] = ++n, f.mass[k] = ++n;
    for (std::vector<Vec3>* v : {&f.x, &f.v, &f.omega, &f.f, &f.tq}) {
      (*v)[k].x = ++n;
      (*v)[k].y = ++n;
      (*v)[k].z = ++n;
    }
    f.q[k] = {n + 0.1, n + 0.2, n + 0.3, n + 0.4};
  }
  const auto all = unzipped(write("npz", f));
  std::size_t compared = 0;
  for_each_field(f, [&](const FrameArray& array, const auto& span) {
    using Number = typename std::remove_cvref_t<decltype(span)>::Number;
    std::string name(array.name);
    std::replace(name.begin(), name.end(), ' ', '_');
    const auto values = array_of(all, name).template values<Number>();
    ASSERT_EQ(values.size(), span.rows() * span.width()) << name;
    for (std::size_t k = 0; k < values.size(); ++k, ++compared) {
      const Number wanted = span[k / span.width()][k % span.width()];
      EXPECT_EQ(std::memcmp(&values[k], &wanted, sizeof wanted), 0) << name << " " << k;
    }
  });
  EXPECT_GT(compared, 70u);
}

TEST(Npz, holds_contacts_and_bonds) {
  Frame f = small_frame();
  f.bonds.push_back({.i = 2,
                     .j = 5,
                     .type = 1,
                     .line = {1, 2, 3},
                     .force = {4, 5, 6},
                     .strain = 0.25,
                     .from = {}});
  const auto all = unzipped(write("npz", f));
  EXPECT_EQ(array_of(all, "contact_i").values<std::uint32_t>(), (std::vector<std::uint32_t>{2, 5}));
  EXPECT_EQ(array_of(all, "contact_j").values<std::uint32_t>(),
            (std::vector<std::uint32_t>{5, 0xffffffffu}));
  EXPECT_EQ(array_of(all, "contact_wall").values<std::int32_t>(),
            (std::vector<std::int32_t>{-1, 0}));
  EXPECT_EQ(array_of(all, "contact_force").header,
            "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }");
  EXPECT_EQ(array_of(all, "contact_force").values<double>(),
            (std::vector<double>{-0.25, 0.1, 0, 0, 3, 4}));
  EXPECT_EQ(array_of(all, "contact_overlap").values<double>(), (std::vector<double>{1e-6, 2e-6}));
  EXPECT_EQ(array_of(all, "bond_force").values<double>(), (std::vector<double>{4, 5, 6}));
  EXPECT_EQ(array_of(all, "bond_strain").values<double>(), (std::vector<double>{0.25}));
}

ParamSet npz_part(const char* name) {
  ParamSet p;
  p.set("part", std::string(name));
  return p;
}

TEST(Npz, of_one_part_holds_no_other_and_the_bytes_depend_on_the_frame_alone) {
  const Frame f = small_frame();
  EXPECT_EQ(write("npz", f), write("npz", f));
  EXPECT_FALSE(unzipped(write("npz", f, npz_part("contacts"))).contains("x.npy"));
  EXPECT_FALSE(unzipped(write("npz", f, npz_part("grains"))).contains("contact_i.npy"));
  EXPECT_EQ(array_of(unzipped(write("npz", Frame{})), "x").header,
            "{'descr': '<f8', 'fortran_order': False, 'shape': (0, 3), }");
}

TEST(Npz, contacts_that_were_not_written_are_not_none) {
  Frame f = small_frame();
  f.contacts.clear();
  EXPECT_FALSE(unzipped(write("npz", f)).contains("contact_i.npy"));
  for (const char* format : {"npz", "csv"}) {
    const auto text = export_frame(*find_exporter(format), f, npz_part("contacts"));
    ASSERT_FALSE(text.ok());
    EXPECT_EQ(text.error().code, "E0756");
  }
  f.contacts_known = true;
  EXPECT_TRUE(unzipped(write("npz", f)).contains("contact_i.npy"));
}

TEST(CsvOfContacts, has_one_line_a_contact_with_exact_numbers) {
  const auto lines = split(write("csv", small_frame(), npz_part("contacts")), '\n');
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0],
            "i,j,wall,point_x,point_y,point_z,normal_x,normal_y,normal_z,force_x,force_y,force_z,"
            "tangential_x,tangential_y,tangential_z,overlap");
  EXPECT_EQ(lines[1], "2,5,,0.101,0.333,0,1,0,0,-0.25,0.1,0,0,0,0,1e-06");
  EXPECT_EQ(lines[2], "5,,0,0.102,0,0,0,-1,0,0,3,4,0,0,0,2e-06");
}

}  // namespace
}  // namespace scree::test
