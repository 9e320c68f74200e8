#include "run/black_box_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "base/words.hpp"
#include "scene/document.hpp"

namespace scree::run {
namespace {

struct BoxGrain {
  Vec3 x, v, w;
  double r = 0;
  std::uint32_t id = 0;
  std::uint16_t material = 0;
  bool fixed = false;
  std::uint32_t body = 0;   // name of its rigid clump; 0: none
  std::uint32_t piece = 0;  // name of the clump or fragment that it belongs to; 0: none
  double mass = 0;
  Quat q{};
};

bool is_sound(const BoxGrain& g) {
  return is_finite(g.x) && is_finite(g.v) && is_finite(g.w) && g.r > 0;
}

// A grain may have left a periodic box by a step; a scene wants it inside.
Vec3 into_box(Vec3 x, const PeriodicBox& box) {
  if (box.tilted()) {
    wrap_into_cell(x, box);
    return x;
  }
  for (int k = 0; k < 3; ++k) {
    if (!box.periodic[k]) continue;
    x[k] -= box.length(k) * std::floor((x[k] - box.lo[k]) / box.length(k));
    if (!(x[k] < box.hi[k])) x[k] = box.lo[k];
  }
  return x;
}

std::uint32_t clump_of(const SpinMaterial& g) { return g.flags & kMember ? g.body : 0; }
std::uint32_t piece_of(const SpinMaterial& g) { return g.flags & (kMember | kBonded) ? g.body : 0; }
double mass_of(const VelocityMass& g) { return g.inv_mass > 0 ? 1 / g.inv_mass : 0; }

std::vector<BoxGrain> grains_of(const BoxSnapshot& s, const Simulation& sim) {
  std::vector<BoxGrain> out;
  std::uint32_t newest = 0;
  for (std::size_t k = 0; k < s.id.size(); ++k) {
    out.push_back({s.xr[k].x, s.vm[k].v, s.ws[k].omega, s.xr[k].r, s.id[k].value, s.ws[k].material,
                   (s.ws[k].flags & kFixed) != 0, clump_of(s.ws[k]), piece_of(s.ws[k]),
                   mass_of(s.vm[k]), s.q.empty() ? Quat{} : s.q[k]});
    newest = std::max(newest, s.id[k].value + 1);
  }
  const Particles& p = sim.particles();
  for (std::size_t k = 0; k < p.size(); ++k)
    if (p.id[k].value >= newest)
      out.push_back({p.xr[k].x - sim.dt() * p.vm[k].v, p.vm[k].v, p.ws[k].omega, p.xr[k].r,
                     p.id[k].value, p.ws[k].material, false, clump_of(p.ws[k]), piece_of(p.ws[k]),
                     mass_of(p.vm[k]), p.q[k]});
  for (BoxGrain& g : out) g.x = into_box(g.x, s.box);
  return out;
}

// Where the failure happened, as seen from the snapshot.
Vec3 centre_of(const std::vector<BoxGrain>& grains, const Failure& failure) {
  for (const BoxGrain& g : grains)
    if (failure.particle && g.id == failure.particle->value && is_finite(g.x)) return g.x;
  return grains.empty() ? Vec3{} : grains.front().x;
}

bool behind_a_wall(const BoxGrain& g, const BoxSnapshot& s, const World& world) {
  if (g.fixed) return false;
  for (std::size_t k = 0; k < world.walls.size() && k < s.walls.size(); ++k) {
    const Vec3 local = rotate_back(s.walls[k].q, g.x - s.walls[k].x);
    if (world.walls[k].shape->side(local) < 0) return true;
  }
  return false;
}

// Deeper than its own centre in an earlier grain: no scene begins like that.
bool inside_another(const BoxGrain& g, const std::vector<BoxGrain>& earlier,
                    const PeriodicBox& box) {
  for (const BoxGrain& o : earlier) {
    if ((o.fixed && g.fixed) || (g.piece != 0 && o.piece == g.piece)) continue;
    const double overlap = o.r + g.r - norm(box.nearest(g.x - o.x));
    if (overlap > 0.999 * std::min(o.r, g.r)) return true;
  }
  return false;
}

std::string toml_text(std::string_view s) {
  std::string out = "\"";
  for (const char c : s) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string vector_text(const Vec3& v) {
  return fmt::format("[{}, {}, {}]", number_text(v.x), number_text(v.y), number_text(v.z));
}

// Rotation vector of a unit quaternion.
Vec3 rotation_of(const Quat& q) {
  const Vec3 axis{q.x, q.y, q.z};
  const double s = norm(axis);
  if (!(s > 0)) return {};
  return (2 * std::atan2(s, q.w) / s) * axis;
}

double number_of(const Node& n) {
  return n.kind == Node::Kind::integer ? static_cast<double>(n.integer) : n.number;
}

// A motion depends on t - start only: with all its times moved back it goes on where it was.
void shift_times(const Node& table, const std::string& path, double by,
                 std::vector<std::string>& orders) {
  for (const char* key : {"start", "stop", "from", "until", "at"})
    if (const Node* n = table.find(key);
        n && (n->kind == Node::Kind::number || n->kind == Node::Kind::integer))
      orders.push_back(fmt::format("{}.{}={}", path, key, number_text(number_of(*n) - by)));
}

// One motion, or a list of them.
void shift_motion(const Node& motion, const std::string& path, double by,
                  std::vector<std::string>& orders) {
  if (motion.kind == Node::Kind::table) shift_times(motion, path, by, orders);
  for (std::size_t k = 0; k < motion.list.size(); ++k)
    shift_times(motion.list[k], fmt::format("{}.{}", path, k), by, orders);
}

void order_groups(const Node& root, const BoxSnapshot& from, std::vector<std::string>& orders) {
  const Node* groups = root.find("group");
  for (std::size_t k = 0; groups && k < groups->entries.size(); ++k)
    if (const Node* motion = groups->entries[k].value.find("motion"))
      shift_motion(*motion, fmt::format("group.{}.motion", toml_text(groups->entries[k].key)),
                   from.time, orders);
}

void order_walls(const Node& root, const BoxSnapshot& from, const Simulation& sim,
                 std::vector<std::string>& orders) {
  const Node* walls = root.find("wall");
  for (std::size_t k = 0; walls && k < walls->list.size() && k < from.walls.size(); ++k) {
    const Node& wall = walls->list[k];
    const std::string path = fmt::format("wall.{}", k);
    const Wall& now = sim.world().walls[k];
    const Node* motion = wall.find("motion");
    const bool staged = !sim.world().stages.empty();
    if (!now.motion || !(motion || staged)) continue;
    if (now.motion->state().empty()) {
      if (motion) shift_motion(*motion, path + ".motion", from.time, orders);
      continue;
    }
    orders.push_back(fmt::format("{}.position={}", path, vector_text(from.walls[k].x)));
    orders.push_back(
        fmt::format("{}.rotation={}", path, vector_text(rotation_of(from.walls[k].q))));
    orders.push_back(fmt::format("{}.motion={{ kind = \"translate\", velocity = {} }}", path,
                                 vector_text(from.walls[k].v)));
  }
}

void order_outlets(const Node& root, const BoxSnapshot& from, std::vector<std::string>& orders) {
  const Node* outlets = root.find("outlet");
  for (std::size_t k = 0; outlets && k < outlets->list.size(); ++k)
    shift_times(outlets->list[k], fmt::format("outlet.{}", k), from.time, orders);
}

void order_gravity(const Node& root, const BoxSnapshot& from, const Simulation& sim,
                   std::vector<std::string>& orders) {
  Gravity steady = sim.world().gravity;
  if (steady.constant() && sim.world().stages.empty()) return;
  steady.turns.clear();
  orders.push_back("gravity.vector=" + vector_text(steady.at(from.time)));
  const Node* gravity = root.find("gravity");
  const Node* turns = gravity ? gravity->find("turns") : nullptr;
  for (std::size_t k = 0; turns && k < turns->list.size(); ++k)
    shift_times(turns->list[k], fmt::format("gravity.turns.{}", k), from.time, orders);
}

// What all grains may do; where they differ, everything.
std::string freedoms_of(const BoxSnapshot& from, bool plane) {
  unsigned locked = from.ws.empty() ? 0 : from.ws.front().flags & unsigned{kLocked};
  for (const SpinMaterial& g : from.ws)
    if ((g.flags & unsigned{kLocked}) != locked) locked = 0;
  if (locked == 0) return "all";
  std::string out;
  unsigned bit = kLockedX;
  for (const char* word : {"x", "y", "z", "rx", "ry", "rz"}) {
    const bool in_plane = bit == kLockedX || bit == kLockedY || bit == kLockedRz;
    if ((locked & bit) == 0 && (in_plane || !plane))
      out += (out.empty() ? "" : " ") + std::string(word);
    bit <<= 1;
  }
  return out.empty() ? "none" : out;
}

// A cell goes on at the rate that it had: a servo begins anew.
void order_cell(const PeriodicBox& box, std::vector<std::string>& orders) {
  orders.push_back("box.lo=" + vector_text(box.lo));
  orders.push_back("box.hi=" + vector_text(box.hi));
  orders.push_back("box.tilt=" + vector_text(box.tilt));
  const double rates[] = {box.stretch.x, box.stretch.y, box.stretch.z,
                          box.shear.x,   box.shear.y,   box.shear.z};
  std::string given;
  for (std::size_t k = 0; k < kCellComponents.size(); ++k)
    if (rates[k] != 0)
      given += fmt::format("{}{} = {}", given.empty() ? "" : ", ", kCellComponents[k],
                           number_text(rates[k]));
  orders.push_back(fmt::format("cell=[{{ rate = {{ {} }} }}]", given.empty() ? "xx = 0" : given));
}

// What a stage before the snapshot set holds in it: the newest of each name.
void put_newest(const Node& stage, const char* key, Node& to) {
  const Node* from = stage.find(key);
  if (from == nullptr || from->kind != Node::Kind::table) return;
  Node* all = to.find(key);
  if (all == nullptr) {
    to.entries.push_back({key, {}, {}});
    all = &to.entries.back().value;
  }
  for (const Node::Entry& e : from->entries) {
    Node* known = all->find(e.key);
    if (known == nullptr) {
      all->entries.push_back(e);
      continue;
    }
    for (const Node::Entry& value : e.value.entries) {
      if (Node* old = known->find(value.key))
        *old = value.value;
      else
        known->entries.push_back(value);
    }
  }
}

void drop_keys(Node& table, std::initializer_list<std::string_view> keys) {
  std::erase_if(table.entries, [&](const Node::Entry& e) {
    return std::find(keys.begin(), keys.end(), e.key) != keys.end();
  });
}

// The stage of the snapshot, with all that it and those before it have set of walls, materials and
// pairs, and those that followed until the failure. Each lasts as long as it did. Motions and
// gravity of the first are given as they were (order_walls, order_gravity).
std::string stage_order(const Node& root, const BoxSnapshot& from, const Simulation& sim,
                        double window) {
  const Node* stages = root.find("stage");
  const StageProgress& progress = sim.stages();
  if (stages == nullptr || stages->list.size() <= progress.now) return "stage=[]";
  Node out;
  out.kind = Node::Kind::list;
  Node first;
  for (std::size_t k = 0; k <= from.stage; ++k)
    for (const char* key : {"wall", "material", "pair"}) put_newest(stages->list[k], key, first);
  if (Node* walls = first.find("wall"))
    for (Node::Entry& e : walls->entries) drop_keys(e.value, {"motion"});
  out.list.push_back(first);
  for (std::size_t k = from.stage + 1; k <= progress.now; ++k) {
    out.list.push_back(stages->list[k]);
    drop_keys(out.list.back(), {"until", "at_most", "duration", "otherwise", "fill", "outlet"});
  }
  for (std::size_t k = 0; k < out.list.size(); ++k) {
    const std::size_t number = from.stage + k;
    double length = window;  // of the last one, which did not end
    if (number < progress.done.size()) {
      const std::uint64_t begin = std::max(progress.done[number].begin, from.step);
      length = static_cast<double>(progress.done[number].end - begin) * sim.dt();
    }
    Node duration;
    duration.kind = Node::Kind::number;
    duration.number = length;
    out.list[k].entries.push_back({"duration", {}, duration});
    if (Node* name = out.list[k].find("name")) name->text = fmt::format("stage_{}", number + 1);
  }
  return "stage=" + toml_text(out);
}

std::vector<std::string> orders_for(const Node& root, const BoxSnapshot& from,
                                    const Simulation& sim, const Failure& failure, bool bonds) {
  const double dt = sim.dt();
  const double window = static_cast<double>(failure.step - from.step + BlackBox::kEvery) * dt;
  const bool plane = sim.world().particles.dimensions() == Dimensions::two;
  std::vector<std::string> orders{
      fmt::format("title=\"black box: step {}\"", failure.step), "duration=" + number_text(window),
      "dt=" + number_text(dt),
      // The failure is what is wanted: nothing of it is refused at the start.
      "allow_unstable_dt=true", "max_start_overlap=1", "output.frames=" + number_text(window / 50),
      "output.series=" + number_text(window / 200),
      fmt::format(
          "fill=[{{ kind = \"csv\", file = \"grains.csv\", freedoms = {}, {}material = {} }}]",
          toml_text(freedoms_of(from, plane)), bonds ? "bonds = \"bonds.csv\", " : "",
          toml_text(sim.world().materials.front().name))};
  if (!sim.world().stages.empty()) orders.push_back(stage_order(root, from, sim, window));
  if (from.step == 0) return orders;  // as the run began: the scene says it all
  if (sim.world().deforms()) order_cell(from.box, orders);
  order_outlets(root, from, orders);
  order_groups(root, from, orders);
  order_walls(root, from, sim, orders);
  order_gravity(root, from, sim, orders);
  return orders;
}

// Heavier or lighter than its material says: balls of a cluster that share its mass.
double own_density(const BoxGrain& g, const World& world) {
  const double usual = world.materials[g.material].density;
  const double density = g.mass / ball_measure(g.r, world.particles.dimensions());
  return g.fixed || g.body != 0 || std::abs(density - usual) < 1e-9 * usual ? usual : density;
}

// The bonds between grains of the box, which are in the order of their ids.
std::string bonds_of(const BoxSnapshot& from, const Simulation& sim,
                     const std::vector<std::uint32_t>& id) {
  // What has come since, as it is now.
  std::uint32_t newest = 0;
  for (const ParticleId& known : from.id) newest = std::max(newest, known.value + 1);
  std::string out = "i,j,bond,length,broken";
  const Bonds& now = sim.world().bonds;
  const std::size_t numbers = std::max(from.bonds.stride, now.stride);
  for (std::size_t k = 0; k < numbers; ++k) out += fmt::format(",h{}", k + 1);
  out += "\n";
  bool any = false;
  const auto number = [&id](std::uint32_t grain) {
    const auto at = std::lower_bound(id.begin(), id.end(), grain);
    return at == id.end() || *at != grain ? -1 : at - id.begin();
  };
  const auto add = [&](const Bonds& bonds, bool fresh) {
    for (std::size_t k = 0; k < bonds.size(); ++k) {
      const BondData& b = bonds[k];
      const auto i = number(b.i), j = number(b.j);
      if (i < 0 || j < 0 || (b.j >= newest) != fresh) continue;
      any = true;
      out += fmt::format("{},{},{},{},{}", i, j, sim.world().bond_types[b.type].name,
                         number_text(b.length), kBondModeNames[b.broken]);
      for (std::size_t h = 0; h < numbers; ++h)
        out += "," + number_text(h < bonds.stride ? bonds.history[k * bonds.stride + h] : 0);
      out += "\n";
    }
  };
  add(from.bonds, false);
  add(now, true);
  return any ? out : "";
}

}  // namespace

BoxGrains box_grains(const BoxSnapshot& from, const Simulation& sim, const Failure& failure,
                     std::size_t most) {
  const World& world = sim.world();
  std::vector<BoxGrain> grains = grains_of(from, sim);
  const Vec3 centre = centre_of(grains, failure);
  std::erase_if(grains, [](const BoxGrain& g) { return !is_sound(g); });
  const auto distance = [&](const BoxGrain& g) {
    return norm(from.box.nearest(g.x - centre)) - g.r;
  };
  std::stable_sort(grains.begin(), grains.end(), [&](const BoxGrain& a, const BoxGrain& b) {
    return std::pair(distance(a), a.id) < std::pair(distance(b), b.id);
  });
  std::vector<BoxGrain> kept;
  // The balls of a clump, and of a fragment that is not too large, stay together, or none is kept.
  std::map<std::uint32_t, std::vector<BoxGrain>> clumps;
  for (const BoxGrain& g : grains)
    if (g.piece != 0) clumps[g.piece].push_back(g);
  const auto alone = [&](const BoxGrain& g) {
    if (g.piece == 0 || g.body != 0) return g.piece == 0;
    const auto at = clumps.find(g.piece);
    return at != clumps.end() && at->second.size() > most;
  };
  for (const BoxGrain& g : grains) {
    if (kept.size() >= most) break;
    std::vector<BoxGrain> together{g};
    if (!alone(g)) {
      const auto clump = clumps.extract(g.piece);
      if (clump.empty()) continue;
      together = clump.mapped();
    }
    if (std::none_of(together.begin(), together.end(), [&](const BoxGrain& one) {
          return behind_a_wall(one, from, world) || inside_another(one, kept, from.box);
        }))
      kept.insert(kept.end(), together.begin(), together.end());
  }
  std::sort(kept.begin(), kept.end(),
            [](const BoxGrain& a, const BoxGrain& b) { return a.id < b.id; });
  // The only material need not be named, whatever its name is made of.
  const bool named = world.materials.size() > 1;
  const bool bodies =
      std::any_of(kept.begin(), kept.end(), [](const BoxGrain& g) { return g.body != 0; });
  const bool dense = !bodies && std::any_of(kept.begin(), kept.end(), [&](const BoxGrain& g) {
    return own_density(g, world) != world.materials[g.material].density;
  });
  const bool turned = !from.q.empty();
  BoxGrains out{"x,y,z,r,vx,vy,vz,wx,wy,wz,fixed", {}, {}};
  if (bodies) out.csv += ",body";
  if (dense) out.csv += ",density";
  if (turned) out.csv += ",qw,qx,qy,qz";
  out.csv += named ? ",material\n" : "\n";
  for (const BoxGrain& g : kept) {
    for (const double v : {g.x.x, g.x.y, g.x.z, g.r, g.v.x, g.v.y, g.v.z, g.w.x, g.w.y, g.w.z})
      out.csv += number_text(v) + ",";
    out.csv += g.fixed ? "1" : "0";
    if (bodies) out.csv += fmt::format(",{}", g.body);
    if (dense) out.csv += "," + number_text(own_density(g, world));
    for (const double v : {g.q.w, g.q.x, g.q.y, g.q.z})
      if (turned) out.csv += "," + number_text(v);
    if (named) out.csv += "," + world.materials[g.material].name;
    out.csv += fmt::format(" # grain {} of the run\n", g.id);
    out.id.push_back(g.id);
  }
  out.bonds = bonds_of(from, sim, out.id);
  return out;
}

Result<std::string> box_scene(const std::string& folder, const BoxSnapshot& from,
                              const Simulation& sim, const Scene& scene, const Failure& failure,
                              bool bonds) {
  Messages messages;
  const int source = messages.add_source("resolved.toml", scene.resolved);
  const auto root = parse_document(scene.resolved, source, messages);
  if (!root) return messages.take();
  const auto small = parse_scene(scene.resolved, folder + "/scene.toml",
                                 orders_for(*root, from, sim, failure, bonds));
  if (!small) return small.errors();
  // The folder may be moved: its own files are named without a path.
  std::string text = small->resolved;
  for (const std::string file : {"grains.csv", "bonds.csv"}) {
    const std::string joined =
        std::filesystem::absolute(folder + "/" + file).lexically_normal().string();
    if (const std::size_t at = text.find(joined); at != std::string::npos)
      text.replace(at, joined.size(), file);
  }
  return fmt::format("# Black box of a run that failed: {} [{}]\n# Begins at step {}, t = {} s.\n",
                     failure.message, failure.code, from.step, number_text(from.time)) +
         text;
}

}  // namespace scree::run
