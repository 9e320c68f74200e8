#include "detect/selector.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

constexpr std::size_t kRecent = 5;          // lists of the median
constexpr std::uint64_t kLookEvery = 32;    // lists; sooner when grains or rows have changed
constexpr double kMuchDearer = 2;           // expected: leave at once
constexpr double kHopeless = 1.3;           // of the cost: one timed list ends the trial
constexpr std::uint64_t kLongestWait = 10;  // doublings of the wait after a loss

void merge(std::vector<DetectorNote>& into, const std::vector<DetectorNote>& from) {
  for (const DetectorNote& n : from) {
    const auto at = std::find_if(into.begin(), into.end(),
                                 [&n](const DetectorNote& m) { return m.what == n.what; });
    if (at == into.end())
      into.push_back(n);
    else
      at->count += n.count;
  }
}

double middle_of(std::vector<double> v) {
  if (v.empty()) return 0;
  const auto middle = v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2);
  std::nth_element(v.begin(), middle, v.end());
  return *middle;
}

}  // namespace

void Typical::add(double v) {
  constexpr std::size_t kMost = 256;
  if (seen_++ % every_ != 0) return;
  kept_.push_back(v);
  if (kept_.size() < kMost) return;
  for (std::size_t k = 0; k < kMost / 2; ++k) kept_[k] = kept_[2 * k];
  kept_.resize(kMost / 2);
  every_ *= 2;
}

double Typical::median() const { return middle_of(kept_); }

const CatalogInfo& auto_detector_info() {
  static const CatalogInfo info{
      "auto",
      "the cheapest of brute, cubes, levels, sweep, triangulation: begins with what is expected, "
      "tries others now and then and switches by measured time",
      "",
      {}};
  return info;
}

Selector::Selector(std::string method, std::vector<DetectorCandidate> candidates,
                   SelectorSettings settings)
    : method_(std::move(method)), settings_(std::move(settings)) {
  for (DetectorCandidate& c : candidates) {
    seats_.emplace_back();
    seats_.back().who = std::move(c);
  }
}

Selector Selector::of(const std::string& method, SelectorSettings settings) {
  std::vector<DetectorCandidate> candidates;
  const auto add = [&](const std::string& name) {
    if (const DetectorEntry* e = find_detector(name)) candidates.push_back({name, e->make});
  };
  if (method == "auto")
    for (const char* name : detect::detectors_of_auto()) add(name);
  else
    add(method);
  return Selector(method, std::move(candidates), std::move(settings));
}

bool Selector::known(const std::string& method) {
  return method == "auto" || find_detector(method) != nullptr;
}

void Selector::forget() {
  std::vector<DetectorCandidate> candidates;
  for (Seat& s : seats_) candidates.push_back(std::move(s.who));
  *this = Selector(std::move(method_), std::move(candidates), std::move(settings_));
}

double Selector::now() const { return settings_.clock ? settings_.clock() : omp_get_wtime(); }

void Selector::find(const DetectInput& in, std::vector<SlotPair>& pairs) {
  if (seats_.size() > 1) {
    look(in);
    maybe_try(in);
  } else if (current_ == kNobody) {
    current_ = 0;
    why_ = "chosen by the scene";
  }
  Seat& s = seats_[trial_ != kNobody ? trial_ : current_];
  if (!s.detector) {
    s.detector = s.who.make();
    s.fresh = true;
  }
  last_ = s.who.name;
  const double start = now();
  s.detector->find(in, pairs);
  const double took = std::max(now() - start, 0.0);
  ++lists_;
  ++s.lists;
  s.seconds += took;
  seconds_ += took;
  const double grains = static_cast<double>(std::max<std::size_t>(in.xr.size(), 1));
  if (trial_ != kNobody)
    trial_seconds_ += std::max(took - 1e-9 * grains * median(seats_[current_]), 0.0);
  const double ns = 1e9 * took / grains;
  (s.fresh ? s.first : s.typical).add(ns);
  if (!s.fresh) {
    s.recent.push_back(ns);
    if (s.recent.size() > kRecent) s.recent.pop_front();
    if (trial_ != kNobody) judge(in);
  }
  s.fresh = false;
}

double Selector::median(const Seat& s) { return middle_of({s.recent.begin(), s.recent.end()}); }

std::size_t Selector::cheapest() const {
  std::size_t best = 0;
  for (std::size_t k = 1; k < seats_.size(); ++k)
    if (detect::expected_ns(seats_[k].who.name, seen_) <
        detect::expected_ns(seats_[best].who.name, seen_))
      best = k;
  return best;
}

// Detectors that are not in use cost no memory.
void Selector::dismiss(Seat& s) {
  if (s.detector) merge(s.notes, s.detector->notes());
  s.detector.reset();
  s.recent.clear();
}

void Selector::switch_to(std::size_t k, const DetectInput& in, std::string why) {
  const std::size_t before = std::exchange(current_, k);
  trial_ = kNobody;
  why_ = std::move(why);
  if (before == kNobody) return;
  Seat& old = seats_[before];
  old.lost_at = median(old);
  old.not_before = lists_ + settings_.retry_after;
  dismiss(old);
  if (switched_++ < DetectionReport::kSwitchesKept)
    switches_.push_back({in.step, old.who.name, seats_[k].who.name, why_});
}

