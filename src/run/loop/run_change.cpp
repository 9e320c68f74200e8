#include "run/loop/run_change.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/units.hpp"
#include "base/words.hpp"
#include "run/folder/quantity_text.hpp"
#include "run/loop/loop.hpp"

namespace scree::run {
namespace {

// More would fill the disk before anybody has looked at one.
constexpr double kMostInstants = 1e5;

constexpr std::array<std::string_view, 4> kChangeable = {"duration", "output.frames",
                                                         "output.series", "output.checkpoint"};

Error unfit(std::string_view key, std::string message, std::string hint = {}) {
  return Error{"E0694", std::move(message), std::string(key), std::move(hint)};
}

Result<double> read_time(std::string_view key, const std::string& text) {
  auto value = parse_quantity(text, dim::time);
  // A bare number is one of SI, as in a scene.
  if (!value)
    if (auto bare = parse_quantity(text, dim::none)) value = bare;
  if (!value) return unfit(key, value.error().message, "a time: \"5 ms\", or 0.005");
  if (!std::isfinite(*value) || *value < 0)
    return unfit(key, fmt::format("`{}` is not a time that can pass", text), "0 or more");
  return *value;
}

Result<Done> check_duration(double value, const ChangeState& now) {
  if (now.has_stages)
    return Error{"E0695", "the stages of this run say when it ends", "duration",
                 "stop it, and resume it with --set duration='...'"};
  if (!(value > now.time))
    return unfit("duration", fmt::format("the run is at {} already", time_text(now.time)),
                 "stop ends it where it is, with a checkpoint");
  return check_steps(value, now.dt);
}

Result<Done> check_interval(std::string_view key, double value, const ChangeState& now) {
  if (value == 0) return Done{};
  if (value < now.dt)
    return unfit(key, fmt::format("shorter than a step of {}", time_text(now.dt)),
                 "0 turns this output off");
  // The series are lines, not files.
  const double left = (now.settings.duration - now.time) / value;
  if (key != "output.series" && left > kMostInstants)
    return unfit(key, fmt::format("that makes {:.2g} files until the end", left),
                 fmt::format("at most {:.0g}", kMostInstants));
  return Done{};
}

}  // namespace

double& SettingChange::in(RunSettings& s) const {
  if (key == "duration") return s.duration;
  if (key == "output.frames") return s.frames;
  return key == "output.series" ? s.series : s.checkpoint;
}

Result<SettingChange> read_change(std::string_view key, const std::string& value,
                                  const ChangeState& now) {
  std::string known;
  for (const std::string_view k : kChangeable)
    known += (known.empty() ? "" : ", ") + std::string(k);
  if (std::find(kChangeable.begin(), kChangeable.end(), key) == kChangeable.end())
    return Error{"E0693", "this cannot be changed while the run goes on", std::string(key),
                 "what can: " + known + "; anything else is another run"};
  const auto time = read_time(key, value);
  if (!time) return time.errors();
  const auto fits =
      key == "duration" ? check_duration(*time, now) : check_interval(key, *time, now);
  if (!fits) return fits.errors();
  return SettingChange{std::string(key), *time};
}

std::string with_setting(const std::string& resolved, const SettingChange& change) {
  const std::size_t dot = change.key.find('.');
  const std::string table = dot == std::string::npos ? "" : change.key.substr(0, dot);
  const std::string name = change.key.substr(dot == std::string::npos ? 0 : dot + 1);
  const std::string line = name + " = " + number_text(change.value);
  std::string out, here;
  bool done = false;
  for (std::size_t at = 0; at < resolved.size();) {
    const std::size_t end = std::min(resolved.find('\n', at), resolved.size());
    const std::string_view old(resolved.data() + at, end - at);
    if (old.starts_with('[')) here = old.substr(1, old.find(']') - 1);
    const bool is_it = !done && here == table && old.starts_with(name + " = ");
    out += is_it ? std::string_view(line) : old;
    out += '\n';
    done = done || is_it;
    at = end + 1;
  }
  // A scene of another hand: every one of ours has these lines.
  if (!done) out = table.empty() ? line + "\n" + out : out + "\n[" + table + "]\n" + line + "\n";
  return out;
}

std::string change_text(const SettingChange& change, RunSettings before) {
  const auto shown = [](double s) { return s > 0 ? time_text(s) : std::string("never"); };
  return fmt::format("{}: {} -> {}", change.key, shown(change.in(before)), shown(change.value));
}

}  // namespace scree::run
