// Region measures in periodic spaces: parts add up to the whole, and every value is that of a space
// in which the images are really there.
#include <algorithm>
#include <numbers>

#include "base/random.hpp"
#include "make.hpp"
#include "measure/ball_volume.hpp"

namespace scree {
namespace {

// Numbers in a row: the same for every run of the test.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed, 77) {}
  double operator()(double a, double b) { return a + (b - a) * random_.uniform(next_++); }
  int below(int n) { return std::min(n - 1, static_cast<int>((*this)(0, n))); }
  Vec3 vector(double a, double b) { return {(*this)(a, b), (*this)(a, b), (*this)(a, b)}; }

 private:
  CounterRandom random_;
  std::uint64_t next_ = 0;
};

std::string text(const Vec3& v) {
  char out[128];
  std::snprintf(out, sizeof out, "[%.17g, %.17g, %.17g]", v.x, v.y, v.z);
  return out;
}
std::string text(double v) {
  char out[32];
  std::snprintf(out, sizeof out, "%.17g", v);
  return out;
}
std::string corners(const Vec3& low, const Vec3& high) {
  return "; low = " + text(low) + "; high = " + text(high);
}

struct Space {
  Particles p;
  std::vector<MeasureContact> contacts;
  PeriodicBox box;
  MeasureInput input() const { return {.particles = p, .contacts = contacts, .box = box}; }
};

// Random box and grains with diameters up to a third of the shortest period, as E0504 demands. Some
// grains lie on seams, some contacts are along an axis, some are with a wall.
Space random_space(Dice& dice) {
  Space a;
  const int periodic = 1 + dice.below(7);  // at least one direction
  for (int k = 0; k < 3; ++k) {
    a.box.periodic[k] = (periodic >> k & 1) != 0;
    a.box.lo[k] = dice(-2, 2), a.box.hi[k] = a.box.lo[k] + dice(0.7, 1.8);
  }
  for (int n = 0; n < 25; ++n) {
    Vec3 x;
    for (int k = 0; k < 3; ++k) x[k] = a.box.lo[k] + a.box.length(k) * dice(0, 0.999999);
    if (n % 5 == 0) x[n / 5 % 3] = a.box.lo[n / 5 % 3];
    test::add(a.p, x, dice(0.01, 0.1), dice.vector(-1, 1));
  }
  for (std::uint32_t i = 0; i < 25; ++i)
    for (std::uint32_t j = i + 1; j < 25; ++j) {
      const Vec3 l =
          nearest_image(a.p.xr[j].x - a.p.xr[i].x, a.box.lengths(), a.box.inverse_lengths());
      if (norm(l) > 0.3) continue;
      a.contacts.push_back({.i = ParticleId{i},
                            .j = ParticleId{j},
                            .normal = normalized(l),
                            .force = dice.vector(-1, 1)});
    }
  for (std::uint32_t i = 0; i < 25; i += 4) {
    Vec3 l;
    l[dice.below(3)] = a.p.xr[i].r;  // touches at a right angle: the branch is along an axis
    a.contacts.push_back({.i = ParticleId{i},
                          .wall = 0,
                          .point = a.p.xr[i].x + l,
                          .normal = normalized(l),
                          .force = dice.vector(-1, 1)});
  }
  return a;
}

// The same with all images within `reach` periods as grains of their own, in a space that does not
// know of periods.
Space unfolded(const Space& a, int reach) {
  Space u;
  Vec3 most;
  for (int k = 0; k < 3; ++k) most[k] = a.box.periodic[k] ? reach : 0;
  const std::uint32_t n = static_cast<std::uint32_t>(a.p.size());
  const auto cell = [&](const Vec3& m) {
    const Vec3 w = 2 * most + Vec3{1, 1, 1}, c = m + most;
    return static_cast<std::uint32_t>((c.x * w.y + c.y) * w.z + c.z);
  };
  const Vec3 length = a.box.lengths(), inverse = a.box.inverse_lengths();
  const auto each = [&](auto&& f) {
    for (double i = -most.x; i <= most.x; ++i)
      for (double j = -most.y; j <= most.y; ++j)
        for (double k = -most.z; k <= most.z; ++k) f(Vec3{i, j, k});
  };
  const auto shift = [&](const Vec3& m) {
    return Vec3{m.x * length.x, m.y * length.y, m.z * length.z};
  };
  each([&](const Vec3& m) {
    for (std::uint32_t s = 0; s < n; ++s)
      test::add(u.p, a.p.xr[s].x + shift(m), a.p.xr[s].r, a.p.vm[s].v);
  });
  each([&](const Vec3& m) {
    for (MeasureContact c : a.contacts) {
      if (c.wall < 0) {
        const Vec3 d = a.p.xr[c.j.value].x - a.p.xr[c.i.value].x;
        Vec3 other = m;
        bool there = true;
        for (int k = 0; k < 3; ++k) {
          other[k] -= std::rint(d[k] * inverse[k]);
          there = there && std::abs(other[k]) <= most[k];
        }
        if (!there) continue;  // at the rim of what is unfolded, far from every region
        c.j = ParticleId{c.j.value + n * cell(other)};
      } else {
        c.point = c.point + shift(m);
      }
      c.i = ParticleId{c.i.value + n * cell(m)};
      u.contacts.push_back(c);
    }
  });
  return u;
}

// A box that may cross seams, be the whole, or be longer than a period.
std::array<Vec3, 2> random_corners(const Space& a, Dice& dice) {
  Vec3 low, high;
  for (int k = 0; k < 3; ++k) {
    const double length = a.box.length(k);
    low[k] = a.box.lo[k] + length * dice(-0.7, 0.7), high[k] = low[k] + length * dice(0.02, 1.4);
    if (dice(0, 1) < 0.2) low[k] = a.box.lo[k], high[k] = a.box.hi[k];
    if (dice(0, 1) < 0.1) high[k] = low[k] + 0.01;  // thinner than the grains
  }
  return {low, high};
}

// Values of all columns; those per volume are made sums again.
std::vector<double> sums(const std::string& kind, const Space& a, const Vec3& low,
                         const Vec3& high) {
  const Vec3 size = high - low;
  const double volume = size.x * size.y * size.z;
  auto v = test::values(kind + corners(low, high), a.input());
  if (kind == "stress") {
    v.resize(7);  // the deviator is not a sum
    for (double& c : v) c *= volume;
  } else {
    v[2] *= volume;
  }
  return v;
}

void expect_equal(const std::vector<double>& a, const std::vector<double>& b, double tolerance,
                  const std::string& what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  for (std::size_t k = 0; k < a.size(); ++k)
    EXPECT_LE(std::abs(a[k] - b[k]), tolerance * std::max(1.0, std::abs(b[k]))) << what << " " << k;
}

const char* const kRegionMeasures[] = {"stress", "mass; region = box; share = volume",
                                       "mass; region = box; share = centre"};

// Sums of some hundred terms near 1, each right to a few units of 1e-16; a volume of a ball is
// right to 1e-15 of its cube, and a tenth of the terms are cut.
constexpr double kRounding = 1e-12;

TEST(PeriodicRegions, parts_add_up_to_the_whole) {
  Dice dice(1);
  for (int trial = 0; trial < 60; ++trial) {
    const Space a = random_space(dice);
    const auto [low, high] = random_corners(a, dice);
    // Planes anywhere, and at times on a seam or through a grain's centre.
    std::array<std::vector<double>, 3> at;
    for (int k = 0; k < 3; ++k) {
      auto& planes = at[static_cast<std::size_t>(k)];
      planes = {low[k], high[k]};
      for (int n = dice.below(3); n > 0; --n) planes.push_back(dice(low[k], high[k]));
      for (const double p : {a.box.hi[k], a.p.xr[static_cast<std::size_t>(dice.below(25))].x[k]})
        if (p > low[k] && p < high[k]) planes.push_back(p);
      std::sort(planes.begin(), planes.end());
      planes.erase(std::unique(planes.begin(), planes.end()), planes.end());
    }
    for (const char* kind : kRegionMeasures) {
      std::vector<double> whole = sums(kind, a, low, high), parts(whole.size(), 0.0);
      for (std::size_t i = 1; i < at[0].size(); ++i)
        for (std::size_t j = 1; j < at[1].size(); ++j)
          for (std::size_t k = 1; k < at[2].size(); ++k) {
            const auto v = sums(kind, a, {at[0][i - 1], at[1][j - 1], at[2][k - 1]},
                                {at[0][i], at[1][j], at[2][k]});
            for (std::size_t c = 0; c < v.size(); ++c) parts[c] += v[c];
          }
      expect_equal(parts, whole, kRounding, kind);
    }
  }
}

TEST(PeriodicRegions, have_the_values_of_a_space_with_all_images) {
  Dice dice(2);
  for (int trial = 0; trial < 25; ++trial) {
    const Space a = random_space(dice), u = unfolded(a, 3);
    const auto [low, high] = random_corners(a, dice);
    for (const char* kind : kRegionMeasures)
      expect_equal(sums(kind, a, low, high), sums(kind, u, low, high), kRounding, kind);
    const Vec3 axis = normalized(dice.vector(-1, 1));
    const std::string at = "; centre = " + text(a.box.lo + dice.vector(-0.3, 0.8));
    for (const std::string& line :
         {"mass; region = sphere; share = volume; radius = " + text(dice(0.005, 1.5)) + at,
          "mass; region = sphere; radius = " + text(dice(0.1, 1.5)) + at,
          "mass; region = cylinder; share = volume; height = " + text(dice(0.01, 1.6)) +
              "; axis = " + text(axis) + "; radius = " + text(dice(0.005, 0.8)) + at,
          "mass; region = cylinder; height = " + text(dice(0.1, 1.6)) + "; axis = " + text(axis) +
              "; radius = " + text(dice(0.1, 0.8)) + at,
          "rings; count = 5; height = " + text(dice(0.1, 1.6)) + "; axis = " + text(axis) +
              "; radius = " + text(dice(0.1, 0.8)) + at})
      expect_equal(test::values(line, a.input()), test::values(line, u.input()), kRounding, line);
  }
}

TEST(PeriodicRegions, of_one_period_hold_every_grain_once) {
  Dice dice(3);
  for (int trial = 0; trial < 30; ++trial) {
    Space a = random_space(dice);
    Vec3 low = a.box.lo, high = a.box.hi;
    for (int k = 0; k < 3; ++k) {
      if (!a.box.periodic[k]) low[k] = -9, high[k] = 9;
      if (a.box.periodic[k] && trial % 2 == 1) {  // any other period of the same length
        low[k] += 0.3, high[k] = low[k] + a.box.length(k);
      }
    }
    const double whole = test::value("mass", a.input(), "mass");
    for (const char* share : {"centre", "volume"})
      EXPECT_LE(std::abs(test::value(std::string("mass; region = box; share = ") + share +
                                         corners(low, high),
                                     a.input(), "mass") -
                         whole),
                kRounding * whole)
          << share;
    for (bool& periodic : a.box.periodic) periodic = true;
    a.contacts.resize(a.contacts.size() - 7);  // no walls: all space is periodic
    auto all = test::values("stress; kinetic = true", a.input());
    expect_equal(test::values("stress; kinetic = true" + corners(a.box.lo, a.box.hi), a.input()),
                 all, kRounding, "stress");
    expect_equal(test::values("stress; kinetic = true" + corners(a.box.lo, 2 * a.box.hi - a.box.lo),
                              a.input()),
                 all, kRounding, "stress of eight periods is that of one");
  }
}

// The kinetic part is about the mean velocity of its region. So parts give the whole less what
// their means contribute: sum of M_i (V_i - V)(V_i - V), as moments of inertia do.
TEST(PeriodicRegions, kinetic_parts_and_their_means_add_up_to_the_whole) {
  Dice dice(4);
  for (int trial = 0; trial < 20; ++trial) {
    Space a = random_space(dice);
    a.contacts.clear();
    const auto [low, high] = random_corners(a, dice);
    Vec3 middle = high;
    middle.x = dice(low.x, high.x);
    Vec3 from = low;
    from.x = middle.x;
    const Space u = unfolded(a, 3);
    const auto kinetic = [&](const Vec3& lo, const Vec3& hi, const Vec3& mean_of_all) {
      Vec3 momentum;
      double mass = 0;
      for (std::size_t s = 0; s < u.p.size(); ++s) {
        const Vec3& x = u.p.xr[s].x;
        if (x.x >= lo.x && x.x < hi.x && x.y >= lo.y && x.y < hi.y && x.z >= lo.z && x.z < hi.z)
          mass += u.p.mass(s), momentum += u.p.mass(s) * u.p.vm[s].v;
      }
      const Vec3 size = hi - lo;
      const double given = test::value("stress; kinetic = true" + corners(lo, hi), a.input(), "xx");
      const double v = mass > 0 ? momentum.x / mass - mean_of_all.x : 0;
      return std::array{given * size.x * size.y * size.z + mass * v * v, mass, momentum.x};
    };
    const auto raw = kinetic(low, high, {});
    const Vec3 mean{raw[1] > 0 ? raw[2] / raw[1] : 0, 0, 0};
    const double whole = kinetic(low, high, mean)[0];
    const double parts = kinetic(low, middle, mean)[0] + kinetic(from, high, mean)[0];
    EXPECT_LE(std::abs(parts - whole), kRounding * std::max(1.0, whole));
  }
}

TEST(PeriodicLayers, and_densities_are_those_of_boxes) {
  Dice dice(5);
  for (int trial = 0; trial < 30; ++trial) {
    const Space a = random_space(dice);
    const int axis = dice.below(3), count = 1 + dice.below(12);
    const double from = a.box.lo[axis] + dice(-3, 3), thickness = dice(0.01, 0.6);
    const char name[] = {"xyz"[axis], 0};
    const auto layers = test::values("layers; count = " + std::to_string(count) +
                                         "; thickness = " + text(thickness) + "; axis = " + name +
                                         "; from = " + text(from),
                                     a.input());
    double sum = 0;
    Vec3 low = a.box.lo, high = a.box.hi;
    for (int k = 0; k < 3; ++k)
      if (!a.box.periodic[k]) low[k] = -9, high[k] = 9;
    const auto volume = [&](double bottom, double top) {
      low[axis] = bottom, high[axis] = top;
      const Vec3 size = high - low;
      return test::value("mass; region = box; share = volume" + corners(low, high), a.input(),
                         "solid_fraction") *
             size.x * size.y * size.z;
    };
    for (int k = 0; k < count; ++k) {
      sum += layers[static_cast<std::size_t>(k)];
      EXPECT_LE(std::abs(layers[static_cast<std::size_t>(k)] -
                         volume(from + k * thickness, from + (k + 1) * thickness)),
                kRounding);
    }
    const double height = count * thickness;
    EXPECT_LE(std::abs(sum - volume(from, from + height)), kRounding);
    const double density = test::value("density; area = 2; height = " + text(height) +
                                           "; axis = " + name + "; bottom = " + text(from),
                                       a.input(), "solid_fraction");
    EXPECT_LE(std::abs(density * 2 * height - sum), kRounding);
    if (a.box.periodic[axis]) {
      EXPECT_NEAR(test::value(std::string("density; area = 1; axis = ") + name, a.input(),
                              "solid_fraction") *
                      a.box.length(axis),
                  volume(a.box.lo[axis], a.box.hi[axis]), kRounding);
    }
  }
}

TEST(PeriodicRings, without_height_are_those_of_one_period) {
  Dice dice(6);
  for (int trial = 0; trial < 30; ++trial) {
    const Space a = random_space(dice);
    const int k = dice.below(3);
    Vec3 axis, centre = a.box.lo + dice.vector(-0.5, 0.5);
    axis[k] = 1;
    const double height = a.box.periodic[k] ? a.box.length(k) : 20, radius = dice(0.1, 1.5);
    const std::string rest =
        "; centre = " + text(centre) + "; radius = " + text(radius) + "; axis = " + text(axis);
    const auto endless = test::values("rings; count = 6" + rest, a.input());
    const auto one = test::values("rings; count = 6; height = " + text(height) + rest, a.input());
    double sum = 0;
    for (std::size_t n = 0; n < 6; ++n) {
      const double area = std::numbers::pi * (2.0 * double(n) + 1) * radius * radius / 36;
      // An end that cuts the ball together with the side is integrated numerically, to 1e-14 r^3.
      EXPECT_LE(std::abs(endless[n] - one[n] * area * height), kRounding) << n;
      sum += endless[n];
    }
    const std::string mass = "mass; region = cylinder; share = volume" + rest;
    EXPECT_LE(std::abs(test::value(mass, a.input(), "mass") - sum * test::kDensity),
              kRounding * test::kDensity);
    if (a.box.periodic[k]) {
      EXPECT_LE(std::abs(test::value(mass, a.input(), "solid_fraction") * std::numbers::pi *
                             radius * radius * height -
                         sum),
                kRounding);
    }
  }
}

// An endless oblique cylinder leaves its images behind where one direction of its axis is free.
TEST(PeriodicRings, oblique_and_endless_meet_finitely_many_images_or_are_refused) {
  Space a;
  a.box = {{0, 0, 0}, {1, 1, 1}, {true, false, false}};
  test::add(a.p, {0.2, 0.1, 0.4}, 0.1), test::add(a.p, {0.9, 3.3, 0.5}, 0.15);
  const std::string line =
      "rings; count = 3; radius = 0.9; centre = [0.3, 0, 0.5]; axis = [2, 1, 0]";
  expect_equal(test::values(line, a.input()), test::values(line, unfolded(a, 12).input()),
               kRounding, line);
  EXPECT_GT(test::values(line, a.input())[0], 0);
  a.box.periodic[1] = true;
  const auto refused = test::measure(line)->check(a.input());
  ASSERT_TRUE(refused.has_value());
  EXPECT_EQ(refused->code, "E0740");
  EXPECT_FALSE(test::measure(line + "; height = 2")->check(a.input()).has_value());
  for (const char* huge :
       {"rings; count = 3; radius = 1e5; height = 1e5; axis = [1, 1, 1]",
        "mass; region = sphere; radius = 1e4", "layers; thickness = 1e5; count = 100",
        "flow; radius = 1e4", "density; height = 1e9; area = 1"}) {
    const auto e = test::measure(huge)->check(a.input());
    ASSERT_TRUE(e.has_value()) << huge;
    EXPECT_EQ(e->code, "E0741") << huge;
  }
  // A box needs no images one by one: any size will do.
  const std::string box = "mass; region = box; share = volume; low = [0, -1e9, 0]; high = ";
  EXPECT_NEAR(test::value(box + "[1, 1e9, 1]", a.input(), "number"), 4e9, 1);
}

// What goes in less what goes out is what the slab gains: exactly, grain by grain.
TEST(PeriodicFlow, agrees_with_the_number_of_grains_between_two_planes) {
  Dice dice(7);
  for (int trial = 0; trial < 30; ++trial) {
    Space a = random_space(dice);
    const int axis = dice.below(3);
    const char name[] = {"xyz"[axis], 0};
    Vec3 low{-99, -99, -99}, high{99, 99, 99};
    for (int k = 0; k < 3; ++k)
      if (a.box.periodic[k]) low[k] = a.box.lo[k], high[k] = a.box.hi[k];
    low[axis] = a.box.lo[axis] + (trial % 3 == 0 ? 0 : dice(-2, 2));
    high[axis] = low[axis] + dice(0.1, 2.5);
    const auto in =
        test::measure(std::string("flow; plane = ") + name + "; at = " + text(low[axis]));
    const auto out =
        test::measure(std::string("flow; plane = ") + name + "; at = " + text(high[axis]));
    const auto held = test::measure("mass; region = box" + corners(low, high));
    double before = 0;
    for (int t = 0; t < 8; ++t) {
      MeasureInput now = a.input();
      now.time = t;
      const double gained =
          test::value(*in, now, "number_passed") - test::value(*out, now, "number_passed");
      const double number = test::value(*held, now, "number");
      if (t == 0) before = number;
      EXPECT_EQ(number - before, gained) << trial << " " << t;
      for (PositionRadius& g : a.p.xr)
        for (int k = 0; k < 3; ++k) {
          g.x[k] += dice(-0.45, 0.45) * a.box.length(k);
          if (!a.box.periodic[k]) continue;
          if (g.x[k] < a.box.lo[k]) g.x[k] += a.box.length(k);
          if (g.x[k] >= a.box.hi[k]) g.x[k] -= a.box.length(k);
        }
    }
  }
}

TEST(PeriodicFlow, through_discs_and_oblique_planes_is_that_of_all_images) {
  Dice dice(8);
  double counted = 0;
  for (int trial = 0; trial < 40; ++trial) {
    Space a = random_space(dice);
    const Vec3 centre = a.box.lo + dice.vector(-0.2, 1.2);
    std::string line = "flow; normal = " + text(dice.vector(-1, 1)) + "; centre = " + text(centre);
    const bool one = a.box.periodic[0] + a.box.periodic[1] + a.box.periodic[2] == 1;
    if (!one || trial % 2 == 0) line += "; radius = " + text(dice(0.2, 1.6));
    const auto folded = test::measure(line), plain = test::measure(line);
    ASSERT_FALSE(folded->check(a.input()).has_value());
    // The images go the same ways, unwrapped. An oblique plane meets images far away.
    Space u = unfolded(a, one ? 40 : 4);
    const std::size_t n = a.p.size();
    for (int t = 0; t < 4; ++t) {
      MeasureInput f = a.input(), g = u.input();
      f.time = g.time = t;
      const double passed = test::value(*folded, f, "number_passed");
      EXPECT_EQ(passed, test::value(*plain, g, "number_passed")) << line;
      counted += std::abs(passed);
      for (std::size_t s = 0; s < n; ++s) {
        const Vec3 step = dice.vector(-0.2, 0.2);
        for (std::size_t image = s; image < u.p.size(); image += n)
          u.p.xr[image].x = u.p.xr[image].x + step;
        Vec3& x = a.p.xr[s].x;
        x = x + step;
        for (int k = 0; k < 3; ++k) {
          if (!a.box.periodic[k]) continue;
          if (x[k] < a.box.lo[k]) x[k] += a.box.length(k);
          if (x[k] >= a.box.hi[k]) x[k] -= a.box.length(k);
        }
      }
    }
  }
  EXPECT_GT(counted, 100) << "grains must pass for the test to mean anything";
}

TEST(PeriodicFlow, refuses_an_oblique_plane_without_end_across_two_periods) {
  Space a;
  a.box = {{0, 0, 0}, {1, 1, 1}, {true, true, false}};
  const auto e = test::measure("flow; normal = [1, 1, 0]")->check(a.input());
  ASSERT_TRUE(e.has_value());
  EXPECT_EQ(e->code, "E0740");
  for (const char* line :
       {"flow; normal = [1, 1, 0]; radius = 0.2", "flow; normal = [0, 1, 1]", "flow; plane = x"})
    EXPECT_FALSE(test::measure(line)->check(a.input()).has_value()) << line;
}

}  // namespace
}  // namespace scree
