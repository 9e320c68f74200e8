// For the source of a plugin: contact laws that `scree plugin build` compiles and a scene names.
//
//   #include <scree/plugin.hpp>
//   using namespace scree;
//
//   struct Mine { ... };                                  // a part, as law.hpp says
//   SCREE_PLUGIN(plugin::normal<Mine>())                  // once, with all parts of the file
//
// and in a scene
//
//   plugins = ["mine.so"]
//   [material.rubber]
//   normal = { law = "mine", stiffness = "2 kN/m" }
//
// A law may call unusable(), the mixing rules and the functions of scree::exact
// (base/exact_math.hpp), which give the same bits on every machine; std::exp and the like do not
// promise that.
//
// What a law throws, and answers that are not numbers, come to the program as errors with the name
// of the law. Price: a look at the answer of each contact. docs/howto/plugins.md
#pragma once

#include <atomic>
#include <cstdio>
#include <exception>
#include <limits>

#include "api/law.hpp"
#include "base/exact_math.hpp"
#include "sim/plugins/plugin_table.hpp"

namespace scree {
namespace plugin {
namespace {  // a plugin is one file

const PluginHost* host = nullptr;

// The first thing that went wrong; several threads may tell at once.
struct FaultNote {
  std::atomic<int> state{0};  // 0: empty, 1: being written, 2: there
  char text[400] = {}, taken[400] = {};
};
FaultNote fault_note;

void note_fault(std::string_view law, const char* what, const char* more) {
  int empty = 0;
  if (!fault_note.state.compare_exchange_strong(empty, 1)) return;
  std::snprintf(fault_note.text, sizeof fault_note.text, "the contact law `%.*s` %s%s",
                static_cast<int>(law.size()), law.data(), what, more);
  fault_note.state.store(2);
}
const char* take_fault() {
  int there = 2;
  if (!fault_note.state.compare_exchange_strong(there, 1)) return nullptr;
  for (std::size_t k = 0; k < sizeof fault_note.text; ++k) fault_note.taken[k] = fault_note.text[k];
  fault_note.state.store(0);
  return fault_note.taken;
}

// What was thrown, as a text. Only in a handler.
void note_thrown(std::string_view law) {
  try {
    throw;
  } catch (const std::exception& e) {
    note_fault(law, "threw an exception: ", e.what());
  } catch (...) {
    note_fault(law, "threw something that is not a std::exception", "");
  }
}

// Answer of f, or `otherwise` when it throws.
template <class P, class Answer, class F>
Answer guarded(Answer otherwise, F f) {
  try {
    return f();
  } catch (...) {
    note_thrown(P::info.name);
    return otherwise;
  }
}

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Lanes that a part of this kind answers.
template <kernel::PartKind kind, class F>
void for_answers(kernel::Block& b, int l, F f) {
  using kernel::PartKind;
  if constexpr (kind == PartKind::normal) f(b.force_n[l]), f(b.loss[0][l]), f(b.stiffness[l]);
  if constexpr (kind == PartKind::tangential)
    f(b.force_t[0][l]), f(b.force_t[1][l]), f(b.force_t[2][l]), f(b.loss[1][l]), f(b.loss[2][l]);
  if constexpr (kind == PartKind::rolling || kind == PartKind::twisting)
    f(b.couple[0][l]), f(b.couple[1][l]), f(b.couple[2][l]);
  if constexpr (kind == PartKind::cohesion) f(b.pull[l]), f(b.loss[4][l]);
}

// The loop of law.hpp. A lane that is no contact (delta <= 0) may hold anything; what it says is
// thrown away.
template <class P, kernel::PartKind kind>
void guarded_loop(const unsigned char* bytes, int offset, kernel::Block& b, int count, double dt) {
  try {
    kernel::part_loop<P>(bytes, offset, b, count, dt);
  } catch (...) {
    note_thrown(P::info.name);
    for (int l = 0; l < count; ++l) for_answers<kind>(b, l, [](double& v) { v = kNaN; });
    return;
  }
  double wrong = 0;  // zero times anything else than a finite number is not a number
  for (int l = 0; l < count; ++l) {
    double sum = 0;
    for_answers<kind>(b, l, [&sum](double& v) { sum += 0 * v; });
    wrong += b.delta[l] > 0 ? sum : 0.0;
  }
  if (wrong == 0) return;
  for (int l = 0; l < count; ++l) {
    double sum = 0;
    for_answers<kind>(b, l, [&sum](double& v) { sum += 0 * v; });
    if (!(b.delta[l] > 0) || sum == 0) continue;
    char where[160];
    std::snprintf(where, sizeof where,
                  "overlap %.6g m, its rate %.6g m/s, m_eff %.6g kg, r_eff %.6g m", b.delta[l],
                  b.delta_dot[l], b.m_eff[l], b.r_eff[l]);
    return note_fault(P::info.name, "gave a number that is not finite, at ", where);
  }
}

template <class P>
Errors guarded_make(const PairInput& in, unsigned char* to) {
  const auto thrown = [](const char* what) {
    std::string law(P::info.name);
    return Errors{{"E0344", "the contact law `" + law + "` threw an exception: " + what, "",
                   "correct make() of the plugin: it returns an Error for what it does not take"}};
  };
  try {
    return kernel::make_external_part<P>(in, to);
  } catch (const std::exception& e) {
    return thrown(e.what());
  } catch (...) {
    return thrown("not a std::exception");
  }
}

// The table of law.hpp with all functions guarded.
template <class P, kernel::PartKind kind>
constexpr kernel::ExternalPart guarded_part(kernel::ExternalPart out) {
  using kernel::part_of;
  using Bytes = const unsigned char*;
  out.loop = &guarded_loop<P, kind>;
  out.take_fault = &take_fault;
  out.make = &guarded_make<P>;
  out.stored = [](Bytes p, const Touch& t, const NormalForce& n, const double* h) {
    return guarded<P>(kNaN, [&] { return part_of<P>(p).stored(t, n, h); });
  };
  if (out.holds != nullptr)
    out.holds = [](Bytes p, const Touch& t, const double* h) {
      return guarded<P>(false, [&] { return kernel::holds_of<P>()(p, t, h); });
    };
  out.range = [](Bytes p, double r) {
    return guarded<P>(kNaN, [&] { return kernel::external_range<P>(p, r); });
  };
  out.rates = [](Bytes p, const NormalForce& n) {
    return guarded<P>(PlaneRates{kNaN, kNaN}, [&] { return kernel::external_rates<P>(p, n); });
  };
  if constexpr (kind == kernel::PartKind::normal) {
    out.last_stiffness = [](Bytes p, const Touch& t, const double* h) {
      return guarded<P>(kNaN, [&] { return kernel::last_stiffness<P>(p, t, h); });
    };
    out.normal = [](Bytes p, const Touch& t, double* h) {
      return guarded<P>(NormalForce{.force = kNaN}, [&] { return part_of<P>(p)(t, h); });
    };
    out.contact_time = [](Bytes p, double m, double r, double v) {
      return guarded<P>(kNaN, [&] { return part_of<P>(p).contact_time(m, r, v); });
    };
  }
  if constexpr (kind == kernel::PartKind::tangential)
    out.tangential = [](Bytes p, const Touch& t, const NormalForce& n, double* h) {
      const TangentialForce none{.force = {kNaN, kNaN, kNaN}};
      return guarded<P>(none, [&] { return part_of<P>(p)(t, n, h); });
    };
  if constexpr (kind == kernel::PartKind::rolling)
    out.rolling = [](Bytes p, const Touch& t, const NormalForce& n, double* h) {
      const RollingTorque none{.torque = {kNaN, kNaN, kNaN}};
      return guarded<P>(none, [&] { return part_of<P>(p)(t, n, h); });
    };
  if constexpr (kind == kernel::PartKind::twisting)
    out.twisting = [](Bytes p, const Touch& t, const NormalForce& n, double* h) {
      return guarded<P>(TwistingTorque{.torque = kNaN}, [&] { return part_of<P>(p)(t, n, h); });
    };
  if constexpr (kind == kernel::PartKind::cohesion)
    out.cohesion = [](Bytes p, const Touch& t, const NormalForce& n, double* h) {
      return guarded<P>(CohesionForce{.force = kNaN}, [&] { return part_of<P>(p)(t, n, h); });
    };
  return out;
}

// What every part needs, one message each where it lacks.
template <class P>
constexpr bool has_the_common_members() {
  static_assert(
      requires { P::info; },
      "the law lacks `static constexpr CatalogInfo info{name, summary, source, params};`");
  static_assert(
      requires { P::history; },
      "the law lacks `static constexpr int history = N;` (numbers kept per contact, 0: none)");
  static_assert(
      requires(const PairInput& in) { P::make(in); },
      "the law lacks `static Result<Law> make(const PairInput& in);`");
  static_assert(
      requires(const P& p, const Touch& t, const NormalForce& n, const double* h) {
        { p.stored(t, n, h) } -> std::same_as<double>;
      },
      "the law lacks `double stored(const Touch&, const NormalForce&, const double* h) const;`");
  return true;
}

}  // namespace

// Parts for SCREE_PLUGIN.
namespace {

template <class P>
const kernel::ExternalPart* normal() {
  static_assert(has_the_common_members<P>());
  static_assert(
      requires(const P& p, double x) {
        { p.contact_time(x, x, x) } -> std::same_as<double>;
      },
      "a normal law lacks `double contact_time(double m_eff, double r_eff, double speed) const;`");
  static_assert(
      requires(const P& p, const Touch& t, double* h) {
        { p(t, h) } -> std::same_as<NormalForce>;
      },
      "a normal law lacks `NormalForce operator()(const Touch& c, double* h) const;`");
  static constexpr auto part =
      guarded_part<P, kernel::PartKind::normal>(kernel::external_normal<P>());
  return &part;
}

#define SCREE_FURTHER_PART(KIND, ANSWER)                                                   \
  template <class P>                                                                       \
  const kernel::ExternalPart* KIND() {                                                     \
    static_assert(has_the_common_members<P>());                                            \
    static_assert(FurtherPart<P, ANSWER>,                                                  \
                  "a " #KIND " law lacks `" #ANSWER                                        \
                  " operator()(const Touch& c, const NormalForce& n, double* h) const;`"); \
    static constexpr auto part = [] {                                                      \
      auto out = kernel::external_part<P>(kernel::PartKind::KIND);                         \
      return guarded_part<P, kernel::PartKind::KIND>(out);                                 \
    }();                                                                                   \
    return &part;                                                                          \
  }
SCREE_FURTHER_PART(tangential, TangentialForce)
SCREE_FURTHER_PART(rolling, RollingTorque)
SCREE_FURTHER_PART(twisting, TwistingTorque)
SCREE_FURTHER_PART(cohesion, CohesionForce)
#undef SCREE_FURTHER_PART

}  // namespace
}  // namespace plugin

// The library's functions, by way of the program.
std::optional<Error> unusable(std::span<const ParamInfo> table, const PairInput& in) {
  return plugin::host->unusable(table, in);
}
namespace exact {
double sin(double x) { return plugin::host->sin(x); }
double cos(double x) { return plugin::host->cos(x); }
double tan(double x) { return plugin::host->tan(x); }
double exp(double x) { return plugin::host->exp(x); }
double log(double x) { return plugin::host->log(x); }
double log1p(double x) { return plugin::host->log1p(x); }
double pow(double x, double y) { return plugin::host->pow(x, y); }
double hypot(double x, double y) { return plugin::host->hypot(x, y); }
double atan2(double y, double x) { return plugin::host->atan2(y, x); }
SinCos sin_cos(double x) { return {sin(x), cos(x)}; }
}  // namespace exact

}  // namespace scree

// Once per file: the parts that it brings.
#define SCREE_PLUGIN(...)                                                                     \
  extern "C" __attribute__((visibility("default"))) const scree::Plugin* scree_plugin(        \
      const scree::PluginHost* host) {                                                        \
    static const scree::kernel::ExternalPart* const parts[] = {__VA_ARGS__};                  \
    static const scree::Plugin table{scree::kPluginLayout, scree::kVersion, scree::kRevision, \
                                     parts, sizeof parts / sizeof *parts};                    \
    scree::plugin::host = host;                                                               \
    return &table;                                                                            \
  }
