// Grains that are followed: their path, speed and contacts; or the means of a group.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "measure/body_list.hpp"
#include "measure/catalog_params.hpp"
#include "measure/partners.hpp"

namespace scree::measures {
namespace {

constexpr ParamInfo kTrackParams[] = {
    {.name = "grains",
     .kind = ParamKind::numbers,
     .range = {0, 4294967294.0},
     .doc = "ids of grains, each with columns of its own; without them the means of a group"},
    {.name = "material",
     .kind = ParamKind::integer,
     .range = {0, 65535},
     .doc = "only grains of this material, by its number in the order of the scene"},
    {.name = "larger",
     .dim = dim::length,
     .range = range::non_negative,
     .doc = "only grains of at least this diameter; of clumps that of a ball of their volume"},
    {.name = "smaller",
     .dim = dim::length,
     .range = range::positive,
     .doc = "only grains below this diameter"},
};

constexpr std::size_t kMostFollowed = 1000;

// Where a followed grain was, and how far it has come.
struct Follower {
  bool seen = false;
  Vec3 last{}, moved{};  // moved: unfolded, since it was first seen
  double path = 0;

  void go_to(const Vec3& x, const PeriodicBox& box) {
    if (seen) {
      const Vec3 step = box.nearest(x - last);
      moved += step;
      path += norm(step);
    }
    seen = true;
    last = x;
  }
};

class Track final : public Measure {
 public:
  explicit Track(const ParamSet& p) : p_(p), each_(p.has("grains")) {
    if (each_)
      for (const double id : p.numbers("grains")) ids_.push_back(static_cast<std::uint32_t>(id));
    followers_.resize(ids_.size());
  }

  std::vector<ColumnInfo> columns() const override {
    std::vector<ColumnInfo> out;
    if (!each_) {
      out = one("", " of the group");
      out.push_back({"grains", "", "number of grains in the group"});
      return out;
    }
    for (const std::uint32_t id : ids_)
      for (ColumnInfo& c : one(fmt::format("_{}", id), fmt::format(" of grain {}", id)))
        out.push_back(std::move(c));
    return out;
  }

  bool has_memory() const override { return true; }
  // Of each grain: its id, whether it was seen, where it was, how far it moved, its path.
  std::vector<double> state() const override {
    std::vector<double> out;
    for (std::size_t k = 0; k < followers_.size(); ++k) {
      const Follower& f = followers_[k];
      out.insert(out.end(), {static_cast<double>(ids_[k]), f.seen ? 1.0 : 0.0, f.last.x, f.last.y,
                             f.last.z, f.moved.x, f.moved.y, f.moved.z, f.path});
    }
    out.push_back(static_cast<double>(followers_.size()));
    return out;
  }
  bool restore(std::span<const double> v) override {
    if (v.empty() || v.size() % kNumbers != 1 ||
        v.back() != static_cast<double>(v.size() / kNumbers))
      return false;
    std::vector<std::uint32_t> ids;
    std::vector<Follower> followers;
    for (std::size_t k = 0; k + 1 < v.size(); k += kNumbers) {
      if (!(v[k] >= 0 && v[k] < 4294967295.0)) return false;
      ids.push_back(static_cast<std::uint32_t>(v[k]));
      followers.push_back({v[k + 1] != 0,
                           {v[k + 2], v[k + 3], v[k + 4]},
                           {v[k + 5], v[k + 6], v[k + 7]},
                           v[k + 8]});
    }
    if (each_ ? ids != ids_ : !std::is_sorted(ids.begin(), ids.end())) return false;
    ids_ = std::move(ids), followers_ = std::move(followers);
    return true;
  }

  void evaluate(const MeasureInput& in, std::span<double> out) override {
    std::fill(out.begin(), out.end(), 0.0);
    std::vector<std::uint32_t> contacts(in.particles.row_of().size(), 0);
    count_contacts(in, contacts);
    if (each_) {
      for (std::size_t k = 0; k < ids_.size(); ++k) {
        const std::uint32_t row = row_of(in.particles, ParticleId{ids_[k]});
        if (row == Particles::kNoRow) {  // gone: it keeps its path
          out[k * kColumns + 7] = followers_[k].path;
          out[k * kColumns + 8] = norm(followers_[k].moved);
          continue;
        }
        followers_[k].go_to(in.particles.xr[row].x, in.box);
        write(in, row, followers_[k], contacts, out.subspan(k * kColumns, kColumns));
      }
      return;
    }
    means(in, contacts, out);
  }

 private:
  static constexpr std::size_t kNumbers = 9, kColumns = 10;

  static std::vector<ColumnInfo> one(const std::string& end, const std::string& whose) {
    const std::string mean = end.empty() ? "mean of the " : "";
    return {{"x" + end, "m", mean + "place along x" + whose},
            {"y" + end, "m", mean + "place along y" + whose},
            {"z" + end, "m", mean + "place along z" + whose},
            {"velocity_x" + end, "m/s", mean + "velocity along x" + whose},
            {"velocity_y" + end, "m/s", mean + "velocity along y" + whose},
            {"velocity_z" + end, "m/s", mean + "velocity along z" + whose},
            {"speed" + end, "m/s", mean + "speed" + whose},
            {"path" + end, "m",
             mean + "length of the way that was seen, from one evaluation to the next" + whose},
            {"displacement" + end, "m",
             mean + "distance from where the way began, through periodic faces as it went" + whose},
            {"contacts" + end, "", mean + "number of contacts" + whose}};
  }

