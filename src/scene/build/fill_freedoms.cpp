#include "scene/build/fill_freedoms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/words.hpp"
#include "sim/world/freedoms.hpp"
#include "sim/world/start_state.hpp"
#include "state/freedoms.hpp"

namespace scree {
namespace {

constexpr std::string_view kFreedoms[] = {"x", "y", "z", "rx", "ry", "rz"};

bool in_the_plane(std::string_view freedom) {
  return freedom == "x" || freedom == "y" || freedom == "rz";
}

// What is locked, or nothing and a message.
std::optional<std::uint16_t> locked_by(const Branch& fill, const std::string& text, bool two_d,
                                       Messages& messages) {
  if (text == "all") return std::uint16_t{0};
  unsigned locked = kLocked;
  const auto wrong = [&](const std::string& word) {
    messages.error("E0658", fill.where("freedoms"), fmt::format("there is no freedom `{}`", word),
                   two_d ? "in two dimensions: \"all\", \"none\" or some of \"x y rz\""
                         : "\"all\", \"none\" or some of \"x y z rx ry rz\"");
    return std::nullopt;
  };
  std::string spaced = text;
  std::replace(spaced.begin(), spaced.end(), ',', ' ');
  std::vector<std::string> words;
  for (std::size_t at = 0; at < spaced.size();) {
    const std::size_t end = std::min(spaced.find(' ', at), spaced.size());
    if (end > at) words.push_back(spaced.substr(at, end - at));
    at = end + 1;
  }
  if (words.empty()) return wrong(text);
  for (const std::string& word : words) {
    if (word == "none" && words.size() == 1) break;
    const auto it = std::find(std::begin(kFreedoms), std::end(kFreedoms), word);
    if (it == std::end(kFreedoms) || (two_d && !in_the_plane(word))) return wrong(word);
    locked &= ~(unsigned{kLockedX} << (it - std::begin(kFreedoms)));
  }
  // Nothing ever acts out of the plane.
  if (two_d) locked &= unsigned{kLockedX} | kLockedY | kLockedRz;
  return static_cast<std::uint16_t>(locked);
}

}  // namespace

void take_freedoms(const Branch& fill, std::size_t first, bool pours, World& world,
                   Messages& messages) {
  if (fill.broken || !fill.params.has("freedoms")) return;
  const bool two_d = world.particles.dimensions() == Dimensions::two;
  const auto locked = locked_by(fill, fill.params.text("freedoms"), two_d, messages);
  if (!locked || *locked == 0) return;
  const auto report = [&](const Error& e) {
    messages.error(e.code, fill.where(e.code == "E0657" ? "velocity" : "freedoms"),
                   e.location.empty() ? e.message : fmt::format("{} {}", e.location, e.message),
                   e.hint);
  };
  if (pours) {
    Inlet& inlet = world.inlets.back();
    inlet.locked = *locked;
    if (free_along(*locked, inlet.velocity) != inlet.velocity)
      report({"E0657", fmt::format("{} pours with a velocity along a locked axis", inlet.name), "",
              "leave this axis free, or its velocity 0"});
    const int turns =
        ((*locked & kLockedRx) == 0) + ((*locked & kLockedRy) == 0) + ((*locked & kLockedRz) == 0);
    if (!inlet.mix.empty() && turns == 2 && !two_d)
      report({"E0659", "a cluster or a shape cannot turn about two axes of the world", "",
              "leave it all of rx ry rz, one, or none"});
    return;
  }
  if (const auto error = lock_freedoms(world, first, *locked)) return report(*error);
  // The forces of a run that this one goes on from are those of free grains.
  if (world.start && world.start->carried_on) {
    auto start = std::make_shared<StartState>(*world.start);
    start->carried_on = false;
    world.start = std::move(start);
  }
}

}  // namespace scree
