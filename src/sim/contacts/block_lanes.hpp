// Blocks of contact points that are filled outside of the kernels.
#pragma once

#include "sim/kernel/block.hpp"

namespace scree {

// Lanes past the count repeat the last point: the kernels work on whole vectors of eight.
inline void repeat_last(kernel::Block& b, int count, int history) {
  const int last = count - 1;
  for (int l = count; l % 8 != 0; ++l) {
    for (int c = 0; c < 3; ++c) {
      b.n[c][l] = b.n[c][last];
      b.v_t[c][l] = b.v_t[c][last];
      b.w_rel[c][l] = b.w_rel[c][last];
      b.before[c][l] = b.before[c][last];
    }
    b.delta[l] = b.delta[last];
    b.delta_dot[l] = b.delta_dot[last];
    b.m_eff[l] = b.m_eff[last];
    b.r_eff[l] = b.r_eff[last];
    b.inv_m[l] = b.inv_m[last];
    b.damping_scale[l] = b.damping_scale[last];
    for (int h = 0; h < history; ++h) b.history[h][l] = b.history[h][last];
  }
}

}  // namespace scree
