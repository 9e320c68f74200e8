"""Runs on the disk: made, watched, stopped, resumed, read again, drawn; sweeps."""

import os
import signal
import tempfile
import threading
import unittest

import numpy as np
import scree
from scenes import BOX

STORED = {
    **BOX,
    "output": {
        "frames": "20 ms",
        "series": "10 ms",
        "checkpoint": "20 ms",
        "contacts": True,
        "measures": ["coordination", {"kind": "profile", "count": 3}],
    },
}


class Runs(unittest.TestCase):
    def setUp(self):
        box = tempfile.TemporaryDirectory()
        self.addCleanup(box.cleanup)
        self.folder = os.path.join(box.name, "run")

    def test_leave_what_the_program_leaves_and_are_read_again(self):
        run = scree.run(STORED, self.folder, progress=False)
        sim = scree.Simulation(STORED)
        sim.run(progress=False)
        self.assertEqual(run.state_hash, sim.state_hash)
        self.assertEqual(run.folder, self.folder)
        again = scree.open(self.folder)
        self.assertIn(again.verdict.word, ("ok", "doubtful"))
        self.assertTrue(again.verdict.checks)
        self.assertIn(again.verdict.word, str(again.verdict))
        self.assertEqual(len(again.frames), 6)
        np.testing.assert_allclose(again.frames.times, 0.02 * np.arange(6), atol=1e-4)
        last = again.frames[-1]
        np.testing.assert_allclose(last.grains.position, sim.grains.position, atol=1e-6)
        np.testing.assert_array_equal(last.grains.id, sim.grains.id)
        np.testing.assert_array_equal(last.grains.rows([3, 5]), [3, 5])
        self.assertEqual(len(last.contacts), len(sim.contacts))
        self.assertIn("start height", last.grains.fields)
        self.assertEqual(len(again.frames[1:3]), 2)
        self.assertEqual(len(again.frames.files), 6)
        for wrong in (6, -7):
            with self.assertRaises(IndexError):
                again.frames[wrong]
        series = again.series
        self.assertEqual(len(series["time"]), 11)
        self.assertEqual(series.unit("kinetic"), "J")
        with self.assertRaisesRegex(KeyError, "kinetic"):
            series["kinetik"]
        self.assertEqual(again.tables, ["profile"])
        self.assertEqual(again.table("profile").rows, 3)
        with self.assertRaises(scree.SceneError):
            again.table("charm")
        with self.assertRaises(scree.SceneError):
            scree.run(STORED, self.folder)  # it is there
        with self.assertRaises(scree.SceneError):
            scree.open("/no/such/run")

    def test_are_drawn(self):
        run = scree.run(STORED, self.folder, progress=False)
        plot = run.plot("kinetic")
        for name in ("plot.svg", "plot.png"):
            plot.save(os.path.join(self.folder, name))
            self.assertGreater(os.path.getsize(os.path.join(self.folder, name)), 1000)
        with self.assertRaises(ValueError):
            plot.save("plot.pdf")
        self.assertIn("<svg", plot._repr_svg_())
        self.assertTrue(bytes(run.plot()).startswith(b"\x89PNG"))
        self.assertTrue(bytes(scree.plot([run, self.folder], "kinetic")).startswith(b"\x89PNG"))
        self.assertTrue(bytes(run.frames[-1].picture(width=100, height=80)).startswith(b"\x89PNG"))
        with self.assertRaises(scree.SceneError):
            run.plot("charm")

    def test_are_watched_without_a_change_and_stopped_and_resumed(self):
        whole = scree.run(STORED, self.folder, progress=False)
        run = scree.Run(STORED, self.folder + "-2")
        times = []

        @run.every("20 ms")
        def watch(now):
            times.append(now.time)
            self.assertEqual(now.grains.position.shape, (100, 3))
            if len(times) == 3:
                os.kill(os.getpid(), signal.SIGINT)

        with self.assertRaises(KeyboardInterrupt):
            run.run(progress=False)
        self.assertEqual(len(times), 3)
        with self.assertRaises(RuntimeError):
            run.run()
        again = scree.resume(run.folder, progress=False)
        self.assertEqual(again.state_hash, whole.state_hash)
        self.assertEqual(len(again.frames), 6)

    def test_let_exceptions_of_observers_out(self):
        run = scree.Run(STORED, self.folder)

        @run.every(steps=100)
        def broken(now):
            if now.steps:
                raise LookupError("inside")

        with self.assertRaisesRegex(LookupError, "inside"):
            run.run(progress=False)
        self.assertEqual(run.steps, 100)

    def test_without_frames_have_a_series(self):
        run = scree.run(STORED, self.folder, progress=False, **{"output.frames": 0})
        self.assertEqual(len(run.frames), 0)
        self.assertEqual(len(run.frames.times), 0)
        self.assertGreater(len(run.series["time"]), 2)


