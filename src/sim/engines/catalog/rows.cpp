// The oracle of the other engines.
#include "sim/engines/engine_catalog.hpp"
#include "sim/engines/row_engine.hpp"

namespace scree::engines {

extern const EngineEntry rows_entry;
const EngineEntry rows_entry{
    .info = {"rows", "one contact, one grain after the other in plain code: slow, a check", "", {}},
    .make = [](const EngineArgs& a) -> std::unique_ptr<Engine> {
      return std::make_unique<RowEngine>(a.kernels, a.threads);
    }};

}  // namespace scree::engines
