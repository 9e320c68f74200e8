// What of a world a mistake is about, in a form that a program can follow: the scene finds the line
// of its text with it (scene/text/locate.hpp). The words for people are in the Error; no one
// searches them.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace scree {

struct Subject {
  enum class Kind {
    none,      // nothing, or the table that is being read
    setting,   // of the whole run: `key` alone says which
    material,  // `index` counts the World's materials, walls, ... from 0
    pair,      // of the materials `index` and `other`
    wall,
    inlet,
    outlet,
    grain,  // `index` is its id
  };
  Kind kind = Kind::none;
  std::size_t index = 0, other = 0;
  // A key of it as a scene spells it: "dt", "detect.skin", "normal"; empty: the whole.
  std::string key;

  static Subject of_key(std::string key) { return {Kind::none, 0, 0, std::move(key)}; }
  static Subject setting(std::string key) { return {Kind::setting, 0, 0, std::move(key)}; }
  static Subject material(std::size_t k, std::string key = {}) {
    return {Kind::material, k, 0, std::move(key)};
  }
  // Of one material with itself: the material.
  static Subject pair(std::size_t a, std::size_t b, std::string key = {}) {
    return a == b ? material(a, std::move(key)) : Subject{Kind::pair, a, b, std::move(key)};
  }
  static Subject wall(std::size_t k, std::string key = {}) {
    return {Kind::wall, k, 0, std::move(key)};
  }
  static Subject inlet(std::size_t k, std::string key = {}) {
    return {Kind::inlet, k, 0, std::move(key)};
  }
  static Subject outlet(std::size_t k, std::string key = {}) {
    return {Kind::outlet, k, 0, std::move(key)};
  }
  static Subject grain(std::size_t id) { return {Kind::grain, id, 0, {}}; }
};

}  // namespace scree
