// A part of a law from outside the catalogue, asked once before it is used.
#pragma once

#include <optional>

#include "base/result.hpp"
#include "laws/part.hpp"

namespace scree {

namespace kernel {
struct ExternalPart;
}

// Makes the part for a pair and asks it about one usual contact. What its make() refuses; E0344: it
// threw; E0345: an answer is not a finite number, or a contact time or range that is none.
std::optional<Error> mistake_of_part(const kernel::ExternalPart& part, const PairInput& in);

}  // namespace scree
