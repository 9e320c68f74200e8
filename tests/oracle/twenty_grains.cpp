#include "twenty_grains.hpp"

#include <cmath>
#include <filesystem>
#include <numbers>
#include <stdexcept>

#include "base/random.hpp"

namespace scree::oracle {
namespace {

constexpr double kDensity = 2500;
constexpr double kPi = std::numbers::pi;
constexpr double kStiffnessRatio = 2.0 / 7.0;

double volume(double r) { return 4.0 / 3.0 * kPi * r * r * r; }

Wall plane(const Vec3& point, const Vec3& normal) {
  ParamSet p;
  p.set("point", point);
  p.set("normal", normal);
  Wall w;
  w.name = "plane";
  w.shape = std::shared_ptr<const WallShape>(std::move(*find_wall_shape("plane")->make(p)));
  return w;
}

// On a 3 x 3 lattice with room for the largest grain; every velocity and spin differs.
peers::State thrown(bool equal_masses) {
  const CounterRandom random(11, 3);
  peers::State s(20);
  const double pitch = TwentyGrains::kWidth / 3, d = TwentyGrains::kDiameter;
  for (std::size_t k = 0; k < s.size(); ++k) {
    const auto u = [&](std::uint64_t m) { return 2 * random.uniform(16 * k + m) - 1; };
    const auto cell = [](std::size_t m) { return static_cast<double>(m) + 0.5; };
    peers::GrainState& g = s[k];
    // 0.475 to 0.575 d, jitter 0.01 d: neighbours at a pitch of 1.2 d never overlap.
    g.radius = d * (0.525 + 0.05 * u(0));
    g.x = {cell(k % 3) * pitch + 0.01 * d * u(1), cell(k / 9) * pitch + 0.01 * d * u(2),
           cell(k / 3 % 3) * pitch + 0.01 * d * u(3)};
    const double v = TwentyGrains::kSpeed;
    g.v = {v * u(4), v * u(5), v * u(6)};
    g.omega = {v / d * u(7), v / d * u(8), v / d * u(9)};
    g.density = equal_masses ? kDensity * volume(0.5 * d) / volume(g.radius) : kDensity;
  }
  return s;
}

}  // namespace

// Elastic cases are given by one stiffness for every pair. Damped ones by (t_c, e): there Scree's
// stiffness grows with m_eff, which the peer's one number can follow for equal masses only (a wall
// then has twice the stiffness of a pair).
TwentyGrains::TwentyGrains(const Case& c) : case_(c), start_(thrown(c.equal_masses)) {
  const double m = kDensity * volume(0.5 * kDiameter);
  const double ln_e = std::log(c.restitution);
  law_.k_n = 0.5 * m * (kPi * kPi + ln_e * ln_e) / (kContactTime * kContactTime);  // (3.13)
  law_.gamma_n = -2 * ln_e / kContactTime;                                         // (3.14)
  law_.wall_k_n = c.equal_masses ? 2 * law_.k_n : law_.k_n;
  law_.k_t = kStiffnessRatio * law_.k_n;
  law_.wall_k_t = kStiffnessRatio * law_.wall_k_n;
  law_.mu = c.friction;
}

World TwentyGrains::world() const {
  World w;
  MaterialSpec m;
  m.name = "glass";
  m.density = kDensity;
  if (case_.equal_masses)
    m.normal.params.set("contact_time", kContactTime);
  else
    m.normal.params.set("stiffness", law_.k_n);
  m.normal.params.set("restitution", case_.restitution);
  if (case_.friction > 0) {
    m.tangential.law = "spring";
    m.tangential.params.set("friction", case_.friction);
    m.tangential.params.set("stiffness_ratio", kStiffnessRatio);
    m.tangential.params.set("damping_ratio", 0.0);
  }
  w.materials = {m};
  w.lever = LeverArm::surface;  // as the peer has it
  const double b = kWidth;
  w.walls = {plane({0, 0, 0}, {1, 0, 0}), plane({b, 0, 0}, {-1, 0, 0}), plane({0, 0, 0}, {0, 1, 0}),
             plane({0, 0, 0}, {0, 0, 1}), plane({0, 0, b}, {0, 0, -1})};
  return w;
}

Path TwentyGrains::scree(int steps, double nudge) const {
  World w = world();
  const CounterRandom random(12, 5);
  for (std::size_t k = 0; k < start_.size(); ++k) {
    const peers::GrainState& g = start_[k];
    const Vec3 u{random.uniform(4 * k) - 0.5, random.uniform(4 * k + 1) - 0.5,
                 random.uniform(4 * k + 2) - 0.5};
    w.particles.add(
        {.x = g.x + (nudge / norm(u)) * u, .radius = g.radius, .v = g.v, .omega = g.omega},
        g.density);
  }
  w.dt = dt(steps);
  Result<Simulation> sim = Simulation::create(std::move(w), {.threads = 1});
  if (!sim) throw std::runtime_error(to_string(sim.error()));
  Path path;
  for (int k = 0; k <= kFrames; ++k) {
    if (k > 0)
      if (const auto failure = sim->run(static_cast<std::uint64_t>(steps)))
        throw std::runtime_error(failure->message);
    path.emplace_back();
    for (const peers::GrainState& g : peers::state_of(sim->particles())) path.back().push_back(g.x);
  }
  return path;
}

Path TwentyGrains::lammps(int steps, const std::string& folder) const {
  std::filesystem::create_directories(folder);
  // Room above for grains that fly up; there is no lid.
  peers::lammps::write_data(folder + "/grains.data", start_,
                            {.width = kWidth, .height = 10 * kWidth});
  const peers::lammps::Loop loop =
      peers::lammps::run_job({.law = law_,
                              .box = {.width = kWidth},
                              .dt = dt(steps),
                              .steps = static_cast<long>(steps) * kFrames,
                              .frame_every = steps,
                              .skin = 0.3 * kDiameter},
                             folder);
  if (!loop.ok) throw std::runtime_error("lmp failed: " + loop.why);
  Path path;
  for (const peers::lammps::Frame& f : peers::lammps::read_frames(folder + "/frames.txt")) {
    path.emplace_back();
    for (const peers::GrainState& g : f.grains) path.back().push_back(g.x);
  }
  if (path.size() != kFrames + 1) throw std::runtime_error("lmp wrote too few frames");
  return path;
}

std::vector<double> distance(const Path& a, const Path& b) {
  std::vector<double> d(a.size(), 0);
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (k > 0) d[k] = d[k - 1];
    for (std::size_t i = 0; i < a[k].size(); ++i)
      d[k] = std::max(d[k], norm(a[k][i] - b[k][i]) / TwentyGrains::kDiameter);
  }
  return d;
}

}  // namespace scree::oracle
