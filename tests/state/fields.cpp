// The table of what a grain carries: nothing is left out of it, and everything that walks it treats
// all fields alike.
#include "state/fields.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "state/contact_fields.hpp"
#include "state/hash.hpp"
#include "state/particles.hpp"

namespace scree::test {
namespace {

// Another number in every place of every field, from the row and the place alone.
std::uint32_t number_for(std::size_t row, std::size_t place) {
  return static_cast<std::uint32_t>(1 + 100 * row + place);
}

template <class Table>
void number_all(Table& table) {
  std::size_t place = 0;
  for_each_field(table, [&place](const FieldInfo&, const auto& span) {
    using N = typename std::remove_cvref_t<decltype(span)>::Number;
    for (std::size_t r = 0; r < span.rows(); ++r)
      for (std::size_t k = 0; k < span.width(); ++k)
        span[r][k] = static_cast<N>(number_for(r, place + k));
    place += span.width();
  });
}

// Row s of the table is row rows[s] of one that number_all() has made.
void expect_rows(const Particles& p, const std::vector<std::size_t>& rows) {
  std::size_t place = 0;
  for_each_field(p, [&](const FieldInfo& info, const auto& span) {
    using N = typename std::remove_cvref_t<decltype(span)>::Number;
    ASSERT_EQ(span.rows(), rows.size()) << info.name;
    for (std::size_t s = 0; s < rows.size(); ++s)
      for (std::size_t k = 0; k < span.width(); ++k)
        EXPECT_EQ(span[s][k], static_cast<N>(number_for(rows[s], place + k))) << info.name;
    place += span.width();
  });
}

Particles five_with_extra_fields() {
  Particles p;
  for (int k = 0; k < 5; ++k) p.add({.radius = 1}, 2500);
  EXPECT_TRUE(p.add_field({"temperature", "K"}).ok());
  EXPECT_TRUE(p.add_field({"flux", "W/m^2"}, 3).ok());
  EXPECT_TRUE(p.add_field({"pose", ""}, 4).ok());
  number_all(p);
  for (std::uint32_t k = 0; k < 5; ++k) p.id[k] = ParticleId{number_for(k, 0)};
  p.set_next_id(1000);
  p.index_ids();
  return p;
}

// A member of a record without a line of its own would leave bytes that no field has.
TEST(Fields, every_byte_of_every_array_belongs_to_a_field) {
  Particles p;
  p.add({.radius = 1}, 1);
  std::size_t in_columns = 0, in_fields = 0;
  for_each_column(p, [&](const auto& column, std::size_t width) {
    EXPECT_EQ(column.size(), width);
    in_columns += column.size() * sizeof(column[0]);
  });
  for_each_field(
      p, [&](const FieldInfo&, const auto& span) { in_fields += span.width() * sizeof(*span[0]); });
  EXPECT_EQ(in_fields, in_columns);
}

TEST(Fields, names_are_taken_once_and_what_is_hashed_is_saved) {
  std::set<std::string_view> names;
  const Particles none;
  for_each_field(none, [&](const FieldInfo& info, const auto&) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    if (info.shown != info.name) {
      EXPECT_TRUE(names.insert(info.shown).second) << info.shown;
    }
    EXPECT_TRUE(!info.has(kHashed) || info.has(kSaved)) << info.name;
  });
}

TEST(Fields, all_of_them_follow_a_sorting_a_removal_and_growth) {
  Particles p = five_with_extra_fields();
  const std::uint32_t order[] = {3, 0, 4, 2, 1};
  p.permute(order);
  expect_rows(p, {3, 0, 4, 2, 1});
  const std::uint8_t gone[] = {0, 1, 0, 0, 1};
  p.remove(gone);
  expect_rows(p, {3, 4, 2});
  const std::size_t before = p.memory_bytes();
  p.resize(1000);
  EXPECT_GE(p.memory_bytes() - before, 900 * (32 * 4 + 2 * 24 + 8 + 4 + 8 * sizeof(double)));
  p.resize(3), p.shrink_to_fit();
  EXPECT_LE(p.memory_bytes(), before);
  expect_rows(p, {3, 4, 2});
}

TEST(Fields, newcomers_have_the_initial_value) {
  Particles p;
  p.add({.radius = 1}, 1);
  ASSERT_TRUE(p.add_field({.name = "temperature", .unit = "K", .initial = 293}, 1).ok());
  ASSERT_TRUE(p.add_field({.name = "flux", .unit = "", .initial = -1}, 3).ok());
  p.extra().find("temperature")->values[0] = 400;
  p.add({.radius = 1}, 1);
  EXPECT_EQ(p.extra().find("temperature")->values, (std::vector<double>{400, 293}));
  EXPECT_EQ(p.extra().find("flux")->values, (std::vector<double>{-1, -1, -1, -1, -1, -1}));
  EXPECT_EQ(p.extra().find("pressure"), nullptr);
}

TEST(Fields, that_cannot_be_are_refused_with_the_reason) {
  Particles p;
  const auto refusal = [&p](const FieldSpec& spec, std::size_t width) {
    const auto added = p.add_field(spec, width);
    return added ? "" : to_string(added.error());
  };
  for (const char* name : {"position", "x", "mass", "id", "inverse_inertia"})
    EXPECT_NE(refusal({name, ""}, 1).find("already"), std::string::npos) << name;
  for (const char* name : {"", " ", "a/b", "two  blanks", " front", "back ", "new\nline", "a,b"})
    EXPECT_NE(refusal({name, ""}, 1).find("cannot be the name"), std::string::npos) << name;
  for (const std::size_t width : {0, 2, 5})
    EXPECT_NE(refusal({"a", ""}, width).find("numbers per row"), std::string::npos);
  EXPECT_NE(refusal({"a", "", kHashed}, 1).find("not saved"), std::string::npos);
  EXPECT_EQ(refusal({"a b-c_d", ""}, 1), "");
  EXPECT_NE(refusal({"a b-c_d", ""}, 1).find("already"), std::string::npos);
  EXPECT_EQ(p.extra().all().size(), 1u);
}

Hash128 hash_of_row(const Particles& p, std::size_t row) {
  StateHasher h;
  {
    RowHasher visit(h, row);
    for_each_field(p, visit);
  }
  return h.finish();
}

TEST(Fields, a_flipped_bit_of_any_hashed_field_changes_the_hash_of_its_row_and_of_no_other) {
  Particles p = five_with_extra_fields();
  std::vector<Hash128> before;
  for (std::size_t r = 0; r < p.size(); ++r) before.push_back(hash_of_row(p, r));
  for_each_field(p, [&](const FieldInfo& info, const auto& span) {
    for (std::size_t k = 0; k < span.width(); ++k)
      for (std::size_t bit = 0; bit < 8 * sizeof(*span[0]); ++bit) {
        auto* byte = reinterpret_cast<unsigned char*>(span[2] + k) + bit / 8;
        *byte = static_cast<unsigned char>(*byte ^ (1u << bit % 8));
        for (std::size_t r = 0; r < p.size(); ++r)
          EXPECT_EQ(hash_of_row(p, r) == before[r], r != 2 || !info.has(kHashed))
              << info.name << " " << k << " bit " << bit;
        *byte = static_cast<unsigned char>(*byte ^ (1u << bit % 8));
      }
  });
}

TEST(Fields, copying_takes_those_of_the_asked_roles_and_the_same_name_and_width) {
  const Particles from = five_with_extra_fields();
  Particles to;
  ASSERT_TRUE(to.add_field({"flux", ""}, 3).ok());
  ASSERT_TRUE(to.add_field({"temperature", ""}, 4).ok());
  const std::uint32_t rows[] = {4, 1};
  to.resize(2);
  copy_fields(from, rows, kShown, to);
  EXPECT_EQ(to.id[0], from.id[4]);
  EXPECT_EQ(to.ws[1].body, from.ws[1].body);
  EXPECT_EQ(to.q[0], from.q[4]);
  EXPECT_EQ(to.inv_inertia[0], 0) << "not shown, so not asked for";
  const auto& flux = from.extra().find("flux")->values;
  EXPECT_EQ(to.extra().find("flux")->values,
            (std::vector<double>{flux[12], flux[13], flux[14], flux[3], flux[4], flux[5]}));
  EXPECT_EQ(to.extra().find("temperature")->values, std::vector<double>(8, 0.0));
}

TEST(Fields, of_a_contact_and_its_history_are_those_of_the_table) {
  WallContactRows table;
  table.stride = 2;
  table.resize(3);
  number_all(table);
  EXPECT_EQ(table[1].id, number_for(1, 0));
  EXPECT_EQ(table[1].feature, number_for(1, 2));
  EXPECT_EQ(table[1].overlap, number_for(1, 21));
  EXPECT_EQ(table.history[3], number_for(1, 23));
  std::size_t bytes = 0;
  for_each_field(table[1], {&table.history[2], 2}, [&](const FieldInfo&, const auto& span) {
    bytes += span.width() * sizeof(*span[0]);
    EXPECT_EQ(span.rows(), 1u);
  });
  // Two records lie 4 bytes further apart than what they hold: three numbers of 4 bytes.
  EXPECT_EQ(bytes, sizeof(WallContactData) - 4 + 2 * sizeof(double));
}

}  // namespace
}  // namespace scree::test
