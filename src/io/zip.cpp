#include "io/zip.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>

namespace scree {
namespace {

void put_le(std::string& out, std::uint64_t v, int bytes) {
  for (int k = 0; k < bytes; ++k) out += static_cast<char>(v >> (8 * k) & 255);
}

constexpr std::size_t kLargest = std::numeric_limits<std::uint32_t>::max() - (1u << 16);
constexpr int kDeflated = 8, kVersion = 20;
constexpr int kFirstDay = (1 << 5) | 1;  // 1980-01-01

// Without the header of zlib, in pieces: its lengths have 32 bits.
bool deflated(std::string_view content, std::string& out) {
  z_stream z{};
  if (deflateInit2(&z, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) return false;
  std::string buffer(1 << 16, '\0');
  std::size_t at = 0;
  int state = Z_OK;
  while (state == Z_OK) {
    const std::size_t piece = std::min<std::size_t>(content.size() - at, 1u << 30);
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data() + at));
    z.avail_in = static_cast<uInt>(piece);
    const int flush = at + piece == content.size() ? Z_FINISH : Z_NO_FLUSH;
    do {
      z.next_out = reinterpret_cast<Bytef*>(buffer.data());
      z.avail_out = static_cast<uInt>(buffer.size());
      state = deflate(&z, flush);
      out.append(buffer.data(), buffer.size() - z.avail_out);
    } while (z.avail_out == 0);
    at += piece;
  }
  deflateEnd(&z);
  return state == Z_STREAM_END;
}

std::uint32_t checksum(std::string_view content) {
  uLong crc = ::crc32(0, nullptr, 0);
  for (std::size_t at = 0; at < content.size();) {
    const std::size_t piece = std::min<std::size_t>(content.size() - at, 1u << 30);
    crc =
        ::crc32(crc, reinterpret_cast<const Bytef*>(content.data() + at), static_cast<uInt>(piece));
    at += piece;
  }
  return static_cast<std::uint32_t>(crc);
}

}  // namespace

void ZipWriter::add(std::string_view name, std::string_view content) {
  std::string packed;
  if (too_large_ || content.size() > kLargest || !deflated(content, packed) ||
      packed.size() > kLargest || out_.size() + packed.size() > kLargest) {
    too_large_ = true;
    return;
  }
  const Member m{std::string(name), checksum(content), static_cast<std::uint32_t>(packed.size()),
                 static_cast<std::uint32_t>(content.size()),
                 static_cast<std::uint32_t>(out_.size())};
  out_ += "PK\x03\x04";
  put_le(out_, kVersion, 2), put_le(out_, 0, 2), put_le(out_, kDeflated, 2);
  put_le(out_, 0, 2), put_le(out_, kFirstDay, 2);
  put_le(out_, m.crc, 4), put_le(out_, m.packed, 4), put_le(out_, m.size, 4);
  put_le(out_, m.name.size(), 2), put_le(out_, 0, 2);
  out_ += m.name;
  out_ += packed;
  members_.push_back(m);
}

Result<std::string> ZipWriter::finish() {
  if (too_large_ || members_.size() > 0xffff)
    return Error{"E0710", "the archive would be larger than 4 GB", "", "write fewer parts"};
  const std::size_t directory = out_.size();
  for (const Member& m : members_) {
    out_ += "PK\x01\x02";
    put_le(out_, kVersion, 2), put_le(out_, kVersion, 2), put_le(out_, 0, 2);
    put_le(out_, kDeflated, 2), put_le(out_, 0, 2), put_le(out_, kFirstDay, 2);
    put_le(out_, m.crc, 4), put_le(out_, m.packed, 4), put_le(out_, m.size, 4);
    put_le(out_, m.name.size(), 2), put_le(out_, 0, 2), put_le(out_, 0, 2);
    put_le(out_, 0, 2), put_le(out_, 0, 2), put_le(out_, 0, 4), put_le(out_, m.offset, 4);
    out_ += m.name;
  }
  const std::size_t size = out_.size() - directory;
  out_ += "PK\x05\x06";
  put_le(out_, 0, 4), put_le(out_, members_.size(), 2), put_le(out_, members_.size(), 2);
  put_le(out_, size, 4), put_le(out_, directory, 4), put_le(out_, 0, 2);
  return std::move(out_);
}

}  // namespace scree
