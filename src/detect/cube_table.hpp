// Which balls each cube holds: Lazarević's vector b and matrix B, as one array of balls behind an
// array of starts.
//
// Dense when the occupied region is compact: a cube's number is its index (8) in the box of all
// occupied cubes. Else a hash table of the occupied cubes alone, so that empty space costs nothing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace scree::detect {

// Integer coordinates (7).
struct Cube {
  std::int64_t x = 0, y = 0, z = 0;
  bool operator==(const Cube&) const = default;
};

class CubeTable {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffu;

  // Forgets all balls; all cubes will lie in [lo, hi], `entries` is about how many ball-in-cube
  // entries will come. The choice between dense and hashed is made here.
  void reset(const Cube& lo, const Cube& hi, std::size_t entries);

  std::uint32_t add_cube(const Cube& k);  // number of a cube, new or known
  void count(std::uint32_t cube) { ++begin_[cube + 1]; }
  void finish_counting();  // after all counts, before the first put()
  void put(std::uint32_t cube, std::uint32_t ball) { balls_[begin_[cube]++] = ball; }
  void finish();

  std::uint32_t find(const Cube& k) const;  // kNone when it holds nothing
  std::span<const std::uint32_t> balls(std::uint32_t cube) const {
    return {balls_.data() + begin_[cube], balls_.data() + begin_[cube + 1]};
  }
  bool dense() const { return dense_; }
  std::size_t cubes() const { return begin_.empty() ? 0 : begin_.size() - 1; }

 private:
  std::uint32_t dense_number(const Cube& k) const;
  std::size_t probe(const Cube& k) const;
  void grow();

  bool dense_ = true;
  Cube lo_, hi_;
  std::int64_t nx_ = 0, ny_ = 0;
  std::vector<std::uint32_t> begin_, balls_;
  std::vector<Cube> known_;           // hashed: coordinates of each numbered cube
  std::vector<std::uint32_t> slots_;  // hashed: open addressing, a power of two, at most half full
};

}  // namespace scree::detect
