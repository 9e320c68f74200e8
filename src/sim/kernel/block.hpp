// A block of contacts of one pair of materials, as arrays in the first-level cache.
//
//   rows of the particle arrays --collect--> Block --one loop per part of the law--> forces
//
// Laws are run part by part over a block: the sum, not the product, of all parts is compiled, and
// each loop is vectorised by the compiler. See docs/decisions/0004.
#pragma once

#include <cstdint>

namespace scree::kernel {

inline constexpr int kBlock = 32;       // contacts per block
inline constexpr int kMaxHistory = 16;  // doubles per contact, all parts together
inline constexpr int kPartBytes = 192;  // for the coefficients of one part
inline constexpr int kLosses = 6;       // as in state/energy_report.hpp, without background damping

struct alignas(64) Block {
  // From collect, or from the walls.
  double dx[3][kBlock];  // centre to centre
  double dv[3][kBlock];  // velocity of the partner less that of the owner
  double wi[3][kBlock], wj[3][kBlock];
  double ri[kBlock], rj[kBlock];
  double inv_m[kBlock];      // sum of both inverse masses
  double touched[kBlock];    // touching, one step earlier
  double touching[kBlock];   // 1 within the law's range, else 0: then nothing is kept of the lane
  double before[3][kBlock];  // force on the owner one step earlier, 0 for a new contact

  // Touch (laws/touch.hpp)
  double n[3][kBlock];
  double delta[kBlock], delta_dot[kBlock];
  double v_t[3][kBlock];
  double w_rel[3][kBlock];
  double m_eff[kBlock], r_eff[kBlock];
  double damping_scale[kBlock];  // of the normal part's dashpot; read by apply_law_damped alone

  // Answers
  double force_n[kBlock], load[kBlock];
  double stiffness[kBlock], stiffness_before[kBlock], damping[kBlock];
  double force_t[3][kBlock];
  double pull[kBlock], lossy_pull[kBlock];
  double couple[3][kBlock];  // rolling and twisting
  double loss[kLosses][kBlock];
  // Of a law with a range: 1 while the normal part, and while cohesion, goes on.
  double held[kBlock], linked[kBlock];

  double history[kMaxHistory][kBlock];
  double record[7][kBlock];  // force, shorter, moment of a ContactRecord

  std::uint32_t owner[kBlock], other[kBlock], contact[kBlock];
};

}  // namespace scree::kernel
