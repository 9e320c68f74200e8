// Long arrays in huge pages, where the system grants them: a step walks through a dozen arrays at
// once, more than the processor can translate in pages of 4 kB.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace scree {

// Asks for huge pages for memory that has not been used yet; does nothing where there are none.
void prefer_huge_pages(void* memory, std::size_t bytes);

// A vector whose resize() leaves new elements as they are. Whatever fills them first, on all
// threads, also gets the pages from the system; clearing them first would be wasted work of one
// thread.
template <class T>
struct UninitializedAllocator : std::allocator<T> {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
  template <class U>
  struct rebind {
    using other = UninitializedAllocator<U>;
  };
  void construct(T*) {}
  template <class... Args>
  void construct(T* at, Args&&... args) {
    std::construct_at(at, std::forward<Args>(args)...);
  }
};
template <class T>
using RawVector = std::vector<T, UninitializedAllocator<T>>;

// An empty vector with room for n.
template <class T, class Vector = std::vector<T>>
Vector long_array(std::size_t n) {
  Vector v;
  v.reserve(n);
  prefer_huge_pages(v.data(), n * sizeof(T));
  return v;
}

}  // namespace scree
