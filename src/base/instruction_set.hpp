// Which of the forms of a hot loop runs: some files are compiled once per instruction set.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/cpu.hpp"
#include "base/result.hpp"

namespace scree {

inline bool has_instruction_set(std::string_view name) {
  return name == "auto" || name == "plain" || (name == "avx2" && has_avx2()) ||
         (name == "avx512" && has_avx512());
}

inline Error no_instruction_set(const std::string& name, std::string place = {}) {
  return {"E0530", "instruction set `" + name + "` is unknown or not on this machine",
          std::move(place),
          std::string("known: auto, plain, avx2, avx512; on this machine: auto, plain") +
              (has_avx2() ? ", avx2" : "") + (has_avx512() ? ", avx512" : "")};
}

// The table for a name ("auto", "plain", "avx2", "avx512"): null when the name is unknown or this
// machine lacks the instructions. `auto` is the best that it has.
template <class Table>
const Table* choose_table(std::string_view name, const Table& plain, const Table& avx2,
                          const Table& avx512) {
  if (name == "plain") return &plain;
  if (name == "avx2") return has_avx2() ? &avx2 : nullptr;
  if (name == "avx512") return has_avx512() ? &avx512 : nullptr;
  if (name != "auto") return nullptr;
  return has_avx512() ? &avx512 : (has_avx2() ? &avx2 : &plain);
}

}  // namespace scree
