#include "measure/tensor.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace scree {

std::array<double, 3> eigenvalues(const SymTensor& t) {
  double a[3][3] = {{t.xx, t.xy, t.xz}, {t.xy, t.yy, t.yz}, {t.xz, t.yz, t.zz}};
  for (int sweep = 0; sweep < 20; ++sweep) {
    if (a[0][1] == 0 && a[0][2] == 0 && a[1][2] == 0) break;
    for (int p = 0; p < 2; ++p)
      for (int q = p + 1; q < 3; ++q) {
        if (a[p][q] == 0) continue;
        const double theta = 0.5 * (a[q][q] - a[p][p]) / a[p][q];
        const double u = 1 / (std::abs(theta) + std::sqrt(theta * theta + 1));
        const double tan = theta < 0 ? -u : u, c = 1 / std::sqrt(tan * tan + 1), s = tan * c;
        const int r = 3 - p - q;
        const double pr = a[p][r], qr = a[q][r], shift = tan * a[p][q];
        a[p][p] -= shift, a[q][q] += shift;
        a[p][q] = a[q][p] = 0;
        a[p][r] = a[r][p] = c * pr - s * qr;
        a[q][r] = a[r][q] = s * pr + c * qr;
      }
  }
  std::array<double, 3> l{a[0][0], a[1][1], a[2][2]};
  std::sort(l.begin(), l.end(), std::greater<>());
  return l;
}

}  // namespace scree
