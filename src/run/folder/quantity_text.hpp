// Numbers as people read them: "12 345 678", "3.21 ms", "1 h 02 min".
#pragma once

#include <cstdint>
#include <string>

namespace scree::run {

std::string in_thousands(std::uint64_t n);  // "12 345 678"
// Of a number that was estimated, however large: "12 345 678", from 10^15 on "1.5e+17".
std::string count_text(double n);
std::string seconds_text(double s);  // "128 µs", "3.21 s"
// A time of the scene as it is, not rounded to what reads well; ten digits hide only the noise of
// steps times dt.
std::string time_text(double s);                        // "123.45 ms"
std::string short_time_text(double s);                  // "100 ms" for 99.9994: for captions
std::string duration_text(double s);                    // "1 h 02 min", "48 s": for waiting times
std::string bytes_text(double bytes);                   // "12.3 MB"
std::string rate_text(double per_second);               // "3.21 million"
std::string quantity_text(double v, const char* unit);  // "1.23 mJ"

}  // namespace scree::run
