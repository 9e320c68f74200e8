#include "scene/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <unordered_set>

#include "base/words.hpp"
#include "scene/build/bonds.hpp"
#include "scene/build/cell.hpp"
#include "scene/build/default_twisting.hpp"
#include "scene/build/fill_freedoms.hpp"
#include "scene/build/material_library.hpp"
#include "scene/build/outlets.hpp"
#include "scene/build/parts.hpp"
#include "scene/build/periodic_box.hpp"
#include "scene/build/wall_motions.hpp"
#include "scene/fill.hpp"
#include "scene/shape.hpp"
#include "scene/stages.hpp"
#include "sim/checks/free_fall.hpp"
#include "walls/images.hpp"
#include "walls/plane_section.hpp"

namespace scree {
namespace {

constexpr std::string_view kDefaultMaterial = "default";
constexpr std::size_t kMostMaterials = 1000;  // of a World

class Builder {
 public:
  Builder(Branch& root, ReadContext& context, Scene& scene)
      : root_(root),
        context_(context),
        messages_(context.messages),
        scene_(scene),
        world_(scene.world) {}

  std::vector<FillEnd> build() {
    top();
    gravity();
    box();
    read_cell(root_.tables["cell"], world_, messages_);
    materials();
    pairs();
    read_bonds(root_.tables["bond"], world_, messages_);
    StageReader stages(root_, scene_, messages_);
    stages.read_duration();
    output();
    scene_.results = read_results(root_.list("result"), messages_);
    for (Branch& w : root_.tables["wall"]) wall(w);
    check_groups(root_, messages_);
    stages.prepare_world();
    read_outlets(root_.tables["outlet"], world_, messages_);
    fills();
    stages.read(fill_ends_);
    if (const Branch* picture = root_.table("picture"))
      scene_.output.look = read_picture(*picture, world_, messages_);
    // Measures ask for walls and the box: wrong ones would only confuse.
    if (messages_.ok())
      scene_.output.measures =
          read_measures(root_.tables["output"].front().tables["measures"], world_, messages_);
    return std::move(fill_ends_);
  }

 private:
  void top() {
    // Values with a mistake are absent; the scene is refused anyway.
    const ParamSet& p = root_.params;
    if (p.has("dimension") && p.integer("dimension") == 2)
      world_.particles.set_dimensions(Dimensions::two);
    if (root_.broken) {
      if (p.has("seed")) world_.seed = static_cast<std::uint64_t>(p.integer("seed"));
      if (p.has("max_start_overlap")) world_.max_start_overlap = p.number("max_start_overlap");
      return;
    }
    world_.title = p.text("title");
    scene_.duration = p.number("duration");
    world_.seed = static_cast<std::uint64_t>(p.integer("seed"));
    scene_.threads = static_cast<int>(p.integer("threads"));
    scene_.engine = p.text("engine");
    world_.dt = p.number_or("dt", 0);
    world_.steps_per_contact = p.number("steps_per_contact");
    world_.reference_speed = p.number("reference_speed");
    world_.allow_unstable_dt = p.boolean("allow_unstable_dt");
    world_.integrator = root_.table("integrator")->entry.name;
    world_.damping = p.number("damping");
    world_.rotational_damping = p.number("rotational_damping");
    world_.lever = p.text("lever") == "contact" ? LeverArm::contact : LeverArm::surface;
    world_.max_start_overlap = p.number("max_start_overlap");
    const Branch& detect = *root_.table("detect");
    world_.detect.method = detect.entry.name;
    world_.detect.skin = detect.params.number("skin");
    world_.detect.audit = static_cast<int>(detect.params.integer("audit"));
    world_.detect.narrow = detect.params.text("narrow");
  }

  bool two_d() const { return world_.particles.dimensions() == Dimensions::two; }

  // A vector of a scene in two dimensions.
  void stay_in_plane(const Branch& b, std::string_view key, const Vec3& v) {
    if (!two_d() || v.z == 0) return;
    messages_.error("E0620", b.where(key),
                    fmt::format("`{}` must have z = 0 in two dimensions, not {:g}", key, v.z),
                    fmt::format("{} = [x, y]", key));
  }

