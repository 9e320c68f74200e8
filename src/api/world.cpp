#include "api/world.hpp"

#include <algorithm>
#include <utility>

#include "api/access.hpp"
#include "base/words.hpp"
#include "sim/world/make_wall.hpp"

namespace scree::api {
namespace {

template <class List>
std::vector<std::string> names_in(const List& list) {
  std::vector<std::string> out;
  for (const auto& item : list) out.push_back(item.name);
  return out;
}

template <class List>
Errors check_name(const std::string& what, const std::string& name, const List& list) {
  const auto names = names_in(list);
  if (name.empty() || std::find(names.begin(), names.end(), name) != names.end())
    return {taken_name(what, name)};
  return {};
}

PartSpec part_of(const Choice& c) { return {c.name, c.params}; }
std::optional<PartSpec> part_of(const std::optional<Choice>& c) {
  return c ? std::optional(part_of(*c)) : std::nullopt;
}

Errors at_place(Errors errors, const std::string& place) {
  for (Error& e : errors)
    if (e.location.empty()) e.location = place;
  return errors;
}

SizeDistribution sizes_of(const Sizes& s, Dimensions d) {
  SizeDistribution out;
  using Kind = SizeDistribution::Kind;
  switch (s.kind) {
    case Sizes::Kind::fixed:
      out.kind = Kind::fixed;
      break;
    case Sizes::Kind::uniform:
      out.kind = Kind::uniform;
      break;
    case Sizes::Kind::normal:
      out.kind = Kind::normal;
      break;
    case Sizes::Kind::lognormal:
      out.kind = Kind::lognormal;
      break;
  }
  out.mean = s.mean, out.deviation = s.deviation, out.lo = s.min, out.hi = s.max;
  out.dimensions = d;
  return out;
}

}  // namespace

World::World() : impl_(std::make_unique<Impl>()) {}
World::World(const World& other) : impl_(std::make_unique<Impl>(*other.impl_)) {}
World::World(World&&) noexcept = default;
World& World::operator=(const World& other) {
  if (this != &other) impl_ = std::make_unique<Impl>(*other.impl_);
  return *this;
}
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

Settings World::settings() const {
  const scree::World& w = impl_->world;
  Settings s;
  s.title = w.title;
  s.dimensions = static_cast<int>(w.particles.dimensions());
  s.gravity = w.gravity.g;
  s.time_step = w.dt;
  s.steps_per_contact = w.steps_per_contact;
  s.reference_speed = w.reference_speed;
  s.allow_unstable_time_step = w.allow_unstable_dt;
  s.integrator = w.integrator;
  s.detector = w.detect.method;
  s.damping = w.damping;
  s.rotational_damping = w.rotational_damping;
  s.max_start_overlap = w.max_start_overlap;
  s.seed = w.seed;
  for (int k = 0; k < 3; ++k) s.periodic[static_cast<std::size_t>(k)] = w.box.periodic[k];
  s.periodic_min = w.box.lo, s.periodic_max = w.box.hi;
  return s;
}

Errors World::set(const Settings& s) {
  scree::World& w = impl_->world;
  const auto d = static_cast<Dimensions>(s.dimensions);
  if (d != Dimensions::two && d != Dimensions::three)
    return {{"E0548", "a world has 2 or 3 dimensions", "settings", "", {}}};
  if (d != w.particles.dimensions() && !w.particles.empty())
    return {{"E0548",
             "the world has grains of other dimensions",
             "settings",
             "set `dimensions` before the first grain",
             {}}};
  w.particles.set_dimensions(d);
  w.title = s.title;
  if (s.gravity != w.gravity.g) {
    w.gravity = Gravity{};  // one that turns is of a scene
    w.gravity.g = s.gravity;
  }
  w.dt = s.time_step;
  w.steps_per_contact = s.steps_per_contact;
  w.reference_speed = s.reference_speed;
  w.allow_unstable_dt = s.allow_unstable_time_step;
  w.integrator = s.integrator;
  w.detect.method = s.detector;
  w.damping = s.damping;
  w.rotational_damping = s.rotational_damping;
  w.max_start_overlap = s.max_start_overlap;
  w.seed = s.seed;
  for (int k = 0; k < 3; ++k) w.box.periodic[k] = s.periodic[static_cast<std::size_t>(k)];
  w.box.lo = s.periodic_min, w.box.hi = s.periodic_max;
  return {};
}

void World::add(const kernel::ExternalPart& law) { impl_->world.laws.add(law); }

Errors World::add(const Material& m) {
  auto& list = impl_->world.materials;
  if (Errors wrong = check_name("material", m.name, list); !wrong.empty()) return wrong;
  MaterialSpec out;
  out.name = m.name;
  out.density = m.density;
  out.normal = part_of(m.normal);
  out.tangential = part_of(m.tangential);
  out.rolling = part_of(m.rolling);
  out.twisting = part_of(m.twisting);
  out.cohesion = part_of(m.cohesion);
  list.push_back(std::move(out));
  return {};
}

Errors World::add(const MaterialPair& p) {
  const auto a = material_called(impl_->world, p.a), b = material_called(impl_->world, p.b);
  if (!a) return a.errors();
  if (!b) return b.errors();
  impl_->world.pairs.push_back({*a, *b, part_of(p.normal), part_of(p.tangential),
                                part_of(p.rolling), part_of(p.twisting), part_of(p.cohesion)});
  return {};
}

Errors World::add(const Wall& w) {
  auto& list = impl_->world.walls;
  if (Errors wrong = check_name("wall", w.name, list); !wrong.empty()) return wrong;
  const auto material = material_called(impl_->world, w.material);
  if (!material) return at_place(material.errors(), "wall '" + w.name + "'");
  auto made = make_wall(w.name, w.shape.name, w.shape.params);
  if (!made) return made.errors();
  auto motion = motion_of(w.motions);
  if (!motion) return at_place(motion.errors(), "wall '" + w.name + "'");
  made->material = *material;
  if (*motion) made->motion = std::move(*motion);
  list.push_back(std::move(*made));
  return {};
}

Errors World::add(const Inlet& in) {
  scree::World& w = impl_->world;
  if (Errors wrong = check_name("inlet", in.name, w.inlets); !wrong.empty()) return wrong;
  const auto material = material_called(w, in.material);
  if (!material) return at_place(material.errors(), "inlet '" + in.name + "'");
  scree::Inlet out;
  out.name = in.name;
  out.centre = in.centre, out.axis_u = in.axis_u, out.axis_v = in.axis_v;
  out.disc = in.disc, out.thickness = in.thickness;
  out.material = *material;
  out.sizes = sizes_of(in.sizes, w.particles.dimensions());
  if (const std::string wrong = out.sizes.valid(); !wrong.empty())
    return {{"E0548", "sizes: " + wrong, "inlet '" + in.name + "'", "", {}}};
  out.rate = in.rate, out.mass_rate = in.mass_rate;
  out.count = in.count, out.mass = in.mass;
  out.start = in.from, out.end = in.until;
  out.velocity = in.velocity;
  out.seed = w.seed;
  out.stream = (1u << 20) + 64 * w.inlets.size();  // apart from those of scenes
  w.inlets.push_back(std::move(out));
  return {};
}

Errors World::add(const Outlet& o) {
  auto& list = impl_->world.outlets;
  if (Errors wrong = check_name("outlet", o.name, list); !wrong.empty()) return wrong;
  const std::string place = "outlet '" + o.name + "'";
  const OutletRegionEntry* entry = find_outlet_region(o.region.name);
  if (entry == nullptr) {
    std::vector<std::string> known;
    for (const auto* e : outlet_region_catalog()) known.emplace_back(e->info.name);
    return at_place({unknown_name("region of outlets", o.region.name, known)}, place);
  }
  const auto params = with_defaults(entry->info.params, o.region.params);
  if (!params) return at_place(params.errors(), place);
  auto region = entry->make(*params);
  if (!region) return at_place(region.errors(), place);
  if (o.check_every == 0) return {{"E0548", "`check_every` must be at least 1", place, "", {}}};
  scree::Outlet out;
  out.name = o.name;
  out.region = std::move(*region);
  out.whole = o.whole;
  out.meaning = static_cast<scree::Outlet::Meaning>(o.meaning);
  out.from = o.from, out.until = o.until;
  out.check_every = o.check_every;
  list.push_back(std::move(out));
  return {};
}

Errors World::add(const BondType& t) {
  auto& list = impl_->world.bond_types;
  if (Errors wrong = check_name("kind of bond", t.name, list); !wrong.empty()) return wrong;
  list.push_back({t.name, t.law.name, t.law.params});
  return {};
}

Errors World::add(const Stage& s) {
  scree::World& w = impl_->world;
  if (Errors wrong = check_name("stage", s.name, w.stages); !wrong.empty()) return wrong;
  const std::string place = "stage '" + s.name + "'";
  RunStage out;
  out.name = s.name;
  out.duration = s.duration;
  out.fail_when_late = s.fail_when_late;
  for (const Stage::End& e : s.until) {
    const StageEndEntry* entry = find_stage_end(e.condition.name);
    if (entry == nullptr) {
      std::vector<std::string> known;
      for (const auto* k : stage_end_catalog()) known.emplace_back(k->info.name);
      return at_place({unknown_name("end of stages", e.condition.name, known)}, place);
    }
    const auto params = with_defaults(entry->info.params, e.condition.params);
    if (!params) return at_place(params.errors(), place);
    auto end = entry->make(*params, w);
    if (!end) return at_place(end.errors(), place);
    out.until.push_back({std::move(*end), e.hold});
  }
  const auto walls = names_in(w.walls);
  for (const Stage::Motion& m : s.motions) {
    const auto it = std::find(walls.begin(), walls.end(), m.wall);
    if (it == walls.end()) return at_place({unknown_name("wall", m.wall, walls)}, place);
    auto motion = motion_of(m.motions);
    if (motion && *motion == nullptr) motion = find_wall_motion("fixed")->make({});
    if (!motion) return at_place(motion.errors(), place);
    StageMotion change;
    change.wall = static_cast<std::size_t>(it - walls.begin());
    change.motion = std::move(*motion);
    out.motions.push_back(std::move(change));
  }
  if (s.gravity) {
    out.gravity = Gravity{};
    out.gravity->g = *s.gravity;
  }
  w.stages.push_back(std::move(out));
  return {};
}

Errors World::add(const Field& f) {
  FieldSpec spec{.name = f.name, .unit = f.unit, .about = f.about, .initial = f.initial};
  const auto made = impl_->world.particles.add_field(std::move(spec), f.width);
  return made ? Errors{} : made.errors();
}

Errors World::add(std::shared_ptr<const ForceSource> source) {
  if (!source) return {{"E0548", "there is no source", "sources", "", {}}};
  impl_->world.sources.push_back(source_of(std::move(source)));
  return {};
}

Errors World::add(std::shared_ptr<const ArrayForceSource> source) {
  if (!source) return {{"E0548", "there is no source", "sources", "", {}}};
  impl_->world.sources.push_back(source_of(std::move(source)));
  return {};
}

Result<GrainId> World::add(const Grain& grain) { return add(std::span(&grain, 1)); }

Result<GrainId> World::add(std::span<const Grain> grains) {
  scree::World& w = impl_->world;
  std::vector<scree::Grain> made;
  made.reserve(grains.size());
  for (const Grain& g : grains) {
    auto one = grain_of(w, g);
    if (!one) return one.errors();
    made.push_back(*one);
  }
  const GrainId first = w.particles.next_id();
  for (const scree::Grain& g : made) w.particles.add(g, w.materials[g.material.value].density);
  return first;
}

Result<BodyId> World::add(const Body& body) {
  const auto spec = body_of(impl_->world, body);
  if (!spec) return spec.errors();
  return add_body(impl_->world, *spec);
}

Errors World::bond(GrainId a, GrainId b, const std::string& type) {
  scree::World& w = impl_->world;
  const auto names = names_in(w.bond_types);
  const auto it = std::find(names.begin(), names.end(), type);
  if (it == names.end()) return {unknown_name("kind of bond", type, names)};
  w.bonds.add(ParticleId{a}, ParticleId{b}, static_cast<std::uint32_t>(it - names.begin()));
  return {};
}

Errors World::set_field(const std::string& field, GrainId id, std::span<const double> values) {
  Particles& p = impl_->world.particles;
  ExtraField* found = p.extra().find(field);
  if (found == nullptr) {
    std::vector<std::string> known;
    for (const ExtraField& f : p.extra().all()) known.push_back(f.name);
    return {unknown_name("field", field, known)};
  }
  p.index_ids();
  if (id >= p.row_of().size() || p.row_of()[id] == Particles::kNoRow)
    return {unknown_name("grain", std::to_string(id), {})};
  if (values.size() != found->width)
    return {{"E0548",
             "the field has " + std::to_string(found->width) + " numbers, not " +
                 std::to_string(values.size()),
             "field '" + field + "'",
             "",
             {}}};
  std::copy(values.begin(), values.end(),
            found->values.begin() + static_cast<std::ptrdiff_t>(p.row_of()[id] * found->width));
  return {};
}

std::size_t World::grain_count() const { return impl_->world.particles.size(); }
std::vector<std::string> World::materials() const { return names_in(impl_->world.materials); }
std::vector<std::string> World::walls() const { return names_in(impl_->world.walls); }

}  // namespace scree::api
