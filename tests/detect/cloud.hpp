// Grains to be detected, and the one question asked of every detector: the same set as brute?
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>

#include "base/random.hpp"
#include "detect/brute_force.hpp"
#include "detect/lazarevic.hpp"
#include "detect/sorted_cells.hpp"

namespace scree {

struct Cloud {
  std::vector<PositionRadius> xr;
  std::vector<SpinMaterial> ws;
  std::vector<ParticleId> id;
  PeriodicBox box;
  double reach = 0.1;
  std::uint64_t fixed_version = 1;

  void add(const Vec3& x, double r = 1, bool fixed = false) {
    xr.push_back({x, r});
    ws.push_back({});
    ws.back().flags = fixed ? kFixed : 0;
    // Ids in an order of their own: odd multiplier modulo 2^32, so all different.
    id.emplace_back(static_cast<std::uint32_t>(xr.size()) * 2654435769u);
  }
  void period(int axis, double lo, double hi) {
    box.lo[axis] = lo;
    box.hi[axis] = hi;
    box.periodic[axis] = true;
  }
  DetectInput input() const { return {xr, ws, id, box, reach, fixed_version}; }
};

struct NamedDetector {
  std::string name;
  std::unique_ptr<Detector> detector;
};

// The whole catalogue, and every inner loop that this machine can run at several cell sizes.
inline std::vector<NamedDetector> all_detectors() {
  std::vector<NamedDetector> all;
  for (const DetectorEntry* e : detector_catalog())
    if (e->info.name != "brute") all.push_back({std::string(e->info.name), e->make()});
  for (const detect::ScanFunctions& f : detect::scan_functions()) {
    for (const int cells : {1, 2, 4}) {
      auto d = std::make_unique<detect::SortedCells>(f);
      d->cells_per_reach = cells;
      all.push_back({std::string(f.name) + "/" + std::to_string(cells), std::move(d)});
    }
    using Meet = detect::SortedCells::Meet;
    for (const Meet side : {Meet::from_fine, Meet::from_coarse}) {
      auto d = std::make_unique<detect::SortedCells>(f, 24);
      d->meet = side;
      d->merge_levels = false;
      all.push_back(
          {std::string(f.name) + (side == Meet::from_fine ? "/fine" : "/coarse"), std::move(d)});
    }
  }
  return all;
}

inline std::vector<RowPair> brute_pairs(const Cloud& c) {
  std::vector<RowPair> pairs;
  detect::find_brute(c.input(), pairs);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

inline std::vector<RowPair> pairs_of(Detector& d, const Cloud& c) {
  std::vector<RowPair> pairs{{7, 7}, {8, 8}};  // what was there must go
  d.find(c.input(), pairs);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// Name of the first detector that differs from brute, with the first pair lost, added or repeated;
// empty when all agree.
inline std::string first_difference(const Cloud& c, std::vector<NamedDetector>& detectors) {
  const auto expected = brute_pairs(c);
  for (auto& [name, detector] : detectors) {
    const auto found = pairs_of(*detector, c);
    if (found == expected) continue;
    const auto text = [](const std::vector<RowPair>& v) {
      return v.empty() ? std::string("none")
                       : std::to_string(v[0].first) + "-" + std::to_string(v[0].second);
    };
    std::vector<RowPair> lost, added;
    std::set_difference(expected.begin(), expected.end(), found.begin(), found.end(),
                        std::back_inserter(lost));
    std::set_difference(found.begin(), found.end(), expected.begin(), expected.end(),
                        std::back_inserter(added));
    return name + ": " + std::to_string(found.size()) + " of " + std::to_string(expected.size()) +
           " pairs, lost " + text(lost) + ", added or repeated " + text(added);
  }
  return "";
}

inline std::string first_difference(const Cloud& c) {
  auto detectors = all_detectors();
  return first_difference(c, detectors);
}

// n grains, uniform in [lo, hi].
inline Cloud random_cloud(std::uint32_t n, const Vec3& lo, const Vec3& hi, double r_min,
                          double r_max, std::uint64_t seed) {
  Cloud c;
  const CounterRandom random(seed, 0);
  for (std::uint32_t i = 0; i < n; ++i) {
    const auto u = [&](int k) { return random.uniform(4 * std::uint64_t{i} + k); };
    c.add({lo.x + (hi.x - lo.x) * u(0), lo.y + (hi.y - lo.y) * u(1), lo.z + (hi.z - lo.z) * u(2)},
          r_min + (r_max - r_min) * u(3));
  }
  return c;
}

}  // namespace scree
