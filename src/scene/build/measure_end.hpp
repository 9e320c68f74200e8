// A stage that ends where a measure crosses a value.
#pragma once

#include <memory>

#include "scene/build/measures.hpp"
#include "sim/world/stage.hpp"

namespace scree {

// `limits`: column, above, below. The measure must be able to answer for this world, and must not
// remember: what it says is a function of the state.
Result<std::shared_ptr<const StageEnd>> measure_end(const MeasureSpec& spec, const ParamSet& limits,
                                                    const World& world);

}  // namespace scree
