#include "run/law_studies/law_motions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/words.hpp"
#include "run/folder/quantity_text.hpp"
#include "run/law_studies/law_table.hpp"
#include "sim/checks/impact_overlap.hpp"
#include "sim/contacts/pair_laws.hpp"

namespace scree::run {
namespace {

constexpr MotionInfo kMotions[] = {
    {"impact", "two free bodies collide; one loop per --speed", "overlap", "force"},
    {"cycle", "load, unload and reload; --overlap amplitudes, --low, --cycles", "overlap", "force"},
    {"hold", "press to --overlap, hold for --duration, let go", "overlap", "force"},
    {"pull", "approach from outside the reach to --overlap and pull off", "overlap", "force"},
    {"shear", "slide back and forth by --travel under the constant --load", "slide", "tangential"},
    {"roll", "roll back and forth by --angle under the constant --load", "roll", "rolling"},
    {"twist", "twist back and forth by --angle under the constant --load", "twist", "twisting"},
    {"table", "follow a CSV file of time, overlap and (optional) slide", "overlap", "force"},
    {"restitution", "free collisions over a range of --speed", "speed", "restitution"},
};

constexpr int kStepsPerLeg = 1000;
constexpr double kMostRows = 2e6;

double or_else(double v, double otherwise) { return v > 0 ? v : otherwise; }
double first_or(const std::vector<double>& list, double otherwise) {
  return list.empty() ? otherwise : list.front();
}

// Half a cosine from one pose to the other whose greatest rate is `speed`.
ProbeSegment leg(const ProbePose& from, const ProbePose& to, double distance, double speed,
                 int loop) {
  return {from, to, 0.5 * std::numbers::pi * std::abs(distance) / speed, true, loop};
}

class Motions {
 public:
  Motions(const kernel::PairLaw& law, const MotionRequest& request)
      : law_(law), r_(request), speed_(first_or(request.speeds, 1)) {}

  Result<LawTable> run() {
    if (auto e = refused()) return *e;
    if (r_.motion == "restitution") return restitutions();
    if (r_.motion == "impact") return impacts();
    if (r_.motion == "cycle") return cycle();
    if (r_.motion == "hold") return hold();
    if (r_.motion == "pull") return pull();
    if (r_.motion == "table") return table();
    return in_the_plane();
  }

 private:
  std::optional<Error> refused() const {
    if (find_motion(r_.motion) == nullptr) {
      std::vector<std::string> names;
      for (const MotionInfo& m : kMotions) names.emplace_back(m.name);
      const std::string nearest = nearest_word(r_.motion, names);
      return Error{"E0334", fmt::format("there is no motion `{}`", r_.motion), "--motion",
                   nearest.empty() ? "one of " + list_words(names)
                                   : fmt::format("did you mean `{}`?", nearest)};
    }
    const auto lacks = [&](const char* motion, bool has, const char* kind) -> std::optional<Error> {
      if (r_.motion != motion || has) return std::nullopt;
      return Error{"E0334", fmt::format("this law has no {} part to {}", kind, motion), "--motion",
                   fmt::format("add one: --with {}=NAME (scree list laws)", kind)};
    };
    if (auto e = lacks("shear", law_.has_tangential, "tangential")) return e;
    if (auto e = lacks("roll", law_.has_rolling, "rolling")) return e;
    if (auto e = lacks("twist", law_.has_twisting, "twisting")) return e;
    for (const auto* list : {&r_.speeds, &r_.overlaps, &r_.travels, &r_.angles})
      for (const double v : *list)
        if (!(v > 0) || !std::isfinite(v))
          return Error{"E0338", fmt::format("{} is not an amplitude or speed of a motion", v),
                       "--motion", "give finite values greater than 0"};
    const double t = contact_time(law_, r_.bodies.m_eff, r_.bodies.r_eff, speed_);
    if (!(t > 0) || !std::isfinite(t))
      return Error{"E0338", "these bodies have no contact of finite duration under this law", "",
                   "give a larger mass, or a stiffer law"};
    return std::nullopt;
  }

  double depth(double speed) const {
    return impact_overlap(law_, r_.bodies.m_eff, r_.bodies.r_eff, speed);
  }
  LawTable empty() const {
    const MotionInfo& m = *find_motion(r_.motion);
    return {.motion = r_.motion, .x = std::string(m.x), .y = std::string(m.y)};
  }

