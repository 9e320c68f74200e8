#include "scene/takeover/run_takeover.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "dynamics/integrator.hpp"
#include "sim/contacts/pair_laws.hpp"
#include "sim/world/start_state.hpp"

namespace scree {
namespace {

constexpr std::uint32_t kNobody = 0xffffffffu;

// "linear, spring": what a contact of two materials is made of. Empty: no law could be made.
std::string parts_text(const PairLaws& laws, std::uint32_t a, std::uint32_t b) {
  const std::uint16_t k = laws.index[a * static_cast<std::uint32_t>(laws.materials) + b];
  if (k == PairLaws::kNone) return {};
  const std::string& name = laws.names[k];
  return name.substr(std::min(name.find(": "), name.size()));
}

class Takeover {
 public:
  Takeover(FillContext& context, const TakenRun& run, const TakeoverOrders& orders)
      : context_(context), world_(context.world), run_(run), orders_(orders), m_(orders.motion) {}

  TakeoverCount all() {
    choose_rows();
    add_rows();
    add_bodies();
    add_bonds();
    add_springs();
    return count_;
  }

 private:
  // Bodies stay whole: they are kept by their centre of mass.
  void choose_rows() {
    const Particles& from = run_.state.grains;
    id_now_.assign(from.next_id(), kNobody);
    std::map<std::uint32_t, bool> body_kept;
    for (const Body& b : run_.state.bodies.records)
      body_kept[b.name()] = !orders_.keeps || orders_.keeps(m_.position(b.x));
    std::uint32_t next = world_.particles.next_id();
    for (std::size_t s = 0; s < from.size(); ++s) {
      const bool member = (from.ws[s].flags & kMember) != 0;
      const bool kept = member ? body_kept[from.ws[s].body]
                               : !orders_.keeps || orders_.keeps(m_.position(from.xr[s].x));
      if (kept)
        id_now_[from.id[s].value] = next++, rows_.push_back(s);
      else
        ++count_.left_out;
    }
    count_.grains = rows_.size();
  }

  Vec3 motion_of(const Vec3& v, bool fixed) const {
    if (fixed || orders_.at_rest) return fixed ? Vec3{} : orders_.velocity;
    return orders_.velocity == Vec3{} ? m_.direction(v) : m_.direction(v) + orders_.velocity;
  }
  Vec3 spin_of(const Vec3& omega) const { return orders_.at_rest ? Vec3{} : m_.direction(omega); }

  void add_rows() {
    const Particles& from = run_.state.grains;
    Particles& to = world_.particles;
    const double s3 = power_of(m_.scale, world_.particles.dimensions());  // of masses
    const double s5 = s3 * m_.scale * m_.scale;                           // of inertias
    for (const std::size_t s : rows_) {
      const bool fixed = (from.ws[s].flags & kFixed) != 0;
      Grain g{.x = m_.position(from.xr[s].x),
              .radius = m_.scale * from.xr[s].r,
              .material = MaterialId{orders_.material[from.ws[s].material]},
              .v = motion_of(from.vm[s].v, fixed),
              .omega = spin_of(from.ws[s].omega),
              .q = m_.orientation(from.q[s]),
              .fixed = fixed};
      if (world_.box.any() && m_.moves()) wrap(g.x, world_.box);
      context_.placed.add(g.x, g.radius, context_.index);
      to.add(g, world_.materials[g.material.value].density);
      const std::size_t row = to.size() - 1;
      // Another material is of another density; the grain's own may differ from its material's.
      if (same_density(from.ws[s].material, g.material.value)) {
        to.vm[row].inv_mass = from.vm[s].inv_mass / s3;
        to.inv_inertia[row] = from.inv_inertia[s] / s5;
      }
      const unsigned kept = kMember | kShaped | kLocked;
      to.ws[row].flags = static_cast<std::uint16_t>(to.ws[row].flags | (from.ws[s].flags & kept));
      to.f[row] = m_.direction(from.f[s]);
      to.tq[row] = m_.direction(from.tq[s]);
    }
  }
  bool same_density(std::uint32_t before, std::uint32_t now) const {
    return run_.world.materials[before].density == world_.materials[now].density;
  }

  void add_bodies() {
    std::size_t next = 0;
    for (const Body& old : run_.state.bodies.records) {
      const std::size_t first = next;
      next += old.count;
      if (id_now_[old.first_id] == kNobody) continue;
      add_body_of(old, first);
    }
  }

