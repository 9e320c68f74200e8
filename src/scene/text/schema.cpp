#include "scene/text/schema.hpp"

#include "base/region_params.hpp"
#include "detect/selector.hpp"
#include "dynamics/integrator.hpp"
#include "scene/build/bonds.hpp"
#include "scene/build/cell.hpp"
#include "scene/build/compaction_params.hpp"
#include "scene/build/measures.hpp"
#include "scene/build/outlets.hpp"
#include "scene/build/parts.hpp"
#include "scene/build/picture.hpp"
#include "scene/build/plugins.hpp"
#include "scene/build/results.hpp"
#include "scene/build/sweep.hpp"
#include "scene/fill.hpp"
#include "scene/shape.hpp"
#include "scene/stages.hpp"
#include "scene/text/variables.hpp"
#include "sim/engines/engine_catalog.hpp"

namespace scree {
namespace {

constexpr std::string_view kEngineKey = "engine";
constexpr ParamInfo kTop[] = {
    {.name = "title",
     .kind = ParamKind::text,
     .fallback = "Untitled",
     .doc = "what the run is about"},
    {.name = "dimension",
     .kind = ParamKind::integer,
     .fallback = "3",
     .range = {2, 3},
     .doc = "2: discs and polygons of 1 m depth in the plane z = 0, with areas for volumes; "
            "vectors may then have two numbers"},
    {.name = "duration",
     .dim = dim::time,
     .fallback = "1 s",
     .range = range::non_negative,
     .doc = "simulated time"},
    {.name = "seed",
     .kind = ParamKind::integer,
     .fallback = "1",
     .range = {0, 9007199254740992.0},
     .doc = "of all random numbers: one seed, one answer"},
    {.name = "threads",
     .kind = ParamKind::integer,
     .fallback = "0",
     .range = {0, 4096},
     .doc = "0: all; no more than processors are taken; never changes the result"},
    {.name = kEngineKey,
     .kind = ParamKind::choice,
     .fallback = "auto",
     .doc = "who does the arithmetic of a step (`scree list engines`); never changes the result"},
    {.name = "dt",
     .dim = dim::time,
     .range = range::positive,
     .doc = "time step; default: the shortest contact / `steps_per_contact`"},
    {.name = "steps_per_contact",
     .fallback = "50",
     .range = {10, 1e6},
     .doc = "steps in the shortest contact, for the derived time step"},
    {.name = "reference_speed",
     .dim = dim::velocity,
     .fallback = "1 m/s",
     .range = range::positive,
     .doc = "impact speed for laws whose contact time depends on it (Hertz)"},
    {.name = "allow_unstable_dt",
     .kind = ParamKind::boolean,
     .fallback = "false",
     .doc = "run even with a `dt` above the stable one"},
    {.name = "damping",
     .dim = dim::damping,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "C: a drag -C v on every grain, as by a thin fluid at rest"},
    {.name = "rotational_damping",
     .dim = dim::rotational_damping,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "C*: a torque -C* omega on every grain"},
    {.name = "lever",
     .kind = ParamKind::choice,
     .fallback = "contact",
     .choices = "contact|surface",
     .doc = "where tangential forces act: at the contact point (angular momentum is conserved) or "
            "at the full radius, as in Ferrez 2001"},
    {.name = "max_start_overlap",
     .fallback = "0.05",
     .range = {0, 1},
     .doc = "deepest overlap accepted at the start, as a share of the smaller radius"},
};

constexpr ParamInfo kGravity[] = {
    {.name = "vector",
     .kind = ParamKind::vector,
     .dim = dim::acceleration,
     .fallback = "[0, -9.81, 0]",
     .doc = "at t = 0; y is up"},
    {.name = "axis",
     .kind = ParamKind::vector,
     .fallback = "[0, 0, 1]",
     .doc = "about which it turns"},
    {.name = "rate",
     .dim = dim::angular_velocity,
     .fallback = "0",
     .doc = "steady rotation from t = 0"},
};
constexpr ParamInfo kTurn[] = {
    {.name = "at",
     .dim = dim::time,
     .required = true,
     .range = range::non_negative,
     .doc = "when the turn begins"},
    {.name = "duration",
     .dim = dim::time,
     .fallback = "0.5 s",
     .range = range::non_negative,
     .doc = "of the turn"},
    {.name = "angle", .dim = dim::angle, .fallback = "180 deg", .doc = "of the turn"},
};
constexpr ParamInfo kDetect[] = {
    {.name = "skin",
     .dim = dim::length,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "how far beyond touching pairs are listed; 0: chosen during the run. Never changes the "
            "result"},
    {.name = "audit",
     .kind = ParamKind::integer,
     .fallback = "0",
     .range = {0, 1e9},
     .doc = "compare with brute force every so many steps; 0: never"},
    {.name = "narrow",
     .kind = ParamKind::choice,
     .fallback = "gjk",
     .choices = "gjk|slm|fcp|cp",
     .doc = "how polyhedra that are near each other are searched: by a growing simplex, the "
            "shortest link, the fast common plane, the common plane turned step by step. Never "
            "changes the result; `gjk` is the fastest"},
};
constexpr ParamInfo kMaterial[] = {
    {.name = "like",
     .kind = ParamKind::text,
     .doc = "another material, of the scene or of the library (`scree list materials`), whose "
            "values hold where none are given here. Parts without a `law` "
            "change single values, and `friction`, `restitution`, `young`, `stiffness`, "
            "`contact_time` and `rolling_friction` may stand without their part"},
    {.name = "density",
     .dim = dim::density,
     .fallback = "2500 kg/m^3",
     .range = range::positive,
     .doc = "of the solid"},
};
constexpr std::array<ParamInfo, 6> kFillOwn{{
    {.name = "name", .kind = ParamKind::text, .doc = "for messages and `--set fill.NAME.key`"},
    {.name = "material", .kind = ParamKind::text, .doc = "may be left out while there is only one"},
    {.name = "velocity",
     .kind = ParamKind::vector,
     .dim = dim::velocity,
     .fallback = "[0, 0, 0]",
     .doc = "of the grains at their start"},
    {.name = "freedoms",
     .kind = ParamKind::text,
     .fallback = "all",
     .doc = "along which axes of the world the grains may move and about which they may turn: some "
            "of \"x y z rx ry rz\", \"all\" or \"none\""},
    {.name = "bond",
     .kind = ParamKind::text,
     .doc = "glues all grains of the fill that touch, balls or shapes, with bonds of this "
            "[bond.NAME]"},
    {.name = "bond_gap",
     .fallback = "0.01",
     .range = range::non_negative,
     .doc = "grains are glued where their surfaces are nearer than this, as a share of the smaller "
            "radius; of a shape that of the ball around it"},
}};
constexpr auto kFill = join(kFillOwn, kMixParams);
constexpr ParamInfo kBox[] = {
    region_params::min_corner("lower corner"),
    region_params::max_corner("upper corner"),
    {.name = "from",
     .kind = ParamKind::path,
     .choices = "folder",
     .doc =
         "in place of `min`, `max` and `tilt`: as the periodic box of this run was when it ended, "
         "for a fill of its grains; or a checkpoint (.h5) of it"},
    {.name = "periodic",
     .kind = ParamKind::choice,
     .fallback = "xyz",
     .choices = "x|y|z|xy|xz|yz|xyz",
     .doc = "directions in which space closes on itself"},
    {.name = "tilt",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .fallback = "[0, 0, 0]",
     .doc = "of a cell that deforms, at its start: how far images along y and z are shifted, xy, "
            "xz, yz; at most half a length"},
};
constexpr ParamInfo kOutput[] = {
    {.name = "frames",
     .dim = dim::time,
     .range = range::non_negative,
     .doc = "interval of snapshots; 0: never; default: duration / 50, 1 s where that is 0"},
    {.name = "series",
     .dim = dim::time,
     .range = range::non_negative,
     .doc = "interval of series.csv; 0: never; default: duration / 1000, 1 s where that is 0"},
    {.name = "checkpoint",
     .dim = dim::time,
     .range = range::non_negative,
     .doc = "interval of checkpoints; 0: only when the run is stopped; default: duration / 10, 1 s "
            "where that is 0"},
    {.name = "contacts",
     .kind = ParamKind::boolean,
     .fallback = "false",
     .doc = "the force network with every frame"},
    {.name = "picture",
     .kind = ParamKind::boolean,
     .fallback = "true",
     .doc = "a PNG of the last state, and a plot of the energies"},
};
constexpr ParamInfo kVerdict[] = {
    {.name = "overlap",
     .fallback = "0.05",
     .range = {0, 1, true, false},
     .doc = "deepest overlap to be believed, as a share of the smaller radius: beyond it the run "
            "is doubtful, beyond two fifths of it noted. Raise it for grains that are soft on "
            "purpose"},
};

// kTop with the engines of the catalogue.
std::span<const ParamInfo> top_params() {
  static const std::string engines = [] {
    std::string names(auto_engine_info().name);
    for (const EngineEntry* e : engine_catalog()) names += "|" + std::string(e->info.name);
    return names;
  }();
  static const std::vector<ParamInfo> params = [] {
    std::vector<ParamInfo> out(std::begin(kTop), std::end(kTop));
    for (ParamInfo& p : out)
      if (p.name == kEngineKey) p.choices = engines;
    return out;
  }();
  return params;
}

std::vector<CatalogItem> detectors() {
  std::vector<CatalogItem> out{{auto_detector_info()}};
  for (const DetectorEntry* e : detector_catalog()) out.push_back({e->info});
  return out;
}
std::vector<CatalogItem> integrator_items() {
  std::vector<CatalogItem> out;
  for (const IntegratorEntry* e : integrator_catalog()) out.push_back({e->info});
  return out;
}
std::vector<CatalogItem> fills() {
  std::vector<CatalogItem> out;
  for (const FillEntry* e : fill_catalog())
    out.push_back({e->info, e->tables ? e->tables() : std::vector<SubTable>()});
  return out;
}

Section law_section(std::string_view title, std::string_view doc,
                    std::vector<CatalogItem> (*catalog)(), std::string_view standard) {
  return {.title = title,
          .doc = doc,
          .shorthand = "law",
          .selector = "law",
          .selector_default = standard,
          .entry_word = "contact law",
          .catalog = catalog};
}

// The parts of a law, under a material (with defaults) or a pair (none: mixing).
std::vector<SubTable> law_tables(bool with_defaults) {
  static const Section normal =
      law_section("`normal`", "Force along the line of centres.", normal_catalog, "linear");
  static const Section tangential =
      law_section("`tangential`", "Force in the contact plane.", tangential_catalog, "spring");
  static const Section rolling =
      law_section("`rolling`", "Resistance against rolling.", rolling_catalog, "none");
  static const Section twisting = law_section(
      "`twisting`", "Resistance against spin about the normal.", twisting_catalog, "none");
  static const Section cohesion =
      law_section("`cohesion`", "Attraction of grains that touch.", cohesion_catalog, "none");
  std::vector<SubTable> out{
      {"normal", &normal, Repeat::one,
       R"({ law = "linear", contact_time = "0.5 ms", restitution = 0.5 })",
       "force along the line of centres"},
      {"tangential", &tangential, Repeat::one, R"({ law = "spring", friction = 0.5 })",
       "force in the contact plane"},
      {"rolling", &rolling, Repeat::one, R"({ law = "none" })", "resistance against rolling"},
      {"twisting", &twisting, Repeat::one, R"({ law = "none" })",
       "resistance against spin about the normal; what resists rolling and gives none here has the "
       "same law with the friction 2/3 of sliding times rolling friction, unless it says "
       "`\"none\"`"},
      {"cohesion", &cohesion, Repeat::one, R"({ law = "none" })",
       "attraction of grains that touch"}};
  if (!with_defaults)
    for (SubTable& t : out) t.fallback = {};
  return out;
}

std::vector<SubTable> material_tables() {
  static const Section compaction{
      .title = "`compaction`",
      .doc = "Pressure of grains whose void space runs out, from the volume of their cells.",
      .params = kCompactionParams};
  std::vector<SubTable> out = law_tables(true);
  out.push_back({"compaction", &compaction, Repeat::one, "",
                 "stiffening of plastic grains at high density; default: none"});
  return out;
}

}  // namespace

const Section& gravity_section() {
  static const Section turn{.title = "a turn of gravity",
                            .doc = "One turn; its rate rises and falls as a raised cosine.",
                            .params = kTurn};
  static const Section gravity{
      .title = "[gravity]",
      .doc =
          "Constant, rotating, or turned over at given moments. A plain list is "
          "`vector`.",
      .params = kGravity,
      .tables = {{"turns", &turn, Repeat::list, "", "turns one after the other about `axis`"}},
      .shorthand = "vector"};
  return gravity;
}

const Section& material_section() {
  static const Section material{
      .title = "[material.NAME]",
      .doc =
          "A material: density and contact law. `material.NAME = \"glass\"` takes one of the "
          "library as it is. Without any, grains and walls are of a material "
          "`default`, a glass-like one with the values below.",
      .params = kMaterial,
      .tables = material_tables()};
  return material;
}

const Section& pair_section() {
  static const Section pair{
      .title = "[pair.A.B]",
      .doc = "Replaces the mixing for contacts between the materials A and B, part by part.",
      .tables = law_tables(false)};
  return pair;
}

namespace {

const Section& fill_section() {
  static const Section fill{
      .title = "[[fill]]",
      .doc =
          "Grains, placed at the start or poured during the run. Fills are made in "
          "the order of the scene; a later one keeps clear of the earlier ones.",
      .params = kFill,
      .tables = {mixture_table()},
      .selector = "kind",
      .entry_word = "fill",
      .catalog = fills};
  return fill;
}

}  // namespace

const Section& scene_section() {
  static const Section detect{
      .title = "[detect]",
      .doc =
          "Who may touch. All methods give the same result to the last bit; they differ in speed.",
      .params = kDetect,
      .shorthand = "method",
      .selector = "method",
      .selector_default = "auto",
      .entry_word = "detection method",
      .catalog = detectors};
  static const Section integrator{.title = "[integrator]",
                                  .doc = "How the motion of grains is advanced.",
                                  .shorthand = "kind",
                                  .selector = "kind",
                                  .selector_default = "verlet",
                                  .entry_word = "integrator",
                                  .catalog = integrator_items};
  static const Section box{
      .title = "[box]", .doc = "The periodic box; without it space has no end.", .params = kBox};
  static const Section output{.title = "[output]",
                              .doc = "What a run writes, in simulated time.",
                              .params = kOutput,
                              .tables = {{"measures", &measure_section(), Repeat::list, "",
                                          "more columns of series.csv: names or tables"}}};
  static const Section verdict{
      .title = "[verdict]", .doc = "What a run must keep to be believed.", .params = kVerdict};
  static const Section scene{
      .title = "the scene",
      .doc = "Keys outside any table.",
      .params = top_params(),
      .tables = {{"let", &let_section(), Repeat::one, "", "variables for expressions"},
                 {"plugins", &plugin_section(), Repeat::list, "", "contact laws of your own"},
                 {"gravity", &gravity_section(), Repeat::one, "{}", "a vector, or a table"},
                 {"integrator", &integrator, Repeat::one, "{}", "a word, or a table"},
                 {"detect", &detect, Repeat::one, "{}", "who may touch"},
                 {"material", &material_section(), Repeat::named, "", "materials by name"},
                 {"pair", &pair_section(), Repeat::pairs, "", "contacts between two materials"},
                 {"bond", &bond_section(), Repeat::named, "", "types of bonds by name"},
                 {"box", &box, Repeat::one, "", "the periodic box"},
                 {"cell", &cell_section(), Repeat::list, "", "how the periodic box deforms"},
                 {"wall", &wall_section(), Repeat::list, "", "walls"},
                 {"group", &group_section(), Repeat::named, "", "walls that move together"},
                 {"cluster", &cluster_section(), Repeat::named, "", "balls that move as one"},
                 {"shape", &shape_section(), Repeat::named, "", "grains that are not balls"},
                 {"fill", &fill_section(), Repeat::list, "", "grains"},
                 {"outlet", &outlet_section(), Repeat::list, "", "where grains leave"},
                 {"stage", &stage_section(), Repeat::list, "", "parts of the run"},
                 {"output", &output, Repeat::one, "{}", "what a run writes"},
                 {"result", &result_section(), Repeat::list, "", "numbers that the run ends with"},
                 {"picture", &picture_section(), Repeat::one, "", "how pictures and films look"},
                 {"verdict", &verdict, Repeat::one, "{}", "what a run must keep to be believed"},
                 {"sweep", &sweep_section(), Repeat::one, "", "a table of runs"}}};
  return scene;
}

}  // namespace scree