  Result<LawTable> impacts() const {
    LawTable out = empty();
    out.columns = row_columns(law_);
    const std::vector<double> speeds = r_.speeds.empty() ? std::vector{1.0} : r_.speeds;
    for (const double v : speeds) {
      const ImpactResult i = impact(law_, r_.bodies, {.speed = v, .dt = r_.dt});
      out.loops.push_back(impact_loop(out.columns, i, v));
    }
    return out;
  }

  Result<LawTable> restitutions() const {
    LawTable out = empty();
    std::vector<double> range = r_.speeds.empty() ? std::vector{1e-3, 30.0} : r_.speeds;
    std::sort(range.begin(), range.end());
    const double lo = range.front(), hi = range.size() > 1 ? range.back() : 10 * lo;
    constexpr int kPoints = 49;
    LawLoop loop{.label = "restitution"};
    out.columns = restitution_columns();
    loop.columns.resize(out.columns.size());
    for (int k = 0; k < kPoints; ++k) {
      const double v = lo * std::pow(hi / lo, k / (kPoints - 1.0));
      const ImpactResult i = impact(law_, r_.bodies, {.speed = v, .dt = r_.dt, .keep_rows = false});
      const double row[] = {v, i.restitution, i.duration, i.overlap, i.force, i.pull, i.dissipated};
      for (std::size_t c = 0; c < std::size(row); ++c) loop.columns[c].push_back(row[c]);
    }
    const auto& e = loop.columns[1];
    loop.numbers = {{"least restitution", "", *std::min_element(e.begin(), e.end())},
                    {"greatest restitution", "", *std::max_element(e.begin(), e.end())}};
    out.loops.push_back(std::move(loop));
    return out;
  }

  // Rows of a path, in loops by their number; those of loop -1 are left out.
  Result<LawTable> driven(const std::vector<ProbeSegment>& path,
                          const std::vector<std::string>& labels, double dt) const {
    double total = 0;
    for (const ProbeSegment& s : path) total += s.duration;
    if (!(total / dt < kMostRows))
      return Error{"E0338", fmt::format("this motion takes {:.3g} steps", total / dt), "--dt",
                   fmt::format("at most {:.0g}: a longer --dt, or a faster motion", kMostRows)};
    ContactProbe probe(law_, false, r_.bodies.liquid);
    const std::vector<ProbeRow> rows = drive(probe, r_.bodies, path, dt);
    LawTable out = empty();
    out.columns = row_columns(law_);
    for (int loop = 0; loop < static_cast<int>(labels.size()); ++loop)
      out.loops.push_back(row_loop(out.columns, rows, loop, labels[loop], out.x, out.y));
    return out;
  }
  double step(double leg_duration) const { return or_else(r_.dt, leg_duration / kStepsPerLeg); }

  Result<LawTable> cycle() const {
    const std::vector<double> high = r_.overlaps.empty() ? std::vector{depth(speed_)} : r_.overlaps;
    const double least = *std::min_element(high.begin(), high.end());
    const double low = r_.low.value_or(0.25 * least);
    if (!(low < least))
      return Error{"E0338", "a cycle must unload: --low is not below every --overlap", "--low", ""};
    const int cycles = r_.cycles > 0 ? r_.cycles : 3;
    std::vector<ProbeSegment> path;
    std::vector<std::string> labels;
    ProbePose at{};
    for (int c = 0; c < cycles; ++c)
      for (const double& top : high) {
        const int loop = static_cast<int>(labels.size());
        path.push_back(leg(at, {.overlap = top}, top - at.overlap, speed_, loop));
        const bool last = c + 1 == cycles && &top == &high.back();
        const ProbePose down{.overlap = last ? 0.0 : low};
        path.push_back(leg({.overlap = top}, down, top - down.overlap, speed_, loop));
        at = down;
        labels.push_back(fmt::format("loop {} to {}", loop + 1, quantity_text(top, "m")));
      }
    return driven(path, labels, step(path.front().duration));
  }

  Result<LawTable> hold() const {
    const double top = first_or(r_.overlaps, depth(speed_));
    const ProbePose pressed{.overlap = top};
    const ProbeSegment in = leg({}, pressed, top, speed_, 0);
    const double wait = or_else(r_.duration, 2 * in.duration);
    return driven({in, {pressed, pressed, wait, true, 0}, leg(pressed, {}, top, speed_, 0)},
                  {fmt::format("held at {}", quantity_text(top, "m"))}, step(in.duration));
  }

