#include "run/black_box/black_box_orders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/words.hpp"
#include "run/black_box/black_box_shapes.hpp"

namespace scree::run {
namespace {

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
std::string freedoms_of(const BoxSnapshot& from, bool two_d) {
  unsigned locked = from.ws.empty() ? 0 : from.ws.front().flags & unsigned{kLocked};
  for (const SpinMaterial& g : from.ws)
    if ((g.flags & unsigned{kLocked}) != locked) locked = 0;
  if (locked == 0) return "all";
  std::string out;
  unsigned bit = kLockedX;
  for (const char* word : {"x", "y", "z", "rx", "ry", "rz"}) {
    const bool in_plane = bit == kLockedX || bit == kLockedY || bit == kLockedRz;
    if ((locked & bit) == 0 && (in_plane || !two_d))
      out += (out.empty() ? "" : " ") + std::string(word);
    bit <<= 1;
  }
  return out.empty() ? "none" : out;
}

// A cell goes on at the rate that it had: a servo starts again.
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

}  // namespace

std::vector<std::string> box_orders(const Node& root, const BoxSnapshot& from,
                                    const Simulation& sim, const Failure& failure, bool bonds) {
  const double dt = sim.dt();
  const double window = static_cast<double>(failure.step - from.step + BlackBox::kEvery) * dt;
  const bool two_d = sim.world().particles.dimensions() == Dimensions::two;
  const std::vector<std::uint32_t> forms = box_forms(sim.world());
  std::vector<std::string> orders{
      fmt::format("title=\"black box: step {}\"", failure.step), "duration=" + number_text(window),
      "dt=" + number_text(dt),
      // The failure is what is wanted: nothing of it is refused at the start.
      "allow_unstable_dt=true", "max_start_overlap=1", "output.frames=" + number_text(window / 50),
      "output.series=" + number_text(window / 200),
      fmt::format(
          "fill=[{{ kind = \"csv\", file = \"grains.csv\", freedoms = {}, {}{}material = {} }}]",
          toml_text(freedoms_of(from, two_d)), bonds ? "bonds = \"bonds.csv\", " : "",
          mixture_text(forms.size()), toml_text(sim.world().materials.front().name))};
  // Windows of the run are not those of its last steps.
  if (root.find("result")) orders.push_back("result=[]");
  for (std::string& order : shape_orders(sim.world(), forms)) orders.push_back(std::move(order));
  if (!sim.world().stages.empty()) orders.push_back(stage_order(root, from, sim, window));
  if (from.step == 0) return orders;  // as the run began: the scene says it all
  if (sim.world().deforms()) order_cell(from.box, orders);
  order_outlets(root, from, orders);
  order_groups(root, from, orders);
  order_walls(root, from, sim, orders);
  order_gravity(root, from, sim, orders);
  return orders;
}

}  // namespace scree::run
