// Bodies of the kernels, four at a time, against dynamics/rigid.hpp and put_rows().
#include <algorithm>
#include <cstring>

#include "dynamics/rigid.hpp"
#include "sim/engines/body_system.hpp"
#include "sim/engines/body_tiles.hpp"
#include "worlds.hpp"

namespace scree::test {
namespace {

// Bodies of one to five primitives, the third immovable; rows in another order than ids.
World spinning_bodies(std::size_t count, bool periodic) {
  World w;
  const CounterRandom random(23, 5);
  std::uint64_t n = 0;
  const auto u = [&] { return random.uniform(n++) - 0.5; };
  const auto vector = [&](double size) { return Vec3{size * u(), size * u(), size * u()}; };
  const auto turn = [&] { return normalized(Quat{u(), u(), u(), u()}); };
  Particles& p = w.particles;
  for (std::size_t k = 0; k < count; ++k) {
    Body b{.first_id = p.next_id(),
           .count = static_cast<std::uint32_t>(1 + k % 5),
           .first_primitive = static_cast<std::uint32_t>(w.bodies.primitive.size()),
           .x = vector(0.8),
           .q = turn(),
           .v = vector(3),
           .omega = vector(400),
           .inv_mass = k == 2 ? 0 : 900 + 500 * u(),
           .inertia = k == 2 ? Vec3{} : Vec3{2e-8, 3e-8 + 1e-8 * u(), 4e-8},
           .f = vector(0.2),
           .tq = vector(1e-4)};
    for (std::uint32_t m = 0; m < b.count; ++m) {
      p.add({.x = vector(1), .radius = 0.004, .v = vector(3)}, 2500);
      p.ws[p.size() - 1].flags = kMember;
      p.ws[p.size() - 1].body = b.name();
      w.bodies.primitive.push_back({.x = vector(0.01), .q = turn(), .shape = m % 2});
    }
    w.bodies.body.push_back(b);
  }
  std::vector<std::uint32_t> order(p.size());
  for (std::uint32_t r = 0; r < order.size(); ++r)
    order[r] = static_cast<std::uint32_t>(order.size()) - 1 - r;
  p.permute(order);
  for (std::size_t s = 0; s < p.size(); ++s)
    p.f[s] = vector(0.1), p.tq[s] = vector(1e-4), p.q[s] = turn();
  if (periodic) w.box = {{-0.4, -0.4, -0.4}, {0.4, 0.4, 0.4}, {true, false, true}};
  w.dt = 1e-3;
  w.damping = 0.02;
  w.rotational_damping = 1e-6;
  return w;
}

double plain_correct(World& w, Body& b, const Vec3& gravity, bool keep_only) {
  Vec3 f{}, tq{};
  double loss = 0;
  World alone = w;  // where put_rows() puts the arms about a centre at 0
  alone.box = {};
  Body at_zero = b;
  at_zero.x = {};
  put_rows(at_zero, alone);
  for (std::uint32_t k = 0; k < b.count; ++k) {
    const std::uint32_t s = w.particles.row_of()[b.first_id + k];
    f += w.particles.f[s];
    tq += w.particles.tq[s] + cross(alone.particles.xr[s].x, w.particles.f[s]);
  }
  if (b.inv_mass > 0) {
    f += b.mass() * gravity;
    f -= w.damping * b.v;
    tq -= w.rotational_damping * b.omega;
    loss = (w.damping * norm2(b.v) + w.rotational_damping * norm2(b.omega)) * w.dt;
  }
  if (keep_only)
    b.f = f, b.tq = tq;
  else
    correct_body(b, f, tq, w.dt);
  return loss;
}

double plain_predict(World& w, Body& b) {
  const Quat before = b.q;
  const Vec3 step = predict_body(b, w.dt);
  if (w.box.any()) wrap(b.x, w.box);
  double arm2 = 0;
  for (std::uint32_t k = 0; k < b.count; ++k)
    arm2 = std::max(arm2, norm2(w.bodies.primitive[b.first_primitive + k].x));
  const Quat turn = b.q * conjugate(before);
  const double chord = 2 * std::sqrt(norm2(Vec3{turn.x, turn.y, turn.z}) * arm2);
  std::vector<Quat> q = w.particles.q;
  put_rows(b, w);
  // Orientations of balls wait for put_bodies().
  for (std::uint32_t k = 0; k < b.count; ++k) {
    const std::uint32_t s = w.particles.row_of()[b.first_id + k];
    if (w.bodies.primitive[b.first_primitive + k].shape == 0) w.particles.q[s] = q[s];
  }
  return (norm(step) + chord) * (1 + 1e-12);
}

void expect_same_bodies(const World& a, const World& b, const std::string& what) {
  for (std::size_t k = 0; k < a.bodies.body.size(); ++k)
    EXPECT_EQ(std::memcmp(&a.bodies.body[k].x, &b.bodies.body[k].x, 24 * sizeof(double)), 0)
        << what << ", body " << k;
  const auto same = [](const auto& u, const auto& v) {
    return std::memcmp(u.data(), v.data(), u.size() * sizeof(u[0])) == 0;
  };
  EXPECT_TRUE(same(a.particles.xr, b.particles.xr)) << what;
  EXPECT_TRUE(same(a.particles.vm, b.particles.vm)) << what;
  EXPECT_TRUE(same(a.particles.ws, b.particles.ws)) << what;
  EXPECT_TRUE(same(a.particles.q, b.particles.q)) << what;
}

TEST(BodyTwins, give_the_bits_of_the_plain_bodies) {
  constexpr std::size_t kBodies = 11;  // two fours and a rest
  const Vec3 gravity{0.3, -9.81, 0.1};
  std::vector<std::uint32_t> list(kBodies);
  for (std::uint32_t k = 0; k < kBodies; ++k) list[k] = kBodies - 1 - k;
  for (const char* set : {"plain", "avx2", "avx512"}) {
    const kernel::Kernels* kernels = kernel::choose_kernels(set);
    if (kernels == nullptr) continue;
    for (const bool periodic : {false, true}) {
      World fast = spinning_bodies(kBodies, periodic), plain = spinning_bodies(kBodies, periodic);
      const kernel::BodyArgs args = body_args(fast, gravity);
      for (const bool keep_only : {true, false}) {
        std::vector<double> loss(kBodies);
        kernels->correct_bodies(args, list.data(), 0, kBodies, kBodies, keep_only, loss.data());
        for (std::size_t k = 0; k < kBodies; ++k)
          EXPECT_EQ(loss[k], plain_correct(plain, plain.bodies.body[list[k]], gravity, keep_only))
              << set << ", body " << list[k];
        expect_same_bodies(fast, plain, std::string(set) + " correct");
      }
      double way = 0;
      for (Body& b : plain.bodies.body) way = longest(way, plain_predict(plain, b));
      EXPECT_EQ(kernels->predict_bodies(args, nullptr, 0, kBodies), way) << set;
      expect_same_bodies(fast, plain, std::string(set) + " predict");
      kernels->put_bodies(args, list.data(), 0, kBodies);
      for (const Body& b : plain.bodies.body) put_rows(b, plain);
      expect_same_bodies(fast, plain, std::string(set) + " put");
    }
  }
}

TEST(BodyTwins, a_displacement_that_is_no_number_is_infinite) {
  for (const char* set : {"plain", "avx2", "avx512"}) {
    const kernel::Kernels* kernels = kernel::choose_kernels(set);
    if (kernels == nullptr) continue;
    World w = spinning_bodies(6, false);
    w.bodies.body[4].v.y = std::nan("");
    EXPECT_EQ(kernels->predict_bodies(body_args(w, {}), nullptr, 0, 6), HUGE_VAL) << set;
  }
}

TEST(BodyTiles, has_every_body_once_and_only_whole_ones_in_a_tile) {
  const World w = spinning_bodies(700, false);  // five tiles
  Tiles tiles;
  tiles.count = static_cast<std::uint32_t>((w.particles.size() + Tiles::kRows - 1) / Tiles::kRows);
  BodyTiles plan;
  plan_bodies(w, tiles, plan);
  ASSERT_EQ(plan.tiles(), tiles.count);
  std::vector<int> seen(w.bodies.body.size());
  for (std::uint32_t k = 0; k < plan.body.size(); ++k) {
    const Body& b = w.bodies.body[plan.body[k]];
    ++seen[plan.body[k]];
    bool whole = true;
    const std::uint32_t tile = w.particles.row_of()[b.first_id] / Tiles::kRows;
    for (std::uint32_t m = 1; m < b.count; ++m)
      whole = whole && w.particles.row_of()[b.first_id + m] / Tiles::kRows == tile;
    EXPECT_EQ(k < plan.others(), whole);
    if (whole) {
      EXPECT_TRUE(k >= plan.begin[tile] && k < plan.begin[tile + 1]) << plan.body[k];
    }
  }
  EXPECT_LT(plan.others(), plan.body.size());  // some bodies lie across
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), static_cast<std::ptrdiff_t>(seen.size()));
}

TEST(Bodies, are_found_by_name_whatever_their_counts) {
  World w = spinning_bodies(40, false);
  std::vector<bool> gone(40);
  gone[1] = gone[2] = gone[30] = true;  // gaps between the names
  w.bodies.remove(gone);
  for (const Body& b : w.bodies.body) EXPECT_EQ(w.bodies.find(b.name()), &b);
  for (std::uint32_t name = 0; name < w.particles.next_id() + 3; ++name) {
    const Body* found = w.bodies.find(name);
    const bool there = std::any_of(w.bodies.body.begin(), w.bodies.body.end(),
                                   [&](const Body& b) { return b.name() == name; });
    EXPECT_EQ(found != nullptr, there) << name;
    EXPECT_TRUE(found == nullptr || found->name() == name);
  }
  EXPECT_EQ(Bodies{}.find(1), nullptr);
}

}  // namespace
}  // namespace scree::test