  void gravity() {
    const Branch* g = root_.table("gravity");
    if (!g || g->broken) return;
    stay_in_plane(*g, "vector", g->params.vector("vector"));
    const Vec3 turn_axis = g->params.vector("axis");
    if (two_d() && (turn_axis.x != 0 || turn_axis.y != 0))
      messages_.error("E0620", g->where("axis"), "in two dimensions gravity turns about z",
                      "leave `axis` out");
    world_.gravity = read_gravity(*g, messages_);
  }

  void box() {
    auto& boxes = root_.tables["box"];
    if (!boxes.empty() && !boxes.front().broken) read_box(boxes.front(), world_, messages_);
  }

  static PartSpec part(const Branch& b) { return {std::string(b.entry.name), b.entry_params}; }

  void report(const std::vector<PartMistake>& mistakes, const Branch& owner) {
    for (const PartMistake& m : mistakes)
      messages_.error(m.error.code, owner.where(m.key),
                      fmt::format("`{}`: {}", m.key, m.error.message), m.error.hint);
  }

  void materials() {
    auto& list = root_.tables["material"];
    if (list.empty()) {
      Node empty;
      empty.span = root_.span;
      const SubTable* table = nullptr;
      for (const SubTable& t : root_.section->tables)
        if (t.key == "material") table = &t;
      list.push_back(read_section(empty, *table->section, context_));
      list.back().name = kDefaultMaterial;
    }
    if (list.size() > kMostMaterials)
      messages_.error(
          "E0106", list[kMostMaterials].span,
          fmt::format("there can be at most {} materials, not {}", kMostMaterials, list.size()));
    for (Branch& b : list) {
      MaterialSpec m;
      m.name = b.name;
      if (!b.broken) {
        if (!two_d()) complete_twisting(b);
        m.density = b.params.number("density");
        m.normal = part(*b.table("normal"));
        m.tangential = part(*b.table("tangential"));
        m.rolling = part(*b.table("rolling"));
        m.twisting = part(*b.table("twisting"));
        m.cohesion = part(*b.table("cohesion"));
        if (const Branch* c = b.table("compaction"); c && !c->broken)
          m.compaction = {c->params.number("pressure"), c->params.number("bulk_modulus"),
                          c->params.number("from"), c->params.number("tolerance"),
                          static_cast<double>(c->params.integer("sides"))};
        report(check_parts(m), b);
        if (two_d() && m.cohesion.params.has("film"))
          messages_.error("E0628", b.where("cohesion"),
                          fmt::format("the cohesion `{}` is made of bridges between balls: it is "
                                      "not for two dimensions",
                                      m.cohesion.law),
                          "take another law of cohesion");
      }
      world_.materials.push_back(std::move(m));
    }
  }

  std::vector<std::string> material_names() const {
    std::vector<std::string> names;
    for (const MaterialSpec& m : world_.materials) names.push_back(m.name);
    return names;
  }

  std::optional<MaterialId> find_material(const std::string& name, const TextSpan& at) {
    for (std::size_t k = 0; k < world_.materials.size(); ++k)
      if (world_.materials[k].name == name) return MaterialId{static_cast<std::uint32_t>(k)};
    if (messages_.full()) return messages_.count_one(), std::nullopt;
    const auto names = material_names();
    const std::string near = nearest_word(name, names);
    const bool none = root_.spans.find("material") == root_.spans.end();
    messages_.error("E0201", at, fmt::format("unknown material `{}`", name),
                    find_library_material(name)
                        ? fmt::format("take it from the library: material.{0} = \"{0}\" at the "
                                      "top of the scene",
                                      name)
                    : none         ? fmt::format("define it: [material.{}]", name)
                    : near.empty() ? "known: " + list_words(names)
                                   : fmt::format("did you mean `{}`?", near));
    return std::nullopt;
  }

  // The material of a wall or fill; the only one when none is named.
  std::optional<MaterialId> material_of(Branch& b, bool may_lack = false) {
    if (b.params.has("material"))
      return find_material(b.params.text("material"), b.where("material"));
    if (b.spans.contains("material")) return std::nullopt;  // reported as a wrong value
    if (may_lack && world_.materials.size() != 1) return MaterialId{0};
    if (world_.materials.size() != 1) {
      messages_.error("E0102", b.span, fmt::format("{} lacks `material`", b.section->title),
                      "choose " + list_words(material_names()));
      return std::nullopt;
    }
    b.params.set("material", world_.materials[0].name);
    return MaterialId{0};
  }