  // Slowly, so that what is seen is adhesion and not a dashpot.
  Result<LawTable> pull() const {
    const double slow = first_or(r_.speeds, 1e-3);
    const std::vector<double> high = r_.overlaps.empty() ? std::vector{depth(0.1)} : r_.overlaps;
    LawTable out = empty();
    for (const double top : high) {
      const double gap = law_.range > 0 ? 1.1 * law_.range : 0.2 * top;
      const ProbePose away{.overlap = -gap}, pressed{.overlap = top};
      const ProbeSegment in = leg(away, pressed, top + gap, slow, 0);
      auto one =
          driven({in, leg(pressed, away, top + gap, slow, 0)},
                 {fmt::format("pulled off from {}", quantity_text(top, "m"))}, step(in.duration));
      if (!one) return one.errors();
      out.columns = one->columns;
      out.loops.push_back(std::move(one->loops.front()));
    }
    return out;
  }

  // Pressed by the load, then back and forth.
  Result<LawTable> in_the_plane() const {
    const bool shear = r_.motion == "shear";
    const double load = or_else(r_.load, 1);
    const double overlap = loaded_overlap(law_, r_.bodies.m_eff, r_.bodies.r_eff, load);
    const ContactRates rates = contact_rates(law_, r_.bodies.m_eff, r_.bodies.r_eff, speed_);
    const double t_c = contact_time(law_, r_.bodies.m_eff, r_.bodies.r_eff, speed_);
    const double k = shear                 ? rates.tangential.k
                     : r_.motion == "roll" ? rates.rolling.k
                                           : rates.twisting.k;
    // Well beyond where friction coefficients below 1 (of rolling: below 0.1) begin to slide.
    const double along = shear ? 2 * load / (k > 0 ? k : rates.normal.k)
                               : 0.2 * load / (k > 0 ? k : rates.normal.k) / r_.bodies.r_eff;
    const std::vector<double>& given = shear ? r_.travels : r_.angles;
    const std::vector<double> amplitudes = given.empty() ? std::vector{along} : given;
    const auto posed = [&](double distance) {
      ProbePose p{.overlap = overlap};
      (shear ? p.slide : r_.motion == "roll" ? p.roll : p.twist) = distance;
      return p;
    };
    LawTable out = empty();
    for (const double a : amplitudes) {
      const double rate =
          r_.speeds.empty() ? a / (10 * t_c) : r_.speeds.front() / (shear ? 1 : r_.bodies.r_eff);
      std::vector<ProbeSegment> path{{{}, posed(0), 20 * t_c, true, -1}};
      path.push_back(leg(posed(0), posed(a), a, rate, 0));
      for (int c = 0; c < std::max(1, r_.cycles); ++c) {
        path.push_back(leg(posed(a), posed(-a), 2 * a, rate, 0));
        path.push_back(leg(posed(-a), posed(a), 2 * a, rate, 0));
      }
      auto one = driven(path,
                        {shear ? fmt::format("slides {}", quantity_text(a, "m"))
                               : fmt::format("{}s {:.3g} rad", r_.motion, a)},
                        step(path[1].duration));
      if (!one) return one.errors();
      out.columns = one->columns;
      out.loops.push_back(std::move(one->loops.front()));
    }
    return out;
  }

  Result<LawTable> table() const {
    std::vector<ProbeSegment> path;
    double total = 0;
    for (std::size_t k = 1; k < r_.table.size(); ++k) {
      const TablePoint &a = r_.table[k - 1], &b = r_.table[k];
      path.push_back({{.overlap = a.overlap, .slide = a.slide},
                      {.overlap = b.overlap, .slide = b.slide},
                      b.time - a.time,
                      false,
                      0});
      total += b.time - a.time;
    }
    if (path.empty())
      return Error{"E0338", "a table of motion needs two rows or more", "--table", ""};
    return driven(path, {"table"}, step(2 * total));
  }

  const kernel::PairLaw& law_;
  const MotionRequest& r_;
  double speed_;
};

}  // namespace

std::span<const MotionInfo> law_motions() { return kMotions; }
const MotionInfo* find_motion(std::string_view name) {
  for (const MotionInfo& m : kMotions)
    if (m.name == name) return &m;
  return nullptr;
}

int LawTable::column(std::string_view name) const {
  for (std::size_t k = 0; k < columns.size(); ++k)
    if (columns[k].name == name) return static_cast<int>(k);
  return -1;
}

Result<LawTable> law_loops(const kernel::PairLaw& law, const MotionRequest& request) {
  return Motions(law, request).run();
}

}  // namespace scree::run
