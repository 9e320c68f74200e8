// What holds for every law, whatever added it: each part of the catalogues, in every way in which
// it can be given, moved through the loops of the step by the probe of one contact. No one lists
// laws here: a new header is proved by itself. Values are the examples of its table of parameters.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "laws/parts.hpp"
#include "scene/build/parts.hpp"
#include "sim/checks/impact_overlap.hpp"
#include "sim/contacts/pair_laws.hpp"
#include "sim/reports/law_probe.hpp"
#include "support/promised_restitution.hpp"

namespace scree::laws::test::proofs {
namespace {

struct Law {
  std::string name;
  std::string_view kind;
  kernel::PairLaw pair;
};

constexpr double kRadius = 5e-3, kMass = 1.3e-3;
// The film of the examples is 1% of the grain; a bridge takes half of both grains' films.
constexpr double kLiquid = 0.01 * 4.19 * kRadius * kRadius * kRadius;
constexpr ProbeBodies kEqual{0.5 * kMass, 0.5 * kRadius, kLiquid};

std::string name_of(const MaterialSpec& m) {
  std::string out;
  for (const LawKind& k : law_kinds()) {
    const PartSpec& part = m.*k.part;
    if (part.law == "none") continue;
    out += std::string(out.empty() ? "" : " + ") + std::string(k.name) + " " + part.law + " (";
    for (const auto& [name, value] : part.params.values()) out += name + " ";
    out += ")";
  }
  return out;
}

Law law_of(std::string_view kind, const MaterialSpec& m) {
  World w;
  w.materials.push_back(m);
  w.particles.add({.radius = kRadius}, 2500);  // r_eff of all pairs here is smaller
  auto laws = make_pair_laws(w, {{true}, {false}});
  EXPECT_TRUE(laws.ok()) << name_of(m);
  return {name_of(m), kind, laws->of(0, 0)};
}

const LawKind& kind_called(std::string_view name) {
  for (const LawKind& k : law_kinds())
    if (k.name == name) return k;
  return law_kinds().front();
}

std::vector<MaterialSpec> normal_materials() {
  std::vector<MaterialSpec> out;
  const LawKind& normal = kind_called("normal");
  for (const CatalogItem& item : normal.catalog()) {
    const auto ways = example_materials(normal, item.info, {.name = "m"});
    EXPECT_FALSE(ways.empty()) << item.info.name << ": its examples make no law";
    out.insert(out.end(), ways.begin(), ways.end());
  }
  return out;
}

// Normal parts alone, in every way; each other part beside every normal part that it can stand
// beside.
const std::vector<Law>& all_laws() {
  static const std::vector<Law> laws = [] {
    std::vector<Law> out;
    const std::vector<MaterialSpec> normals = normal_materials();
    for (const MaterialSpec& m : normals) out.push_back(law_of("normal", m));
    for (const LawKind& kind : law_kinds()) {
      if (kind.name == "normal") continue;
      for (const CatalogItem& item : kind.catalog()) {
        if (item.info.name == "none") continue;
        bool any = false;  // in every way beside the first, in one beside the others
        for (const MaterialSpec& normal : normals) {
          auto ways = example_materials(kind, item.info, normal);
          if (any && ways.size() > 1) ways.resize(1);
          any = any || !ways.empty();
          for (const MaterialSpec& m : ways) out.push_back(law_of(kind.name, m));
        }
        EXPECT_TRUE(any) << item.info.name << ": its examples make no law beside any normal part";
      }
    }
    return out;
  }();
  return laws;
}

void for_each_law(const std::function<void(const Law&)>& check) {
  for (const Law& law : all_laws()) {
    SCOPED_TRACE(law.name);
    check(law);
  }
}

bool finite(const ProbeAnswer& a) {
  return std::isfinite(a.push) && std::isfinite(a.pull) && is_finite(a.tangential) &&
         is_finite(a.torque) && std::isfinite(a.lost) && std::isfinite(a.stored) &&
         std::isfinite(a.stiffness) && std::isfinite(a.damping);
}

double depth_of(const Law& law, double speed = 0.1) {
  return impact_overlap(law.pair, kEqual.m_eff, kEqual.r_eff, speed);
}
double time_of(const Law& law, double speed = 0.1) {
  return contact_time(law.pair, kEqual.m_eff, kEqual.r_eff, speed);
}

TEST(Proofs, the_catalogues_are_walked) {
  std::size_t parts = 0;
  for (const LawKind& kind : law_kinds()) parts += kind.catalog().size() - (kind.name != "normal");
  EXPECT_GE(all_laws().size(), parts);
  EXPECT_GE(parts, 7u);
}

// Speeds of 1 mm/s to 30 m/s, mass ratios of 1 to 10^6.
void for_each_collision(
    const Law& law,
    const std::function<void(double, const ProbeBodies&, const ImpactResult&)>& check) {
  const bool alone = law.kind == "normal";  // beside cohesion the law itself was asked already
  for (const double ratio : alone ? std::vector{1.0, 1e3, 1e6} : std::vector{1.0}) {
    const double m = ratio * kMass, r = std::cbrt(ratio) * kRadius;
    const ProbeBodies bodies{kMass * m / (kMass + m), kRadius * r / (kRadius + r), kLiquid};
    for (const double speed :
         alone ? std::vector{1e-3, 1e-2, 0.1, 1.0, 5.0, 30.0} : std::vector{1e-2, 1.0}) {
      SCOPED_TRACE("at " + std::to_string(speed) + " m/s, mass ratio " + std::to_string(ratio));
      check(speed, bodies,
            impact(law.pair, bodies,
                   {.speed = speed, .steps = 500, .longest = 10, .keep_rows = false}));
    }
  }
}

TEST(Proofs, collisions_gain_nothing_and_close_their_books_at_any_speed_and_mass_ratio) {
  for_each_law([](const Law& law) {
    if (law.kind != "normal" && law.kind != "cohesion") return;
    // Pulls that begin and end with a jump, within a step: first order.
    const double jumps = law.pair.range > 0 || law.pair.has_cohesion ? 2e-2 : 0;
    for_each_collision(law, [&](double, const ProbeBodies&, const ImpactResult& i) {
      ASSERT_TRUE(std::isfinite(i.restitution) && std::isfinite(i.dissipated));
      EXPECT_GE(i.restitution, 0);
      // 500 steps per contact, second order; the beginning and the end lie within a step.
      EXPECT_LE(i.restitution, 1 + 1e-3 + jumps);
      EXPECT_LE(std::abs(i.budget_error), 5e-3 + jumps);
      EXPECT_GE(i.dissipated, 0);
      EXPECT_GT(i.overlap, 0);
    });
  });
}

// The bar of the project: half a percent of the target, wherever a law names one.
TEST(Proofs, restitution_keeps_the_promise_of_the_law) {
  std::size_t promised = 0;
  for_each_law([&](const Law& law) {
    if (law.kind != "normal") return;
    for_each_collision(law, [&](double speed, const ProbeBodies& b, const ImpactResult& i) {
      const auto e = scree::test::promised_restitution(law.pair, b.m_eff, b.r_eff, speed);
      if (!e) return;
      ++promised;
      EXPECT_LE(std::abs(i.restitution - *e), 5e-3 * *e);
    });
  });
  EXPECT_GE(promised, 18u * 3);  // linear in its three ways, at least
}

struct Book {
  double residual = 0, through = 0, least_loss = 0, lost = 0, work = 0;
};

// Work put in and what was there at the start, against what is stored at the end and lost.
Book book_of(const std::vector<ProbeRow>& rows, double at_start, double stored_at_end) {
  Book out;
  double before = 0, work = 0;
  for (const ProbeRow& r : rows) {
    out.least_loss = std::min(out.least_loss, r.dissipated - before);
    out.through += std::abs(r.work - work) + (r.dissipated - before);
    before = r.dissipated, work = r.work;
  }
  out.lost = before, out.work = work;
  out.through += at_start;
  out.residual = std::abs(at_start + work - stored_at_end - before);
  return out;
}

// The contact loaded, unloaded and reloaded, sheared and rolled on the way.
std::vector<ProbeSegment> reloadings(double depth, double duration, int times) {
  std::vector<ProbeSegment> path;
  ProbePose at{};
  for (int k = 0; k < times; ++k) {
    const double sign = k % 2 == 0 ? 1 : -1;
    const ProbePose top{depth, sign * depth, sign * 1e-3, -sign * 1e-3};
    const ProbePose low{k + 1 < times ? 0.3 * depth : 0.05 * depth, 0, 0, 0};
    path.push_back({at, top, duration, true, k});
    path.push_back({top, low, duration, true, k});
    at = low;
  }
  return path;
}

double stored_now(ContactProbe& probe, const ProbePose& pose, double dt) {
  return probe({.n = {1, 0, 0},
                .delta = pose.overlap,
                .m_eff = kEqual.m_eff,
                .r_eff = kEqual.r_eff,
                .dt = dt * 1e-9})
      .stored;
}

TEST(Proofs, reloadings_lose_no_less_than_nothing_and_close_their_books) {
  for_each_law([](const Law& law) {
    const double depth = depth_of(law), t = time_of(law);
    Book coarse, fine;
    for (Book* book : {&coarse, &fine}) {
      const double dt = t / (book == &coarse ? 1000 : 2000);
      ContactProbe probe(law.pair, false, kLiquid);
      const auto path = reloadings(depth, t, 5);
      const auto rows = drive(probe, kEqual, path, dt);
      double last = 0;
      int loop = 0;
      for (const ProbeRow& r : rows) {
        ASSERT_TRUE(std::isfinite(r.force) && std::isfinite(r.stored));
        if (law.pair.range == 0 && !law.pair.has_cohesion) {  // else less than none
          ASSERT_GE(r.stored, -1e-12 * r.work);
        }
        if (r.loop == loop) continue;
        EXPECT_GE(r.dissipated, last) << "loop " << loop;
        loop = r.loop, last = r.dissipated;
      }
      *book = book_of(rows, 0, stored_now(probe, path.back().to, dt));
      EXPECT_GE(book->least_loss, -1e-12 * book->through);
    }
    EXPECT_LE(coarse.residual, 3e-3 * coarse.through);
    // At least of first order; kinks (a slope that changes within a step) keep it from the second.
    EXPECT_TRUE(fine.residual <= 0.7 * coarse.residual || fine.residual <= 1e-5 * fine.through)
        << coarse.residual / coarse.through << " -> " << fine.residual / fine.through;
  });
}

// What is there at the start is not work: it may come out, and no more.
TEST(Proofs, a_contact_that_exists_at_the_start_gives_no_more_than_it_stores) {
  for_each_law([](const Law& law) {
    const double depth = depth_of(law), t = time_of(law);
    ContactProbe probe(law.pair, false, kLiquid);
    const Touch start{.n = {1, 0, 0}, .delta = depth, .m_eff = kEqual.m_eff, .r_eff = kEqual.r_eff};
    const ProbeAnswer first = probe(start);
    ASSERT_TRUE(finite(first));
    EXPECT_EQ(first.lost, 0) << "with dt = 0";
    EXPECT_TRUE(first.touching);
    // Slowly, so that dashpots do not matter, to just before the surfaces part.
    const ProbePose in{.overlap = depth}, low{.overlap = 1e-3 * depth};
    const auto rows = drive(probe, kEqual, {{in, low, 1e5 * t}}, 1e5 * t / 4000);
    const Book book = book_of(rows, first.stored, rows.back().stored);
    EXPECT_LE(-book.work, first.stored * (1 + 1e-3) + 1e-3 * book.through);
    EXPECT_LE(book.residual, 5e-3 * book.through);
  });
}

TEST(Proofs, a_contact_at_rest_loses_nothing_and_its_force_stays) {
  for_each_law([](const Law& law) {
    ContactProbe probe(law.pair, false, kLiquid);
    const double depth = depth_of(law), t = time_of(law);
    const ProbePose in{.overlap = depth};
    const auto rows = drive(probe, kEqual, {{{}, in, t}, {in, in, t, true, 1}}, t / 500);
    double force = 0, lost = 0;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if (rows[k].loop == 0 || rows[k - 1].loop == 0) {
        force = rows[k].force, lost = rows[k].dissipated;
        continue;
      }
      ASSERT_NEAR(rows[k].force, force, 1e-9 * std::abs(force)) << k;
      ASSERT_NEAR(rows[k].dissipated, lost, 1e-9 * (lost + rows[k].stored)) << k;
    }
  });
}

TEST(Proofs, answers_are_finite_from_no_overlap_to_a_hundred_radii) {
  for_each_law([](const Law& law) {
    for (const double delta : {1e-300, 1e-160, 1e-30, 1e-12, 1e-6, kRadius, 100 * kRadius})
      for (const double speed : {0.0, 1e-300, 1.0, -1.0, 1e3, -1e3})
        for (const double dt : {0.0, 1e-6}) {
          ContactProbe probe(law.pair, false, kLiquid);
          for (int again = 0; again < 3; ++again) {
            const ProbeAnswer a = probe({.n = {1, 0, 0},
                                         .delta = delta,
                                         .delta_dot = speed,
                                         .v_t = {0, speed, 0},
                                         .w_rel = {speed, 0, speed},
                                         .m_eff = kEqual.m_eff,
                                         .r_eff = kEqual.r_eff,
                                         .dt = dt});
            ASSERT_TRUE(finite(a)) << delta << " " << speed << " dt " << dt;
            ASSERT_GE(a.lost, 0) << delta << " " << speed << " dt " << dt;
            if (dt == 0) {
              ASSERT_EQ(a.lost, 0);
            }
          }
        }
  });
}

TEST(Proofs, surfaces_that_never_met_have_no_force_without_reach) {
  for_each_law([](const Law& law) {
    if (law.pair.range > 0) return;
    ContactProbe probe(law.pair, false, kLiquid);
    const ProbeAnswer a = probe({.n = {1, 0, 0},
                                 .delta = 0,
                                 .delta_dot = 1,
                                 .m_eff = kEqual.m_eff,
                                 .r_eff = kEqual.r_eff,
                                 .dt = 1e-6});
    EXPECT_FALSE(a.touching);
    EXPECT_EQ(a.force(), 0);
    EXPECT_EQ(a.lost, 0);
  });
}

// All parts together, step after step: the contact turned by Q answers turned by Q.
TEST(Proofs, whole_laws_are_objective) {
  for_each_law([](const Law& law) {
    Numbers numbers(57);
    const double depth = depth_of(law), t = time_of(law);
    for (int trial = 0; trial < 5; ++trial) {
      const Quat q = numbers.rotation();
      ContactProbe probe(law.pair, true, kLiquid), turned_probe(law.pair, true, kLiquid);
      Touch c{
          .n = numbers.direction(), .m_eff = kEqual.m_eff, .r_eff = kEqual.r_eff, .dt = t / 100};
      for (int step = 0; step < 30; ++step) {
        c.n = normalized(c.n + 0.02 * numbers.direction());
        c.delta = depth * numbers.between(0.1, 1);
        c.delta_dot = numbers.between(-0.1, 0.1);
        const Vec3 v = numbers.vector(0.1);
        c.v_t = v - dot(v, c.n) * c.n;
        c.w_rel = numbers.vector(10);
        Touch turned = c;
        turned.n = rotate(q, c.n);
        turned.v_t = rotate(q, c.v_t);
        turned.w_rel = rotate(q, c.w_rel);
        const ProbeAnswer a = probe(c), b = turned_probe(turned);
        // Rounding of rotations, summed up by springs.
        const double force = std::abs(a.push) + std::abs(a.pull) + norm(a.tangential);
        ASSERT_NEAR(a.push, b.push, 1e-12 * force);
        ASSERT_NEAR(a.pull, b.pull, 1e-12 * force);
        ASSERT_LE(norm(rotate(q, a.tangential) - b.tangential), 1e-11 * force);
        ASSERT_LE(norm(rotate(q, a.torque) - b.torque), 1e-11 * force * kRadius);
      }
    }
  });
}

}  // namespace
}  // namespace scree::laws::test::proofs
