// The engine of the processor's cores.
#include "sim/engines/engine_catalog.hpp"
#include "sim/engines/tile_engine.hpp"

namespace scree::engines {

extern const EngineEntry tiles_entry;
const EngineEntry tiles_entry{
    .info = {"tiles",
             "blocks of 32 contacts in vector code, 512 rows at a time per thread",
             "",
             {}},
    .make = [](const EngineArgs& a) -> std::unique_ptr<Engine> {
      return std::make_unique<TileEngine>(a.kernels, a.threads, a.gather_by, a.laws);
    }};

}  // namespace scree::engines
