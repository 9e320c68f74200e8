#include "sim/engines/source_list.hpp"

#include <algorithm>

namespace scree {

Vec3 SourceView::between(std::uint32_t a, std::uint32_t b) const {
  const Vec3 length = box.lengths(), inverse = box.inverse_lengths();
  if (p.id[a] < p.id[b]) return nearest_image(p.xr[b].x - p.xr[a].x, length, inverse);
  return -nearest_image(p.xr[a].x - p.xr[b].x, length, inverse);
}

double SourceList::range(const World& world) {
  double range = 0;
  for (const auto& s : world.sources) range = std::max(range, s->range());
  return range;
}

void SourceList::plan(const World& world, const NearList& near, const PointContacts& points) {
  neighbour_begin_.clear();
  neighbour_.clear();
  const bool wanted = std::any_of(world.sources.begin(), world.sources.end(),
                                  [](const auto& s) { return s->range() >= 0; });
  if (!wanted) return;
  const Particles& p = world.particles;
  neighbour_begin_.assign(p.size() + 1, 0);
  const auto each_pair = [&](const auto& f) {
    for (std::size_t c = 0; c < near.size(); ++c) f(near.owner[c], near.other[c]);
    for (const PointPair& pair : points.pairs())
      if (!pair.at_wall()) f(pair.i, pair.j);
  };
  each_pair([&](std::uint32_t i, std::uint32_t j) {
    ++neighbour_begin_[i + 1];
    ++neighbour_begin_[j + 1];
  });
  for (std::size_t s = 0; s < p.size(); ++s) neighbour_begin_[s + 1] += neighbour_begin_[s];
  neighbour_.resize(neighbour_begin_.back());
  std::vector<std::uint32_t> next(neighbour_begin_.begin(), neighbour_begin_.end() - 1);
  each_pair([&](std::uint32_t i, std::uint32_t j) {
    neighbour_[next[i]++] = j;
    neighbour_[next[j]++] = i;
  });
  for (std::size_t s = 0; s < p.size(); ++s)
    std::sort(neighbour_.begin() + neighbour_begin_[s],
              neighbour_.begin() + neighbour_begin_[s + 1],
              [&](std::uint32_t a, std::uint32_t b) { return p.id[a] < p.id[b]; });
}

void SourceList::act(const World& world, double time, int threads) {
  if (world.sources.empty()) return;
  const Particles& p = world.particles;
  const auto rows = static_cast<std::int64_t>(p.size());
  f_.assign(p.size(), {});
  tq_.assign(p.size(), {});
  for (const auto& source : world.sources) {
    const auto width = static_cast<std::size_t>(source->values());
    values_.assign(p.size() * width, 0.0);
    next_.assign(values_.size(), 0.0);
    SourceView view{p, world.bodies, world.box, time, world.dt, values_, {}, {}, {}};
    if (source->range() >= 0) view.neighbour_begin = neighbour_begin_, view.neighbour = neighbour_;
    const std::shared_ptr<const void> prepared = source->prepare(view);
    view.prepared = prepared.get();
    for (int pass = 0; width > 0 && pass < source->passes(); ++pass) {
#pragma omp parallel for schedule(static) num_threads(threads)
      for (std::int64_t s = 0; s < rows; ++s) {
        const auto at = static_cast<std::ptrdiff_t>(static_cast<std::size_t>(s) * width);
        std::copy_n(values_.begin() + at, width, next_.begin() + at);
        source->value(pass, view, static_cast<std::uint32_t>(s), next_.data() + at);
      }
      values_.swap(next_);
      view.values = values_;
    }
#pragma omp parallel for schedule(static) num_threads(threads)
    for (std::int64_t s = 0; s < rows; ++s) {
      if (p.vm[static_cast<std::size_t>(s)].inv_mass == 0) continue;
      Vec3 f{}, tq{};
      source->act(view, static_cast<std::uint32_t>(s), f, tq);
      f_[static_cast<std::size_t>(s)] += f;
      tq_[static_cast<std::size_t>(s)] += tq;
    }
  }
}

void SourceList::add(const World& world, std::span<const Vec3> forces, int threads) {
  if (world.sources.empty()) f_.assign(forces.size(), {}), tq_.assign(forces.size(), {});
#pragma omp parallel for schedule(static) num_threads(std::max(threads, 1))
  for (std::size_t s = 0; s < forces.size(); ++s) f_[s] += forces[s];
}

void SourceList::keep_rows(std::span<const std::uint32_t> keep) {
  if (f_.empty()) return;
  std::vector<Vec3> f(keep.size()), tq(keep.size());
  for (std::size_t k = 0; k < keep.size(); ++k)
    if (keep[k] < f_.size()) f[k] = f_[keep[k]], tq[k] = tq_[keep[k]];  // others are newcomers
  f_.swap(f), tq_.swap(tq);
}

void SourceList::gather(std::uint32_t first, std::uint32_t last, Vec3* f, Vec3* tq) const {
  if (f_.empty()) return;
  for (std::uint32_t s = first; s < last; ++s) {
    f[s - first] += f_[s];
    tq[s - first] += tq_[s];
  }
}

double SourceList::power(const Particles& p, int threads) const {
  ExactSum sum;
#pragma omp parallel num_threads(std::max(threads, 1))
  {
    ExactSum mine;
#pragma omp for schedule(static)
    for (std::size_t s = 0; s < f_.size(); ++s)
      mine.add(dot(f_[s], p.vm[s].v) + dot(tq_[s], p.ws[s].omega));
#pragma omp critical
    sum.add(mine);
  }
  return sum.value();
}

}  // namespace scree
