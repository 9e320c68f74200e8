// What a scene's materials become: for each pair that can meet, the coefficients of its law at the
// masses and radii of its grains. Measured on the law itself (sim/reports/law_probe.hpp), so that
// every part of the catalogue is answered.
#pragma once

#include <string>
#include <vector>

#include "run/folder/json.hpp"
#include "scene/scene.hpp"
#include "sim/simulation.hpp"

namespace scree::run {

// Radii of the grains of a material, those still to come included.
struct MaterialSizes {
  double smallest = 0, median = 0, largest = 0;  // 0: no grain is of it
  bool wall = false;
};
std::vector<MaterialSizes> material_sizes(const World& world);

struct SpeedAndRestitution {
  double speed = 0, restitution = 0;
};

// One pair of sizes. Stiffness and damping are those at the depth of an impact at the first speed.
struct ConvertedContact {
  std::string which;                      // "smallest", "median", "largest"
  double diameter_a = 0, diameter_b = 0;  // 0: a wall
  double m_eff = 0, r_eff = 0;
  double stiffness = 0, damping = 0;
  double tangential_stiffness = 0, rolling_stiffness = 0, twisting_stiffness = 0;
  double contact_time = 0;  // of a free collision at the first speed
  double overlap = 0;       // its greatest
  std::vector<SpeedAndRestitution> restitution;
  double pull_off = 0;  // force to part the two slowly, N
  double reach = 0;     // beyond the surfaces, m
};

struct PairConversion {
  std::string a, b;
  bool wall = false;
  std::string law;        // "linear, spring"
  std::string given;      // "contact_time 1 ms, restitution 0.3"
  bool by_speed = false;  // restitution depends on the speed
  // Mixed values of the two.
  double friction = 0, rolling = 0, twisting = 0;
  std::vector<ConvertedContact> contacts;
};

std::vector<PairConversion> law_conversions(const Simulation& sim, const Scene& scene);

// The table of pairs with what mixing made of the values of both materials, lines without an end.
std::vector<std::string> pair_table(const std::vector<PairConversion>& pairs);
// Lines without an end, one per size.
std::vector<std::string> conversion_lines(const PairConversion& pair);
Json conversions_json(const std::vector<PairConversion>& pairs);

}  // namespace scree::run
