// How fast worlds of convex polyhedra are, and which way to the common plane is (Nezami et al.
// 2006, figure 16).
//
//   bench_polyhedra settle [COUNT] [CORNERS] [ROUNDING] [STEPS]   a dense box at rest: steps/s
//   bench_polyhedra methods [COUNT] [STEPS]                       a pile that flows: time of each
//   method
//
// Prints one JSON object.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "geometry/convex/forms.hpp"
#include "geometry/convex/methods.hpp"
#include "shapes/polyhedron.hpp"
#include "sim/body_spec.hpp"
#include "sim/make_wall.hpp"
#include "sim/simulation.hpp"

namespace {

using namespace scree;
using Clock = std::chrono::steady_clock;
using Shapes = std::vector<std::shared_ptr<const PolyhedronShape>>;

double seconds_since(Clock::time_point t) {
  return std::chrono::duration<double>(Clock::now() - t).count();
}

[[noreturn]] void stop(const Errors& errors) {
  for (const Error& e : errors) std::fprintf(stderr, "%s\n", to_string(e).c_str());
  std::exit(1);
}

Wall flat(const Vec3& point, const Vec3& normal) {
  ParamSet p;
  p.set("point", point);
  p.set("normal", normal);
  auto wall = make_wall("plane", "plane", p);
  if (!wall) stop(wall.errors());
  return std::move(*wall);
}

std::shared_ptr<const PolyhedronShape> shape_of(const geometry::Polyhedron& form, double diameter,
                                                double rounding) {
  std::vector<Vec3> points;
  for (const Vec3& c : form.corners()) points.push_back((diameter - 2 * rounding) * c);
  auto made = PolyhedronShape::make(points, rounding);
  if (!made) stop(made.errors());
  return *made;
}

World world_of(const Shapes& shapes, int count, double spacing, int across, double friction,
               bool open) {
  World w;
  MaterialSpec m;
  m.name = "rock";
  m.density = 2600;
  m.normal.params.set("stiffness", 130e3);
  m.normal.params.set("restitution", 0.3);
  m.tangential = {"spring", {}};
  m.tangential.params.set("friction", friction);
  m.tangential.params.set("stiffness_ratio", 0.785);
  w.materials = {m};
  w.gravity.g = {0, -9.81, 0};
  const double width = spacing * across;
  w.walls = {flat({}, {0, 1, 0}), flat({}, {1, 0, 0}), flat({}, {0, 0, 1})};
  if (!open) {
    w.walls.push_back(flat({width, 0, 0}, {-1, 0, 0}));
    w.walls.push_back(flat({0, 0, width}, {0, 0, -1}));
  }
  const CounterRandom random(1, 1);
  for (int k = 0; k < count; ++k) {
    const auto u = [&](std::uint64_t n) {
      return random.uniform(8 * static_cast<std::uint64_t>(k) + n) - 0.5;
    };
    BodySpec b;
    b.primitives = {{.shape = shapes[static_cast<std::size_t>(k) % shapes.size()]}};
    b.x = spacing * Vec3{k % across + 0.5, k / (across * across) + 0.5, k / across % across + 0.5};
    b.q = normalized(Quat{u(0), u(1), u(2), u(3) + 1e-3});
    b.v = {u(4), -1, u(5)};
    if (auto added = add_body(w, b); !added) stop(added.errors());
  }
  return w;
}

Simulation simulation_of(World w) {
  auto s = Simulation::create(std::move(w), {.threads = 1});
  if (!s) stop(s.errors());
  return std::move(*s);
}

void advance(Simulation& s, std::uint64_t steps) {
  if (auto failure = s.run(steps)) {
    std::fprintf(stderr, "step %llu: %s\n", static_cast<unsigned long long>(s.steps()),
                 failure->message.c_str());
    std::exit(1);
  }
}

int settle(int count, int corners, double rounding, std::uint64_t steps) {
  constexpr double d = 0.038;
  Shapes shapes;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    geometry::FormSpec spec;
    spec.vertices = corners;
    spec.seed = seed;
    const auto form = geometry::random_form(spec);
    if (!form) stop(form.errors());
    shapes.push_back(shape_of(*form, d, rounding * d));
  }
  Simulation s = simulation_of(world_of(shapes, count, 1.02 * d, 8, 0.5, false));
  const double first = s.energy().total();
  while (s.time() < 1.5) advance(s, 1000);
  double best = 0;
  for (int round = 0; round < 5; ++round) {
    const auto start = Clock::now();
    advance(s, steps / 5);
    best = std::max(best, static_cast<double>(steps / 5) / seconds_since(start));
  }
  const EnergyReport e = s.energy();
  std::printf(
      "{\"polyhedra\": %d, \"corners\": %d, \"rounding\": %g, \"dt\": %g, \"steps\": %llu,\n"
      " \"steps_per_s\": %.1f, \"contacts\": %zu, \"contacts_per_s\": %.3g,\n"
      " \"greatest_overlap\": %.3g, \"kinetic_share\": %.2g, \"residual_share\": %.2g,\n"
      " \"yade_steps_per_s\": 2.3, \"ratio\": %.0f}\n",
      count, corners, rounding, s.dt(), static_cast<unsigned long long>(s.steps()), best,
      s.contact_count(), best * static_cast<double>(s.contact_count()), s.greatest_overlap(),
      (e.kinetic + e.rotational) / first, std::abs(e.residual()) / e.lost(), best / 2.3);
  return 0;
}

