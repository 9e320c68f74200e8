// Where the contact points of pairs are kept: room for kMax of each pair, by slot.
//
// Most pairs of a list do not touch, and a list is rebuilt every few dozen steps. So room is not
// filled with zeros: who makes a point writes all of it, and pages that no contact has come to are
// never touched.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#include "shapes/contact_point.hpp"
#include "sim/contacts/contact_action.hpp"

namespace scree {

// One contact point with what acts there.
struct PointRecord {
  ContactPoint at;
  Vec3 arm1, arm2;  // from the centres of both rows to the point (of a wall: from its origin)
  Vec3 force;       // on the first
  Vec3 tangential;  // part of it
  Vec3 couple;      // on the first, beside force times arm
  double m_eff = 0;
};

// What rows gather of a point.
inline ContactAction action_of(const PointRecord& r) {
  return {r.force, cross(r.arm1, r.force) + r.couple, -(cross(r.arm2, r.force) + r.couple)};
}

// An array whose elements have no value until they are written.
template <class T>
class Room {
 public:
  static_assert(std::is_trivially_copyable_v<T>);

  // All values are lost.
  void resize(std::size_t count) {
    if (count <= capacity_) return;
    data_.reset();
    data_.reset(static_cast<T*>(std::malloc(count * sizeof(T))));
    if (data_ == nullptr) throw std::bad_alloc();
    capacity_ = count;
  }
  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }

 private:
  struct Free {
    void operator()(T* p) const { std::free(p); }
  };
  std::unique_ptr<T, Free> data_;
  std::size_t capacity_ = 0;
};

class PointStore {
 public:
  static constexpr std::size_t kMax = ContactPoints::kMax;

  // Room for so many slots; all points are lost.
  void resize(std::size_t slots, std::size_t stride) {
    stride_ = stride;
    record_.resize(slots * kMax);
    action_.resize(slots * kMax);
    history_.resize(slots * kMax * stride);
  }
  PointRecord* records(std::uint32_t slot) { return record_.data() + slot * kMax; }
  const PointRecord* records(std::uint32_t slot) const { return record_.data() + slot * kMax; }
  ContactAction* actions(std::uint32_t slot) { return action_.data() + slot * kMax; }
  const ContactAction* actions(std::uint32_t slot) const { return action_.data() + slot * kMax; }
  double* histories(std::uint32_t slot) { return history_.data() + slot * kMax * stride_; }
  const double* histories(std::uint32_t slot) const {
    return history_.data() + slot * kMax * stride_;
  }

 private:
  Room<PointRecord> record_;
  Room<ContactAction> action_;
  Room<double> history_;
  std::size_t stride_ = 0;
};

}  // namespace scree
