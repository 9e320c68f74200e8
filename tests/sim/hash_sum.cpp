// The state hash is a sum without order. Its plain twin adds up the items of an archive, shuffled,
// in parts: what processes and devices will do with the items that each of them has.
#include <algorithm>
#include <set>

#include "outlets.hpp"
#include "sim/archive/state_hash.hpp"
#include "sim/bodies.hpp"
#include "sim/world/archive.hpp"

namespace scree::test {
namespace {

// Capsules, glued balls, balls, walls, an inlet and an outlet, after many have met.
World crowded_world() {
  World w = mixed_world(160);
  w.inlets = poured_world({0, -1, 0}).inlets;
  w.inlets[0].centre = {0.03, 0.08, 0.03};
  w.inlets[0].axis_u = {0.01, 0, 0}, w.inlets[0].axis_v = {0, 0, 0.01};
  w.inlets[0].count = 5;
  w.outlets = {box({0.05, 0, 0}, {0.06, 0.01, 0.01}), box({0, 0, 0}, {0.005, 0.01, 0.01})};
  return w;
}

Simulation crowded(const RunOptions& o) {
  Simulation s = start(crowded_world(), o);
  run(s, 8000);
  return s;
}

template <class Contact>
void list_contacts(HashedTable name, const ContactTable<Contact>& table,
                   std::vector<std::pair<HashedTable, Hash128>>& out) {
  for (std::size_t k = 0; k < table.size(); ++k)
    out.emplace_back(name, hash_contact(name, table[k],
                                        {table.history.data() + k * table.stride, table.stride}));
}

std::vector<std::pair<HashedTable, Hash128>> items_of(const SimulationArchive& a) {
  std::vector<std::pair<HashedTable, Hash128>> out;
  for (std::size_t r = 0; r < a.grains.size(); ++r)
    out.emplace_back(HashedTable::grains, hash_row(HashedTable::grains, a.grains, r));
  list_contacts(HashedTable::contacts, a.contacts, out);
  list_contacts(HashedTable::wall_contacts, a.wall_contacts, out);
  list_contacts(HashedTable::points, a.points, out);
  std::size_t next = 0;
  for (const Body& b : a.bodies.records) {
    out.emplace_back(HashedTable::bodies, hash_record(HashedTable::bodies, b.first_id, b));
    for (std::uint32_t k = 0; k < b.count && next < a.primitives.records.size(); ++k)
      out.emplace_back(HashedTable::primitives, hash_record(HashedTable::primitives, b.first_id + k,
                                                            a.primitives.records[next++]));
  }
  for (std::size_t k = 0; k < a.walls.size(); ++k)
    out.emplace_back(HashedTable::walls, hash_wall(k, a.walls[k].pose, a.walls[k].motion));
  for (std::size_t k = 0; k < a.inlets.size(); ++k)
    out.emplace_back(HashedTable::inlets,
                     hash_inlet(k, a.inlets[k].placed, a.inlets[k].tries, a.inlets[k].placed_mass));
  for (std::size_t k = 0; k < a.outlets.size(); ++k)
    out.emplace_back(HashedTable::outlets, hash_outlet(k, a.outlets[k].grains, a.outlets[k].mass));
  return out;
}

// In an order of its own for every seed, shared out among so many.
Hash128 hash_of(const SimulationArchive& a, std::uint64_t seed = 1, std::size_t parts = 1) {
  auto items = items_of(a);
  const CounterRandom random(seed, 1);
  for (std::size_t k = items.size(); k > 1; --k)
    std::swap(items[k - 1],
              items[static_cast<std::size_t>(random.uniform(k) * static_cast<double>(k))]);
  std::vector<StateSum> sums(parts);
  for (std::size_t k = 0; k < items.size(); ++k)
    sums[k % parts][items[k].first].add(items[k].second);
  StateSum total;
  for (const StateSum& sum : sums) total.add(sum);
  return total.finish(a.step, a.dt);
}

TEST(HashSum, of_an_archive_in_any_order_and_any_parts_is_the_hash_of_the_simulation) {
  const Simulation first = crowded({.threads = 1, .sort_rows = false});
  const SimulationArchive a = first.save();
  ASSERT_GT(a.contacts.size(), 5u);
  ASSERT_GT(a.wall_contacts.size(), 5u);
  ASSERT_GT(a.points.size(), 5u);
  ASSERT_GT(a.bodies.records.size(), 5u);
  ASSERT_GT(a.inlets[0].placed, 0u);
  ASSERT_GT(a.outlets[0].grains + a.outlets[1].grains, 0u);
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    EXPECT_EQ(to_string(hash_of(a, seed, seed)), to_string(first.state_hash()));
  std::set<std::vector<ParticleId>> orders{first.particles().id};
  for (const int threads : {2, 3}) {
    const Simulation s = crowded({.threads = threads});
    EXPECT_EQ(to_string(s.state_hash()), to_string(first.state_hash())) << threads;
    orders.insert(s.particles().id);
  }
  EXPECT_GT(orders.size(), 1u) << "rows in one order show nothing";
}

class Changes : public testing::Test {
 protected:
  // All that was seen so far has other hashes.
  void expect_new(const SimulationArchive& changed, const std::string& what) {
    EXPECT_TRUE(seen_.insert(to_string(hash_of(changed))).second) << what;
  }
  template <class Contact>
  void change_contacts(ContactTable<Contact> SimulationArchive::*table, const std::string& what) {
    SimulationArchive a = archive_;
    auto& t = a.*table;
    const std::size_t n = t.size(), stride = t.stride;
    std::size_t other = 1;
    while (other < n && std::equal(t.history.begin(), t.history.begin() + stride,
                                   t.history.begin() + other * stride))
      ++other;
    ASSERT_LT(other, n) << what << ": all histories are equal";
    std::swap_ranges(t.history.begin(), t.history.begin() + stride,
                     t.history.begin() + other * stride);
    expect_new(a, what + ": histories exchanged");
    a = archive_;
    t.add(Contact(t[0]), std::vector<double>(t.history.begin(), t.history.begin() + stride).data());
    expect_new(a, what + ": there twice");
    a = archive_;
    t.resize(n - 1);
    expect_new(a, what + ": missing");
  }
  // Every bit of every number of row 1 is seen where its field is hashed, and only there.
  template <class Table>
  void flip_all(Table SimulationArchive::*table, const std::string& what) {
    SimulationArchive a = archive_;
    const Hash128 before = hash_of(a);
    for_each_field(a.*table, [&](const FieldInfo& info, const auto& span) {
      ASSERT_GT(span.rows(), 1u) << what;
      for (std::size_t k = 0; k < span.width(); ++k)
        for (std::size_t bit = 0; bit < 8 * sizeof(*span[1]); bit += 7) {
          // More primitives than there are would shift those of all later bodies.
          if (info.name == "count") continue;
          auto* byte = reinterpret_cast<unsigned char*>(span[1] + k) + bit / 8;
          *byte = static_cast<unsigned char>(*byte ^ (1u << bit % 8));
          EXPECT_EQ(hash_of(a) == before, !info.has(kHashed)) << what << " " << info.name;
          *byte = static_cast<unsigned char>(*byte ^ (1u << bit % 8));
        }
    });
  }

