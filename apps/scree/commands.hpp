// The commands. Each adds itself to the command line and, when it was called, leaves its exit
// status: 0 success, 1 a run that failed, 2 bad input.
#pragma once

#include <CLI/CLI.hpp>

namespace scree::app {

inline constexpr int kSuccess = 0, kFailed = 1, kBadInput = 2;

void add_run(CLI::App& app, int& status);
void add_check(CLI::App& app, int& status);
void add_list(CLI::App& app, int& status);
void add_info(CLI::App& app, int& status);
void add_explain(CLI::App& app, int& status);
void add_new(CLI::App& app, int& status);
void add_sweep(CLI::App& app, int& status);
void add_verify(CLI::App& app, int& status);
void add_reference(CLI::App& app, int& status);
void add_schema(CLI::App& app, int& status);
void add_export(CLI::App& app, int& status);
void add_measure(CLI::App& app, int& status);
void add_film(CLI::App& app, int& status);
void add_tessellate(CLI::App& app, int& status);

}  // namespace scree::app
