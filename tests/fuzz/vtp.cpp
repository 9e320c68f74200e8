// Our own frames read back: grains, walls, contacts and the collection. What is accepted is a frame
// that does not contradict itself, and writing it gives a text that reads back as itself.
#include "io/vtp.hpp"

#include <string>

#include "input.hpp"
#include "io/vtp_reader.hpp"

namespace {

using namespace scree;
using fuzz::require;

template <class T>
bool accepted(const Result<T>& r) {
  if (r) return true;
  require(!r.errors().empty() && !r.error().code.empty() && !r.error().message.empty());
  return false;
}

void read_grains(std::string_view text) {
  const auto frame = read_vtp_grains(text);
  if (!accepted(frame)) return;
  require(check(*frame).empty());
  const std::string written = vtp_grains(*frame);
  const auto again = read_vtp_grains(written);
  require(again.ok() && vtp_grains(*again) == written);
}

// Of two grains, as the walls and contacts of the corpus want them.
Frame two_grains() {
  Frame f;
  f.add(0, {0, 0, 0}, 1, 1);
  f.add(1, {2, 0, 0}, 1, 1);
  f.walls.push_back({.name = "floor", .points = {}, .triangles = {}});
  return f;
}

void read_walls(std::string_view text) {
  Frame frame = two_grains();
  if (!accepted(read_vtp_walls(text, frame))) return;
  require(check(frame).empty());
  const std::string written = vtp_walls(frame);
  require(read_vtp_walls(written, frame).ok() && vtp_walls(frame) == written);
}

void read_contacts(std::string_view text) {
  Frame frame = two_grains();
  if (!accepted(read_vtp_contacts(text, frame))) return;
  require(check(frame).empty());
  const std::string written = vtp_contacts(frame);
  require(read_vtp_contacts(written, frame).ok());
}

}  // namespace

// The first byte chooses the reader; the rest is the file.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  switch (input.take<std::uint8_t>() % 4) {
    case 0:
      read_grains(input.rest());
      break;
    case 1:
      read_walls(input.rest());
      break;
    case 2:
      read_contacts(input.rest());
      break;
    default:
      accepted(read_pvd(input.rest()));
  }
  return 0;
}
