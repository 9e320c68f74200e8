#include "detect/selector.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

constexpr std::size_t kRecent = 5;          // lists of the median
constexpr std::uint64_t kLookEvery = 32;    // lists; sooner when grains or rows have changed
constexpr double kMuchCostlier = 2;         // expected: drop at once
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
  static const std::string summary = [] {
    std::string names;
    for (const DetectorEntry* e : detector_catalog())
      if (e->expected) names += (names.empty() ? "" : ", ") + std::string(e->info.name);
    return "the cheapest of " + names +
           ": begins with what is expected, tries others now and then and switches by measured "
           "time";
  }();
  static const CatalogInfo info{"auto", summary, "", {}};
  return info;
}

Selector::Selector(std::string method, std::vector<DetectorCandidate> candidates,
                   SelectorSettings settings)
    : method_(std::move(method)), settings_(std::move(settings)) {
  for (DetectorCandidate& c : candidates) {
    candidates_.emplace_back();
    candidates_.back().who = std::move(c);
  }
}

Selector Selector::of(const std::string& method, SelectorSettings settings) {
  return of(method, detector_catalog(), std::move(settings));
}

Selector Selector::of(const std::string& method, std::span<const DetectorEntry* const> catalog,
                      SelectorSettings settings) {
  std::vector<DetectorCandidate> candidates;
  for (const DetectorEntry* e : catalog) {
    const bool taken = method == "auto" ? e->expected != nullptr : e->info.name == method;
    if (!taken) continue;
    candidates.push_back({std::string(e->info.name), e->make, {}});
    if (e->expected) candidates.back().expected = e->expected;
  }
  return Selector(method, std::move(candidates), std::move(settings));
}

bool Selector::known(const std::string& method) {
  return method == "auto" || find_detector(method) != nullptr;
}

void Selector::forget() {
  std::vector<DetectorCandidate> candidates;
  for (Candidate& c : candidates_) candidates.push_back(std::move(c.who));
  *this = Selector(std::move(method_), std::move(candidates), std::move(settings_));
}

double Selector::now() const { return settings_.clock ? settings_.clock() : omp_get_wtime(); }

void Selector::find(const DetectInput& in, std::vector<RowPair>& pairs) {
  if (candidates_.size() > 1) {
    look(in);
    maybe_try(in);
  } else if (current_ == kNone) {
    current_ = 0;
    why_ = "chosen by the scene";
  }
  Candidate& c = candidates_[trial_ != kNone ? trial_ : current_];
  if (!c.detector) {
    c.detector = c.who.make();
    c.fresh = true;
  }
  last_ = c.who.name;
  const double start = now();
  c.detector->find(in, pairs);
  const double took = std::max(now() - start, 0.0);
  ++lists_;
  ++c.lists;
  c.seconds += took;
  seconds_ += took;
  const double grains = static_cast<double>(std::max<std::size_t>(in.xr.size(), 1));
  if (trial_ != kNone)
    trial_seconds_ += std::max(took - 1e-9 * grains * median(candidates_[current_]), 0.0);
  const double ns = 1e9 * took / grains;
  (c.fresh ? c.first : c.typical).add(ns);
  if (!c.fresh) {
    c.recent.push_back(ns);
    if (c.recent.size() > kRecent) c.recent.pop_front();
    if (trial_ != kNone) judge(in);
  }
  c.fresh = false;
}

// Whatever a detector says of an odd situation, it never becomes a number that cannot be compared.
DetectorCost Selector::expected(const Candidate& c) const {
  if (!c.who.expected) return {1, 1};
  detect::Situation s = seen_;
  s.grains = std::max<std::size_t>(s.grains, 1);
  const DetectorCost cost = c.who.expected(s);
  return std::isnan(cost.list) || std::isnan(cost.first) ? DetectorCost::never() : cost;
}

double Selector::median(const Candidate& c) {
  return middle_of({c.recent.begin(), c.recent.end()});
}

std::size_t Selector::cheapest() const {
  std::size_t best = 0;
  for (std::size_t k = 1; k < candidates_.size(); ++k)
    if (expected(candidates_[k]).list < expected(candidates_[best]).list) best = k;
  return best;
}

// Detectors that are not in use cost no memory.
void Selector::dismiss(Candidate& c) {
  if (c.detector) merge(c.notes, c.detector->notes());
  c.detector.reset();
  c.recent.clear();
}

void Selector::switch_to(std::size_t k, const DetectInput& in, std::string why) {
  const std::size_t before = std::exchange(current_, k);
  trial_ = kNone;
  why_ = std::move(why);
  if (before == kNone) return;
  Candidate& old = candidates_[before];
  old.lost_at = median(old);
  old.not_before = lists_ + settings_.retry_after;
  dismiss(old);
  if (switched_++ < DetectionReport::kSwitchesKept)
    switches_.push_back({in.step, old.who.name, candidates_[k].who.name, why_});
}

