#include "io/plot/drawing.hpp"

#include <algorithm>
#include <cmath>

#include "io/plot/ticks.hpp"

namespace scree::plot {
namespace {

constexpr double kChar = 6.9;  // mean width of a character at 12 px

double width_of(const std::string& s) {
  double n = 0;
  for (const char c : s) n += (static_cast<unsigned char>(c) & 0xC0) != 0x80;  // UTF-8 characters
  return kChar * n;
}

// The text, or as much of it as fits, with "…" at its end.
std::string fitting(const std::string& s, double room, double per_char = kChar) {
  if (width_of(s) * per_char / kChar <= room) return s;
  std::string out;
  const auto most = static_cast<std::size_t>(std::max(1.0, room / per_char - 1));
  std::size_t characters = 0;
  for (std::size_t k = 0; k < s.size(); ++k) {
    if ((static_cast<unsigned char>(s[k]) & 0xC0) != 0x80 && characters++ == most) break;
    out += s[k];
  }
  while (out.ends_with(' ') || out.ends_with(',')) out.pop_back();
  return out + "…";
}

// Lines that fit, broken at blanks, behind a comma where there is one in the last third.
std::vector<std::string> wrapped(const std::string& s, double room) {
  std::vector<std::string> out;
  std::string rest = s;
  while (width_of(rest) > room) {
    std::size_t blank = std::string::npos, comma = std::string::npos;
    for (std::size_t k = 1; k < rest.size() && width_of(rest.substr(0, k)) <= room; ++k)
      if (rest[k] == ' ') {
        blank = k;
        if (rest[k - 1] == ',' || rest[k - 1] == ':') comma = k;
      }
    if (blank == std::string::npos) break;
    if (comma != std::string::npos && width_of(rest.substr(0, comma)) > 0.6 * room) blank = comma;
    out.push_back(rest.substr(0, blank));
    rest = rest.substr(blank + 1);
  }
  out.push_back(fitting(rest, room));
  return out;
}

// Far inside what a double can hold, so that no sum of two overflows.
bool drawable(double v, bool log) { return std::abs(v) <= 1e300 && (!log || v >= 1e-300); }

// Maps one axis to pixels.
class Scale {
 public:
  Scale(const Axis& axis, double lo, double hi) : log_(axis.log), lo_(lo), hi_(hi) {
    if (!drawable(lo, log_) || !drawable(hi, log_) || lo > hi) lo_ = log_ ? 0.1 : 0, hi_ = 1;
    widen(axis);
  }
  void set_pixels(double from, double to) { from_ = from, to_ = to; }
  bool shows(double v) const { return drawable(v, log_); }
  bool holds(double v) const { return shows(v) && v >= lo_ && v <= hi_; }
  double lo() const { return lo_; }
  double hi() const { return hi_; }
  double at(double v) const {
    const double t = log_ ? std::log(v / lo_) / std::log(hi_ / lo_) : (v - lo_) / (hi_ - lo_);
    return from_ + std::clamp(t, -10.0, 10.0) * (to_ - from_);
  }
  std::vector<Tick> ticks(int wanted) const {
    return log_ ? log_ticks(lo_, hi_, wanted) : linear_ticks(lo_, hi_, wanted);
  }

 private:
  // Room around the data, and none where the user said where the axis ends.
  void widen(const Axis& axis) {
    const double least = 1e-9 * std::max(std::abs(lo_), std::abs(hi_));
    if (log_) {
      const double f = hi_ > lo_ * (1 + 1e-9) ? std::pow(hi_ / lo_, 0.05) : 2;
      if (!axis.lo) lo_ = std::max(lo_ / f, 1e-300);
      if (!axis.hi) hi_ = std::min(hi_ * f, 1e300);
    } else {
      double room = 0.05 * (hi_ - lo_);
      if (!(room > least)) room = lo_ != 0 ? 0.1 * std::abs(lo_) : 0.5;
      if (!axis.lo) lo_ -= room;
      if (!axis.hi) hi_ += room;
    }
    if (!(hi_ > lo_)) hi_ = lo_ + (lo_ != 0 ? std::abs(lo_) : 1);
  }

