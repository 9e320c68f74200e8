// Spring and dashpot whose restitution is read off a measured curve e(v), at the speed v of the
// first touch; the contact keeps it to its end.
//
// Points (speed, restitution); between two of them ln e is linear in v, before the first and beyond
// the last e is theirs. With that e the contact is `linear` (3.11), (3.13), (3.14).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "base/exact_math.hpp"
#include "laws/catalog/normal/linear.hpp"
#include "laws/part.hpp"

namespace scree::laws::normal {

struct RestitutionCurve {
  static constexpr ParamInfo params[] = {
      {.name = "contact_time",
       .dim = dim::time,
       .range = range::positive,
       .doc = "duration t_c of a free collision (3.13)"},
      {.name = "stiffness", .dim = dim::stiffness, .range = range::positive, .doc = "k_n (3.11)"},
      {.name = "speeds",
       .kind = ParamKind::numbers,
       .dim = dim::velocity,
       .required = true,
       .range = range::non_negative,
       .doc = "up to 8 speeds at which restitution was measured, rising"},
      {.name = "restitutions",
       .kind = ParamKind::numbers,
       .required = true,
       .range = range::positive_fraction,
       .doc = "the restitution at each of the speeds"},
  };
  static constexpr CatalogInfo info{
      "restitution-curve", "linear spring and dashpot, restitution by a curve of the speed",
      "Ferrez (3.11), (3.13), (3.14)", params};
  static constexpr int history = 1;  // 1 - ln e, as the first touch chose it
  static constexpr int kPoints = 8;

  double k_0 = 0, k_m = 0;  // k_n = k_0, or k_m m_eff (pi^2 + ln^2 e)
  double ln_first = 0;      // ln e up to the first speed
  double speed[kPoints] = {};
  double rise[kPoints - 1] = {};  // of ln e per speed, from each point to the next

  struct Point {
    double v, ln_e;
  };

  static Result<RestitutionCurve> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    const bool timed = in.a.has("contact_time");
    for (const ParamSet* set : {&in.a, &in.b})
      for (const ParamInfo& p : {params[2], params[3]})
        if (auto error = check_param(p, set->values().find(p.name)->second))
          return Error{"E0312", "parameter `" + std::string(p.name) + "`: " + error->message, "",
                       std::string(p.doc)};
    for (const ParamSet* set : {&in.a, &in.b}) {
      if (set->has("contact_time") != timed || set->has("stiffness") == timed)
        return Error{"E0315",
                     "give one of `contact_time` and `stiffness`; both materials of a pair in the "
                     "same way",
                     "", "for two materials given in different ways write [pair.A.B]"};
      const auto& v = set->numbers("speeds");
      const bool rising =
          std::is_sorted(v.begin(), v.end()) && std::adjacent_find(v.begin(), v.end()) == v.end();
      if (v.empty() || !rising || v.size() != set->numbers("restitutions").size())
        return Error{"E0317",
                     "`speeds` must rise, and `restitutions` needs one value for each of them", "",
                     "speeds = [\"0.1 m/s\", \"1 m/s\"], restitutions = [0.9, 0.7]"};
    }
    const std::vector<Point> points = mixed(points_of(in.a), points_of(in.b));
    if (points.size() > kPoints)
      return Error{"E0317", "the curves of a pair have more than 8 different speeds together", "",
                   "give both materials the same speeds, or write [pair.A.B]"};
    RestitutionCurve l;
    l.ln_first = points.front().ln_e;
    for (std::size_t i = 0; i < kPoints; ++i) l.speed[i] = points[std::min(i, points.size() - 1)].v;
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
      l.rise[i] = (points[i + 1].ln_e - points[i].ln_e) / (points[i + 1].v - points[i].v);
    if (timed) {
      const double t_c = mixing::larger(in.a.number("contact_time"), in.b.number("contact_time"));
      l.k_m = 1 / (t_c * t_c);
    } else {
      l.k_0 = mixing::harmonic(in.a.number("stiffness"), in.b.number("stiffness"));
    }
    return l;
  }
  static std::vector<Point> points_of(const ParamSet& set) {
    std::vector<Point> points;
    for (std::size_t i = 0; i < set.numbers("speeds").size(); ++i)
      points.push_back({set.numbers("speeds")[i], exact::log(set.numbers("restitutions")[i])});
    return points;
  }
  static double at(const std::vector<Point>& p, double v) {
    if (v <= p.front().v) return p.front().ln_e;
    for (std::size_t i = 1; i < p.size(); ++i)
      if (v < p[i].v)
        return p[i - 1].ln_e +
               (p[i].ln_e - p[i - 1].ln_e) * ((v - p[i - 1].v) / (p[i].v - p[i - 1].v));
      else if (v == p[i].v)
        return p[i].ln_e;
    return p.back().ln_e;
  }
  // The geometric mean of both curves, at all speeds of both.
  static std::vector<Point> mixed(const std::vector<Point>& a, const std::vector<Point>& b) {
    std::vector<double> speeds;
    for (const auto* curve : {&a, &b})
      for (const Point& p : *curve) speeds.push_back(p.v);
    std::sort(speeds.begin(), speeds.end());
    speeds.erase(std::unique(speeds.begin(), speeds.end()), speeds.end());
    std::vector<Point> points;
    for (const double v : speeds) points.push_back({v, mixing::arithmetic(at(a, v), at(b, v))});
    return points;
  }

