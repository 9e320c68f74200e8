#include "sim/archive/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "sim/archive/checkpoint_tables.hpp"

namespace scree {
namespace {

constexpr std::string_view kGrains = "grains", kNextId = "grains/next_id";

void append(std::vector<double>& out, const Vec3& v) { out.insert(out.end(), {v.x, v.y, v.z}); }
Vec3 vector_at(const double* v) { return {v[0], v[1], v[2]}; }

// --- writing -----------------------------------------------------------------------------------

void add_walls(const SimulationArchive& a, CheckpointData& out) {
  std::vector<double> pose, motion, work;
  std::vector<std::uint64_t> counts;
  std::string names;
  for (const ArchivedWall& w : a.walls) {
    names += w.name + '\n';
    append(pose, w.pose.x);
    pose.insert(pose.end(), {w.pose.q.w, w.pose.q.x, w.pose.q.y, w.pose.q.z});
    append(pose, w.pose.v);
    append(pose, w.pose.omega);
    counts.push_back(w.motion.size());
    motion.insert(motion.end(), w.motion.begin(), w.motion.end());
    work.insert(work.end(), {w.work, w.power});
  }
  out.add("walls/name", "one line per wall, in the order of the scene", std::move(names));
  out.add("walls/pose", "origin (m), quaternion w x y z, velocity (m/s), spin (rad/s)",
          std::move(pose), 13);
  out.add("walls/motion_size", "numbers that each wall's motion remembers", std::move(counts));
  out.add("walls/motion", "what the motions remember, wall after wall", std::move(motion));
  out.add("walls/work", "J done on the grains so far, W in the last step", std::move(work), 2);
}

// Only where there are outlets.
void add_outlets(const SimulationArchive& a, CheckpointData& out) {
  if (a.outlets.empty()) return;
  std::vector<std::uint64_t> grains;
  std::vector<double> mass;
  for (const ArchivedOutlet& o : a.outlets) grains.push_back(o.grains), mass.push_back(o.mass);
  out.add("outlets/grains", "grains that left", std::move(grains));
  out.add("outlets/mass", "kg that left", std::move(mass));
}

// Only where there are bodies.
void add_bodies(const SimulationArchive& a, CheckpointData& out) {
  if (a.shapes > 0)
    out.add("shapes", "numbers given to shapes so far", std::vector<std::uint64_t>{a.shapes});
  if (a.bodies.records.empty()) return;
  add_table("bodies", a.bodies, out);
  add_table("primitives", a.primitives, out);
  add_table("points", a.points, out);
}

// Only where there are bonds.
void add_bonds(const SimulationArchive& a, CheckpointData& out) {
  if (a.bonds.empty() && a.bond_breaks.records.empty()) return;
  out.add("bonds/history_size", "numbers that a bond remembers",
          std::vector{std::uint64_t{a.bonds.stride}});
  if (a.bonds.joint_size > 0)
    out.add("bonds/joint_size", "of these: where the bond holds on to shapes, the first ones",
            std::vector{std::uint64_t{a.bonds.joint_size}});
  add_table("bonds", a.bonds, out);
  add_table("bond_breaks", a.bond_breaks, out);
}

// Only where there are stages.
void add_stages(const SimulationArchive& a, CheckpointData& out) {
  if (!a.stages.any) return;
  const StageProgress& p = a.stages.progress;
  out.add("stages/now", "number of the stage from 0, 1 when all are over, step where it began",
          std::vector<std::uint64_t>{p.now, p.finished, p.begin.step});
  out.add("stages/held", "looks in a row at which each condition was true", std::vector(p.held));
  std::vector<std::uint64_t> done;
  for (const StageRecord& r : p.done)
    done.insert(done.end(), {r.begin, r.end, static_cast<std::uint32_t>(r.outcome), r.condition});
  out.add("stages/done", "of each stage that is over: first and last step, outcome, condition",
          std::move(done), 4);
  std::vector<double> walls;
  for (const WallPose& w : p.begin.walls) {
    append(walls, w.x);
    walls.insert(walls.end(), {w.q.w, w.q.x, w.q.y, w.q.z});
  }
  out.add("stages/walls", "where walls were when the stage began: origin (m), quaternion w x y z",
          std::move(walls), 7);
  out.add("stages/poured", "kg that each inlet had given by then", std::vector(p.begin.poured));
  out.add("stages/left", "kg that each outlet had taken by then", std::vector(p.begin.left));
  out.add("stages/inlet_base", "grains that had come when each inlet was switched on",
          std::vector(a.stages.inlet_base));
}

std::string books_name(const EnergyChannel& c) { return fmt::format("books/{}", c.name); }

void add_books(const SimulationArchive& a, CheckpointData& out) {
  const ArchivedBooks& b = a.books;
  std::vector<double> lost;
  std::vector<std::uint64_t> digits;
  for (const ExactSum& sum : b.lost) {
    lost.push_back(sum.value());
    for (const std::int64_t d : sum.digits()) digits.push_back(static_cast<std::uint64_t>(d));
  }
  std::string names;
  for (const std::string_view name : kLossNames)
    names += fmt::format("{}{}", names.empty() ? "J: " : ", ", name);
  out.add("books/lost", names, std::move(lost));
  out.add("books/lost_digits",
          "the same as exact sums: digits of 32 bits (two's complement), the first of 2^-1074 J",
          std::move(digits), ExactSum::kDigits);
  for (const EnergyChannel& c : kEnergyChannels)
    if (c.booking == EnergyBooking::by_books)
      out.add(books_name(c), fmt::format("J; {}", c.meaning), std::vector{c.in(b.booked)});
  out.add("books/start", "J that the state held at the start", std::vector{b.booked.start});
  out.add("books/power", "W in the last step: gravity, force sources, dashpots of bonds",
          std::vector{b.gravity_power, b.source_power, b.bond_power});
  out.add("books/edits", "grains that a program added, grains that it removed",
          std::vector{a.edits.added, a.edits.removed});
  out.add("books/extremes", "greatest overlap (of the smaller radius), smallest radius (m)",
          std::vector{b.greatest_overlap, b.smallest_radius});
  out.add("books/renewals", "of the candidate list so far", std::vector{a.renewals});
  out.add("books/timers", "s of wall-clock time in each stage of the step",
          std::vector<double>(a.timers.seconds.begin(), a.timers.seconds.end()));
}

// --- reading -----------------------------------------------------------------------------------

using Words = std::vector<std::uint32_t>;

// Arrays of grains that the table does not know are fields that someone has added.
void read_extra_fields(CheckpointReader& r, Particles& p) {
  const std::string group = fmt::format("{}/", kGrains);
  std::set<std::string> known{std::string(kNextId)};
  for_each_field(
      p, [&](const FieldInfo& info, const auto&) { known.insert(group + std::string(info.name)); });
  for (const CheckpointArray& a : r.data().arrays()) {
    if (!a.name.starts_with(group) || known.contains(a.name)) continue;
    if (!p.add_field({a.name.substr(group.size()), ""}, a.columns)) r.note(a.name);
  }
}

void read_grains(CheckpointReader& r, Particles& p) {
  p.set_next_id(r.take<Words>(std::string(kNextId), 1, 1).front());
  read_extra_fields(r, p);
  const CheckpointArray* id = r.data().find("grains/id");
  p.resize(id != nullptr ? id->rows() : 0);
  read_table(std::string(kGrains), r, p);
}

template <class Contacts>
void read_contacts(CheckpointReader& r, const std::string& group, const char* key,
                   std::uint64_t stride, Contacts& contacts) {
  const CheckpointArray* ids = r.data().find(fmt::format("{}/{}", group, key));
  const CheckpointArray* history = r.data().find(group + "/history");
  if (ids == nullptr) return r.note(fmt::format("{}/{}", group, key));
  const std::size_t rows = ids->rows();
  // So many numbers must be there before room for them is made.
  if (history == nullptr ||
      (stride > 0 ? history->rows() != rows || history->columns != stride : history->rows() != 0))
    return r.note(group + "/history");
  contacts.stride = stride;
  contacts.resize(rows);
  read_table(group, r, contacts);
}

void read_bodies(CheckpointReader& r, std::uint64_t stride, SimulationArchive& a) {
  a.points.stride = stride;
  if (r.has("shapes")) a.shapes = r.whole("shapes");
  const CheckpointArray* bodies = r.data().find("bodies/first_id");
  if (bodies == nullptr) return;
  a.bodies.records.resize(bodies->rows());
  read_table("bodies", r, a.bodies);
  const CheckpointArray* primitives = r.data().find("primitives/shape");
  a.primitives.records.resize(primitives != nullptr ? primitives->rows() : 0);
  read_table("primitives", r, a.primitives);
  read_contacts(r, "points", "i", stride, a.points);
}

void read_bonds(CheckpointReader& r, SimulationArchive& a) {
  if (!r.has("bonds/history_size")) return;
  read_contacts(r, "bonds", "i", r.whole("bonds/history_size"), a.bonds);
  if (r.has("bonds/joint_size")) a.bonds.joint_size = r.whole("bonds/joint_size");
  if (a.bonds.joint_size != 0 &&
      (a.bonds.joint_size != kJointNumbers || a.bonds.stride < kJointNumbers))
    a.bonds.joint_size = 0, r.note("bonds/joint_size");
  const CheckpointArray* breaks = r.data().find("bond_breaks/step");
  a.bond_breaks.records.resize(breaks != nullptr ? breaks->rows() : 0);
  read_table("bond_breaks", r, a.bond_breaks);
}

void read_walls(CheckpointReader& r, SimulationArchive& a) {
  const auto counts = r.take<std::vector<std::uint64_t>>("walls/motion_size");
  const std::size_t n = counts.size();
  const auto pose = r.numbers("walls/pose", 13, n), work = r.numbers("walls/work", 2, n);
  const std::vector<double> motion = r.numbers("walls/motion");
  const std::string names = r.take<std::string>("walls/name");
  std::size_t name_at = 0, used = 0;
  for (std::size_t k = 0; k < n; ++k) {
    ArchivedWall w;
    const std::size_t end = std::min(names.find('\n', name_at), names.size());
    w.name = names.substr(name_at, end - name_at);
    name_at = std::min(end + 1, names.size());
    const double* p = &pose[13 * k];
    w.pose = {vector_at(p), {p[3], p[4], p[5], p[6]}, vector_at(p + 7), vector_at(p + 10)};
    if (counts[k] > motion.size() - used) return r.note("walls/motion");
    w.motion.assign(motion.begin() + static_cast<std::ptrdiff_t>(used),
                    motion.begin() + static_cast<std::ptrdiff_t>(used + counts[k]));
    used += counts[k];
    w.work = work[2 * k], w.power = work[2 * k + 1];
    a.walls.push_back(std::move(w));
  }
}

void read_books(CheckpointReader& r, SimulationArchive& a) {
  ArchivedBooks& b = a.books;
  const auto lost = r.numbers("books/lost", 1, b.lost.size());
  const auto digits =
      r.take<std::vector<std::uint64_t>>("books/lost_digits", ExactSum::kDigits, b.lost.size());
  for (std::size_t k = 0; k < b.lost.size(); ++k) {
    ExactSum::Digits d;
    for (std::size_t n = 0; n < d.size(); ++n)
      d[n] = static_cast<std::int64_t>(digits[k * d.size() + n]);
    const bool whole = std::all_of(d.begin(), d.end() - 1, [](std::int64_t v) {
      return v >= 0 && v <= std::int64_t{0xffffffff};
    });
    if (!whole || d.back() != std::clamp<std::int64_t>(d.back(), -0x80000000LL, 0x7fffffffLL))
      return r.note("books/lost_digits");
    b.lost[k] = ExactSum::of(d);
    if (!std::isfinite(lost[k])) b.lost[k].add(lost[k]);  // has no digits
  }
  for (const EnergyChannel& c : kEnergyChannels)
    if (c.booking == EnergyBooking::by_books)
      c.of(b.booked) = r.numbers(books_name(c), 1, 1).front();
  b.booked.start = r.numbers("books/start", 1, 1).front();
  const auto power = r.numbers("books/power", 1, 3), extremes = r.numbers("books/extremes", 1, 2);
  b.gravity_power = power[0], b.source_power = power[1], b.bond_power = power[2];
  const auto edits = r.take<std::vector<std::uint64_t>>("books/edits", 1, 2);
  a.edits = {edits[0], edits[1]};
  b.greatest_overlap = extremes[0], b.smallest_radius = extremes[1];
  a.renewals = r.whole("books/renewals");
  auto timers = r.numbers("books/timers");
  if (timers.size() + 1 == a.timers.seconds.size())  // an earlier version had no `sources`
    timers.insert(timers.begin() + static_cast<int>(StepPhase::sources), 0.0);
  std::copy_n(timers.begin(), std::min(timers.size(), a.timers.seconds.size()),
              a.timers.seconds.begin());
}

void read_stages(CheckpointReader& r, SimulationArchive& a) {
  if (!r.has("stages/now")) return;
  a.stages.any = true;
  StageProgress& p = a.stages.progress;
  using Counts = std::vector<std::uint64_t>;
  const auto now = r.take<Counts>("stages/now", 1, 3);
  p.now = now[0], p.finished = now[1] != 0, p.begin.step = now[2];
  p.held = r.take<Counts>("stages/held");
  const auto done = r.take<Counts>("stages/done", 4);
  for (std::size_t k = 0; k + 4 <= done.size(); k += 4) {
    if (done[k + 2] > 2 || done[k + 3] > 0xffffffffu) return r.note("stages/done");
    p.done.push_back({done[k], done[k + 1], static_cast<StageOutcome>(done[k + 2]),
                      static_cast<std::uint32_t>(done[k + 3])});
  }
  const auto walls = r.numbers("stages/walls", 7);
  for (std::size_t k = 0; k + 7 <= walls.size(); k += 7) {
    const double* w = &walls[k];
    p.begin.walls.push_back({vector_at(w), {w[3], w[4], w[5], w[6]}, {}, {}});
  }
  p.begin.poured = r.numbers("stages/poured");
  p.begin.left = r.numbers("stages/left");
  a.stages.inlet_base = r.numbers("stages/inlet_base");
}

void read_outlets(CheckpointReader& r, SimulationArchive& a) {
  if (!r.has("outlets/grains") && !r.has("outlets/mass")) return;
  const auto grains = r.take<std::vector<std::uint64_t>>("outlets/grains");
  const auto mass = r.numbers("outlets/mass", 1, grains.size());
  for (std::size_t k = 0; k < grains.size(); ++k) a.outlets.push_back({grains[k], mass[k]});
}

}  // namespace

void add_archive(SimulationArchive&& a, CheckpointData& out) {
  out.add("state/step", "number of the last step", std::vector{a.step});
  out.add("state/dt", "s; the time is step times dt", std::vector{a.dt});
  out.add("state/hash", "state_hash of this instant", to_string(a.hash));
  out.add("state/hash_words", "the same as two numbers, the lower half first",
          std::vector{a.hash.lo, a.hash.hi});
  out.add(std::string(kNextId), "id of the next grain that enters",
          std::vector{a.grains.next_id()});
  add_table(std::string(kGrains), a.grains, out);
  a.grains = {};
  out.add("integrator/name", "its state is among the arrays of grains", a.integrator);
  out.add("contacts/history_size", "numbers that a contact remembers",
          std::vector{std::uint64_t{a.contacts.stride}});
  add_table("contacts", a.contacts, out);
  add_table("wall_contacts", a.wall_contacts, out);
  add_bodies(a, out);
  add_bonds(a, out);
  add_walls(a, out);
  std::vector<std::uint64_t> inlets;
  std::vector<double> mass;
  for (const ArchivedInlet& i : a.inlets) {
    inlets.insert(inlets.end(), {i.placed, i.tries});
    mass.push_back(i.placed_mass);
  }
  out.add("inlets/placed", "grains that entered, positions that were tried", std::move(inlets), 2);
  out.add("inlets/mass", "kg that entered", std::move(mass));
  add_outlets(a, out);
  if (!a.cell.empty())
    out.add("cell/state",
            "upper corner (m), tilts xy xz yz (m), velocity gradient xx yy zz xy xz yz (1/s), its "
            "last increment, volume times stress (J), shear so far, work (J)",
            std::move(a.cell));
  add_stages(a, out);
  add_books(a, out);
}

Result<SimulationArchive> archive_of(const CheckpointData& data) {
  CheckpointReader r(data);
  SimulationArchive a;
  a.step = r.whole("state/step");
  a.dt = r.numbers("state/dt", 1, 1).front();
  const auto hash = r.take<std::vector<std::uint64_t>>("state/hash_words", 1, 2);
  a.hash = {hash[0], hash[1]};
  read_grains(r, a.grains);
  a.integrator = r.take<std::string>("integrator/name");
  const std::uint64_t stride = r.whole("contacts/history_size");
  read_contacts(r, "contacts", "i", stride, a.contacts);
  read_contacts(r, "wall_contacts", "id", stride, a.wall_contacts);
  read_bodies(r, stride, a);
  read_walls(r, a);
  const auto mass = r.numbers("inlets/mass");
  const auto placed = r.take<std::vector<std::uint64_t>>("inlets/placed", 2, mass.size());
  for (std::size_t k = 0; k < mass.size(); ++k)
    a.inlets.push_back({placed[2 * k], placed[2 * k + 1], mass[k]});
  read_books(r, a);
  read_bonds(r, a);
  read_outlets(r, a);
  if (r.has("cell/state")) a.cell = r.numbers("cell/state");
  read_stages(r, a);
  if (!r.errors().empty()) return r.errors();
  return a;
}

}  // namespace scree
