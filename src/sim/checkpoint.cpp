#include "sim/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <span>

namespace scree {
namespace {

static_assert(sizeof(Vec3) == 3 * sizeof(double) && sizeof(Quat) == 4 * sizeof(double));

template <class T>
std::vector<double> flat(const std::vector<T>& v) {
  std::vector<double> out(v.size() * (sizeof(T) / sizeof(double)));
  if (!v.empty()) std::memcpy(out.data(), v.data(), out.size() * sizeof(double));
  return out;
}

template <class T>
std::vector<T> unflat(const std::vector<double>& v) {
  std::vector<T> out(v.size() / (sizeof(T) / sizeof(double)));
  if (!out.empty()) std::memcpy(static_cast<void*>(out.data()), v.data(), out.size() * sizeof(T));
  return out;
}

void append(std::vector<double>& out, const Vec3& v) { out.insert(out.end(), {v.x, v.y, v.z}); }
Vec3 vector_at(const double* v) { return {v[0], v[1], v[2]}; }

// --- writing -----------------------------------------------------------------------------------

void add_grains(ArchivedGrains&& g, CheckpointData& out) {
  out.add("grains/next_id", "id of the next grain that enters", std::vector{g.next_id});
  out.add("grains/id", "stable numbers, ascending; the order of all arrays of grains",
          std::move(g.id));
  out.add("grains/material", "number of the material in the scene, from 0", std::move(g.material));
  out.add("grains/flags", "1: fixed, a ball of a wall", std::move(g.flags));
  out.add("grains/body", "rigid body that the grain belongs to; 0: none", std::move(g.body));
  out.add("grains/radius", "m", std::move(g.radius));
  out.add("grains/inverse_mass", "1/kg; 0: immovable", std::move(g.inv_mass));
  out.add("grains/inverse_inertia", "1/(kg m^2)", std::move(g.inv_inertia));
  out.add("grains/position", "m; x y z of the centre", flat(g.x), 3);
  out.add("grains/velocity", "m/s", flat(g.v), 3);
  out.add("grains/spin", "rad/s", flat(g.omega), 3);
  out.add("grains/force", "N; sum of all forces at this instant", flat(g.f), 3);
  out.add("grains/torque", "N m", flat(g.tq), 3);
  out.add("grains/orientation", "unit quaternion w x y z", flat(g.q), 4);
}

void add_contacts(SimulationArchive& a, CheckpointData& out) {
  std::vector<std::uint32_t> ids;
  std::vector<double> force, moment;
  for (const ArchivedContact& c : a.contacts) {
    ids.insert(ids.end(), {c.i, c.j});
    append(force, c.force);
    append(moment, c.moment);
  }
  out.add("contacts/grains", "ids of the two grains that touch, the lower first", std::move(ids),
          2);
  out.add("contacts/force", "N; on the grain with the lower id", std::move(force), 3);
  out.add("contacts/moment", "N; normal times tangential force, a torque per lever arm",
          std::move(moment), 3);
  out.add("contacts/history_size", "numbers that a contact remembers", std::vector{a.stride});
  out.add("contacts/history", "what the contact law remembers, history_size numbers a contact",
          std::move(a.history));
}

void add_wall_contacts(SimulationArchive& a, CheckpointData& out) {
  std::vector<std::uint32_t> key;
  std::vector<double> values;
  for (const ArchivedWallContact& c : a.wall_contacts) {
    key.insert(key.end(), {c.id, c.wall, c.feature});
    for (const Vec3& v : {c.force, c.torque, c.point, c.normal, c.tangential, c.couple})
      append(values, v);
    values.push_back(c.overlap);
  }
  out.add("wall_contacts/place", "id of the grain, number of the wall, feature of its shape",
          std::move(key), 3);
  out.add("wall_contacts/values",
          "force torque point normal tangential couple (x y z each, on the grain), overlap",
          std::move(values), 19);
  out.add("wall_contacts/history", "as contacts/history", std::move(a.wall_history));
}

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
  out.add("walls/name", "one line a wall, in the order of the scene", std::move(names));
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
  const RemovedEnergy& r = a.books.removed;
  out.add("outlets/energy", "J that left: kinetic, potential, stored in contacts",
          std::vector{r.kinetic, r.potential, r.stored});
}

void add_books(const SimulationArchive& a, CheckpointData& out) {
  const ArchivedBooks& b = a.books;
  std::vector<double> lost;
  std::vector<std::uint64_t> digits;
  for (const ExactSum& sum : b.lost) {
    lost.push_back(sum.value());
    for (const std::int64_t d : sum.digits()) digits.push_back(static_cast<std::uint64_t>(d));
  }
  out.add("books/lost",
          "J: normal damping, tangential damping, sliding, rolling, cohesion, background",
          std::move(lost));
  out.add("books/lost_digits",
          "the same as exact sums: digits of 32 bits (two's complement), the first of 2^-1074 J",
          std::move(digits), ExactSum::kDigits);
  out.add("books/work",
          "J: work of gravity, W of gravity in the last step, J carried in, J at the start",
          std::vector{b.work_gravity, b.gravity_power, b.added, b.start});
  out.add("books/extremes", "greatest overlap (of the smaller radius), smallest radius (m)",
          std::vector{b.greatest_overlap, b.smallest_radius});
  out.add("books/renewals", "of the candidate list so far", std::vector{a.renewals});
  out.add("books/timers", "s of wall-clock time in each stage of the step",
          std::vector<double>(a.timers.seconds.begin(), a.timers.seconds.end()));
}

// --- reading -----------------------------------------------------------------------------------

class Reader {
 public:
  explicit Reader(const CheckpointData& data) : data_(data) {}

