// Worlds made by the public functions only.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "api/scree.hpp"

namespace scree::api::test {

inline std::string texts(const Errors& errors) {
  std::string out;
  for (const Error& e : errors) out += to_string(e) + "\n";
  return out;
}

// Of a Result: its value; a failure of the test where it has none.
template <class T>
T value_of(Result<T> result) {
  if (!result) ADD_FAILURE() << texts(result.errors());
  return std::move(*result);
}
inline void expect_fine(const Errors& errors) { EXPECT_EQ(texts(errors), ""); }

inline ParamSet params(std::initializer_list<std::pair<const char*, ParamSet::Value>> list) {
  ParamSet out;
  for (const auto& [name, value] : list) out.set(name, value);
  return out;
}

inline Material glass() {
  return {.name = "glass",
          .density = 2500,
          .normal = {"linear", params({{"contact_time", 1e-3}, {"restitution", 0.5}})},
          .tangential = {"spring", params({{"friction", 0.4}})}};
}

inline Wall box_wall(double width) {
  return {.name = "box",
          .shape = {"box", params({{"min", Vec3{0, 0, 0}}, {"max", Vec3{width, 1, width}}})}};
}

// Balls in a box, every seventh of another size.
inline World balls(int count = 60) {
  World world;
  expect_fine(world.add(glass()));
  expect_fine(world.add(box_wall(0.05)));
  for (int k = 0; k < count; ++k)
    value_of(world.add(Grain{.position = {0.006 + 0.009 * (k % 5), 0.006 + 0.009 * (k / 25),
                                          0.006 + 0.009 * ((k / 5) % 5)},
                             .radius = k % 7 == 0 ? 0.003 : 0.004,
                             .velocity = {0.05 * (k % 3 - 1), 0, 0.05 * (k % 4 - 1)}}));
  return world;
}

inline Simulation started(World world, const Options& options = {.threads = 1}) {
  return value_of(Simulation::create(std::move(world), options));
}

inline void run(Simulation& sim, std::uint64_t steps) {
  const Outcome end = sim.run(steps);
  ASSERT_TRUE(end.ok()) << end.failure->message;
  EXPECT_EQ(end.steps, steps);
}

}  // namespace scree::api::test
