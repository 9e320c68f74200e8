#include "run/plots/film_view.hpp"

#include <optional>

namespace scree::run {

Result<Done> settle(const StoredRun& run, const std::vector<std::size_t>& frames,
                    render::Options& o, double orbit) {
  std::optional<render::CameraFit> fit;
  Vec3 up;
  CommonScales scales;
  FrameBounds focus, all;
  for (const std::size_t k : frames) {
    const auto frame = run.frame_for(k, o);
    if (!frame) return frame.errors();
    if (!fit) {
      up = frame->up;
      fit.emplace(up, render::view_of(*frame, o.view), render::area_for(o));
    }
    fit->include(*frame, o.walls && o.view.fit_walls);
    const FrameBounds seen = render::focus_of(*frame, o.walls && o.view.fit_walls);
    if (!seen.empty()) all.include(seen.lo), all.include(seen.hi);
    const FrameBounds own = render::light_focus(*frame);
    focus.include(own.lo), focus.include(own.hi);
    if (auto done = scales.include(*frame, o); !done) return done.errors();
  }
  if (!fit) return Done{};
  o.stand = render::Stand{fit->camera(), focus};
  if (orbit != 0 && !all.empty()) o.view = render::orbit_view(o.view, up, all, render::area_for(o));
  o.range = scales.color;
  if (o.lo) o.range->lo = *o.lo;
  if (o.hi) o.range->hi = *o.hi;
  if (!o.force_hi && scales.force_hi > 0) o.force_hi = scales.force_hi;
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
