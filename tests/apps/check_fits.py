#!/usr/bin/env python3
"""Fits of `scree plot --fit` against scipy.optimize.curve_fit, with the intervals of Student's t.

usage: check_fits.py SCREE FOLDER

Makes series with noise, fits them by both and compares parameters and intervals. Exit 1: one line
for each difference.
"""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
from scipy.optimize import curve_fit
from scipy.stats import t as student


def beverloo(x, a, x0):
    return a * np.maximum(x - x0, 0) ** 2.5


CASES = [
    # name, scree's model, scipy's, x, true parameters, noise, starts of scree's
    ("linear", "linear", lambda x, a, b: a * x + b, np.linspace(-3, 5, 40), (2.5, -1e3), 0.3, {}),
    ("linear_tiny", "linear", lambda x, a, b: a * x + b, np.linspace(0, 1e-6, 25), (3e4, 2e-3), 1e-4,
     {}),
    ("three_points", "linear", lambda x, a, b: a * x + b, np.array([1.0, 2.0, 4.0]), (1, 1), 0.1, {}),
    ("power", "power", lambda x, a, n: a * x ** n, np.linspace(0.01, 0.3, 30), (40, 1.7), 0.05, {}),
    ("power_falling", "power", lambda x, a, n: a * x ** n, np.geomspace(1, 1e4, 50), (3, -0.5), 0.01,
     {}),
    ("beverloo", "beverloo", beverloo, np.linspace(0.03, 0.06, 12), (1100, 0.011), 0.01, {}),
    ("beverloo_below", "beverloo", beverloo, np.linspace(0.005, 0.06, 23), (1100, 0.011), 0.004, {}),
    ("decay", "a * exp(-x / tau) + c", lambda x, a, tau, c: a * np.exp(-x / tau) + c,
     np.linspace(0, 2e-3, 200), (5, 4e-4, 1), 0.1, {}),
    ("mu_of_i", "mus + (mu2 - mus) / (I0 / x + 1)",
     lambda x, mus, mu2, i0: mus + (mu2 - mus) / (i0 / x + 1), np.geomspace(1e-3, 1, 60),
     (0.38, 0.64, 0.28), 0.005, {}),
    ("sine", "A * sin(2 * pi * f * x + phi)",
     lambda x, a, f, phi: a * np.sin(2 * np.pi * f * x + phi), np.linspace(0, 1, 120),
     (0.7, 3.1, 0.4), 0.05, {"f": 3}),
    ("with_units", "C * 1500 kg/m^3 * sqrt(9.81 m/s^2) * max(x - k * 4 mm, 0)^2.5",
     lambda x, c, k: c * 1500 * np.sqrt(9.81) * np.maximum(x - k * 0.004, 0) ** 2.5,
     np.linspace(0.02, 0.06, 15), (0.58, 1.4), 0.01, {}),
]


def difference(found, wanted):
    return abs(found - wanted) / max(abs(wanted), 1e-300)


def main(scree, folder):
    wrong = 0
    for number, (name, model, curve, x, true, noise, start) in enumerate(CASES):
        random = np.random.default_rng(number)
        y = curve(x, *true) + noise * random.standard_normal(len(x))
        run = Path(folder) / name
        run.mkdir()
        rows = "".join(f"{k},{float(a)!r},{float(b)!r}\n" for k, (a, b) in enumerate(zip(x, y)))
        (run / "series.csv").write_text("time,way,load\n" + rows)
        command = [scree, "plot", str(run), "load", "--against", "way", "--fit", model, "--json", "-o",
                   str(run / "fit.svg")]
        for key, value in start.items():
            command += ["--start", f"{key}={value}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"{name}: {done.stderr}")
            wrong += 1
            continue
        fit = json.loads(done.stdout)["fits"][0]
        values, covariance = curve_fit(curve, x, y, true, xtol=1e-14, ftol=1e-14, gtol=1e-14,
                                       maxfev=20000)
        half = student.ppf(0.975, len(x) - len(true)) * np.sqrt(np.diag(covariance))
        for (key, found), value, interval in zip(fit["parameters"].items(), values, half):
            far = abs(found["value"] - value) / interval  # a fit is as good as its interval
            if far > 1e-4 or difference(found["half_interval_95"], interval) > 1e-3:
                print(f"{name}: {key} = {found['value']} +- {found['half_interval_95']}, scipy "
                      f"{value} +- {interval}")
                wrong += 1
        residual = y - curve(x, *values)
        r_squared = 1 - (residual ** 2).sum() / ((y - y.mean()) ** 2).sum()
        if abs(fit["r_squared"] - r_squared) > 1e-6:
            print(f"{name}: R^2 = {fit['r_squared']}, scipy {r_squared}")
            wrong += 1
    print(f"{len(CASES)} fits compared, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1], sys.argv[2]))
