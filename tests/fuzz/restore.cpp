// A checkpoint's arrays back into a simulation. Inputs are changes of the arrays of a good one:
// numbers replaced, arrays cut, lengthened, dropped, of another type or width. The answer is an
// error with a code, or a simulation that goes on until it is told why not.
#include <limits>
#include <string>
#include <type_traits>

#include "input.hpp"
#include "scene/scene.hpp"
#include "sim/archive/checkpoint.hpp"
#include "sim/simulation.hpp"

namespace {

using namespace scree;
using fuzz::require;
using Values = CheckpointArray::Values;

// Grains that touch each other and a wall, histories, a motion with a memory, an inlet.
constexpr std::string_view kScene = R"(
[material.glass]
normal = { law = "linear", contact_time = "1 ms", restitution = 0.5 }
tangential = { law = "spring", friction = 0.4 }
[[wall]]
name = "floor"
shape = "plane"
[[wall]]
name = "lid"
shape = "plane"
point = [0, 0.05, 0]
normal = [0, -1, 0]
motion = { kind = "free", mass = "1 g" }
[[fill]]
kind = "grains"
grains = [
  { position = [0, 0.00999, 0], radius = 0.01, velocity = [0.3, 0, 0] },
  { position = [0.0199, 0.011, 0], radius = 0.01 },
  { position = [0.0398, 0.012, 0], radius = 0.01 },
]
[[fill]]
kind = "pour"
diameter = "4 mm"
centre = [0, 0.04, 0]
width = "2 cm"
rate = "1 kHz"
count = 10
)";

World world() {
  static const World w = [] {
    auto scene = parse_scene(kScene, "fuzz.toml");
    require(scene.ok());
    return std::move(scene->world);
  }();
  return w;
}

CheckpointData good_data() {
  auto s = Simulation::create(world(), {.threads = 1});
  require(s.ok() && !s->run(20));  // the first bounce takes 50
  CheckpointData data;
  SimulationArchive archive = s->save();
  require(!archive.contacts.empty() && !archive.wall_contacts.empty());
  add_archive(std::move(archive), data);
  return data;
}

template <class T>
T number_from(fuzz::Input& input) {
  static constexpr double kNumbers[] = {0,
                                        -1,
                                        1,
                                        1e300,
                                        -1e300,
                                        1e-300,
                                        std::numeric_limits<double>::infinity(),
                                        std::numeric_limits<double>::quiet_NaN()};
  const auto which = input.take<std::uint8_t>();
  if constexpr (std::is_floating_point_v<T>) {
    return which < 200 ? kNumbers[which % 8] : input.take<T>();
  } else {
    if (which < 60) return static_cast<T>(which % 8);
    return which < 100 ? static_cast<T>(~T{0} - which % 4) : input.take<T>();
  }
}

template <class T>
void change_values(T& values, fuzz::Input& input) {
  using Value = typename T::value_type;
  const auto what = input.take<std::uint8_t>();
  if (what < 200 && !values.empty()) {
    values[input.choose(values.size())] = number_from<Value>(input);
  } else if (what < 230) {
    values.resize(input.choose(values.size() + 40));
  } else {
    for (Value& v : values) v = number_from<Value>(input);
  }
}

Values of_another_type(fuzz::Input& input, std::size_t size) {
  switch (input.take<std::uint8_t>() % 4) {
    case 0:
      return std::vector<double>(size);
    case 1:
      return std::vector<std::uint64_t>(size);
    case 2:
      return std::vector<std::uint32_t>(size);
    default:
      return std::string(size, 'a');
  }
}

CheckpointData changed(const CheckpointData& good, fuzz::Input& input) {
  std::vector<CheckpointArray> arrays = good.arrays();
  while (!input.empty() && !arrays.empty()) {
    CheckpointArray& a = arrays[input.take<std::uint8_t>() % arrays.size()];
    const auto what = input.take<std::uint8_t>();
    if (what < 220)
      std::visit([&input](auto& v) { change_values(v, input); }, a.values);
    else if (what < 230)
      a.columns = input.choose(21);
    else if (what < 240)
      a.values = of_another_type(input, a.rows());
    else
      a.name += 'x';  // the one with this name is gone
  }
  CheckpointData out;
  for (CheckpointArray& a : arrays) out.add(a.name, a.about, std::move(a.values), a.columns);
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const CheckpointData good = good_data();
  fuzz::Input input(bytes, size);
  const auto archive = archive_of(changed(good, input));
  if (!archive) {
    for (const Error& e : archive.errors()) require(!e.code.empty() && !e.message.empty());
    return 0;
  }
  auto restored = Simulation::resume(world(), *archive, {.threads = 1});
  if (!restored) {
    require(!restored.error().code.empty() && !restored.error().message.empty());
    return 0;
  }
  if (const auto failure = restored->run(20)) require(!failure->message.empty());
  require(restored->steps() >= archive->step);
  return 0;
}