class Laws(unittest.TestCase):
    def test_are_seen_before_they_are_used(self):
        law = scree.plot_law("hertz", young="5 MPa", restitution=0.5, speeds=["1 m/s", 2])
        self.assertEqual(len(law.loops), 2)
        self.assertAlmostEqual(law.numbers[0]["restitution"][0], 0.5, delta=0.005)
        self.assertEqual(len(law.loops[0][law.x]), len(law.loops[0][law.y]))
        self.assertIn("<svg", law.svg)
        for wrong in (
            lambda: scree.plot_law("hurtz"),
            lambda: scree.plot_law("hertz", young="5 MPa", diameter="1 kg"),
            lambda: scree.plot_law("hertz", young="5 MPa", restitution=0.5, cycles=-1),
        ):
            with self.assertRaises(ValueError):
                wrong()


class Sweeps(unittest.TestCase):
    def test_give_a_table_with_a_row_for_each(self):
        vary = {"material.glass.tangential.friction": [0.1, 0.3], "seed": [1, 2]}
        table = scree.sweep(BOX, vary, jobs=2, duration="20 ms")
        self.assertEqual(table.rows, 4)
        np.testing.assert_array_equal(table["seed"], [1, 2, 1, 2])
        alone = scree.Simulation(
            BOX, seed=2, duration="20 ms", **{"material.glass.tangential.friction": 0.3}
        )
        alone.run(progress=False)
        self.assertEqual(table["state_hash"][3], alone.state_hash)
        together = scree.sweep(
            BOX,
            {"seed": [1, 2], "fill.0.count": [10, 20]},
            together=True,
            result=lambda sim: {"n": len(sim.grains)},
            duration="1 ms",
        )
        np.testing.assert_array_equal(together["n"], [10, 20])

    def test_leave_runs_in_a_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            table = scree.sweep(BOX, {"seed": [1, 2]}, folder=folder, duration="5 ms")
            self.assertEqual(set(table["verdict"]) <= {"ok", "doubtful"}, True)
            self.assertEqual(scree.open(f"{folder}/002").state_hash, table["state_hash"][1])

    def test_are_checked_before_the_first_run(self):
        with self.assertRaises(scree.SceneError):
            scree.sweep(BOX, {"fill.0.count": [10, -1]}, result=self.fail)
        for wrong in ({}, {"seed": []}):
            with self.assertRaises(ValueError):
                scree.sweep(BOX, wrong)
        with self.assertRaises(ValueError):
            scree.sweep(BOX, {"seed": [1, 2], "fill.0.count": [1]}, together=True)

    def test_end_with_the_first_mistake_and_with_ctrl_c(self):
        def broken(sim):
            raise LookupError("inside")

        with self.assertRaisesRegex(LookupError, "inside"):
            scree.sweep(BOX, {"seed": [1, 2, 3]}, result=broken, duration="1 ms")
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            scree.sweep(BOX, {"seed": [1, 2, 3]}, jobs=2, duration="1000 s")


if __name__ == "__main__":
    unittest.main()
