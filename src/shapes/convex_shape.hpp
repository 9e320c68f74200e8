// What convex shapes of two and of three dimensions have in common: all that lies within a rounding
// of a core with corners. Its frame has the origin in the middle of the circle or ball around it;
// shapes of one form and of different sizes share the form.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "shapes/cluster.hpp"
#include "shapes/shape.hpp"

namespace scree {

// What shapes of all sizes have in common. Lengths are those of size 1.
template <class Core, class Contact>
struct ConvexForm {
  Core core;
  double rounding = 0;
  Contact contact = Contact::potential;  // how it presses on others
  double radius = 0;                     // around core and rounding, about the origin
  MassProperties mass;                   // of density 1 (and depth 1)
  std::vector<Edge> edges;
  // For the potential: `core` and `rounding`, or what is left of a sharper core when
  // kContactRounding is taken off.
  Core pressed_core;
  double pressed_rounding = 0;

  ConvexForm(Core of, double r, Contact c, const MassProperties& m)
      : core(std::move(of)), rounding(r), contact(c), mass(m), pressed_core(core) {
    pressed_rounding = rounding;
    double reach2 = 0;
    for (const auto& x : core.corners()) reach2 = std::max(reach2, norm2(x));
    radius = std::sqrt(reach2) + rounding;
  }

  // Takes kContactRounding off a core that is sharper than that. `eroded(core, by)`: a Result.
  template <class Erode>
  std::optional<Error> blunt(const Erode& eroded) {
    const double least = kContactRounding * core.inner_radius();
    if (contact != Contact::potential || !(rounding < least)) return std::nullopt;
    auto smaller = eroded(core, least - rounding);
    if (!smaller) return smaller.error();
    pressed_core = std::move(*smaller);
    pressed_rounding = least;
    return std::nullopt;
  }
};

// The names of `Contact` in a scene: specialised where the models are defined.
template <class Contact>
struct ContactNames;
template <class Contact>
std::string_view name_of(Contact contact) {
  return ContactNames<Contact>::names[static_cast<std::size_t>(contact)];
}
template <class Contact>
std::optional<Contact> contact_named(std::string_view name) {
  for (std::size_t k = 0; k < std::size(ContactNames<Contact>::names); ++k)
    if (ContactNames<Contact>::names[k] == name) return static_cast<Contact>(k);
  return std::nullopt;
}

// `Derived` is constructed from a form and a size, and knows its kDimensions.
template <class Derived, class Form>
class ConvexShape : public Shape {
 public:
  double bounding_radius() const final { return size_ * form_->radius; }
  MassProperties mass_properties(Dimensions) const final {
    return scaled_in_size(form_->mass, size_, Derived::kDimensions);
  }
  std::span<const Corner> corners() const final { return corners_; }
  std::span<const Edge> edges() const final { return form_->edges; }
  std::shared_ptr<const Shape> scaled(double by) const final {
    auto out = std::make_shared<Derived>(form_, by * size_);
    out->given_origin_ = by * given_origin_;
    return out;
  }
  std::optional<ParamSet> parameters() const final {
    std::vector<std::vector<double>> rows;
    for (const Corner& c : corners_) {
      rows.push_back({c.x.x, c.x.y});
      if (Derived::kDimensions == Dimensions::three) rows.back().push_back(c.x.z);
    }
    ParamSet out;
    out.set("vertices", std::move(rows));
    out.set("rounding", rounding());
    out.set("contact", std::string(name_of(form_->contact)));
    return out;
  }

  double size() const { return size_; }
  double rounding() const { return size_ * form_->rounding; }
  double pressed_rounding() const { return size_ * form_->pressed_rounding; }
  const Form& form() const { return *form_; }
  // Where the points that it was made from have their origin, in the frame of the shape.
  const Vec3& given_origin() const { return given_origin_; }

 protected:
  ConvexShape(std::shared_ptr<const Form> form, double size)
      : form_(std::move(form)), size_(size) {}
  void add_corner(const Vec3& x) { corners_.push_back({x, rounding()}); }
  static std::shared_ptr<const Derived> of_size_one(std::shared_ptr<const Form> form,
                                                    const Vec3& given_origin) {
    auto out = std::make_shared<Derived>(std::move(form), 1.0);
    out->given_origin_ = given_origin;
    return out;
  }

 private:
  std::shared_ptr<const Form> form_;
  double size_ = 1;
  Vec3 given_origin_{};
  std::vector<Corner> corners_;
};

// E0467, E0572: a rounding that is not a length. `noun`: "polygon".
std::optional<Error> wrong_rounding(double rounding, std::string code, std::string_view noun);

// The middle of the circle or ball around points.
Vec3 middle_of(std::span<const Vec3> points);

}  // namespace scree
