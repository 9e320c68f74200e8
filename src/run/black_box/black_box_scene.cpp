#include "run/black_box/black_box_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "base/words.hpp"
#include "run/black_box/black_box_orders.hpp"
#include "run/black_box/black_box_shapes.hpp"
#include "scene/text/document.hpp"

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
  std::uint32_t shape = 0;  // 1 + place among the forms of the box; 0: a ball
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
  const std::vector<std::uint32_t> forms = box_forms(sim.world());
  for (BoxGrain& g : out) {
    g.x = into_box(g.x, s.box);
    if (forms.empty() || g.body == 0) continue;
    const SpinMaterial whose{{}, g.material, kShaped, g.body};
    const BoxSolid solid = box_solid(sim.world(), forms, whose, g.id);
    if (solid.number == 0) continue;
    // A table gives a shape the velocity of its centre of mass.
    g.shape = solid.number;
    g.v -= cross(g.w, rotate(g.q, solid.from_centre));
    if (g.piece == g.body) g.piece = 0;
    g.body = 0;
  }
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
    if (o.shape > 0 || g.shape > 0) continue;  // these are the balls around them
    const double overlap = o.r + g.r - norm(box.nearest(g.x - o.x));
    if (overlap > 0.999 * std::min(o.r, g.r)) return true;
  }
  return false;
}

// Heavier or lighter than its material says: balls of a cluster that share its mass.
double own_density(const BoxGrain& g, const World& world) {
  const double usual = world.materials[g.material].density;
  const double density = g.mass / ball_measure(g.r, world.particles.dimensions());
  return g.fixed || g.body != 0 || g.shape != 0 || std::abs(density - usual) < 1e-9 * usual
             ? usual
             : density;
}

// The bonds between grains of the box, which are in the order of their ids.
std::string bonds_of(const BoxSnapshot& from, const Simulation& sim,
                     const std::vector<std::uint32_t>& id) {
  // What has come since, as it is now.
  std::uint32_t newest = 0;
  for (const ParticleId& known : from.id) newest = std::max(newest, known.value + 1);
  std::string out = "i,j,bond,length,broken";
  const Bonds& now = sim.world().bonds;
  const std::size_t joint = std::max(from.bonds.joint_size, now.joint_size);
  const std::size_t numbers = std::max(from.bonds.memory_size(), now.memory_size());
  for (std::size_t k = 0; k < joint; ++k) out += fmt::format(",j{}", k + 1);
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
      for (std::size_t h = 0; h < joint; ++h)
        out += "," + number_text(bonds.joint_size > 0 ? bonds.history[k * bonds.stride + h] : 0);
      for (std::size_t h = 0; h < numbers; ++h)
        out += "," + number_text(h < bonds.memory_size() ? bonds.memory(k)[h] : 0);
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
  const bool shaped =
      std::any_of(kept.begin(), kept.end(), [](const BoxGrain& g) { return g.shape != 0; });
  const bool dense =
      !bodies && !shaped && std::any_of(kept.begin(), kept.end(), [&](const BoxGrain& g) {
        return own_density(g, world) != world.materials[g.material].density;
      });
  const bool turned = !from.q.empty();
  BoxGrains out{"x,y,z,r,vx,vy,vz,wx,wy,wz,fixed", {}, {}};
  if (bodies) out.csv += ",body";
  if (dense) out.csv += ",density";
  if (turned) out.csv += ",qw,qx,qy,qz";
  if (shaped) out.csv += ",shape";
  out.csv += named ? ",material\n" : "\n";
  for (const BoxGrain& g : kept) {
    for (const double v : {g.x.x, g.x.y, g.x.z, g.r, g.v.x, g.v.y, g.v.z, g.w.x, g.w.y, g.w.z})
      out.csv += number_text(v) + ",";
    out.csv += g.fixed ? "1" : "0";
    if (bodies) out.csv += fmt::format(",{}", g.body);
    if (dense) out.csv += "," + number_text(own_density(g, world));
    for (const double v : {g.q.w, g.q.x, g.q.y, g.q.z})
      if (turned) out.csv += "," + number_text(v);
    if (shaped) out.csv += fmt::format(",{}", g.shape);
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
                                 box_orders(*root, from, sim, failure, bonds));
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
