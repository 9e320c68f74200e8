// How fast worlds of convex polyhedra are: a box is filled, comes to rest, and is timed then.
//
//   bench_polyhedra settle [COUNT] [CORNERS] [ROUNDING] [STEPS] [THREADS] [DURATION]
//
// Prints one JSON object; fails where a body was lost. Which way to the common plane is the fastest
// is measured by validation/box_flow/run.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "geometry/convex/forms.hpp"
#include "shapes/polyhedron.hpp"
#include "sim/simulation.hpp"
#include "sim/world/body_spec.hpp"
#include "sim/world/make_wall.hpp"

namespace {

using namespace scree;
using Shapes = std::vector<std::shared_ptr<const PolyhedronShape>>;

// Of one thread processor time: whatever else the machine does.
double seconds(int threads) {
  timespec t{};
  clock_gettime(threads == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
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
                                                double rounding, ContactModel contact) {
  std::vector<Vec3> points;
  for (const Vec3& c : form.corners()) points.push_back((diameter - 2 * rounding) * c);
  auto made = PolyhedronShape::make(points, rounding, contact);
  if (!made) stop(made.errors());
  return *made;
}

World world_of(const Shapes& shapes, int count, double spacing, int across, double friction) {
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
  w.steps_per_contact = 20;
  w.walls.push_back(flat({}, {0, 1, 0}));
  w.walls.push_back(flat({}, {1, 0, 0}));
  w.walls.push_back(flat({}, {0, 0, 1}));
  w.walls.push_back(flat({width, 0, 0}, {-1, 0, 0}));
  w.walls.push_back(flat({0, 0, width}, {0, 0, -1}));
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

Simulation simulation_of(World w, int threads) {
  auto s = Simulation::create(std::move(w), {.threads = threads});
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

// Bodies that are no longer in the box, or no longer anywhere.
int lost_in(const Simulation& s, double width) {
  int lost = 0;
  for (const Body& b : s.world().bodies.body)
    lost += !(b.x.y > 0 && b.x.x > 0 && b.x.x < width && b.x.z > 0 && b.x.z < width);
  return lost;
}

struct SettleCase {
  int count = 500, corners = 26;
  double rounding = 0.03;      // of the diameter
  std::uint64_t steps = 5000;  // that are timed, at rest
  int threads = 1;
  double duration = 1.5;  // s, until it is taken to be at rest
  ContactModel contact = ContactModel::potential;
};

int settle(const SettleCase& c) {
  constexpr double d = 0.038;
  Shapes shapes;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    geometry::FormSpec spec;
    spec.vertices = c.corners;
    spec.seed = seed;
    const auto form = geometry::random_form(spec);
    if (!form) stop(form.errors());
    shapes.push_back(shape_of(*form, d, c.rounding * d, c.contact));
  }
  const double spacing = 1.02 * d;
  // Wide boxes for many: they come to rest sooner.
  const int across =
      std::max(8, static_cast<int>(std::cbrt((c.count > 10000 ? 2.2 : 0.6) * c.count)));
  Simulation s = simulation_of(world_of(shapes, c.count, spacing, across, 0.5), c.threads);
  const double first = s.energy().total();
  for (double next = 0.1; s.time() < c.duration;) {
    advance(s, 500);
    if (s.time() < next) continue;
    next += 0.1;
    const EnergyReport e = s.energy();
    std::fprintf(stderr, "t = %.2f s, %llu steps: lost %d, kinetic share %.2g, overlap %.3g\n",
                 s.time(), static_cast<unsigned long long>(s.steps()), lost_in(s, spacing * across),
                 (e.kinetic + e.rotational) / first, s.greatest_overlap());
  }
  double best = 0;
  for (int round = 0; round < 5; ++round) {
    const double start = seconds(c.threads);
    advance(s, std::max<std::uint64_t>(c.steps / 5, 1));
    best = std::max(best, static_cast<double>(c.steps / 5) / (seconds(c.threads) - start));
  }
  const EnergyReport e = s.energy();
  const NarrowReport n = s.narrow();
  const int lost = lost_in(s, spacing * across);
  std::printf(
      "{\"polyhedra\": %d, \"corners\": %d, \"rounding\": %g, \"threads\": %d, \"dt\": %g, "
      "\"steps\": %llu,\n"
      " \"lost\": %d, \"steps_per_s\": %.1f, \"contacts\": %zu, \"contacts_per_s\": %.3g,\n"
      " \"greatest_overlap\": %.3g, \"kinetic_share\": %.2g, \"residual_share\": %.2g,\n"
      " \"queries_per_step\": %.0f, \"ns_per_query\": %.0f, \"warm\": %.4f, \"fallback\": %.4f,\n"
      " \"yade_steps_per_s\": 2.3, \"ratio\": %.0f, \"hash\": \"%s\"}\n",
      c.count, c.corners, c.rounding, c.threads, s.dt(), static_cast<unsigned long long>(s.steps()),
      lost, best, s.contact_count(), best * static_cast<double>(s.contact_count()),
      s.greatest_overlap(), (e.kinetic + e.rotational) / first, std::abs(e.residual()) / e.lost(),
      static_cast<double>(n.queries) / static_cast<double>(s.steps()), 1e9 * n.seconds_per_query(),
      n.share_warm(), n.share_fallback(), best / 2.3 * c.count / 500,
      to_string(s.state_hash()).c_str());
  return lost == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "settle";
  const auto number = [&](int k, double otherwise) {
    return argc > k ? std::atof(argv[k]) : otherwise;
  };
  if (what == "settle")
    return settle({.count = static_cast<int>(number(2, 500)),
                   .corners = static_cast<int>(number(3, 26)),
                   .rounding = number(4, 0.03),
                   .steps = static_cast<std::uint64_t>(number(5, 5000)),
                   .threads = static_cast<int>(number(6, 1)),
                   .duration = number(7, 1.5),
                   .contact = argc > 8 && std::string(argv[8]) == "points"
                                  ? ContactModel::points
                                  : ContactModel::potential});
  std::fprintf(stderr,
               "bench_polyhedra settle [COUNT] [CORNERS] [ROUNDING] [STEPS] [THREADS] [DURATION] "
               "[points]\n");
  return 2;
}
