// The commands. Each adds itself to the command line; its action returns the exit status: 0
// success, 1 a run that failed, 2 bad input, 3 a defect of the program.
#pragma once

#include "scree/command_line.hpp"

namespace scree::app {

void add_all_commands(CommandLine& line);

void add_run(CommandLine& line);
void add_check(CommandLine& line);
void add_list(CommandLine& line);
void add_plot(CommandLine& line);
void add_plot_law(Command& plot);  // `scree plot law`
void add_report(CommandLine& line);

void add_info(CommandLine& line);
void add_explain(CommandLine& line);
void add_plugin(CommandLine& line);
void add_new(CommandLine& line);
void add_sweep(CommandLine& line);
void add_verify(CommandLine& line);
void add_reference(CommandLine& line);
void add_schema(CommandLine& line);
void add_export(CommandLine& line);
void add_import(CommandLine& line);
void add_measure(CommandLine& line);
void add_film(CommandLine& line);
void add_tessellate(CommandLine& line);
void add_distance(CommandLine& line);
void add_volume(CommandLine& line);
void add_view(CommandLine& line);

}  // namespace scree::app
