// An object of a class hierarchy as a value: a copy of the pointer is a copy of the object.
//
// For members that have state of their own and are known by their base class only. With a shared
// pointer two copies of the owner would change each other.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace scree {

// Base: has `std::unique_ptr<Base> clone() const` and a virtual destructor. May be null.
template <class Base>
class Cloned {
 public:
  Cloned() = default;
  Cloned(std::nullptr_t) {}
  template <class Derived>
  Cloned(std::unique_ptr<Derived> object) : object_(std::move(object)) {}
  Cloned(const Cloned& other) : object_(other ? other->clone() : nullptr) {}
  Cloned(Cloned&&) noexcept = default;
  Cloned& operator=(Cloned other) noexcept {
    object_.swap(other.object_);
    return *this;
  }

  explicit operator bool() const { return object_ != nullptr; }
  bool operator==(std::nullptr_t) const { return object_ == nullptr; }
  // A value that is const has no state that can change.
  Base* operator->() { return object_.get(); }
  const Base* operator->() const { return object_.get(); }
  Base& operator*() { return *object_; }
  const Base& operator*() const { return *object_; }

 private:
  std::unique_ptr<Base> object_;
};

}  // namespace scree
