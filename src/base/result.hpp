// Bad input returns an error with location, rule and value; libraries never print, exit or abort.
#pragma once

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/subject.hpp"

namespace scree {

// A mistake in what the user gave. `code` is stable ("E0104"); `location` names the input in the
// user's words ("wall 'bulb'", "grains.csv:12"); `hint` may suggest what to write instead;
// `subject` says to programs what `location` says to people.
struct Error {
  std::string code;
  std::string message;
  std::string location;
  std::string hint;
  Subject subject = {};
};

// The code ends the first line: messages of scenes go on with the offending line and a caret.
inline std::string to_string(const Error& e) {
  std::string s;
  if (!e.location.empty()) s += e.location + ": ";
  const std::size_t first_line = std::min(e.message.find('\n'), e.message.size());
  s.append(e.message, 0, first_line);
  if (!e.code.empty()) s += " [" + e.code + "]";
  s.append(e.message, first_line, std::string::npos);
  if (!e.hint.empty()) s += "\n  hint: " + e.hint;
  return s;
}

using Errors = std::vector<Error>;

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : v_(std::move(value)) {}
  Result(Error error) : v_(Errors{std::move(error)}) {}
  Result(Errors errors) : v_(std::move(errors)) { assert(!std::get<1>(v_).empty()); }

  bool ok() const { return v_.index() == 0; }
  explicit operator bool() const { return ok(); }
  T& value() { return std::get<0>(v_); }
  const T& value() const { return std::get<0>(v_); }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  const Errors& errors() const { return std::get<1>(v_); }
  const Error& error() const { return errors().front(); }

 private:
  std::variant<T, Errors> v_;
};

}  // namespace scree
