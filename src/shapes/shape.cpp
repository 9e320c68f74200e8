#include "shapes/shape.hpp"

#include <algorithm>

namespace scree {

void ContactPoints::add(const ContactPoint& p) {
  if (count < kMax) {
    point[static_cast<std::size_t>(count++)] = p;
    return;
  }
  const auto shallowest = std::min_element(
      point.begin(), point.end(), [](const ContactPoint& a, const ContactPoint& b) {
        return a.depth != b.depth ? a.depth < b.depth : a.feature > b.feature;
      });
  if (p.depth > shallowest->depth) *shallowest = p;
}

CollideTable CollideTable::with(std::span<const CollideEntry> own) {
  CollideTable table;
  for (const ShapeEntry* shape : shape_catalog())
    for (const CollideEntry& entry : shape->pairs) table.add(entry);
  for (const CollideEntry& entry : own) table.add(entry);
  return table;
}

void CollideTable::add(const CollideEntry& entry) {
  for (CollideEntry& e : entries_)
    if ((e.a == entry.a && e.b == entry.b) || (e.a == entry.b && e.b == entry.a)) {
      e = entry;
      return;
    }
  entries_.push_back(entry);
}

CollideTable::Found CollideTable::find(std::string_view a, std::string_view b) const {
  for (const CollideEntry& e : entries_) {
    if (e.a == a && e.b == b) return {&e, false};
    if (e.a == b && e.b == a) return {&e, true};
  }
  return {};
}

bool CollideTable::knows(std::string_view a, std::string_view b) const {
  return find(a, b).entry != nullptr;
}

// Asks the entry of the two kinds in its own order, and exchanges what it answers.
template <class Ask>
void CollideTable::in_order(const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b,
                            ContactPoints& out, const Ask& ask) const {
  const Found found = find(a.kind(), b.kind());
  if (!found.exchanged) return ask(*found.entry, a, at_a, b, at_b);
  ask(*found.entry, b, at_b, a, at_a);
  for (int k = 0; k < out.count; ++k) {
    ContactPoint& at = out.point[static_cast<std::size_t>(k)];
    at.normal = -at.normal;
    at.moment = -at.moment;
  }
}

void CollideTable::collide(const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b,
                           double reach, ContactPoints& out, PairHint* hint) const {
  in_order(a, at_a, b, at_b, out,
           [&](const CollideEntry& e, const Shape& first, const Pose& at_first, const Shape& second,
               const Pose& at_second) {
             if (hint != nullptr && e.hinted != nullptr)
               e.hinted(first, at_first, second, at_second, reach, *hint, out);
             else
               e.collide(first, at_first, second, at_second, reach, out);
           });
}

void CollideTable::section(const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b,
                           double reach, ContactPoints& out) const {
  in_order(a, at_a, b, at_b, out,
           [&](const CollideEntry& e, const Shape& first, const Pose& at_first, const Shape& second,
               const Pose& at_second) {
             (e.section != nullptr ? e.section : e.collide)(first, at_first, second, at_second,
                                                            reach, out);
           });
}

std::string CollideTable::known() const {
  std::string out;
  for (const CollideEntry& e : entries_) {
    if (!out.empty()) out += ", ";
    out += std::string(e.a) + "-" + std::string(e.b);
  }
  return out;
}

}  // namespace scree
