// The values of every measure, bit for bit: for any number of threads, any order of rows and
// contacts, and contacts that come from a list or from a source.
#include <bit>

#include "base/exact_sum.hpp"
#include "base/parallel_totals.hpp"
#include "piles.hpp"

namespace scree {
namespace {

std::vector<std::uint64_t> bits_of(const std::vector<double>& values) {
  std::vector<std::uint64_t> out;
  for (const double v : values) out.push_back(std::bit_cast<std::uint64_t>(v));
  return out;
}

// A later instant: what a measure with memory compares with the first one.
test::Pile later(const test::Pile& q) {
  test::Pile out = q;
  for (PositionRadius& g : out.p.xr) g.x = g.x + Vec3{0.3, -0.4, 0.5};
  return out;
}

std::vector<double> at_two_instants(const std::string& line, MeasureInput first,
                                    MeasureInput second) {
  const auto m = test::measure(line);
  std::vector<double> out = test::values(*m, first), more = test::values(*m, second);
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

// Blocks of uneven length, from whatever thread is free.
MeasureContacts source_of(const std::vector<MeasureContact>& list) {
  return MeasureContacts([&list](int threads, const ContactVisitor& visit) {
    constexpr std::size_t kLength = 37;
    const auto blocks = static_cast<std::int64_t>((list.size() + kLength - 1) / kLength);
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (std::int64_t b = blocks - 1; b >= 0; --b) {
      const auto all = std::span<const MeasureContact>(list);
      const std::size_t first = static_cast<std::size_t>(b) * kLength;
      visit(omp_get_thread_num(), all.subspan(first, std::min(kLength, list.size() - first)));
    }
  });
}

TEST(MeasureCatalog, gives_the_same_bits_for_any_threads_rows_and_source_of_contacts) {
  constexpr std::uint32_t kGrains = 3 * kTotalsBlock;  // so that threads have something to share
  const test::Pile q = test::pile(kGrains), q_later = later(q);
  const test::Pile mixed = test::shuffled(q), mixed_later = later(test::shuffled(q, 2));
  for (const std::string& line : test::lines()) {
    // Slow: sums as for layers. One thread: the order of rows is tested with fewer grains.
    if (line.find("by = rings") != std::string::npos || line.starts_with("pairs") ||
        line.starts_with("size") || line.starts_with("mixing"))
      continue;
    const auto expected = bits_of(at_two_instants(line, q.input(0), q_later.input(1)));
    for (const int threads : {2, 3, 7}) {
      MeasureInput a = mixed.input(0), b = mixed_later.input(1);
      a.threads = b.threads = threads;
      EXPECT_EQ(bits_of(at_two_instants(line, a, b)), expected) << line << " on " << threads;
      b.contacts = source_of(mixed_later.contacts);
      EXPECT_EQ(bits_of(at_two_instants(line, a, b)), expected)
          << line << " on " << threads << ", contacts from a source";
    }
  }
}

// A sum of doubles one after the other would lose every small speed beside the large one.
TEST(Speed, mean_is_that_of_the_exact_sum) {
  Particles p;
  ExactSum sum;
  for (int k = 0; k < 1000; ++k) {
    const double v = k == 0 ? 0x1p60 : 1 + 0x1p-40 * k;
    test::add(p, {}, 0.1, {v, 0, 0});
    sum += v;
  }
  EXPECT_EQ(test::value("speed", {.particles = p}, "speed_mean"), sum.value() / 1000);
  EXPECT_GT(sum.value(), 0x1p60);  // the small ones count
}

}  // namespace
}  // namespace scree
