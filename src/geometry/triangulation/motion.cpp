#include "geometry/triangulation/motion.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scree::geometry {

void Motion::start(std::span<const Vec3> x, std::span<const double> weights) {
  x_ = x, weights_ = weights;
  everyone_ = true;
  frame_ = {};
  moving_.clear(), held_.clear();
}

void Motion::fit_frame(const Mesh& mesh) {
  frame_ = frame_of({mesh.sites.data(), mesh.sites.count()}, x_);
}

void Motion::start_first_round(const Mesh& mesh) {
  moves_.assign(mesh.sites.size(), 1);
  for (const Vertex v : mesh.sites.removed_rows()) moves_[v] = 0;
  core_before_ = frame_(mesh.core.x);
}

void Motion::start_second_round(const Mesh& mesh) {
  moving_.swap(held_);
  held_.clear();
  everyone_ = false;
  frame_ = {};
  core_before_ = mesh.core.x;
  std::fill(moves_.begin(), moves_.end(), std::uint8_t(0));
  for (const Vertex v : moving_) moves_[v] = 1;
}

double Motion::mean_distance(const Mesh& mesh) const {
  const std::size_t step = std::max<std::size_t>(1, mesh.sites.count() / 4096);
  double sum = 0, sites = 0;
  for (std::size_t i = 0; i < mesh.sites.count(); i += step) {
    const auto v = static_cast<Vertex>(i);
    if (mesh.cells.removed(v)) continue;
    const double e = distance(mesh, v) / mesh.budgets.unit();
    const bool all = !(e < Budgets::largest) || weight_changes(mesh, v);
    sum += all ? Budgets::largest : e, ++sites;
  }
  return sites > 0 ? sum / sites : 0;
}

int Motion::orientation(const Mesh& mesh, const std::array<Vertex, 4>& v, Vertex held) const {
  const auto x = [&](Vertex s) {
    if (s == infinite_vertex) return mesh.core.x;
    return s == held ? position_before(mesh, s) : position(mesh, s);
  };
  const int sign = orient3d(x(v[0]), x(v[1]), x(v[2]), x(v[3]));
  return std::find(v.begin(), v.end(), infinite_vertex) == v.end() ? sign : -sign;
}

void Motion::hold_back(Mesh& mesh, Vertex v) {
  moves_[v] = 0;
  mesh.sites[v].x = position_before(mesh, v);
  held_.push_back(v);
}

bool Motion::move_everyone(Mesh& mesh, int threads) {
  const Sites& sites = mesh.sites;
  if (before_.capacity() < sites.size()) before_ = long_array<Site>(sites.size());
  before_.resize(sites.size());
  const auto count = static_cast<std::int64_t>(sites.count());
  bool wrong = false;
#pragma omp parallel for schedule(static) num_threads(threads) reduction(|| : wrong)
  for (std::int64_t i = 0; i < count; ++i) {
    const auto v = static_cast<Vertex>(i);
    const Site to{x_[v], weight(mesh, v)};
    const bool here = !mesh.cells.removed(v);
    before_[v] = here ? to : sites[v];
    wrong = wrong || (here && !in_exact_domain(to));
  }
  std::copy(sites.all().begin() + count, sites.all().end(), before_.begin() + count);
  if (!wrong) mesh.sites.swap(before_);
  return !wrong;
}

void Motion::commit(Mesh& mesh, int threads) const {
  if (!everyone_) {
    for (const Vertex v : moving_)
      if (moves_[v]) mesh.sites[v].x = x_[v];
    return;
  }
  if (!mesh.budgets.on()) return;
  const auto count = static_cast<std::int64_t>(mesh.sites.count());
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::int64_t i = 0; i < count; ++i) {
    const auto v = static_cast<Vertex>(i);
    if (moves_[v]) mesh.sites[v].x = x_[v];
    if (!weights_.empty() && !mesh.cells.removed(v)) mesh.sites[v].w = weights_[v];
  }
}

void Motion::move_all_rows(Mesh& mesh) const {
  for (Vertex v = 0; v < mesh.sites.count(); ++v)
    if (!mesh.cells.removed(v)) mesh.sites[v] = {x_[v], weight(mesh, v)};
}

Errors Motion::errors(const Mesh& mesh) const {
  Errors errors;
  for (Vertex v = 0; v < mesh.sites.count() && errors.size() < 10; ++v) {
    const Vec3& x = x_[v];
    const double w = weight(mesh, v);
    if (mesh.cells.removed(v) || in_exact_domain({x, w})) continue;
    errors.push_back({"E0801",
                      fmt::format("({}, {}, {}) with weight {} cannot be triangulated exactly", x.x,
                                  x.y, x.z, w),
                      fmt::format("site {}", v), ""});
  }
  return errors;
}

std::size_t Motion::memory_bytes() const {
  return capacity_bytes(moves_) + capacity_bytes(moving_) + capacity_bytes(held_) +
         capacity_bytes(before_);
}

}  // namespace scree::geometry
