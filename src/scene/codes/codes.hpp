// What `scree explain` knows: every code that a message can carry, in tables by subject. New codes
// go into the table of their hundred (codes*.cpp), their example into code_examples*.cpp.
#pragma once

#include <span>
#include <string_view>

namespace scree {

struct CodeInfo {
  std::string_view code;
  std::string_view title;
  std::string_view explanation;
};

// Wrong input that is answered with the code (empty: none can be given), and how to fix it.
struct CodeExample {
  std::string_view code;
  std::string_view wrong;
  std::string_view fix;
};

// All codes, sorted.
std::span<const CodeInfo> all_codes();
const CodeInfo* find_code(std::string_view code);
const CodeExample* find_example(std::string_view code);

// The tables behind all_codes() and find_example().
std::span<const CodeInfo> scene_codes();           // E00 to E02 and fills
std::span<const CodeInfo> law_codes();             // E03, E05, E06
std::span<const CodeInfo> wall_codes();            // E04
std::span<const CodeInfo> file_codes();            // E071 to E09
std::span<const CodeInfo> cluster_codes();         // E044, E056
std::span<const CodeInfo> shape_codes();           // E045, E0572 to E0575
std::span<const CodeInfo> geometry_codes();        // E059
std::span<const CodeInfo> stage_codes();           // E063, E064
std::span<const CodeInfo> table_codes();           // E067, E068
std::span<const CodeInfo> two_dimensions_codes();  // E0466 to E0469, E062
std::span<const CodeInfo> cell_codes();            // E065
std::span<const CodeExample> first_code_examples();
std::span<const CodeExample> code_examples_from_e0470();
std::span<const CodeExample> cluster_code_examples();
std::span<const CodeExample> shape_code_examples();
std::span<const CodeExample> geometry_code_examples();
std::span<const CodeExample> stage_code_examples();
std::span<const CodeExample> table_code_examples();
std::span<const CodeExample> two_dimensions_code_examples();
std::span<const CodeExample> cell_code_examples();

}  // namespace scree
