// Tables of motion, motions that act together and groups of walls.
#include "walls/motion_parts.hpp"

#include <cmath>
#include <numbers>

#include "make.hpp"
#include "walls/keyed_track.hpp"
#include "walls/placed_motion.hpp"
#include "walls/schedule.hpp"

namespace scree {
namespace {

using test::motion;
using test::try_motion;
using Rows = std::vector<double>;

TEST(KeyedTrack, passes_through_its_rows_and_never_overshoots) {
  const Rows t{0, 1, 1.5, 4}, y{0, 2, 2.1, 5};
  for (const Interpolation how : {Interpolation::linear, Interpolation::smooth}) {
    const KeyedTrack k = KeyedTrack::of_values(t, y, how);
    for (std::size_t r = 0; r < t.size(); ++r) EXPECT_DOUBLE_EQ(k.at(t[r]).value, y[r]);
    double before = 0;
    for (double s = 0; s <= 4; s += 0.01) {
      EXPECT_GE(k.at(s).value, before - 1e-12);  // rounding of a sum of numbers of about 5
      before = k.at(s).value;
    }
    EXPECT_EQ(k.at(-1).value, 0);
    EXPECT_EQ(k.at(9).value, 5);
    EXPECT_EQ(k.at(9).rate, 0);
  }
}

// Constant acceleration: s = a t^2 / 2 exactly, from a table of two speeds.
TEST(KeyedTrack, integrates_speeds_in_closed_form) {
  const KeyedTrack line = KeyedTrack::of_rates(Rows{0, 2}, Rows{0, 6}, Interpolation::linear);
  EXPECT_DOUBLE_EQ(line.at(1).value, 1.5);
  EXPECT_DOUBLE_EQ(line.at(2).value, 6);
  EXPECT_DOUBLE_EQ(line.at(3).value, 12);  // the last speed goes on
  const KeyedTrack steps = KeyedTrack::of_rates(Rows{1, 2, 3}, Rows{4, 1, 0}, Interpolation::steps);
  EXPECT_DOUBLE_EQ(steps.at(0.5).value, 0);
  EXPECT_DOUBLE_EQ(steps.at(1.5).value, 2);
  EXPECT_DOUBLE_EQ(steps.at(9).value, 5);
  const KeyedTrack smooth = KeyedTrack::of_rates(Rows{0, 2}, Rows{0, 1}, Interpolation::smooth);
  EXPECT_DOUBLE_EQ(smooth.at(2).value, 1);  // half of the way, by symmetry
}

TEST(KeyedTrack, repeats_from_where_it_has_ended) {
  const KeyedTrack k = KeyedTrack::of_values(Rows{0, 1, 2}, Rows{0, 1, 0.5}, Interpolation::linear);
  EXPECT_DOUBLE_EQ(k.repeated(1.5).value, 0.75);
  EXPECT_DOUBLE_EQ(k.repeated(2.5).value, 1.0);
  EXPECT_DOUBLE_EQ(k.repeated(20).value, 5.0);
}

// The displacement of a ramp is that of full speed less half of the ramp, at each end.
TEST(Schedule, a_ramp_takes_half_of_itself) {
  const Schedule s{.start = 1, .stop = 5, .ramp = 1};
  EXPECT_DOUBLE_EQ(s.elapsed(3), 1.5);
  EXPECT_DOUBLE_EQ(s.elapsed(5), 3);
  EXPECT_DOUBLE_EQ(s.elapsed(50), 3);
  EXPECT_DOUBLE_EQ(s.speed(1.5), 0.5);
  EXPECT_DOUBLE_EQ(s.speed(4.5), 0.5);
  EXPECT_EQ(s.speed(5), 0);
}

TEST(Table, reads_a_file_as_it_reads_lists) {
  const test::TempFile file("motion.csv",
                            "# a comment\ntime,x,y,z,angle\n0,0,0,0,0\n1,0.1,0,0,0.5\n"
                            "2,0.1,0.2,0,0.5\n");
  const auto of_file = motion("table", {{"file", file.path()}});
  const auto of_lists =
      motion("table", {{"time", Rows{0, 1, 2}},
                       {"displacements", std::vector<Rows>{{0, 0, 0}, {0.1, 0, 0}, {0.1, 0.2, 0}}},
                       {"angle", Rows{0, 0.5, 0.5}}});
  ASSERT_TRUE(of_file && of_lists);
  for (double t = 0; t < 3; t += 0.17) {
    const WallPose a = of_file->advance(t, 0, {}), b = of_lists->advance(t, 0, {});
    EXPECT_EQ(a.x, b.x);
    EXPECT_EQ(a.q, b.q);
    EXPECT_EQ(a.v, b.v);
  }
}

TEST(Table, says_what_is_wrong) {
  const auto code = [](const test::Given& given) {
    const auto made = try_motion("table", given);
    return made ? std::string("fine") : made.error().code + " " + made.error().message;
  };
  EXPECT_EQ(code({{"time", Rows{0, 1}}}).substr(0, 5), "E0630");
  EXPECT_NE(code({{"time", Rows{0, 1}}, {"displacement", Rows{0}}}).find("2 rows"),
            std::string::npos);
  EXPECT_NE(code({{"time", Rows{0, 0}}, {"displacement", Rows{0, 1}}}).find("must rise"),
            std::string::npos);
  EXPECT_NE(code({{"displacement", Rows{0, 1}}}).find("lacks `time`"), std::string::npos);
  EXPECT_NE(code({{"time", Rows{0, 1}},
                  {"displacement", Rows{0, 1}},
                  {"interpolation", std::string("steps")}})
                .find("jump"),
            std::string::npos);
  EXPECT_NE(code({{"time", Rows{0, 1}}, {"displacement", Rows{0, 1}}, {"speed", Rows{0, 1}}})
                .find("more than one"),
            std::string::npos);
  const test::TempFile wrong("wrong.csv", "t,x\n0,0\n1,1\n");
  EXPECT_EQ(code({{"file", wrong.path()}}).substr(0, 5), "E0631");
  const test::TempFile ragged("ragged.csv", "time,x\n0,0\n1\n");
  EXPECT_NE(code({{"file", ragged.path()}}).find("line 3"), std::string::npos);
}

std::vector<std::unique_ptr<WallMotion>> bucket_phases() {
  std::vector<std::unique_ptr<WallMotion>> parts;
  parts.push_back(motion("translate", {{"velocity", Vec3{0.25 / 8, 0, 0}}, {"stop", 8.0}}));
  parts.push_back(motion(
      "rotate",
      {{"angular_velocity", 65 * std::numbers::pi / 180 / 11}, {"start", 5.0}, {"stop", 16.0}}));
  parts.push_back(
      motion("translate", {{"velocity", Vec3{0, 0.18 / 7, 0}}, {"start", 13.0}, {"stop", 20.0}}));
  return parts;
}

// Nezami 2006, table I: 0.25 m forward, 65 degrees, 0.18 m up, in phases that overlap.
TEST(CombinedMotion, makes_the_phases_of_a_loader_bucket) {
  const auto bucket = combined_motion(bucket_phases());
  const WallPose end = bucket->advance(30, 0, {});
  EXPECT_NEAR(norm(end.x - Vec3{0.25, 0.18, 0}), 0, 1e-15);
  EXPECT_NEAR(2 * std::acos(end.q.w), 65 * std::numbers::pi / 180, 1e-14);
  const WallPose both = bucket->advance(6.5, 0, {});
  EXPECT_GT(both.v.x, 0);
  EXPECT_GT(both.omega.z, 0);
  EXPECT_FALSE(bucket->turns_freely());
  EXPECT_EQ(bucket->rotation_axis(), (Vec3{0, 0, 1}));
}

TEST(CombinedMotion, has_the_velocity_of_its_pose) {
  std::vector<std::unique_ptr<WallMotion>> parts;
  parts.push_back(motion("rotate", {{"angular_velocity", 2.0}, {"axis", Vec3{1, 0, 0}}}));
  parts.push_back(motion("sinusoid", {{"amplitude", 0.1},
                                      {"frequency", 1.0},
                                      {"angle", 0.4},
                                      {"axis", Vec3{0, 1, 1}},
                                      {"centre", Vec3{0.2, 0, 0}}}));
  const auto both = combined_motion(std::move(parts));
  EXPECT_TRUE(both->turns_freely());
  const Vec3 p{0.3, -0.7, 1.1};
  const auto at = [&](double t) {
    const WallPose w = both->advance(t, 0, {});
    return w.x + rotate(w.q, p);
  };
  for (const double t : {0.1, 0.77, 1.9}) {
    const double h = 1e-5;
    const WallPose now = both->advance(t, 0, {});
    const Vec3 slope = (at(t + h) - at(t - h)) / (2 * h);
    EXPECT_NEAR(norm(slope - (now.v + cross(now.omega, rotate(now.q, p)))), 0, 1e-7);  // h^2 v'''/6
  }
}

// Two plates of a group keep their distance and angle whatever the group does.
TEST(GroupMotion, members_are_one_rigid_body) {
  const Vec3 origin{0.1, 0, 0};
  const auto member = [&](const WallPose& at) {
    return group_motion(combined_motion(bucket_phases()), nullptr, origin, at, 1);
  };
  const WallPose a_at{{0, 0, 0}, {}, {}, {}};
  const WallPose b_at{{0.3, 0.1, 0}, {std::sqrt(0.5), 0, std::sqrt(0.5), 0}, {}, {}};
  const auto a = member(a_at), b = member(b_at);
  for (const double t : {0.0, 3.0, 7.0, 14.0, 25.0}) {
    const WallPose pa = a->advance(t, 0, {}), pb = b->advance(t, 0, {});
    EXPECT_NEAR(norm(pb.x - pa.x), norm(b_at.x - a_at.x), 1e-15);
    const Vec3 arm = pb.x - pa.x;
    EXPECT_NEAR(norm(pb.v - pa.v - cross(pa.omega, arm)), 0, 1e-16);
    EXPECT_EQ(pa.omega, pb.omega);
    const Quat relative = conjugate(pa.q) * pb.q;
    EXPECT_NEAR(std::abs(relative.w * b_at.q.w + relative.y * b_at.q.y), 1, 1e-15);
  }
}

// A motion of its own is told in the axes of the group: a flap of a bucket that has turned over.
TEST(GroupMotion, a_member_may_move_within_the_group) {
  const auto turn = [] {
    return motion("rotate", {{"angular_velocity", std::numbers::pi / 2}, {"stop", 1.0}});
  };
  const auto lid =
      group_motion(turn(), motion("translate", {{"velocity", Vec3{0.1, 0, 0}}, {"start", 1.0}}), {},
                   {{0, 0, 0}, {}, {}, {}}, 1);
  const WallPose p = lid->advance(2, 0, {});
  EXPECT_NEAR(norm(p.x - Vec3{0, 0.1, 0}), 0, 1e-16);
  EXPECT_NEAR(norm(p.v - Vec3{0, 0.1, 0}), 0, 1e-16);
}

TEST(BegunMotion, starts_from_where_the_wall_is_and_remembers_it) {
  const WallPose at{{1, 2, 3}, {}, {}, {}};
  const auto begun = begun_motion(motion("translate", {{"velocity", Vec3{0, 1, 0}}}), at, 5.0);
  EXPECT_EQ(begun->advance(5, 0, {}).x, at.x);
  EXPECT_EQ(begun->advance(7, 0, {}).x, (Vec3{1, 4, 3}));
  const auto other = begun_motion(motion("translate", {{"velocity", Vec3{0, 1, 0}}}), {}, 0.0);
  other->restore(begun->state());
  EXPECT_EQ(other->advance(7, 0, {}).x, (Vec3{1, 4, 3}));
}

}  // namespace
}  // namespace scree
