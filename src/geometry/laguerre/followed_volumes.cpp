#include "geometry/laguerre/followed_volumes.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>

#include "geometry/laguerre/touched_cells.hpp"

namespace scree::geometry {
namespace {

using Vertex = Triangulation::Vertex;

bool has_left(const Vec3& x, const Vec3& reference, double limit) {
  const Vec3 d = x - reference;
  return !(std::max({std::abs(d.x), std::abs(d.y), std::abs(d.z)}) < limit);
}

}  // namespace

Result<FollowedVolumes> FollowedVolumes::start(std::span<const Site> sites, const ClipBox& box,
                                               double epsilon, int threads) {
  auto t = Triangulation::build(sites);
  if (!t) return t.errors();
  FollowedVolumes f(std::move(*t));
  f.box_ = box;
  f.epsilon_ = epsilon;
  f.threads_ = std::max(threads, 1);
  for (const Site& s : sites) {
    f.x_.push_back(s.x);
    f.limit_.push_back(s.w > 0 ? 0.5 * epsilon * std::sqrt(s.w) : 0);
  }
  f.reference_ = f.x_;
  f.constant_.resize(sites.size());
  f.rows_.resize(sites.size());
  std::vector<Vertex> all(sites.size());
  for (Vertex v = 0; v < all.size(); ++v) all[v] = v;
  f.make_exact(all);
  return f;
}

std::vector<Vertex> FollowedVolumes::sites_that_left(std::span<const Vec3> x, double share) const {
  std::vector<std::vector<Vertex>> found(static_cast<std::size_t>(threads_));
#pragma omp parallel num_threads(threads_)
  {
    auto& mine = found[static_cast<std::size_t>(omp_get_thread_num())];
#pragma omp for schedule(static)  // in order, so the threads' lists are, too
    for (std::size_t i = 0; i < x.size(); ++i)
      if (has_left(x[i], reference_[i], share * limit_[i])) mine.push_back(static_cast<Vertex>(i));
  }
  std::vector<Vertex> out;
  for (const auto& f : found) out.insert(out.end(), f.begin(), f.end());
  return out;
}

// Rows are looked at one by one: a cell may remember a site that has no face with it any more, and
// its constant refers to that site's reference.
std::vector<std::uint8_t> FollowedVolumes::cells_of(const std::vector<Vertex>& moved) const {
  std::vector<std::uint8_t> is_moved(x_.size(), 0);
  for (const Vertex v : moved) is_moved[v] = 1;
  std::vector<std::uint8_t> mark = is_moved;
#pragma omp parallel for schedule(static) num_threads(threads_)
  for (std::size_t i = 0; i < rows_.size(); ++i)
    for (const LaguerreGradient::Entry& e : rows_[i]) mark[i] |= is_moved[e.site];
  for_each_neighbour(t_, moved, is_moved, threads_, [&](Vertex n) { set_mark(mark[n], 1); });
  return mark;
}

Result<std::size_t> FollowedVolumes::update(std::span<const Vec3> x) {
  std::vector<Vertex> moved;
  if (x.size() == x_.size()) moved = sites_that_left(x, 1);
  if (x.size() == x_.size() && moved.empty() && asked_.empty()) {
    std::copy(x.begin(), x.end(), x_.begin());
    return std::size_t{0};
  }
  if (!moved.empty()) moved = sites_that_left(x, 0.5);
  if (auto done = t_.move_all(x, {}, threads_); !done) return done.errors();
  std::vector<std::uint8_t> mark = cells_of(moved);
  for (const Vertex v : asked_)
    if (v < mark.size()) mark[v] = 1;
  asked_.clear();
  std::copy(x.begin(), x.end(), x_.begin());
  for (const Vertex v : moved) reference_[v] = x_[v];
  std::vector<Vertex> rows;
  for (Vertex v = 0; v < mark.size(); ++v)
    if (mark[v]) rows.push_back(v);
  make_exact(rows);
  return rows.size();
}

void FollowedVolumes::make_exact(const std::vector<Vertex>& rows) {
#pragma omp parallel num_threads(threads_)
  {
    GradientRows gradient;
#pragma omp for schedule(dynamic, 64)
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const Vertex v = rows[k];
      rows_[v].clear();
      const double volume = gradient.add(t_, v, box_, rows_[v]);
      double change = 0;
      for (const LaguerreGradient::Entry& e : rows_[v])
        change += dot(e.slope, x_[e.site] - reference_[e.site]);
      constant_[v] = volume - change;
    }
  }
}

double FollowedVolumes::volume(Vertex site) const {
  double change = 0;
  for (const LaguerreGradient::Entry& e : rows_[site])
    change += dot(e.slope, x_[e.site] - reference_[e.site]);
  return constant_[site] + change;
}

void FollowedVolumes::volumes(std::span<double> out) const {
#pragma omp parallel for schedule(static) num_threads(threads_)
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = volume(static_cast<Vertex>(i));
}

}  // namespace scree::geometry
