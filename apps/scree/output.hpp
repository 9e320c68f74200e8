// All that the program says goes through here: results to standard output, notes and mistakes to
// standard error.
//
// Text is made safe for a terminal (base/safe_text.hpp); lines stay lines. What cannot be written
// to standard output is a failure of the command, told once at its end. A standard error that is
// closed or full is not a failure of the run: a run of two days does not end because a terminal
// did.
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "io/atomic_file.hpp"

namespace scree::app {

void write_out(std::string_view text);
void write_note(std::string_view text);
void write_note_as_is(std::string_view text);  // for lines that move the cursor on purpose

template <class... T>
void print_out(fmt::format_string<T...> format, T&&... values) {
  write_out(fmt::format(format, std::forward<T>(values)...));
}
template <class... T>
void print_note(fmt::format_string<T...> format, T&&... values) {
  write_note(fmt::format(format, std::forward<T>(values)...));
}

// Writes what still waits; E0980 when anything was lost since the last call.
Result<Done> finish_output();

// A stream that was closed when the program started is a trap: the next file that is opened gets
// its number, and messages go into it. Closed ones are opened to nowhere; writing to standard
// output stays an error.
void occupy_standard_streams();

}  // namespace scree::app
