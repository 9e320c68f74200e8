#include "run/verdict/plausibility.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "run/folder/quantity_text.hpp"
#include "run/forecast/derived_values.hpp"
#include "run/forecast/estimate.hpp"
#include "run/forecast/servo_area.hpp"
#include "run/law_studies/law_conversion.hpp"
#include "run/verdict/unsupported_grains.hpp"

namespace scree::run {
namespace {

using Doubts = std::vector<Doubt>;

// A container for 10 000 diameters each way would take 10^12 grains to fill.
constexpr double kGreatestWall = 1e4;

// Aerogels and foamed polystyrene begin at about 10 kg/m^3; osmium, the densest metal, has 22 590.
constexpr double kLeastDensity = 10, kGreatestDensity = 25000;

// Jelly has some kPa, and grains softened for speed are kept above 100 kPa; diamond has 1.2 TPa.
constexpr double kLeastYoung = 1e4, kGreatestYoung = 2e12;

// Rubber on rubber reaches 1 to 2. Above 100 someone wants contacts that never slide.
constexpr double kRough = 5, kNeverSlides = 100;

// About what one core does in a second; a year of them is more than a laboratory waits.
constexpr double kGrainStepsPerSecond = 1e7, kYear = 3.15e7, kMostSteps = 1e11;

constexpr double kMostBytes = 100e9;  // of frames: a tenth of a usual disk

void doubt_walls(const World& w, const Sizes& sizes, Doubts& out) {
  if (!(sizes.largest > 0)) return;
  for (const Wall& wall : w.walls) {
    const Bounds b = wall.shape->bounds();
    const Vec3 e = b.hi - b.lo;
    double least = 1e300, greatest = 0;
    for (const double length : {e.x, e.y, e.z}) {
      greatest = std::max(greatest, length);
      if (length > 1e-6 * std::max({e.x, e.y, e.z})) least = std::min(least, length);
    }
    if (greatest > 1e100) continue;  // endless
    const std::string name = wall.name.empty() ? "a wall" : "wall `" + wall.name + "`";
    if (least > kGreatestWall * sizes.largest)
      out.push_back(
          {"E0473", fmt::format("{} is {} wide, {:.2g} times the largest grain ({}): numbers "
                                "without a unit are metres, and a mesh drawn in millimetres needs "
                                "`scale = 0.001`",
                                name, quantity_text(greatest, "m"), greatest / sizes.largest,
                                quantity_text(sizes.largest, "m"))});
    else if (greatest < 0.5 * sizes.smallest)
      out.push_back({"E0473", fmt::format("{} is {} wide, smaller than every grain ({} and more): "
                                          "is its `scale` or the diameter right?",
                                          name, quantity_text(greatest, "m"),
                                          quantity_text(sizes.smallest, "m"))});
  }
}

void doubt_young(const std::string& whose, const PartSpec& normal, Doubts& out) {
  if (!normal.params.has("young")) return;
  const double young = normal.params.number("young");
  if (young < kLeastYoung)
    out.push_back(
        {"E0474", fmt::format("{}: young = {} is softer than jelly: glass has \"70 GPa\", "
                              "grains softened for speed have \"1 MPa\" to \"100 MPa\"",
                              whose, quantity_text(young, "Pa"))});
  else if (young > kGreatestYoung)
    out.push_back({"E0474", fmt::format("{}: young = {} is stiffer than diamond (1.2 TPa)", whose,
                                        quantity_text(young, "Pa"))});
}

void doubt_friction(const std::string& whose, const char* part, const PartSpec& spec, Doubts& out) {
  if (!spec.params.has("friction")) return;
  const double friction = spec.params.number("friction");
  if (friction < kRough || friction > kNeverSlides) return;
  std::string meant;
  if (friction < 90)
    meant = fmt::format(": an angle of {:g}° is {:.3g}, {:g} % are {:.3g}", friction,
                        std::tan(friction * 3.14159265358979 / 180), friction, friction / 100);
  out.push_back({"E0475", fmt::format("{}: {}.friction = {:g} is a ratio of forces, for most "
                                      "materials 0.1 to 1{}",
                                      whose, part, friction, meant)});
}

void doubt_materials(const World& w, Doubts& out) {
  for (const MaterialSpec& m : w.materials) {
    const std::string whose = "material `" + m.name + "`";
    if (m.density < kLeastDensity || m.density > kGreatestDensity)
      out.push_back(
          {"E0476", fmt::format("{}: density = {:g} kg/m^3 is {}", whose, m.density,
                                m.density < kLeastDensity
                                    ? fmt::format("that of a gas or a foam: write \"{:g} g/cm^3\" "
                                                  "if these are meant",
                                                  m.density)
                                    : "more than that of any metal")});
    doubt_young(whose, m.normal, out);
    doubt_friction(whose, "tangential", m.tangential, out);
  }
  for (const PairSpec& p : w.pairs) {
    const std::string whose =
        fmt::format("pair `{}.{}`", w.materials[p.a.value].name, w.materials[p.b.value].name);
    if (p.normal) doubt_young(whose, *p.normal, out);
    if (p.tangential) doubt_friction(whose, "tangential", *p.tangential, out);
  }
}

void doubt_fall(const World& w, Doubts& out) {
  const FallReport fall = find_falling_out(w);
  if (fall.out == 0) return;
  if (!fall.caught_along.empty()) {
    out.push_back({"E0477", fmt::format("gravity points along {}, where there is no wall below the "
                                        "grains; along {} there is one: gravity = {}?",
                                        fall.gravity, fall.caught_along, fall.proposed)});
    return;
  }
  out.push_back(
      {"E0480", fmt::format("{} of {} grains that were looked at have no wall below them, along "
                            "gravity: they can leave every wall and fall for ever; add a floor, "
                            "close the container, or take them away with an [[outlet]]",
                            fall.out, fall.tried)});
}

void doubt_crossed_servos(const World& w, double duration, Doubts& out) {
  for (const CrossedServo& c : crossed_servos(w, duration))
    out.push_back(
        {"E0490",
         crossed_text(c, w) +
             ": where the grains press on another area then, the pressure is not what was "
             "asked for; compute it from the force and the real area, or deform a periodic "
             "[[cell]] by `stress`"});
}

// Rolling friction of the library stands for the shape of grains that are simulated as balls.
void doubt_rolling_shapes(const World& w, double duration, Doubts& out) {
  std::vector<bool> shaped(w.materials.size());
  for (const SpinMaterial& ws : w.particles.ws)
    if ((ws.flags & (kShaped | kFixed)) == kShaped) shaped[ws.material] = true;
  for (const Inlet& i : w.inlets)
    if (pours_shapes(i) && forecast_pour(i, w, duration).grains > 0)
      shaped[i.material.value] = true;
  for (std::size_t m = 0; m < shaped.size(); ++m) {
    const PartSpec& rolling = w.materials[m].rolling;
    if (!shaped[m] || !rolling.params.has("friction")) continue;
    const double friction = rolling.params.number("friction");
    if (!(friction > 0)) continue;
    out.push_back(
        {"E0491",
         fmt::format("material `{0}`: rolling.friction = {1:g} on grains that are not balls: it "
                     "stands for a shape that these have themselves, so rolling is resisted "
                     "twice; material.{0}.rolling = \"none\" leaves it to the shape",
                     w.materials[m].name, friction)});
  }
}

void doubt_effort(const Simulation& sim, const Scene& scene, Doubts& out) {
  const auto steps = static_cast<double>(steps_for(scene.duration, sim.dt()));
  const double grains = std::max(1.0, expected_at_rest(sim, scene.duration).grains);
  const double seconds = steps * grains / (kGrainStepsPerSecond * sim.threads());
  if (steps > kMostSteps || seconds > kYear)
    out.push_back(
        {"E0478", fmt::format("{:.2g} steps of {} for {} grains: at ten million grain-steps a "
                              "second and thread that takes {:.2g} years; shorten `duration` ({}), "
                              "or soften the contacts",
                              steps, time_text(sim.dt()), count_text(grains), seconds / kYear,
                              time_text(scene.duration))});
  if (const double bytes = frame_bytes(sim, scene); bytes > kMostBytes)
    out.push_back({"E0479", fmt::format("about {} of frames: output.frames = {} over {}; a larger "
                                        "interval, or 0 for none",
                                        bytes_text(bytes), time_text(scene.output.frames),
                                        time_text(scene.duration))});
}

// The servo of a cell answers to a stress of which the dashpots make a part at once,
//   sigma = (Z phi / pi) c / d rate   (in two dimensions without / d),
// from f = c rate d in Z/2 contacts per grain: Z phi / pi is about 1 in a packing. Where that is
// more than the target, at max_rate times gain, the rate of a step undoes that of the last one.
void doubt_servo(const Simulation& sim, const Scene& scene, Doubts& out) {
  if (!sim.world().deforms()) return;
  const bool two_d = sim.particles().dimensions() == Dimensions::two;
  double viscous = 0;  // Pa s
  for (const PairConversion& p : law_conversions(sim, scene)) {
    if (p.wall || p.contacts.empty()) continue;
    const ConvertedContact& c = p.contacts[p.contacts.size() / 2];  // of the median sizes
    viscous = std::max(viscous, two_d ? c.damping : 2 * c.damping / (c.diameter_a + c.diameter_b));
  }
  const auto& phases = sim.world().cell.phases;
  for (std::size_t k = 0; k < phases.size(); ++k) {
    const CellPhase& phase = phases[k];
    const double target = phase.greatest_target(), answer = phase.max_rate * phase.gain * viscous;
    if (!phase.has(CellDrive::stress) || !(target > 0) || !(answer > target)) continue;
    out.push_back(
        {"E0489",
         fmt::format(
             "the servo of [[cell]] {} would oscillate: at max_rate = {:.3g}/s and gain = {:.3g} "
             "the dashpots alone answer with {} to a target of {}; max_rate = \"{:.1g} 1/s\" "
             "would do",
             k, phase.max_rate, phase.gain, quantity_text(answer, "Pa"),
             quantity_text(target, "Pa"), 0.5 * phase.max_rate * target / answer)});
  }
}

}  // namespace

std::vector<Doubt> doubts_about(const Simulation& sim, const Scene& scene) {
  Doubts out;
  const World& w = sim.world();
  doubt_walls(w, sizes_of(sim.particles(), w.bodies), out);
  doubt_materials(w, out);
  doubt_fall(w, out);
  doubt_effort(sim, scene, out);
  doubt_servo(sim, scene, out);
  doubt_crossed_servos(w, scene.duration, out);
  doubt_rolling_shapes(w, scene.duration, out);
  return out;
}

std::vector<std::string> doubt_texts(const Simulation& sim, const Scene& scene) {
  std::vector<std::string> out;
  for (const Doubt& d : doubts_about(sim, scene)) out.push_back(d.text + " [" + d.code + "]");
  return out;
}

}  // namespace scree::run
