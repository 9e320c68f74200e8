#include "run/film_stand.hpp"

namespace scree::run {

Result<Done> settle(const StoredRun& run, const std::vector<std::size_t>& frames,
                    render::Options& o) {
  const auto first = run.frame(frames.front());
  if (!first) return first.errors();
  render::CameraFit fit(first->up, render::view_of(*first, o.view), render::area_for(o));
  FrameBounds focus;
  for (const std::size_t k : frames) {
    const auto frame = run.frame(k);
    if (!frame) return frame.errors();
    fit.include(*frame, o.walls);
    const FrameBounds own = render::light_focus(*frame);
    focus.include(own.lo), focus.include(own.hi);
  }
  o.stand = render::Stand{fit.camera(), focus};
  const auto scales = common_scales(run, frames, o);
  if (!scales) return scales.errors();
  o.range = scales->color;
  if (o.lo) o.range->lo = *o.lo;
  if (o.hi) o.range->hi = *o.hi;
  if (!o.force_hi && scales->force_hi > 0) o.force_hi = scales->force_hi;
  return Done{};
}

}  // namespace scree::run
