// The keys of [[stage]].
#include "scene/build/measures.hpp"
#include "scene/stages.hpp"
#include "sim/world/stage.hpp"

namespace scree {
namespace {

constexpr ParamInfo kStage[] = {
    {.name = "name",
     .kind = ParamKind::text,
     .doc = "for summaries, messages and `--set stage.NAME.key`; default: `stage_1`, ..."},
    {.name = "duration",
     .dim = dim::time,
     .range = range::positive,
     .doc = "how long it lasts; or `until` and `at_most`"},
    {.name = "at_most",
     .dim = dim::time,
     .range = range::positive,
     .doc = "with `until`: it lasts no longer than this"},
    {.name = "otherwise",
     .kind = ParamKind::choice,
     .fallback = "fail",
     .choices = "fail|go on",
     .doc = "where `at_most` passes first: the run ends and its verdict says so, or goes on with "
            "the next stage"},
    {.name = "check_every",
     .dim = dim::time,
     .range = range::positive,
     .doc = "how often `until` is looked at, counted from the beginning of the stage; default: a "
            "thousandth of `at_most`, at least 50 steps"},
};
constexpr ParamInfo kUntil[] = {
    {.name = "hold",
     .dim = dim::time,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "the condition must stay true for so long"},
};
constexpr ParamInfo kMeasureEnd[] = {
    {.name = "column",
     .kind = ParamKind::text,
     .doc = "of the measure; may be left out where it has only one"},
    {.name = "above", .doc = "ends when the value is at least this, in SI units"},
    {.name = "below", .doc = "ends when the value is at most this, in SI units"},
};
constexpr ParamInfo kStageWall[] = {
    {.name = "present",
     .kind = ParamKind::boolean,
     .doc = "is it there from this stage on? A wall that a later stage brings is not there before"},
};
constexpr ParamInfo kStageFill[] = {
    {.name = "pours",
     .kind = ParamKind::boolean,
     .required = true,
     .doc = "from this stage on? A fill that a later stage switches on does not pour before; its "
            "`start` and `end` are then counted from the beginning of the stage"},
};
constexpr ParamInfo kStageOutlet[] = {
    {.name = "open",
     .kind = ParamKind::boolean,
     .required = true,
     .doc = "from this stage on? An outlet that a later stage opens is closed before"},
};

}  // namespace

std::vector<CatalogItem> stage_end_items() {
  std::vector<CatalogItem> out;
  for (const StageEndEntry* e : stage_end_catalog()) out.push_back({e->info});
  out.push_back({CatalogInfo{"measure", "a value of any measure crosses a limit", "", kMeasureEnd},
                 {{"measure", &measure_section(), Repeat::one, "",
                   "as in `output.measures`: a name, or a table with its parameters"}}});
  return out;
}

const Section& stage_section() {
  static const Section until{.title = "`until`",
                             .doc = "What ends a stage. Of a list, the first that comes true.",
                             .params = kUntil,
                             .shorthand = "kind",
                             .selector = "kind",
                             .entry_word = "end of a stage",
                             .catalog = stage_end_items};
  static const Section wall{
      .title = "[stage.wall.NAME]",
      .doc = "What becomes of a wall when the stage begins.",
      .params = kStageWall,
      .tables = {{"motion", &motion_section(), Repeat::some, "",
                  "a new one, from where the wall is then; its times begin with the stage. "
                  "\"fixed\" stops it"},
                 {"surface", &surface_section(), Repeat::one, "", "a new one"}}};
  static const Section group{
      .title = "[stage.group.NAME]",
      .doc = "A new motion of a group of walls.",
      .tables = {{"motion", &motion_section(), Repeat::some, "", "from where the group is then"}}};
  static const Section fill{.title = "[stage.fill.NAME]",
                            .doc = "Switches a fill that pours.",
                            .params = kStageFill,
                            .shorthand = "pours"};
  static const Section outlet{.title = "[stage.outlet.NAME]",
                              .doc = "Opens or closes an outlet.",
                              .params = kStageOutlet,
                              .shorthand = "open"};
  static const Section stage{
      .title = "[[stage]]",
      .doc =
          "A part of the run. Stages follow one another in the order of the scene; what one sets "
          "holds until another sets it again: [howto/stages.md](../howto/stages.md).",
      .params = kStage,
      .tables = {{"until", &until, Repeat::some, "", "what ends it; needs `at_most`"},
                 {"wall", &wall, Repeat::named, "", "walls that come, go or move in another way"},
                 {"group", &group, Repeat::named, "", "groups that move in another way"},
                 {"gravity", &gravity_section(), Repeat::one, "",
                  "a new one; its turns begin with the "
                  "stage"},
                 {"material", &material_section(), Repeat::named, "",
                  "new values of a material, such as `friction`; the laws stay"},
                 {"pair", &pair_section(), Repeat::pairs, "",
                  "new values of two materials that meet; the laws stay"},
                 {"fill", &fill, Repeat::named, "", "fills that begin or cease to pour"},
                 {"outlet", &outlet, Repeat::named, "", "outlets that open or close"}}};
  return stage;
}

}  // namespace scree