  void pairs() {
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (Branch& b : root_.tables["pair"]) {
      const auto a_id = find_material(b.name, b.where("A"));
      const auto b_id = find_material(b.name_b, b.span);
      if (b.broken || !a_id || !b_id) continue;
      const std::pair<std::uint32_t, std::uint32_t> key = std::minmax(a_id->value, b_id->value);
      if (!seen.insert(key).second) {
        messages_.error("E0203", b.span,
                        fmt::format("the pair `{}`, `{}` is given twice", b.name, b.name_b),
                        "[pair.A.B] and [pair.B.A] are the same");
        continue;
      }
      const auto& materials = root_.list("material");
      const Branch &m_a = materials[a_id->value], &m_b = materials[b_id->value];
      if (!two_d() && !m_a.broken && !m_b.broken) complete_twisting(b, m_a, m_b);
      PairSpec p = pair_of(b, *a_id, *b_id);
      report(check_parts(p, world_.materials[a_id->value], world_.materials[b_id->value]), b);
      world_.pairs.push_back(std::move(p));
    }
  }

  void output() {
    Branch& b = root_.tables["output"].front();
    if (b.broken || root_.broken) return;
    const auto standard = [&](const char* key, double parts) {
      // A run of no duration writes its only state: any interval has an instant at 0.
      if (!b.params.has(key)) b.params.set(key, scene_.duration > 0 ? scene_.duration / parts : 1);
    };
    standard("frames", 50);
    standard("series", 1000);
    standard("checkpoint", 10);
    scene_.output.frames = b.params.number("frames");
    scene_.output.series = b.params.number("series");
    scene_.output.checkpoint = b.params.number("checkpoint");
    scene_.output.contacts = b.params.boolean("contacts");
    scene_.output.picture = b.params.boolean("picture");
    const Branch& verdict = *root_.table("verdict");
    if (!verdict.broken) scene_.verdict.overlap = verdict.params.number("overlap");
  }

  // A mistake that a wall's shape or motion found in its parameters.
  void report(const Errors& errors, const Branch& b) {
    for (const Error& e : errors) {
      const std::string message =
          e.location.empty() ? e.message : fmt::format("{}: {}", e.location, e.message);
      messages_.error(e.code, b.where(e.subject.key), message, e.hint);
    }
  }

  void wall(Branch& b) {
    const auto material = material_of(b);
    if (!b.broken && !b.params.has("name"))
      b.params.set("name", fmt::format("{} {}", b.entry.name, world_.walls.size()));
    if (b.broken || !material) return;
    Wall w;
    w.name = b.params.text("name");
    if (!wall_names_.insert(w.name).second)
      messages_.error("E0204", b.where("name"),
                      fmt::format("two walls have the name `{}`", w.name));
    w.material = *material;
    w.pose.x = b.params.vector("position");
    w.pose.q = rotation_of(b.params.vector("rotation"));
    w.area = b.params.number("area");
    const WallShapeEntry& entry = *find_wall_shape(b.entry.name);
    if (!two_d() && is_plane_wall(b.entry.name))
      return messages_.error("E0621", b.where("shape"),
                             fmt::format("the wall shape `{}` needs `dimension = 2`", b.entry.name),
                             "in three dimensions take a box or a mesh");
    // The default is upright; in the plane a cylinder is a circle.
    if (two_d() && b.entry.name == "cylinder" && !b.spans.contains("axis"))
      b.entry_params.set("axis", Vec3{0, 0, 1});
    auto shape = two_d() ? make_plane_wall(entry, b.entry_params) : entry.make(b.entry_params);
    if (!shape) return report(shape.errors(), b);
    w.shape = std::move(*shape);
    if (!sound_size(w.shape->bounds(), b)) return;
    if (w.area == 0) w.area = w.shape->area();
    for (const std::string& warning : w.shape->warnings()) messages_.warn(b.span, warning);
    if (!read_wall_motion(b, root_, w, messages_)) return;
    if (two_d())
      if (const auto wrong = leaves_the_plane(w, scene_.duration))
        messages_.error(wrong->code, b.where(w.motion ? "motion" : "rotation"), wrong->message,
                        wrong->hint);
    if (w.motion && w.motion->needs_area() && !(w.area > 0))
      messages_.error("E0765", b.span,
                      "the servo keeps a pressure, but the wall has no area: it would never end",
                      "give `area` of the motion: what the pressure acts on");
    if (const auto wrong = image_error(w, world_.box))
      messages_.error(wrong->code, b.span, wrong->message, wrong->hint);
    world_.walls.push_back(std::move(w));
  }