  void add_body_of(const Body& old, std::size_t first) {
    const double s3 = power_of(m_.scale, world_.particles.dimensions());  // of masses
    const double s5 = s3 * m_.scale * m_.scale;                           // of inertias
    Body b = old;
    b.first_id = id_now_[old.first_id];
    b.locked = world_.particles.ws[row_of(b.first_id)].flags & std::uint32_t{kLocked};
    b.first_primitive = static_cast<std::uint32_t>(world_.bodies.primitive.size());
    b.x = m_.position(old.x);
    b.q = m_.orientation(old.q);
    b.v = motion_of(old.v, !(old.inv_mass > 0));
    b.omega = spin_of(old.omega);
    b.f = m_.direction(old.f), b.tq = m_.direction(old.tq);
    const std::uint32_t material = world_.particles.ws[row_of(b.first_id)].material;
    const double lighter = density_ratio(old, material);
    b.inv_mass = old.inv_mass / s3 / lighter;
    b.inertia = s5 * lighter * old.inertia;
    b.volume = s3 * old.volume;
    for (std::uint32_t k = 0; k < old.count; ++k) {
      const std::size_t row = row_of(b.first_id + k);
      world_.particles.ws[row].body = b.name();
      world_.particles.vm[row].inv_mass = b.inv_mass;
      world_.bodies.primitive.push_back(primitive_of(run_.state.primitives.records[first + k]));
    }
    world_.bodies.body.push_back(b);
  }
  // Of a body of one material that becomes another one.
  double density_ratio(const Body& old, std::uint32_t material) const {
    const auto at = std::lower_bound(run_.state.grains.id.begin(), run_.state.grains.id.end(),
                                     ParticleId{old.first_id});
    const auto row = static_cast<std::size_t>(at - run_.state.grains.id.begin());
    const std::uint32_t before = run_.state.grains.ws[row].material;
    if (same_density(before, material)) return 1;
    return world_.materials[material].density / run_.world.materials[before].density;
  }
  std::size_t row_of(std::uint32_t id) const { return world_.particles.row_of()[id]; }

  Primitive primitive_of(const Primitive& old) {
    Primitive p = old;
    p.x = m_.scale * old.x;
    if (old.shape == 0) return p;
    const auto form = run_.form_of(old);
    const auto shape = run_.shape_of(old);
    const bool copy = old.form > 0 || m_.scale != 1;
    p.shape = list_shape(world_, m_.scale != 1 ? form->scaled(old.size * m_.scale) : shape);
    p.form = copy ? list_shape(world_, form) : 0;
    p.size = old.size * m_.scale;
    return p;
  }

  void add_bonds() {
    const Bonds& from = run_.state.bonds;
    const bool fresh = m_.scale != 1 || !run_.full;
    for (std::size_t k = 0; k < from.size(); ++k) {
      const BondData& old = from[k];
      const std::uint32_t i = id_now_[old.i], j = id_now_[old.j];
      if (i == kNobody || j == kNobody) {
        ++count_.cut_bonds;
        continue;
      }
      if (fresh && !old.intact()) continue;
      const std::uint32_t type = orders_.bond_type[old.type];
      if (fresh) {
        world_.bonds.add(ParticleId{i}, ParticleId{j}, type, m_.scale * old.length);
        count_.bonds_anew = true;
        continue;
      }
      world_.bonds.add(ParticleId{i}, ParticleId{j}, type, old.length,
                       {from.memory(k), from.memory_size()});
      if (const BondJoint joint = from.joint(k); joint.there())
        world_.bonds.set_joint(world_.bonds.size() - 1, joint);
      BondData& b = world_.bonds[world_.bonds.size() - 1];
      b = old;
      b.i = i, b.j = j, b.type = type;
      for (Vec3* v : {&b.force, &b.couple1, &b.couple2, &b.viscous, &b.viscous1, &b.viscous2})
        *v = m_.direction(*v);
    }
  }

  void add_springs() {
    if (!run_.full) return;
    auto start =
        world_.start ? std::make_shared<StartState>(*world_.start) : std::make_shared<StartState>();
    use_laws();
    const std::size_t stride = run_.state.contacts.stride;
    if (start->contacts.stride < stride) widen(*start, stride);
    spring_.resize(start->contacts.stride);
    number_walls();
    add_contacts(*start);
    add_wall_contacts(*start);
    add_points(*start);
    add_fields(*start);
    start->dt = run_.state.dt;
    start->grains = world_.particles.size();
    // Untouched, and no other grain is there: the caller has compared the rest.
    start->carried_on = !m_.moves() && count_.left_out == 0 && count_.lost_springs == 0 &&
                        count_.cut_springs == 0 && !orders_.at_rest && orders_.velocity == Vec3{} &&
                        rows_.size() == world_.particles.size();
    world_.start = std::move(start);
  }

