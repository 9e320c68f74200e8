#include "recipes.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "base/random.hpp"
#include "packing.hpp"
#include "place.hpp"
#include "settle.hpp"

namespace scree::bench {
namespace {

// Many grains are a smaller bed and its mirror images: settling takes a time that grows with the
// height, and a bed four times wider has nothing new in it. A mixture takes five times as many
// steps as equal grains, so that smaller ones are mirrored.
constexpr std::size_t kMostSettled = 130000, kMostMixed = 65000;

int doublings_of(std::size_t grains, std::size_t most) {
  int doublings = 0;
  while ((grains >> doublings) > most) doublings += 2;
  return doublings;
}

// Part of every cached file: to be changed with any number of this file or of settle.cpp that its
// bed depends on.
const char* recipe_of(const BedName& name) {
  const bool mixed = name.kind == "poly" || name.kind == "wide";
  return mixed && name.grains > kMostMixed ? "beds 2" : "beds 1";
}

// d = 1 mm, t_c = 1e-4 s, e = 0.5, mu = 0.5, step t_c/30; the bed is half as high as wide, which
// halves the time that it needs to settle.
PackingSettings equal_grains(std::size_t grains) {
  PackingSettings s;
  s.grains = grains;
  s.width = 1.06 * std::cbrt(2.0 * static_cast<double>(grains));
  return s;
}

Bed bed_of(const Packing& p) {
  return {.law = hooke_law(p.settings),
          .dt = p.settings.contact_time / p.settings.steps_per_contact,
          .box = {.width = p.width},
          .grains = p.grains};
}

Result<Bed> make_mono(std::size_t grains, int threads, const Say& say) {
  const int doublings = doublings_of(grains, kMostSettled);
  PackingSettings s = equal_grains(grains >> doublings);
  // As high as wide where images follow, so that the whole is not too flat.
  if (doublings > 0) s.width = 1.06 * std::cbrt(static_cast<double>(s.grains));
  Result<Packing> p = settled_packing(s, threads, say);
  if (!p) return p.errors();
  return mirrored(bed_of(*p), doublings);
}

// Diameters 1:5:35 with mass shares 10:20:70 (the mixture), or 1:10:100 with 1:9:90: 11,000
// small ones a large one.
Mixture mixture(const BedName& name, std::size_t grains) {
  if (name.kind == "poly")
    return {.grains = grains, .diameters = {0.035, 0.005, 0.001}, .shares = {0.7, 0.2, 0.1}};
  return {.grains = grains, .diameters = {0.035, 0.0035, 0.00035}, .shares = {0.9, 0.09, 0.01}};
}

Result<Bed> make_mixed(const BedName& name, int threads, const Say& say) {
  const int doublings = doublings_of(name.grains, kMostMixed);
  Result<Bed> small = settled_mixture(mixture(name, name.grains >> doublings), threads, say);
  if (!small) return small;
  return mirrored(std::move(*small), doublings);
}

// The floor swings by a twentieth of the smallest diameter d to both sides, at up to 0.01 d/t_c.
// Small grains at the bottom are in random motion at several times that speed, through a twentieth
// of d in some ten steps, and the fastest grain decides when a list is renewed. A stroke longer
// than d at that speed would crush the small grains below the large: 93 v t_c/d deep at 1:35.
Result<StoredBed> make_shaken(Bed bed, int threads, const Say& say) {
  const double d = 2 * peers::size_classes(bed.grains).front();
  const double t_c = 30 * bed.dt, amplitude = 0.05 * d, speed = 0.01 * d / t_c;
  bed.shake = {.amplitude = amplitude, .frequency = speed / (2 * std::numbers::pi * amplitude)};
  weaken_dashpots(bed);
  const Result<BedReport> r = agitate(bed, 4, threads, say);
  if (!r) return r.errors();
  return StoredBed{std::move(bed), *r};
}

// Half full, gravity leaning over by 50 degrees and turning at 2 rad/s from then on: the bed slides
// and rolls down like that of a drum. A box of planes, since they are all that the four codes have
// alike.
Result<StoredBed> make_flow(Bed bed, int threads, const Say& say) {
  bed.box.height = bed.box.width;
  const double seconds = 2 * std::sqrt(0.5 * bed.box.width / 9.81);
  const Result<BedReport> r = tumble(bed, 50 * std::numbers::pi / 180, seconds, threads, say);
  if (!r) return r.errors();
  bed.turn_rate = 2;
  return StoredBed{std::move(bed), *r};
}

// A tenth of the space filled, speeds up to 1 m/s (a collision overlaps by 3% of a diameter),
// e = 0.9, weightless, in a closed box.
Bed make_gas(std::size_t grains) {
  PackingSettings s = equal_grains(grains);
  s.restitution = 0.9;
  const double d = s.diameter;
  const double volume = static_cast<double>(grains) * std::numbers::pi / 6 * d * d * d;
  Bed bed = bed_of({.settings = s, .width = std::cbrt(volume / 0.1), .grains = {}});
  bed.box.height = bed.box.width;
  bed.gravity = {};
  bed.grains = place_at_random({}, std::vector<double>(grains, d),
                               {.width = bed.box.width, .height = bed.box.height});
  const CounterRandom random(5, 0);
  for (std::size_t k = 0; k < grains; ++k) {
    const double z = 2 * random.uniform(2 * k) - 1;
    const double angle = 2 * std::numbers::pi * random.uniform(2 * k, 1);
    const double v = std::cbrt(random.uniform(2 * k + 1)), across = std::sqrt(1 - z * z);
    bed.grains[k].v = v * Vec3{across * std::cos(angle), across * std::sin(angle), z};
  }
  return bed;
}

// Ends with steps of its own law: mirror images settle, a gas makes its first contacts.
Result<StoredBed> relaxed(Result<Bed> bed, int threads, const Say& say) {
  if (!bed) return bed.errors();
  const std::uint64_t steps = std::min<std::uint64_t>(500, 500000000 / bed->grains.size());
  const Result<BedReport> r = relax(*bed, steps, threads, say);
  if (!r) return r.errors();
  return StoredBed{std::move(*bed), *r};
}

Result<StoredBed> make(const BedName& name, const std::string& folder, int threads,
                       const Say& say) {
  if (name.kind == "gas") return relaxed(make_gas(name.grains), threads, say);
  if (name.kind == "mono" && !name.shaken)
    return relaxed(make_mono(name.grains, threads, say), threads, say);
  if (!name.shaken && name.kind != "flow")
    return relaxed(make_mixed(name, threads, say), threads, say);
  const BedName at_rest{name.kind == "flow" ? "mono" : name.kind, name.grains};
  Result<StoredBed> from = cached_bed(at_rest, folder, threads, say);
  if (!from) return from;
  if (name.kind == "flow") return make_flow(std::move(from->bed), threads, say);
  return make_shaken(std::move(from->bed), threads, say);
}

std::string count_words(std::size_t n) {
  if (n % 1000000 == 0) return fmt::format("{}M", n / 1000000);
  return n % 1000 == 0 ? fmt::format("{}k", n / 1000) : fmt::format("{}", n);
}

}  // namespace

std::string to_string(const BedName& n) {
  return fmt::format("{}-{}{}", n.kind, count_words(n.grains), n.shaken ? "-shaken" : "");
}

std::string bed_path(const BedName& name, const std::string& folder) {
  return fmt::format("{}/cache/{}.bed", folder, to_string(name));
}

Result<StoredBed> cached_bed(const BedName& name, const std::string& folder, int threads,
                             const Say& say) {
  const std::string path = bed_path(name, folder);
  if (std::optional<StoredBed> s = load_bed(path, recipe_of(name))) return std::move(*s);
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  say(fmt::format("making {} (kept in {})", to_string(name), path));
  Result<StoredBed> made = make(name, folder, threads, say);
  if (!made) return made;
  if (!save(made->bed, recipe_of(name), made->report, path))
    return Error{"", "cannot write the cache", path, ""};
  return made;
}

}  // namespace scree::bench
