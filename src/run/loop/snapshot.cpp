#include "run/loop/snapshot.hpp"

#include <cmath>
#include <limits>

#include "io/frame_grains.hpp"
#include "run/plots/wall_view.hpp"
#include "sim/bonds/bond_laws.hpp"
#include "sim/world/wall_space.hpp"

namespace scree::run {

// The vertical of frames and pictures; that of measures (up_of, sim/reports) is rounded otherwise,
// and frames keep their bytes.
static Vec3 picture_up(const Simulation& sim) {
  const Vec3 g = sim.world().gravity.g;
  return norm(g) > 0 ? -normalized(g) : Vec3{0, 1, 0};
}

void Snapshots::note(const Simulation& sim) {
  const Particles& p = sim.particles();
  start_height_.resize(p.next_id(), std::numeric_limits<double>::quiet_NaN());
  const Vec3 up = picture_up(sim);
  for (std::size_t s = 0; s < p.size(); ++s) {
    double& h = start_height_[p.id[s].value];
    if (std::isnan(h)) h = dot(up, p.xr[s].x);
  }
}

void Snapshots::note_arrivals(const Simulation& sim) {
  if (sim.arrivals().empty()) return;
  start_height_.resize(sim.particles().next_id(), std::numeric_limits<double>::quiet_NaN());
  const Vec3 up = picture_up(sim);
  for (const Arrival& a : sim.arrivals()) start_height_[a.id.value] = dot(up, a.x);
}

namespace {

void put_bonds(const Simulation& sim, Frame& f) {
  const World& w = sim.world();
  for (std::size_t k = 0; k < w.bonds.size(); ++k) {
    const BondData& b = w.bonds[k];
    if (!b.intact()) continue;
    BondArms arms;
    const BondTouch at = bond_touch(w, k, 0, &arms);
    f.bonds.push_back({b.i, b.j, b.type, arms.line, b.force, at.x / b.length - 1, arms.arm1});
  }
}

// Copies of one form in other sizes are one shape of the frame.
void put_shapes(const Simulation& sim, Frame& f) {
  const World& w = sim.world();
  if (w.shapes.size() < 2) return;
  std::unordered_map<std::uint32_t, double> number;  // of a shape of the world, in the frame
  FrameField field{std::string(kShapeField), "", std::vector<double>(f.size(), 0.0)};
  for (std::size_t k = 0; k < f.size(); ++k) {
    const Body* b = f.body[k] > 0 ? w.bodies.find(f.body[k]) : nullptr;
    if (b == nullptr) continue;
    const Primitive& p = w.bodies.primitive_of(*b, f.id[k]);
    const std::uint32_t form = p.form > 0 ? p.form : p.shape;
    if (form == 0) continue;
    const auto [it, fresh] = number.try_emplace(form, 0.0);
    if (fresh) {
      ShapeSurface s = w.shapes[form]->surface();
      if (s.faces.empty()) continue;  // drawn as a ball
      f.shapes.push_back(
          {w.shapes[form]->bounding_radius(), std::move(s.points), std::move(s.faces)});
      it->second = static_cast<double>(f.shapes.size());
    }
    field.values[k] = it->second;
  }
  if (!f.shapes.empty()) f.fields.push_back(std::move(field));
}

}  // namespace

Frame Snapshots::take(const Simulation& sim, bool contacts) const {
  const Particles& p = sim.particles();
  Frame f;
  f.title = sim.world().title;
  f.time = sim.time();
  f.step = sim.steps();
  f.up = picture_up(sim);
  f.gravity = sim.world().gravity.at(sim.time());
  f.box = sim.world().box;
  f.dimensions = static_cast<int>(p.dimensions());
  put_grains(p, f);
  put_shares(row_shares(p, sim.world().bodies), p, f);
  put_shapes(sim, f);
  FrameField start{std::string(kStartHeight), "m", {}};
  for (const std::uint32_t id : f.id)
    start.values.push_back(id < start_height_.size() ? start_height_[id]
                                                     : std::numeric_limits<double>::quiet_NaN());
  f.fields.push_back(std::move(start));
  f.walls = wall_meshes(sim, f);
  const std::vector<WallReport> reports = sim.wall_reports();
  for (std::size_t k = 0; k < f.walls.size() && k < reports.size(); ++k)
    f.walls[k].force = reports[k].force, f.walls[k].torque = reports[k].torque;
  if (WallSpace space = wall_space(sim.world()); !f.walls.empty() && space.why_not.empty())
    f.space = std::move(space.parts);
  f.contacts_known = contacts;
  if (contacts) put_bonds(sim, f);
  if (contacts)
    sim.for_each_contact([&f](const ContactView& c) {
      f.contacts.push_back({c.i.value, c.wall < 0 ? c.j.value : 0, c.wall, c.point, c.normal,
                            c.force, c.overlap, c.tangential, c.friction});
    });
  return f;
}

}  // namespace scree::run
