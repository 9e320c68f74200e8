// What the program and the library of one kind of graphics cards say to each other
// (libscree_cuda.so, src/gpu): a table of plain functions. The library knows the loops of a step
// (sim/card/card_loops.hpp) and nothing else of Scree, so it needs no symbol of the program; the
// program knows no toolkit, so it starts on machines without one.
//
// Loops go over as bytes. Both sides are therefore built from the same sources: kCardLayout tells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/version.hpp"
#include "sim/card/card_loops.hpp"

namespace scree {

// Number of a loop in card::Loops.
template <class Loop, class... Ls>
constexpr int loop_number(TypeList<Ls...>) {
  int number = -1, k = 0;
  ((__is_same(Loop, Ls) ? number = k++ : k++), ...);
  return number;
}

// Changes when the bytes of a loop change, or of what loops point to.
template <class... Ls>
constexpr std::uint64_t layout_of(TypeList<Ls...>) {
  std::uint64_t h = 1;
  const auto mix = [&](std::uint64_t v) { h = (h ^ v) * 0x100000001b3ULL; };
  (mix(sizeof(Ls)), ...);
  mix(sizeof(kernel::PairLaw)), mix(laws::NormalParts::size), mix(laws::TangentialParts::size);
  mix(laws::RollingParts::size), mix(laws::TwistingParts::size), mix(laws::CohesionParts::size);
  mix(sizeof(Body)), mix(sizeof(Primitive)), mix(sizeof(kernel::ContactRecord));
  mix(sizeof(SpinMaterial)), mix(kernel::kMaxHistory), mix(card::kSums), mix(card::kGreatest);
  return h;
}
inline constexpr std::uint64_t kCardLayout = layout_of(card::Loops{});

// "0.1.0 (4f2a9c1)"
inline std::string build_of_scree() { return std::string(kVersion) + " (" + kRevision + ")"; }

struct CardDescription {
  char name[128];
  char driver[64];  // and its version
  std::uint64_t memory, free_memory;
};

// What all loops since begin_sums() added up. A digit is one of ExactSum before carries are passed
// on.
struct CardTotals {
  static constexpr int kDigits = 68;
  std::int64_t digit[card::kSums][kDigits];
  // Bits: +infinity, -infinity, not a number were added.
  std::uint32_t not_finite[card::kSums];
  double greatest[card::kGreatest];
  std::uint64_t touching;
};

// Functions that return an int return 0, or not 0 where why() has the reason. Nothing is thrown.
struct CardPlugin {
  std::uint64_t layout;  // kCardLayout
  const char* version;   // build_of_scree()
  // How many cards there are; 0 with the reason in `why`.
  int (*count)(char* why, std::size_t room);
  int (*describe)(int card, CardDescription* to);
  // Null: why() with a null card has the reason.
  void* (*open)(int card);
  void (*close)(void* card);
  const char* (*why)(void* card);
  int (*allocate)(void* card, std::size_t bytes, void** at);
  void (*release)(void* card, void* at);
  int (*send)(void* card, void* to, const void* from, std::size_t bytes);
  int (*fetch)(void* card, void* to, const void* from, std::size_t bytes);
  int (*begin_sums)(void* card, const double magic[3]);
  // The loop of that number, whose value is these bytes, over [0, count). `beside`: the next one
  // does not see what it writes, and may be run at the same time.
  int (*run)(void* card, int loop, std::size_t count, const void* value, std::size_t bytes,
             int beside);
  int (*sums)(void* card, CardTotals* to);
  // n values by the lower `bits` of their keys; both rooms have place for n.
  int (*sort)(void* card, std::uint64_t* keys, std::uint32_t* values, std::uint64_t* key_room,
              std::uint32_t* value_room, std::size_t n, int bits);
  // Each of n counters becomes the sum of those before it; the last one is told.
  int (*scan)(void* card, std::uint32_t* counters, std::size_t n, std::uint32_t* last);
};

// The one symbol of such a library.
using CardPluginFunction = const CardPlugin* (*)();
inline constexpr char kCardPluginSymbol[] = "scree_card_plugin";

}  // namespace scree
