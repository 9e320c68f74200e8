// The walls of a world as the step sees them: where they are, which grains touch them, what acts on
// them and the work that they do.
#pragma once

#include <span>
#include <vector>

#include "sim/contacts/contact_store.hpp"
#include "sim/lists/certificate.hpp"
#include "state/box.hpp"

namespace scree {

class WallSystem {
 public:
  WallContacts contacts;            // of balls; those of other shapes are PointContacts
  std::vector<WallImages> images;   // of each wall
  Certificate certificate;          // how far grains and walls may go before an entry is missing
  std::vector<double> work, power;  // of each wall on the grains: since the start, and now

  std::vector<WallReaction> further;  // loads that are not contacts; none, or one of each wall

  // Poses of t = 0 and the periodic images.
  void prepare(std::vector<Wall>& walls, const PeriodicBox& box);

  // What all grains do to each wall, about its origin: exact sums (sim/reports/wall_reactions.cpp).
  std::vector<WallReaction> loads(std::span<const Wall> walls, const ContactReader& all,
                                  int threads) const;

  // Phase 2: poses at time t. `lo`, `hi`: a box around all grains; `skin`: how far they can be
  // outside of it. Returns the greatest displacement of a wall's surface where a grain can be.
  double move(std::vector<Wall>& walls, const ContactReader& all, int threads, double t, double dt,
              const Vec3& gravity, const Vec3& lo, const Vec3& hi, double skin);

  // New entries for the current rows; `id_of_old_row` tells whose the old entries were.
  void renew(const Particles& p, std::span<const Wall> walls, double range, double skin, int stride,
             std::span<const ParticleId> id_of_old_row, int threads);

  // Work of moving walls, by the trapezoid rule.
  void account(std::span<const Wall> walls, const ContactReader& all, int threads, double dt);

  // Where walls go depends on what acts on them.
  static bool needs_load(std::span<const Wall> walls);
  static bool any_moves(std::span<const Wall> walls);
};

// The part of loads() that is contacts.
std::vector<WallReaction> contact_loads(std::span<const Wall> walls, const ContactReader& all,
                                        int threads);

}  // namespace scree
