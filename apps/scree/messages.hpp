// What the program says to people: errors and warnings on standard error, rows of tables.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "run/folder/quantity_text.hpp"

namespace scree::app {

using namespace run;  // the program speaks of nothing but runs

void print_errors(const Errors& errors);
int refused(const Errors& errors);  // prints them; the exit code of bad input
// What is good to know, on standard error.
void print_notes(const std::vector<std::string>& notes);
void print_warnings(const std::vector<std::string>& warnings);

// Lines of at most `width` characters, each ended.
std::string wrapped(std::string_view text, std::size_t width);

// A path as one word of a command that the user may copy: quoted where a shell would take it apart,
// never an option.
std::string shell_word(const std::string& path);

// One line of a table: "  name      text".
void add_row(std::string& out, std::string_view name, std::string_view text, int width = 14);

}  // namespace scree::app