struct Tally {
  double seconds = 0;
  std::uint64_t queries = 0, quick = 0, own = 0;
};

// The first steps of the flow phase: every pair of bodies whose balls overlap, as their program
// keeps one common plane for each pair of neighbours.
int methods(int count, std::uint64_t steps) {
  constexpr double d = 0.038;
  Shapes shapes;
  for (const auto& form : {geometry::tetrahedron_form(), geometry::pyramid_form(),
                           geometry::cube_form(), geometry::fourteen_form()})
    shapes.push_back(shape_of(form, d, 0));
  Simulation packed = simulation_of(world_of(shapes, count, 1.02 * d, 8, 0.7, false));
  while (packed.time() < 1.0) advance(packed, 200);
  World flow = world_of(shapes, 0, 1.02 * d, 8, 0.7, true);
  for (const Body& b : packed.world().bodies.body) {
    const Primitive& p = packed.world().bodies.primitive[b.first_primitive];
    BodySpec spec;
    spec.primitives = {{.shape = packed.world().shapes[p.shape]}};
    spec.q = normalized(b.q * p.q);
    spec.x = b.x + rotate(b.q, p.x);
    spec.v = b.v, spec.omega = b.omega;
    if (auto added = add_body(flow, spec); !added) stop(added.errors());
  }
  Simulation s = simulation_of(std::move(flow));
  constexpr geometry::GapMethod kAll[] = {geometry::GapMethod::cp, geometry::GapMethod::fcp,
                                          geometry::GapMethod::slm, geometry::GapMethod::gjk};
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::array<geometry::GapHint, 4>> hints;
  std::array<Tally, 4> tally;
  const std::size_t n = s.particles().size();
  for (std::uint64_t step = 0; step < steps; ++step) {
    advance(s, 1);
    const World& w = s.world();
    std::vector<geometry::PlacedBody> placed(n);
    std::vector<const PositionRadius*> ball(n);
    for (std::uint32_t id = 0; id < n; ++id) {
      const std::uint32_t row = w.particles.row_of()[id];
      const Body& b = w.bodies.body[id];
      ball[id] = &w.particles.xr[row];
      placed[id] = static_cast<const PolyhedronShape&>(
                       *w.shapes[w.bodies.primitive[b.first_primitive].shape])
                       .placed({w.particles.xr[row].x, w.particles.q[row]});
    }
    std::vector<std::array<geometry::GapHint, 4>*> hint;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> near;
    for (std::uint32_t i = 0; i < n; ++i)
      for (std::uint32_t j = i + 1; j < n; ++j)
        if (norm(ball[i]->x - ball[j]->x) < ball[i]->r + ball[j]->r) {
          near.emplace_back(i, j);
          hint.push_back(&hints[{i, j}]);
        }
    for (std::size_t m = 0; m < 4; ++m) {
      Tally& t = tally[m];
      const auto start = Clock::now();
      for (std::size_t k = 0; k < near.size(); ++k) {
        const auto found = geometry::convex_gap_by(kAll[m], placed[near[k].first],
                                                   placed[near[k].second], (*hint[k])[m]);
        t.quick += found.gap.iterations <= 2;
        t.own += found.proved_by_own;
      }
      t.seconds += seconds_since(start);
      t.queries += near.size();
    }
  }
  std::printf("{\"polyhedra\": %d, \"steps\": %llu, \"methods\": [\n", count,
              static_cast<unsigned long long>(steps));
  for (std::size_t m = 0; m < 4; ++m) {
    const Tally& t = tally[m];
    const auto q = static_cast<double>(t.queries);
    std::printf(
        "  {\"method\": \"%s\", \"ns_per_query\": %.0f, \"speed_up_over_cp\": %.2f, "
        "\"at_most_two_iterations\": %.3f, \"proved_by_own\": %.4f}%s\n",
        std::string(geometry::kGapMethodNames[static_cast<std::size_t>(kAll[m])]).c_str(),
        1e9 * t.seconds / q, tally[0].seconds / t.seconds, static_cast<double>(t.quick) / q,
        static_cast<double>(t.own) / q, m < 3 ? "," : "");
  }
  std::printf("]}\n");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "settle";
  const auto number = [&](int k, double otherwise) {
    return argc > k ? std::atof(argv[k]) : otherwise;
  };
  if (what == "settle")
    return settle(static_cast<int>(number(2, 500)), static_cast<int>(number(3, 26)),
                  number(4, 0.03), static_cast<std::uint64_t>(number(5, 5000)));
  if (what == "methods")
    return methods(static_cast<int>(number(2, 500)), static_cast<std::uint64_t>(number(3, 1000)));
  std::fprintf(stderr, "bench_polyhedra: settle or methods\n");
  return 2;
}
