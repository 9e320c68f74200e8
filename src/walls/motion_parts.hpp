// Several motions that act on one wall at once, and what they are together: how a push moves the
// wall, about what it turns, what it remembers.
#pragma once

#include <memory>
#include <vector>

#include "walls/wall.hpp"

namespace scree {

class MotionParts {
 public:
  struct Part {
    Cloned<WallMotion> motion;
    Vec3 origin{};  // of its frame, for points of the world
  };
  void add(std::unique_ptr<WallMotion> motion, const Vec3& origin = {});

  // The motion of a part from now on.
  void replace(std::size_t k, std::unique_ptr<WallMotion> motion);

  std::size_t size() const { return parts_.size(); }
  WallMotion& operator[](std::size_t k) { return *parts_[k].motion; }
  const WallMotion& operator[](std::size_t k) const { return *parts_[k].motion; }

  bool moves() const;
  bool needs_load() const;
  bool needs_area() const;
  double mass() const;     // the least of those that have one; 0: none has
  Vec3 direction() const;  // of the only part that has a mass
  double response(const Vec3& n, const Vec3& point) const;
  double least_mass(double reach) const;
  WallDrive drive(const Vec3& gravity) const;
  Vec3 rotation_axis() const;
  bool turns_freely() const;
  std::vector<double> state() const;
  void restore(std::span<const double> state);

 private:
  std::vector<Part> parts_;
};

// A motion made of others: what it is follows from the parts, where it goes is its own.
class JoinedMotion : public WallMotion {
 public:
  bool moves() const override { return parts_.moves(); }
  bool needs_load() const override { return parts_.needs_load(); }
  bool needs_area() const override { return parts_.needs_area(); }
  double mass() const override { return parts_.mass(); }
  Vec3 direction() const override { return parts_.direction(); }
  double response(const Vec3& n, const Vec3& point) const override {
    return parts_.response(n, point);
  }
  double least_mass(double reach) const override { return parts_.least_mass(reach); }
  WallDrive drive(const Vec3& gravity) const override { return parts_.drive(gravity); }
  Vec3 rotation_axis() const override { return parts_.rotation_axis(); }
  bool turns_freely() const override { return parts_.turns_freely(); }
  std::vector<double> state() const override { return parts_.state(); }
  void restore(std::span<const double> state) override { parts_.restore(state); }

 protected:
  MotionParts parts_;
};

// Displacements add up and turns follow one another, the first part's first:
//   x = x_1 + x_2 + ...,   R = ... R_2 R_1.
// So the centre of a turn goes along where other parts carry the wall.
std::unique_ptr<WallMotion> combined_motion(std::vector<std::unique_ptr<WallMotion>> parts);

// Member of a group of walls that move as one rigid body by `group`, a motion about the point
// `origin`. `own` (may be null) is its motion within the group: a lid that goes up and down in a
// box that is pushed. `at`: where the wall stands before all of them move.
//
// Each member has the group's motion for itself. All get the same load, so all copies are the same
// to the last bit, and nothing is kept twice that could differ.
std::unique_ptr<WallMotion> group_motion(std::unique_ptr<WallMotion> group,
                                         std::unique_ptr<WallMotion> own, const Vec3& origin,
                                         const WallPose& at, std::uint32_t number);

// A member of a group gets another motion at time t, from where it is then: of its group, or of its
// own within the group. The other one goes on.
void begin_in_group(WallMotion& member, std::unique_ptr<WallMotion> motion, bool of_group,
                    double t);

}  // namespace scree
