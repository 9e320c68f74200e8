// Parts of contact laws that a program brings with its world (api/law.hpp).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace scree {

namespace kernel {
struct ExternalPart;
enum class PartKind;
}  // namespace kernel

// Those that one world may use. They are named for each world: two simulations of one process may
// give a name two meanings.
class ExternalLaws {
 public:
  // `part` must stay as long as the program; those of normal_part() and the like do.
  void add(const kernel::ExternalPart& part) { parts_.push_back(&part); }
  const kernel::ExternalPart* find(kernel::PartKind kind, std::string_view name) const;
  const std::vector<const kernel::ExternalPart*>& all() const { return parts_; }
  // E0304: a name that is empty, or that another part of its kind has, here or in the catalogue.
  std::optional<Error> taken_name() const;

 private:
  std::vector<const kernel::ExternalPart*> parts_;
};

}  // namespace scree