  HD double ln_e(double v) const {
    double sum = ln_first;
    for (int i = 0; i + 1 < kPoints; ++i) {
      const double width = speed[i + 1] - speed[i], beyond = v - speed[i];
      const double part = beyond < width ? beyond : width;
      sum += rise[i] * (part > 0 ? part : 0.0);
    }
    return sum;
  }
  static constexpr double pi2 = std::numbers::pi * std::numbers::pi;
  HD double stiffness(double m_eff, double l) const { return k_0 + k_m * (pi2 + l * l) * m_eff; }
  // -2 ln e sqrt(m k/(pi^2 + ln^2 e)), (3.13) and (3.14) with t_c eliminated
  HD double damping(double m_eff, double k_n, double l) const {
    return -2 * l * __builtin_sqrt(m_eff * k_n / (pi2 + l * l));
  }

  HD NormalForce operator()(const Touch& c, double* h) const {
    const double now = 1 - ln_e(__builtin_fabs(c.delta_dot));
    h[0] = h[0] > 0 ? h[0] : now;
    const double l = 1 - h[0];
    const double k_n = stiffness(c.m_eff, l), c_n = damping(c.m_eff, k_n, l);
    const double viscous = c_n * c.delta_dot;
    return {.force = k_n * c.delta + viscous,
            .stiffness = k_n,
            .stiffness_before = k_n,
            .damping = c_n,
            .dissipated = viscous * c.delta_dot * c.dt};
  }
  HD double stored(const Touch& c, const NormalForce& n, const double*) const {
    const double d = c.delta > 0 ? c.delta : 0.0;
    return 0.5 * n.stiffness * d * d;
  }

  // The shortest that any point of the curve gives.
  double contact_time(double m_eff, double r_eff, double v) const {
    double shortest = std::numeric_limits<double>::infinity();
    for (const double at : speed) {
      const double l = ln_e(at), k_n = stiffness(m_eff, l);
      Linear as;
      as.k_0 = k_n;
      as.c_0 = damping(m_eff, k_n, l);
      shortest = mixing::smaller(shortest, as.contact_time(m_eff, r_eff, v));
    }
    return shortest;
  }
  double restitution(double /*m_eff*/, double /*r_eff*/, double v) const {
    return exact::exp(ln_e(v));
  }
};

}  // namespace scree::laws::normal
