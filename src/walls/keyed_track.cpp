#include "walls/keyed_track.hpp"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

// Slopes of the cubic that passes through all rows, has no extremum between them (Fritsch &
// Butland 1984, as a weighted harmonic mean), and begins and ends at rest.
std::vector<double> monotone_slopes(std::span<const double> t, std::span<const double> y) {
  std::vector<double> m(t.size(), 0.0);
  for (std::size_t k = 1; k + 1 < t.size(); ++k) {
    const double h0 = t[k] - t[k - 1], h1 = t[k + 1] - t[k];
    const double d0 = (y[k] - y[k - 1]) / h0, d1 = (y[k + 1] - y[k]) / h1;
    if (!(d0 * d1 > 0)) continue;
    const double w0 = 2 * h1 + h0, w1 = h1 + 2 * h0;
    m[k] = (w0 + w1) / (w0 / d0 + w1 / d1);
  }
  return m;
}

}  // namespace

KeyedTrack KeyedTrack::of_values(std::span<const double> times, std::span<const double> rows,
                                 Interpolation how) {
  KeyedTrack k;
  k.times_.assign(times.begin(), times.end());
  k.rows_.assign(rows.begin(), rows.end());
  k.how_ = how;
  k.slopes_.assign(rows.size(), 0.0);
  if (how == Interpolation::smooth) k.slopes_ = monotone_slopes(times, rows);
  return k;
}

KeyedTrack KeyedTrack::of_rates(std::span<const double> times, std::span<const double> rows,
                                Interpolation how) {
  KeyedTrack k;
  k.times_.assign(times.begin(), times.end());
  k.rows_.assign(rows.begin(), rows.end());
  k.how_ = how;
  k.sums_.assign(rows.size(), 0.0);
  for (std::size_t r = 0; r + 1 < rows.size(); ++r)
    k.sums_[r + 1] = k.of_rate(r, times[r + 1] - times[r], 1).value;
  return k;
}

KeyedTrack::At KeyedTrack::of_value(std::size_t r, double h, double u) const {
  const double d = rows_[r + 1] - rows_[r];
  if (how_ != Interpolation::smooth) return {rows_[r] + d * u, d / h};
  // Hermite: y0 + d (3u^2 - 2u^3) + h (m0 u (1-u)^2 - m1 u^2 (1-u)).
  const double m0 = slopes_[r], m1 = slopes_[r + 1], v = 1 - u;
  return {rows_[r] + d * (u * u * (3 - 2 * u)) + h * (m0 * u * v * v - m1 * u * u * v),
          6 * u * v * d / h + m0 * v * (1 - 3 * u) - m1 * u * (2 - 3 * u)};
}

// `u` runs from 0 to 1 over the time h.
KeyedTrack::At KeyedTrack::of_rate(std::size_t r, double h, double u) const {
  const double y = rows_[r], d = how_ == Interpolation::steps ? 0 : rows_[r + 1] - y;
  if (how_ != Interpolation::smooth) return {sums_[r] + h * (y * u + 0.5 * d * u * u), y + d * u};
  return {sums_[r] + h * (y * u + d * u * u * u * (1 - 0.5 * u)), y + d * (u * u * (3 - 2 * u))};
}

KeyedTrack::At KeyedTrack::within(std::size_t r, double t) const {
  const double h = times_[r + 1] - times_[r], u = (t - times_[r]) / h;
  return sums_.empty() ? of_value(r, h, u) : of_rate(r, h, u);
}

KeyedTrack::At KeyedTrack::at(double t) const {
  if (empty()) return {};
  const bool rates = !sums_.empty();
  if (t < times_.front()) return {rates ? 0 : rows_.front(), 0};
  if (t >= times_.back()) {
    if (!rates) return {rows_.back(), 0};
    return {sums_.back() + rows_.back() * (t - times_.back()), rows_.back()};
  }
  const auto next = std::upper_bound(times_.begin(), times_.end(), t);
  return within(static_cast<std::size_t>(next - times_.begin()) - 1, t);
}

KeyedTrack::At KeyedTrack::repeated(double t) const {
  if (empty() || t < times_.back()) return at(t);
  const double period = times_.back() - times_.front();
  const double rounds = std::floor((t - times_.front()) / period);
  // Rounding may put the rest a little outside of the table.
  const double rest = std::clamp(t - rounds * period, times_.front(),
                                 std::nextafter(times_.back(), times_.front()));
  const double shift = sums_.empty() ? rows_.back() - rows_.front() : sums_.back();
  At out = at(rest);
  out.value += rounds * shift;
  return out;
}

}  // namespace scree
