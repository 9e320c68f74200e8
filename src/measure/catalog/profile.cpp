// Velocity, solid fraction, granular temperature, spin and stress by layers, rings or cells.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "measure/catalog_params.hpp"
#include "measure/extent.hpp"
#include "measure/profile_sums.hpp"
#include "measure/table_measure.hpp"

namespace scree::measures {
namespace {

constexpr double kMostCells = 100000;

constexpr ParamInfo kProfileParams[] = {
    {.name = "by",
     .kind = ParamKind::choice,
     .fallback = "layers",
     .choices = "layers|rings|cells",
     .doc = "how space is cut: across an axis, around it, or into a grid of boxes"},
    {.name = "axis",
     .kind = ParamKind::choice,
     .fallback = "up",
     .choices = "up|x|y|z",
     .doc = "of layers and rings; up: against gravity"},
    {.name = "count",
     .kind = ParamKind::integer,
     .fallback = "20",
     .range = {1, 10000},
     .doc = "number of layers or rings"},
    {.name = "cells",
     .kind = ParamKind::vector,
     .doc = "number of cells along x, y and z, with by = \"cells\""},
    region_params::min_corner(
        "lowest corner of the box that is cut into layers or cells; without it one period, and "
        "along other directions what the grains take up"),
    measure_params::high,
    {.name = "centre",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .doc = "a point of the axis of rings, half-way up them; without it the middle of the grains"},
    {.name = "inner",
     .dim = dim::length,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "inner radius of the first ring"},
    {.name = "radius",
     .dim = dim::length,
     .range = range::positive,
     .doc = "outer radius of the last ring; without it that of the farthest grain"},
    {.name = "height",
     .dim = dim::length,
     .range = range::positive,
     .doc = "of the rings, half of it on each side of the centre; without it one period, or the "
            "height of the grains"},
    {.name = "stress",
     .kind = ParamKind::boolean,
     .fallback = "true",
     .doc = "give the stress; needs the contacts"},
    {.name = "kinetic",
     .kind = ParamKind::boolean,
     .fallback = "false",
     .doc = "add the momentum that velocity fluctuations carry to the stress"},
};

// Bins, and where each of them is.
struct ProfileSpace {
  std::unique_ptr<Bins> bins;
  LocalFrame frame;
  std::optional<TableGrid> grid;
  std::vector<double> place;  // of layers and rings
};

class Profile final : public TableMeasure {
 public:
  explicit Profile(const ParamSet& p)
      : p_(p), by_(p.text("by")), stress_(p.boolean("stress")), kinetic_(p.boolean("kinetic")) {
    for (std::size_t a = 0; a < 3 && by_ == "cells"; ++a)
      cells_[a] = static_cast<std::size_t>(p.vector("cells")[static_cast<int>(a)]);
    rows_ = by_ == "cells" ? cells_[0] * cells_[1] * cells_[2]
                           : static_cast<std::size_t>(p.integer("count"));
  }

  std::size_t rows() const override { return rows_; }

  std::vector<ColumnInfo> table_columns() const override {
    const bool round = by_ == "rings";
    const std::array<const char*, 3> d =
        round ? std::array{"radial", "around", "along"} : std::array{"x", "y", "z"};
    std::vector<ColumnInfo> out;
    if (by_ == "cells")
      for (const char* a : d) out.push_back({a, "m", "middle of the cell"});
    else if (round)
      out.push_back({"radius", "m", "middle of the ring"});
    else
      out.push_back({"position", "m", "middle of the layer, along the axis"});
    out.push_back({"grains", "", "number of grains, each by its share inside"});
    out.push_back({"solid_fraction", "", "share of the space that grains fill"});
    for (const char* a : d)
      out.push_back({std::string("velocity_") + a, "m/s", "mean velocity, by mass"});
    out.push_back({"temperature", "m²/s²", "a third of the mean square of velocity fluctuations"});
    for (const char* a : d)
      out.push_back({std::string("spin_") + a, "rad/s", "mean angular velocity, by mass"});
    out.push_back({"mean_diameter", "m", "by mass"});
    if (stress_) add_stress(round, d, out);
    return out;
  }

