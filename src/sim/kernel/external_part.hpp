// A part of a contact law that was compiled elsewhere, as the engine sees it: a table of functions
// on the bytes of its coefficients. api/law.hpp makes one from a struct.
#pragma once

#include "base/params.hpp"
#include "base/result.hpp"
#include "laws/part.hpp"
#include "sim/kernel/block.hpp"

namespace scree::kernel {

// Of one part over the first `count` lanes of a block.
using Loop = void (*)(const unsigned char* part, int history_offset, Block& b, int count,
                      double dt);
using Stored = double (*)(const unsigned char* part, const Touch&, const NormalForce&,
                          const double* history);
using Holds = bool (*)(const unsigned char* part, const Touch&, const double* history);
using LastStiffness = double (*)(const unsigned char* part, const Touch&, const double* history);

enum class PartKind { normal, tangential, rolling, twisting, cohesion };

struct ExternalPart {
  PartKind kind;
  const CatalogInfo* info;
  int history;
  double energy_power;
  // In the step.
  Loop loop;
  Stored stored;
  LastStiffness last_stiffness;  // of a normal part
  Holds holds;                   // or null
  // One contact, of a part of that kind; the others are null.
  NormalForce (*normal)(const unsigned char* part, const Touch&, double* history) = nullptr;
  TangentialForce (*tangential)(const unsigned char* part, const Touch&, const NormalForce&,
                                double* history) = nullptr;
  RollingTorque (*rolling)(const unsigned char* part, const Touch&, const NormalForce&,
                           double* history) = nullptr;
  TwistingTorque (*twisting)(const unsigned char* part, const Touch&, const NormalForce&,
                             double* history) = nullptr;
  CohesionForce (*cohesion)(const unsigned char* part, const Touch&, const NormalForce&,
                            double* history) = nullptr;
  // Before and between steps. make() writes the coefficients of a pair of materials to `to`, which
  // has room for kPartBytes; no errors: it has.
  Errors (*make)(const PairInput&, unsigned char* to);
  double (*range)(const unsigned char* part, double r_eff);
  double (*contact_time)(const unsigned char* part, double m_eff, double r_eff, double speed);
  PlaneRates (*rates)(const unsigned char* part, const NormalForce&);
  bool (*has_friction)(const unsigned char* part);
  double (*mu)(const unsigned char* part);
  // Of plugins: what its laws have done wrong since the last call (thrown, or given what is not a
  // number); null: nothing. The text stays until the next call.
  const char* (*take_fault)() = nullptr;
};

}  // namespace scree::kernel