  template <class Table>
  static void widen_rows(Table& table, std::size_t stride) {
    Table out;
    out.stride = stride;
    std::vector<double> memory(stride);
    for (std::size_t k = 0; k < table.size(); ++k) {
      std::copy_n(table.history.data() + k * table.stride, table.stride, memory.begin());
      out.add(table[k], memory.data());
    }
    table = std::move(out);
  }
  static void widen(StartState& s, std::size_t stride) {
    widen_rows(s.contacts, stride);
    widen_rows(s.wall_contacts, stride);
    widen_rows(s.points, stride);
  }

  // The laws of both worlds, for those materials that the taken grains and the walls have.
  void use_laws() {
    MaterialUse before, now;
    before.grain.resize(run_.world.materials.size());
    before.wall.resize(run_.world.materials.size());
    now.grain.resize(world_.materials.size());
    now.wall.resize(world_.materials.size());
    for (const std::size_t s : rows_) {
      const std::uint32_t old = run_.state.grains.ws[s].material;
      before.grain[old] = true, now.grain[orders_.material[old]] = true;
    }
    for (const Wall& w : world_.walls) now.wall[w.material.value] = true;
    for (const std::string& name : run_.wall_materials)
      if (const std::uint32_t k = material_number(run_.world, name); k != kNobody)
        before.wall[k] = true;
    if (auto laws = make_pair_laws(run_.world, before)) laws_before_ = std::move(*laws);
    if (auto laws = make_pair_laws(world_, now)) laws_now_ = std::move(*laws);
  }
  static std::uint32_t material_number(const World& world, const std::string& name) {
    for (std::uint32_t k = 0; k < world.materials.size(); ++k)
      if (world.materials[k].name == name) return k;
    return kNobody;
  }

  std::uint32_t old_material(std::uint32_t old_id) const {
    const auto& ids = run_.state.grains.id;
    const auto at = std::lower_bound(ids.begin(), ids.end(), ParticleId{old_id});
    return run_.state.grains.ws[static_cast<std::size_t>(at - ids.begin())].material;
  }

  // The springs of a contact as the new world wants them; null: another law, or another size.
  const double* spring(const double* old, std::uint32_t a, std::uint32_t b, std::uint32_t a_now,
                       std::uint32_t b_now) {
    if (laws_before_.laws.empty() || laws_now_.laws.empty() || m_.scale != 1) return nullptr;
    const std::string parts = parts_text(laws_before_, a, b);
    if (parts.empty() || parts != parts_text(laws_now_, a_now, b_now)) return nullptr;
    const kernel::PairLaw& law = laws_now_.of(a_now, b_now);
    std::fill(spring_.begin(), spring_.end(), 0.0);
    std::copy_n(old, law.history, spring_.begin());
    if (m_.turns()) {
      // Springs of the contact plane and of rolling are vectors of the world, all others numbers.
      turn_spring(law.tangential.history_offset, law.rolling.history_offset);
      turn_spring(law.rolling.history_offset, law.twisting.history_offset);
    }
    return spring_.data();
  }
  void turn_spring(int from, int to) {
    if (to - from != 3) return;
    double* s = spring_.data() + from;
    const Vec3 v = m_.direction({s[0], s[1], s[2]});
    s[0] = v.x, s[1] = v.y, s[2] = v.z;
  }

  const double* spring_of_grains(const double* old, std::uint32_t i, std::uint32_t j) {
    const std::uint32_t a = old_material(i), b = old_material(j);
    return spring(old, a, b, orders_.material[a], orders_.material[b]);
  }
  const double* spring_at_wall(const double* old, std::uint32_t id, std::uint32_t wall) {
    const std::uint32_t a = old_material(id);
    const std::string& name =
        wall < run_.wall_materials.size() ? run_.wall_materials[wall] : std::string();
    const std::uint32_t b = material_number(run_.world, name);
    if (b == kNobody) return nullptr;
    return spring(old, a, b, orders_.material[a], world_.walls[wall_now_[wall]].material.value);
  }

  // Walls are known by their names.
  void number_walls() {
    for (const ArchivedWall& old : run_.state.walls) {
      std::uint32_t k = 0;
      while (k < world_.walls.size() && world_.walls[k].name != old.name) ++k;
      wall_now_.push_back(k < world_.walls.size() ? k : kNobody);
    }
  }

  // Counts a contact; true: it is taken over.
  bool counted(bool there, const double* springs) {
    ++(!there ? count_.cut_springs : springs == nullptr ? count_.lost_springs : count_.springs);
    return there && springs != nullptr;
  }

