#include "scree/summary_table.hpp"

#include <fmt/format.h>

#include "base/safe_text.hpp"
#include "scree/messages.hpp"
#include "state/energy_report.hpp"

namespace scree::app {
namespace {

// What a summary says under a dotted name, or a fallback: a table must not fail on a file of
// another version.
template <class T>
T get(const Json& j, const char* pointer, T fallback) {
  const Json::json_pointer p(pointer);
  if (!j.contains(p) || j.at(p).is_null()) return fallback;
  try {
    return j.at(p).get<T>();
  } catch (const Json::exception&) {
    return fallback;
  }
}

void row(std::string& out, std::string_view name, std::string_view text) {
  add_row(out, name, text, 18);
}

void energy_rows(std::string& out, const Json& s) {
  const auto joule = [&](const std::string& name) {
    return quantity_text(get(s, ("/energy/" + name).c_str(), 0.0), "J");
  };
  double lost = 0, stored = 0;
  std::string channels;
  if (s.contains(Json::json_pointer("/energy/dissipated")))
    for (const auto& [name, v] : s["energy"]["dissipated"].items()) {
      const double e = v.is_number() ? v.get<double>() : 0;
      lost += e;
      if (e > 0)
        channels +=
            fmt::format("{}{} {}", channels.empty() ? "" : ", ", name, quantity_text(e, "J"));
    }
  for (const EnergyChannel& c : kEnergyChannels)
    if (c.name.starts_with("stored_") && c.scope == EnergyScope::every_run)
      stored += get(s, fmt::format("/energy/{}", c.name).c_str(), 0.0);
  row(out, "energy now",
      fmt::format("kinetic {}, rotational {}, stored in contacts {}", joule("kinetic"),
                  joule("rotational"), quantity_text(stored, "J")));
  row(out, "energy lost", quantity_text(lost, "J") + (channels.empty() ? "" : ": " + channels));
}

void verdict_rows(std::string& out, const Json& s) {
  std::string checks, noted;
  if (s.contains(Json::json_pointer("/verdict/checks")))
    for (const Json& c : s["verdict"]["checks"]) {
      const auto name = get<std::string>(c, "/name", "?");
      const bool note = get(c, "/noted", false);
      if (note) noted += (noted.empty() ? "" : ", ") + name;
      checks += fmt::format("    {:<18}{:<6}{}\n", name,
                            note                   ? "note"
                            : get(c, "/ok", false) ? "ok"
                                                   : "NO",
                            get<std::string>(c, "/reason", ""));
    }
  row(out, "verdict",
      get<std::string>(s, "/verdict/word", "?") + (noted.empty() ? "" : " (noted: " + noted + ")"));
  out += checks;
}

void timer_row(std::string& out, const Json& s) {
  if (!s.contains("timers")) return;
  double total = 0;
  for (const auto& [name, v] : s["timers"].items()) total += v.is_number() ? v.get<double>() : 0;
  if (!(total > 0)) return;
  std::string text;
  for (const auto& [name, v] : s["timers"].items()) {
    const double share = 100 * (v.is_number() ? v.get<double>() : 0) / total;
    if (share >= 0.5) text += fmt::format("{}{} {:.0f}%", text.empty() ? "" : ", ", name, share);
  }
  row(out, "time spent", text);
}

std::string use_text(const Json& use) {
  return fmt::format("{} {} renewals ({:.1f}%), {:.3g} ns per grain",
                     get<std::string>(use, "/name", "?"),
                     in_thousands(get(use, "/renewals", std::uint64_t{0})),
                     100 * get(use, "/share", 0.0), get(use, "/ns_per_grain", 0.0));
}

// Who made the lists, why, what each took; who took over from whom; what they have to say.
void detector_rows(std::string& out, const Json& s) {
  if (!s.contains("detection")) return;
  const Json& d = s["detection"];
  const auto method = get<std::string>(d, "/method", "?");
  row(out, "detector",
      fmt::format("{}{}: {}", method == "auto" ? "auto, " : "", get<std::string>(d, "/in_use", "?"),
                  get<std::string>(d, "/why", "?")));
  const auto list = [&d](const char* name) { return d.contains(name) ? d[name] : Json::array(); };
  for (const Json& use : list("uses")) {
    row(out, "", use_text(use));
    if (!use.contains("notes")) continue;
    for (const Json& n : use["notes"])
      row(out, "",
          fmt::format("  {} {}", in_thousands(get(n, "/count", std::uint64_t{0})),
                      get<std::string>(n, "/what", "?")));
  }
  constexpr std::uint64_t kShown = 8;
  std::uint64_t shown = 0;
  for (const Json& w : list("switches"))
    if (shown++ < kShown)
      row(out, "",
          fmt::format("step {}: {} to {}: {}", in_thousands(get(w, "/step", std::uint64_t{0})),
                      get<std::string>(w, "/from", "?"), get<std::string>(w, "/to", "?"),
                      get<std::string>(w, "/why", "?")));
  const auto switched = get(d, "/switched", std::uint64_t{0});
  if (switched > kShown)
    row(out, "", fmt::format("{} switches in all (summary.json)", in_thousands(switched)));
  const double seconds = get(d, "/seconds", 0.0);
  const auto trials = get(d, "/trials", std::uint64_t{0});
  if (trials > 0 && seconds > 0)
    row(out, "",
        fmt::format("{} trial{} cost {:.1f}% of the time of all lists", in_thousands(trials),
                    trials == 1 ? "" : "s", 100 * get(d, "/trial_seconds", 0.0) / seconds));
}

void inlet_rows(std::string& out, const Json& s) {
  if (!s.contains("inlets")) return;
  for (const Json& i : s["inlets"]) {
    const double asked = get(i, "/asked", 0.0), mass = get(i, "/asked_mass", 0.0);
    std::string of;
    if (asked > 0) of = fmt::format(" of {}", count_text(asked));
    if (mass > 0) of += fmt::format(" (asked for {:.4g} kg)", mass);
    row(out, &i == &s["inlets"].front() ? "poured in" : "",
        fmt::format("{}: {}{} grains, {:.4g} kg", get<std::string>(i, "/name", "?"),
                    in_thousands(get(i, "/placed", std::uint64_t{0})), of,
                    get(i, "/placed_mass", 0.0)));
  }
}

void outlet_rows(std::string& out, const Json& s) {
  if (!s.contains("outlets")) return;
  for (const Json& o : s["outlets"])
    row(out, &o == &s["outlets"].front() ? "left through" : "",
        fmt::format("{}: {} grains, {:.4g} kg", get<std::string>(o, "/name", "?"),
                    in_thousands(get(o, "/grains", std::uint64_t{0})), get(o, "/mass", 0.0)));
}

void stage_rows(std::string& out, const Json& s) {
  if (!s.contains("stages")) return;
  for (const Json& o : s["stages"])
    row(out, &o == &s["stages"].front() ? "stages" : "",
        fmt::format("{}: {} to {}, {}", get<std::string>(o, "/name", "?"),
                    time_text(get(o, "/begin", 0.0)),
                    o.contains("end") && o["end"].is_number() ? time_text(get(o, "/end", 0.0))
                                                              : std::string("now"),
                    get<std::string>(o, "/reason", "?")));
}

// What [[result]] asks for, with units.
void result_rows(std::string& out, const Json& s) {
  if (!s.contains("results") || !s["results"].is_object()) return;
  bool first = true;
  for (const auto& [name, r] : s["results"].items()) {
    const bool known = r.is_object() && r.contains("value") && r["value"].is_number();
    row(out, first ? "results" : "",
        known
            ? fmt::format("{} = {:.6g} {}", safe_text(name), get(r, "/value", 0.0),
                          get<std::string>(r, "/unit", ""))
            : fmt::format("{}: {}", safe_text(name), get<std::string>(r, "/problem", "no value")));
    first = false;
  }
}

// Of a run that has not come to its end there is little to tell, and no zeros to show.
std::string unfinished_table(const Json& s, std::string out) {
  if (s.contains("duration"))
    row(out, "simulated",
        fmt::format("at least {} of {}", time_text(get(s, "/time", 0.0)),
                    time_text(get(s, "/duration", 0.0))));
  verdict_rows(out, s);
  row(out, "run", get<std::string>(s, "/run", "?"));
  return out;
}

}  // namespace

std::string summary_table(const Json& s) {
  std::string out = get<std::string>(s, "/title", "");
  if (out.empty()) out = get<std::string>(s, "/scene", "run");
  out = safe_text(out) + '\n';
  if (!s.contains("state_hash") && get<std::string>(s, "/verdict/word", "") == "unfinished")
    return unfinished_table(s, std::move(out));
  row(out, "simulated",
      fmt::format("{} of {}{} in {} steps of {}", time_text(get(s, "/time", 0.0)),
                  s.contains("stages") ? "at most " : "", time_text(get(s, "/duration", 0.0)),
                  in_thousands(get(s, "/steps", std::uint64_t{0})), time_text(get(s, "/dt", 0.0))));
  row(out, "wall time",
      fmt::format("{}{} on {} thread{}, engine {}, {} instructions, {} grain-steps per second",
                  duration_text(get(s, "/wall_s", 0.0)),
                  // What is less than a second, or a twentieth, is nothing that one waits for.
                  get(s, "/output_s", 0.0) > std::max(1.0, 0.05 * get(s, "/wall_s", 0.0))
                      ? " of steps and " + duration_text(get(s, "/output_s", 0.0)) + " of output"
                      : std::string(),
                  get(s, "/threads", 0), get(s, "/threads", 0) == 1 ? "" : "s",
                  get<std::string>(s, "/engine", "?"), get<std::string>(s, "/instruction_set", "?"),
                  rate_text(get(s, "/particle_steps_per_s", 0.0))));
  stage_rows(out, s);
  timer_row(out, s);
  row(out, "grains",
      fmt::format(
          "{}, {} contacts, {:.2f} per grain", in_thousands(get(s, "/particles", std::uint64_t{0})),
          in_thousands(get(s, "/contacts", std::uint64_t{0})), get(s, "/coordination", 0.0)));
  if (get(s, "/bodies", std::uint64_t{0}) != get(s, "/particles", std::uint64_t{0}) &&
      s.contains("bodies"))
    row(out, "bodies",
        fmt::format("{}, balls that move alone and clumps",
                    in_thousands(get(s, "/bodies", std::uint64_t{0}))));
  inlet_rows(out, s);
  outlet_rows(out, s);
  row(out, "speed",
      fmt::format("mean {}, greatest {}", quantity_text(get(s, "/mean_speed", 0.0), "m/s"),
                  quantity_text(get(s, "/greatest_speed", 0.0), "m/s")));
  detector_rows(out, s);
  energy_rows(out, s);
  result_rows(out, s);
  if (s.contains("notes") && s["notes"].is_array())
    for (const Json& note : s["notes"])
      if (note.is_string()) row(out, "note", safe_text(note.get<std::string>()));
  verdict_rows(out, s);
  row(out, "state hash", get<std::string>(s, "/state_hash", "?"));
  row(out, "run", get<std::string>(s, "/run", "?"));
  const auto picture = get<std::string>(s, "/picture", "");
  if (!picture.empty()) row(out, "picture", picture);
  const auto plot = get<std::string>(s, "/plot", "");
  if (!plot.empty()) row(out, "plot", plot);
  const auto black_box = get<std::string>(s, "/failure/black_box", "");
  if (!black_box.empty())
    row(out, "black box",
        black_box + (get<bool>(s, "/failure/replays", false) ? " (replays the failure)" : ""));
  return out;
}

}  // namespace scree::app
