#include "base/memory.hpp"

#include <sys/mman.h>

#include <cstdint>

namespace scree {

void prefer_huge_pages(void* memory, std::size_t bytes) {
  constexpr std::uintptr_t kPage = 4096;
  constexpr std::size_t kWorthwhile = std::size_t{4} << 20;
  if (bytes < kWorthwhile) return;
  const auto from = (reinterpret_cast<std::uintptr_t>(memory) + kPage - 1) & ~(kPage - 1);
  const auto to = (reinterpret_cast<std::uintptr_t>(memory) + bytes) & ~(kPage - 1);
  madvise(reinterpret_cast<void*>(from), to - from, MADV_HUGEPAGE);  // advice: may be declined
}

}  // namespace scree
