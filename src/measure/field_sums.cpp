#include "measure/field_sums.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "measure/ball_volume.hpp"
#include "measure/fixed_sums.hpp"
#include "measure/profile_sums.hpp"
#include "measure/totals.hpp"

namespace scree {
namespace {

// Cubic B-spline of unit width: integral 1, ends at |u| = 2, two continuous derivatives.
double spline(double u) {
  u = std::abs(u);
  if (u >= 2) return 0;
  const double far = 2 - u;
  return u >= 1 ? far * far * far / 6 : 2.0 / 3 - u * u * (1 - 0.5 * u);
}

// Points of the grid whose kernel a way may reach, along one axis.
struct Reach {
  std::size_t first = 0, count = 0;
};

class KernelGrid {
 public:
  KernelGrid(const TableGrid& grid, const Vec3& width, const PeriodicBox& box)
      : grid_(grid), width_(width), box_(box) {
    for (int a = 0; a < 3; ++a) {
      low_[a] = grid.origin[a] - 2 * width[a];
      const auto n = static_cast<double>(grid.count[static_cast<std::size_t>(a)]);
      high_[a] = grid.origin[a] + (n - 1) * grid.spacing[a] + 2 * width[a];
    }
  }

  double volume() const { return width_.x * width_.y * width_.z; }

  // f(point, weight) for every image of x; the kernel is weight / volume().
  template <class F>
  void at(const Vec3& x, F&& f) const {
    images(x, {}, [&](const Vec3& y) {
      Stencil s;
      if (!reach(y, {}, s)) return;
      add(y, 1, s);
      visit(s, f);
    });
  }

  // The mean of the weights along the segment from x to x + l. Between planes of the grid they are
  // polynomials of degree 9, for which five points are exact.
  template <class F>
  void along(const Vec3& x, const Vec3& l, F&& f) const {
    images(x, l, [&](const Vec3& y) {
      Stencil s;
      if (!reach(y, l, s)) return;
      static constexpr double node[] = {0, 0.53846931010568309104, 0.90617984593866399280};
      static constexpr double weight[] = {0.56888888888888888889, 0.47862867049936646804,
                                          0.23692688505618908751};
      const std::vector<double>& cuts = cuts_of(y, l);
      for (std::size_t c = 1; c < cuts.size(); ++c) {
        const double half = 0.5 * (cuts[c] - cuts[c - 1]), mid = 0.5 * (cuts[c] + cuts[c - 1]);
        if (!(half > 0)) continue;
        add(y + mid * l, half * weight[0], s);
        for (int k = 1; k < 3; ++k)
          for (const double sign : {-1.0, 1.0})
            add(y + (mid + sign * half * node[k]) * l, half * weight[k], s);
      }
      visit(s, f);
    });
  }

 private:
  struct Stencil {
    std::array<Reach, 3> r;
    std::vector<double>* weights = nullptr;
  };

  double place(int a, std::size_t k) const {
    return grid_.origin[a] + static_cast<double>(k) * grid_.spacing[a];
  }

  template <class F>
  void images(const Vec3& x, const Vec3& l, F&& f) const {
    if (!box_.any()) return f(x);
    const Vec3 more{std::abs(l.x), std::abs(l.y), std::abs(l.z)};
    for_each_image(box_, x, low_ - more, high_ + more,
                   [&](const Vec3& periods) { f(image_of(x, periods, box_)); });
  }

  bool reach(const Vec3& x, const Vec3& l, Stencil& s) const {
    std::size_t size = 1;
    for (int a = 0; a < 3; ++a) {
      const double from = std::min(x[a], x[a] + l[a]) - 2 * width_[a] - grid_.origin[a];
      const double to = std::max(x[a], x[a] + l[a]) + 2 * width_[a] - grid_.origin[a];
      const auto n = static_cast<double>(grid_.count[static_cast<std::size_t>(a)]);
      const double first = std::max(0.0, std::ceil(from / grid_.spacing[a]));
      const double last = std::min(n - 1, std::floor(to / grid_.spacing[a]));
      if (!(first <= last)) return false;
      s.r[static_cast<std::size_t>(a)] = {static_cast<std::size_t>(first),
                                          static_cast<std::size_t>(last - first) + 1};
      size *= s.r[static_cast<std::size_t>(a)].count;
    }
    thread_local std::vector<double> weights;
    weights.assign(size, 0);
    s.weights = &weights;
    return true;
  }

