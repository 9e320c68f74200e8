#include "base/cloned.hpp"

#include <gtest/gtest.h>

namespace scree {
namespace {

struct Counter {
  virtual ~Counter() = default;
  virtual std::unique_ptr<Counter> clone() const = 0;
  virtual void count() = 0;
  virtual int value() const = 0;
};
struct ByTwo final : Counter {
  std::unique_ptr<Counter> clone() const override { return std::make_unique<ByTwo>(*this); }
  void count() override { value_ += 2; }
  int value() const override { return value_; }
  int value_ = 0;
};

TEST(Cloned, a_copy_is_an_object_of_its_own_with_the_same_state) {
  Cloned<Counter> a = std::make_unique<ByTwo>();
  a->count();
  Cloned<Counter> b = a, c;
  c = a;
  a->count();
  EXPECT_EQ(a->value(), 4);
  EXPECT_EQ(b->value(), 2);
  EXPECT_EQ(c->value(), 2);
  b->count();
  EXPECT_EQ(c->value(), 2);
}

TEST(Cloned, may_be_null_moved_and_assigned_to_itself) {
  Cloned<Counter> none;
  EXPECT_TRUE(none == nullptr);
  const Cloned<Counter> copy = none;
  EXPECT_FALSE(copy);
  Cloned<Counter> a = std::make_unique<ByTwo>();
  a->count();
  Cloned<Counter>& same = a;
  a = same;
  EXPECT_EQ(a->value(), 2);
  const Cloned<Counter> b = std::move(a);
  EXPECT_EQ(b->value(), 2);
  a = nullptr;
  EXPECT_FALSE(a);
}

}  // namespace
}  // namespace scree
