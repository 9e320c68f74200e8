// The lower bound of cells that spares a loose bed the work: never above the truth, and good enough
// to be of use.
#include "sim/engines/room_for_cells.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/random.hpp"
#include "geometry/laguerre/reference_cells.hpp"

namespace scree {
namespace {

constexpr double kBall = 4 * std::numbers::pi / 3;

TEST(RoomInBall, is_the_ball_without_its_caps) {
  EXPECT_NEAR(room_in_ball(2, {}), 8 * kBall, 1e-14);
  // A half, and nothing at all: the plane is on the other side.
  const double half[] = {0.0}, none[] = {-2.5}, far[] = {2.5};
  EXPECT_NEAR(room_in_ball(2, half), 4 * kBall, 1e-14);
  EXPECT_NEAR(room_in_ball(2, none), 0, 1e-14);
  EXPECT_NEAR(room_in_ball(2, far), 8 * kBall, 1e-14);
  // pi e^2 (3 rho - e)/3 with e = 0.5.
  const double cap[] = {1.5};
  EXPECT_NEAR(8 * kBall - room_in_ball(2, cap), std::numbers::pi * 0.25 * 5.5 / 3, 1e-13);
}

struct Packing {
  std::vector<CellRoom::Grain> grains;
  geometry::ConvexContainer container;
  PeriodicBox box;
};

// Grains of radius 0.5 to `greatest` on a lattice that is shaken, in a box of `n` lattice
// constants; round where not periodic.
Packing packing(int n, double spacing, double greatest, bool periodic, std::uint64_t stream) {
  Packing out;
  const CounterRandom random(41, stream);
  std::uint64_t next = 0;
  const double side = n * spacing;
  for (int k = 0; k < n * n * n; ++k) {
    const auto place = [&](int m) {
      return spacing * (m + 0.5 + 0.2 * (random.uniform(next++) - 0.5));
    };
    out.grains.push_back({{place(k % n), place(k / n % n), place(k / (n * n))},
                          0.5 + (greatest - 0.5) * random.uniform(next++),
                          0});
  }
  std::vector<SpacePart> parts;
  for (int k = 0; k < 3; ++k) {
    Vec3 axis, high;
    axis[k] = 1, high[k] = side + (periodic ? side : 0);
    parts.push_back({high, axis});
    parts.push_back({{periodic ? -side : 0, periodic ? -side : 0, periodic ? -side : 0}, -axis});
  }
  if (periodic)
    out.box = {{0, 0, 0}, {side, side, side}, {true, true, true}};
  else
    parts.push_back({{side / 2, 0, side / 2}, {0, 1, 0}, 0.6 * side});
  out.container = *geometry::ConvexContainer::of_planes(parts, 24, {side / 2, side / 2, side / 2});
  return out;
}

std::vector<double> true_volumes(const Packing& p) {
  std::vector<geometry::Site> sites;
  for (const auto& g : p.grains) sites.push_back({g.x, g.r * g.r});
  const std::size_t own = sites.size();
  for (int k = 0; k < 3; ++k) {
    if (!p.box.periodic[k]) continue;
    for (std::size_t s = 0, before = sites.size(); s < before; ++s)
      for (const double way : {-p.box.length(k), p.box.length(k)}) {
        geometry::Site image = sites[s];
        image.x[k] += way;
        sites.push_back(image);
      }
  }
  const auto cells = geometry::ReferenceCells::start(sites, p.container, 1);
  std::vector<double> out;
  for (geometry::Triangulation::Vertex v = 0; v < own; ++v) out.push_back(cells->row(v).volume);
  return out;
}

// Grains and walls go as far as the survey allows, towards each other and at random; no grain that
// was said to have room has less.
TEST(CellRoom, what_has_room_has_it_until_something_moved_farther) {
  std::size_t certified = 0, asked = 0;
  for (std::uint64_t round = 0; round < 12; ++round) {
    const bool periodic = round % 3 == 2;
    const double spacing = round % 2 == 0 ? 1.05 : 0.9, greatest = round < 6 ? 0.5 : 0.8;
    Packing p = packing(7, spacing, greatest, periodic, round);
    const double share = 1 + 0.04 * static_cast<double>(round % 5);
    for (auto& g : p.grains) g.volume = share * kBall * g.r * g.r * g.r;
    CellRoom room;
    room.survey(p.grains, p.container, p.box, true, 2);
    const std::vector<std::uint8_t> narrow = room.narrow();
    const CounterRandom random(43, round);
    std::uint64_t next = 0;
    const Vec3 middle{3.5 * spacing, 3.5 * spacing, 3.5 * spacing};
    for (auto& g : p.grains) {
      const auto draw = [&] { return random.uniform(next++) - 0.5; };
      const Vec3 towards = round % 2 == 0 ? middle - g.x : Vec3{draw(), draw(), draw()};
      g.x += 0.0199 * g.r * normalized(towards);
    }
    for (geometry::UnitPlane& plane : p.container.planes) plane.d -= 0.0249;
    EXPECT_FALSE(room.survey(p.grains, p.container, p.box, false, 1));
    EXPECT_EQ(room.surveys(), 1u);
    const std::vector<double> truth = true_volumes(p);
    for (std::size_t i = 0; i < truth.size(); ++i) {
      ++asked;
      if (narrow[i]) continue;
      ++certified;
      EXPECT_GE(truth[i], p.grains[i].volume) << round << " " << i;
    }
    p.grains[17].x.x += 0.0399 * p.grains[17].r;
    room.survey(p.grains, p.container, p.box, false, 1);
    EXPECT_EQ(room.surveys(), 2u);
  }
  // The bound is of use, and not all is certified: dense rounds have cells below what is asked.
  EXPECT_GT(certified, asked / 4);
  EXPECT_LT(certified, asked);
}

// What may come nearer until the next survey is taken as near as it may come, and no nearer.
TEST(CellRoom, takes_off_what_both_grains_may_move) {
  constexpr double r = 0.5, distance = 1.02, ball = 1.3 * r;
  geometry::ConvexContainer wide;
  wide.box = {{-9, -9, -9}, {9, 9, 9}};
  const double here[] = {distance / 2}, there[] = {distance / 2 - 0.02 * r};
  const auto narrow = [&](double volume) {
    const std::vector<CellRoom::Grain> pair{{{0, 0, 0}, r, volume}, {{0, distance, 0}, r, 0}};
    CellRoom room;
    room.survey(pair, wide, {}, true, 1);
    return room.narrow()[0] != 0;
  };
  EXPECT_FALSE(narrow(room_in_ball(ball, there) * (1 - 1e-6)));
  EXPECT_TRUE(narrow(room_in_ball(ball, there) * (1 + 1e-6)));
  EXPECT_GT(room_in_ball(ball, here), room_in_ball(ball, there) * (1 + 1e-3));
}

TEST(CellRoom, twelve_touching_balls_leave_a_fifth) {
  // Face-centred: density 0.74; the survey takes all 0.02 r nearer to each other.
  std::vector<CellRoom::Grain> grains;
  for (int k = 0; k < 8 * 8 * 8; ++k) {
    const int a = k % 8, b = k / 8 % 8, c = k / 64;
    if ((a + b + c) % 2 == 0)
      grains.push_back({std::sqrt(0.5) * Vec3{1.0 * a, 1.0 * b, 1.0 * c}, 0.5, 1.17 * kBall / 8});
  }
  const double side = 8 * std::sqrt(0.5);
  PeriodicBox box{{0, 0, 0}, {side, side, side}, {true, true, true}};
  geometry::ConvexContainer none;
  CellRoom room;
  room.survey(grains, none, box, true, 1);
  for (const std::uint8_t narrow : room.narrow()) EXPECT_EQ(narrow, 0);
  // Of a smaller period other images than the nearest could cut: nothing is said.
  box.hi = {2.4, 2.4, 2.4};
  room.survey(grains, none, box, true, 1);
  for (const std::uint8_t narrow : room.narrow()) EXPECT_EQ(narrow, 1);
}

}  // namespace
}  // namespace scree
