#include "place.hpp"

#include <cmath>
#include <cstdint>
#include <unordered_map>

#include "base/random.hpp"
#include "state/particles.hpp"

namespace scree::bench {
namespace {

// One hashed grid a size, cells of one diameter.
class Placed {
 public:
  explicit Placed(double overlap) : overlap_(overlap) {}

  bool free(const Vec3& x, double r) const {
    for (const Level& level : levels_)
      if (!free(level, x, r)) return false;
    return true;
  }

  void add(const Vec3& x, double r) {
    if (levels_.empty() || levels_.back().r != r) levels_.push_back({r, {}});
    Level& l = levels_.back();
    l.cells[key(cell(x.x, l), cell(x.y, l), cell(x.z, l))].push_back(x);
  }

 private:
  struct Level {
    double r;
    std::unordered_map<std::int64_t, std::vector<Vec3>> cells;
  };

  static std::int64_t cell(double x, const Level& l) {
    return static_cast<std::int64_t>(std::floor(x / (2 * l.r)));
  }
  static std::int64_t key(std::int64_t x, std::int64_t y, std::int64_t z) {
    return ((x & 0x1fffff) << 42) | ((y & 0x1fffff) << 21) | (z & 0x1fffff);
  }

  bool free(const Level& l, const Vec3& c, double r) const {
    const double d = r + l.r - overlap_ * std::fmin(r, l.r);
    for (std::int64_t x = cell(c.x - d, l); x <= cell(c.x + d, l); ++x)
      for (std::int64_t y = cell(c.y - d, l); y <= cell(c.y + d, l); ++y)
        for (std::int64_t z = cell(c.z - d, l); z <= cell(c.z + d, l); ++z) {
          const auto found = l.cells.find(key(x, y, z));
          if (found == l.cells.end()) continue;
          for (const Vec3& other : found->second)
            if (norm2(other - c) < d * d) return false;
        }
    return true;
  }

  double overlap_;
  std::vector<Level> levels_;
};

constexpr int kPatience = 1000;   // tries in vain before the space grows
constexpr double kGrowth = 1.02;  // by that

}  // namespace

peers::State place_at_random(peers::State grains, const std::vector<double>& diameters,
                             const Placement& s) {
  const CounterRandom random(s.seed, 21);
  Placed placed(s.overlap);
  for (const peers::GrainState& g : grains) placed.add(g.x, g.radius);
  grains.reserve(grains.size() + diameters.size());
  double height = s.height;
  std::uint64_t attempt = 0;
  for (const double d : diameters) {
    const double r = 0.5 * d;
    height = std::fmax(height, 1.01 * d);
    Vec3 x;
    for (int tries = 1;; ++tries, ++attempt) {
      x = {r + (s.width - d) * random.uniform(2 * attempt),
           r + (height - d) * random.uniform(2 * attempt, 1),
           r + (s.width - d) * random.uniform(2 * attempt + 1)};
      if (placed.free(x, r)) break;
      if (tries % kPatience == 0) height *= kGrowth;
    }
    ++attempt;
    placed.add(x, r);
    grains.push_back({.x = x, .radius = r, .density = s.density});
  }
  return grains;
}

}  // namespace scree::bench
