#include "sim/engines/clump_damping.hpp"

#include <algorithm>
#include <tuple>

namespace scree {
namespace {

bool is_ball_of_clump(const SpinMaterial& ws) {
  return (ws.flags & (kMember | kShaped)) == kMember;
}

}  // namespace

bool ClumpDamping::prepare(const StepState& s, const Tiles& tiles, int threads) {
  if (s.world.bodies.empty()) return false;
  const auto& laws = s.laws.laws;
  if (std::none_of(laws.begin(), laws.end(), [](const auto& l) { return l.damping_by_mass; }))
    return false;
  if (!planned_) plan(s, tiles, threads);
  return !clumps_.empty();
}

void ClumpDamping::number_clumps(const World& w) {
  const Particles& p = w.particles;
  clump_of_.assign(p.size(), 0);
  clumps_.clear();
  for (std::uint32_t s = 0; s < p.size(); ++s) {
    if (!is_ball_of_clump(p.ws[s]) || clump_of_[s] != 0) continue;
    const Body& b = *w.bodies.find(p.ws[s].body);
    clumps_.push_back(static_cast<std::uint32_t>(&b - w.bodies.body.data()));
    for (std::uint32_t k = 0; k < b.count; ++k)
      clump_of_[p.row_of()[b.first_id + k]] = static_cast<std::uint32_t>(clumps_.size());
  }
  // Bodies without balls have a place that is not read.
  place_.assign(w.bodies.body.size(), static_cast<std::uint32_t>(clumps_.size()) + 1);
  for (std::uint32_t k = 0; k < clumps_.size(); ++k) place_[clumps_[k]] = k + 1;
  response_.assign(clumps_.size() + 2, {});
}

// Pairs of a clump lie together, those with one partner side by side and in the order of ids: one
// order of every sum.
void ClumpDamping::sort_pairs(const StepState& s, int threads) {
  const NearList& near = s.near;
  const auto m = static_cast<std::uint32_t>(near.size());
  const auto n = static_cast<std::uint32_t>(clumps_.size());
  const auto clump = [&](std::uint32_t c) {  // the first of both; 0: neither is a ball of a clump
    const std::uint32_t i = clump_of_[near.owner[c]], j = clump_of_[near.other[c]];
    return i == 0 || j == 0 ? i + j : std::min(i, j);
  };
  begin_.assign(n + 1, 0);
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::uint32_t c = 0; c < m; ++c) {
    const std::uint32_t k = clump(c);
    if (k == 0) continue;
#pragma omp atomic
    ++begin_[k];
  }
  for (std::uint32_t k = 0; k < n; ++k) begin_[k + 1] += begin_[k];
  for (auto* v : {&contact_, &owner_, &other_, &group_}) v->resize(begin_.back());
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
#pragma omp parallel num_threads(threads)
  {
#pragma omp for schedule(static)
    for (std::uint32_t c = 0; c < m; ++c) {
      const std::uint32_t k = clump(c);
      if (k == 0) continue;
      std::uint32_t at;
#pragma omp atomic capture
      at = next[k - 1]++;
      contact_[at] = c;
    }
#pragma omp for schedule(static)
    for (std::uint32_t k = 0; k < n; ++k) sort_pairs_of(s, k);
  }
}

