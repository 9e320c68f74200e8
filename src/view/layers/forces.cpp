// The network of forces.
#include <algorithm>
#include <functional>

#include "io/contact_lines.hpp"
#include "view/frame_layer.hpp"

namespace scree::view::layers {
namespace {

// The least force that is among the strongest `most`.
double least_shown(const Frame& frame, std::size_t most) {
  if (frame.contacts.size() <= most) return 0;
  std::vector<double> force;
  force.reserve(frame.contacts.size());
  for (const FrameContact& c : frame.contacts) force.push_back(norm(c.force));
  const auto at = force.begin() + static_cast<std::ptrdiff_t>(most);
  std::nth_element(force.begin(), at, force.end(), std::greater<>());
  return *at;
}

// A line for each contact: between the centres, or from the centre to the wall.
void add_forces(const Frame& frame, const FrameChoice& choice, const Vec3& origin,
                PackedArrays& arrays, run::Json& head) {
  head["contacts_known"] = frame.contacts_known;
  head["contacts"] = frame.contacts.size();
  if (!choice.contacts || !frame.contacts_known) return;
  std::vector<float> ends, force;
  std::vector<std::uint32_t> kind;
  const ContactLines lines(frame);
  const double least = least_shown(frame, choice.most_contacts);
  for (const FrameContact& c : frame.contacts) {
    const double f = norm(c.force);
    if (least > 0 && !(f > least)) continue;
    const auto [from, to] = lines.ends(c);
    push(ends, from - origin);
    push(ends, to - origin);
    force.push_back(f32(f));
    kind.push_back(c.wall < 0 ? 0 : 1);
  }
  arrays.add("contact_ends", 6, ends);
  arrays.add("contact_force", 1, force);
  arrays.add("contact_kind", 1, kind);
}

}  // namespace

extern const FrameLayer forces_entry;
const FrameLayer forces_entry{.name = "forces", .add = add_forces};

}  // namespace scree::view::layers
