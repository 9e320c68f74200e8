// What a world takes over from another run beyond its grains, bodies and bonds: the springs of
// contacts, and what the grains' other fields hold. A world without it begins with springs at rest.
//
// Ids and numbers of walls are those of the new world; rows are in the order of an archive
// (sim/world/archive.hpp), so that they go the same way into the lists.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "state/body_fields.hpp"
#include "state/contact_fields.hpp"

namespace scree {

// A field of the grains that a world does not have from the start: liquid, integrators.
struct TakenField {
  std::string name;
  std::size_t width = 1;
  std::uint32_t first_id = 0;  // of the first grain; the others follow
  std::vector<double> values;  // width per grain
};

struct StartState {
  ContactRows contacts;
  WallContactRows wall_contacts;
  PointRows points;
  std::vector<TakenField> fields;

  // Grains, walls, laws and gravity are those of the other run: it is carried on with the forces of
  // its last step, bit for bit, where the time step and the number of grains agree as well. Else
  // the first forces are computed again, with the springs as they are.
  bool carried_on = false;
  double dt = 0;
  std::size_t grains = 0;

  void set_stride(std::size_t numbers) {
    contacts.stride = wall_contacts.stride = points.stride = numbers;
  }
};

}  // namespace scree
