#include "walls/images.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "walls/body_on_wall.hpp"
#include "walls/image_query.hpp"
#include "walls/shape_touch.hpp"

namespace scree {
namespace {

constexpr int kMaxImages = 64;

Vec3 axis_vector(int k) {
  Vec3 e{};
  e[k] = 1;
  return e;
}

// Beyond both ends of the shape along u a ball would be on the forbidden side.
bool is_container(const WallShape& shape, const Vec3& u) {
  const WallExtent e = shape.extent(u);
  const double beyond = e.length() + 1e-3 * (std::abs(e.lo) + std::abs(e.hi));
  return shape.side((e.hi + beyond) * u) < 0 && shape.side((e.lo - beyond) * u) < 0;
}

bool earlier(const WallTouch& a, const WallTouch& b) {
  if (a.feature != b.feature) return a.feature < b.feature;
  if (a.shift.x != b.shift.x) return a.shift.x < b.shift.x;
  if (a.shift.y != b.shift.y) return a.shift.y < b.shift.y;
  return a.shift.z < b.shift.z;
}

}  // namespace

WallImages::WallImages(const Wall& wall, const PeriodicBox& box)
    : length_(box.lengths()), inverse_(box.inverse_lengths()), rest_(wall.pose.q) {
  for (int k = 0; k < 3; ++k) {
    if (!box.periodic[k]) continue;
    const Vec3 u = into_frame(wall.pose, axis_vector(k));
    const WallExtent extent = wall.shape->extent(u);
    if (wall.shape->endless_along(u) || !extent.ends()) continue;
    along_[k] = any_ = true;
    rest_extent_[k] = extent;
    container_ = container_ || is_container(*wall.shape, u);
    tolerance_ = std::max(tolerance_, 1e-6 * length_[k]);
  }
}

int WallImages::max_contacts(const Wall& wall) const {
  return any_ ? WallTouches::kMax : std::min(wall.shape->max_contacts(), WallTouches::kMax);
}

WallExtent WallImages::extent(const WallPose& pose, const WallShape& shape, int k) const {
  return pose.q == rest_ ? rest_extent_[k] : shape.extent(into_frame(pose, axis_vector(k)));
}

int WallImages::Range::count() const {
  int n = 1;
  for (int k = 0; k < 3; ++k) n *= std::max(last[k] - first[k] + 1, 0);
  return n;
}

WallImages::Range WallImages::near_images(const Wall& wall, const Vec3& x, double reach) const {
  Range range;
  for (int k = 0; k < 3; ++k) {
    if (!along_[k]) continue;
    const WallExtent e = extent(wall.pose, *wall.shape, k);
    // A centre that has left a container is led back to the nearest one, however far.
    const double far = (container_ ? 0.5 * length_[k] : 0) + reach + tolerance_;
    const double from_origin = x[k] - wall.pose.x[k];
    range.first[k] = static_cast<int>(std::ceil((from_origin - far - e.hi) * inverse_[k]));
    range.last[k] = static_cast<int>(std::floor((from_origin + far - e.lo) * inverse_[k]));
  }
  return range;
}

// The contacts of several images as those of one surface. Feet are seen from the ball, in the
// wall's axes: the images are shifted, not turned, so feet of different images can be compared.
class WallImages::Query {
 public:
  Query(const WallImages& images, const Wall& wall, const Vec3& x)
      : images_(images), wall_(wall), x_(x) {}

  void add_image(const Vec3& shift, double reach) {
    if (count_ == kMaxImages) return;
    centre_[count_] = to_wall(wall_.pose, x_ - shift);
    WallTouches t;
    wall_.shape->touch(centre_[count_], reach, t);
    for (int k = 0; k < t.count; ++k) {
      t.touch[k].shift = shift;
      add(t.touch[k], std::uint64_t{1} << count_);
    }
    ++count_;
  }
  void select(WallTouches& out) {
    std::sort(found_.begin(), found_.begin() + size_, [](const Found& a, const Found& b) {
      return a.t.distance != b.t.distance ? a.t.distance < b.t.distance : earlier(a.t, b.t);
    });
    for (int i = 0; i < size_; ++i)
      // The nearest of all is a contact whatever rounding says of its foot.
      if (i == 0 || !on_another(found_[i])) out.add(found_[i].t);
  }

 private:
  struct Found {
    WallTouch t;
    std::uint64_t images;  // that have it
  };
  static Vec3 foot(const WallTouch& t) { return (0.0 - t.distance) * t.normal; }