  bool log_;
  double lo_, hi_, from_ = 0, to_ = 1;
};

Scale scale_of(const Plot& plot, bool x) {
  const Axis& axis = x ? plot.x : plot.y;
  double lo = 1e300, hi = -1e300;
  const auto add = [&](double v) {
    if (!drawable(v, axis.log)) return;
    lo = std::min(lo, v), hi = std::max(hi, v);
  };
  for (const Series& s : plot.series) {
    const std::vector<double>& values = x ? s.x : s.y;
    for (std::size_t k = 0; k < values.size(); ++k) {
      add(values[k]);
      if (!x && k < s.error.size()) add(values[k] - s.error[k]), add(values[k] + s.error[k]);
    }
  }
  return Scale(axis, axis.lo.value_or(lo), axis.hi.value_or(hi));
}

class Drawing {
 public:
  Drawing(const Plot& plot, Canvas* canvas)
      : p_(plot), x_(scale_of(plot, true)), y_(scale_of(plot, false)), c_(canvas) {
    layout();
  }
  Area area() const { return {left_, top_, right_, bottom_}; }
  int legend_rows() const { return legend_rows_; }

  void all() {
    c_->title(left_, 20, fitting(p_.title, p_.width - left_ - 6, 8.2));
    legend();
    axes();
    bool any = p_.map && draw_map();
    c_->clip();
    // Lines below, points above them.
    for (const bool lines : {true, false})
      for (std::size_t k = 0; k < p_.series.size(); ++k) any = draw_series(k, lines) || any;
    c_->unclip();
    if (!any) c_->text(0.5 * (left_ + right_), 0.5 * (top_ + bottom_), "no values", Anchor::middle);
  }

 private:
  void layout() {
    double labels = 0;
    for (const Tick& t : y_.ticks(6)) labels = std::max(labels, width_of(t.label));
    left_ = std::max(40.0, 34 + labels);
    right_ = p_.width - 18;
    place_legend();
    top_ = 34 + kRow * legend_rows_;
    bottom_ = p_.height - 46;
    if (p_.map) right_ -= 84;  // for its scale
    if (p_.equal_scales) keep_shape();
    x_.set_pixels(left_, right_);
    y_.set_pixels(bottom_, top_);
  }

  // Entries from left to right, in rows; one that is longer than a row has lines of its own.
  void place_legend() {
    const double room = p_.width - 90;
    double used = 0;
    std::size_t left = 0;
    const int most = std::max(2, (p_.height - 180) / static_cast<int>(kRow));
    for (std::size_t k = 0; k < p_.series.size(); ++k) {
      if (p_.series[k].label.empty()) continue;
      std::vector<std::string> lines = wrapped(p_.series[k].label, room - kKey);
      double w = 0;
      for (const std::string& l : lines) w = std::max(w, kKey + width_of(l));
      const bool new_row = legend_rows_ == 0 || used + w > room || lines.size() > 1;
      const int rows = legend_rows_ + (new_row ? static_cast<int>(lines.size()) : 0);
      if (rows > most && !legend_.empty()) {
        ++left;
        continue;
      }
      if (new_row) used = 0;
      const int row = new_row ? legend_rows_ : legend_rows_ - 1;
      legend_.push_back({k, used, row, std::move(lines)});
      legend_rows_ = rows;
      used = legend_.back().lines.size() > 1 ? room + 1 : used + w;
    }
    if (left > 0) {
      more_ = "… and " + std::to_string(left) + " more";
      ++legend_rows_;
    }
  }

  void keep_shape() {
    const double wide = x_.hi() - x_.lo(), high = y_.hi() - y_.lo();
    const double scale = std::min((right_ - left_) / wide, (bottom_ - top_) / high);
    right_ = left_ + std::max(40.0, scale * wide);
    bottom_ = top_ + std::max(40.0, scale * high);
  }

  bool draw_map() {
    const HeatMap& m = *p_.map;
    const HeatScale scale = scale_of(m);
    bool any = false;
    c_->clip();
    for (std::size_t k = 0; k < m.values.size(); ++k) {
      if (!std::isfinite(m.values[k])) continue;
      any = true;
      const double x = m.x + m.dx * static_cast<double>(k % m.columns);
      const double y = m.y + m.dy * static_cast<double>(k / m.columns);
      c_->cell(x_.at(x), y_.at(y + m.dy), x_.at(x + m.dx), y_.at(y),
               heat_color(scale.at(m.values[k])));
    }
    c_->unclip();
    c_->frame(left_, top_, right_ - left_, bottom_ - top_);
    draw_scale(m, scale);
    return any;
  }

