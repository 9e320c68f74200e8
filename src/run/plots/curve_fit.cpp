#include "run/plots/curve_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "run/plots/statistic.hpp"

namespace scree::run {
namespace {

using Vector = std::vector<double>;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Symmetric, by rows.
struct Matrix {
  std::size_t n = 0;
  Vector values;
  double& at(std::size_t i, std::size_t j) { return values[i * n + j]; }
  double at(std::size_t i, std::size_t j) const { return values[i * n + j]; }
};

// A = L L^T, with a pivot that is not lost in rounding; nothing otherwise.
std::optional<Matrix> cholesky(const Matrix& a) {
  Matrix l{a.n, Vector(a.n * a.n)};
  for (std::size_t j = 0; j < a.n; ++j) {
    double d = a.at(j, j);
    for (std::size_t k = 0; k < j; ++k) d -= l.at(j, k) * l.at(j, k);
    if (!(d > 1e-14 * a.at(j, j))) return std::nullopt;
    l.at(j, j) = std::sqrt(d);
    for (std::size_t i = j + 1; i < a.n; ++i) {
      double s = a.at(i, j);
      for (std::size_t k = 0; k < j; ++k) s -= l.at(i, k) * l.at(j, k);
      l.at(i, j) = s / l.at(j, j);
    }
  }
  return l;
}

Vector solved(const Matrix& l, Vector b) {
  for (std::size_t i = 0; i < l.n; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= l.at(i, k) * b[k];
    b[i] /= l.at(i, i);
  }
  for (std::size_t i = l.n; i-- > 0;) {
    for (std::size_t k = i + 1; k < l.n; ++k) b[i] -= l.at(k, i) * b[k];
    b[i] /= l.at(i, i);
  }
  return b;
}

class Fitting {
 public:
  Fitting(const FitFunction& f, const Vector& y, Vector start)
      : f_(f), y_(y), p_(std::move(start)) {}

  bool starts() {
    values_ = f_(p_);
    sum_ = sum_of(values_);
    return std::isfinite(sum_);
  }

  // False: the points do not determine the parameters.
  bool run() {
    constexpr int kMostSteps = 500;
    double lambda = 1e-3;
    for (int k = 0; k < kMostSteps; ++k) {
      differentiate();
      const double before = sum_;
      const Vector old = p_;
      while (!try_step(lambda)) {
        lambda *= 10;
        if (lambda > 1e16) return true;  // no step makes the sum smaller
      }
      lambda = std::max(lambda / 10, 1e-12);
      double moved = 0;
      for (std::size_t i = 0; i < p_.size(); ++i)
        moved = std::max(moved, std::abs(p_[i] - old[i]) / (std::abs(p_[i]) + 1e-30));
      if (moved < 1e-12 || (before - sum_ <= 1e-15 * sum_ && moved < 1e-9)) return true;
    }
    return true;
  }

  // Diagonal of the inverse of J^T J, scaled so that columns of any size can be told apart.
  std::optional<Vector> inverse_diagonal() {
    differentiate();
    Matrix scaled = normal_;
    Vector size(normal_.n);
    for (std::size_t i = 0; i < normal_.n; ++i) size[i] = std::sqrt(normal_.at(i, i));
    for (const double s : size)
      if (!(s > 0)) return std::nullopt;
    for (std::size_t i = 0; i < normal_.n; ++i)
      for (std::size_t j = 0; j < normal_.n; ++j) scaled.at(i, j) /= size[i] * size[j];
    const auto l = cholesky(scaled);
    if (!l) return std::nullopt;
    Vector out(normal_.n);
    for (std::size_t i = 0; i < normal_.n; ++i) {
      Vector unit(normal_.n);
      unit[i] = 1;
      out[i] = solved(*l, unit)[i] / (size[i] * size[i]);
    }
    return out;
  }

  const Vector& parameters() const { return p_; }
  double sum() const { return sum_; }

 private:
  double sum_of(const Vector& values) const {
    double s = 0;
    for (std::size_t k = 0; k < y_.size(); ++k) s += (values[k] - y_[k]) * (values[k] - y_[k]);
    return std::isfinite(s) ? s : kInfinity;
  }

  // The change is larger than rounding, or there is none to be had.
  bool is_seen(const Vector& a, const Vector& b) const {
    double change = 0, size = 0;
    for (std::size_t k = 0; k < y_.size(); ++k) {
      if (!std::isfinite(a[k]) || !std::isfinite(b[k])) return true;  // beyond what f takes
      change = std::max(change, std::abs(a[k] - b[k]));
      size = std::max({size, std::abs(values_[k]), std::abs(y_[k])});
    }
    return change > 1e-8 * size;
  }

