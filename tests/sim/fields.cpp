// Fields through a whole run: one that a user adds goes wherever the built-in ones go.
#include <gtest/gtest.h>

#include "io/exporter.hpp"
#include "io/frame_grains.hpp"
#include "io/vtp.hpp"
#include "io/vtp_reader.hpp"
#include "outlets.hpp"
#include "reported.hpp"

namespace scree::test {
namespace {

constexpr double kNew = 293;

// Grains that fall, some through an outlet, while others are poured in.
World bare_world(const char* integrator) {
  World w = empty_world(hertz_rolling_material());
  w.integrator = integrator;
  w.gravity.g = {0, -9.81, 0};
  add_cloud(w, 100, 0.01, 5, 3.0);
  w.walls = open_box(0.063);
  w.outlets = {box({0.03, 0, 0}, {0.07, 0.03, 0.07}, 10)};
  Inlet inlet;
  inlet.centre = {0.03, 0.2, 0.03};
  inlet.axis_u = {0.02, 0, 0};
  inlet.axis_v = {0, 0, 0.02};
  inlet.thickness = 0.005;
  inlet.sizes = {.kind = SizeDistribution::Kind::uniform, .lo = 0.008, .hi = 0.01};
  inlet.rate = 5000;
  inlet.count = 20;
  w.inlets = {inlet};
  return w;
}

double temperature_of(std::uint32_t id) { return 300 + id; }

World world_with_fields(const char* integrator = "gear") {
  World w = bare_world(integrator);
  Particles& p = w.particles;
  EXPECT_TRUE(p.add_field({.name = "temperature", .unit = "K", .initial = kNew}).ok());
  EXPECT_TRUE(p.add_field({"flux", "W/m^2"}, 3).ok());
  EXPECT_TRUE(p.add_field({"scratch", "", kShown}).ok());
  for (std::size_t s = 0; s < p.size(); ++s) {
    p.extra().find("temperature")->values[s] = temperature_of(p.id[s].value);
    p.extra().find("flux")->values[3 * s + 2] = p.id[s].value;
    p.extra().find("scratch")->values[s] = 7;
  }
  return w;
}

TEST(Fields, of_a_user_stay_with_their_grains_when_rows_are_sorted_removed_and_added) {
  for (const char* integrator : {"verlet", "gear"}) {
    Simulation s = start(world_with_fields(integrator));
    run(s, 300);
    const Particles& p = s.particles();
    std::size_t old = 0, poured = 0;
    bool sorted = true;
    for (std::size_t r = 0; r < p.size(); ++r) {
      const std::uint32_t id = p.id[r].value;
      const bool is_old = id < 100;
      ++(is_old ? old : poured);
      sorted = sorted && (r == 0 || p.id[r - 1] < p.id[r]);
      EXPECT_EQ(p.extra().find("temperature")->values[r], is_old ? temperature_of(id) : kNew);
      EXPECT_EQ(p.extra().find("flux")->values[3 * r + 2], is_old ? id : 0);
    }
    EXPECT_FALSE(sorted) << "rows in the order of ids test nothing";
    EXPECT_LT(old, 100u) << "no grain left";
    EXPECT_GT(poured, 0u) << "no grain came";
  }
}

TEST(Fields, of_a_user_are_hashed_if_he_wants_so) {
  const auto hash = [](std::size_t row, double change, const char* field) {
    World w = world_with_fields();
    w.particles.extra().find(field)->values[row] += change;
    return start(std::move(w)).state_hash();
  };
  const Hash128 same = hash(0, 0, "temperature");
  EXPECT_EQ(hash(0, 0, "flux"), same);
  EXPECT_FALSE(hash(3, 1e-12, "temperature") == same);
  EXPECT_FALSE(hash(17, 1e-12, "flux") == same);
  EXPECT_EQ(hash(5, 1, "scratch"), same);
}

// A field that is not read changes nothing but the hash.
TEST(Fields, of_a_user_leave_the_motion_alone) {
  Simulation with = start(world_with_fields()), without = start(bare_world("gear"));
  run(with, 200), run(without, 200);
  ASSERT_EQ(with.particles().size(), without.particles().size());
  for (std::size_t r = 0; r < with.particles().size(); ++r) {
    EXPECT_EQ(with.particles().xr[r].x, without.particles().xr[r].x);
    EXPECT_EQ(with.particles().ws[r].omega, without.particles().ws[r].omega);
  }
}

TEST(Fields, of_a_user_and_of_the_integrator_are_saved_and_resumed_to_the_bit) {
  Simulation s = start(world_with_fields());
  run(s, 150);
  Simulation again = resumed(bytes_of(s), world_with_fields(), {.threads = 2});
  EXPECT_EQ(reported(again), reported(s));
  const Particles& p = again.particles();
  for (std::size_t r = 0; r < p.size(); ++r) {
    const std::uint32_t id = p.id[r].value;
    EXPECT_EQ(p.extra().find("temperature")->values[r], id < 100 ? temperature_of(id) : kNew);
    EXPECT_EQ(p.extra().find("scratch")->values[r], 0) << "not saved: starts again";
  }
  run(s, 150), run(again, 150);
  EXPECT_EQ(reported(again), reported(s));
}

std::string refusal(World w, const SimulationArchive& archive) {
  const auto s = Simulation::resume(std::move(w), archive, {.threads = 1});
  return s ? "" : to_string(s.error());
}

TEST(Fields, that_are_missing_or_unknown_at_a_resume_are_named) {
  Simulation s = start(world_with_fields());
  run(s, 10);
  const SimulationArchive archive = s.save();
  EXPECT_EQ(refusal(world_with_fields(), archive), "");
  EXPECT_NE(refusal(bare_world("gear"), archive).find("field `temperature` that this world"),
            std::string::npos);
  World more = world_with_fields();
  ASSERT_TRUE(more.particles.add_field({"charge", "C"}).ok());
  EXPECT_NE(refusal(more, archive).find("have no field `charge`"), std::string::npos);
  World narrow = bare_world("gear");
  ASSERT_TRUE(narrow.particles.add_field({"temperature", "K"}, 3).ok());
  EXPECT_NE(refusal(narrow, archive).find("has 1 numbers per grain, in this world 3"),
            std::string::npos);
}

TEST(Fields, of_a_world_that_has_been_in_a_simulation_can_be_used_again) {
  Simulation s = start(world_with_fields());
  World w = s.world();
  w.integrator = "verlet";
  Simulation other = start(std::move(w));
  EXPECT_EQ(other.particles().extra().all().size(), 3u) << "those of the integrator are gone";
  Simulation third = start(s.world());
  EXPECT_EQ(third.particles().extra().all().size(), 9u);
}

TEST(Fields, that_are_shown_are_in_frames_and_in_tables) {
  Simulation s = start(world_with_fields());
  run(s, 100);
  Frame f;
  put_grains(s.particles(), f);
  ASSERT_EQ(f.fields.size(), 3u) << "three of the user, none of the integrator";
  EXPECT_EQ(f.fields[0].name, "temperature");
  EXPECT_EQ(f.fields[0].unit, "K");
  for (std::size_t k = 0; k < f.size(); ++k) {
    EXPECT_EQ(f.fields[0].values[k], f.id[k] < 100 ? temperature_of(f.id[k]) : kNew);
    EXPECT_EQ(f.fields[1].values[3 * k + 2], f.id[k] < 100 ? f.id[k] : 0);
  }
  const auto csv = export_frame(*find_exporter("csv"), f);
  ASSERT_TRUE(csv.ok());
  const std::string head = csv->substr(0, csv->find('\n'));
  EXPECT_TRUE(head.ends_with(",qz,temperature,flux_x,flux_y,flux_z,scratch")) << head;
  const std::size_t first = csv->find('\n') + 1;
  const std::string line = csv->substr(first, csv->find('\n', first) - first);
  EXPECT_TRUE(line.ends_with("," + std::to_string(300 + f.id[0]) + ",0,0," +
                             std::to_string(f.id[0]) + ",7"))
      << line;
  const auto back = read_vtp_grains(vtp_grains(f));
  ASSERT_TRUE(back.ok());
  ASSERT_EQ(back->fields.size(), 3u);
  EXPECT_EQ(back->fields[1].width, 3u);
  EXPECT_EQ(back->fields[1].values, f.fields[1].values);
  EXPECT_EQ(back->fields[1].unit, "W/m^2");
  // And for measures of stored frames.
  const Particles stored = grains_of(*back);
  EXPECT_EQ(stored.extra().find("temperature")->values, f.fields[0].values);
}

// Every number of every field of every grain, by its name.
std::vector<double> all_numbers(const Particles& p) {
  std::vector<double> out;
  for (const std::uint32_t row : p.row_of()) {
    if (row == Particles::kNoRow) continue;
    for_each_field(p, [&](const FieldInfo&, const auto& span) {
      for (std::size_t k = 0; k < span.width(); ++k)
        out.push_back(static_cast<double>(span[row][k]));
    });
  }
  return out;
}

// Walks the table: a field that the archive or the checkpoint left out would be zero again.
TEST(Fields, that_are_built_in_are_all_saved_and_hashed) {
  const Particles none;
  for_each_field(none, [&](const FieldInfo& info, const auto&) {
    EXPECT_TRUE(info.has(kSaved)) << info.name;
    EXPECT_TRUE(info.has(kHashed)) << info.name;
  });
  World w = bare_world("gear");
  for (std::uint32_t k = 0; k < w.particles.size(); ++k) {
    w.particles.ws[k].body = 10 + k;
    w.particles.ws[k].flags = static_cast<std::uint16_t>(0x800 * (k + 1));
  }
  Simulation s = start(w);
  run(s, 100);
  // Of a number that is zero everywhere the loss would not show.
  for_each_field(s.particles(), [&](const FieldInfo& info, const auto& span) {
    for (std::size_t k = 0; k < span.width() && info.name != "material"; ++k) {
      bool used = false;
      for (std::size_t r = 0; r < span.rows(); ++r) used = used || span[r][k] != 0;
      EXPECT_TRUE(used) << info.name << " " << k;
    }
  });
  const Simulation again = resumed(bytes_of(s), std::move(w), {.threads = 1});
  EXPECT_EQ(all_numbers(again.particles()), all_numbers(s.particles()));
}

}  // namespace
}  // namespace scree::test
