#include "run/film_stand.hpp"

namespace scree::run {

Result<Done> settle(const StoredRun& run, const std::vector<std::size_t>& frames,
                    render::Options& o, double orbit) {
  const auto first = run.frame(frames.front());
  if (!first) return first.errors();
  render::CameraFit fit(first->up, render::view_of(*first, o.view), render::area_for(o));
  FrameBounds focus, all;
  for (const std::size_t k : frames) {
    const auto frame = run.frame(k);
    if (!frame) return frame.errors();
    fit.include(*frame, o.walls && o.view.fit_walls);
    const FrameBounds seen = render::focus_of(*frame, o.walls && o.view.fit_walls);
    if (!seen.empty()) all.include(seen.lo), all.include(seen.hi);
    const FrameBounds own = render::light_focus(*frame);
    focus.include(own.lo), focus.include(own.hi);
  }
  o.stand = render::Stand{fit.camera(), focus};
  if (orbit != 0 && !all.empty())
    o.view = render::orbit_view(o.view, first->up, all, render::area_for(o));
  const auto scales = common_scales(run, frames, o);
  if (!scales) return scales.errors();
  o.range = scales->color;
  if (o.lo) o.range->lo = *o.lo;
  if (o.hi) o.range->hi = *o.hi;
  if (!o.force_hi && scales->force_hi > 0) o.force_hi = scales->force_hi;
  return Done{};
}

void turn(render::Options& o, const Vec3& up, double azimuth) {
  render::View view = o.view;
  view.azimuth = azimuth;
  render::CameraFit fit(up, view, render::area_for(o));
  fit.include(o.stand->focus);
  o.stand->camera = fit.camera();
}

}  // namespace scree::run