  void add(const WallTouch& t, std::uint64_t image) {
    for (int i = 0; i < size_; ++i) {
      if (norm(foot(found_[i].t) - foot(t)) > 2 * images_.tolerance_) continue;
      found_[i].images |= image;
      if (t.distance < found_[i].t.distance) found_[i].t = t;
      return;
    }
    if (size_ < static_cast<int>(found_.size())) found_[size_++] = {t, image};
  }
  bool on_another(const Found& f) const {
    WallTouches t;
    for (int i = 0; i < count_; ++i) {
      if (f.images >> i & 1) continue;
      t.count = 0;
      wall_.shape->touch(centre_[i] + foot(f.t), images_.tolerance_, t);
      if (t.count > 0) return true;
    }
    return false;
  }

  const WallImages& images_;
  const Wall& wall_;
  const Vec3& x_;
  std::array<Vec3, kMaxImages> centre_;  // of the ball, in the frame of each image
  int count_ = 0;
  std::array<Found, 32> found_;
  int size_ = 0;
};

void WallImages::touch(const Wall& wall, const Vec3& x, double reach, WallTouches& out) const {
  out.count = 0;
  if (united_) return touch_united(wall, x, reach, out);
  // Energies of touches that merge are added up within one shape, not over images that are
  // not united. So that a ball feels nothing when it comes near a seam: plain geometry everywhere.
  if (any_ && !container_) out.power = 0;
  if (!any_) {
    wall.shape->touch(to_wall(wall.pose, x), reach, out);
  } else if (container_) {
    touch_container(wall, x, reach, out);
  } else if (const Range range = near_images(wall, x, reach); range.count() == 1) {
    visit(range, [&](const Vec3& shift) {
      wall.shape->touch(to_wall(wall.pose, x - shift), reach, out);
      for (int k = 0; k < out.count; ++k) out.touch[k].shift = shift;
    });
  } else if (range.count() > 1) {
    Query query(*this, wall, x);
    visit(range, [&](const Vec3& shift) { query.add_image(shift, reach); });
    query.select(out);
  }
  if (out.count > 1) std::sort(out.touch.begin(), out.touch.begin() + out.count, earlier);
}

bool WallImages::is_near(const Wall& wall, const Vec3& x, double reach) const {
  if (!any_) return wall.shape->is_near(to_wall(wall.pose, x), reach);
  WallTouches around;
  touch(wall, x, reach, around);
  return around.count > 0;
}

void WallImages::touch_shape(const Wall& wall, const Shape& shape, const Pose& at, double reach,
                             ShapeTouches& out) const {
  out.count = 0;
  if (!any_) {
    const WallPose& pose = wall.pose;
    const bool turned = pose.q != Quat{};
    wall.shape->touch_shape(shape, {to_wall(pose, at.x), turned ? conjugate(pose.q) * at.q : at.q},
                            reach, out);
    for (int k = 0; k < out.count; ++k) {
      ShapeTouch& t = out.touch[static_cast<std::size_t>(k)];
      t.x = pose.x + from_wall(pose, t.x);
      t.at.normal = from_wall(pose, t.at.normal);
    }
    return;
  }
  ShapeOnWall(shape, at, reach, ShapeQuery{*this, wall}, out).find();
}

void WallImages::press(const Wall& wall, const RoundedCore& core, const Pose& at, double radius,
                       double reach, ContactPoints& out) const {
  const ShapeQuery query{*this, wall};
  if (core.flat())
    BodyOnWall(FlatCore(core.placed_polygon(at)), core.radius, radius, reach, query).press(out);
  else
    BodyOnWall(core.placed(at), core.radius, radius, reach, query).press(out);
}

bool WallImages::pierces(const Wall& wall, const RoundedCore& core, const Pose& at,
                         double radius) const {
  const ShapeQuery query{*this, wall};
  if (core.flat())
    return BodyOnWall(FlatCore(core.placed_polygon(at)), core.radius, radius, 0, query).pierces();
  return BodyOnWall(core.placed(at), core.radius, radius, 0, query).pierces();
}

void WallImages::unite(const Wall& wall) {
  if (!any_ || container_) return;
  if (wall.motion && (wall.motion->rotation_axis() != Vec3{} || wall.motion->turns_freely()))
    return;
  Range range;
  Vec3 middle{};
  for (int k = 0; k < 3; ++k) {
    if (!along_[k]) continue;
    middle[k] = 0.5 * (rest_extent_[k].lo + rest_extent_[k].hi);
    // A wall is at most two boxes long.
    range.first[k] = -2, range.last[k] = 2;
  }
  std::vector<Vec3> shifts{Vec3{}};  // the wall itself first: seams are welded to its points
  visit(range, [&](const Vec3& shift) {
    if (shift != Vec3{}) shifts.push_back(into_frame(wall.pose, shift));
  });
  // Balls are looked up within half a box of the middle, and reach less than a third farther.
  const auto near = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 p[3] = {from_wall(wall.pose, a), from_wall(wall.pose, b), from_wall(wall.pose, c)};
    for (int k = 0; k < 3; ++k) {
      if (!along_[k]) continue;
      const double lo = std::min({p[0][k], p[1][k], p[2][k]}) - middle[k];
      const double hi = std::max({p[0][k], p[1][k], p[2][k]}) - middle[k];
      if (lo > 0.9 * length_[k] || hi < -0.9 * length_[k]) return false;
    }
    return true;
  };
  united_ = wall.shape->united(shifts, tolerance_, near);
}