void ClumpDamping::sort_pairs_of(const StepState& s, std::uint32_t clump) {
  const NearList& near = s.near;
  const auto& id = s.world.particles.id;
  // A clump, or a ball that is none of a clump.
  const auto partner = [&](std::uint32_t c) -> std::pair<std::uint32_t, std::uint32_t> {
    const bool owns = clump_of_[near.owner[c]] == clump + 1;
    const std::uint32_t row = owns ? near.other[c] : near.owner[c];
    return clump_of_[row] != 0 ? std::pair(clump_of_[row], 0u) : std::pair(0u, id[row].value);
  };
  const auto key = [&](std::uint32_t c) {
    return std::tuple(partner(c), id[near.owner[c]], id[near.other[c]]);
  };
  const std::uint32_t first = begin_[clump], last = begin_[clump + 1];
  std::sort(contact_.begin() + first, contact_.begin() + last,
            [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  for (std::uint32_t k = first; k < last; ++k) {
    owner_[k] = near.owner[contact_[k]], other_[k] = near.other[contact_[k]];
    const bool goes_on = k > first && partner(contact_[k]) == partner(contact_[k - 1]);
    group_[k] = goes_on ? group_[k - 1] : k;
  }
}

void ClumpDamping::Parts::sort(std::size_t stages) {
  std::stable_sort(part.begin(), part.end(),
                   [](const Part& a, const Part& b) { return a.stage < b.stage; });
  begin.assign(stages + 1, 0);
  for (const Part& p : part) ++begin[p.stage + 1];
  for (std::size_t k = 0; k < stages; ++k) begin[k + 1] += begin[k];
}

std::uint32_t ClumpDamping::stage_of(const Tiles& tiles, std::uint32_t first_row,
                                     std::uint32_t last_row) const {
  const std::uint32_t first = std::min(first_row / Tiles::kRows, tiles.count - 1),
                      last = std::min(last_row / Tiles::kRows, tiles.count - 1);
  return run_of_[first] == run_of_[last] ? first + 1 : 0;
}

// Clumps that follow each other and belong to one stage, up to as many as have pairs for a few
// blocks.
void ClumpDamping::cut_pairs(const Tiles& tiles) {
  constexpr std::uint32_t kPairs = 8 * kernel::kBlock;
  std::vector<Part>& part = pair_parts_.part;
  part.clear();
  for (std::uint32_t k = 0; k < clumps_.size(); ++k) {
    if (begin_[k] == begin_[k + 1]) continue;
    std::uint32_t first_row = ~0u, last_row = 0;  // with which the contacts are stored
    for (std::uint32_t c = begin_[k]; c < begin_[k + 1]; ++c) {
      const std::uint32_t row = std::min(owner_[c], other_[c]);
      first_row = std::min(first_row, row), last_row = std::max(last_row, row);
    }
    const std::uint32_t stage = stage_of(tiles, first_row, last_row);
    if (!part.empty() && part.back().stage == stage && part.back().end - part.back().begin < kPairs)
      part.back().end = begin_[k + 1];
    else
      part.push_back({begin_[k], begin_[k + 1], stage});
  }
  pair_parts_.sort(tiles.count + 1);
}

void ClumpDamping::find_wall_entries(const StepState& s, const Tiles& tiles) {
  const WallContacts& c = s.walls.contacts;
  wall_entry_.clear(), wall_parts_.part.clear();
  for (std::uint32_t k = 0; k < c.entries.size(); ++k)
    if (clump_of_[c.entries[k].row] != 0) wall_entry_.push_back(k);
  const auto group = [&](std::uint32_t k) {
    return std::pair(clump_of_[c.entries[k].row], c.entries[k].wall);
  };
  const auto& id = s.world.particles.id;
  std::sort(wall_entry_.begin(), wall_entry_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::tuple(group(a), id[c.entries[a].row]) < std::tuple(group(b), id[c.entries[b].row]);
  });
  const auto n = static_cast<std::uint32_t>(wall_entry_.size());
  for (std::uint32_t k = 0, end; k < n; k = end) {
    std::uint32_t first_row = ~0u, last_row = 0;
    for (end = k; end < n && group(wall_entry_[end]) == group(wall_entry_[k]); ++end) {
      const std::uint32_t row = c.entries[wall_entry_[end]].row;
      first_row = std::min(first_row, row), last_row = std::max(last_row, row);
    }
    wall_parts_.part.push_back({k, end, stage_of(tiles, first_row, last_row)});
  }
  wall_parts_.sort(tiles.count + 1);
}

// A contact of a clump with a wall.
struct ClumpWallPush {
  std::uint32_t point;  // of the wall contacts
  Vec3 n, lever, spin;
  Vec3 foot;  // on the wall
  double inv_m, gives, overlap;
};

namespace {

Vec3 image(const kernel::ContactArgs& box, const Vec3& d) {
  if (box.deforming) return nearest_image(d, box.length, box.inverse_length, box.tilt);
  return box.periodic ? nearest_image(d, box.length, box.inverse_length) : d;
}

// By how much a unit push along n at a point moves the wall there.
double response_of_wall(const Wall& wall, const Vec3& n, const Vec3& point) {
  return wall.motion && wall.motion->mass() > 0 ? wall.motion->response(n, point) : 0;
}

// What unit impulses at all contacts that press do together; those of one by itself are known.
void respond_together(const Wall& wall, double inv_mass, std::vector<ClumpWallPush>& pushes) {
  Vec3 push, spin, feet;
  double pressing = 0;
  for (const ClumpWallPush& at : pushes)
    if (at.overlap > 0) push += at.n, spin += at.spin, feet += at.foot, ++pressing;
  if (!(pressing > 1)) return;
  // A wall that gives way does so as if all pushed at their middle, along their mean.
  const double length = norm(push);
  const double inv_m =
      inv_mass + (length > 0 ? response_of_wall(wall, push / length, feet / pressing) : 0);
  for (ClumpWallPush& at : pushes)
    if (at.overlap > 0) at.gives = inv_m * dot(push, at.n) + dot(spin, at.lever);
}

}  // namespace

struct ClumpDamping::Scratch {
  std::vector<std::uint32_t> touching;
  std::vector<kernel::ClumpBlock> blocks;
  std::vector<ClumpWallPush> pushes;
  WallTouches now;
};

ClumpDamping::ClumpDamping() = default;
ClumpDamping::~ClumpDamping() = default;

void ClumpDamping::plan(const StepState& s, const Tiles& tiles, int threads) {
  planned_ = true, poses_known_ = false;
  number_clumps(s.world);
  if (clumps_.empty()) return;
  run_of_.assign(tiles.count, 0);
  for (std::uint32_t r = 0; r < tiles.runs.size(); ++r)
    std::fill(run_of_.begin() + tiles.runs[r].begin, run_of_.begin() + tiles.runs[r].end, r);
  sort_pairs(s, threads);
  cut_pairs(tiles);
  find_wall_entries(s, tiles);
  std::uint32_t longest = 0;
  for (const Part& part : pair_parts_.part) longest = std::max(longest, part.end - part.begin);
  scratch_.resize(static_cast<std::size_t>(threads));
  for (Scratch& scratch : scratch_) {
    scratch.touching.resize(longest + kernel::kBlock);
    scratch.blocks.resize(longest / kernel::kBlock + 1);
  }
  of_pair_.assign(s.near.size(), 1.0);
  at_walls_.damping.assign(s.walls.contacts.points.size(), 1.0);
  at_walls_.touch.resize(s.walls.contacts.points.size());
  at_walls_.count.assign(s.walls.contacts.entries.size(), ClumpTouches::kNotLooked);
}

// As touch_entry() of sim/wall_contacts.cpp would find them.
void ClumpDamping::add_touches(const WallArgs& a, const WallContacts& c,
                               const kernel::ContactArgs& box, std::uint32_t number,
                               Scratch& scratch) {
  const WallEntry& entry = c.entries[number];
  const Wall& wall = a.walls[entry.wall];
  const std::uint32_t s = entry.row;
  const PositionRadius& ball = a.p.xr[s];
  const kernel::PairLaw& law = a.laws.of(a.p.ws[s].material, wall.material.value);
  WallTouches& now = scratch.now;
  now.power = law.power;
  a.images[entry.wall].touch(wall, ball.x, ball.r + law.range, now);
  at_walls_.count[number] = static_cast<std::uint16_t>(now.count);
  std::copy_n(&now.touch[0], now.count, at_walls_.touch.begin() + entry.first);
  if (now.count == 0) return;
  const kernel::ClumpResponse& clump = response_[clump_of_[s]];
  const Vec3 arm = image(box, ball.x - clump.x);
  for (std::uint32_t k = 0; k < static_cast<std::uint32_t>(now.count); ++k) {
    const WallTouch& t = now.touch[k];
    const Vec3 n = -from_wall(wall.pose, t.normal);
    const double overlap = ball.r - t.distance;
    const Vec3 foot = ball.x + (ball.r - a.lever * overlap) * n - t.shift;
    const Vec3 lever = cross(arm, n), spin = clump.spin(lever);
    const double inv_m = a.p.vm[s].inv_mass + response_of_wall(wall, n, foot);
    scratch.pushes.push_back(
        {entry.first + k, n, lever, spin, foot, inv_m, inv_m + dot(lever, spin), overlap});
  }
}

void ClumpDamping::find_at_wall(const Part& part, const WallContacts& c,
                                const kernel::ContactArgs& box, const WallArgs& a,
                                Scratch& scratch) {
  std::vector<ClumpWallPush>& pushes = scratch.pushes;
  pushes.clear();
  for (std::uint32_t k = part.begin; k < part.end; ++k)
    if (!is_quiet(c.entries[wall_entry_[k]], a.approach))
      add_touches(a, c, box, wall_entry_[k], scratch);
  const WallEntry& entry = c.entries[wall_entry_[part.begin]];
  if (pushes.size() > 1) respond_together(a.walls[entry.wall], a.p.vm[entry.row].inv_mass, pushes);
  for (const ClumpWallPush& at : pushes)
    at_walls_.damping[at.point] = kernel::scale_of_dashpot(at.inv_m, at.gives);
}

void ClumpDamping::find_pairs(const Part& part, const kernel::ContactArgs& contacts,
                              const WallArgs& walls, Scratch& scratch) {
  const kernel::ClumpPairs pairs{.owner = owner_.data(),
                                 .other = other_.data(),
                                 .contact = contact_.data(),
                                 .count = begin_.back(),
                                 .group = group_.data(),
                                 .clump_of = clump_of_.data(),
                                 .response = response_.data(),
                                 .scale = of_pair_.data()};
  kernel::ClumpScratch room{scratch.touching.data(), scratch.blocks.data()};
  walls.kernels.scale_clump_damping(contacts, pairs, part.begin, part.end, room);
}

void ClumpDamping::begin(const StepState& s, const kernel::ContactArgs& contacts,
                         const WallArgs& walls, std::size_t thread) {
  constexpr std::size_t kSome = 64;
  if (!poses_known_) {
    const std::size_t n = clumps_.size();
#pragma omp for schedule(static)
    for (std::size_t k = 0; k < n; k += kSome)
      follow(s, walls.kernels, &clumps_[k], std::min(kSome, n - k));
  }
  if (pair_parts_.begin[1] + wall_parts_.begin[1] == 0) return;
#pragma omp for schedule(dynamic, 1) nowait
  for (std::size_t k = 0; k < pair_parts_.begin[1]; ++k)
    find_pairs(pair_parts_.part[k], contacts, walls, scratch_[thread]);
#pragma omp for schedule(dynamic, 1)
  for (std::size_t k = 0; k < wall_parts_.begin[1]; ++k)
    find_at_wall(wall_parts_.part[k], s.walls.contacts, contacts, walls, scratch_[thread]);
}

void ClumpDamping::find(std::uint32_t tile, const StepState& s, const kernel::ContactArgs& contacts,
                        const WallArgs& walls, std::size_t thread) {
  const std::uint32_t stage = tile + 1;
  for (std::uint32_t k = wall_parts_.begin[stage]; k < wall_parts_.begin[stage + 1]; ++k)
    find_at_wall(wall_parts_.part[k], s.walls.contacts, contacts, walls, scratch_[thread]);
  for (std::uint32_t k = pair_parts_.begin[stage]; k < pair_parts_.begin[stage + 1]; ++k)
    find_pairs(pair_parts_.part[k], contacts, walls, scratch_[thread]);
}

}  // namespace scree
