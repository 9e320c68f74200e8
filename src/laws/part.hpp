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
//     HD CohesionForce   operator()(const Touch&, const NormalForce&, double* h) const;
//     HD double stored(const Touch&, const NormalForce&, const double* h) const;  // elastic energy
//   };
//
// history: `h` points to this part's doubles; they are zero when a contact begins and survive
// renewals of the candidate list, checkpoints and row sorting. Write branch-free code (c ? a : b):
// the loop over contacts is then vectorised by the compiler, with the same bits as the plain loop.
// Vectors in the history must be kept in the contact plane by the part itself
// (laws/plane_spring.hpp does). stored() is asked after operator(), with the same Touch and the
// history that operator() left. A contact that ends takes what its springs still hold with it: that
// energy, stored() with v_t = w_rel = 0 after the last operator(), is lost (as sliding or rolling).
//
// operator() is called while delta > 0; that of a cohesion part also while -range() < delta <= 0,
// with a NormalForce whose force is 0. Where lanes are computed and masked, what a part answers for
// delta <= 0 is thrown away; it must only not trap.
//
// A normal part also says how long its shortest contact lasts, which bounds the time step:
//     double contact_time(double m_eff, double r_eff, double speed) const;
// One whose elastic energy grows as another power of the overlap than 2 says so (2.5 is the other
// one that meshes know), for contacts that run together on a mesh (docs/theory/walls.md):
//     static constexpr double energy_power = 2.5;
// A tangential or rolling part with a spring or a dashpot that the step does not cut also says how
// stiff it is, which bounds the time step as well:
//     PlaneRates rates(const NormalForce&) const;
// A cohesion part also says how far beyond the surfaces it acts (>= 0):
//     double range() const;
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
concept CohesionPart = FurtherPart<P, CohesionForce> && requires(const P& p) {
  { p.range() } -> std::same_as<double>;
};

}  // namespace scree