  void add_contacts(StartState& to) {
    const ContactRows& from = run_.state.contacts;
    for (std::size_t k = 0; k < from.size(); ++k) {
      ContactData c = from[k];
      const bool there = id_now_[c.i] != kNobody && id_now_[c.j] != kNobody;
      const double* s =
          there ? spring_of_grains(from.history.data() + k * from.stride, c.i, c.j) : nullptr;
      if (!counted(there, s)) continue;
      c.i = id_now_[c.i], c.j = id_now_[c.j];
      c.force = m_.direction(c.force), c.moment = m_.direction(c.moment);
      to.contacts.add(c, s);
    }
  }

  void add_wall_contacts(StartState& to) {
    const WallContactRows& from = run_.state.wall_contacts;
    const std::size_t stride = to.wall_contacts.stride;
    std::vector<std::pair<WallContactData, std::vector<double>>> rows;
    for (std::size_t k = 0; k < from.size(); ++k) {
      WallContactData c = from[k];
      const bool there = id_now_[c.id] != kNobody && wall_now_[c.wall] != kNobody;
      const double* s =
          there ? spring_at_wall(from.history.data() + k * from.stride, c.id, c.wall) : nullptr;
      if (!counted(there, s)) continue;
      c.id = id_now_[c.id], c.wall = wall_now_[c.wall];
      c.point = m_.position(c.point);
      for (Vec3* v : {&c.force, &c.torque, &c.normal, &c.tangential, &c.couple})
        *v = m_.direction(*v);
      rows.push_back({c, {s, s + stride}});
    }
    // The walls may have another order now.
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
      return std::tie(a.first.id, a.first.wall, a.first.feature) <
             std::tie(b.first.id, b.first.wall, b.first.feature);
    });
    for (const auto& [c, s] : rows) to.wall_contacts.add(c, s.data());
  }

  void add_points(StartState& to) {
    const PointRows& from = run_.state.points;
    for (std::size_t k = 0; k < from.size(); ++k) {
      PointData c = from[k];
      const bool at_wall = c.wall != kNobody;
      const bool there = id_now_[c.i] != kNobody &&
                         (at_wall ? wall_now_[c.wall] != kNobody : id_now_[c.j] != kNobody);
      const double* old = from.history.data() + k * from.stride;
      const double* s = !there    ? nullptr
                        : at_wall ? spring_at_wall(old, c.i, c.wall)
                                  : spring_of_grains(old, c.i, c.j);
      if (!counted(there, s)) continue;
      c.i = id_now_[c.i];
      if (at_wall)
        c.wall = wall_now_[c.wall];
      else
        c.j = id_now_[c.j];
      c.point = m_.position(c.point);
      for (Vec3* v : {&c.normal, &c.shift, &c.arm1, &c.arm2, &c.force, &c.tangential, &c.couple})
        *v = m_.direction(*v);
      to.points.add(c, s);
    }
  }

  void add_fields(StartState& to) {
    if (m_.moves() || rows_.empty()) return;
    for (const ExtraField& e : run_.state.grains.extra().all()) {
      TakenField f{e.name, e.width, id_now_[run_.state.grains.id[rows_[0]].value], {}};
      for (const std::size_t s : rows_)
        f.values.insert(f.values.end(), e.values.begin() + static_cast<std::ptrdiff_t>(s * e.width),
                        e.values.begin() + static_cast<std::ptrdiff_t>((s + 1) * e.width));
      to.fields.push_back(std::move(f));
    }
  }

  FillContext& context_;
  World& world_;
  const TakenRun& run_;
  const TakeoverOrders& orders_;
  const TakeoverMotion& m_;
  TakeoverCount count_;
  std::vector<std::uint32_t> id_now_;  // by the old id
  std::vector<std::size_t> rows_;      // of the old state, that are taken
  std::vector<std::uint32_t> wall_now_;
  PairLaws laws_before_, laws_now_;
  std::vector<double> spring_;
};

}  // namespace

TakeoverCount take_over(FillContext& context, const TakenRun& run, const TakeoverOrders& orders) {
  return Takeover(context, run, orders).all();
}

std::vector<std::string> take_over_walls(World& world, const TakenRun& run) {
  std::vector<std::string> out;
  for (Wall& w : world.walls)
    for (const ArchivedWall& old : run.state.walls) {
      if (old.name != w.name || !w.motion || old.motion.empty() ||
          w.motion->state().size() != old.motion.size())
        continue;
      w.motion->restore(old.motion);
      w.pose = w.motion->advance(0, 0, {.area = w.area});
      out.push_back(w.name);
    }
  return out;
}

}  // namespace scree
