// Everything but contact laws of a program's own, which are templates: law.hpp.
//
// Values are in SI. What belongs to a grain is asked and changed by its id, what has a name by its
// name; rows, tiles and lists of the inside are nowhere seen. The library never prints, exits or
// aborts: mistakes come back as Error, with a stable code, a message, a place and a hint.
//
// The namespace is scree::api; vectors, parameters, errors and results are of scree itself.
#pragma once

#include "api/parts.hpp"
#include "api/pictures.hpp"
#include "api/plugins.hpp"
#include "api/reader.hpp"
#include "api/run.hpp"
#include "api/simulation.hpp"
#include "api/stored_run.hpp"
#include "api/world.hpp"