  std::optional<Error> check(const MeasureInput& in) const override {
    if (stress_ && !in.contacts_known) {
      Error e = *measure_params::need_contacts(in);
      e.hint = "`stress = false` gives the rest; or " + e.hint;
      return e;
    }
    if (by_ != "cells" && axis_number(in) < 0)
      return Error{"E0672", "gravity is along none of x, y and z: layers cannot follow `up`", "",
                   "name an axis, for example axis = \"y\" for the normal of a chute",
                   Subject::of_key("axis")};
    if (auto tilted = need_upright(in.box)) return tilted;
    const bool flat = in.particles.dimensions() == Dimensions::two;
    if (flat && by_ == "rings") return measure_params::need_space(in);
    if (flat && cells_[2] > 1)
      return Error{"E0673", "in two dimensions a grid is one cell deep", "", "cells = [20, 10, 1]",
                   Subject::of_key("cells")};
    const SpaceExtent e = extent(in);
    const double more = by_ == "rings" ? 2 * p_.number_or("radius", 0) : 0;
    return too_many_images(in.box, e.high - e.low + Vec3{more, more, more});
  }

  MeasureTable table(const MeasureInput& in) override {
    MeasureTable t;
    t.columns = table_columns();
    t.keys = by_ == "cells" ? 3 : 1;
    const ProfileSpace space = cut(in);
    t.grid = space.grid;
    if (by_ != "cells") t.grid.reset();
    fill(in, space, t);
    return t;
  }

 private:
  static void add_stress(bool round, const std::array<const char*, 3>& d,
                         std::vector<ColumnInfo>& out) {
    for (const auto& [a, b] :
         {std::pair<std::size_t, std::size_t>{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}})
      out.push_back({fmt::format("stress_{}{}{}", d[a], round ? "_" : "", d[b]), "Pa",
                     "mean stress, positive in compression"});
    out.push_back({"pressure", "Pa", "a third of the trace of the stress"});
  }

  // 0, 1, 2; -1: oblique.
  int axis_number(const MeasureInput& in) const {
    const Vec3 axis = measure_params::axis_of(p_.text("axis"), in);
    for (int a = 0; a < 3; ++a)
      if (std::abs(axis[a]) > 1 - 1e-12) return a;
    return -1;
  }

  SpaceExtent extent(const MeasureInput& in) const {
    SpaceExtent e = space_extent(in);
    if (p_.has("min")) e = {p_.vector("min"), p_.vector("max")};
    if (in.particles.dimensions() == Dimensions::two) e.low.z = -0.5, e.high.z = 0.5;  // 1 m deep
    return e;
  }

  ProfileSpace cut(const MeasureInput& in) const {
    ProfileSpace out;
    const SpaceExtent e = extent(in);
    // A film may turn gravity: then the axis that is nearest.
    int axis = axis_number(in);
    if (axis < 0) axis = 1;
    if (by_ == "rings") {
      const RingBins::Shape shape = ring_shape(in, e, axis);
      auto rings = std::make_unique<RingBins>(in.box, shape);
      for (std::size_t k = 0; k < rows_; ++k) out.place.push_back(rings->middle(k));
      out.frame = LocalFrame(shape.centre, axis);
      out.bins = std::move(rings);
      return out;
    }
    TableGrid g{.origin = e.low};
    for (int a = 0; a < 3; ++a) {
      auto& n = g.count[static_cast<std::size_t>(a)];
      n = by_ == "cells" ? cells_[static_cast<std::size_t>(a)] : a == axis ? rows_ : 1;
      g.spacing[a] = (e.high[a] - e.low[a]) / static_cast<double>(n);
    }
    for (std::size_t k = 0; k < rows_ && by_ == "layers"; ++k)
      out.place.push_back(e.low[axis] + (static_cast<double>(k) + 0.5) * g.spacing[axis]);
    out.grid = g;
    out.bins = std::make_unique<BoxBins>(in.box, g, in.particles.dimensions());
    return out;
  }

  RingBins::Shape ring_shape(const MeasureInput& in, const SpaceExtent& e, int axis) const {
    RingBins::Shape s{.axis = axis, .inner = p_.number("inner"), .count = rows_};
    s.centre = p_.has("centre") ? p_.vector("centre") : 0.5 * (e.low + e.high);
    s.half_height = 0.5 * p_.number_or("height", e.high[axis] - e.low[axis]);
    // Without a height the rings end where the grains do, wherever the centre is.
    if (!p_.has("height")) s.centre[axis] = 0.5 * (e.low[axis] + e.high[axis]);
    s.radius = p_.has("radius") ? p_.number("radius") : farthest(in, s);
    if (!(s.radius > s.inner)) s.radius = s.inner + 1;
    return s;
  }

  static double farthest(const MeasureInput& in, const RingBins::Shape& s) {
    struct Far {
      double most = 0;
      void operator+=(const Far& o) { most = std::max(most, o.most); }
    };
    return grain_totals(in, Far{},
                        [&](std::uint32_t row, Far& far) {
                          Vec3 d = in.particles.xr[row].x - s.centre;
                          d[s.axis] = 0;
                          far.most = std::max(far.most, norm(d) + in.particles.xr[row].r);
                        })
        .most;
  }

