// The control of the thread sanitizer preset (docs/decisions/0006). Uses OpenMP in the ways that
// the libraries do; with RACE defined one loop adds to a shared sum without order.
#include <cstdio>
#include <vector>

int main() {
  constexpr int n = 1000;
  std::vector<double> a(n, 1.0);
  double sum = 0;

#pragma omp parallel for num_threads(4) schedule(static)
  for (int i = 0; i < n; ++i) {
#ifdef RACE
    sum += a[i];
#endif
    a[i] *= 2;
  }

  int above = 0;
#pragma omp parallel num_threads(4)
  {
    // Reads what other threads wrote in the loop before.
#pragma omp for reduction(+ : above)
    for (int i = 0; i < n; ++i) above += a[n - 1 - i] > 1.5 ? 1 : 0;
#pragma omp single
    a[0] = 3;
#pragma omp for schedule(dynamic, 7)
    for (int i = 1; i < n; ++i) a[i] += a[0];
#pragma omp barrier
#pragma omp for schedule(guided)
    for (int i = 0; i < n; ++i) a[i] = a[i] + 1;
  }

  std::vector<double> all;
#pragma omp parallel num_threads(3)
  {
    const std::vector<double> mine(10, 1.0);
#pragma omp critical
    all.insert(all.end(), mine.begin(), mine.end());
  }

  std::printf("%d %zu %d\n", above, all.size(), sum >= 0);
  return above == n && all.size() == 30 && a[5] == 6 ? 0 : 1;
}
