// Our own VTP files back into a Frame, bit for bit.
//
// A file from elsewhere, cut short or damaged gives an error that says what is wrong (E0724);
// memory stays within a small multiple of the text, whatever the file claims of itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "io/atomic_file.hpp"
#include "io/frame.hpp"

namespace scree {

// Grains and everything that vtp_grains() stores with them. The walls have names and forces, but no
// triangles; `contacts_known` says whether the contacts are in a file of their own.
Result<Frame> read_vtp_grains(std::string_view text);

// Where and when one grain was, without the rest of the frame; nothing: it has no such grain.
struct GrainPlace {
  double time = 0;
  Vec3 x;
};
Result<std::optional<GrainPlace>> read_vtp_place(std::string_view text, std::uint64_t id);

// Gives the walls of `frame` their triangles. Walls that the frame does not know are appended.
Result<Done> read_vtp_walls(std::string_view text, Frame& frame);

// Replaces the contacts of `frame`.
Result<Done> read_vtp_contacts(std::string_view text, Frame& frame);

// Replaces the bonds of `frame`.
Result<Done> read_vtp_bonds(std::string_view text, Frame& frame);

// (time, file relative to the collection)
Result<std::vector<std::pair<double, std::string>>> read_pvd(std::string_view text);

}  // namespace scree