  // J by central differences, J^T J and J^T (y - f). On a border of what f takes, from one side.
  void differentiate() {
    const std::size_t n = p_.size();
    std::vector<Vector> columns;
    for (std::size_t i = 0; i < n; ++i) {
      Vector up, down, a, b;
      // A parameter at 0 says nothing of its size: far enough that rounding does not decide.
      double h = 6e-6 * std::max(std::abs(p_[i]), 1e-8);
      for (int k = 0; k < 8; ++k, h *= 100) {
        up = down = p_;
        up[i] += h, down[i] -= h;
        a = f_(up), b = f_(down);
        if (is_seen(a, b)) break;
      }
      columns.emplace_back(y_.size());
      for (std::size_t k = 0; k < y_.size(); ++k) {
        const bool good_up = std::isfinite(a[k]), good_down = std::isfinite(b[k]);
        columns[i][k] = good_up && good_down ? (a[k] - b[k]) / (up[i] - down[i])
                        : good_up            ? (a[k] - values_[k]) / (up[i] - p_[i])
                        : good_down          ? (values_[k] - b[k]) / (p_[i] - down[i])
                                             : 0;
      }
    }
    normal_ = {n, Vector(n * n)};
    right_.assign(n, 0);
    for (std::size_t k = 0; k < y_.size(); ++k)
      for (std::size_t i = 0; i < n; ++i) {
        right_[i] += columns[i][k] * (y_[k] - values_[k]);
        for (std::size_t j = 0; j < n; ++j) normal_.at(i, j) += columns[i][k] * columns[j][k];
      }
  }

  bool try_step(double lambda) {
    const std::size_t n = p_.size();
    // In units of each column, so that 1e-9 m and 1e9 Pa go together.
    Vector size(n), right(n);
    for (std::size_t i = 0; i < n; ++i) {
      size[i] = std::sqrt(normal_.at(i, i));
      if (!(size[i] > 0)) size[i] = 1;
      right[i] = right_[i] / size[i];
    }
    Matrix a{n, Vector(n * n)};
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) a.at(i, j) = normal_.at(i, j) / (size[i] * size[j]);
    for (std::size_t i = 0; i < n; ++i) a.at(i, i) += lambda;
    const auto l = cholesky(a);
    if (!l) return false;
    const Vector step = solved(*l, right);
    Vector tried = p_;
    for (std::size_t i = 0; i < n; ++i) tried[i] += step[i] / size[i];
    const Vector values = f_(tried);
    const double sum = sum_of(values);
    if (!(sum <= sum_)) return false;
    p_ = tried, values_ = values, sum_ = sum;
    return true;
  }

  const FitFunction& f_;
  const Vector& y_;
  Vector p_, values_, right_;
  double sum_ = 0;
  Matrix normal_;
};

Error cannot(std::string message, std::string hint) {
  return {"E0497", std::move(message), "--fit", std::move(hint)};
}

}  // namespace

Result<CurveFit> fit_curve(const FitFunction& f, const Vector& y, const Vector& start,
                           const std::vector<std::string>& names) {
  const std::size_t n = y.size(), p = start.size();
  if (n < p)
    return cannot(fmt::format("{} point{} for {} parameters ({})", n, n == 1 ? "" : "s", p,
                              fmt::join(names, ", ")),
                  fmt::format("a fit needs as many points at least, and {} for intervals", p + 1));
  Fitting fitting(f, y, start);
  if (!fitting.starts()) {
    std::string at;
    for (std::size_t k = 0; k < p; ++k)
      at += fmt::format("{}{} = {:.4g}", k ? ", " : "", names[k], start[k]);
    return cannot(fmt::format("the curve has no finite value at its start, {}", at),
                  "say where it begins: --start " + (p ? names[0] : "a") + "=0.1");
  }
  fitting.run();
  const auto inverse = fitting.inverse_diagonal();
  if (!inverse)
    return cannot(fmt::format("the {} points do not determine {}: another choice of them gives the "
                              "same curve",
                              n, fmt::join(names, ", ")),
                  "leave out a parameter, or begin elsewhere by --start");
  CurveFit out{.parameters = fitting.parameters(), .intervals = Vector(p, std::nan(""))};
  out.sum_of_squares = fitting.sum();
  out.points = n;
  if (n > p)
    for (std::size_t k = 0; k < p; ++k)
      out.intervals[k] = student_t_95(n - p) *
                         std::sqrt((*inverse)[k] * fitting.sum() / static_cast<double>(n - p));
  double mean = 0, scatter = 0;
  for (const double v : y) mean += v / static_cast<double>(n);
  for (const double v : y) scatter += (v - mean) * (v - mean);
  out.r_squared = scatter > 0 ? 1 - fitting.sum() / scatter : 1;
  return out;
}

}  // namespace scree::run