  // A mesh whose unit was mistaken: what is drawn or squared must neither vanish nor overflow.
  bool sound_size(const Bounds& bounds, const Branch& b) {
    double farthest = 0, widest = 0;
    for (int a = 0; a < 3; ++a) {
      if (bounds.lo[a] < -1e299 || bounds.hi[a] > 1e299) return true;  // infinite on purpose
      farthest = std::max({farthest, std::abs(bounds.lo[a]), std::abs(bounds.hi[a])});
      widest = std::max(widest, bounds.hi[a] - bounds.lo[a]);
    }
    if (farthest <= kLargestLength && widest >= kSmallestLength) return true;
    messages_.error(
        "E0104", b.span,
        fmt::format("wall `{}` is {:g} m wide and reaches {:g} m from the origin; "
                    "sizes must be between {:g} m and {:g} m",
                    b.params.text("name"), widest, farthest, kSmallestLength, kLargestLength),
        "are the units right?");
    return false;
  }

  void fills() {
    Clusters clusters = read_clusters(root_.tables["cluster"], world_, messages_);
    read_shapes(root_.tables["shape"], world_, clusters, messages_);
    auto& list = root_.tables["fill"];
    if (list.empty() && !root_.spans.contains("fill")) {
      messages_.error("E0702", {root_.span.source, 0, 0, 0, 0}, "the scene has no grains",
                      "add a [[fill]] with `kind`, `diameter` and `count`");
      return;
    }
    std::vector<std::optional<MaterialId>> materials;
    std::vector<std::optional<ClusterMix>> mixes;
    for (Branch& b : list) {
      const FillEntry* entry = find_fill(b.entry.name);
      materials.push_back(material_of(b, entry != nullptr && entry->own_materials));
      mixes.push_back(mix_of(b, clusters));
    }
    Placement placed;
    // Where walls or materials are wrong, "does not fit" would only confuse.
    if (!messages_.ok()) {
      for (std::size_t k = 0; k < list.size(); ++k) {
        if (list[k].broken || !mixes[k] || !find_fill(list[k].entry.name)->look) continue;
        FillContext fill(world_, placed, messages_, list[k], static_cast<int>(k), MaterialId{0},
                         *mixes[k]);
        find_fill(list[k].entry.name)->look(fill);
      }
      return;
    }
    placed.set_box(world_.box);
    for (std::size_t k = 0; k < list.size(); ++k) {
      const std::size_t inlets = world_.inlets.size(), first = world_.particles.size();
      FillContext fill(world_, placed, messages_, list[k], static_cast<int>(k), *materials[k],
                       *mixes[k]);
      placed.begin_fill(fill.name());
      find_fill(list[k].entry.name)->make(fill);
      for (const auto& [key, value] : fill.settled) list[k].entry_params.set(key, value);
      const bool pours = world_.inlets.size() > inlets;
      if (pours) check_inlet(world_.inlets.back(), list[k].span);
      take_freedoms(list[k], first, pours, world_, messages_);
      if (two_d()) check_plane(list[k], first);
      glue_fill(list[k], first, pours, world_, messages_);
      record_sieve(fill, first, pours);
      fill_ends_.push_back({world_.particles.size(), world_.inlets.size()});
    }
  }

  // Asked and placed, to be drawn beside each other. Of clusters the balls are no grains.
  void record_sieve(FillContext& fill, std::size_t first, bool pours) {
    const Branch* size = fill.fill.table("size");
    if (!size || size->entry.name != "sieve" || !fill.mix.empty() || !messages_.ok()) return;
    const auto sizes = fill.sizes();
    if (!sizes) return;
    SieveRecord record{fill.name(), *sizes, {}, {}};
    if (pours)
      record.inlet = world_.inlets.size() - 1;
    else
      record.placed = sieved_grains(*sizes, world_.particles, first);
    scene_.sieves.push_back(std::move(record));
  }

