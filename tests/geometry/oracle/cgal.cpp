// The same tetrahedra as CGAL's Regular_triangulation_3, on everything; CGAL decides ties by the
// lexicographic order of the points.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Regular_triangulation_3.h>
#include <CGAL/Regular_triangulation_cell_base_3.h>
#include <CGAL/Regular_triangulation_vertex_base_3.h>
#include <CGAL/Triangulation_vertex_base_with_info_3.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "../clouds.hpp"
#include "geometry/triangulation/triangulation.hpp"

namespace scree::geometry {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using VertexBase =
    CGAL::Triangulation_vertex_base_with_info_3<std::uint32_t, Kernel,
                                                CGAL::Regular_triangulation_vertex_base_3<Kernel>>;
using CellBase = CGAL::Regular_triangulation_cell_base_3<Kernel>;
using Peer =
    CGAL::Regular_triangulation_3<Kernel,
                                  CGAL::Triangulation_data_structure_3<VertexBase, CellBase>>;

// Of several equal sites CGAL keeps the one that came first; here every one counts as the lowest
// row.
std::vector<std::uint32_t> lowest_equal(const std::vector<Site>& sites) {
  std::map<std::tuple<double, double, double, double>, std::uint32_t> first;
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < sites.size(); ++i) {
    const Site& s = sites[i];
    out.push_back(first.try_emplace({s.x.x, s.x.y, s.x.z, s.w}, i).first->second);
  }
  return out;
}

struct PeerResult {
  std::vector<std::array<std::uint32_t, 4>> tetrahedra;
  std::vector<std::array<std::uint32_t, 2>> edges;
  int dimension;
};

PeerResult peer(const std::vector<Site>& sites) {
  std::vector<std::pair<Peer::Weighted_point, std::uint32_t>> input;
  for (std::uint32_t i = 0; i < sites.size(); ++i) {
    const Vec3& x = sites[i].x;
    input.push_back({{Peer::Bare_point(x.x, x.y, x.z), sites[i].w}, i});
  }
  const Peer t(input.begin(), input.end());
  const auto canonical = lowest_equal(sites);
  PeerResult out{{}, {}, t.dimension()};
  if (t.dimension() == 3)
    for (const auto& c : t.finite_cell_handles()) {
      auto& cell = out.tetrahedra.emplace_back();
      for (int k = 0; k < 4; ++k) cell[k] = canonical[c->vertex(k)->info()];
      std::sort(cell.begin(), cell.end());
    }
  for (const auto& e : t.finite_edges()) {
    auto& edge = out.edges.emplace_back();
    edge[0] = canonical[e.first->vertex(e.second)->info()];
    edge[1] = canonical[e.first->vertex(e.third)->info()];
    std::sort(edge.begin(), edge.end());
  }
  std::sort(out.tetrahedra.begin(), out.tetrahedra.end());
  std::sort(out.edges.begin(), out.edges.end());
  return out;
}

void expect_equal_to_peer(const std::vector<Site>& sites) {
  const auto built = Triangulation::build(sites, Ties::lexicographic);
  ASSERT_TRUE(built.ok());
  const PeerResult expected = peer(sites);
  EXPECT_EQ(built->dimension(), expected.dimension);
  EXPECT_TRUE(built->tetrahedra() == expected.tetrahedra)
      << built->tetrahedra().size() << " tetrahedra, the peer has " << expected.tetrahedra.size();
  EXPECT_TRUE(built->edges() == expected.edges)
      << built->edges().size() << " edges, the peer has " << expected.edges.size();
}

class EachCloud : public testing::TestWithParam<Cloud> {};

TEST_P(EachCloud, has_the_tetrahedra_of_cgal) {
  for (const std::size_t count : {10, 100, 1000, 10000}) {
    SCOPED_TRACE(count);
    expect_equal_to_peer(make_cloud(GetParam(), count));
  }
}

TEST_P(EachCloud, has_the_tetrahedra_of_cgal_in_many_small_sets) {
  for (int seed = 2; seed < 200 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    expect_equal_to_peer(make_cloud(GetParam(), 5 + seed % 40, seed));
  }
}

INSTANTIATE_TEST_SUITE_P(Cgal, EachCloud, testing::ValuesIn(all_clouds),
                         [](const auto& info) { return std::string(name(info.param)); });

TEST(Cgal, agrees_on_flat_sets) {
  for (int seed = 0; seed < 200 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Draw d(40, seed);
    const Vec3 u{1, 2, -1}, v = seed % 3 == 0 ? Vec3{} : Vec3{0, 1, 1};
    std::vector<Site> s;
    for (int i = 0; i < 3 + seed; ++i)
      s.push_back(
          {double(d.integer(0, 9)) * u + double(d.integer(0, 9)) * v, 1.0 * d.integer(0, 3)});
    expect_equal_to_peer(s);
  }
}

}  // namespace
}  // namespace scree::geometry