// Grains, sizes and motion of now; a changed situation makes old figures worthless.
void Selector::look(const DetectInput& in) {
  const double motion = motion_.follow(in, seen_.motion);
  seen_.motion = lists_ < 2 ? motion : 0.5 * seen_.motion + 0.5 * motion;
  const bool due = current_ == kNobody || in.xr.size() != seen_.grains ||
                   in.fixed_version != looked_version_ || lists_ >= looked_at_ + kLookEvery;
  if (!due) return;
  looked_at_ = lists_;
  looked_version_ = in.fixed_version;
  detect::look_at(in, seen_);
  if (current_ == kNobody) {
    base_ = seen_;
    const std::size_t k = cheapest();
    return switch_to(k, in,
                     fmt::format("the least expected cost for {} grains with radii 1:{:.3g}",
                                 seen_.grains, seen_.ratio()));
  }
  const std::string changed = detect::changed_since(base_, seen_);
  if (changed.empty()) return;
  base_ = seen_;
  leave_what_became_dear(in, changed);
}

void Selector::leave_what_became_dear(const DetectInput& in, const std::string& changed) {
  if (trial_ != kNobody) dismiss(seats_[trial_]), trial_ = kNobody;
  for (Seat& s : seats_) {
    s.recent.clear();
    s.losses = s.not_before = 0;
    s.lost_at = 0;
  }
  const std::size_t k = cheapest();
  const double here = detect::expected_ns(seats_[current_].who.name, seen_);
  const double there = detect::expected_ns(seats_[k].who.name, seen_);
  if (k == current_ || here <= kMuchDearer * there) return;
  switch_to(k, in,
            fmt::format(
                "{}: {:.0f} ns a grain expected, {} {}", changed, there, seats_[current_].who.name,
                std::isfinite(here) ? fmt::format("{:.0f}", here) : "is out of the question"));
}

// ns a grain: what its last trial took, else what is expected, scaled by how the one in use
// compares with what is expected of that one on this machine.
double Selector::guess(const Seat& s) const {
  if (s.lost_at > 0) return s.lost_at;
  const Seat& c = seats_[current_];
  const double expected = detect::expected_ns(c.who.name, seen_);
  const double scale = std::isfinite(expected) && expected > 0 ? median(c) / expected : 1;
  return detect::expected_ns(s.who.name, seen_) * std::clamp(scale, 0.1, 10.0);
}

// What a trial is expected to cost beyond the lists that the one in use would have made meanwhile.
double Selector::extra_seconds(const Seat& s) const {
  const double here = median(seats_[current_]), there = guess(s);
  const double timed = there > kHopeless * here ? 1 : settings_.timed_lists;
  const double ratio =
      detect::expected_first_ns(s.who.name, seen_) / detect::expected_ns(s.who.name, seen_);
  return 1e-9 * static_cast<double>(seen_.grains) *
         (there * std::max(ratio, 1.0) + timed * there - (timed + 1) * here);
}

void Selector::maybe_try(const DetectInput& in) {
  if (trial_ != kNobody || in.xr.empty() || lists_ < think_at_) return;
  const Seat& c = seats_[current_];
  if (c.recent.size() < static_cast<std::size_t>(settings_.timed_lists)) return;
  const double left = settings_.share * seconds_ - trial_seconds_;
  double least = 0;
  std::size_t best = kNobody;
  for (std::size_t k = 0; k < seats_.size(); ++k) {
    const Seat& s = seats_[k];
    if (k == current_ || lists_ < s.not_before) continue;
    if (!std::isfinite(detect::expected_ns(s.who.name, seen_))) continue;
    const double extra = extra_seconds(s);
    const bool hopeful = s.lost_at == 0 && guess(s) < settings_.gain * median(c);
    if (!hopeful && !(extra <= left)) continue;
    if (best == kNobody || extra < least) best = k, least = extra;
  }
  // Small systems make a list in microseconds: thinking must not take as long.
  think_at_ = lists_ + 2 * static_cast<std::uint64_t>(settings_.timed_lists);
  if (best == kNobody) return;
  trial_ = best;
  ++trials_;
  seats_[best].recent.clear();
}

void Selector::judge(const DetectInput& in) {
  Seat& s = seats_[trial_];
  const double here = median(seats_[current_]), there = median(s);
  const bool hopeless = there > kHopeless * here && there > settings_.gain * here;
  if (!hopeless && s.recent.size() < static_cast<std::size_t>(settings_.timed_lists)) return;
  if (there < settings_.gain * here) {
    s.losses = 0;
    return switch_to(trial_, in,
                     fmt::format("measured {:.3g} ns a grain, {} {:.3g}", there,
                                 seats_[current_].who.name, here));
  }
  s.lost_at = there;
  s.not_before = lists_ + (settings_.retry_after << std::min(s.losses, kLongestWait));
  ++s.losses;
  dismiss(s);
  trial_ = kNobody;
}

DetectionReport Selector::report() const {
  DetectionReport r{.method = method_,
                    .in_use = current_ == kNobody ? "" : seats_[current_].who.name,
                    .why = why_,
                    .switches = switches_,
                    .switched = switched_,
                    .trials = trials_,
                    .seconds = seconds_,
                    .trial_seconds = trial_seconds_};
  for (const Seat& s : seats_) {
    if (s.lists == 0) continue;
    const Typical& cost = s.typical.median() > 0 ? s.typical : s.first;
    DetectorUse use{s.who.name, s.lists, s.seconds, cost.median(), s.notes};
    if (s.detector) merge(use.notes, s.detector->notes());
    r.uses.push_back(std::move(use));
  }
  return r;
}

}  // namespace scree
