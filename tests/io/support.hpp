// Readers for what the exporters write, written apart from them, and frames to write.
#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "io/exporter.hpp"
#include "io/frame.hpp"

namespace scree::test {

// Three grains with awkward numbers, one wall, contacts with a grain and with the wall, one field.
inline Frame small_frame() {
  Frame f;
  f.title = "A <small> & \"odd\" frame";
  f.time = 0.1;
  f.step = 12345678901ull;
  f.add(2, {0.1, 1.0 / 3.0, -2e-17}, 0.001, 1e-5);
  f.add(5, {0.102, 0.333, 0.0}, 0.0015, 3.375e-5);
  f.add(4000000000u, {1e300, -0.0, 5e-324}, 0.002, 8e-5);
  f.type = {0, 1, 2};
  f.body = {0, 7, 4000000000u};
  f.v = {{1, 2, 3}, {0.1, 0.2, 0.3}, {-1e-9, 0, 0}};
  f.omega = {{9, 8, 7}, {0, 0, 0}, {1e10, 0, 0}};
  f.f = {{0, -9.81, 0}, {0, 1, 0}, {0, 0, 1}};
  f.tq = {{1e-7, 0, 0}, {0, 1e-8, 0}, {0, 0, 1e-9}};
  f.q = {{1, 0, 0, 0}, {0.5, -0.5, 0.5, -0.5}, {0, 0, 0, 1}};
  f.walls.push_back(
      {"plate", {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}}, {{0, 1, 2}, {1, 3, 2}}});
  f.contacts.push_back({2, 5, -1, {0.101, 0.333, 0}, {1, 0, 0}, {-0.25, 0.1, 0}, 1e-6});
  f.contacts.push_back({5, 0, 0, {0.102, 0, 0}, {0, -1, 0}, {0, 3, 4}, 2e-6});
  f.fields.push_back({"start height", "m", {0.5, std::nan(""), 1e-3}});
  return f;
}

inline std::string write(const char* name, const Frame& frame, ParamSet params = {}) {
  const ExporterEntry* exporter = find_exporter(name);
  EXPECT_NE(exporter, nullptr) << name;
  if (!exporter) return {};
  Result<std::string> text = export_frame(*exporter, frame, std::move(params));
  EXPECT_TRUE(text.ok()) << (text.ok() ? "" : to_string(text.error()));
  return text.ok() ? *text : "";
}

inline std::vector<unsigned char> decode_base64(std::string_view text) {
  static constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<unsigned char> out;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    const std::size_t d = digits.find(c);
    if (d == std::string_view::npos) ADD_FAILURE() << "not base64: " << c;
    bits = bits << 6 | static_cast<unsigned>(d);
    if ((count += 6) >= 8) out.push_back(static_cast<unsigned char>(bits >> (count -= 8) & 255));
  }
  return out;
}

// The array `name` of a VTP file; checks its length field and its type.
template <class T>
std::vector<T> vtp_array(const std::string& vtp, const std::string& name, const char* type) {
  const std::string mark = "Name=\"" + name + "\"";
  const std::size_t at = vtp.find(mark);
  if (at == std::string::npos) {
    ADD_FAILURE() << "no array " << name;
    return {};
  }
  const std::size_t open = vtp.rfind('<', at), begin = vtp.find('>', at) + 1;
  EXPECT_NE(vtp.substr(open, begin - open).find(std::string("type=\"") + type + "\""),
            std::string::npos)
      << name;
  const std::vector<unsigned char> bytes =
      decode_base64(std::string_view(vtp).substr(begin, vtp.find('<', begin) - begin));
  std::uint64_t length = 0;
  if (bytes.size() < sizeof length) {
    ADD_FAILURE() << "array " << name << " has no length";
    return {};
  }
  std::memcpy(&length, bytes.data(), sizeof length);
  EXPECT_EQ(length, bytes.size() - sizeof length) << name;
  std::vector<T> values((bytes.size() - sizeof length) / sizeof(T));
  if (!values.empty())
    std::memcpy(values.data(), bytes.data() + sizeof length, values.size() * sizeof(T));
  return values;
}

