#!/usr/bin/env python3
"""What the cases of flow compute from their runs, on numbers whose answer is known."""
import math
import pathlib
import sys
import types
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "validation"))
from lib.case import Case, Run  # noqa: E402

BENCHMARK, ORIFICE, HOURGLASS, SENSOR, SILO, CHAINS = (Case(n).module for n in ("benchmark", "hourglass_orifice", "hourglass", "sensor", "silo", "force_chains"))


class Beverloo(unittest.TestCase):
    def test_the_fit_finds_exponent_and_k_of_a_law(self):
        for n, k in ((2.5, 1.4), (2.3, 0.7), (2.6, 2.1)):
            rates = {d: [7 * ((d - k) * ORIFICE.D_GRAIN) ** n] for d in ORIFICE.ORIFICES}
            found = ORIFICE.fit(rates)
            self.assertAlmostEqual(found["n"], n, delta=2e-3)  # k is searched in steps of 0.001
            self.assertAlmostEqual(found["k"], k, delta=2e-3)

    def test_a_kept_exponent_gives_the_best_k(self):
        rates = {d: [7 * ((d - 1.4) * ORIFICE.D_GRAIN) ** 2.5] for d in ORIFICE.ORIFICES}
        self.assertAlmostEqual(ORIFICE.fit(rates, 2.5)["k"], 1.4, delta=1e-3)

    def test_the_law_of_small_orifices_is_found_again(self):
        for b in (0.05, 0.2):
            found = ORIFICE.fit_mankoc({d: [3 * ORIFICE.mankoc(d, b)] for d in ORIFICE.ORIFICES})
            self.assertAlmostEqual(found["b"], b, delta=1e-9)  # searched in steps of 0.001
            self.assertAlmostEqual(found["factor"], 3, delta=1e-9)
            self.assertLess(found["rms"], 1e-12)

    def test_flows_are_those_of_the_own_bulk_density(self):
        run = lambda name, d, **info: Run(name, info={"d": d, **info})
        data = {run("a", 5): {"mass_rate": 1.5, "solid_fraction": 0.6}, run("b", 7): {"mass_rate": 3.0, "solid_fraction": 0.5},
                run("c", 7, narrow=True): {"mass_rate": 9.0, "solid_fraction": 0.6}}
        self.assertEqual(ORIFICE.means(data), {5: [1.5 / (2500 * 0.6)], 7: [3.0 / (2500 * 0.5)]})

    def test_a_law_of_another_power_is_not_called_two_and_a_half(self):
        rates = {d: [7 * ((d - 1.4) * ORIFICE.D_GRAIN) ** 2] for d in ORIFICE.ORIFICES}
        self.assertGreater(abs(ORIFICE.fit(rates)["n"] - 2.5), 0.1)


class Discharge(unittest.TestCase):
    def test_rate_times_and_rest_of_a_silo(self):
        # 1000 grains of 2 g, 100 a second from 0.3 s on, until 900 are out.
        times = [0.01 * k for k in range(1301)]
        passed = [min(900, max(0, round(100 * (t - 0.3), 6))) for t in times]
        series = {"time": times, "stage": [1 if t < 0.3 - 1e-9 else 2 for t in times], "grains": [1000] * len(times),
                  "flow.number_passed": [-v for v in passed], "flow.mass_passed": [-0.002 * v for v in passed]}
        found = BENCHMARK.discharge(types.SimpleNamespace(series=series))
        self.assertAlmostEqual(found["rate"], 0.2, delta=1e-3)
        self.assertAlmostEqual(found["half_after"], 5, delta=0.011)
        self.assertAlmostEqual(found["nine_tenths_after"], 9, delta=0.011)
        self.assertIsNone(found["all_but_1_percent_after"])
        self.assertEqual(found["stay"], 100)


class Flow(unittest.TestCase):
    def test_an_even_flow_does_not_vary(self):
        times = [0.005 * k for k in range(400)]
        rate, variation = HOURGLASS.steady(times, [100 * t for t in times])
        self.assertAlmostEqual(rate, 100, delta=1e-6)
        self.assertAlmostEqual(variation, 0, delta=1e-9)

    def test_bursts_vary(self):
        times = [0.005 * k for k in range(800)]
        count = [100 * t + 4 * math.sin(20 * t) for t in times]
        self.assertGreater(HOURGLASS.steady(times, count)[1], 0.2)


class Anchor(unittest.TestCase):
    def test_displacement_for_a_hundred_units_is_the_slope(self):
        force = [20.0 * k for k in range(60)]
        x = [1e-4 + 3e-8 * f for f in force]
        self.assertAlmostEqual(SENSOR.displacement_per_100(force, x, 1), 3e-6, delta=1e-9)
        self.assertAlmostEqual(SENSOR.displacement_per_100([f / 1000 for f in force], x, 1e-3), 3e-6, delta=1e-9)

    def test_what_was_pulled_out_has_no_slope(self):
        self.assertIsNone(SENSOR.displacement_per_100([20.0 * k for k in range(60)], [1e-3 * k for k in range(60)], 1))
        self.assertIsNone(SENSOR.displacement_per_100([0.0, 20.0], [0.0, 0.0], 1))


class Janssen(unittest.TestCase):
    def test_a_column_that_keeps_the_law_gives_its_numbers(self):
        k, mu, solid, top, layer = 0.6, 0.3, 0.58, 0.2, 0.01
        bulk = 2500 * solid
        length = SILO.DIAMETER / (4 * mu * k)
        stress = lambda z: bulk * SILO.GRAVITY * length * (1 - math.exp(-z / length))
        heights = [layer * (n + 0.5) for n in range(20)]
        vertical = [stress(top - h) for h in heights]
        wall = [k * v for v in vertical]
        area = math.pi * SILO.DIAMETER * layer
        d = {"height": heights, "vertical": vertical, "wall": wall, "solid": [solid] * 20, "friction_force": mu * sum(wall) * area,
             "mass": bulk * math.pi * SILO.DIAMETER ** 2 / 4 * top}
        found = SILO.janssen(d)
        self.assertAlmostEqual(found["k"], k, delta=1e-9)
        self.assertAlmostEqual(found["friction"], mu, delta=1e-9)
        self.assertAlmostEqual(found["top"], top, delta=1e-9)
        for z, v in zip(found["depth"], vertical):
            self.assertAlmostEqual(found["law"](z), v, delta=1e-6 * v)


class Chains(unittest.TestCase):
    def test_every_contact_of_grains_is_in_one_band(self):
        rods = [[0, y, 0, 0, y, 0, f, 0] for y, f in ((0.1, 5.0), (0.35, 3.0), (0.9, 1.0), (1.0, 1.0))] + [[0, 0.2, 0, 0, 0, 0, 9.0, 1]]
        bands = CHAINS.by_height({"rods": rods})
        self.assertEqual(sum(b[2] for b in bands), 4)
        self.assertEqual(bands[0][3], 5.0)
        self.assertEqual(bands[-1][4], 1.0)


if __name__ == "__main__":
    unittest.main()
