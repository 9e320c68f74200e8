#include "scree/commands.hpp"

namespace scree::app {

void add_all_commands(CommandLine& line) {
  // In the order of a piece of work; the help shows them in these groups.
  line.group("Write a scene");
  add_new(line);
  add_list(line);
  add_check(line);
  add_explain(line);
  add_plugin(line);
  line.group("Run it");
  add_run(line);
  add_sweep(line);
  line.group("Look at a run");
  add_info(line);
  add_plot(line);
  add_report(line);
  add_measure(line);
  add_export(line);
  add_import(line);
  add_film(line);
  add_view(line);
  line.group("Other");
  add_verify(line);
  add_tessellate(line);
  add_distance(line);
  add_volume(line);
  add_reference(line);
  add_schema(line);
}

}  // namespace scree::app