  void fill(const MeasureInput& in, const ProfileSpace& space, MeasureTable& t) const {
    const std::vector<BinValues> all =
        bin_values(in, *space.bins, space.frame, stress_ && in.contacts_known);
    t.values.reserve(all.size() * t.width());
    const auto add = [&t](std::initializer_list<double> v) {
      t.values.insert(t.values.end(), v.begin(), v.end());
    };
    for (std::size_t k = 0; k < all.size(); ++k) {
      const BinValues& b = all[k];
      if (by_ == "cells") {
        const TableGrid& g = *space.grid;
        const Vec3 x =
            g.place(k % g.count[0], k / g.count[0] % g.count[1], k / (g.count[0] * g.count[1]));
        add({x.x, x.y, x.z});
      } else {
        add({space.place[k]});
      }
      const double volume = space.bins->volume(k);
      add({b.grains, volume > 0 ? b.solid / volume : 0, b.velocity.x, b.velocity.y, b.velocity.z,
           b.mass > 0 ? b.fluctuation.trace() / (3 * b.mass) : 0, b.spin.x, b.spin.y, b.spin.z,
           b.diameter});
      if (!stress_) continue;
      SymTensor s = b.branches;
      if (kinetic_) {
        const SymTensor& f = b.fluctuation;
        s = {s.xx + f.xx, s.yy + f.yy, s.zz + f.zz, s.xy + f.xy, s.xz + f.xz, s.yz + f.yz};
      }
      s.scale(volume > 0 ? 1 / volume : 0);
      add({s.xx, s.yy, s.zz, s.xy, s.xz, s.yz, s.trace() / 3});
    }
  }

  ParamSet p_;
  std::string by_;
  bool stress_, kinetic_;
  std::array<std::size_t, 3> cells_{1, 1, 1};
  std::size_t rows_ = 1;
};

std::optional<Error> wrong_cells(const ParamSet& p) {
  const auto say = [](std::string message, std::string hint) {
    return Error{"E0673", std::move(message), "", std::move(hint), Subject::of_key("cells")};
  };
  if (!p.has("cells"))
    return say("`by = \"cells\"` needs `cells`, how many along x, y and z",
               "for example cells = [20, 10, 1]");
  const Vec3 n = p.vector("cells");
  for (int a = 0; a < 3; ++a)
    if (!(n[a] >= 1 && n[a] == std::floor(n[a])))
      return say(fmt::format("`cells` are whole numbers from 1 on, not {}", n[a]),
                 "for example cells = [20, 10, 1]");
  if (n.x * n.y * n.z > kMostCells)
    return say(fmt::format("{} cells are more than the {} that one table may have", n.x * n.y * n.z,
                           kMostCells),
               "take fewer, or the measure `field` for a fine grid");
  return std::nullopt;
}

Result<std::unique_ptr<Measure>> make_profile(const ParamSet& p) {
  const std::string& by = p.text("by");
  if (by == "cells")
    if (auto e = wrong_cells(p)) return *e;
  if (by != "cells" && p.has("cells"))
    return Error{"E0673", fmt::format("`cells` belongs to by = \"cells\", here it is \"{}\"", by),
                 "", "their number is `count`", Subject::of_key("cells")};
  if (auto wrong = measure_params::wrong_box(p)) return *wrong;
  if (p.has("min") && by == "rings")
    return Error{"E0673", "rings have no corners `min` and `max`", "",
                 "give `centre`, `radius`, `inner` and `height`", Subject::of_key("min")};
  for (const char* key : {"centre", "radius", "height"})
    if (by != "rings" && p.has(key))
      return Error{"E0673",
                   fmt::format("`{}` belongs to by = \"rings\", here it is \"{}\"", key, by), "",
                   "give the corners `min` and `max`", Subject::of_key(key)};
  if (p.has("radius") && !(p.number("radius") > p.number("inner")))
    return Error{"E0104", "`inner` must be smaller than `radius`", "", "",
                 Subject::of_key("inner")};
  return std::unique_ptr<Measure>(new Profile(p));
}

}  // namespace

extern const MeasureEntry profile_entry;
const MeasureEntry profile_entry{.info = {"profile",
                                          "table: solid fraction, velocity, temperature, spin, "
                                          "grain size and stress by layers, rings or "
                                          "cells",
                                          "", kProfileParams},
                                 .make = make_profile};

}  // namespace scree::measures
