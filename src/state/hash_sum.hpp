// The hash of a state that has no order: a sum of the hashes of its items.
//
// An item is a row of a table: a grain, a contact, a wall. Its hash covers the table, its key and
// all its hashed fields. Items are added as numbers modulo 2^64, in two lanes, so threads,
// processes and devices may each add up those that they have, in any order, and add up the sums.
// docs/decisions/0022-hash-without-order.md says why a sum is as good as a chain.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "state/hash.hpp"

namespace scree {

// Part of the hash: numbers stay, new tables go to the end.
enum class HashedTable : std::uint32_t {
  grains,
  contacts,
  wall_contacts,
  bodies,
  primitives,
  points,
  walls,
  inlets,
  outlets,
  bonds,
  cells,
};
inline constexpr std::size_t kHashedTables = 11;

// The items of one table.
struct HashSum {
  std::uint64_t lo = 0, hi = 0, count = 0;

  void add(const Hash128& item) { lo += item.lo, hi += item.hi, ++count; }
  void add(const HashSum& other) { lo += other.lo, hi += other.hi, count += other.count; }
  bool operator==(const HashSum&) const = default;
};

// The items of all tables.
class StateSum {
 public:
  HashSum& operator[](HashedTable t) { return of_[static_cast<std::size_t>(t)]; }
  const HashSum& operator[](HashedTable t) const { return of_[static_cast<std::size_t>(t)]; }
  void add(const StateSum& other) {
    for (std::size_t t = 0; t < kHashedTables; ++t) of_[t].add(other.of_[t]);
  }
  Hash128 finish(std::uint64_t step, double dt) const;
  bool operator==(const StateSum&) const = default;

 private:
  std::array<HashSum, kHashedTables> of_;
};

// The hash of one item. Whatever uses it adds the key first.
class ItemHasher : public StateHasher {
 public:
  explicit ItemHasher(HashedTable table) { add(static_cast<std::uint64_t>(table)); }
};

// Of row `row` of a table of fields.
template <class Table>
Hash128 hash_row(HashedTable name, const Table& table, std::size_t row) {
  ItemHasher h(name);
  {
    RowHasher visit(h, row);
    for_each_field(table, visit);
  }
  return h.finish();
}

// Of a contact and what its law remembers (state/contact_fields.hpp).
template <class Contact>
Hash128 hash_contact(HashedTable name, const Contact& contact, std::span<const double> history) {
  ItemHasher h(name);
  {
    RowHasher visit(h, 0);
    for_each_field(contact, history, visit);
  }
  return h.finish();
}

// Of a record without a history, named by `key`.
template <class Record>
Hash128 hash_record(HashedTable name, std::uint64_t key, const Record& record) {
  ItemHasher h(name);
  h.add(key);
  {
    RowHasher visit(h, 0);
    for_each_member(&record, &record, 1, visit);
  }
  return h.finish();
}

}  // namespace scree
