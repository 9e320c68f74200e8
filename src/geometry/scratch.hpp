// A vector for intermediate results: growing it does not clear what will be written anyway.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace scree::geometry {

template <class T>
struct Uncleared : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = Uncleared<U>;
  };
  Uncleared() = default;
  template <class U>
  Uncleared(const Uncleared<U>&) noexcept {}
  template <class U>
  void construct(U* at) {
    ::new (static_cast<void*>(at)) U;
  }
  template <class U, class... Args>
  void construct(U* at, Args&&... args) {
    ::new (static_cast<void*>(at)) U(std::forward<Args>(args)...);
  }
};

template <class T>
using Scratch = std::vector<T, Uncleared<T>>;

template <class Vector>
std::size_t capacity_bytes(const Vector& v) {
  return v.capacity() * sizeof(typename Vector::value_type);
}

// Gives the memory back, too: v = {} assigns no elements and keeps the room.
template <class Vector>
void release(Vector& v) {
  Vector().swap(v);
}

}  // namespace scree::geometry
