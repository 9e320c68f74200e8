// Contacts and bonds of a frame as columns, for exporters that write tables and arrays.
#pragma once

#include <string_view>

#include "base/result.hpp"
#include "io/frame.hpp"

namespace scree {

// visit(name, unit, value of a contact): numbers, or vectors.
template <class Visitor>
void for_each_contact_column(Visitor&& visit) {
  visit("i", "", [](const FrameContact& c) { return c.i; });
  // The number that no grain has where the partner is a wall.
  visit("j", "", [](const FrameContact& c) { return c.wall < 0 ? c.j : 0xffffffffu; });
  visit("wall", "", [](const FrameContact& c) { return c.wall; });
  visit("point", "m", [](const FrameContact& c) { return c.point; });
  visit("normal", "", [](const FrameContact& c) { return c.normal; });
  visit("force", "N", [](const FrameContact& c) { return c.force; });
  visit("tangential", "N", [](const FrameContact& c) { return c.tangential; });
  visit("overlap", "m", [](const FrameContact& c) { return c.overlap; });
}
template <class Visitor>
void for_each_bond_column(Visitor&& visit) {
  visit("i", "", [](const FrameBond& b) { return b.i; });
  visit("j", "", [](const FrameBond& b) { return b.j; });
  visit("type", "", [](const FrameBond& b) { return b.type; });
  visit("strain", "", [](const FrameBond& b) { return b.strain; });
  visit("line", "m", [](const FrameBond& b) { return b.line; });
  visit("force", "N", [](const FrameBond& b) { return b.force; });
}

// E0756 where the frame does not say who touches whom.
inline std::optional<Error> contacts_unknown(const Frame& frame) {
  if (frame.contacts_known || !frame.contacts.empty()) return std::nullopt;
  return Error{"E0756", "this frame was written without its contacts", "",
               "set `output.contacts = true` in the scene and run it again"};
}

}  // namespace scree