// Current grains, sizes and motion; a changed situation makes old figures worthless.
void Selector::look(const DetectInput& in) {
  const double motion = motion_.follow(in, seen_.motion);
  seen_.motion = lists_ < 2 ? motion : 0.5 * seen_.motion + 0.5 * motion;
  const bool due = current_ == kNone || in.xr.size() != seen_.grains ||
                   in.fixed_version != looked_version_ || lists_ >= looked_at_ + kLookEvery;
  if (!due) return;
  looked_at_ = lists_;
  looked_version_ = in.fixed_version;
  detect::look_at(in, seen_);
  if (current_ == kNone) {
    base_ = seen_;
    const std::size_t k = cheapest();
    return switch_to(k, in,
                     fmt::format("the least expected cost for {} grains with radii 1:{:.3g}",
                                 seen_.grains, seen_.ratio()));
  }
  const std::string changed = detect::changed_since(base_, seen_);
  if (changed.empty()) return;
  base_ = seen_;
  drop_if_costly(in, changed);
}

void Selector::drop_if_costly(const DetectInput& in, const std::string& changed) {
  if (trial_ != kNone) dismiss(candidates_[trial_]), trial_ = kNone;
  for (Candidate& c : candidates_) {
    c.recent.clear();
    c.losses = c.not_before = 0;
    c.lost_at = 0;
  }
  const std::size_t k = cheapest();
  const double here = expected(candidates_[current_]).list;
  const double there = expected(candidates_[k]).list;
  if (k == current_ || here <= kMuchCostlier * there) return;
  switch_to(
      k, in,
      fmt::format("{}: {:.0f} ns per grain expected, {} {}", changed, there,
                  candidates_[current_].who.name,
                  std::isfinite(here) ? fmt::format("{:.0f}", here) : "is out of the question"));
}

// ns per grain: what its last trial took, else what is expected, scaled by how the one in use
// compares with what is expected of that one on this machine.
double Selector::guess(const Candidate& c) const {
  if (c.lost_at > 0) return c.lost_at;
  const Candidate& in_use = candidates_[current_];
  const double ns = expected(in_use).list;
  const double scale = std::isfinite(ns) && ns > 0 ? median(in_use) / ns : 1;
  return expected(c).list * std::clamp(scale, 0.1, 10.0);
}

// What a trial is expected to cost beyond the lists that the one in use would have made meanwhile.
double Selector::extra_seconds(const Candidate& c) const {
  const double here = median(candidates_[current_]), there = guess(c);
  const double timed = there > kHopeless * here ? 1 : settings_.timed_lists;
  const DetectorCost cost = expected(c);
  const double ratio = cost.first / cost.list;
  return 1e-9 * static_cast<double>(seen_.grains) *
         (there * std::max(ratio, 1.0) + timed * there - (timed + 1) * here);
}

void Selector::maybe_try(const DetectInput& in) {
  if (trial_ != kNone || in.xr.empty() || lists_ < think_at_) return;
  const Candidate& in_use = candidates_[current_];
  if (in_use.recent.size() < static_cast<std::size_t>(settings_.timed_lists)) return;
  const double left = settings_.share * seconds_ - trial_seconds_;
  double least = 0;
  std::size_t best = kNone;
  for (std::size_t k = 0; k < candidates_.size(); ++k) {
    const Candidate& c = candidates_[k];
    if (k == current_ || lists_ < c.not_before) continue;
    if (!std::isfinite(expected(c).list)) continue;
    const double extra = extra_seconds(c);
    const bool hopeful = c.lost_at == 0 && guess(c) < settings_.gain * median(in_use);
    if (!hopeful && !(extra <= left)) continue;
    if (best == kNone || extra < least) best = k, least = extra;
  }
  // Small systems make a list in microseconds: thinking must not take as long.
  think_at_ = lists_ + 2 * static_cast<std::uint64_t>(settings_.timed_lists);
  if (best == kNone) return;
  trial_ = best;
  ++trials_;
  candidates_[best].recent.clear();
}

void Selector::judge(const DetectInput& in) {
  Candidate& c = candidates_[trial_];
  const double here = median(candidates_[current_]), there = median(c);
  const bool hopeless = there > kHopeless * here && there > settings_.gain * here;
  if (!hopeless && c.recent.size() < static_cast<std::size_t>(settings_.timed_lists)) return;
  if (there < settings_.gain * here) {
    c.losses = 0;
    return switch_to(trial_, in,
                     fmt::format("measured {:.3g} ns per grain, {} {:.3g}", there,
                                 candidates_[current_].who.name, here));
  }
  c.lost_at = there;
  c.not_before = lists_ + (settings_.retry_after << std::min(c.losses, kLongestWait));
  ++c.losses;
  dismiss(c);
  trial_ = kNone;
}

DetectionReport Selector::report() const {
  DetectionReport r{.method = method_,
                    .in_use = current_ == kNone ? "" : candidates_[current_].who.name,
                    .why = why_,
                    .switches = switches_,
                    .switched = switched_,
                    .trials = trials_,
                    .seconds = seconds_,
                    .trial_seconds = trial_seconds_};
  for (const Candidate& c : candidates_) {
    if (c.lists == 0) continue;
    const Typical& cost = c.typical.median() > 0 ? c.typical : c.first;
    DetectorUse use{c.who.name, c.lists, c.seconds, cost.median(), c.notes};
    if (c.detector) merge(use.notes, c.detector->notes());
    r.uses.push_back(std::move(use));
  }
  return r;
}

}  // namespace scree