  // By id: how many balls, bodies and walls touch it.
  static void count_contacts(const MeasureInput& in, std::vector<std::uint32_t>& contacts) {
    if (!in.contacts_known) return;
    struct Ends {
      std::vector<std::uint32_t> ids;
      void operator+=(const Ends& o) { ids.insert(ids.end(), o.ids.begin(), o.ids.end()); }
    };
    const Ends ends = partner_totals(in, Ends{}, [](const MeasureContact& c, Ends& total) {
      total.ids.push_back(c.i.value);
      if (c.wall < 0) total.ids.push_back(c.j.value);
    });
    for (const std::uint32_t id : ends.ids)
      if (id < contacts.size()) ++contacts[id];
  }

  static void write(const MeasureInput& in, std::uint32_t row, const Follower& f,
                    const std::vector<std::uint32_t>& contacts, std::span<double> out) {
    const Vec3 x = in.particles.xr[row].x, v = in.particles.vm[row].v;
    const double values[kColumns] = {
        x.x,           x.y,
        x.z,           v.x,
        v.y,           v.z,
        norm(v),       f.path,
        norm(f.moved), static_cast<double>(contacts[in.particles.id[row].value])};
    std::copy(std::begin(values), std::end(values), out.begin());
  }

  bool is_chosen(const MeasureInput& in, const WholeGrain& g) const {
    if (p_.has("material") &&
        static_cast<std::int64_t>(in.particles.ws[g.row].material) != p_.integer("material"))
      return false;
    const double d = diameter_of(g.volume, in.particles.dimensions());
    return (!p_.has("larger") || d >= p_.number("larger") * (1 - 1e-12)) &&
           (!p_.has("smaller") || d < p_.number("smaller") * (1 - 1e-12));
  }

  // Of the grains that are there now; each one's way begins when it comes.
  void means(const MeasureInput& in, const std::vector<std::uint32_t>& contacts,
             std::span<double> out) {
    std::vector<std::uint32_t> ids;
    std::vector<Follower> followers;
    ExactSum sum[kColumns];
    // Of bodies the contacts of all their balls.
    std::map<std::uint32_t, std::uint32_t> of_body;
    for (std::uint32_t row = 0; row < in.particles.size(); ++row)
      if (in.particles.ws[row].body != 0)
        of_body[in.particles.ws[row].body] += contacts[in.particles.id[row].value];
    for (const WholeGrain& g : whole_grains(in)) {
      if (!is_chosen(in, g)) continue;
      const std::uint32_t id = in.particles.id[g.row].value;
      const auto known = std::lower_bound(ids_.begin(), ids_.end(), id);
      Follower f;
      if (known != ids_.end() && *known == id)
        f = followers_[static_cast<std::size_t>(known - ids_.begin())];
      f.go_to(g.x, in.box);
      const Vec3 v = in.particles.vm[g.row].v;
      const std::uint32_t body = in.particles.ws[g.row].body;
      const double values[kColumns] = {
          g.x.x,         g.x.y,
          g.x.z,         v.x,
          v.y,           v.z,
          norm(v),       f.path,
          norm(f.moved), static_cast<double>(body ? of_body[body] : contacts[id])};
      for (std::size_t k = 0; k < kColumns; ++k) sum[k] += values[k];
      ids.push_back(id), followers.push_back(f);
    }
    const auto n = static_cast<double>(ids.size());
    for (std::size_t k = 0; k < kColumns && n > 0; ++k) out[k] = sum[k].value() / n;
    out[kColumns] = n;
    ids_ = std::move(ids), followers_ = std::move(followers);
  }

  ParamSet p_;
  bool each_;
  std::vector<std::uint32_t> ids_;  // of a group in rising order
  std::vector<Follower> followers_;
};

Result<std::unique_ptr<Measure>> make_track(const ParamSet& p) {
  const auto wrong = [](const char* key, std::string message, std::string hint = {}) {
    return Error{"E0104", std::move(message), "", std::move(hint), Subject::of_key(key)};
  };
  if (p.has("smaller") && p.has("larger") && !(p.number("larger") < p.number("smaller")))
    return wrong("larger", "`larger` must be below `smaller`");
  if (!p.has("grains")) return std::unique_ptr<Measure>(new Track(p));
  for (const char* key : {"material", "larger", "smaller"})
    if (p.has(key))
      return wrong(key, fmt::format("`grains` names its grains: `{}` chooses a group", key),
                   "leave one of the two out");
  std::vector<double> ids = p.numbers("grains");
  for (const double id : ids)
    if (id != std::floor(id))
      return wrong("grains", fmt::format("{} is not the id of a grain", id), "ids are whole");
  std::sort(ids.begin(), ids.end());
  if (ids.empty() || ids.size() > kMostFollowed)
    return wrong("grains", fmt::format("{} grains cannot be followed one by one", ids.size()),
                 fmt::format("1 to {}; of more the means of a group", kMostFollowed));
  if (std::adjacent_find(ids.begin(), ids.end()) != ids.end())
    return wrong("grains", "a grain is named twice");
  return std::unique_ptr<Measure>(new Track(p));
}

}  // namespace

extern const MeasureEntry track_entry;
const MeasureEntry track_entry{
    .info = {"track", "path, speed and contacts of chosen grains, or the means of a group", "",
             kTrackParams},
    .make = make_track};

}  // namespace scree::measures
