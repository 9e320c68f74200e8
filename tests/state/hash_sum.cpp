// The hash of a state is a sum of hashes of its items: no order, and nothing that cancels.
#include "state/hash_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "base/random.hpp"
#include "state/contact_fields.hpp"
#include "state/particles.hpp"

namespace scree::test {
namespace {

Particles grains(std::size_t n) {
  Particles p;
  const CounterRandom random(1, 1);
  for (std::size_t k = 0; k < n; ++k) {
    const auto u = [&](std::size_t m) { return random.uniform(16 * k + m) - 0.5; };
    p.add({.x = {u(0), u(1), u(2)}, .radius = 1 + u(3), .v = {u(4), u(5), u(6)}}, 2500);
  }
  return p;
}

HashSum sum_of(const Particles& p, std::size_t first = 0, std::size_t last = SIZE_MAX) {
  HashSum sum;
  for (std::size_t r = first; r < std::min(last, p.size()); ++r)
    sum.add(hash_row(HashedTable::grains, p, r));
  return sum;
}

std::string finished(const HashSum& grains) {
  StateSum all;
  all[HashedTable::grains] = grains;
  return to_string(all.finish(7, 1e-5));
}

TEST(HashSum, has_no_order_and_can_be_made_of_parts) {
  Particles p = grains(50);
  const HashSum whole = sum_of(p);
  std::vector<std::uint32_t> order(50);
  for (std::uint32_t k = 0; k < 50; ++k) order[k] = (k * 17 + 5) % 50;
  p.permute(order);
  EXPECT_EQ(sum_of(p), whole);
  HashSum parts = sum_of(p, 31, 50);
  parts.add(sum_of(p, 0, 13)), parts.add(sum_of(p, 13, 31)), parts.add(HashSum{});
  EXPECT_EQ(parts, whole);
  EXPECT_EQ(whole.count, 50u);
}

TEST(HashSum, sees_values_that_change_places_and_items_that_are_missing_or_there_twice) {
  const Particles p = grains(6);
  std::set<std::string> seen{finished(sum_of(p))};
  Particles swapped = p;
  const std::uint32_t order[] = {1, 0, 2, 3, 4, 5};
  swapped.permute(order);
  std::swap(swapped.id[0], swapped.id[1]);
  EXPECT_TRUE(seen.insert(finished(sum_of(swapped))).second) << "all values but the ids";
  Particles half = p;
  std::swap(half.vm[2].v, half.vm[3].v);
  EXPECT_TRUE(seen.insert(finished(sum_of(half))).second) << "velocities alone";
  EXPECT_TRUE(seen.insert(finished(sum_of(p, 1))).second) << "missing";
  for (int times = 1; times <= 4; ++times) {
    HashSum more = sum_of(p);
    for (int k = 0; k < times; ++k) more.add(hash_row(HashedTable::grains, p, 3));
    EXPECT_TRUE(seen.insert(finished(more)).second) << "again, " << times << " times";
  }
  HashSum instead = sum_of(p, 1);
  instead.add(hash_row(HashedTable::grains, p, 1));
  EXPECT_TRUE(seen.insert(finished(instead)).second) << "one missing, another twice";
  for (const std::size_t twice : {1u, 2u}) {
    HashSum pairs = sum_of(p, 0, 1);
    for (int k = 0; k < 2; ++k) pairs.add(hash_row(HashedTable::grains, p, twice));
    EXPECT_TRUE(seen.insert(finished(pairs)).second) << "equal ones must not cancel";
  }
}

TEST(HashSum, depends_on_table_step_dt_and_every_number) {
  const ContactData c{.i = 1, .j = 2};
  const double history[] = {1, 2, 3};
  EXPECT_FALSE(hash_contact(HashedTable::contacts, c, history) ==
               hash_contact(HashedTable::points, c, history));
  StateSum one, other;
  one[HashedTable::contacts].add(hash_contact(HashedTable::contacts, c, history));
  other[HashedTable::points].add(hash_contact(HashedTable::contacts, c, history));
  EXPECT_FALSE(one.finish(1, 2) == other.finish(1, 2)) << "the same sum elsewhere";
  EXPECT_FALSE(one.finish(1, 2) == one.finish(2, 2));
  EXPECT_FALSE(one.finish(1, 2) == one.finish(1, 3));
  EXPECT_FALSE(one.finish(1, 2) == StateSum{}.finish(1, 2));
  const HashSum sum = one[HashedTable::contacts];
  for (const HashSum& wrong : {HashSum{sum.lo ^ 1, sum.hi, 1}, HashSum{sum.lo, sum.hi ^ 1, 1},
                               HashSum{sum.lo, sum.hi, 2}, HashSum{sum.hi, sum.lo, 1}}) {
    StateSum changed;
    changed[HashedTable::contacts] = wrong;
    EXPECT_FALSE(changed.finish(1, 2) == one.finish(1, 2));
  }
  StateSum twice = one;
  twice.add(other);
  EXPECT_EQ(twice[HashedTable::contacts].count, 1u);
  EXPECT_EQ(twice[HashedTable::points].count, 1u);
}

// Readers of summaries compare hashes of different machines: these bits must not change by
// themselves.
TEST(HashSum, has_the_bits_that_were_published) {
  Particles p;
  p.add({.x = {1, 2, 3}, .radius = 0.5, .v = {4, 5, 6}}, 1000);
  EXPECT_EQ(finished(sum_of(p)), "6c07b84604a135ba76b1b8c79ae11d8b");
}

// The words of an item, as many as a grain has.
using Words = std::array<std::uint64_t, 24>;
Words words() {
  Words w;
  const CounterRandom random(2, 1);
  for (std::size_t k = 0; k < w.size(); ++k) w[k] = std::bit_cast<std::uint64_t>(random.uniform(k));
  return w;
}
Hash128 hash_of(const Words& words) {
  ItemHasher h(HashedTable::grains);
  for (const std::uint64_t w : words) h.add(w);
  return h.finish();
}
void flip(Words& w, std::size_t bit) { w[bit / 64] ^= std::uint64_t{1} << bit % 64; }

bool all_differ(std::vector<std::uint64_t> values) {
  std::sort(values.begin(), values.end());
  return std::adjacent_find(values.begin(), values.end()) == values.end();
}

// 1.2 million pairs of flipped bits. Two random numbers of 64 bits among so many are equal with
// probability 4e-8, so each lane alone has to tell all of them apart.
TEST(HashSum, each_lane_tells_all_pairs_of_flipped_bits_apart) {
  Words w = words();
  std::vector<std::uint64_t> lo, hi;
  for (std::size_t a = 0; a < 64 * w.size(); ++a) {
    flip(w, a);
    for (std::size_t b = a; b < 64 * w.size(); ++b) {
      if (b > a) flip(w, b);
      const Hash128 h = hash_of(w);
      lo.push_back(h.lo), hi.push_back(h.hi);
      if (b > a) flip(w, b);
    }
    flip(w, a);
  }
  EXPECT_TRUE(all_differ(std::move(lo)));
  EXPECT_TRUE(all_differ(std::move(hi)));
}

// What a sum has to fear: two items that change at once, most of all by the same or by opposite
// small amounts, so that their changes cancel. A million of such pairs, each lane alone.
TEST(HashSum, changes_of_two_items_do_not_cancel) {
  constexpr std::size_t n = 1000;
  std::vector<Hash128> first, second;
  for (std::size_t k = 0; k < n; ++k) {
    Words a = words(), b = words();
    a[0] = 1, b[0] = 2;  // their keys
    a[5] += k, b[5] -= k;
    first.push_back(hash_of(a)), second.push_back(hash_of(b));
  }
  std::vector<std::uint64_t> lo, hi;
  for (const Hash128& a : first)
    for (const Hash128& b : second) lo.push_back(a.lo + b.lo), hi.push_back(a.hi + b.hi);
  EXPECT_TRUE(all_differ(std::move(lo)));
  EXPECT_TRUE(all_differ(std::move(hi)));
}

// Every bit of the hash turns over with about half of the 1536 flips of one bit. By chance the
// share of one is within 6 standard deviations, 6 / (2 sqrt(1536)) = 0.077, but for 1 in 4 million
// sets of 128 bits.
TEST(HashSum, one_bit_of_an_item_changes_half_of_its_hash) {
  Words w = words();
  const Hash128 before = hash_of(w);
  std::array<int, 128> turned{};
  for (std::size_t bit = 0; bit < 64 * w.size(); ++bit) {
    flip(w, bit);
    const Hash128 h = hash_of(w);
    flip(w, bit);
    for (std::size_t k = 0; k < 64; ++k) {
      turned[k] += static_cast<int>((h.lo ^ before.lo) >> k & 1);
      turned[64 + k] += static_cast<int>((h.hi ^ before.hi) >> k & 1);
    }
  }
  for (std::size_t k = 0; k < turned.size(); ++k)
    EXPECT_NEAR(turned[k] / (64.0 * static_cast<double>(w.size())), 0.5, 0.077) << "bit " << k;
}

}  // namespace
}  // namespace scree::test
