// A wall in a periodic box: the same wall again, one box length further on, as often as a ball can
// touch it.
//
// A wall that is endless along a periodic direction is its own image. One that ends there is
// touched in every image near the ball, and all images together are one surface: a ball touches it
// at each local minimum of the distance from the union, not from the single images. So a foot that
// two images share counts once, and one that lies on (or in) another image that does not have it is
// none: that image leads closer to the ball. Of a closed container a ball touches only the image
// that it is in.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "base/result.hpp"
#include "shapes/exact_press.hpp"
#include "state/box.hpp"
#include "walls/wall.hpp"

namespace scree {

class WallImages {
 public:
  WallImages() = default;  // no periodic box
  // A wall that image_error() refuses has no images along directions where it has no end.
  WallImages(const Wall& wall, const PeriodicBox& box);

  // A mesh that is not turned during the run becomes one surface with its images: seams are welded,
  // and what holds of a mesh holds across them. Costs a second mesh.
  void unite(const Wall& wall);

  bool any() const { return any_; }
  // As WallShape::adjacent, for the features that touch() answers with.
  bool adjacent(const Wall& wall, std::uint32_t a, std::uint32_t b) const {
    return united_ ? united_->adjacent(a, b) : wall.shape->adjacent(a, b);
  }
  // The most contact points that touch() answers with.
  int max_contacts(const Wall& wall) const;

  // As WallShape::touch of the wall and its images, for x in the world; normals are in the wall's
  // frame. Empties `out` first. Sorted by feature, then by image.
  void touch(const Wall& wall, const Vec3& x, double reach, WallTouches& out) const;
  // Whether touch() finds any.
  bool is_near(const Wall& wall, const Vec3& x, double reach) const;
  // As WallShape::touch_shape, for a primitive in the world; points and normals are in the world.
  // Empties `out` first.
  void touch_shape(const Wall& wall, const Shape& shape, const Pose& at, double reach,
                   ShapeTouches& out) const;
  // Where a rounded body presses on the wall: one contact from the potential of all features
  // (shapes/contact_potential.hpp). `radius`: of the ball around the body.
  void press(const Wall& wall, const RoundedCore& core, const Pose& at, double radius, double reach,
             ContactPoints& out) const;
  // For audits: the depth that press() is expected to answer with, from all corners of the core,
  // all tips and all ridges, by their definitions. 0: they do not touch.
  ExactDepth exact_depth(const Wall& wall, const RoundedCore& core, const Pose& at,
                         double radius) const;
  // The surface goes through the core of the body, which then is on no side of it.
  bool pierces(const Wall& wall, const RoundedCore& core, const Pose& at, double radius) const;
  // For audits: all contacts with any image, found without the search for near images.
  void touch_all(const Wall& wall, const Vec3& x, double reach, WallTouches& out) const;
  // As WallShape::side, for a ball of radius r.
  int side(const Wall& wall, const Vec3& x, double r) const;
  // As WallShape::encloses.
  bool encloses(const Wall& wall, const Vec3& x) const;
  // Along the world's axis k, from the wall's origin: of the wall itself. Only with images there.
  bool along(int k) const { return along_[k]; }
  WallExtent extent(const WallPose& pose, const WallShape& shape, int k) const;
  // The vector between two points of the wall, on whatever images they were noted.
  Vec3 nearest(const Vec3& d) const { return nearest_image(d, length_, inverse_); }

 private:
  struct Range {
    std::array<int, 3> first{}, last{};
    int count() const;
  };
  class Query;
  struct ShapeQuery;

  struct AllFeatures;

  Range near_images(const Wall& wall, const Vec3& x, double reach) const;
  Range images_around(const Wall& wall, const Vec3& x) const;
  Vec3 to_middle(const Wall& wall, const Vec3& x) const;
  Vec3 to_copy(const Vec3& foot) const;
  void touch_united(const Wall& wall, const Vec3& x, double reach, WallTouches& out) const;
  void touch_container(const Wall& wall, const Vec3& x, double reach, WallTouches& out) const;
  template <typename Visit>
  void visit(const Range& range, const Visit& visit) const;

  Vec3 length_{}, inverse_{};
  bool any_ = false, container_ = false;
  std::array<bool, 3> along_{};
  std::shared_ptr<const WallShape> united_;
  double tolerance_ = 0;  // two feet this near are one: a seam of single-precision coordinates
  Quat rest_;             // the turn at the start, with its extents: most walls keep it
  std::array<WallExtent, 3> rest_extent_{};
};

// Why a wall does not fit this box: endless but not the same one box length further on, or too
// long for its own images.
std::optional<Error> image_error(const Wall& wall, const PeriodicBox& box);

}  // namespace scree
