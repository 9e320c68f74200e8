// The table `compaction` of a material (laws/compaction.hpp).
#pragma once

#include "base/params.hpp"

namespace scree {

inline constexpr ParamInfo kCompactionParams[] = {
    {.name = "pressure",
     .dim = dim::pressure,
     .required = true,
     .range = range::positive,
     .doc = "P: scale of the pressure while void space is left, the material's resistance to "
            "yielding"},
    {.name = "bulk_modulus",
     .dim = dim::pressure,
     .required = true,
     .range = range::positive,
     .doc = "K of the solid, once there are no voids"},
    {.name = "from",
     .fallback = "0.85",
     .range = {0.3, 0.99},
     .doc = "solid fraction of a cell from which on it acts"},
    {.name = "tolerance",
     .fallback = "0.002",
     .range = {0.00001, 0.05},
     .doc = "share of its radius that a grain may go before its cell is found again; volumes are "
            "linear in between"},
    {.name = "sides",
     .kind = ParamKind::integer,
     .fallback = "60",
     .range = {8, 1000},
     .doc = "flat sides that stand for a round wall, with the same cross-section"},
};
inline constexpr CatalogInfo kCompactionInfo{
    "compaction", "pressure of a grain whose void space runs out, from its Voronoi cell",
    "Frenning 2015, background; Arzt 1982", kCompactionParams};

}  // namespace scree
