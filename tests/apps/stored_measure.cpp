#include "run/folder/stored_measure.hpp"

#include <cstring>
#include <map>

#include "csv_table.hpp"
#include "io/vtp.hpp"
#include "io/vtp_reader.hpp"
#include "measure/measure.hpp"
#include "program.hpp"
#include "run/loop/snapshot.hpp"
#include "scene/scene.hpp"
#include "sim/reports/live_input.hpp"

namespace scree::test {
namespace {

Result<Frame> through_files(const Frame& frame) {
  auto back = read_vtp_grains(vtp_grains(frame));
  if (!back) return back;
  if (auto done = read_vtp_walls(vtp_walls(frame), *back); !done) return done.errors();
  if (auto done = read_vtp_contacts(vtp_contacts(frame), *back); !done) return done.errors();
  return back;
}

TEST_F(Program, measures_of_a_stored_frame_have_the_bits_of_the_live_ones) {
  write_scene();
  // Gravity turns: a stored frame must know that of its instant.
  auto scene = load_scene(path("drop.toml").string(),
                          {"gravity={ vector = [0, -9.81, 0], axis = [0, 0, 1], rate = 30 }"});
  ASSERT_TRUE(scene.ok());
  auto sim = Simulation::create(std::move(scene->world), {.threads = 1});
  ASSERT_TRUE(sim.ok());
  const char* lines[] = {
      "density; radius = 1 cm",
      "layers; radius = 1 cm; from = -1 cm; thickness = 4 mm; count = 5",
      "speed",
      "mass",
      "coordination",
      "fabric",
      "forces",
      "forces; part = tangential",
      "stress; min = [-0.01, -0.01, -0.01]; max = [0.01, 0.01, 0.01]",
      "flow; plane = y; at = -5 mm",
      "voronoi",
      "voronoi; container = walls",
      "voronoi; tolerance = 0.01; bins = 5",
      "voronoi; container = cone; radius = 1 cm; far_radius = 2 cm; height = 4 cm",
      "walls; wall = box"};
  std::vector<std::unique_ptr<Measure>> live, stored;
  for (const char* line : lines) {
    auto a = make_measure(line), b = make_measure(line);
    ASSERT_TRUE(a.ok()) << line << ": " << to_string(a.error());
    live.push_back(std::move(*a)), stored.push_back(std::move(*b));
  }
  run::Snapshots snapshots;
  std::size_t contacts = 0;
  for (int instant = 0; instant < 4; ++instant) {
    sim->run(700);
    snapshots.note(*sim);
    const auto frame = through_files(snapshots.take(*sim, true));
    ASSERT_TRUE(frame.ok()) << to_string(frame.error());
    contacts += frame->contacts.size();
    auto input = run::StoredInput::of(*frame);
    ASSERT_TRUE(input.ok());
    LiveInput source;
    const MeasureInput now = source.at(*sim, sim->energy());
    for (std::size_t k = 0; k < live.size(); ++k) {
      std::vector<double> a(live[k]->size()), b(a.size());
      ASSERT_FALSE(stored[k]->check(input->input())) << lines[k];
      live[k]->evaluate(now, a);
      stored[k]->evaluate(input->input(), b);
      EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size() * sizeof(double)), 0) << lines[k];
    }
  }
  EXPECT_GT(contacts, 10u) << "the grains must touch for the test to mean anything";
}

// The program itself, with gravity that turns by 90 degrees during the run: what `scree measure`
// finds in the frames is what stood in the series, digit by digit.
TEST_F(Program, measures_of_a_run_with_turning_gravity_are_those_of_its_series) {
  write_scene("drop.toml", "60 ms");
  const std::string measures =
      "output.measures=[{ kind = \"layers\", from = \"-2 cm\", thickness = \"5 mm\", count = 8 },"
      "{ kind = \"density\", radius = \"1 cm\", bottom = \"-2 cm\" }, \"coordination\"]";
  const Outcome run =
      scree({"run", "drop.toml", "-o", "r", "--quiet", "--threads", "1", "--set", measures, "--set",
             "gravity={ vector = [0, -9.81, 0], axis = [0, 0, 1], rate = \"1500 deg/s\" }", "--set",
             "output.series=4 ms", "--set", "output.frames=4 ms", "--set", "output.contacts=true"});
  ASSERT_EQ(run.status, 0) << run.err;
  const Outcome stored = scree({"measure", "r", "layers; from = -2 cm; thickness = 5 mm; count = 8",
                                "density; radius = 1 cm; bottom = -2 cm", "coordination"});
  ASSERT_EQ(stored.status, 0) << stored.err;
  std::map<std::string, std::map<std::string, std::string>> live;
  for (auto& row : cells_of(content_of(path("r/series.csv")))) live[row["time"]] = row;
  std::size_t compared = 0, moved = 0;
  std::string first;
  for (auto& row : cells_of(stored.out)) {
    ASSERT_TRUE(live.contains(row["time"])) << row["time"];
    for (const auto& [name, value] : row) {
      EXPECT_EQ(value, live[row["time"]][name]) << name << " at " << row["time"];
      ++compared;
    }
    // The test means nothing unless the direction matters.
    if (first.empty()) first = row["density.height"];
    moved += row["density.height"] != first;
  }
  EXPECT_GT(compared, 14u * 15u);
  EXPECT_GT(moved, 10u);
}

}  // namespace
}  // namespace scree::test
