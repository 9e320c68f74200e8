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
//     HD NormalForce     operator()(const Touch&, double* h) const;                      // normal
//     HD TangentialForce operator()(const Touch&, const NormalForce&, double* h) const;  //
//     tangential HD RollingTorque   operator()(const Touch&, const NormalForce&, double* h) const;
//     // rolling HD CohesionForce   operator()(const Touch&, const NormalForce&, double* h) const;
//     // cohesion HD double stored(const Touch&, const NormalForce&, const double* h) const;  //
//     elastic energy
//   };
//
// history: `h` points to this part's doubles; they are zero when a contact begins and survive
// renewals of the candidate list, checkpoints and row sorting. Write branch-free code (c ? a : b):
// the loop over contacts is then vectorised by the compiler, with the same bits as the plain loop.
// Vectors in the history must be kept in the contact plane by the part itself.
//
// A normal part also says how long its shortest contact lasts, which bounds the time step:
//     double contact_time(double m_eff, double r_eff, double speed) const;
// A cohesion part also says how far beyond the surfaces it acts (>= 0):
//     double range() const;
#pragma once

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

// How two materials make a pair; equal values stay what they are, to the last bit.
namespace mixing {
HD double geometric(double a, double b) { return a == b ? a : __builtin_sqrt(a * b); }
HD double harmonic(double a, double b) { return a == b ? a : 2 * a * b / (a + b); }
HD double arithmetic(double a, double b) { return a == b ? a : 0.5 * (a + b); }
HD double smaller(double a, double b) { return a < b ? a : b; }
HD double larger(double a, double b) { return a > b ? a : b; }
}  // namespace mixing

}  // namespace scree