  // Grains that a fill has put beside the plane, or that move or turn out of it.
  void check_plane(const Branch& fill, std::size_t first) {
    const Particles& p = world_.particles;
    for (std::size_t s = first; s < p.size(); ++s) {
      const Vec3 &x = p.xr[s].x, &v = p.vm[s].v, &w = p.ws[s].omega;
      if (x.z == 0 && v.z == 0 && w.x == 0 && w.y == 0 && p.q[s].x == 0 && p.q[s].y == 0) continue;
      return messages_.error(
          "E0620", fill.span,
          fmt::format("grain {} of a scene in two dimensions {}", p.id[s].value,
                      x.z != 0   ? fmt::format("is at z = {:g} m", x.z)
                      : v.z != 0 ? fmt::format("moves along z, at {:g} m/s", v.z)
                                 : std::string("is turned, or turns, about another axis than z")),
          "positions and velocities are [x, y], spins and rotations [0, 0, z]");
    }
  }

  std::optional<ClusterMix> mix_of(const Branch& b, const Clusters& clusters) {
    if (b.broken) return std::nullopt;
    auto mix = read_mix(b, clusters, messages_);
    if (!mix || mix->empty() || !find_fill(b.entry.name)->balls_only) return mix;
    messages_.error("E0441", b.where(b.params.has("shape") ? "shape" : "cluster"),
                    fmt::format("the fill `{}` places balls, no shapes or clusters", b.entry.name));
    return std::nullopt;
  }

  // An inlet whose grains all miss is a mistake; one that loses some, or cannot give all, is told.
  void check_inlet(const Inlet& inlet, const TextSpan& at) {
    const double density = world_.materials[inlet.material.value].density;
    const double rate =
        inlet.rate > 0 ? inlet.rate : inlet.mass_rate / (density * inlet.mean_volume());
    const double until = std::min(inlet.end, scene_.duration);
    const double come = until > inlet.start ? rate * (until - inlet.start) + 1 : 0;
    const double asked = inlet.count > 0 ? static_cast<double>(inlet.count)
                                         : inlet.mass / (density * inlet.mean_volume());
    if (come + 1 < asked * (1 - 1e-9))
      messages_.warn(at, fmt::format("{} asks for {:.6g} grains, but {:.4g} a second give only "
                                     "{:.6g} until t = {:.4g} s",
                                     inlet.name, asked, rate, std::floor(come), until));
    constexpr const char* kHint =
        "move the opening (`centre`, `width`) over a container, or take them with an [[outlet]]";
    if (const Wall* wall = fixed_wall_around(world_, inlet))
      return messages_.error(
          "E0771", at,
          fmt::format("all grains of {} start in or behind wall `{}`", inlet.name, wall->name),
          kHint);
    PouredPast past = poured_past(world_, inlet, 0);
    if (!world_.gravity.constant()) past.nothing_beneath = 0;  // it turns: what is beneath changes
    const double lost = past.share();
    if (!(lost > 0)) return;
    const std::string where = past.in_a_wall > past.nothing_beneath
                                  ? fmt::format("start in or behind wall `{}`", past.wall)
                                  : std::string("fall past every wall: nothing is beneath them");
    const bool still = std::none_of(world_.walls.begin(), world_.walls.end(),
                                    [](const Wall& w) { return w.motion != nullptr; });
    if (still && lost > 1 - 1e-9)
      messages_.error("E0771", at, fmt::format("all grains of {} {}", inlet.name, where), kHint);
    else
      messages_.warn(
          at, fmt::format("about {:.0f}% of the grains of {} {}", 100 * lost, inlet.name, where));
  }

  Branch& root_;
  ReadContext& context_;
  Messages& messages_;
  Scene& scene_;
  World& world_;
  std::unordered_set<std::string> wall_names_;
  std::vector<FillEnd> fill_ends_;
};

}  // namespace

Gravity read_gravity(const Branch& g, Messages& messages) {
  Gravity out;
  if (g.broken) return out;
  out.g = g.params.vector("vector");
  out.axis = g.params.vector("axis");
  out.rate = g.params.number("rate");
  for (const Branch& t : g.list("turns"))
    out.turns.push_back(
        {t.params.number("at"), t.params.number("duration"), t.params.number("angle")});
  if (!out.constant() && !(norm(out.axis) > 0))
    messages.error("E0104", g.where("axis"), "the `axis` of turning gravity must not be zero");
  return out;
}

std::vector<FillEnd> build_scene(Branch& root, ReadContext& context, Scene& scene) {
  return Builder(root, context, scene).build();
}

}  // namespace scree