  // Values beyond its ends have the colour of the end, marked by a triangle there.
  void draw_scale(const HeatMap& m, const HeatScale& scale) {
    const double x = right_ + 14, wide = 12, high = bottom_ - top_;
    constexpr int steps = 64;
    for (int k = 0; k < steps; ++k)
      c_->cell(x, bottom_ - high * (k + 1) / steps, x + wide, bottom_ - high * k / steps,
               heat_color((k + 0.5) / steps));
    c_->frame(x, top_, wide, high);
    for (const Tick& t : linear_ticks(scale.lo, scale.hi, 5)) {
      if (t.at < scale.lo || t.at > scale.hi || t.label.empty()) continue;
      const double y = bottom_ - high * scale.at(t.at);
      c_->line(x + wide, y, x + wide + 4, y, Tone::tick);
      c_->text(x + wide + 7, y + 4, t.label, Anchor::start);
    }
    for (const double v : m.values) {
      if (v < scale.lo) below_ = true;
      if (v > scale.hi) above_ = true;
    }
    if (above_) c_->head({{x, top_ - 2}, {x + wide, top_ - 2}, {x + 0.5 * wide, top_ - 11}}, 2);
    if (below_)
      c_->head({{x, bottom_ + 2}, {x + wide, bottom_ + 2}, {x + 0.5 * wide, bottom_ + 11}}, 2);
    c_->upward_text(p_.width - 10 - std::max(0.0, p_.width - 18 - 84 - right_),
                    0.5 * (top_ + bottom_), m.label);
  }

  // Fewer where their labels are long.
  int x_ticks() const {
    int wanted = 7;
    for (; wanted > 2; --wanted) {
      double widest = 0;
      for (const Tick& t : x_.ticks(wanted)) widest = std::max(widest, width_of(t.label));
      if (widest < 50 || wanted * (widest + 8) < right_ - left_) break;
    }
    return wanted;
  }

  int color(std::size_t k) const {
    const int c = p_.series[k].color;
    return c >= 0 ? c : static_cast<int>(k);
  }

  void axes() {
    double taken = -1e9;  // by the labels so far
    for (const Tick& t : x_.ticks(x_ticks())) {
      if (!x_.holds(t.at)) continue;
      const double x = x_.at(t.at);
      if (!t.label.empty()) c_->line(x, top_, x, bottom_, Tone::grid);
      c_->line(x, bottom_, x, bottom_ + (t.label.empty() ? 3 : 5), Tone::tick);
      // Within the picture, and not over the label before.
      const double half = 0.5 * width_of(t.label);
      const double middle = std::clamp(x, half, std::max(half, p_.width - half));
      if (t.label.empty() || middle - half < taken + 4) continue;
      c_->text(middle, bottom_ + 18, t.label, Anchor::middle);
      taken = middle + half;
    }
    for (const Tick& t : y_.ticks(6)) {
      if (!y_.holds(t.at)) continue;
      const double y = y_.at(t.at);
      if (!t.label.empty()) c_->line(left_, y, right_, y, Tone::grid);
      c_->line(left_ - (t.label.empty() ? 3 : 5), y, left_, y, Tone::tick);
      c_->text(left_ - 8, y + 4, t.label, Anchor::end);
    }
    if (p_.zero_lines && !p_.x.log && x_.lo() < 0 && x_.hi() > 0)
      c_->line(x_.at(0), top_, x_.at(0), bottom_, Tone::zero);
    if (p_.zero_lines && !p_.y.log && y_.lo() < 0 && y_.hi() > 0)
      c_->line(left_, y_.at(0), right_, y_.at(0), Tone::zero);
    c_->frame(left_, top_, right_ - left_, bottom_ - top_);
    // In the middle of the axis, or where there is room.
    const auto beside = [](double middle, double half, double end) {
      return std::clamp(middle, std::min(half, 0.5 * end), std::max(end - half, 0.5 * end));
    };
    const std::string x = fitting(p_.x.label, p_.width), y = fitting(p_.y.label, p_.height);
    c_->text(beside(0.5 * (left_ + right_), 0.5 * width_of(x), p_.width), bottom_ + 36, x,
             Anchor::middle);
    c_->upward_text(16, beside(0.5 * (top_ + bottom_), 0.5 * width_of(y), p_.height), y);
  }

  void legend() {
    for (const Entry& e : legend_) {
      const Series& s = p_.series[e.series];
      const double x = left_ + e.x, y = 40 + kRow * e.row;
      if (s.mark != Mark::points) stroke({{x, y}, {x + 24, y}}, e.series);
      if (s.mark == Mark::points || s.mark == Mark::line_and_points)
        c_->mark(x + 12, y, color(e.series), s.small ? 0.6 : 1);
      for (std::size_t k = 0; k < e.lines.size(); ++k)
        c_->text(x + 30, y + 4 + kRow * static_cast<double>(k), e.lines[k], Anchor::start);
    }
    if (!more_.empty()) c_->text(left_ + 30, 44 + kRow * (legend_rows_ - 1), more_, Anchor::start);
  }

