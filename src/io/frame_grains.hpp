// The grains of a frame from the particle arrays and back, in all fields that are shown
// (state/fields.hpp): a field that is new in the table of grains needs no edit here.
#pragma once

#include "io/frame.hpp"
#include "state/particles.hpp"
#include "state/row_shares.hpp"

namespace scree {

// In the order of their ids. Fields that are not an array of the frame become FrameFields, behind
// those that the frame has.
void put_grains(const Particles& p, Frame& frame);
// The parts that balls have of their bodies: their `mass`, and as fields what of their volume
// counts (`solid`) and where they are on their bodies (`arm`). Nothing where there is no body.
void put_shares(const RowShares& shares, const Particles& p, Frame& frame);
// The same from a frame; `p` are its grains, with rows by id. A frame of before these fields has
// balls that count in full.
RowShares frame_shares(const Frame& frame, const Particles& p);

// The number whose reciprocal is `mass`; 0 for a mass of 0. Masses are stored, their reciprocals
// are what a state holds.
double inverse_mass(double mass);

// As far as the frame knows them: everything but inertia. Fields of the frame become extra fields.
// The caller has checked the ids and sets next_id.
Particles grains_of(const Frame& frame);

}  // namespace scree
