"""Running: same bits as the program, observers, Ctrl-C, failures, what is dead."""

import gc
import json
import os
import signal
import subprocess
import tempfile
import threading
import traceback
import unittest
import weakref
from pathlib import Path

import scree
from scenes import BOX


class SameBits(unittest.TestCase):
    def test_as_the_program_with_any_number_of_threads(self):
        scene = scree.Scene(BOX)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "box.toml"
            file.write_text(scene.text, encoding="utf-8")
            answer = subprocess.run(
                [os.environ["SCREE_PROGRAM"], "run", file, "-o", f"{folder}/run", "--json", "--quiet"],
                capture_output=True,
                check=True,
            )
        program = json.loads(answer.stdout)
        for threads in (1, 2, 3):
            sim = scree.Simulation(scene, threads=threads)
            sim.run(progress=False)
            self.assertEqual(sim.steps, program["steps"])
            self.assertEqual(sim.state_hash, program["state_hash"], threads)

    def test_whatever_looks_at_it(self):
        quiet = scree.Simulation(BOX)
        quiet.run(progress=False)
        watched = scree.Simulation(BOX)

        @watched.every("1 ms")
        def look(sim):
            return len(sim.contacts.force) + sim.grains.position.sum() + sim.energy.residual

        @watched.every(steps=7)
        def measure(sim):
            sim.measure("coordination")

        watched.run(progress=lambda sim: sim.state_hash)
        self.assertEqual(watched.state_hash, quiet.state_hash)

    def test_however_it_is_divided(self):
        whole, parts = scree.Simulation(BOX), scree.Simulation(BOX)
        self.assertEqual(whole.run(steps=1000), 1000)
        for n in (1, 0, 300, 699):
            self.assertEqual(parts.run(steps=n), n)
        self.assertEqual(parts.state_hash, whole.state_hash)
        self.assertEqual(whole.run(until=0.0), 0)  # a time that has passed


class Observers(unittest.TestCase):
    def setUp(self):
        self.sim = scree.Simulation(BOX)

    def test_are_called_at_multiples(self):
        times, steps = [], []
        self.sim.every("2 ms", lambda sim: times.append(sim.time))
        self.sim.every(steps=50, function=lambda sim: steps.append(sim.steps))
        self.sim.run(until="10 ms", progress=False)
        self.assertEqual([round(1000 * t, 6) for t in times], [2, 4, 6, 8, 10])
        self.assertEqual(steps, list(range(50, self.sim.steps + 1, 50)))

    def test_end_a_run_by_saying_false(self):
        self.sim.every(steps=10, function=lambda sim: sim.steps < 50)
        self.assertEqual(self.sim.run(steps=1000), 50)

    def test_throw_out_of_run_with_their_traceback(self):
        @self.sim.every(steps=10)
        def broken(sim):
            raise LookupError("inside")

        try:
            self.sim.run(steps=100)
        except LookupError as error:
            self.assertEqual(traceback.extract_tb(error.__traceback__)[-1].name, "broken")
        else:
            self.fail("it was swallowed")
        self.assertEqual(self.sim.steps, 10)
        self.sim.forget(broken)
        with self.assertRaises(KeyError):
            self.sim.forget(broken)
        self.assertEqual(self.sim.run(steps=100), 100)

    def test_edit_ask_and_forget_but_do_not_run_or_close(self):
        calls = []

        @self.sim.every(steps=10)
        def busy(sim):
            calls.append(sim.steps)
            sim.set_velocity(3, [0, 0.1, 0])
            sim.remove(int(sim.grains.id[-1]))
            if len(calls) == 1:
                sim.every(steps=15, function=lambda s: calls.append(-1))
                for forbidden in (lambda: sim.run(steps=1), sim.close):
                    with self.assertRaises(RuntimeError):
                        forbidden()
            if len(calls) > 3:
                sim.forget(busy)

        self.sim.run(steps=100)
        self.assertLess(len(self.sim.grains), 100)
        self.assertGreater(calls.count(-1), 3)

    def test_leave_no_simulation_behind(self):
        sim = scree.Simulation(BOX)
        kept = []
        sim.every(steps=10, function=lambda s: kept.append(sim.time))  # refers to it
        sim.run(steps=20)
        gone = weakref.ref(sim)
        del sim
        gc.collect()
        self.assertIsNone(gone())

    def test_need_a_simulation_that_can_be_made(self):
        for error, wrong in (
            (ValueError, {"threads": -1}),
            (ValueError, {"threads": 10**6}),
            (ValueError, {"threads": 10**30}),
            (TypeError, {"threads": "2"}),
            (TypeError, {"engine": 3}),
            (scree.SceneError, {"engine": "steam"}),
            (scree.SceneError, {"instruction_set": "abacus"}),
        ):
            with self.subTest(wrong), self.assertRaises(error):
                scree.Simulation(BOX, **wrong)

    def test_may_make_their_simulation_anew(self):
        self.sim.every(steps=10, function=lambda sim: sim.__init__(BOX, seed=3))
        self.sim.run(steps=30)  # what runs is what was there
        self.assertLessEqual(self.sim.steps, 30)

    def test_need_to_be_told_when_and_what(self):
        for wrong in (
            lambda: self.sim.every(),
            lambda: self.sim.every("1 ms", steps=3),
            lambda: self.sim.every("1 ms", 3),
            lambda: self.sim.every(steps=2.5, function=print),
            lambda: self.sim.every(steps=True, function=print),
            lambda: self.sim.run(until=[1]),
            lambda: self.sim.run(until=1, steps=1),
        ):
            with self.assertRaises(TypeError):
                wrong()
        for wrong in (
            lambda: self.sim.every(0, print),
            lambda: self.sim.every("-1 ms", print),
            lambda: self.sim.every(float("nan"), print),
            lambda: self.sim.every("1 mm", print),
            lambda: self.sim.every(steps=0, function=print),
            lambda: self.sim.run(until=float("inf")),
            lambda: self.sim.run(until=-1),
            lambda: self.sim.run(steps=-1),
            lambda: self.sim.run(steps=2**63),
        ):
            with self.assertRaises(ValueError):
                wrong()


