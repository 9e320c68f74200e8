// What the program says to people: errors and warnings on standard error, numbers in words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace scree::app {

void print_errors(const Errors& errors);
int refused(const Errors& errors);  // prints them; the exit code of bad input
void print_warnings(const std::vector<std::string>& warnings);

// Lines of at most `width` characters, each ended.
std::string wrapped(std::string_view text, std::size_t width);

// More threads than cores only get into each other's way; nothing when they are not.
std::optional<std::string> beyond_the_cores(int threads);

// A path as one word of a command that the user may copy: quoted where a shell would take it apart,
// never an option.
std::string shell_word(const std::string& path);

// One line of a table: "  name      text".
void add_row(std::string& out, std::string_view name, std::string_view text, int width = 14);

std::string in_thousands(std::uint64_t n);  // "12 345 678"
std::string seconds_text(double s);         // "128 µs", "3.21 s"
// A time of the scene as it is, not rounded to what reads well; ten digits hide only the noise of
// steps times dt.
std::string time_text(double s);                        // "123.45 ms"
std::string duration_text(double s);                    // "1 h 02 min", "48 s": for waiting times
std::string bytes_text(double bytes);                   // "12.3 MB"
std::string rate_text(double per_second);               // "3.21 million"
std::string quantity_text(double v, const char* unit);  // "1.23 mJ"

}  // namespace scree::app
