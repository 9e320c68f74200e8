// What a part of a contact law must offer. See CONTRIBUTING.md, "Add a contact law".
//
// A part is one header in src/laws/catalog/<kind>/<name>.hpp that defines, in namespace
// scree::laws::<kind>, a struct with the file's name in CamelCase (walton_braun.hpp: WaltonBraun).
// CMake lists the headers and generates the registry; nothing else has to be edited.
//
//   struct Name {
//     static constexpr ParamInfo params[] = {...};            // what a scene may say
//     static constexpr CatalogInfo info{"name", "one line", "paper (equation)", params};
//     static constexpr int history = H;                       // doubles kept a contact
//     static Result<Name> make(const PairInput& in);          // coefficients of one material pair
//     HD NormalForce     operator()(const Touch&, double* h) const;  // normal
//     HD TangentialForce operator()(const Touch&, const NormalForce&, double* h) const;
//     HD RollingTorque   operator()(const Touch&, const NormalForce&, double* h) const;
//     HD TwistingTorque  operator()(const Touch&, const NormalForce&, double* h) const;
//     HD CohesionForce   operator()(const Touch&, const NormalForce&, double* h) const;
//     HD double stored(const Touch&, const NormalForce&, const double* h) const;  // elastic energy
//   };
//
// history: `h` points to this part's doubles; they are zero when a contact begins and survive
// renewals of the candidate list, checkpoints and row sorting. Write branch-free code (c ? a : b):
// the loop over contacts is then vectorised by the compiler, with the same bits as the plain loop.
// Vectors in the history must be kept in the contact plane by the part itself
// (laws/plane_spring.hpp does). stored() is asked after operator(), with the same Touch and the
// history that operator() left. A contact that ends takes what its parts still hold with it: that
// energy, stored() with delta = 0 and all velocities 0 on the history of the last operator(), is
// lost. A part whose energy is not 0 at delta = 0 therefore keeps what tells it in its history.
//
// operator() is called while delta > 0. A normal or cohesion part with a range acts further, while
// delta lies in (-range, 0]. It offers one of the two functions
//     double range() const;              // the same for all grains, >= 0
//     double range(double r_eff) const;  // grows with the grains
// which only tell how far to look (the engine asks for the largest grains), and
//     HD bool holds(const Touch&, const double* h) const;
// which is asked at delta <= 0, before operator() and with the history of the step before: does
// the contact that was formed at delta > 0 go on? It says no to a history of zeros. A cohesion part
// that lacks it acts on every pair within its range. A contact that the normal part no longer holds
// has no springs; a cohesion part that goes on sees a NormalForce of 0 then. Where lanes are
// computed and masked, what a part answers for delta <= 0 is thrown away; it must only not trap.
//
// A cohesion part whose first number of history is the volume of a liquid bridge says so, and the
// engine fills the bridges that ask with -1 (sim/engines/liquid.hpp):
//     static constexpr bool takes_liquid = true;
//
// A normal part also says how long its shortest contact lasts, which bounds the time step:
//     double contact_time(double m_eff, double r_eff, double speed) const;
// One whose parameters decide the restitution of a free collision says which (NaN: not here):
//     double restitution(double m_eff, double r_eff, double speed) const;
// The generic tests hold it to that, over all speeds and masses for which it gives a number.
// One whose elastic energy grows as another power of the overlap than 2 says so (2.5 is the other
// one that meshes know), for contacts that run together on a mesh (docs/theory/walls.md):
//     static constexpr double energy_power = 2.5;
// A tangential, rolling or twisting part with a spring or a dashpot that the step does not cut also
// says how stiff it is (against torques: of the torque over r_eff^2), which bounds the time step:
//     PlaneRates rates(const NormalForce&) const;
#pragma once

#include <concepts>
#include <optional>
#include <span>

#include "base/params.hpp"
#include "base/result.hpp"
#include "laws/touch.hpp"

namespace scree {

// What a part is made from: the parameters of both materials (the same set twice for an explicit
// pair), and for parts that need them the coefficients that the normal part was given.
struct PairInput {
  const ParamSet& a;
  const ParamSet& b;
  const ParamSet& normal_a;
  const ParamSet& normal_b;
  bool explicit_pair = false;
};

// What a part's make() may rely on: both sets hold every required or defaulted parameter, and
// numbers lie in their ranges. The scene checks this before; a world made by hand may not.
std::optional<Error> unusable(std::span<const ParamInfo> table, const PairInput& in);

// How two materials make a pair; equal values stay what they are, to the last bit.
namespace mixing {
HD double geometric(double a, double b) { return a == b ? a : __builtin_sqrt(a * b); }
HD double harmonic(double a, double b) { return a == b ? a : 2 * a * b / (a + b); }
HD double arithmetic(double a, double b) { return a == b ? a : 0.5 * (a + b); }
HD double smaller(double a, double b) { return a < b ? a : b; }
HD double larger(double a, double b) { return a > b ? a : b; }
}  // namespace mixing

// The requirements above, for the compiler.
template <class P>
concept LawPart = std::copyable<P> && requires(const PairInput& in) {
  { P::info } -> std::convertible_to<const CatalogInfo&>;
  { P::history } -> std::convertible_to<int>;
  { P::make(in) } -> std::same_as<Result<P>>;
};
template <class P>
concept NormalPart = LawPart<P> &&
    requires(const P& p, const Touch& c, const NormalForce& n, double* h, double x) {
  { p(c, h) } -> std::same_as<NormalForce>;
  { p.stored(c, n, h) } -> std::same_as<double>;
  { p.contact_time(x, x, x) } -> std::same_as<double>;
};
template <class P, class Answer>
concept FurtherPart = LawPart<P> &&
    requires(const P& p, const Touch& c, const NormalForce& n, double* h) {
  { p(c, n, h) } -> std::same_as<Answer>;
  { p.stored(c, n, h) } -> std::same_as<double>;
};
template <class P>
concept TangentialPart = FurtherPart<P, TangentialForce>;
template <class P>
concept RollingPart = FurtherPart<P, RollingTorque>;
template <class P>
concept TwistingPart = FurtherPart<P, TwistingTorque>;
template <class P>
concept CohesionPart = FurtherPart<P, CohesionForce>;

// How far beyond the surfaces a part acts on grains of this effective radius.
template <class P>
double range_of(const P& part, double r_eff) {
  if constexpr (requires { part.range(r_eff); })
    return part.range(r_eff);
  else if constexpr (requires { part.range(); })
    return part.range();
  else
    return 0;
}

}  // namespace scree