class Interrupts(unittest.TestCase):
    def test_ctrl_c_stops_between_steps_and_it_goes_on(self):
        sim = scree.Simulation(BOX)
        for _ in range(5):
            timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                sim.run(until="1000 s", progress=False)
            timer.join()
        rest = scree.Simulation(BOX)
        rest.run(steps=sim.steps, progress=False)
        self.assertEqual(rest.state_hash, sim.state_hash)

    def test_what_progress_throws_comes_out(self):
        sim = scree.Simulation(BOX)

        def tick(_):
            raise LookupError("enough")

        with self.assertRaisesRegex(LookupError, "enough"):
            sim.run(progress=tick)
        sim.run(steps=1)


class Deaths(unittest.TestCase):
    def test_a_closed_simulation_says_so(self):
        sim = scree.Simulation(BOX)
        g, c, w = sim.grains, sim.contacts, sim.walls["box"]
        position = g.position
        with sim:
            pass
        self.assertIn("closed", repr(sim))
        for dead in (
            lambda: sim.run(steps=1),
            lambda: sim.time,
            lambda: g.position,
            lambda: c.force,
            lambda: w.force,
            lambda: sim.energy,
            lambda: sim.remove(1),
            lambda: sim.every(steps=1, function=print),
            lambda: sim.save("/tmp/never"),
            lambda: sim.measure("coordination"),
            lambda: sim.picture(),
        ):
            with self.assertRaisesRegex(RuntimeError, "closed"):
                dead()
        sim.close()
        self.assertEqual(position.shape, (100, 3))  # arrays are their own

    def test_a_failure_names_the_grain_and_can_be_read(self):
        hole = {"region": "below", "height": "1 m", "treat_as": "failure", "from": "10 ms"}
        sim = scree.Simulation({**BOX, "outlet": [hole]})
        with self.assertRaises(scree.SimulationFailure) as caught:
            sim.run(progress=False)
        failure = caught.exception
        self.assertEqual(failure.code, "E0603")
        self.assertIn("E0603", str(failure))
        self.assertTrue(0 <= failure.grain < 100)
        self.assertEqual(failure.step, sim.steps)
        self.assertEqual(str(sim.failure), str(failure))
        self.assertEqual(sim.grains.position.shape, (100, 3))
        for dead in (lambda: sim.run(steps=1), lambda: sim.remove(1), lambda: sim.every(1, print)):
            with self.assertRaises(scree.SimulationFailure):
                dead()

    def test_an_array_outlives_its_simulation(self):
        sim = scree.Simulation(BOX)
        position = sim.grains.position
        copy = position.copy()
        del sim
        gc.collect()
        self.assertTrue((position == copy).all())


if __name__ == "__main__":
    unittest.main()