  void add(const Vec3& x, double factor, Stencil& s) const {
    thread_local std::array<std::vector<double>, 3> one;
    for (int a = 0; a < 3; ++a) {
      const Reach& r = s.r[static_cast<std::size_t>(a)];
      std::vector<double>& w = one[static_cast<std::size_t>(a)];
      w.resize(r.count);
      for (std::size_t k = 0; k < r.count; ++k)
        w[k] = spline((x[a] - place(a, r.first + k)) / width_[a]);
    }
    double* to = s.weights->data();
    for (const double z : one[2])
      for (const double y : one[1]) {
        const double yz = factor * y * z;
        if (yz > 0)
          for (std::size_t k = 0; k < one[0].size(); ++k) to[k] += yz * one[0][k];
        to += one[0].size();
      }
  }

  template <class F>
  void visit(const Stencil& s, F&& f) const {
    const double* w = s.weights->data();
    for (std::size_t k = 0; k < s.r[2].count; ++k)
      for (std::size_t j = 0; j < s.r[1].count; ++j) {
        const std::size_t row =
            ((s.r[2].first + k) * grid_.count[1] + s.r[1].first + j) * grid_.count[0] +
            s.r[0].first;
        for (std::size_t i = 0; i < s.r[0].count; ++i, ++w)
          if (*w > 0) f(row + i, *w);
      }
  }

  // Where the segment passes planes of the grid, continued without end, and its ends.
  const std::vector<double>& cuts_of(const Vec3& x, const Vec3& l) const {
    thread_local std::vector<double> cuts;
    cuts.assign({0, 1});
    for (int a = 0; a < 3; ++a) {
      if (l[a] == 0) continue;
      const double from = (x[a] - grid_.origin[a]) / grid_.spacing[a];
      const double to = (x[a] + l[a] - grid_.origin[a]) / grid_.spacing[a];
      for (double k = std::floor(std::min(from, to)); k <= std::ceil(std::max(from, to)); ++k)
        if (const double t = (k - from) / (to - from); t > 0 && t < 1) cuts.push_back(t);
    }
    std::sort(cuts.begin(), cuts.end());
    return cuts;
  }