  void stroke(const Polyline& polyline, std::size_t k) {
    if (polyline.size() >= 2) c_->stroke(polyline, color(k), p_.series[k].mark == Mark::dashed);
  }

  // Heads at equal lengths of the line, none at its ends.
  void arrow_heads(const Polyline& polyline, std::size_t k) {
    const int heads = p_.series[k].arrows;
    double length = 0, walked = 0;
    for (std::size_t i = 1; i < polyline.size(); ++i)
      length += std::hypot(polyline[i].first - polyline[i - 1].first,
                           polyline[i].second - polyline[i - 1].second);
    int drawn = 0;
    for (std::size_t i = 1; i < polyline.size() && drawn < heads && length > 0; ++i) {
      const double dx = polyline[i].first - polyline[i - 1].first,
                   dy = polyline[i].second - polyline[i - 1].second;
      const double d = std::hypot(dx, dy);
      for (; drawn < heads && walked + d >= length * (drawn + 0.5) / heads; ++drawn) {
        if (!(d > 0)) continue;
        const double share = (length * (drawn + 0.5) / heads - walked) / d;
        const double x = polyline[i - 1].first + share * dx,
                     y = polyline[i - 1].second + share * dy;
        const double ux = dx / d, uy = dy / d;
        c_->head({{x + 5 * ux, y + 5 * uy},
                  {x - 4 * ux - 3.5 * uy, y - 4 * uy + 3.5 * ux},
                  {x - 4 * ux + 3.5 * uy, y - 4 * uy - 3.5 * ux}},
                 color(k));
      }
      walked += d;
    }
  }

  void error_bar(const Series& s, std::size_t i, std::size_t k) {
    if (i >= s.error.size() || !(s.error[i] > 0)) return;
    const double x = x_.at(s.x[i]);
    double low = s.y[i] - s.error[i];
    if (!y_.shows(low)) low = y_.lo();  // a bar that leaves a logarithmic axis
    const double a = y_.at(low), b = y_.at(s.y[i] + s.error[i]);
    c_->bar(x, a, x, b, color(k));
    c_->bar(x - 3, a, x + 3, a, color(k));
    c_->bar(x - 3, b, x + 3, b, color(k));
  }

  bool draw_series(std::size_t k, bool lines) {
    const Series& s = p_.series[k];
    const std::size_t n = std::min(s.x.size(), s.y.size());
    const bool has_line = s.mark != Mark::points,
               has_points = s.mark == Mark::points || s.mark == Mark::line_and_points;
    Polyline polyline;
    bool any = false;
    const auto finish = [&] {
      if (!lines || !has_line) return;
      if (s.filled && polyline.size() >= 3) c_->shade(polyline, color(k));
      stroke(polyline, k);
      arrow_heads(polyline, k);
    };
    for (std::size_t i = 0; i < n; ++i) {
      if (!x_.shows(s.x[i]) || !y_.shows(s.y[i])) {
        finish();
        polyline.clear();
        continue;
      }
      any = true;
      polyline.emplace_back(x_.at(s.x[i]), y_.at(s.y[i]));
      if (lines || !has_points) continue;
      error_bar(s, i, k);
      c_->mark(polyline.back().first, polyline.back().second, color(k), s.small ? 0.6 : 1);
    }
    finish();
    return any;
  }

  struct Entry {
    std::size_t series = 0;
    double x = 0;  // from the left edge of the data
    int row = 0;
    std::vector<std::string> lines;
  };
  static constexpr double kRow = 18, kKey = 46;

  const Plot& p_;
  std::vector<Entry> legend_;
  int legend_rows_ = 0;
  std::string more_;  // of the legend, that have no room
  Scale x_, y_;
  Canvas* c_;
  double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;
  bool below_ = false, above_ = false;  // the ends of the scale of a map
};

}  // namespace

Area area_of(const Plot& plot) { return Drawing(plot, nullptr).area(); }
int legend_rows(const Plot& plot) { return Drawing(plot, nullptr).legend_rows(); }
void draw(const Plot& plot, Canvas& canvas) { Drawing(plot, &canvas).all(); }

}  // namespace scree::plot
