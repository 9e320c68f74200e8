// Long arrays in huge pages, where the system grants them: a step walks through a dozen arrays at
// once, more than the processor can translate in pages of 4 kB.
#pragma once

#include <cstddef>
#include <vector>

namespace scree {

// Asks for huge pages for memory that has not been used yet; does nothing where there are none.
void prefer_huge_pages(void* memory, std::size_t bytes);

// An empty vector with room for n.
template <class T>
std::vector<T> long_array(std::size_t n) {
  std::vector<T> v;
  v.reserve(n);
  prefer_huge_pages(v.data(), n * sizeof(T));
  return v;
}

}  // namespace scree
