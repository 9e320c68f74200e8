"""Parameters found again from what runs with known ones gave."""

import json
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy as np
import scree

# A ball falls on a floor and slides away: it bounces by the restitution, is slowed by the friction.
BALL = {
    "duration": "0.12 s",
    "seed": 1,
    "material": {
        "rubber": {
            "density": "1000 kg/m^3",
            "normal": {"law": "linear", "contact_time": "2 ms", "restitution": 0.5},
            "tangential": {"law": "spring", "friction": 0.2},
        }
    },
    "wall": [{"shape": "plane", "name": "floor"}],
    "fill": [
        {
            "kind": "grains",
            "velocity": ["3 m/s", "-1 m/s", 0],
            "grains": [{"position": [0, "11 mm", 0], "diameter": "2 cm"}],
        }
    ],
}
E, MU = "material.rubber.normal.restitution", "material.rubber.tangential.friction"
BOUNDS = {E: (0.1, 0.95), MU: (0.02, 0.4)}


def speeds(sim):
    v = sim.grains.velocity[0]
    return {"up": v[1], "along": v[0]}


def answer(**values):
    sim = scree.Simulation(BALL, **values)
    sim.run(progress=False)
    return speeds(sim)


class Calibrate(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.target = answer(**{E: 0.7, MU: 0.13})

    def test_finds_what_was_there_with_its_uncertainty(self):
        lines = []
        target = {k: (v, 0.01) for k, v in self.target.items()}
        found = scree.calibrate(BALL, BOUNDS, target, speeds, tries=30, progress=lines.append)
        self.assertAlmostEqual(found.parameters[E], 0.7, delta=0.01)
        self.assertAlmostEqual(found.parameters[MU], 0.13, delta=0.005)
        self.assertLess(found.misfit, 0.5)
        self.assertLess(found.tries.rows, 40)
        for key in BOUNDS:
            self.assertGreater(found.uncertainties[key], 0)
            self.assertLess(abs(found.parameters[key] - found.scene[key]), 1e-12)
        # d v / d e at an impact with sqrt(1 + 2 g h) m/s: about 1.01 m/s
        self.assertAlmostEqual(found.sensitivity["up"][E], 1.01, delta=0.1)
        self.assertAlmostEqual(found.uncertainties[E], 0.01, delta=0.003)
        self.assertLess(abs(found.residuals["up"]), 0.01)
        self.assertEqual(set(found.tries), {E, MU, "up", "along", "misfit", "failed"})
        self.assertEqual(np.nanmin(found.tries["misfit"]), found.misfit)
        self.assertIn("misfit", str(found))
        self.assertTrue(lines and "tries" in lines[-1])
        self.assertEqual(np.asarray(found.correlation).shape, (2, 2))

    def test_reads_bounds_with_units_on_a_logarithmic_scale_and_arrays(self):
        time = np.array([0.02, 0.06, 0.1])

        def watched(sim):
            heights = []
            for t in time:
                sim.run(until=t)
                heights.append(sim.grains.position[0, 1])
            return {"height": heights}

        key = "material.rubber.normal.contact_time"
        sim = scree.Simulation(BALL, **{key: "8 ms"})
        target = watched(_Quiet(sim))
        found = scree.calibrate(
            BALL, {key: ("1 ms", "20 ms", "log")}, target, experiment=watched, tries=20
        )
        self.assertAlmostEqual(found.parameters[key], 8e-3, delta=2e-4)
        self.assertEqual(found.results["height"].shape, (3,))
        self.assertEqual(found.sensitivity["height"][key].shape, (3,))
        self.assertEqual(found.tries["height"].dtype, object)
        self.assertTrue(1e-3 <= found.tries[key].min() <= found.tries[key].max() <= 2e-2)

    def test_goes_on_from_its_folder_and_asks_every_seed(self):
        with tempfile.TemporaryDirectory() as box:
            kwargs = dict(seeds=[1, 2], tries=12, folder=Path(box) / "friction", jobs=2)
            first = scree.calibrate(BALL, BOUNDS, self.target, speeds, **kwargs)
            self.assertEqual(first.runs, 2 * first.tries.rows)
            file = Path(box) / "friction" / "tries.jsonl"
            lines = file.read_text().splitlines()
            self.assertEqual(len(lines), first.runs + 1)
            again = scree.calibrate(BALL, BOUNDS, self.target, speeds, **kwargs)
            self.assertEqual(again.runs, 0)
            self.assertEqual(again.parameters, first.parameters)
            # A process that was killed leaves half a line; half of the runs are made again.
            half = len(lines) // 2
            file.write_text("\n".join(lines[:half]) + "\n" + lines[half][:20])
            once_more = scree.calibrate(BALL, BOUNDS, self.target, speeds, **kwargs)
            self.assertEqual(once_more.runs, len(lines) - half)
            self.assertEqual(once_more.parameters, first.parameters)
            for line in file.read_text().splitlines()[half + 1 :]:
                json.loads(line)
            with self.assertRaisesRegex(ValueError, "another calibration"):
                scree.calibrate(BALL, {E: (0.1, 0.9)}, self.target, speeds, **kwargs)

    def test_other_methods(self):
        scan = scree.calibrate(BALL, BOUNDS, self.target, speeds, method="scan", tries=10)
        self.assertLessEqual(scan.tries.rows, 15)
        wide = scree.calibrate(BALL, BOUNDS, self.target, speeds, method="global", tries=60)
        self.assertAlmostEqual(wide.parameters[E], 0.7, delta=0.02)
        self.assertLess(wide.misfit, scan.misfit)

    def test_says_what_cannot_be_known(self):
        target = {"up": self.target["up"]}
        found = scree.calibrate(BALL, BOUNDS, target, speeds, tries=12)
        self.assertTrue(any("do not determine" in n for n in found.notes))
        self.assertTrue(np.isnan(found.uncertainties[MU]))
        exact = scree.calibrate(BALL, {E: (0.1, 0.95)}, target, speeds, tries=12)
        self.assertTrue(any("cannot be told" in n for n in exact.notes))
        end = scree.calibrate(BALL, {E: (0.8, 0.95)}, {"up": (self.target["up"], 0.01)}, speeds, tries=12)
        self.assertTrue(any("end of its bounds" in n for n in end.notes), end.notes)

    def test_counts_runs_that_fail_as_bad_and_says_why(self):
        def breaks(sim):
            if sim.scene[E] > 0.8:
                raise scree.SimulationFailure("E0001", "broken on purpose")
            return {**speeds(sim), "more": 1}

        found = scree.calibrate(BALL, BOUNDS, self.target, breaks, tries=24)
        self.assertAlmostEqual(found.parameters[E], 0.7, delta=0.03)
        self.assertIn("broken on purpose", found.failures[0])
        self.assertGreater(found.tries["failed"].sum(), 0)

        def never(sim):
            raise scree.SimulationFailure("E0001", "broken on purpose")

        with self.assertRaisesRegex(ValueError, "none of .* points .* broken on purpose"):
            scree.calibrate(BALL, BOUNDS, self.target, never, tries=12)
        with self.assertRaisesRegex(ValueError, "not finite"):
            scree.calibrate(BALL, BOUNDS, self.target, lambda s: {"up": float("nan"), "along": 0.0}, tries=12)

    def test_refuses_what_is_wrong_before_the_first_run(self):
        def boom(sim):
            raise AssertionError("it ran")

        t, nan = self.target, float("nan")
        for kind, call in (
            (TypeError, lambda: scree.calibrate(BALL, BOUNDS, t)),
            (TypeError, lambda: scree.calibrate(BALL, BOUNDS, t, boom, experiment=boom)),
            (TypeError, lambda: scree.calibrate(BALL, BOUNDS, t, "speeds")),
            (TypeError, lambda: scree.calibrate(BALL, {}, t, boom)),
            (TypeError, lambda: scree.calibrate(BALL, [E], t, boom)),
            (TypeError, lambda: scree.calibrate(BALL, {E: 0.5}, t, boom)),
            (TypeError, lambda: scree.calibrate(BALL, {E: (0.5,)}, t, boom)),
            (TypeError, lambda: scree.calibrate(BALL, {"title": ("a", "b")}, t, boom)),
            (ValueError, lambda: scree.calibrate(BALL, {E: (0.5, 0.5)}, t, boom)),
            (ValueError, lambda: scree.calibrate(BALL, {E: (0.9, 0.1)}, t, boom)),
            (ValueError, lambda: scree.calibrate(BALL, {E: (0.1, 7.0)}, t, boom)),
            (ValueError, lambda: scree.calibrate(BALL, {E: (0.1, nan)}, t, boom)),
            (ValueError, lambda: scree.calibrate(BALL, {MU: (0.0, 0.4, "log")}, t, boom)),
            (ValueError, lambda: scree.calibrate(BALL, {MU: (0.1, 0.4, "cubic")}, t, boom)),
            (ValueError, lambda: scree.calibrate(BALL, {E: ("1 kg", "2 kg")}, t, boom)),
            (ValueError, lambda: scree.calibrate(BALL, {"material.ruber.density": (1, 2)}, t, boom)),
            (TypeError, lambda: scree.calibrate(BALL, BOUNDS, {}, boom)),
            (TypeError, lambda: scree.calibrate(BALL, BOUNDS, 3.0, boom)),
            (ValueError, lambda: scree.calibrate(BALL, BOUNDS, {"misfit": 1.0}, boom)),
            (ValueError, lambda: scree.calibrate(BALL, BOUNDS, {3: 1.0}, boom)),
            (ValueError, lambda: scree.calibrate(BALL, BOUNDS, {"up": nan}, boom)),
            (ValueError, lambda: scree.calibrate(BALL, BOUNDS, {"up": "1 m"}, boom)),
            (ValueError, lambda: scree.calibrate(BALL, BOUNDS, {"up": (1.0, 0.0)}, boom)),
            (ValueError, lambda: scree.calibrate(BALL, BOUNDS, {"up": (1.0, 0.1, 2)}, boom)),
            (ValueError, lambda: scree.calibrate(BALL, BOUNDS, t, boom, method="guess")),
            (ValueError, lambda: scree.calibrate(BALL, BOUNDS, t, boom, tries=3)),
            (TypeError, lambda: scree.calibrate(BALL, BOUNDS, t, boom, tries="many")),
            (ValueError, lambda: scree.calibrate(BALL, BOUNDS, t, boom, jobs=0)),
            (ValueError, lambda: scree.calibrate(BALL, BOUNDS, t, boom, seeds=[1, 1])),
            (TypeError, lambda: scree.calibrate(BALL, BOUNDS, t, boom, seeds=[1.5])),
        ):
            with self.subTest(call.__code__.co_firstlineno), self.assertRaises(kind):
                call()

    def test_mistakes_of_the_functions_come_out(self):
        for give, kind in (
            (lambda s: {}[1], KeyError),
            (lambda s: {"up": 1.0}, KeyError),
            (lambda s: 3.0, TypeError),
            (lambda s: {"up": "1", "along": 1.0}, TypeError),
            (lambda s: {"up": [1.0, 2.0], "along": 1.0}, TypeError),
        ):
            with self.assertRaises(kind):
                scree.calibrate(BALL, BOUNDS, self.target, give, tries=12)

    def test_without_scipy_says_what_to_install(self):
        with mock.patch.dict(sys.modules, {"scipy": None, "scipy.optimize": None}):
            with self.assertRaisesRegex(ImportError, "python3-scipy"):
                scree.calibrate(BALL, BOUNDS, self.target, speeds)


class _Quiet:
    """A simulation that shows no progress."""

    def __init__(self, sim):
        self._sim = sim
        self.grains = sim.grains

    def run(self, until):
        self._sim.run(until=until, progress=False)


if __name__ == "__main__":
    unittest.main()
