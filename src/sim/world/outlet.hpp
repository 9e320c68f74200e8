// Outflow: grains that leave during the run. An outlet is a part of space that takes the grains
// that have come into it, the mirror of an Inlet (sim/world/inlet.hpp).
//
// Outlets look at the grains at the beginning of every `check_every`-th step, in the order of the
// scene; a grain that lies in two of them belongs to the first. What is taken depends on the state
// and the number of the step alone. Ids are never used again.
//
// A look costs some nanoseconds a grain, and a removal one renewal of the lists; in between an
// outlet costs nothing.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/params.hpp"
#include "base/result.hpp"
#include "base/vec3.hpp"

namespace scree {

// A part of space. One file in src/sim/outlets adds one kind.
class OutletRegion {
 public:
  virtual ~OutletRegion() = default;
  // How deep inside x lies: the radius of the largest ball about it within the region. Zero or
  // less, or no number where x is none: not inside. Pure and thread-safe.
  virtual double depth(const Vec3& x) const = 0;
  // The shortest way right through it, which a fast grain could go between two looks.
  virtual double thinnest() const { return std::numeric_limits<double>::infinity(); }
};

struct OutletRegionEntry {
  CatalogInfo info;
  Result<std::unique_ptr<OutletRegion>> (*make)(const ParamSet&);
};
std::span<const OutletRegionEntry* const> outlet_region_catalog();
const OutletRegionEntry* find_outlet_region(std::string_view name);

struct Outlet {
  // What it means that a grain comes here.
  enum class Meaning {
    outflow,  // it has run out as it should
    lost,     // it should not have come: removed, and the verdict of the run says so
    failure,  // the run stops and names it
  };

  std::string name;
  std::shared_ptr<const OutletRegion> region;
  bool whole = false;  // all of the grain must be inside, not only its centre
  Meaning meaning = Meaning::outflow;
  double from = 0, until = 1e300;   // s
  std::uint64_t check_every = 100;  // steps

  // Progress, part of the state.
  std::uint64_t grains = 0;
  double mass = 0;

  bool looks_at(std::uint64_t step, double time) const {
    return step % check_every == 0 && time >= from && time <= until;
  }
  bool takes(const Vec3& x, double r) const { return region->depth(x) > (whole ? r : 0.0); }
};

}  // namespace scree
