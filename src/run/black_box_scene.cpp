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
  std::uint32_t body = 0;
};

bool is_sound(const BoxGrain& g) {
  return is_finite(g.x) && is_finite(g.v) && is_finite(g.w) && g.r > 0;
}

// A grain may have left a periodic box by a step; a scene wants it inside.
Vec3 into_box(Vec3 x, const PeriodicBox& box) {
  for (int k = 0; k < 3; ++k) {
    if (!box.periodic[k]) continue;
    x[k] -= box.length(k) * std::floor((x[k] - box.lo[k]) / box.length(k));
    if (!(x[k] < box.hi[k])) x[k] = box.lo[k];
  }
  return x;
}

// Name of its rigid clump; 0: none.
std::uint32_t clump_of(const SpinMaterial& g) { return g.flags & kMember ? g.body : 0; }

std::vector<BoxGrain> grains_of(const BoxSnapshot& s, const Simulation& sim) {
  std::vector<BoxGrain> out;
  std::uint32_t newest = 0;
  for (std::size_t k = 0; k < s.id.size(); ++k) {
    out.push_back({s.xr[k].x, s.vm[k].v, s.ws[k].omega, s.xr[k].r, s.id[k].value, s.ws[k].material,
                   (s.ws[k].flags & kFixed) != 0, clump_of(s.ws[k])});
    newest = std::max(newest, s.id[k].value + 1);
  }
  const Particles& p = sim.particles();
  for (std::size_t k = 0; k < p.size(); ++k)
    if (p.id[k].value >= newest)
      out.push_back({p.xr[k].x - sim.dt() * p.vm[k].v, p.vm[k].v, p.ws[k].omega, p.xr[k].r,
                     p.id[k].value, p.ws[k].material, false, clump_of(p.ws[k])});
  for (BoxGrain& g : out) g.x = into_box(g.x, sim.world().box);
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
  const Vec3 length = box.lengths(), inverse = box.inverse_lengths();
  for (const BoxGrain& o : earlier) {
    if ((o.fixed && g.fixed) || (g.body != 0 && o.body == g.body)) continue;
    const double overlap = o.r + g.r - norm(nearest_image(g.x - o.x, length, inverse));
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

void order_walls(const Node& root, const BoxSnapshot& from, const Simulation& sim,
                 std::vector<std::string>& orders) {
  const Node* walls = root.find("wall");
  for (std::size_t k = 0; walls && k < walls->list.size() && k < from.walls.size(); ++k) {
    const Node& wall = walls->list[k];
    const std::string path = fmt::format("wall.{}", k);
    const Wall& now = sim.world().walls[k];
    const Node* motion = wall.find("motion");
    if (!now.motion || !motion) continue;
    if (now.motion->state().empty()) {
      shift_times(*motion, path + ".motion", from.time, orders);
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
  if (steady.constant()) return;
  steady.turns.clear();
  orders.push_back("gravity.vector=" + vector_text(steady.at(from.time)));
  const Node* gravity = root.find("gravity");
  const Node* turns = gravity ? gravity->find("turns") : nullptr;
  for (std::size_t k = 0; turns && k < turns->list.size(); ++k)
    shift_times(turns->list[k], fmt::format("gravity.turns.{}", k), from.time, orders);
}

std::vector<std::string> orders_for(const Node& root, const BoxSnapshot& from,
                                    const Simulation& sim, const Failure& failure) {
  const double dt = sim.dt();
  const double window = static_cast<double>(failure.step - from.step + BlackBox::kEvery) * dt;
  std::vector<std::string> orders{
      fmt::format("title=\"black box: step {}\"", failure.step), "duration=" + number_text(window),
      "dt=" + number_text(dt),
      // The failure is what is wanted: nothing of it is refused at the start.
      "allow_unstable_dt=true", "max_start_overlap=1", "output.frames=" + number_text(window / 50),
      "output.series=" + number_text(window / 200),
      fmt::format("fill=[{{ kind = \"csv\", file = \"grains.csv\", material = {} }}]",
                  toml_text(sim.world().materials.front().name))};
  if (from.step == 0) return orders;  // as the run began: the scene says it all
  order_outlets(root, from, orders);
  order_walls(root, from, sim, orders);
  order_gravity(root, from, sim, orders);
  return orders;
}

}  // namespace

BoxGrains box_grains(const BoxSnapshot& from, const Simulation& sim, const Failure& failure,
                     std::size_t most) {
  const World& world = sim.world();
  std::vector<BoxGrain> grains = grains_of(from, sim);
  const Vec3 centre = centre_of(grains, failure);
  const Vec3 length = world.box.lengths(), inverse = world.box.inverse_lengths();
  std::erase_if(grains, [](const BoxGrain& g) { return !is_sound(g); });
  const auto distance = [&](const BoxGrain& g) {
    return norm(nearest_image(g.x - centre, length, inverse)) - g.r;
  };
  std::stable_sort(grains.begin(), grains.end(), [&](const BoxGrain& a, const BoxGrain& b) {
    return std::pair(distance(a), a.id) < std::pair(distance(b), b.id);
  });
  std::vector<BoxGrain> kept;
  // The balls of a clump stay together, or none of them is kept.
  std::map<std::uint32_t, std::vector<BoxGrain>> clumps;
  for (const BoxGrain& g : grains)
    if (g.body != 0) clumps[g.body].push_back(g);
  for (const BoxGrain& g : grains) {
    if (kept.size() >= most) break;
    std::vector<BoxGrain> together{g};
    if (g.body != 0) {
      const auto clump = clumps.extract(g.body);
      if (clump.empty()) continue;
      together = clump.mapped();
    }
    if (std::none_of(together.begin(), together.end(), [&](const BoxGrain& one) {
          return behind_a_wall(one, from, world) || inside_another(one, kept, world.box);
        }))
      kept.insert(kept.end(), together.begin(), together.end());
  }
  std::sort(kept.begin(), kept.end(),
            [](const BoxGrain& a, const BoxGrain& b) { return a.id < b.id; });
  // The only material need not be named, whatever its name is made of.
  const bool named = world.materials.size() > 1;
  const bool bodies =
      std::any_of(kept.begin(), kept.end(), [](const BoxGrain& g) { return g.body != 0; });
  BoxGrains out{"x,y,z,r,vx,vy,vz,wx,wy,wz,fixed", {}};
  if (bodies) out.csv += ",body";
  out.csv += named ? ",material\n" : "\n";
  for (const BoxGrain& g : kept) {
    for (const double v : {g.x.x, g.x.y, g.x.z, g.r, g.v.x, g.v.y, g.v.z, g.w.x, g.w.y, g.w.z})
      out.csv += number_text(v) + ",";
    out.csv += g.fixed ? "1" : "0";
    if (bodies) out.csv += fmt::format(",{}", g.body);
    if (named) out.csv += "," + world.materials[g.material].name;
    out.csv += fmt::format(" # grain {} of the run\n", g.id);
    out.id.push_back(g.id);
  }
  return out;
}

Result<std::string> box_scene(const std::string& folder, const BoxSnapshot& from,
                              const Simulation& sim, const Scene& scene, const Failure& failure) {
  Messages messages;
  const int source = messages.add_source("resolved.toml", scene.resolved);
  const auto root = parse_document(scene.resolved, source, messages);
  if (!root) return messages.take();
  const auto small =
      parse_scene(scene.resolved, folder + "/scene.toml", orders_for(*root, from, sim, failure));
  if (!small) return small.errors();
  // The folder may be moved: its own file is named without a path.
  std::string text = small->resolved;
  const std::string joined =
      std::filesystem::absolute(folder + "/grains.csv").lexically_normal().string();
  if (const std::size_t at = text.find(joined); at != std::string::npos)
    text.replace(at, joined.size(), "grains.csv");
  return fmt::format("# Black box of a run that failed: {} [{}]\n# Begins at step {}, t = {} s.\n",
                     failure.message, failure.code, from.step, number_text(from.time)) +
         text;
}

}  // namespace scree::run
