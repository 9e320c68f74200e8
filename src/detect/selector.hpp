// Who makes the lists of a run: one detector, or `auto`, the cheapest of several.
//
// All detectors answer with the same set of pairs, so time may decide who makes a list; it can
// decide nothing else. `auto` begins with what is expected to be the cheapest. Now and then it lets
// another candidate make the next few lists and takes the time. Those lists are as good as any: a
// trial costs only what the candidate is slower, and what it needs to get to know the grains.
//
//   lists:  c c c c c c c c | l l l l | c c c c ...        l tried: not clearly cheaper than c
//                             ^ the first one is not timed: buffers, sorting, triangulating
//
//   trial       when it is expected to win, or when the budget allows it: a small share of the time
//               that all lists took (settings.share); candidates that lost wait longer each time
//   switch      when the tried one was clearly cheaper (settings.gain), by medians: a pause of the
//               machine spoils a list, not a decision
//   new look    when grains, sizes or motion have changed (detect/situation.hpp): old figures go,
//               and a detector that is now expected to be twice as costly as another is dropped
//
// Only the detectors in use are kept: they may hold hundreds of bytes per grain.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "detect/detector.hpp"
#include "detect/situation.hpp"

namespace scree {

// What lists of detectors say of `auto`, which is in no catalogue: it has no method of its own.
const CatalogInfo& auto_detector_info();

// What one detector did since the start, or since a resume.
struct DetectorUse {
  std::string name;
  std::uint64_t lists = 0;
  double seconds = 0;
  double ns_per_grain = 0;  // median; the first list of a detector counts if it made no others
  std::vector<DetectorNote> notes;
};

struct DetectorSwitch {
  std::uint64_t step = 0;
  std::string from, to, why;
};

struct DetectionReport {
  std::string method;  // "auto" or a detector
  std::string in_use;  // made the last list, not on trial
  std::string why;
  std::vector<DetectorUse> uses;         // those that made lists
  std::vector<DetectorSwitch> switches;  // the first kSwitchesKept
  std::uint64_t switched = 0, trials = 0;
  double seconds = 0, trial_seconds = 0;  // of all lists; lost by trials

  static constexpr std::size_t kSwitchesKept = 100;
};

struct SelectorSettings {
  std::function<double()> clock;   // seconds; empty: the real one
  double share = 0.02;             // of the time of all lists that trials may cost
  double gain = 0.85;              // a switch is worth it below this share of the cost
  int timed_lists = 3;             // of a trial
  std::uint64_t retry_after = 64;  // lists before one that lost is tried again; then twice that
};

// The median of any number of values from at most 256 of them, evenly spread over all.
class Typical {
 public:
  void add(double v);
  double median() const;  // 0: no values

 private:
  std::vector<double> kept_;
  std::uint64_t seen_ = 0, every_ = 1;
};

struct DetectorCandidate {
  std::string name;
  std::function<std::unique_ptr<Detector>()> make;
  // Empty: nothing is known of it; all such are expected to cost the same.
  std::function<DetectorCost(const detect::Situation&)> expected = {};
};

class Selector {
 public:
  // One candidate is simply used.
  explicit Selector(std::string method, std::vector<DetectorCandidate> candidates,
                    SelectorSettings settings = {});

  // By name: "auto" or a detector of the catalogue. Precondition: known(method).
  static Selector of(const std::string& method, SelectorSettings settings = {});
  // From another catalogue: "auto" chooses among its entries with an expected cost.
  static Selector of(const std::string& method, std::span<const DetectorEntry* const> catalog,
                     SelectorSettings settings = {});
  static bool known(const std::string& method);

  // As Detector::find.
  void find(const DetectInput& in, std::vector<RowPair>& pairs);

  const std::string& last() const { return last_; }  // who made the last list, also on trial
  DetectionReport report() const;
  // Everything that was learnt; the next list is the first.
  void forget();

 private:
  struct Candidate {
    DetectorCandidate who;
    std::unique_ptr<Detector> detector;
    bool fresh = true;          // has made no list yet
    std::deque<double> recent;  // ns per grain, the newest last
    Typical typical, first;     // the same, of all timed lists, and of those that were the first
    std::uint64_t lists = 0;
    double seconds = 0;
    std::uint64_t losses = 0, not_before = 0;  // trials lost, the list from which it may be tried
    double lost_at = 0;                        // what its last trial measured; 0: none
    std::vector<DetectorNote> notes;           // of detectors that are gone
  };
  static constexpr std::size_t kNone = ~std::size_t{0};

  void look(const DetectInput& in);
  void drop_if_costly(const DetectInput& in, const std::string& changed);
  void maybe_try(const DetectInput& in);
  DetectorCost expected(const Candidate& c) const;
  double extra_seconds(const Candidate& c) const;
  double guess(const Candidate& c) const;
  void judge(const DetectInput& in);
  void switch_to(std::size_t k, const DetectInput& in, std::string why);
  void dismiss(Candidate& c);
  std::size_t cheapest() const;
  static double median(const Candidate& c);
  double now() const;

  std::string method_;
  std::vector<Candidate> candidates_;
  SelectorSettings settings_;
  std::size_t current_ = kNone, trial_ = kNone;
  std::string last_, why_;
  detect::Situation seen_, base_;  // at the last look, and when figures began to be collected
  detect::MotionSample motion_;
  std::uint64_t lists_ = 0, looked_at_ = 0, looked_version_ = 0, think_at_ = 0;
  std::vector<DetectorSwitch> switches_;
  std::uint64_t switched_ = 0, trials_ = 0;
  double seconds_ = 0, trial_seconds_ = 0;
};

}  // namespace scree