// In the image whose middle is nearest to the ball.
// From the image of a united wall that is asked to the one around x.
Vec3 WallImages::to_middle(const Wall& wall, const Vec3& x) const {
  Vec3 shift{};
  for (int k = 0; k < 3; ++k) {
    if (!along_[k]) continue;
    const double middle = wall.pose.x[k] + 0.5 * (rest_extent_[k].lo + rest_extent_[k].hi);
    shift[k] = length_[k] * std::rint((x[k] - middle) * inverse_[k]);
  }
  return shift;
}

// A copy was touched: the foot, from the wall's origin, is one box length farther than on the wall
// itself.
Vec3 WallImages::to_copy(const Vec3& foot) const {
  Vec3 shift{};
  for (int k = 0; k < 3; ++k) {
    if (!along_[k]) continue;
    if (foot[k] > rest_extent_[k].hi + tolerance_) shift[k] = length_[k];
    if (foot[k] < rest_extent_[k].lo - tolerance_) shift[k] = -length_[k];
  }
  return shift;
}

void WallImages::touch_united(const Wall& wall, const Vec3& x, double reach,
                              WallTouches& out) const {
  const Vec3 shift = to_middle(wall, x);
  united_->touch(to_wall(wall.pose, x - shift), reach, out);
  for (int i = 0; i < out.count; ++i) {
    WallTouch& t = out.touch[i];
    const Vec3 foot = x - t.distance * from_wall(wall.pose, t.normal) - shift - wall.pose.x;
    t.shift = shift + to_copy(foot);
  }
  if (out.count > 1) std::sort(out.touch.begin(), out.touch.begin() + out.count, earlier);
}

// The image that holds the centre; where none does, the one that it has left the least.
void WallImages::touch_container(const Wall& wall, const Vec3& x, double reach,
                                 WallTouches& out) const {
  bool held = false;
  double depth = -1e300;
  WallTouches t;
  t.power = out.power;
  visit(near_images(wall, x, reach), [&](const Vec3& shift) {
    if (held) return;
    const Vec3 centre = to_wall(wall.pose, x - shift);
    held = wall.shape->side(centre) >= 0;
    t.count = 0;
    wall.shape->touch(centre, reach, t);
    double nearest = 1e300;
    for (int k = 0; k < t.count; ++k) {
      t.touch[k].shift = shift;
      nearest = std::min(nearest, t.touch[k].distance);
    }
    if (!held && nearest <= depth) return;
    depth = nearest;
    out = t;
  });
}

// Without a search for those that are near.
WallImages::Range WallImages::images_around(const Wall& wall, const Vec3& x) const {
  Range range;
  for (int k = 0; k < 3; ++k) {
    if (!along_[k]) continue;
    // A wall is at most two boxes long and a ball a third of one: no others can touch.
    const WallExtent e = extent(wall.pose, *wall.shape, k);
    const double middle = wall.pose.x[k] + 0.5 * (e.lo + e.hi);
    const int nearest = static_cast<int>(std::rint((x[k] - middle) * inverse_[k]));
    range.first[k] = nearest - 2;
    range.last[k] = nearest + 2;
  }
  return range;
}

void WallImages::touch_all(const Wall& wall, const Vec3& x, double reach, WallTouches& out) const {
  if (!any_ || container_) return touch(wall, x, reach, out);
  out.count = 0;
  visit(images_around(wall, x),
        [&](const Vec3& shift) { wall.shape->touch(to_wall(wall.pose, x - shift), reach, out); });
}

int WallImages::side(const Wall& wall, const Vec3& x, double r) const {
  if (!any_) return wall.shape->side(to_wall(wall.pose, x));
  int lowest = 1, highest = -1;
  visit(near_images(wall, x, r), [&](const Vec3& shift) {
    const int side = wall.shape->side(to_wall(wall.pose, x - shift));
    lowest = std::min(lowest, side);
    highest = std::max(highest, side);
  });
  return container_ ? highest : lowest;
}

bool WallImages::encloses(const Wall& wall, const Vec3& x) const {
  if (!any_) return wall.shape->encloses(to_wall(wall.pose, x));
  bool in = false;
  visit(near_images(wall, x, 0),
        [&](const Vec3& shift) { in = in || wall.shape->encloses(to_wall(wall.pose, x - shift)); });
  return in;
}

}  // namespace scree
