// The table of balls of `scree tessellate`: balls that are finite, or mistakes with codes. Few
// balls are also tessellated: the triangulation is valid, whatever the points, and the volumes of
// the cells are those of their box.
#include "scree/points.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "geometry/laguerre/laguerre.hpp"
#include "input.hpp"

namespace {

using namespace scree;
using fuzz::require;
using geometry::Triangulation;

constexpr std::size_t kFew = 40;

void check_cells(const Triangulation& t, const std::vector<app::Ball>& balls) {
  geometry::ClipBox box{balls[0].x, balls[0].x};
  for (const app::Ball& b : balls)
    for (int k = 0; k < 3; ++k) {
      box.low[k] = std::min(box.low[k], b.x[k] - b.r);
      box.high[k] = std::max(box.high[k], b.x[k] + b.r);
    }
  const auto cells = geometry::laguerre_cells(t, box, 1);
  require(cells.volume.size() == balls.size() && cells.begin.size() == balls.size() + 1);
  for (const auto& face : cells.faces)
    require(face.of_box() ? face.neighbour < geometry::LaguerreFace::box_face + 6
                          : face.neighbour < balls.size());
}

void tessellate(const std::vector<app::Ball>& balls) {
  std::vector<geometry::Site> sites;
  for (const app::Ball& b : balls) sites.push_back({b.x, b.r * b.r});
  const auto t = Triangulation::build(sites);
  if (!t) {
    require(!t.error().code.empty() && !t.error().message.empty());
    return;
  }
  require(t->is_valid(1));
  for (const auto& e : t->edges()) require(e[0] < balls.size() && e[1] < balls.size());
  check_cells(*t, balls);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto balls = app::parse_balls(text, "points.csv");
  if (!balls) {
    for (const Error& e : balls.errors()) require(!e.code.empty() && !e.message.empty());
    return 0;
  }
  require(!balls->empty());
  for (const app::Ball& b : *balls) require(is_finite(b.x) && std::isfinite(b.r) && b.r >= 0);
  if (balls->size() <= kFew) tessellate(*balls);
  return 0;
}
