// `scree verify`: the physics of the engine against theory and published numbers.
//
// One file in apps/scree/verify/cases/ adds one case. It gets a VerifyRun, runs its worlds through
// it, and says what came out, what should have, and how much they may differ and why.
#pragma once

#include <cstdint>
#include <numbers>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "io/plot/svg_plot.hpp"
#include "sim/simulation.hpp"

namespace scree::app {

inline constexpr double degree = std::numbers::pi / 180;

// One comparison. Green when |ours - theory| <= limit; with texts, when they are equal.
struct VerifyRow {
  std::string quantity, unit;
  double ours = 0, theory = 0, limit = 0;
  std::string why;                               // the reason for the limit
  std::string ours_text = {}, theory_text = {};  // for what is not a number
  bool ok = false;

  bool is_text() const { return !theory_text.empty(); }
  double difference() const { return ours - theory; }
};

struct VerifyPlot {
  std::string name;  // of the file, without its ending
  plot::Plot plot;
};

struct VerifyResult {
  std::vector<VerifyRow> rows;
  std::vector<VerifyPlot> plots;
  double seconds = 0;
  bool ok() const;
};

// Multiplies a parameter of every law by a factor: the test of the test. `name` is that of a law's
// parameter (restitution, friction, young, ...), `density`, `gravity`, `dt`, or `lever`, which any
// factor but 1 turns to the full radius.
struct Spoil {
  std::string name;
  double factor = 1;
};
Result<Spoil> parse_spoil(const std::string& text);  // "restitution=1.02"
std::vector<std::string> spoil_names();              // all that a law or a world has

struct VerifyOptions {
  bool quick = false;  // fewer parameters and shorter runs, the same limits
  std::vector<Spoil> spoils = {};
  std::string instruction_set = "auto";     // of cases that do not choose one
  std::string version = {}, revision = {};  // of the program, for the pages
};

class VerifyRun {
 public:
  VerifyRun(const VerifyOptions& options, VerifyResult& result)
      : options_(options), result_(result) {}

  bool quick() const { return options_.quick; }

  // The world as asked for, on one thread unless said otherwise. A world that is refused and a run
  // that fails end the case with a red row.
  Simulation start(World world, RunOptions run = {.threads = 1}) const;
  static void advance(Simulation& sim, std::uint64_t steps);

  // Rows. `why` is the reason for the limit.
  void near(std::string quantity, double ours, double theory, double limit, std::string unit,
            std::string why);
  void same(std::string quantity, std::string ours, std::string theory, std::string why);
  void holds(std::string quantity, bool ours, std::string why);

  // A plot whose series the case fills in.
  plot::Plot& add_plot(std::string name, std::string title, plot::Axis x, plot::Axis y);

 private:
  const VerifyOptions& options_;
  VerifyResult& result_;
};

struct VerifyCase {
  std::string_view name;
  std::string_view group;   // cases of one group stand together: kGroups
  std::string_view what;    // one or two sentences for the page
  std::string_view source;  // of the theory or the numbers
  void (*run)(VerifyRun&);
};

inline constexpr std::string_view kVerifyGroups[] = {"two bodies", "conservation", "many grains",
                                                     "geometry", "one scene, one answer"};

// In the order of groups, then of names.
std::vector<const VerifyCase*> verify_cases();
VerifyResult run_case(const VerifyCase& c, const VerifyOptions& options);

}  // namespace scree::app

namespace scree {
std::span<const app::VerifyCase* const> verify_catalog();
}
