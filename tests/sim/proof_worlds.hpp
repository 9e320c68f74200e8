// The worlds of the proof matrix (proof.cpp): small, each with something that a detector may get
// wrong, and each with contacts that begin and end within its steps.
#pragma once

#include "worlds.hpp"

namespace scree::test {

// Lattice places i = (column, layer, row), layers upwards.
template <class Visit>
void for_lattice(int nx, int ny, int nz, const Visit& visit) {
  for (int j = 0; j < ny; ++j)
    for (int k = 0; k < nz; ++k)
      for (int i = 0; i < nx; ++i) visit(i, j, k);
}

inline double shifted(std::uint64_t n, double by) {
  return by * (CounterRandom(31, 7).uniform(n) - 0.5);
}

// Grains of one size but for 4%, dense from the first step, under strong gravity.
inline World packing() {
  World w = empty_world(linear_material(1e-3, 0.3, 0.5));
  w.gravity.g = {0.5, -60, 0.3};
  std::uint64_t n = 0;
  for_lattice(6, 7, 6, [&](int i, int j, int k) {
    const double lift = (j % 2) * 0.25;
    w.particles.add(
        {.x = {0.0105 * (i + 0.5 + lift), 0.0102 * (j + 0.5), 0.0105 * (k + 0.5 + lift)},
         .radius = 0.005 + shifted(++n, 2e-4)},
        2500);
  });
  w.walls = open_box(0.0105 * 6.3);
  return w;
}

inline World hourglass() {
  World w = empty_world(linear_material(1e-3, 0.4, 0.3));
  w.gravity.g = {0, -30, 0};
  ParamSet shape;
  shape.set("height", 0.12);
  shape.set("diameter", 0.12);
  shape.set("neck", 0.03);
  w.walls = {wall("hourglass", shape)};
  std::uint64_t n = 0;
  for_lattice(11, 9, 11, [&](int i, int j, int k) {
    const Vec3 x{0.0085 * (i - 5), 0.006 + 0.0085 * j, 0.0085 * (k - 5)};
    const double inside = 0.015 + (x.y - 0.006) * 0.7 - 0.007;
    if (++n; x.x * x.x + x.z * x.z > inside * inside || x.y > 0.054) return;
    w.particles.add({.x = x, .radius = 0.004 + shifted(n, 3e-4), .v = {shifted(3 * n, 0.5), -2, 0}},
                    2500);
  });
  return w;
}

inline World pouring_fast() { return poured_world({0, -4, 0}); }

// Diameters 35, 5 and 1 mm on a floor that shakes.
inline World vibrated_mixture() {
  World w = empty_world(linear_material(2e-4, 0.5, 0.4));
  w.gravity.g = {0, -9.81, 0};
  w.walls = open_box(0.04);
  ParamSet floor, shake;
  floor.set("point", Vec3{0, 0.001, 0});
  floor.set("normal", Vec3{0, 1, 0});
  shake.set("frequency", 400.0);
  shake.set("amplitude", 0.0001);
  w.walls.push_back(wall("plane", floor, "sinusoid", shake));
  w.particles.add({.x = {0.02, 0.0195, 0.02}, .radius = 0.0175, .v = {0.1, -1, 0}}, 2500);
  std::uint64_t n = 0;
  for_lattice(3, 1, 3, [&](int i, int, int k) {
    w.particles.add({.x = {0.012 + 0.008 * i, 0.0402, 0.012 + 0.008 * k},
                     .radius = 0.0025,
                     .v = {shifted(++n, 1), -1.5, shifted(n + 100, 1)}},
                    2500);
  });
  for_lattice(12, 2, 12, [&](int i, int j, int k) {
    w.particles.add({.x = {0.003 + 0.003 * i, 0.0436 + 0.0012 * j, 0.003 + 0.003 * k},
                     .radius = 0.0005,
                     .v = {shifted(++n, 1), -2, shifted(n + 1000, 1)}},
                    2500);
  });
  return w;
}

// Periodic along x and z, sheared by two plates.
inline World shear() {
  World w = empty_world(linear_material(1e-3, 0.5, 0.5));
  w.gravity.g = {0, -9.81, 0};
  w.box = {{0, 0, 0}, {0.066, 1, 0.066}, {true, false, true}};
  std::uint64_t n = 0;
  for_lattice(6, 6, 6, [&](int i, int j, int k) {
    w.particles.add({.x = {0.011 * (i + 0.1 * j), 0.0055 + 0.0104 * j, 0.011 * k},
                     .radius = 0.005 + shifted(++n, 6e-4),
                     .v = {-4 + 1.6 * j, 0, shifted(n + 500, 1)}},
                    2500);
  });
  for (const double side : {1.0, -1.0}) {
    ParamSet plate, motion;
    plate.set("point", Vec3{0, side > 0 ? 0.0 : 0.064, 0});
    plate.set("normal", Vec3{0, side, 0});
    motion.set("velocity", Vec3{-4 * side, 0, 0});
    w.walls.push_back(wall("plane", plate, "translate", motion));
  }
  return w;
}

// A radius in 60 steps: lists are renewed all the time.
inline World dilute_gas() {
  World w = empty_world(linear_material(2e-4, 0.8, 0.2));
  w.box = {{0, 0, 0}, {0.14, 0.14, 0.14}, {true, true, true}};
  std::uint64_t n = 0;
  for_lattice(6, 6, 6, [&](int i, int j, int k) {
    ++n;
    w.particles.add({.x = {0.023 * i, 0.023 * j, 0.023 * k},
                     .radius = 0.005,
                     .v = {shifted(3 * n, 40), shifted(3 * n + 1, 40), shifted(3 * n + 2, 40)}},
                    2500);
  });
  return w;
}

// A cubic lattice of equal grains that just overlap, in the middle of a box that fits: as many
// grains on one sphere and in one plane as can be. Spacing and places are whole numbers of 2^-12.
inline World crystal(double spin) {
  World w = empty_world(linear_material(1e-3, 0.5, 0.4));
  w.gravity.g = {0, spin == 0 ? -9.81 : 0, 0};
  const double step = 0x1p-7;
  const Vec3 omega{0, spin, 0};
  for_lattice(6, 6, 6, [&](int i, int j, int k) {
    const Vec3 x{(i - 2.5) * step, (j - 2.5) * step, (k - 2.5) * step};
    w.particles.add(
        {.x = x, .radius = 0.5 * step * (1 + 0x1p-10), .v = cross(omega, x), .omega = omega}, 2500);
  });
  ParamSet shape, motion;
  shape.set("size", Vec3{6 * step, 6 * step, 6 * step});
  motion.set("angular_velocity", spin);
  motion.set("axis", Vec3{0, 1, 0});
  w.walls = {spin == 0 ? wall("box", shape) : wall("box", shape, "rotate", motion)};
  return w;
}
// A skin so thin that settling by microns asks for new lists.
inline World crystal_at_rest() {
  World w = crystal(0);
  w.detect.skin = 0x1p-20;
  return w;
}
inline World crystal_rotating() { return crystal(40); }

// Everything is a power of two or a sum of two, so that nothing rounds: centres lie on faces, edges
// and corners of the cubes, neighbours exactly at reach, in a period of a whole number of cubes.
inline World on_cube_faces() {
  World w = empty_world(linear_material(1e-3, 0.7, 0.3));
  const double radius = 0x1p-8, skin = 0x1p-11, cube = 2 * radius + skin;
  w.detect.skin = skin;
  w.box = {{0, 0, 0}, {6 * cube, 6 * cube, 6 * cube}, {true, true, true}};
  for_lattice(6, 6, 6, [&](int i, int j, int k) {
    const int way = (i + j + k) % 2 == 0 ? 1 : -1;
    const Vec3 v = (i + 2 * j) % 3 == 0   ? Vec3{2.0 * way, 0, 0}
                   : (i + 2 * j) % 3 == 1 ? Vec3{0, 2.0 * way, 0}
                                          : Vec3{0, 0, 2.0 * way};
    w.particles.add({.x = {i * cube, j * cube, k * cube}, .radius = radius, .v = v}, 2500);
  });
  return w;
}

// Enough grains that detectors and lists work in parallel (thresholds of 2000 to 4000 grains and
// 20000 pairs).
inline World many() {
  World w = empty_world(linear_material(1e-3, 0.5, 0.4));
  w.box = {{0, 0, 0}, {0.17, 0.17, 0.17}, {true, true, true}};
  std::uint64_t n = 0;
  for_lattice(17, 17, 17, [&](int i, int j, int k) {
    ++n;
    w.particles.add({.x = {0.01 * i, 0.01 * j, 0.01 * k},
                     .radius = 0.0049 + shifted(n, 2e-4),
                     .v = {shifted(3 * n, 6), shifted(3 * n + 1, 6), shifted(3 * n + 2, 6)}},
                    2500);
  });
  return w;
}

}  // namespace scree::test
