// What a kind of bond must offer.
//
// A bond holds two grains, 1 (the lower id) and 2. Where contact laws act between surfaces while
// they overlap, a bond acts between its two ends for as long as it is intact, and may carry
// couples. The ends of balls are their centres, those of other shapes points that are fixed on them
// (state/bonds.hpp, BondJoint): all below that says centre means end, with the force acting there.
// A kind is one header in src/laws/catalog/bond/<name>.hpp that defines, in namespace
// scree::laws::bond, a struct with the file's name in CamelCase; CMake lists the headers.
//
//   struct Name {
//     static constexpr ParamInfo params[] = {...};        // what a scene may say of a bond type
//     static constexpr CatalogInfo info{"name", "one line", "paper (equation)", params};
//     static constexpr int history = H;                   // doubles kept a bond
//     static Result<Name> make(const ParamSet& p);        // every default is filled in
//     double rest_length(const BondTouch&) const;         // between the centres
//     void start(const BondTouch&, double* h) const;      // when two grains are joined
//     BondForce operator()(const BondTouch&, double* h) const;
//     double stored(const BondTouch&, const double* h) const;   // elastic energy
//     BondRates rates(const BondTouch&) const;            // bound the time step
//   };
//
// operator() may use + - * / and the square root only (base/exact_math.hpp says why), and
// bond_power.hpp. Force and couples must conserve momentum and angular momentum,
//   couple1 + couple2 = x e x force,
// and the elastic part must be the slope of stored().
#pragma once

#include <concepts>

#include "base/params.hpp"
#include "base/result.hpp"
#include "base/vec3.hpp"

namespace scree {

// Two bonded grains.
struct BondTouch {
  Vec3 e;             // unit vector from centre 1 to centre 2
  double x = 0;       // distance of the centres
  double length = 0;  // the same at rest
  Vec3 v;             // velocity of centre 2 relative to centre 1
  Vec3 omega1, omega2;
  Quat q1, q2;
  double r1 = 0, r2 = 0;
  double inv_mass = 0;     // 1/m1 + 1/m2
  double inv_inertia = 0;  // 1/I1 + 1/I2
  double dt = 0;
  // Of the face that two shapes share: area, second moment, distance of the outermost fibre. 0:
  // there is none, and a section is round.
  double area = 0, inertia = 0, half = 0;
  bool two_d = false;  // the world has two dimensions
};

// Loads that the strength of a kind is compared with; how a bond breaks: state/bonds.hpp.
enum class BondOverload : std::uint8_t { none, tension, shear, energy };

struct BondForce {
  Vec3 force;               // elastic, on grain 1; the opposite acts on grain 2
  Vec3 couple1, couple2;    // elastic, on grain 1 and on grain 2
  Vec3 viscous;             // of the dashpots, on grain 1
  Vec3 viscous1, viscous2;  // couples of the dashpots
  BondOverload overload = BondOverload::none;
};

// A spring and a dashpot on the sum of two inverse masses or inertias.
struct BondSpring {
  double k = 0, c = 0, inverse = 0;
};
struct BondRates {
  BondSpring along, across, bending, twisting;
};

// The dashpot that damps a spring by the share `ratio` of what would be critical.
HD double damping_of(double ratio, double k, double inverse) {
  return inverse > 0 ? 2 * ratio * __builtin_sqrt(k / inverse) : 0;
}

// What bond types of several kinds may say.
namespace bond_param {
inline constexpr ParamInfo rest{
    .name = "rest",
    .kind = ParamKind::choice,
    .fallback = "radii",
    .choices = "radii|distance",
    .doc =
        "length at rest: that of grains that just touch (for balls the sum of the radii), or the "
        "distance when the grains are joined"};
inline constexpr ParamInfo damping{
    .name = "damping",
    .fallback = "0.1",
    .range = range::non_negative,
    .doc = "dashpot beside each spring of the bond, share of the critical one"};
inline constexpr ParamInfo max_tension{
    .name = "max_tension",
    .dim = dim::force,
    .range = range::positive,
    .doc = "pull at which the bond breaks; without it none does"};
inline constexpr ParamInfo max_energy{
    .name = "max_energy",
    .dim = dim::energy,
    .range = range::positive,
    .doc = "stored energy at which the bond breaks, however it is deformed"};
inline constexpr ParamInfo self_contact{
    .name = "self_contact",
    .kind = ParamKind::boolean,
    .fallback = "false",
    .doc = "grains of one cluster that have no bond with each other may touch"};
}  // namespace bond_param

template <class K>
concept BondKind = std::copyable<K> &&
    requires(const K& kind, const ParamSet& p, const BondTouch& b, double* h) {
  { K::info } -> std::convertible_to<const CatalogInfo&>;
  { K::history } -> std::convertible_to<int>;
  { K::make(p) } -> std::same_as<Result<K>>;
  { kind.rest_length(b) } -> std::same_as<double>;
  kind.start(b, h);
  { kind(b, h) } -> std::same_as<BondForce>;
  { kind.stored(b, h) } -> std::same_as<double>;
  { kind.rates(b) } -> std::same_as<BondRates>;
};

}  // namespace scree
