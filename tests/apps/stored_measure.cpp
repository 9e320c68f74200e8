#include "scree/stored_measure.hpp"

#include <cstring>

#include "io/vtp.hpp"
#include "io/vtp_reader.hpp"
#include "measure/measure.hpp"
#include "program.hpp"
#include "scene/scene.hpp"
#include "scree/snapshot.hpp"

namespace scree::test {
namespace {

// What a measure sees while the run lasts.
struct Live {
  explicit Live(const Simulation& sim) : sim(sim), reports(sim.wall_reports()) {
    sim.for_each_contact([this](const ContactView& c) {
      contacts.push_back({c.i, c.j, c.wall, c.point, c.normal, c.overlap, c.force, c.tangential});
    });
    for (std::size_t k = 0; k < reports.size(); ++k)
      walls.push_back({sim.world().walls[k].name, reports[k].force, reports[k].torque});
  }
  MeasureInput input() const {
    return {.particles = sim.particles(),
            .contacts = contacts,
            .walls = walls,
            .time = sim.time(),
            .up = app::up_of(sim),
            .box = sim.world().box};
  }
  const Simulation& sim;
  std::vector<WallReport> reports;
  std::vector<MeasureContact> contacts;
  std::vector<MeasureWall> walls;
};

Result<Frame> through_files(const Frame& frame) {
  auto back = read_vtp_grains(vtp_grains(frame));
  if (!back) return back;
  if (auto done = read_vtp_walls(vtp_walls(frame), *back); !done) return done.errors();
  if (auto done = read_vtp_contacts(vtp_contacts(frame), *back); !done) return done.errors();
  return back;
}

TEST_F(Program, measures_of_a_stored_frame_have_the_bits_of_the_live_ones) {
  write_scene();
  auto scene = load_scene(path("drop.toml").string(), {});
  ASSERT_TRUE(scene.ok());
  auto sim = Simulation::create(std::move(scene->world), {.threads = 1});
  ASSERT_TRUE(sim.ok());
  const char* lines[] = {"density; radius = 1 cm",
                         "layers; radius = 1 cm; from = -1 cm; thickness = 4 mm; count = 5",
                         "speed",
                         "mass",
                         "coordination",
                         "fabric",
                         "forces",
                         "forces; part = tangential",
                         "stress; low = [-0.01, -0.01, -0.01]; high = [0.01, 0.01, 0.01]",
                         "flow; plane = y; at = -5 mm",
                         "walls; wall = box"};
  std::vector<std::unique_ptr<Measure>> live, stored;
  for (const char* line : lines) {
    auto a = make_measure(line), b = make_measure(line);
    ASSERT_TRUE(a.ok()) << line << ": " << to_string(a.error());
    live.push_back(std::move(*a)), stored.push_back(std::move(*b));
  }
  app::Snapshots snapshots;
  std::size_t contacts = 0;
  for (int instant = 0; instant < 4; ++instant) {
    sim->run(700);
    snapshots.note(*sim);
    const auto frame = through_files(snapshots.take(*sim, true));
    ASSERT_TRUE(frame.ok()) << to_string(frame.error());
    contacts += frame->contacts.size();
    auto input = app::StoredInput::of(*frame);
    ASSERT_TRUE(input.ok());
    for (std::size_t k = 0; k < live.size(); ++k) {
      std::vector<double> a(live[k]->columns().size()), b(a.size());
      ASSERT_FALSE(stored[k]->check(input->input())) << lines[k];
      live[k]->evaluate(Live(*sim).input(), a);
      stored[k]->evaluate(input->input(), b);
      EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size() * sizeof(double)), 0) << lines[k];
    }
  }
  EXPECT_GT(contacts, 10u) << "the grains must touch for the test to mean anything";
}

}  // namespace
}  // namespace scree::test
