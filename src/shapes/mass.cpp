#include "shapes/mass.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace scree {
namespace {

using Matrix = std::array<std::array<double, 3>, 3>;

Matrix matrix_of(const Tensor& t) {
  return {{{t.xx, t.xy, t.zx}, {t.xy, t.yy, t.yz}, {t.zx, t.yz, t.zz}}};
}

// Steiner: the inertia of a point mass at d.
void add_point(double mass, const Vec3& d, Tensor& to) {
  to.xx += mass * (d.y * d.y + d.z * d.z);
  to.yy += mass * (d.z * d.z + d.x * d.x);
  to.zz += mass * (d.x * d.x + d.y * d.y);
  to.xy -= mass * d.x * d.y;
  to.yz -= mass * d.y * d.z;
  to.zx -= mass * d.z * d.x;
}

void add(const Tensor& t, Tensor& to) {
  to.xx += t.xx, to.yy += t.yy, to.zz += t.zz;
  to.xy += t.xy, to.yz += t.yz, to.zx += t.zx;
}

Tensor rotated(const Tensor& t, const Quat& q) {
  const Matrix m = matrix_of(t);
  const Vec3 e[3] = {rotate(q, {1, 0, 0}), rotate(q, {0, 1, 0}), rotate(q, {0, 0, 1})};
  const auto at = [&](int a, int b) {
    double sum = 0;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        sum += e[i][a] * m[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] * e[j][b];
    return sum;
  };
  return {at(0, 0), at(1, 1), at(2, 2), at(0, 1), at(1, 2), at(2, 0)};
}

// The rotation that zeroes a[p][q], applied to a and to the eigenvectors in the columns of v.
void jacobi(Matrix& a, Matrix& v, std::size_t p, std::size_t q) {
  if (a[p][q] == 0) return;
  const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const double t = (theta >= 0 ? 1.0 : -1.0) / (std::abs(theta) + std::sqrt(theta * theta + 1));
  const double c = 1 / std::sqrt(t * t + 1), s = t * c;
  for (std::size_t k = 0; k < 3; ++k) {
    const double kp = a[k][p], kq = a[k][q];
    a[k][p] = c * kp - s * kq;
    a[k][q] = s * kp + c * kq;
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const double pk = a[p][k], qk = a[q][k];
    a[p][k] = c * pk - s * qk;
    a[q][k] = s * pk + c * qk;
    const double vp = v[k][p], vq = v[k][q];
    v[k][p] = c * vp - s * vq;
    v[k][q] = s * vp + c * vq;
  }
  a[p][q] = a[q][p] = 0;
}

// Of a right-handed orthonormal frame with these columns.
Quat quaternion_of(const Matrix& m) {
  const double trace = m[0][0] + m[1][1] + m[2][2];
  if (trace > 0)
    return normalized(Quat{1 + trace, m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]});
  std::size_t i = 0;
  if (m[1][1] > m[i][i]) i = 1;
  if (m[2][2] > m[i][i]) i = 2;
  const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
  double u[3];
  u[i] = 1 + m[i][i] - m[j][j] - m[k][k];
  u[j] = m[j][i] + m[i][j];
  u[k] = m[k][i] + m[i][k];
  return normalized(Quat{m[k][j] - m[j][k], u[0], u[1], u[2]});
}

}  // namespace

MassProperties scaled(const MassProperties& m, double density) {
  const Tensor& t = m.inertia;
  return {density * m.mass,
          m.centre,
          {density * t.xx, density * t.yy, density * t.zz, density * t.xy, density * t.yz,
           density * t.zx}};
}

MassProperties moved(const MassProperties& m, const Vec3& x, const Quat& q) {
  return {m.mass, x + rotate(q, m.centre), q == Quat{} ? m.inertia : rotated(m.inertia, q)};
}

MassProperties sum(std::span<const MassProperties> parts) {
  MassProperties out;
  for (const MassProperties& p : parts) {
    out.mass += p.mass;
    out.centre += p.mass * p.centre;
  }
  if (out.mass > 0) out.centre = out.centre / out.mass;
  for (const MassProperties& p : parts) {
    add(p.inertia, out.inertia);
    add_point(p.mass, p.centre - out.centre, out.inertia);
  }
  return out;
}

PrincipalInertia principal(const Tensor& inertia) {
  Matrix a = matrix_of(inertia);
  Matrix v{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (int sweep = 0; sweep < 32; ++sweep) {  // converges quadratically, in 5 to 8
    if (a[0][1] == 0 && a[0][2] == 0 && a[1][2] == 0) break;
    jacobi(a, v, 0, 1);
    jacobi(a, v, 0, 2);
    jacobi(a, v, 1, 2);
  }
  return {{a[0][0], a[1][1], a[2][2]}, quaternion_of(v)};
}

MassProperties flat(const MassProperties& m) {
  const double i = m.inertia.zz;
  return {m.mass, {m.centre.x, m.centre.y, 0}, {.xx = i, .yy = i, .zz = i}};
}

MassProperties ball_mass(double r, Dimensions d) {
  constexpr double pi = std::numbers::pi;
  const bool disc = d == Dimensions::two;
  const double mass = disc ? pi * r * r : 4.0 / 3.0 * pi * r * r * r;
  const double about = (disc ? 0.5 : 0.4) * mass * r * r;
  return {mass, {}, {.xx = about, .yy = about, .zz = about}};
}

}  // namespace scree
