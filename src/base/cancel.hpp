// Long work that its caller may give up: a check of a scene whose page was closed.
//
//   CancelScope scope([&] { return client_has_left(); });
//   auto scene = parse_scene(text, path);      // throws Cancelled from within
//
// Only where a scope is set does anything happen; a run has none, and its bits do not depend on it.
// Called from serial code: an exception cannot leave a parallel region.
#pragma once

#include <exception>
#include <functional>
#include <utility>

namespace scree {

struct Cancelled : std::exception {
  const char* what() const noexcept override { return "the work was given up"; }
};

namespace cancelling {
inline thread_local const std::function<bool()>* t_is_cancelled = nullptr;  // of this thread
}

class CancelScope {
 public:
  explicit CancelScope(std::function<bool()> is_cancelled)
      : is_cancelled_(std::move(is_cancelled)),
        before_(std::exchange(cancelling::t_is_cancelled,
                              is_cancelled_ ? &is_cancelled_ : cancelling::t_is_cancelled)) {}
  ~CancelScope() { cancelling::t_is_cancelled = before_; }
  CancelScope(const CancelScope&) = delete;
  CancelScope& operator=(const CancelScope&) = delete;

 private:
  const std::function<bool()> is_cancelled_;
  const std::function<bool()>* const before_;
};

// Throws Cancelled when the caller has given up. Cheap enough for every grain that is placed.
inline void cancel_point() {
  if (cancelling::t_is_cancelled != nullptr && (*cancelling::t_is_cancelled)()) throw Cancelled{};
}

}  // namespace scree