  TableGrid grid_;
  Vec3 width_;
  PeriodicBox box_;
  Vec3 low_{}, high_{};
};

// Where the mass of a row moves: the centre of its body.
struct MassPoint {
  Vec3 x{}, v{};
};
MassPoint mass_point(const MeasureInput& in, std::uint32_t s) {
  const Particles& p = in.particles;
  const Vec3 arm = in.arm(s);
  return {p.xr[s].x - arm, p.vm[s].v - cross(p.ws[s].omega, arm)};
}

struct FieldBounds {
  double mass = 0, volume = 0, speed = 0, spin = 0, force = 0, line = 0;
  void operator+=(const FieldBounds& o) {
    mass = std::max(mass, o.mass), volume = std::max(volume, o.volume);
    speed = std::max(speed, o.speed), spin = std::max(spin, o.spin);
    force = std::max(force, o.force), line = std::max(line, o.line);
  }
};

constexpr std::size_t kKeys = 3;
// Columns of the table; those of the stress follow.
enum FieldColumn : std::size_t {
  kDensity = 3,
  kSolidFraction,
  kMomentum3,
  kVelocity3 = kMomentum3 + 3,
  kTemperature = kVelocity3 + 3,
  kSpin3,
  kStress9 = kSpin3 + 3,
  kKinetic6 = kStress9 + 9,
  kPressure = kKinetic6 + 6,
  kWalls3,
  kAllColumns = kWalls3 + 3
};

// The sums of one pass go to columns of the table, per volume.
void write_sums(const FixedSums& sums, double volume, std::size_t column, std::size_t count,
                std::size_t from, MeasureTable& t) {
  const std::size_t width = t.width();
  for (std::size_t row = 0; row < t.rows(); ++row)
    for (std::size_t k = 0; k < count; ++k)
      t.values[row * width + column + k] = sums.value(row, from + k) / volume;
}

MeasureInput fewer_threads(const MeasureInput& in, std::size_t points, std::size_t columns) {
  MeasureInput out = in;
  out.threads = FixedSums::threads_for_memory(points, columns, std::max(in.threads, 1));
  return out;
}

void add_densities(const MeasureInput& all, const KernelGrid& kernel, const FieldBounds& most,
                   MeasureTable& t) {
  std::vector<double> bounds{most.mass, most.volume};
  for (const double b : {most.mass * most.speed, most.mass * most.spin})
    bounds.insert(bounds.end(), 3, b);
  const MeasureInput in = fewer_threads(all, t.rows(), bounds.size());
  const auto add = [&](std::uint32_t s, FixedSums& sums) {
    const MassPoint q = mass_point(in, s);
    const double m = in.mass(s), v = ball_volume(in.particles.xr[s].r) * in.solid(s);
    const Vec3 w = in.particles.ws[s].omega;
    kernel.at(q.x, [&](std::size_t point, double weight) {
      sums.add(point, 0, weight * m), sums.add(point, 1, weight * v);
      for (int a = 0; a < 3; ++a) {
        const auto column = static_cast<std::size_t>(a);
        sums.add(point, 2 + column, weight * m * q.v[a]);
        sums.add(point, 5 + column, weight * m * w[a]);
      }
    });
  };
  const FixedSums sums = grain_totals(in, FixedSums(t.rows(), bounds), add);
  write_sums(sums, kernel.volume(), kDensity, 2, 0, t);
  write_sums(sums, kernel.volume(), kMomentum3, 3, 2, t);
  write_sums(sums, kernel.volume(), kSpin3, 3, 5, t);
}

// Velocity and spin from the densities of their momenta.
void divide_by_density(MeasureTable& t) {
  const std::size_t width = t.width();
  for (std::size_t row = 0; row < t.rows(); ++row) {
    double* v = t.values.data() + row * width;
    for (std::size_t a = 0; a < 3; ++a) {
      v[kVelocity3 + a] = v[kDensity] > 0 ? v[kMomentum3 + a] / v[kDensity] : 0;
      v[kSpin3 + a] = v[kDensity] > 0 ? v[kSpin3 + a] / v[kDensity] : 0;
    }
  }
}

// Sums of m v' v' about the velocity of each point, in a second pass; to six columns from `column`.
std::vector<double> fluctuations(const MeasureInput& all, const KernelGrid& kernel,
                                 const FieldBounds& most, const MeasureTable& t) {
  const MeasureInput in = fewer_threads(all, t.rows(), 6);
  const std::vector<double> bounds(6, 8 * most.mass * most.speed * most.speed);
  const std::size_t width = t.width();
  const auto add = [&](std::uint32_t s, FixedSums& sums) {
    const MassPoint q = mass_point(in, s);
    kernel.at(q.x, [&](std::size_t point, double weight) {
      const double* u = t.values.data() + point * width + kVelocity3;
      const Vec3 v = q.v - Vec3{u[0], u[1], u[2]};
      const double m = weight * in.mass(s);
      const double six[] = {v.x * v.x, v.y * v.y, v.z * v.z, v.x * v.y, v.x * v.z, v.y * v.z};
      for (std::size_t k = 0; k < 6; ++k) sums.add(point, k, m * six[k]);
    });
  };
  const FixedSums sums = grain_totals(in, FixedSums(t.rows(), bounds), add);
  std::vector<double> out;
  for (std::size_t row = 0; row < t.rows(); ++row)
    for (std::size_t k = 0; k < 6; ++k) out.push_back(sums.value(row, k) / kernel.volume());
  return out;
}

void add_contacts(const MeasureInput& all, const KernelGrid& kernel, MeasureTable& t) {
  const MeasureInput in = fewer_threads(all, t.rows(), 12);
  const FieldBounds most =
      contact_totals(in, FieldBounds{}, [&](const MeasureContact& c, FieldBounds& b) {
        b += FieldBounds{.force = norm(c.force), .line = norm(branch_of(in, c).line)};
      });
  std::vector<double> bounds(9, most.force * most.line);
  bounds.insert(bounds.end(), 3, most.force);
  const auto add = [&](const MeasureContact& c, FixedSums& sums) {
    const Branch3 b = branch_of(in, c);
    if (!b.known) return;
    kernel.along(b.from, b.line, [&](std::size_t point, double weight) {
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          sums.add(point, static_cast<std::size_t>(3 * i + j), -weight * c.force[i] * b.line[j]);
    });
    if (c.wall < 0) return;
    kernel.at(b.from + b.line, [&](std::size_t point, double weight) {
      for (int i = 0; i < 3; ++i)
        sums.add(point, 9 + static_cast<std::size_t>(i), weight * c.force[i]);
    });
  };
  const FixedSums sums = contact_totals(in, FixedSums(t.rows(), bounds), add);
  write_sums(sums, kernel.volume(), kStress9, 9, 0, t);
  write_sums(sums, kernel.volume(), kWalls3, 3, 9, t);
}

void write_pressure(MeasureTable& t) {
  const std::size_t width = t.width();
  for (std::size_t row = 0; row < t.rows(); ++row) {
    double* v = t.values.data() + row * width;
    v[kPressure] = (v[kStress9] + v[kStress9 + 4] + v[kStress9 + 8] + v[kKinetic6] +
                    v[kKinetic6 + 1] + v[kKinetic6 + 2]) /
                   3;
  }
}

}  // namespace

MeasureTable field_values(const MeasureInput& in, const TableGrid& grid, const Vec3& width,
                          bool contacts) {
  MeasureTable t;
  t.columns = field_columns(contacts);
  t.keys = kKeys;
  t.grid = grid;
  if (grid.rows() == 0) return t;
  const std::size_t row_size = t.width();
  t.values.assign(grid.rows() * row_size, 0);
  for (std::size_t row = 0; row < grid.rows(); ++row) {
    const Vec3 x = grid.place(row % grid.count[0], row / grid.count[0] % grid.count[1],
                              row / (grid.count[0] * grid.count[1]));
    for (int a = 0; a < 3; ++a) t.values[row * row_size + static_cast<std::size_t>(a)] = x[a];
  }
  const KernelGrid kernel(grid, width, in.box);
  const FieldBounds most = grain_totals(in, FieldBounds{}, [&](std::uint32_t s, FieldBounds& b) {
    b += FieldBounds{.mass = in.mass(s),
                     .volume = ball_volume(in.particles.xr[s].r),
                     .speed = norm(mass_point(in, s).v),
                     .spin = norm(in.particles.ws[s].omega)};
  });
  add_densities(in, kernel, most, t);
  divide_by_density(t);
  const std::vector<double> kinetic = fluctuations(in, kernel, most, t);
  for (std::size_t row = 0; row < t.rows(); ++row) {
    double* v = t.values.data() + row * row_size;
    const double* k = kinetic.data() + 6 * row;
    v[kTemperature] = v[kDensity] > 0 ? (k[0] + k[1] + k[2]) / (3 * v[kDensity]) : 0;
    if (contacts) std::copy(k, k + 6, v + kKinetic6);
  }
  if (contacts) add_contacts(in, kernel, t), write_pressure(t);
  return t;
}

MeasureTable mean_across(const MeasureTable& t, int axis) {
  const auto along = static_cast<std::size_t>(axis);
  MeasureTable out = t;
  if (t.rows() == 0) return out;
  out.grid->count[along] = 1;
  const TableGrid &from = *t.grid, &to = *out.grid;
  out.grid->origin[axis] += 0.5 * static_cast<double>(from.count[along] - 1) * from.spacing[axis];
  const std::size_t width = t.width();
  out.values.assign(to.rows() * width, 0);
  const auto n = static_cast<double>(from.count[along]);
  std::vector<double> heat(to.rows(), 0);  // density times temperature
  for (std::size_t row = 0; row < from.rows(); ++row) {
    std::array<std::size_t, 3> at{row % from.count[0], row / from.count[0] % from.count[1],
                                  row / (from.count[0] * from.count[1])};
    at[along] = 0;
    const std::size_t into = (at[2] * to.count[1] + at[1]) * to.count[0] + at[0];
    const double* v = t.values.data() + row * width;
    double* sum = out.values.data() + into * width;
    for (std::size_t c = 0; c < width; ++c) {
      const bool by_mass = c >= kSpin3 && c < kSpin3 + 3;
      sum[c] += by_mass ? v[c] * v[kDensity] : v[c];
    }
    heat[into] += v[kTemperature] * v[kDensity];
  }
  for (std::size_t row = 0; row < to.rows(); ++row) {
    double* v = out.values.data() + row * width;
    for (std::size_t c = 0; c < width; ++c) v[c] /= n;
    const bool any = v[kDensity] > 0;
    v[kTemperature] = any ? heat[row] / n / v[kDensity] : 0;
  }
  divide_by_density(out);
  return out;
}

}  // namespace scree