  const SimulationArchive archive_ = crowded({.threads = 1}).save();

 private:
  std::set<std::string> seen_{to_string(hash_of(archive_))};
};

TEST_F(Changes, of_contacts_and_their_histories_are_seen) {
  change_contacts(&SimulationArchive::contacts, "contacts");
  change_contacts(&SimulationArchive::wall_contacts, "wall contacts");
  change_contacts(&SimulationArchive::points, "contact points");
  SimulationArchive a = archive_;
  std::size_t other = 1;
  while (other < a.contacts.size() && a.contacts[other].i == a.contacts[0].i) ++other;
  ASSERT_LT(other, a.contacts.size());
  std::swap(a.contacts[0].i, a.contacts[other].i);
  expect_new(a, "first partners exchanged");
  a = archive_;
  a.wall_contacts[0].wall ^= 1u;
  expect_new(a, "another wall");
  a = archive_;
  ++a.wall_contacts[0].id;
  expect_new(a, "another grain at the wall");
}

TEST_F(Changes, of_grains_bodies_and_walls_are_seen) {
  SimulationArchive a = archive_;
  for (const std::size_t r : {0u, 1u}) a.grains.id[r] = archive_.grains.id[1 - r];
  expect_new(a, "two grains with the ids of each other");
  a = archive_;
  a.grains.inv_inertia[3] *= 1.5;
  expect_new(a, "inertia");
  a = archive_;
  a.grains.resize(a.grains.size() - 1);
  expect_new(a, "a grain is missing");
  a = archive_;
  std::swap(a.bodies.records[0].first_id, a.bodies.records[2].first_id);
  expect_new(a, "two bodies with the names of each other");
  a = archive_;
  std::swap(a.primitives.records[1], a.primitives.records[2]);
  expect_new(a, "primitives exchanged");
  a = archive_;
  std::swap(a.walls[1].pose, a.walls[2].pose);
  a.walls[1].pose.x.x += 1;
  expect_new(a, "a wall is elsewhere");
  std::swap(a.walls[1].pose, a.walls[2].pose);
  expect_new(a, "another wall is there");
  a = archive_;
  std::swap(a.outlets[0], a.outlets[1]);
  expect_new(a, "outlets exchanged");
}

TEST_F(Changes, of_any_hashed_number_of_any_table_are_seen) {
  flip_all(&SimulationArchive::grains, "grains");
  flip_all(&SimulationArchive::contacts, "contacts");
  flip_all(&SimulationArchive::wall_contacts, "wall contacts");
  flip_all(&SimulationArchive::points, "contact points");
  flip_all(&SimulationArchive::bodies, "bodies");
  flip_all(&SimulationArchive::primitives, "primitives");
}

// Bodies that an outlet took are counted once, their rows all: a resumed run must add up.
TEST(HashSum, a_state_that_bodies_have_left_is_resumed) {
  Simulation s = crowded({.threads = 2});
  ASSERT_GT(s.world().outlets[0].grains + s.world().outlets[1].grains, 1u);
  Result<Simulation> again = Simulation::resume(crowded_world(), s.save(), {.threads = 1});
  ASSERT_TRUE(again) << to_string(again.errors().front());
  run(s, 300);
  run(*again, 300);
  EXPECT_TRUE(again->state_hash() == s.state_hash());
}

}  // namespace
}  // namespace scree::test
