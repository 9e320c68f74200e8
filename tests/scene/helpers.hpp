#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "scene/scene.hpp"
#include "support/folder.hpp"

namespace scree {

// All mistakes as a user sees them, one after the other.
inline std::string joined(const Errors& errors) {
  std::string s;
  for (const Error& e : errors) s += to_string(e) + "\n";
  return s;
}
inline std::string mistakes(std::string_view text, const std::vector<std::string>& overrides = {}) {
  const auto scene = parse_scene(text, "s.toml", overrides);
  return scene ? "no mistake" : joined(scene.errors());
}
inline Scene good(std::string_view text, const std::vector<std::string>& overrides = {}) {
  auto scene = parse_scene(text, "s.toml", overrides);
  EXPECT_TRUE(scene.ok()) << (scene ? "" : joined(scene.errors()));
  return scene ? std::move(*scene) : Scene{};
}

// Overlap of the worst pair relative to the smaller radius, by testing every pair.
inline double worst_overlap(const World& w) {
  const Vec3 length = w.box.lengths(), inverse = w.box.inverse_lengths();
  const auto& xr = w.particles.xr;
  double worst = -1;
  for (std::size_t a = 0; a < xr.size(); ++a)
    for (std::size_t b = a + 1; b < xr.size(); ++b) {
      if (w.particles.vm[a].inv_mass == 0 && w.particles.vm[b].inv_mass == 0) continue;
      // These are the balls around them; Simulation::create() compares the shapes.
      if ((w.particles.ws[a].flags | w.particles.ws[b].flags) & kShaped) continue;
      const double d = norm(nearest_image(xr[b].x - xr[a].x, length, inverse));
      worst = std::max(worst, (xr[a].r + xr[b].r - d) / std::min(xr[a].r, xr[b].r));
    }
  return worst;
}

inline bool same_grains(const World& a, const World& b) {
  if (a.particles.size() != b.particles.size()) return false;
  for (std::size_t k = 0; k < a.particles.size(); ++k) {
    if (!(a.particles.xr[k].x == b.particles.xr[k].x) || a.particles.xr[k].r != b.particles.xr[k].r)
      return false;
    if (!(a.particles.vm[k].v == b.particles.vm[k].v) ||
        a.particles.vm[k].inv_mass != b.particles.vm[k].inv_mass)
      return false;
    if (a.particles.ws[k].material != b.particles.ws[k].material) return false;
  }
  return true;
}

using test::TemporaryFolder;

}  // namespace scree
