// Motion and repair: after every update the triangulation is that of a rebuild.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "clouds.hpp"
#include "geometry/triangulation.hpp"

namespace scree::geometry {
namespace {

using Edges = std::vector<std::array<std::uint32_t, 2>>;

struct Moving {
  std::vector<Site> sites;
  Triangulation t;
  RepairStats stats;

  explicit Moving(std::vector<Site> s, Ties ties = Ties::by_id)
      : sites(std::move(s)), t(std::move(*Triangulation::build(sites, ties))), ties(ties) {}

  void move(const std::function<Vec3(const Vec3&)>& f) {
    std::vector<Vec3> x;
    for (Site& s : sites) x.push_back(s.x = f(s.x));
    const auto done = t.move_all(x, {}, 2);
    ASSERT_TRUE(done.ok());
    stats += *done;
  }
  void expect_equal_to_rebuild() {
    ASSERT_EQ(t.fault(4), "");
    const auto expected = Triangulation::build(sites, ties);
    ASSERT_TRUE(t.tetrahedra() == expected->tetrahedra());
    ASSERT_EQ(t.hidden_sites(), expected->hidden_sites());
    ASSERT_EQ(t.dimension(), expected->dimension());
  }
  Ties ties;
};

Vec3 jitter(Draw& d, double size) {
  return {d.between(-size, size), d.between(-size, size), d.between(-size, size)};
}

class EachMovingCloud : public testing::TestWithParam<Cloud> {};

// The unit of motion is the mean spacing of the cloud's box, except where clusters make it large.
TEST_P(EachMovingCloud, equals_a_rebuild_after_random_motions) {
  for (const double size : {1e-6, 1e-4, 1e-3, 1e-2, 1e-1}) {
    SCOPED_TRACE(size);
    for (const Ties ties : {Ties::by_id, Ties::lexicographic}) {
      Moving m(make_cloud(GetParam(), 600), ties);
      Vec3 low = m.sites[0].x, high = low;
      for (const Site& s : m.sites)
        for (int k = 0; k < 3; ++k)
          low[k] = std::min(low[k], s.x[k]), high[k] = std::max(high[k], s.x[k]);
      const double spacing = norm(high - low) / std::cbrt(double(m.sites.size()));
      Draw d(77, static_cast<std::uint64_t>(GetParam()));
      for (int step = 0; step < 4; ++step) {
        m.move([&](const Vec3& x) { return x + jitter(d, size * spacing); });
        m.expect_equal_to_rebuild();
        if (HasFatalFailure()) return;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Motion, EachMovingCloud, testing::ValuesIn(all_clouds),
                         [](const auto& info) { return std::string(name(info.param)); });

}  // namespace
}  // namespace scree::geometry
