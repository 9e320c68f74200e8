#include "geometry/laguerre/laguerre_gradient.hpp"

#include <omp.h>

#include <algorithm>
#include <numeric>

namespace scree::geometry {

double GradientRows::add(const Triangulation& t, Triangulation::Vertex v, const ClipBox& box,
                         std::vector<LaguerreGradient::Entry>& to) {
  if (t.hidden(v) || !(box.volume() > 0)) return 0;
  faces_.clear(), moments_.clear();
  const double volume = clipper_.clip_with_moments(t, v, box, faces_, moments_);
  double surface = 0;
  for (const LaguerreFace& f : faces_) surface += f.area;
  const std::size_t first = to.size();
  to.push_back({v, {}});
  for (std::size_t k = 0; k < moments_.size(); ++k) {
    if (!(faces_[k].area > least_face * surface)) continue;
    const Vec3 e = t.site(faces_[k].neighbour).x - t.site(v).x;
    const double share = 1 / norm(e);
    to.push_back({faces_[k].neighbour, share * (faces_[k].area * e - moments_[k])});
    to[first].slope += share * moments_[k];
  }
  std::sort(to.begin() + static_cast<std::ptrdiff_t>(first), to.end(),
            [](const auto& a, const auto& b) { return a.site < b.site; });
  return volume;
}

LaguerreGradient laguerre_gradient(const Triangulation& t, const ClipBox& box, int threads) {
  const std::size_t n = t.sites();
  constexpr std::size_t rows = 256;
  const auto blocks = static_cast<std::int64_t>((n + rows - 1) / rows);
  LaguerreGradient out{std::vector<double>(n, 0.0), std::vector<std::uint32_t>(n + 1, 0), {}};
  std::vector<std::vector<LaguerreGradient::Entry>> found(static_cast<std::size_t>(blocks));
#pragma omp parallel num_threads(threads > 0 ? threads : omp_get_max_threads())
  {
    GradientRows one;
#pragma omp for schedule(dynamic, 1)
    for (std::int64_t b = 0; b < blocks; ++b) {
      auto& block = found[static_cast<std::size_t>(b)];
      const std::size_t first = static_cast<std::size_t>(b) * rows;
      for (std::size_t i = first; i < std::min(n, first + rows); ++i) {
        const std::size_t before = block.size();
        out.volume[i] = one.add(t, static_cast<Triangulation::Vertex>(i), box, block);
        out.begin[i + 1] = static_cast<std::uint32_t>(block.size() - before);
      }
    }
  }
  std::partial_sum(out.begin.begin(), out.begin.end(), out.begin.begin());
  out.entries.reserve(out.begin.back());
  for (const auto& block : found) out.entries.insert(out.entries.end(), block.begin(), block.end());
  return out;
}

}  // namespace scree::geometry
