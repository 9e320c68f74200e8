// Reads and writes a value by 16 bytes at a time where that matters: on a graphics card the threads
// of a group read values that lie apart, and every load costs as many turns as there are places.
#pragma once

#include "base/macros.hpp"

namespace scree {

template <class T>
HD T whole(const T& at) {
#ifdef __CUDA_ARCH__
  static_assert(alignof(T) % 16 == 0 && sizeof(T) % 16 == 0);
  constexpr int kParts = sizeof(T) / 16;
  double2 part[kParts];
  for (int k = 0; k < kParts; ++k) part[k] = reinterpret_cast<const double2*>(&at)[k];
  T out;
  __builtin_memcpy(&out, part, sizeof(T));
  return out;
#else
  return at;
#endif
}

// And writes it so.
template <class T>
HD void put_whole(const T& value, T& to) {
#ifdef __CUDA_ARCH__
  static_assert(alignof(T) % 16 == 0 && sizeof(T) % 16 == 0);
  constexpr int kParts = sizeof(T) / 16;
  double2 part[kParts];
  __builtin_memcpy(part, &value, sizeof(T));
  for (int k = 0; k < kParts; ++k) reinterpret_cast<double2*>(&to)[k] = part[k];
#else
  to = value;
#endif
}

}  // namespace scree
