// Contacts of clumps of balls, for the scales of their dashpots (sim/engines/clump_damping.hpp).
#pragma once

#include <cstdint>

#include "base/vec3.hpp"
#include "sim/kernel/block.hpp"

namespace scree::kernel {

// What an impulse on a clump makes it do: I^-1 in the world, without the axes that it may not turn
// about. All zero for a ball, which is pushed towards its centre. Three rows of four numbers.
struct alignas(32) ClumpResponse {
  Vec3 x{};  // centre of mass
  double xx = 0;
  double yy = 0, zz = 0, yz = 0, zx = 0;
  double xy = 0, unused[3] = {};

  Vec3 spin(const Vec3& l) const {
    return {xx * l.x + xy * l.y + zx * l.z, xy * l.x + yy * l.y + yz * l.z,
            zx * l.x + yz * l.y + zz * l.z};
  }
};

// Near pairs with a ball of a clump; those of two bodies lie together, in the order of ids.
struct ClumpPairs {
  const std::uint32_t *owner, *other;  // rows
  const std::uint32_t* contact;        // in the near list
  std::uint32_t count;                 // of all
  const std::uint32_t* group;          // the first pair of its two bodies
  const std::uint32_t* clump_of;       // of a row: number of its response; 0: of a ball
  const ClumpResponse* response;
  double* scale;  // of a contact of the near list
};

// Up to 32 of them that touch. A unit impulse along the normal at the contact turns owner and
// partner by `spin`; `lever` is that of the contact.
struct alignas(64) ClumpBlock {
  double n[3][kBlock];
  double lever1[3][kBlock], lever2[3][kBlock];
  double spin1[3][kBlock], spin2[3][kBlock];
  double inv_m[kBlock], overlap[kBlock];
  double gives[kBlock];  // how much faster unit impulses at the contacts part these two surfaces
};

// Of one thread, with room for all pairs of a call.
struct ClumpScratch {
  std::uint32_t* pair;  // those that touch
  ClumpBlock* blocks;
};

// A dashpot that is made for the mass 1/inv_m, where unit impulses at the contacts change the speed
// of approach by `gives`. Contacts that push against each other damp no more than one of two balls.
inline double scale_of_dashpot(double inv_m, double gives) {
  return gives > inv_m ? __builtin_sqrt(inv_m / gives) : 1.0;
}

}  // namespace scree::kernel