inline long attribute(const std::string& xml, const std::string& name) {
  const std::size_t at = xml.find(name + "=\"");
  return at == std::string::npos ? -1 : std::stol(xml.substr(at + name.size() + 2));
}

inline std::vector<std::string> split(std::string_view text, char by) {
  std::vector<std::string> out(1);
  for (const char c : text) {
    if (c == by)
      out.emplace_back();
    else
      out.back() += c;
  }
  return out;
}

inline bool same_bits(double a, double b) {
  return std::memcmp(&a, &b, sizeof a) == 0 || (std::isnan(a) && std::isnan(b));
}

// A PNG reader for what encode_png writes: chunk order, every CRC, all five filters.
struct DecodedPng {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;
  std::vector<std::string> chunks;
  std::string texts;
};

inline std::uint32_t big_endian(const std::string& s, std::size_t at) {
  std::uint32_t v = 0;
  for (std::size_t k = 0; k < 4; ++k) v = v << 8 | static_cast<unsigned char>(s[at + k]);
  return v;
}

inline DecodedPng decode_png(const std::string& png) {
  DecodedPng out;
  EXPECT_EQ(png.substr(0, 8), std::string("\x89PNG\r\n\x1a\n", 8));
  std::string packed;
  std::size_t at = 8;
  while (at + 12 <= png.size()) {
    const std::uint32_t length = big_endian(png, at);
    if (at + 12 + length > png.size()) {
      ADD_FAILURE() << "a chunk is longer than the file";
      return out;
    }
    const std::string type = png.substr(at + 4, 4), data = png.substr(at + 8, length);
    const auto* bytes = reinterpret_cast<const Bytef*>(png.data() + at + 4);
    EXPECT_EQ(big_endian(png, at + 8 + length), ::crc32(0, bytes, length + 4)) << type;
    out.chunks.push_back(type);
    if (type == "IHDR") {
      out.width = static_cast<int>(big_endian(data, 0));
      out.height = static_cast<int>(big_endian(data, 4));
      EXPECT_EQ(data.substr(8), std::string("\x08\x02\0\0\0", 5));
    }
    if (type == "IDAT") packed += data;
    if (type == "tEXt") out.texts += data;
    at += 12 + length;
  }
  EXPECT_EQ(at, png.size());
  const int stride = 3 * out.width;
  std::vector<std::uint8_t> raw(std::size_t(stride + 1) * out.height);
  uLongf size = raw.size();
  EXPECT_EQ(
      ::uncompress(raw.data(), &size, reinterpret_cast<const Bytef*>(packed.data()), packed.size()),
      Z_OK);
  EXPECT_EQ(size, raw.size());
  out.rgb.assign(std::size_t(stride) * out.height, 0);
  const auto value = [&](int y, int k) -> int {
    return y < 0 || k < 0 ? 0 : out.rgb[std::size_t(y) * stride + k];
  };
  for (int y = 0; y < out.height; ++y) {
    const std::uint8_t* row = raw.data() + std::size_t(y) * (stride + 1);
    for (int k = 0; k < stride; ++k) {
      const int a = value(y, k - 3), b = value(y - 1, k), c = k >= 3 ? value(y - 1, k - 3) : 0;
      int guess = 0;
      if (row[0] == 1) guess = a;
      if (row[0] == 2) guess = b;
      if (row[0] == 3) guess = (a + b) / 2;
      if (row[0] == 4) {
        const int p = a + b - c, pa = std::abs(p - a), pb = std::abs(p - b), pc = std::abs(p - c);
        guess = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
      }
      EXPECT_LE(row[0], 4);
      out.rgb[std::size_t(y) * stride + k] = static_cast<std::uint8_t>(row[k + 1] + guess);
    }
  }
  return out;
}

}  // namespace scree::test
