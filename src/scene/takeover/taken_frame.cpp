#include "scene/takeover/taken_frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "io/frame_grains.hpp"

namespace scree {
namespace {

// Rows of the frame in the order of their ids.
Result<std::vector<std::size_t>> rows_in_order(const Frame& frame) {
  std::vector<std::size_t> rows(frame.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::sort(rows.begin(), rows.end(),
            [&](std::size_t a, std::size_t b) { return frame.id[a] < frame.id[b]; });
  for (std::size_t k = 1; k < rows.size(); ++k)
    if (frame.id[rows[k]] == frame.id[rows[k - 1]])
      return Error{"E0485", fmt::format("grain {} is there twice", frame.id[rows[k]]), "", ""};
  return rows;
}

Grain grain_of(const Frame& f, std::size_t row) {
  return {.x = f.x[row],
          .radius = f.radius[row],
          .material = MaterialId{f.type[row]},
          .v = f.v[row],
          .omega = f.omega[row],
          .q = f.q[row],
          .fixed = f.fixed[row] != 0};
}

void add_ball(const Frame& f, std::size_t row, World& to) {
  const Grain g = grain_of(f, row);
  to.particles.add(g, to.materials[g.material.value].density);
  if (g.fixed) return;
  const std::size_t s = to.particles.size() - 1;
  to.particles.vm[s].inv_mass = inverse_mass(f.mass[row]);
  to.particles.inv_inertia[s] =
      1 / (inertia_factor(to.particles.dimensions()) * f.mass[row] * g.radius * g.radius);
}

// Balls of one rigid body; what they weigh is shared out to them.
Result<Done> add_clump_of(const Frame& f, std::span<const std::size_t> rows, World& to) {
  BodySpec spec;
  const std::size_t first = rows.front();
  spec.x = f.x[first];
  double mass = 0;
  for (const std::size_t r : rows) {
    spec.primitives.push_back({.x = to.box.nearest(f.x[r] - spec.x),
                               .material = MaterialId{f.type[r]},
                               .radius = f.radius[r]});
    mass += f.mass[r];
  }
  spec.omega = f.omega[first];
  spec.fixed = f.fixed[first] != 0;
  auto own = body_mass(to, spec);
  if (!own) return own.errors();
  spec.v = f.v[first] + cross(spec.omega, own->centre);
  spec.mass = mass > 0 ? scaled(*own, mass / own->mass) : *own;  // of a mesh, or another density
  if (auto added = add_body(to, spec); !added) return added.errors();
  return Done{};
}

void take_state(World& from, TakenRun& out) {
  out.state.grains = std::move(from.particles);
  out.state.bodies.records = std::move(from.bodies.body);
  out.state.primitives.records = std::move(from.bodies.primitive);
  out.state.bonds = std::move(from.bonds);
}

Result<Done> cannot_hold(const Frame& frame, bool bonds_known, const TakenRun& run) {
  constexpr const char* kTakeCheckpoint =
      "frame = \"last\" takes the newest checkpoint, which has all";
  if (!frame.shapes.empty())
    return Error{"E0485", "a frame does not hold the shapes of grains", "", kTakeCheckpoint};
  const bool glued = std::any_of(frame.body.begin(), frame.body.end(),
                                 [](std::uint32_t body) { return body != 0; });
  if (glued && !run.world.bond_types.empty() && !bonds_known)
    return Error{"E0485", "the frame does not hold the bonds of the grains", "",
                 "frame = \"last\" takes the newest checkpoint; output.contacts = true keeps bonds "
                 "with every frame"};
  for (const std::uint32_t type : frame.type)
    if (type >= run.world.materials.size())
      return Error{"E0485", fmt::format("a grain is of material number {}", type), "",
                   "the scene of the run does not have it"};
  return Done{};
}

bool is_named_apart(const Frame& frame, std::size_t row) {
  for (const FrameField& f : frame.fields)
    if (f.name == kFragmentField && f.width == 1) return f.values[row] > 0;
  return false;
}

}  // namespace

Result<Done> put_frame(const Frame& frame, bool bonds_known, TakenRun& out) {
  if (auto done = cannot_hold(frame, bonds_known, out); !done) return done;
  const auto rows = rows_in_order(frame);
  if (!rows) return rows.errors();
  std::unordered_set<std::uint32_t> bonded;
  for (const FrameBond& b : frame.bonds) bonded.insert(b.i), bonded.insert(b.j);
  World to;
  to.materials = out.world.materials;
  to.box = frame.box;
  to.particles.set_dimensions(out.world.particles.dimensions());
  std::unordered_map<std::uint32_t, std::uint32_t> id_now;
  for (std::size_t k = 0; k < rows->size();) {
    std::size_t end = k + 1;
    const std::size_t row = (*rows)[k];
    // Of bonded balls `body` names the fragment, unless that has a name of its own: then rigid
    // bodies are in it.
    const bool of_fragment = bonded.contains(frame.id[row]) && !is_named_apart(frame, row);
    const bool rigid = frame.body[row] != 0 && !of_fragment;
    while (rigid && end < rows->size() && frame.body[(*rows)[end]] == frame.body[row]) ++end;
    for (std::size_t m = k; m < end; ++m)
      id_now[frame.id[(*rows)[m]]] = to.particles.next_id() + static_cast<std::uint32_t>(m - k);
    if (!rigid)
      add_ball(frame, row, to);
    else if (auto done = add_clump_of(frame, std::span(*rows).subspan(k, end - k), to); !done)
      return done;
    k = end;
  }
  for (const FrameBond& b : frame.bonds)
    if (id_now.contains(b.i) && id_now.contains(b.j) && b.type < out.world.bond_types.size())
      to.bonds.add(ParticleId{id_now[b.i]}, ParticleId{id_now[b.j]}, b.type,
                   norm(b.line) / (1 + b.strain));
  take_state(to, out);
  return Done{};
}

}  // namespace scree
