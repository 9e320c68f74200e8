// What bodies are thrown at: every shape that a wall can have, from all sides.
#pragma once

#include "sim/impacts.hpp"

namespace scree::test {

inline ParamSet given(std::initializer_list<std::pair<const char*, ParamSet::Value>> values) {
  ParamSet p;
  for (const auto& [name, value] : values) p.set(name, value);
  return p;
}

inline Target wall_target(const std::string& name, const std::string& shape, const ParamSet& p,
                          const Vec3& spread) {
  return {name, [shape, p](World& w) { w.walls.push_back(wall(shape, p)); }, spread};
}

inline TestMesh block_mesh(double h) {
  TestMesh m;
  for (int k = 0; k < 8; ++k) m.points.push_back({k & 1 ? h : -h, k & 2 ? h : -h, k & 4 ? h : -h});
  m.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                 {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return m;
}

// A sheet that is bent along a line.
inline TestMesh sheet_mesh(double h) {
  return {{{-h, 0, -h}, {0, 0.3 * h, -h}, {h, 0, -h}, {-h, 0, h}, {0, 0.3 * h, h}, {h, 0, h}},
          {{0, 1, 3}, {1, 4, 3}, {1, 2, 4}, {2, 5, 4}}};
}

inline std::vector<Target> impact_targets() {
  const Vec3 small{0.006, 0.006, 0.006};
  std::vector<Target> out;
  out.push_back(wall_target("plane", "plane", given({{"normal", Vec3{0, 1, 0}}}), {0.01, 0, 0.01}));
  out.push_back(wall_target("outside of a box", "box",
                            given({{"side", std::string("outside")},
                                   {"min", Vec3{-0.1, -0.1, -0.1}},
                                   {"max", Vec3{0, 0, 0.1}}}),
                            small));
  out.push_back(wall_target("corner of a box", "box",
                            given({{"side", std::string("outside")},
                                   {"min", Vec3{-0.1, -0.1, -0.1}},
                                   {"max", Vec3{0, 0, 0}}}),
                            small));
  out.push_back(wall_target("post", "cylinder",
                            given({{"side", std::string("outside")},
                                   {"radius", 0.002},
                                   {"height", 0.02},
                                   {"centre", Vec3{0, -0.01, 0}}}),
                            {0.003, 0.002, 0.003}));
  out.push_back(wall_target("lying cylinder", "cylinder",
                            given({{"side", std::string("outside")},
                                   {"radius", 0.004},
                                   {"height", 0.012},
                                   {"axis", Vec3{0, 0, 1}}}),
                            small));
  out.push_back(wall_target(
      "pipe", "cylinder",
      given({{"open", std::string("both")}, {"radius", 0.004}, {"height", 0.01}}), small));
  out.push_back(wall_target(
      "thin pipe", "cylinder",
      given({{"open", std::string("both")}, {"radius", 0.0015}, {"height", 0.01}}), small));
  out.push_back(wall_target("disc", "disc", given({{"radius", 0.005}}), {0.005, 0, 0.005}));
  out.push_back(wall_target("plate with a hole", "annulus",
                            given({{"inner_radius", 0.004}, {"outer_radius", 0.05}}),
                            {0.006, 0, 0.006}));
  out.push_back(wall_target("strip", "rectangle", given({{"width", 0.004}, {"length", 0.03}}),
                            {0.003, 0, 0.01}));
  out.push_back(wall_target("tip of a cone", "cone",
                            given({{"side", std::string("outside")},
                                   {"bottom_radius", 0.01},
                                   {"top_radius", 0.0},
                                   {"height", 0.02},
                                   {"centre", Vec3{0, -0.01, 0}}}),
                            {0.004, 0.001, 0.004}));
  out.push_back(wall_target("outside of a sphere", "sphere",
                            given({{"side", std::string("outside")}, {"radius", 0.005}}), small));
  out.push_back(
      {"mesh block", [](World& w) { w.walls.push_back(mesh_wall(block_mesh(0.006))); }, small});
  out.push_back(
      {"mesh sheet", [](World& w) { w.walls.push_back(mesh_wall(sheet_mesh(0.008))); }, small});
  return out;
}

inline Target body_target(const std::string& name, const Poly& shape) {
  return {name,
          [shape](World& w) { add(w, {.primitives = {{.shape = shape}}}); },
          {0.003, 0.003, 0.003}};
}

// What holds a body instead of standing in its way: it is thrown from near the origin.
inline std::vector<Target> container_targets() {
  const Vec3 centre{0.001, 0.001, 0.001};
  std::vector<Target> out;
  out.push_back(wall_target(
      "box", "box", given({{"min", Vec3{-0.03, -0.03, -0.03}}, {"max", Vec3{0.03, 0.03, 0.03}}}),
      centre));
  out.push_back(wall_target(
      "beaker", "cylinder",
      given({{"open", std::string("top")}, {"radius", 0.02}, {"height", 0.06}}), centre));
  out.push_back(wall_target("drum", "cylinder",
                            given({{"radius", 0.02}, {"height", 0.04}, {"axis", Vec3{0, 0, 1}}}),
                            centre));
  out.push_back(wall_target(
      "funnel", "cone", given({{"bottom_radius", 0.003}, {"top_radius", 0.04}, {"height", 0.06}}),
      centre));
  out.push_back(wall_target(
      "hourglass", "hourglass",
      given({{"height", 0.08}, {"diameter", 0.05}, {"neck", 0.005}, {"centre", Vec3{0, -0.02, 0}}}),
      centre));
  out.push_back(wall_target("inside of a sphere", "sphere", given({{"radius", 0.025}}), centre));
  TestMesh room = block_mesh(0.03);
  out.push_back({"mesh room", [room](World& w) { w.walls.push_back(mesh_wall(room)); }, centre});
  return out;
}

// Walls that move while they are met, and walls that a periodic seam cuts.
inline Target moved(Target t, const std::string& motion, const ParamSet& p) {
  return {t.name + ", " + motion,
          [t, motion, p](World& w) {
            t.put(w);
            const WallMotionEntry* m = find_wall_motion(motion);
            w.walls.back().motion = std::move(*m->make(*with_defaults(m->info.params, p)));
          },
          t.spread};
}
inline Target across_a_seam(Target t) {
  return {t.name + " across a seam",
          [t](World& w) {
            t.put(w);
            w.box.lo = {0, 0, 0}, w.box.hi = {0.09, 0.09, 0.09};
            w.box.periodic[0] = w.box.periodic[2] = true;
          },
          t.spread};
}

}  // namespace scree::test
