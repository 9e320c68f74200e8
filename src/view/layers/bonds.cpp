// Bonds, and how much each is strained.
#include <algorithm>

#include "view/frame_layer.hpp"

namespace scree::view::layers {
namespace {

// From its end on i along the bond: in a periodic box its other end may be beyond a side.
void add_bonds(const Frame& frame, const FrameChoice& choice, const Vec3& origin,
               PackedArrays& arrays, run::Json& head) {
  head["bonds"] = frame.bonds.size();
  if (!choice.contacts) return;
  std::vector<float> ends, strain;
  for (const FrameBond& b : frame.bonds) {
    const auto at = std::lower_bound(frame.id.begin(), frame.id.end(), b.i);
    if (at == frame.id.end() || *at != b.i) continue;
    const Vec3 from = frame.x[static_cast<std::size_t>(at - frame.id.begin())] + b.from - origin;
    push(ends, from);
    push(ends, from + b.line);
    strain.push_back(f32(b.strain));
  }
  arrays.add("bond_ends", 6, ends);
  arrays.add("bond_strain", 1, strain);
}

}  // namespace

extern const FrameLayer bonds_entry;
const FrameLayer bonds_entry{.name = "bonds", .add = add_bonds};

}  // namespace scree::view::layers
