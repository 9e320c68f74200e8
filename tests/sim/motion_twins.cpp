// The predictor and corrector of the kernels, four rows at a time, against dynamics/taylor.hpp.
#include <cstring>

#include "dynamics/taylor.hpp"
#include "worlds.hpp"

namespace scree::test {
namespace {

Particles whirling(std::size_t n) {
  Particles p;
  const CounterRandom random(17, 3);
  std::uint64_t k = 0;
  const auto u = [&] { return random.uniform(k++) - 0.5; };
  const auto vector = [&](double size) { return Vec3{size * u(), size * u(), size * u()}; };
  for (std::size_t s = 0; s < n; ++s) {
    p.add({.x = vector(1), .radius = 0.004 + 0.002 * u(), .v = vector(3), .omega = vector(400)},
          2500);
    p.q[s] = normalized(Quat{u(), u(), u(), u()});
    p.f[s] = vector(0.1);
    p.tq[s] = vector(1e-4);
  }
  return p;
}

template <class T>
bool same_bytes(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

void expect_same(const Particles& a, const Particles& b, const std::string& what) {
  for (std::size_t s = 0; s < a.size(); ++s) {
    EXPECT_EQ(a.xr[s].x, b.xr[s].x) << what << ", row " << s;
    EXPECT_EQ(a.vm[s].v, b.vm[s].v) << what << ", row " << s;
    EXPECT_EQ(a.vm[s].inv_mass, b.vm[s].inv_mass) << what << ", row " << s;
    EXPECT_EQ(a.ws[s].omega, b.ws[s].omega) << what << ", row " << s;
    EXPECT_EQ(a.ws[s].material, b.ws[s].material) << what << ", row " << s;
    EXPECT_EQ(a.q[s], b.q[s]) << what << ", row " << s;
  }
  EXPECT_TRUE(same_bytes(a.f, b.f)) << what;
  EXPECT_TRUE(same_bytes(a.tq, b.tq)) << what;
}

TEST(MotionTwins, give_the_bits_of_the_plain_rows) {
  constexpr std::size_t kRows = 11;  // two fours and a rest
  const PeriodicBox ring{{-0.4, -0.4, -0.4}, {0.4, 0.4, 0.4}, {true, false, true}};
  for (const char* set : {"plain", "avx2", "avx512"}) {
    const kernel::Kernels* kernels = kernel::choose_kernels(set);
    if (kernels == nullptr) continue;
    for (const PeriodicBox& box : {PeriodicBox{}, ring}) {
      Particles fast = whirling(kRows), plain = fast;
      const Particles other = whirling(2 * kRows);
      const std::vector<Vec3> f(other.f.begin() + kRows, other.f.end());
      const std::vector<Vec3> tq(other.tq.begin() + kRows, other.tq.end());
      const integrators::MotionRows rows = integrators::motion_rows({fast, box, 1e-3, {}});
      const integrators::MotionRows twins = integrators::motion_rows({plain, box, 1e-3, {}});
      double way2 = 0;
      for (std::size_t s = 0; s < kRows; ++s)
        way2 = longest(way2, integrators::taylor_predict_row(twins, s));
      EXPECT_EQ(kernels->predict(rows, 0, kRows), way2) << set;
      expect_same(fast, plain, std::string(set) + " predict");
      for (std::size_t s = 0; s < kRows; ++s)
        integrators::trapezoid_correct_row(twins, s, f[s], tq[s]);
      kernels->correct(rows, 0, kRows, f.data(), tq.data());
      expect_same(fast, plain, std::string(set) + " correct");
    }
  }
}

}  // namespace
}  // namespace scree::test