  // Arrays whose number of rows is told must have it.
  static constexpr std::uint64_t kAnyRows = ~std::uint64_t{0};
  template <class T>
  T take(const std::string& name, std::uint64_t columns = 1, std::uint64_t rows = kAnyRows) {
    const CheckpointArray* a = data_.find(name);
    const T* values = a != nullptr ? std::get_if<T>(&a->values) : nullptr;
    if (values == nullptr || a->columns != columns || (rows != kAnyRows && a->rows() != rows)) {
      note(name);
      return T(rows != kAnyRows ? rows * columns : 0, typename T::value_type{});
    }
    return *values;
  }
  std::vector<double> numbers(const std::string& name, std::uint64_t columns = 1,
                              std::uint64_t rows = kAnyRows) {
    return take<std::vector<double>>(name, columns, rows);
  }
  std::uint64_t whole(const std::string& name) {
    return take<std::vector<std::uint64_t>>(name, 1, 1).front();
  }
  bool has(const std::string& name) const { return data_.find(name) != nullptr; }
  void note(const std::string& name) {
    errors_.push_back({"E0915", fmt::format("`{}` is missing or has another form", name), "", ""});
  }
  const Errors& errors() const { return errors_; }

 private:
  const CheckpointData& data_;
  Errors errors_;
};

using Words = std::vector<std::uint32_t>;

void read_grains(Reader& r, ArchivedGrains& g) {
  g.next_id = r.take<Words>("grains/next_id", 1, 1).front();
  g.id = r.take<Words>("grains/id");
  const std::size_t n = g.id.size();
  g.material = r.take<Words>("grains/material", 1, n);
  g.flags = r.take<Words>("grains/flags", 1, n);
  g.body = r.take<Words>("grains/body", 1, n);
  g.radius = r.numbers("grains/radius", 1, n);
  g.inv_mass = r.numbers("grains/inverse_mass", 1, n);
  g.inv_inertia = r.numbers("grains/inverse_inertia", 1, n);
  g.x = unflat<Vec3>(r.numbers("grains/position", 3, n));
  g.v = unflat<Vec3>(r.numbers("grains/velocity", 3, n));
  g.omega = unflat<Vec3>(r.numbers("grains/spin", 3, n));
  g.f = unflat<Vec3>(r.numbers("grains/force", 3, n));
  g.tq = unflat<Vec3>(r.numbers("grains/torque", 3, n));
  g.q = unflat<Quat>(r.numbers("grains/orientation", 4, n));
}

void read_contacts(Reader& r, SimulationArchive& a) {
  const Words ids = r.take<Words>("contacts/grains", 2);
  const std::size_t n = ids.size() / 2;
  const auto force = r.numbers("contacts/force", 3, n), moment = r.numbers("contacts/moment", 3, n);
  for (std::size_t k = 0; k < n; ++k)
    a.contacts.push_back(
        {ids[2 * k], ids[2 * k + 1], vector_at(&force[3 * k]), vector_at(&moment[3 * k])});
  a.stride = r.whole("contacts/history_size");
  a.history = r.numbers("contacts/history");

  const Words key = r.take<Words>("wall_contacts/place", 3);
  const auto values = r.numbers("wall_contacts/values", 19, key.size() / 3);
  for (std::size_t k = 0; k < key.size() / 3; ++k) {
    const double* v = &values[19 * k];
    a.wall_contacts.push_back({key[3 * k], key[3 * k + 1], key[3 * k + 2], vector_at(v),
                               vector_at(v + 3), vector_at(v + 6), vector_at(v + 9),
                               vector_at(v + 12), vector_at(v + 15), v[18]});
  }
  a.wall_history = r.numbers("wall_contacts/history");
}

void read_walls(Reader& r, SimulationArchive& a) {
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

void read_books(Reader& r, SimulationArchive& a) {
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
  const auto work = r.numbers("books/work", 1, 4), extremes = r.numbers("books/extremes", 1, 2);
  b.work_gravity = work[0], b.gravity_power = work[1], b.added = work[2], b.start = work[3];
  b.greatest_overlap = extremes[0], b.smallest_radius = extremes[1];
  a.renewals = r.whole("books/renewals");
  const auto timers = r.numbers("books/timers", 1, a.timers.seconds.size());
  std::copy(timers.begin(), timers.end(), a.timers.seconds.begin());
}

void read_outlets(Reader& r, SimulationArchive& a) {
  if (!r.has("outlets/grains") && !r.has("outlets/mass") && !r.has("outlets/energy")) return;
  const auto grains = r.take<std::vector<std::uint64_t>>("outlets/grains");
  const auto mass = r.numbers("outlets/mass", 1, grains.size());
  for (std::size_t k = 0; k < grains.size(); ++k) a.outlets.push_back({grains[k], mass[k]});
  const auto energy = r.numbers("outlets/energy", 1, 3);
  a.books.removed = {energy[0], energy[1], energy[2]};
}

}  // namespace

void add_archive(SimulationArchive&& a, CheckpointData& out) {
  out.add("state/step", "number of the last step", std::vector{a.step});
  out.add("state/dt", "s; the time is step times dt", std::vector{a.dt});
  out.add("state/hash", "state_hash of this instant", to_string(a.hash));
  out.add("state/hash_words", "the same as two numbers, the lower half first",
          std::vector{a.hash.lo, a.hash.hi});
  add_grains(std::move(a.grains), out);
  out.add("integrator/name", "its own arrays follow, a row a grain", a.integrator);
  for (std::size_t k = 0; k < a.own.size(); ++k)
    out.add(fmt::format("integrator/{}", k), "an array of the integrator", flat(a.own[k]), 3);
  add_contacts(a, out);
  add_wall_contacts(a, out);
  add_walls(a, out);
  std::vector<std::uint64_t> inlets;
  std::vector<double> mass;
  for (const ArchivedInlet& i : a.inlets) {
    inlets.insert(inlets.end(), {i.placed, i.tries});
    mass.push_back(i.placed_mass);
  }
  out.add("inlets/placed", "grains that entered, places that were tried", std::move(inlets), 2);
  out.add("inlets/mass", "kg that entered", std::move(mass));
  add_outlets(a, out);
  add_books(a, out);
}

Result<SimulationArchive> archive_of(const CheckpointData& data) {
  Reader r(data);
  SimulationArchive a;
  a.step = r.whole("state/step");
  a.dt = r.numbers("state/dt", 1, 1).front();
  const auto hash = r.take<std::vector<std::uint64_t>>("state/hash_words", 1, 2);
  a.hash = {hash[0], hash[1]};
  read_grains(r, a.grains);
  a.integrator = r.take<std::string>("integrator/name");
  for (int k = 0; r.has(fmt::format("integrator/{}", k)); ++k)
    a.own.push_back(unflat<Vec3>(r.numbers(fmt::format("integrator/{}", k), 3)));
  read_contacts(r, a);
  read_walls(r, a);
  const auto mass = r.numbers("inlets/mass");
  const auto placed = r.take<std::vector<std::uint64_t>>("inlets/placed", 2, mass.size());
  for (std::size_t k = 0; k < mass.size(); ++k)
    a.inlets.push_back({placed[2 * k], placed[2 * k + 1], mass[k]});
  read_books(r, a);
  read_outlets(r, a);
  if (!r.errors().empty()) return r.errors();
  return a;
}

}  // namespace scree
