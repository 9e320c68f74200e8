#include "sim/engines/other_contacts.hpp"

#include <omp.h>

#include <algorithm>

#include "sim/contacts/wall_meeting.hpp"

namespace scree {

void OtherContacts::load(std::size_t rows) {
  blocks_.count = static_cast<std::uint32_t>((rows + Tiles::kRows - 1) / Tiles::kRows);
  blocks_.runs.clear();
  for (std::uint32_t k = 0; k < blocks_.count; ++k) blocks_.runs.push_back({k, k + 1});
  clumps_.expire();
}

WallArgs OtherContacts::wall_args(const StepState& s, double dt,
                                  std::span<const std::uint8_t> elsewhere) {
  const Certificate& certificate = s.walls.certificate;
  return {s.world.particles,
          s.world.walls,
          s.walls.images,
          s.laws,
          kernels_,
          s.lever(),
          dt,
          certificate.spent,
          std::max(certificate.allowance - certificate.spent, 0.0),
          scaled_ ? &clumps_.at_walls() : nullptr,
          elsewhere};
}

void OtherContacts::scale_dashpots(const StepState& s, double dt) {
  scaled_ = clumps_.prepare(s, blocks_, threads_);
  if (!scaled_) return;
  const PeriodicBox& box = s.world.box;
  kernel::ContactArgs rows{};
  rows.xr = s.world.particles.xr.data(), rows.vm = s.world.particles.vm.data();
  rows.periodic = box.any() && !s.world.deforms(), rows.deforming = s.world.deforms();
  rows.length = box.lengths(), rows.inverse_length = box.inverse_lengths(), rows.tilt = box.tilt;
  rows.range = s.laws.max_range;
  const WallArgs walls = wall_args(s, dt);
#pragma omp parallel num_threads(threads_)
  {
    const auto me = static_cast<std::size_t>(omp_get_thread_num());
    clumps_.begin(s, rows, walls, me);
#pragma omp for schedule(static)
    for (std::uint32_t k = 0; k < blocks_.count; ++k) clumps_.find(k, s, rows, walls, me);
  }
  clumps_.end(false);
}

void OtherContacts::touch(const StepState& s, double dt, kernel::LossSum& sum,
                          std::span<const std::uint8_t> elsewhere) {
  s.points.touch({s.world, s.walls.images, s.laws, kernels_, s.collisions, s.lever(), dt, threads_},
                 sum);
  scale_dashpots(s, dt);
  const WallArgs args = wall_args(s, dt, elsewhere);
  const std::size_t entries = s.walls.contacts.entries.size();
#pragma omp parallel num_threads(threads_)
  {
    const auto team = static_cast<std::size_t>(omp_get_num_threads());
    const auto me = static_cast<std::size_t>(omp_get_thread_num());
    kernel::LossSum mine;
    touch_walls_singly(args, entries * me / team, entries * (me + 1) / team, s.walls.contacts,
                       mine);
#pragma omp critical(scree_other_contacts)
    {
      for (std::size_t k = 0; k < kernel::kLosses; ++k) sum.value[k] += mine.value[k];
      sum.deepest = std::max(sum.deepest, mine.deepest);
    }
  }
}

}  // namespace scree
